"""The pack on a phone: tap, slide, long press and keyboard; no key moves, and the main button is in reach."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, Route, expect

from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from tests.browser.table import Phone, Player, Sit, match_path, sit_down
from tests.browser.waiting import IS_PATIENT, stop_clock
from tests.gin.table import knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS

ANN_HAS_GIN, BOB_HAS_48 = "KS KC KD 5S 6S 7S 9C TC JC QC", "AS 3S 2H 4H 6H 8H TH QH AD 3D"

LONG_PRESS = 500
"""Milliseconds."""

OURS = {"X-Access": "score"}
"""What every answer of our own server has."""


@pytest.fixture
def ann(sit: Sit) -> Player:
    """Ann, who went out, with the pack before her."""
    ann = sit(at="/hands/new")
    ann.choose("Ann")
    return ann


@pytest.fixture
def ann_at_leisure(app: Flask, sit: Sit) -> Player:
    """Ann at a phone whose clock stands still: no finger is too slow."""
    ann = sit.down()
    stop_clock(ann.page)
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    return ann


@pytest.fixture
def ann_with_gin(sit: Sit) -> Player:
    """Ann, whose ten cards are gin, under rules with big gin."""
    ann = sit(at="/hands/new", rules=PRESETS["wikipedia"], preset="wikipedia")
    ann.choose("Ann")
    ann.take(ANN_HAS_GIN)
    return ann


def middle(place: Locator) -> dict[str, float]:
    """Where a finger hits *place*."""
    box = place.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


@contextmanager
def finger(page: Page, start: Locator) -> Iterator[object]:
    """A finger that stays on the glass, and can be moved."""
    glass = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", middle(start))
    yield lambda place: touch("touchMove", middle(place))
    touch("touchEnd")


def slide(ann: Player, cards: str) -> None:
    """Drags a finger along *cards*."""
    first, *others = cards.split()
    with finger(ann.page, ann.key(first)) as move:
        for card in others:
            move(ann.key(card))


def holds(ann: Player, player: int, cards: str) -> None:
    """So many cards, and just these, are *player*'s."""
    expect(ann.page.locator(f"[name=cards_{player}]")).to_have_value(cards)


def test_a_tapped_card_is_taken_once_and_a_second_tap_takes_it_back(ann: Player) -> None:
    heard = ann.page.locator("#announced")
    ann.take("KS KC KS")
    holds(ann, 0, "KC")
    expect(ann.key("KC")).to_have_attribute("aria-pressed", "true")
    expect(ann.key("KS")).to_have_attribute("aria-pressed", "false")
    expect(heard).to_have_text("Ann: 1 of 10")

    ann.take("KS KD 5S 6S 7S 9C TC JC QC")
    expect(heard).to_have_text("Now Bob’s cards.")
    expect(ann.key("KS")).to_be_disabled()
    expect(ann.key("KH")).to_be_enabled()
    ann.key("KS").tap(force=True)
    ann.take("2H 3H")
    holds(ann, 1, "2H 3H")
    holds(ann, 0, "KC KS KD 5S 6S 7S 9C TC JC QC")
    expect(heard).to_have_text("Bob: 2 of 10")

    ann.tap(ann.page.get_by_role("button", name="Ann gin"))
    ann.take("KS")
    ann.sees("Ann 9 of 10")
    ann.take("KH")
    holds(ann, 0, "KC KD 5S 6S 7S 9C TC JC QC KH")
    expect(ann.key("KH")).to_be_disabled()
    holds(ann, 1, "2H 3H")


def test_eleven_cards_are_big_gin_where_it_is_played(ann_with_gin: Player) -> None:
    ann_with_gin.press("Big gin: add the 11th card")
    ann_with_gin.press("Ann’s 11th card")
    ann_with_gin.take("KH")
    ann_with_gin.sees("Ann big gin")
    holds(ann_with_gin, 0, ANN_HAS_GIN + " KH")
    expect(ann_with_gin.button("10 more cards")).to_be_visible()
    ann_with_gin.take(BOB_HAS_48)

    ann_with_gin.save("Save: Ann +79")


