"""While a hand is entered, the main button is in reach and no key of the pack moves."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from tests.browser.table import Player, Sit, match_path
from tests.gin.table import knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS

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


def test_on_a_phone_on_its_side_names_are_not_broken(app: Flask, sit: Sit) -> None:
    names = ("Ann", "Margaret")
    ann = opened(sit, match_path(app, names=names), (844, 390))
    name = ann.page.locator(".entry__who").get_by_text("Margaret", exact=True)

    assert name.evaluate("each => each.getClientRects().length === 1 && each.offsetHeight < 30")


def test_a_rank_and_its_suit_stay_whole_and_apart(app: Flask, sit: Sit) -> None:
    ann = opened(sit, match_path(app), SCREENS[0])
    for large in ("100%", "200%"):
        ann.page.evaluate("large => { document.documentElement.style.fontSize = large }", large)
        for screen in SCREENS[:5]:
            turn(ann, screen)
            assert ann.page.evaluate(TORN) == [], (screen, large)


def test_keys_are_44_pixels_even_on_the_smallest_phone_and_48_where_they_fit(app: Flask, sit: Sit) -> None:
    ann = opened(sit, match_path(app), SCREENS[0])
    for screen, least in (((320, 568), 44), ((390, 664), 48), ((844, 390), 44), ((1024, 768), 48)):
        turn(ann, screen)
        sizes = [min(right - left, bottom - top) for left, top, right, bottom in keys(ann.page)]
        assert min(sizes) >= least, screen