def test_ten_cards_that_are_gin_take_no_card_before_it_is_said_whose(ann_with_gin: Player) -> None:
    """The eleventh tap may be meant for either hand; what is not big gin is taken back first."""
    ann_with_gin.key("KH").tap(force=True)
    expect(ann_with_gin.button("Gin")).to_be_visible()
    ann_with_gin.key("2H").tap(force=True)
    holds(ann_with_gin, 0, ANN_HAS_GIN)
    holds(ann_with_gin, 1, "")

    ann_with_gin.press("Big gin: add the 11th card")
    ann_with_gin.take("4H")
    ann_with_gin.sees("Ann has eleven cards, and not all are melded", "Ann 11 of 10 · 4 deadwood")
    expect(ann_with_gin.key("2H")).to_be_disabled()
    ann_with_gin.take("4H")
    ann_with_gin.press("Gin")
    ann_with_gin.take(BOB_HAS_48)
    ann_with_gin.save("Save: Ann +73")


def test_what_is_tapped_while_no_answer_comes_waits_for_it(app: Flask, sit: Sit) -> None:
    """On a slow network it is not known yet whether ten cards may become big gin."""
    ann = sit.down()
    ann.page.add_init_script(IS_PATIENT)
    ann.page.goto(match_path(app, rules=PRESETS["wikipedia"], preset="wikipedia") + "/hands/new")
    ann.choose("Ann")
    ann.take("KS KC KD 5S 6S 7S 9C TC JC")
    ann.sees("Ann 9 of 10 · 0 deadwood")
    held: list[Route] = []
    is_slow = True
    ann.page.route("**/hands/new*", lambda route: held.append(route) if is_slow else route.continue_())
    with ann.page.expect_request("**/hands/new*"):
        ann.take("AD")
    ann.take("2H 3H")
    holds(ann, 1, "")

    is_slow = False
    for route in held:
        route.continue_()
    holds(ann, 0, "KS KC KD 5S 6S 7S 9C TC JC AD")
    holds(ann, 1, "2H 3H")


def test_a_card_held_offers_its_set_and_a_slide_along_a_suit_takes_the_run(ann_at_leisure: Player) -> None:
    ann = ann_at_leisure
    with finger(ann.page, ann.key("8D")):
        ann.page.clock.run_for(LONG_PRESS)
        offer = ann.button("8 of spades, 8 of hearts, 8 of diamonds, 8 of clubs")
        expect(offer).to_be_visible()
    holds(ann, 0, "")
    ann.press("8 of spades, 8 of diamonds, 8 of clubs")
    holds(ann, 0, "8S 8D 8C")
    expect(offer).to_have_count(0)

    slide(ann, "3H 4H 5H 6H")
    slide(ann, "TS JS QS")
    holds(ann, 0, "8S 8D 8C 3H 4H 5H 6H TS JS QS")
    slide(ann, "9S TS JS")
    holds(ann, 1, "9S")

    ann.key("7C").hover()
    ann.page.mouse.down()
    ann.key("5C").hover()
    ann.page.mouse.up()
    holds(ann, 1, "9S 7C 5C 6C")


def between(one: Locator, other: Locator) -> tuple[float, float]:
    """The point in the middle between two keys."""
    (x1, y1), (x2, y2) = (middle(each).values() for each in (one, other))
    return (x1 + x2) / 2, (y1 + y2) / 2


def test_a_finger_that_misses_or_slips_a_little_takes_the_card_that_was_meant(ann_at_leisure: Player) -> None:
    """The 7 of spades stands over the ace of hearts, two rows on; the gaps lie halfway."""
    ann = ann_at_leisure
    for one, other in (("2S", "3S"), ("3H", "TH"), ("5C", "6C")):
        ann.page.touchscreen.tap(*between(ann.key(one), ann.key(other)))
    field = ann.page.locator("[name=cards_0]")
    expect(field).to_have_value(re.compile(r"^\w\w \w\w \w\w$"))
    taken = field.input_value()

    # Right of the king there is no card; the seven stands above, and a browser would move the tap to it.
    ann.take("7S")
    box = ann.key("KS").bounding_box()
    right = box["x"] + box["width"]
    for dx, dy in ((25, 20), (16, 14), (30, 11)):
        ann.page.touchscreen.tap(right + dx, box["y"] + dy)
    holds(ann, 0, f"{taken} 7S KS")

    glass = ann.page.context.new_cdp_session(ann.page)
    for card, (dx, dy) in {"4H": (15, 4), "9C": (-15, 5), "JD": (3, 15)}.items():
        start = middle(ann.key(card))
        end = {"x": start["x"] + dx, "y": start["y"] + dy}
        for kind, points in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
            glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    holds(ann, 0, f"{taken} 7S KS 4H 9C JD")


def test_a_whole_hand_can_be_entered_from_the_keyboard(app: Flask, server: str, phone: Phone) -> None:
    page = phone(has_touch=False, is_mobile=False)
    ann = Player(sit_down(page, app, server))
    page.goto(match_path(app) + "/hands/new")
    press = page.keyboard.press
    tab_to(page, page.get_by_role("radio", name="Ann", exact=True))
    press("Space")
    tab_to(page, ann.key("AS"))
    for _ in range(9):
        press("Space")
        press("ArrowRight")
    press("Enter")
    ann.sees("Ann gin")
    press("ArrowDown")
    press("ArrowDown")
    expect(ann.key("TH")).to_be_focused()
    press("Home")
    expect(ann.key("AS")).to_be_focused()
    press("End")
    for _ in range(9):
        press("Enter")
        press("ArrowLeft")
    press("Enter")

    expect(ann.button("Save: Ann +20")).to_be_focused()
    press("Enter")
    page.wait_for_url("**/m/*")
    expect(ann.hands).to_have_count(1)


def test_counts_can_be_entered_from_the_keyboard(app: Flask, server: str, phone: Phone) -> None:
    page = phone(has_touch=False, is_mobile=False)
    ann = Player(sit_down(page, app, server))
    page.goto(match_path(app) + "/hands/new?by=deadwood")
    press = page.keyboard.press
    tab_to(page, page.get_by_role("radio", name="Ann", exact=True))
    press("ArrowRight")
    tab_to(page, ann.field("deadwood_0"))
    page.keyboard.type("31")
    tab_to(page, ann.field("deadwood_1"))
    page.keyboard.type("8")
    tab_to(page, ann.button("Save: Bob +23"))
    press("Enter")

    page.wait_for_url("**/m/*")
    expect(ann.hands).to_have_count(1)


def tab_to(page: Page, place: Locator) -> None:
    """Goes on with the tab key until *place* has the focus."""
    expect(place).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if place.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"the tab key does not lead to {place}")


def test_cards_are_typed_while_the_pack_is_open(ann: Player) -> None:
    ann.page.keyboard.type("7s10hqC")
    holds(ann, 0, "7S TH QC")
    ann.page.keyboard.press("Backspace")
    holds(ann, 0, "7S TH")
    ann.page.keyboard.type("x1s77D7s")

    holds(ann, 0, "TH 7D")


TYPED_AND_TAPPED = {
    "5S-8S KD": "5S 6S 7S 8S KD AH",
    "5–8s kd": "5S 6S 7S 8S KD AH",
    "5S-7S-9S KD": "KD AH 5S-7S-9S",
}
"""Where a hyphen could mean a run or single cards, the words stay as typed."""


def test_cards_are_typed_into_a_field_instead_and_stay_when_another_one_is_tapped(ann: Player) -> None:
    for typed, after in TYPED_AND_TAPPED.items():
        ann.press("Type the cards")
        expect(ann.field("cards_0")).to_be_focused()
        expect(ann.key("AS")).to_be_hidden()
        ann.write(cards_0=typed)
        ann.press("Tap the cards")
        ann.take("AH")
        holds(ann, 0, after)

    ann.press("Type the cards")
    ann.write(cards_0=ANN_HAS_GIN, cards_1=BOB_HAS_48)
    ann.press("Tap the cards")
    ann.sees("Ann gin")
    ann.save("Save: Ann +68")


def test_runs_and_sets_are_explained_beside_the_pack_until_somebody_has_understood(sit: Sit) -> None:
    ann = sit(
        at="/hands/new", rules=PRESETS["oklahoma"], preset="oklahoma", viewport={"width": 390, "height": 664}
    )
    tip = ann.page.get_by_text("Slide along a suit for a run.")
    expect(ann.button("Nobody – save a dead hand")).to_be_visible()
    expect(tip).to_be_hidden()
    ann.choose("Bob")
    expect(ann.key("AS")).to_be_visible()
    expect(tip).to_be_hidden()
    ann.take("7S")
    expect(tip).to_be_in_viewport(ratio=1)
    ann.take("AS")
    expect(tip).to_be_hidden()
    ann.take("AS")
    expect(tip).to_be_visible()
    ann.press("OK")
    expect(tip).to_be_hidden()
    ann.page.reload()
    expect(ann.key("AS")).to_be_visible()

    expect(tip).to_be_hidden()


def test_nothing_incomplete_is_saved_even_if_the_server_is_out_of_its_mind(ann: Player) -> None:
    """An answer that is no preview leaves the button to save: not while cards are missing."""
    ann.page.route("**/hands/new*", lambda route: route.fulfill(status=413, body="Too large", headers=OURS))
    ann.take("KS KC KD 5S")
    expect(ann.page.get_by_text("The server could not read this.")).to_be_visible()
    expect(ann.button("Save")).to_have_count(0)
    ann.page.unroute("**/hands/new*")
    ann.press_main()

    ann.sees("Ann 4 of 10 · 5 deadwood")
    holds(ann, 0, "KS KC KD 5S")


SCREENS = [(390, 844), (390, 664), (360, 640), (320, 568), (844, 390), (1280, 800)]
ANN_KNOCKS, ANN_CANNOT_KNOCK = "KS KC KD 5S 6S 7S 9C TC JC JD", "KS KC KD 5S 6S 7S 9C TC 3D JD"
BOBS = "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"

Open = Callable[[Flask], str]

TABLES: dict[str, tuple[Open, str]] = {
    "a hand that cannot knock": (lambda app: match_path(app), ANN_CANNOT_KNOCK),
    "Oklahoma": (
        lambda app: match_path(app, rules=PRESETS["oklahoma"], preset="oklahoma"),
        f"KH {ANN_KNOCKS}",
    ),
    "three players": (
        lambda app: match_path(app, names=("Cid", "Ann", "Bob"), table=Table.THREE),
        ANN_KNOCKS,
    ),
    "partners": (
        lambda app: match_path(app, names=("Ann", "Bob", "Cid", "Dan"), table=Table.PARTNERSHIP),
        ANN_KNOCKS,
    ),
}

KEYS = """() => [...document.querySelectorAll(".key")].map(key => {
  const { left, top, right, bottom } = key.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""

OUT_OF_REACH = """() => {
  const { innerWidth: width, innerHeight: height } = window;
  return [...document.querySelectorAll(".key, #save")].filter(each => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    if (left < 0 || top < 0 || right > width + 0.5 || bottom > height + 0.5) return true;
    const [near, far, high, low] = [left + 5, right - 5, top + 5, bottom - 5];
    const corners = [[near, high], [far, high], [near, low], [far, low]];
    return corners.some(([x, y]) => !each.contains(document.elementFromPoint(x, y)));
  }).map(each => each.getAttribute("aria-label") ?? each.innerText);
}"""
"""Keys, and the main button, of which a corner is off the screen or under something else."""

WATCH = """() => {
  const places = KEYS;
  const outOfReach = OUT_OF_REACH;
  const first = JSON.stringify(places());
  window.seen = { looks: 0, wrong: [] };
  const look = () => {
    const taken = document.querySelectorAll(".key:is([aria-pressed=true], [aria-disabled=true])").length;
    const out = outOfReach();
    seen.looks += 1;
    if (JSON.stringify(places()) !== first) seen.wrong.push(`after ${taken} cards keys have moved`);
    if (out.length) seen.wrong.push(`after ${taken} cards these are out of reach: ${out}`);
  };
  let isAwaited = false;
  const soon = () => {
    if (!isAwaited) requestAnimationFrame(() => { isAwaited = false; look(); });
    isAwaited = true;
  };
  new MutationObserver(soon).observe(document.body, { attributes: true, childList: true, subtree: true });
}""".replace("KEYS", KEYS).replace("OUT_OF_REACH", OUT_OF_REACH)
"""Looks at each frame in which something has changed: whether a key has moved or is out of reach."""

NEXT_FRAME = "() => new Promise(requestAnimationFrame)"

TORN = """() => [...document.querySelectorAll(".key")].filter(key => {
  const range = document.createRange();
  range.selectNodeContents(key.firstChild);
  const [rank, suit, box] = [range, key.querySelector("svg"), key].map(each => each.getBoundingClientRect());
  const inside = each => each.left >= box.left && each.right <= box.right && each.top >= box.top - 1
    && each.bottom <= box.bottom + 1;
  const apart = rank.right <= suit.left + 1 || rank.bottom <= suit.top + 4;
  return !inside(rank) || !inside(suit) || !apart || range.getClientRects().length > 1;
}).map(key => key.getAttribute("aria-label"))"""
"""Keys whose rank or suit reaches out of the key, into the other, or over two lines."""


def opened(sit: Sit, address: str, screen: tuple[int, int]) -> Player:
    """Ann's phone of this size, on the form of a hand that she knocked in."""
    width, height = screen
    ann = sit.down(viewport={"width": width, "height": height})
    ann.page.goto(address + "/hands/new?by=cards")
    ann.choose("Ann")
    return ann


def turn(ann: Player, screen: tuple[int, int]) -> None:
    """Gives Ann's screen another size."""
    width, height = screen
    ann.page.set_viewport_size({"width": width, "height": height})


def keys(page: Page) -> list[list[int]]:
    """Where each key of the pack stands on the screen."""
    return page.evaluate(KEYS)


@pytest.mark.parametrize(
    "screen, name",
    [
        ((390, 664), "Oklahoma"),
        ((320, 568), "a hand that cannot knock"),
        ((844, 390), "a hand that cannot knock"),
        *(
            pytest.param(screen, "a hand that cannot knock", marks=pytest.mark.full)
            for screen in ((390, 844), (390, 664), (360, 640), (1280, 800))
        ),
        pytest.param((390, 664), "three players", marks=pytest.mark.full),
        pytest.param((390, 664), "partners", marks=pytest.mark.full),
    ],
    ids=str,
)
def test_no_key_moves_and_nothing_lies_over_one(
    app: Flask, sit: Sit, screen: tuple[int, int], name: str
) -> None:
    table, anns = TABLES[name]
    ann = opened(sit, table(app), screen)
    ann.page.evaluate(WATCH)
    *cards, last = anns.split()
    *bobs, nineteenth, _twentieth = BOBS.split()
    for some in (cards[:1], cards[1:], [last], bobs, [nineteenth]):
        ann.take(" ".join(some))
        expect(ann.page.locator("[aria-busy]")).to_have_count(0)
        ann.page.evaluate(NEXT_FRAME)

    expect(ann.page.locator("[name=cards_1]")).to_have_value(" ".join([*bobs, nineteenth]))
    seen = ann.page.evaluate("() => seen")
    assert seen["wrong"] == []
    assert seen["looks"] >= 5


def test_a_whole_hand_can_be_saved_without_scrolling(app: Flask, sit: Sit) -> None:
    ann = opened(sit, match_path(app), SCREENS[0])
    ann.take(f"{ANN_KNOCKS} {BOBS}")
    expect(ann.button("Save: Bob +11")).to_be_visible()

    for screen in SCREENS:
        turn(ann, screen)
        expect(ann.button("Save: Bob +11"), f"on {screen}").to_be_in_viewport(ratio=1)


def test_a_hand_is_corrected_and_checked_with_the_whole_pack_in_reach(sit: Sit) -> None:
    ann = sit(BOB_BREAKS_HIS_EIGHTS, at="/hands/1/correct", viewport={"width": 390, "height": 664})
    expect(ann.page.get_by_role("heading", name="Correct hand 1")).to_be_visible()
    bob = ann.page.get_by_role("button", name="Bob 9 deadwood")
    ann.tap(bob)
    expect(bob).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate(OUT_OF_REACH) == []

    ann.page.goto(sit.match(knock(8, 20)) + "/hands/1/check")
    expect(ann.key("KC")).to_be_visible()
    assert ann.page.evaluate(OUT_OF_REACH) == []


def test_deadwood_can_be_saved_without_scrolling(app: Flask, sit: Sit) -> None:
    ann = opened(sit, match_path(app), SCREENS[0])
    ann.press("Numbers")
    ann.digits("820")
    expect(ann.button("Save: Ann +12")).to_be_visible()

    for screen in SCREENS:
        turn(ann, screen)
        expect(ann.button("Save: Ann +12"), f"on {screen}").to_be_in_viewport(ratio=1)


def test_keys_are_44_pixels_even_on_the_smallest_phone_and_48_where_they_fit(app: Flask, sit: Sit) -> None:
    """In any size of text, rank and suit stay whole and apart; and names are not broken on the side."""
    ann = opened(sit, match_path(app, names=("Ann", "Margaret")), SCREENS[0])
    for screen, least in (((320, 568), 44), ((390, 664), 48), ((1024, 768), 48), ((844, 390), 44)):
        turn(ann, screen)
        sizes = [min(right - left, bottom - top) for left, top, right, bottom in keys(ann.page)]
        assert min(sizes) >= least, screen
    name = ann.page.locator(".entry__who").get_by_text("Margaret", exact=True)
    assert name.evaluate("each => each.getClientRects().length === 1 && each.offsetHeight < 30")

    for large in ("100%", "200%"):
        ann.page.evaluate("large => { document.documentElement.style.fontSize = large }", large)
        for screen in SCREENS[:5]:
            turn(ann, screen)
            assert ann.page.evaluate(TORN) == [], (screen, large)
