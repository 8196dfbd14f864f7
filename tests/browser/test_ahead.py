"""What waits on a phone is a row of its sheet, and counts in its totals as it will on the server's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from hypothesis import given
from playwright.sync_api import Browser, Page, expect

from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD, Fault, HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Player
from models.gin.sheet.extra_lines import Penalty
from models.gin.sheet.sheet import sheet
from models.gin.sheet.two_numbers import worth_of_each
from tests.browser.away import FORM_IS_STORED, Away, stored
from tests.browser.network import OVERLOADED, Cut, Network, is_from_outbox
from tests.browser.table import Check, Phone, match_path, sit_down
from tests.browser.table import Player as Tapper
from tests.browser.test_face_to_face import figures, half, tap_in
from tests.browser.waiting import wait_until
from tests.gin.table import gin, knock
from tests.gin.test_two_numbers import games
from tests.profiles import examples
from tests.records.table import ANNS_PHONE, BOB_HAS_GIN
from tests.views.browser import Browser as Server
from tests.views.table import typed
from views.assets.bundles import script
from views.matches.outcomes import counted
from views.words.cards import coloured
from views.words.hand_result import explain

STATIC = Path(__file__).parents[2] / "static"

STANDING = "([code, ...of]) => new Function(`${code};return standing(...arguments)`)(...of)"
"""How a sheet stands with forms that wait, by the script of the service worker."""


@pytest.fixture(scope="module")
def blank(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    yield page
    page.close()


def form_of(fields: dict[str, str]) -> dict[str, object]:
    return {"url": "/m/x/hands/new", "entry": "1", "fields": [*fields.items()]}


@examples(12)
@given(game=games())
def test_a_phone_counts_as_the_engine_does(
    blank: Page, app: Flask, game: tuple[HouseRules, Sequence[Hand], Player]
) -> None:
    rules, hands, dealer = game
    code = script([STATIC], ["offline/outcomes"])
    state = {"totals": [0, 0], "boxes": [0, 0], "dealer": dealer, "left": rules.max_hands}
    with app.test_request_context():
        table = counted(rules) | {"names": ["Ann", "Bob"]}

    told = blank.evaluate(STANDING, [code, table, state, [form_of(typed(hand)) for hand in hands]])

    of_game = next((game.hands for game in sheet(hands, rules, dealer).games), ())
    lengths = range(1, len(of_game) + 1)
    ends = (
        each for each in lengths if max(of_game[each - 1].totals) >= rules.target or each == rules.max_hands
    )
    counts = next(ends, len(of_game))
    assert told["uncounted"] == len(hands) - counts
    assert [row["totals"] for row in told["rows"] if row["worth"]] == [
        list(hand.totals) for hand in of_game[:counts]
    ]


LANGUAGES = ("de", *(pytest.param(each, marks=pytest.mark.full) for each in ("en", "es", "fr", "zh")))

HOUSES = (
    STANDARD.but(knock_limit=5, knock_base=10, ace_points=15),
    PRESETS["palace"].but(big_gin_bonus=31, loser_negative=True, gin_off_bonus=25, gin_extra_boxes=2),
    PRESETS["straight"].but(gin_off_bonus=10, gin_off_vs_gin=True, gin_off_extra_boxes=2),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", HOUSES)
def test_a_phone_says_of_each_hand_what_its_sheet_will(
    blank: Page, app: Flask, rules: HouseRules, language: str
) -> None:
    code, names = script([STATIC], ["offline/outcomes"]), ("Ann", "Bob")
    hands = [replace(worth.hand.hand, knocker=1) for worth in worth_of_each(rules).values()][:-1]
    with app.test_request_context(headers={"Accept-Language": language}):
        table = counted(rules) | {"names": names, "target": 10**9}
        explained = [explain(sheet([hand], rules).hands[0], names, rules) for hand in hands]

    state = {"totals": [0, 0], "boxes": [0, 0], "dealer": 0}
    told = blank.evaluate(STANDING, [code, table, state, [form_of(typed(hand)) for hand in hands]])

    assert [
        (each["head"], each["story"], each["sum"]) for each in (row["worth"] for row in told["rows"])
    ] == [(words.head, words.story, coloured(words.sum).unescape()) for words in explained]


PREVIEW = "([code, ...of]) => new Function(`${code};return previewOf(...arguments)`)(...of)"

PARTS = """(answers) => answers.map((answer) => {
  const page = new DOMParser().parseFromString(answer, "text/html");
  page.querySelector(".after")?.remove();
  const ids = ["deadwood_0-error", "deadwood_1-error", "offer", "verdict", "save"];
  const parts = ids.map((id) => page.getElementById(id));
  const { className, dataset } = parts.at(-1);
  return [...parts.map(({ textContent }) => textContent.trim()), className, dataset.place ?? ""];
})"""

OF_TWO = """ data-ahead='["digest",0,[],[0,0],[0,0],0]'"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", HOUSES)
def test_a_phone_previews_two_numbers_as_the_server_does(
    blank: Page, app: Flask, rules: HouseRules, language: str
) -> None:
    """Also numbers that the rules refuse, sums, blank fields, and a knock that is gin."""
    names, code = ("ann", "Bob"), script([STATIC], ["offline/ahead_sheet"])
    server = Server(app.test_client())
    server.device = ANNS_PHONE
    path = match_path(app, rules=rules, names=names) + "/hands/new?by=deadwood"
    sent = server.get(path).form_with({"save"}).inputs | {"preview": "1"}
    asked = {"headers": {"X-Part": "preview", "Accept-Language": language}}
    with app.test_request_context(headers=asked["headers"]):
        table = counted(rules) | {"names": names}
    forms = [
        {"by": "deadwood", "knocker": "0", "outcome": ending, "deadwood_0": own, "deadwood_1": other}
        for ending in table["worth"]
        if ending != "dead"
        for own in ("", "0", "1", "2+4", "98", "120")
        for other in ("", "0", "20", "111")
    ]

    of_phone = [blank.evaluate(PREVIEW, [code, OF_TWO, [form_of(each)], table]) for each in forms]
    of_server = [server.client.post(path, data=sent | form, **asked).text for form in forms]

    assert blank.evaluate(PARTS, of_phone) == blank.evaluate(PARTS, of_server)


def test_a_name_may_have_any_signs(blank: Page, app: Flask) -> None:
    """Also those that stand for something in a replacement."""
    code = script([STATIC], ["offline/ahead_sheet"])
    with app.test_request_context():
        table = counted(STANDARD) | {"names": ["$& $$", "Bob"]}

    parts = blank.evaluate(PREVIEW, [code, OF_TWO, [form_of(typed(knock(2, 9)))], table])

    assert "Save: $&#38; $$ +7" in parts


ROWS = """() => [...document.querySelectorAll(".hand-table tbody tr")].map((row) => [row, ...row.cells]).map(
  ([{ className }, number, , ...sides]) => ({
  waits: className === "waits",
  number: Number(number.innerText),
  points: sides.map((side) => Number((side.querySelector("b")?.innerText ?? "0").replace("−", "-"))),
  totals: sides.map((side) => side.querySelector("span")?.innerText ?? "").join(" "),
  }),
)"""

FILL_IN = """([fields]) => {
  const save = document.querySelector('[name="save"]');
  for (const [name, value] of Object.entries(fields)) save.form.elements[name].value = value;
  save.form.requestSubmit(save);
}"""


class Kitchen:
    """A match on a phone whose server is killed again and again, and what should be on its sheet."""

    def __init__(self, away: Away, random: Random, rules: HouseRules) -> None:
        self.away, self.random, self.rules = away, random, rules
        self.lines: tuple[Hand | Penalty, ...] = ()
        self.before: list[tuple[Hand | Penalty, ...]] = []
        self.is_away, self.shown, self.compared = False, 0, 0

    def happen(self, act: str) -> None:
        self.come_and_go(stays=act == "correct" or (act == "undo" and not self.can_undo))
        if act == "undo":
            self.undo()
        elif act == "correct":
            self.correct()
        else:
            self.add(act)
        self.away.page.wait_for_url(lambda url: url.endswith(self.away.path))
        self.look()

    def come_and_go(self, *, stays: bool) -> None:
        """The server is killed, or there again."""
        if self.is_away and (stays or self.random.random() < 0.3):
            self.away.come_back()
            self.away.says_nothing()
            self.away.page.goto(self.away.path)
            self.is_away = False
            self.look()
        elif not (self.is_away or stays) and self.random.random() < 0.3:
            self.leave()

    def leave(self) -> None:
        self.away.leave()
        self.is_away = True

    @property
    def can_undo(self) -> bool:
        return self.away.page.get_by_role("button", name="Undo").count() > 0

    def undo(self) -> None:
        if self.before and self.can_undo:
            with self.away.page.expect_navigation():
                self.away.ann.press("Undo")
            self.lines = self.before.pop()

    def correct(self) -> None:
        """The server is killed between the form and its save."""
        places = [place for place, line in enumerate(self.lines) if isinstance(line, Hand)]
        if not places:
            return
        self.open(f"hands/{len(places)}/correct?by=deadwood")
        if self.random.random() < 0.5:
            self.leave()
        hand = self.hand()
        self.save(hand, (*self.lines[: places[-1]], hand, *self.lines[places[-1] + 1 :]))

    def add(self, act: str) -> None:
        line = Penalty(self.random.randrange(2), Fault.OTHER, 10) if act == "penalty" else self.hand()
        self.open("lines/new?kind=penalty" if act == "penalty" else "hands/new?by=deadwood")
        if not self.is_away and self.random.random() < 0.2:
            self.away.net.cuts = [Cut.AFTER, Cut.AFTER]  # Chromium tries it twice.
        self.save(line, (*self.lines, line))

    def open(self, form: str) -> None:
        self.away.page.goto(f"{self.away.path}/{form}")

    def save(self, line: Hand | Penalty, lines: tuple[Hand | Penalty, ...]) -> None:
        with self.away.page.expect_navigation():
            self.away.page.evaluate(FILL_IN, [typed(line)])
        self.before.append(self.lines)
        self.lines = lines

    def hand(self) -> Hand:
        """No two are alike: the same hand twice counts once."""
        self.shown += 1
        own, against = self.shown % 10 + 1, 99 - self.random.randrange(60)
        won = [knock(own, against - self.shown % 30), gin(self.shown), knock(10, self.shown % 10)]
        return replace(self.random.choice(won), knocker=self.random.randrange(2))

    def look(self) -> None:
        """Whatever is shown with its points is right; on a sheet of the server, every hand is shown."""
        made_sheet = sheet(self.lines, self.rules)
        made = {hand.number: hand for hand in made_sheet.hands}
        page = self.away.page
        rows = [row for row in page.evaluate(ROWS) if row["number"]]
        is_partly = page.get_by_text("Not counted yet").count() > 0
        is_whole = not page.locator("html[data-stored], .waits").count()
        if is_whole:
            assert [row["number"] for row in rows] == sorted(made, reverse=True)
        for row in rows:
            hand = made.get(row["number"])
            if is_whole or (row["waits"] and any(row["points"])):
                assert hand is not None
                assert row["points"] == [hand.gain * (side == hand.winner) for side in (0, 1)]
                self.compared += 1
                if not is_partly:
                    assert row["totals"] == "{} {}".format(*hand.totals)
        if not is_partly:
            expect(page.locator(".total__points")).to_have_text(
                [str(total) for total in made_sheet.game.running]
            )
            expect(page.locator(".total", has=page.locator(".badge"))).to_contain_text(
                "Ann" if made_sheet.next_dealer == 0 else "Bob"
            )

    def settle(self) -> None:
        """The server is back, and everything is on its sheet."""
        if self.is_away:
            self.away.come_back()
        self.away.says_nothing()
        self.away.page.goto(self.away.path)
        self.look()


ACTS = ["hand"] * 60 + ["undo"] * 20 + ["correct"] * 10 + ["penalty"] * 5


@pytest.mark.full
def test_an_evening_with_a_server_that_is_killed_again_and_again(
    app: Flask, net: Network, phone: Phone
) -> None:
    """Hands, undos, corrections and penalties in any order: each row of each sheet is right."""
    random, rules = Random(7), STANDARD.but(target=9_999)
    page = sit_down(phone(service_workers="allow"), app, net.address)
    away = Away(Tapper(page), net, app, match_path(app, rules=rules))
    stored(page, away.path)
    kitchen = Kitchen(away, random, rules)
    for act in random.sample(ACTS, len(ACTS)):
        kitchen.happen(act)
    kitchen.settle()
    assert kitchen.compared > 500


def test_three_hands_without_a_network_are_on_the_sheet_and_the_home_page(away: Away, axe: Check) -> None:
    """Also after a hand that ends the game: the final score follows."""
    away.enter("Ann", 2, 46)
    away.page.goto(away.path)
    away.leave()
    away.enter("Bob", 18, 9)
    away.fill_in(away.page, "Ann", 9, 2)
    expect(away.ann.button("Save: Bob +17")).to_be_visible()
    away.ann.sees("Bob undercuts, +17.")
    away.ann.press("Save: Bob +17")
    away.ann.sees(
        "Ann deals", "44", "56 to go", "1 box", "Bob", "26", "74 to go", "2 boxes", "Bob undercuts, +17."
    )
    away.says("Saved on this phone: 2 hands. They are sent by themselves.")
    expect(away.ann.hands.first).to_have_text(re.compile(r"3.*Undercut not sent · 9 v 2.*44.*\+17.*26"))
    axe(away.page)
    away.page.goto("/")
    away.ann.sees("Ann 44", "Bob 26")

    away.enter("Ann", 1, 98)
    away.ann.sees("Ann knocks, +97.", "141", "The final score follows when the network is back.")
    away.enter("Ann", 1, 20)
    away.ann.sees("Ann knocks, +97.", "141", "Not counted yet: 1")
    away.come_back()
    away.says_nothing()
    away.page.goto(away.path)
    away.ann.sees("Ann wins")


def test_a_hand_whose_answer_was_lost_counts_once(away: Away) -> None:
    """Another phone adds a hand meanwhile, and the phone sees the sheet with both."""
    away.enter("Ann", 1, 20)
    away.net.cuts = [Cut.AFTER, Cut.AFTER]  # Chromium tries it twice.
    away.net.proxy = lambda request: OVERLOADED if not away.net.cuts and is_from_outbox(request) else None
    away.enter("Ann", 2, 20)
    away.bob_adds(BOB_HAS_GIN)
    away.page.goto(away.path)
    away.says("Saved on this phone: 1 hand.")
    expect(away.ann.hands).to_have_count(3)
    expect(away.page.locator(".waits")).to_have_count(0)
    away.leave()
    away.enter("Ann", 3, 20)
    expect(away.ann.hands).to_have_count(4)
    expect(away.page.locator(".waits")).to_have_count(1)
    away.ann.sees("54")  # 19 + 18 + 17


def test_what_the_server_would_refuse_is_said_without_a_network(away: Away) -> None:
    """In the form and face to face; a knock without deadwood goes on as gin."""
    away.page.goto(f"{away.path}/face-to-face")
    wait_until(away.page, FORM_IS_STORED, "/hands/new?by=deadwood")
    away.leave()
    tap_in(away.ann, "Bob", "I knocked", "1", "2")
    tap_in(away.ann, "Ann", "2", "0")
    expect(half(away.ann, "Bob").get_by_role("alert")).to_have_text(
        "Bob can’t knock: 12 deadwood (limit 10)."
    )

    away.fill_in(away.page, "Ann", 12, 20)
    away.ann.sees("Ann can’t knock: 12 deadwood (limit 10).")
    away.ann.press("Save")
    expect(away.page.locator("#deadwood_0")).to_be_focused()
    away.ann.write(deadwood_0="0")
    away.ann.sees("No deadwood means gin.")
    away.ann.press("Save: Ann +40")
    away.ann.follow("Sheet")
    away.ann.sees("Ann goes gin, +40.", "Bob had 20 deadwood.", "20\u00a0+\u00a020 for gin =\u00a040.")


def test_nobody_is_said_to_deal_after_what_is_not_counted(app: Flask, net: Network, phone: Phone) -> None:
    page = sit_down(phone(service_workers="allow"), app, net.address)
    away = Away(Tapper(page), net, app, match_path(app, rules=PRESETS["oklahoma"], preset="oklahoma"))
    stored(page, away.path)
    expect(page.locator(".badge")).to_have_text("deals")
    away.leave()
    page.goto(f"{away.path}/hands/new?by=deadwood")
    away.ann.press("Nobody – save a dead hand")
    away.ann.sees("Not counted yet: 1")
    expect(page.locator(".badge")).to_have_count(0)


def test_the_first_hand_of_a_match_may_wait(away: Away) -> None:
    away.leave()
    away.enter("Bob", 40, 3)
    expect(away.ann.hands).to_have_text([re.compile(r"1.*Knock not sent · 3 v 40.*\+37")])
    away.ann.sees("Bob knocks, +37.")


FORGET_ALL = """async path => {
  const pages = await caches.open("pages");
  for (const each of await pages.keys()) if (each.url.includes(path)) await pages.delete(each);
}"""


@pytest.mark.full
def test_face_to_face_goes_on_without_a_network_on_a_phone_that_has_seen_nothing_else(away: Away) -> None:
    away.page.evaluate(FORGET_ALL, away.path)
    away.page.set_viewport_size({"width": 390, "height": 664})
    away.page.goto(f"{away.path}/face-to-face")
    wait_until(away.page, FORM_IS_STORED, "/hands/new?by=deadwood")
    away.leave()
    tap_in(away.ann, "Bob", "I knocked", "2")
    tap_in(away.ann, "Ann", "9", "Done")
    tap_in(away.ann, "Ann", "Save: Bob +7")
    figures(away.ann, ann_has="0", bob_has="7")
    away.ann.sees("93 to go · 1 box", "Bob knocks, +7.")
    expect(half(away.ann, "Ann").locator(".badge")).to_have_text("deals")
    away.says("Waiting to be sent: 1")
    expect(half(away.ann, "Ann").get_by_text("I knocked")).to_be_in_viewport(ratio=1)
    tap_in(away.ann, "Ann", "Gin")
    tap_in(away.ann, "Bob", "9", "8")
    tap_in(away.ann, "Ann", "Save: Ann +118")
    expect(half(away.ann, "Bob").locator(".half__facts")).to_contain_text("The final score follows")

    away.come_back()
    away.says_nothing()
    assert away.hands() == ["2", "0"]


@pytest.mark.full
def test_a_list_of_matches_says_what_was_seen_last(away: Away) -> None:
    """It is kept with each sheet; one of the server stays as it is, whatever waits behind a refused hand."""
    away.enter("Ann", 1, 20)
    wait_until(away.page, LIST_SAYS, "19")
    away.leave()
    away.page.goto("/")
    away.ann.sees("Ann 19", "Bob 0")

    away.enter("Ann", 2, 20)
    away.enter("Ann", 3, 20)
    away.bob_adds(BOB_HAS_GIN)
    away.come_back()
    away.says("Not saved, please check: 1")
    away.bob_adds(gin(11, by=1))
    away.page.goto("/")
    away.ann.sees("Bob 69")


LIST_SAYS = """async (total) => {
  const list = await (await caches.open("pages")).match("/", { ignoreVary: true });
  return (await list.text()).includes(`<span class="match__total">${total}<`);
}"""

SHEET_IS_KEPT = """async ([path, total]) => {
  const kept = await (await caches.open("pages")).match(`${path}?view=both`, { ignoreVary: true });
  return Boolean((await kept?.text())?.includes(`>${total}</p>`));
}"""


@pytest.mark.full
def test_both_views_of_a_sheet_are_as_new_without_a_network(away: Away) -> None:
    away.page.goto(f"{away.path}/face-to-face")
    away.bob_adds(BOB_HAS_GIN)
    figures(away.ann, ann_has="0", bob_has="38")
    wait_until(away.page, SHEET_IS_KEPT, [away.path, "38"])
    away.leave()
    away.ann.follow("Sheet")
    expect(away.page.locator(".total__points")).to_have_text(["0", "38"])
    away.page.goto(f"{away.path}/face-to-face")
    figures(away.ann, ann_has="0", bob_has="38")


@pytest.mark.full
def test_a_list_that_counts_games_goes_on_counting_games(app: Flask, net: Network, phone: Phone) -> None:
    page = sit_down(phone(service_workers="allow"), app, net.address)
    away = Away(Tapper(page), net, app, match_path(app, rules=STANDARD.but(games_to_win=2)))
    stored(page, away.path)
    away.leave()
    away.enter("Ann", 1, 20)
    away.ann.sees("Ann knocks, +19.")
    page.goto("/")
    away.ann.sees("Ann 0", "Bob 0")


def test_a_hand_that_waits_is_a_moment_of_its_own(away: Away) -> None:
    away.bob_adds(BOB_HAS_GIN)
    away.page.goto(away.path)
    main = away.page.get_by_role("main")
    expect(main).to_have_attribute("data-ending", "gin")
    away.leave()
    away.enter("Ann", 1, 20)
    expect(main).to_have_attribute("data-ending", "knock")
    away.page.goto(f"{away.path}/hands/new?by=deadwood&outcome=gin")
    away.ann.press("Nobody – save a dead hand")
    expect(main).to_have_attribute("data-ending", "dead")


def test_a_preview_without_a_network_has_any_name(app: Flask, net: Network, phone: Phone) -> None:
    page = sit_down(phone(service_workers="allow"), app, net.address)
    away = Away(Tapper(page), net, app, match_path(app, names=("A $& {save}", "Bob")))
    stored(page, away.path)
    away.leave()
    away.fill_in(page, "A $& {save}", 1, 20)
    expect(away.ann.button("Save: A $& {save} +19")).to_be_visible()
    away.ann.sees("A $& {save} knocks, +19.")


def test_undo_names_the_hand_that_waits_also_in_chinese(app: Flask, net: Network, phone: Phone) -> None:
    """Its colon is another one."""
    page = sit_down(phone(service_workers="allow", locale="zh"), app, net.address)
    away = Away(Tapper(page), net, app, match_path(app))
    stored(page, away.path)
    away.enter("Ann", 1, 20)
    page.goto(away.path)
    away.leave()
    away.enter("Ann", 2, 20)
    expect(page.locator(".actions small")).to_have_text("第 2 手")


def test_an_undo_of_what_the_server_has_counts_too(away: Away) -> None:
    """The next hand has its number, and the game that would be over goes on."""
    away.enter("Ann", 2, 19)
    away.enter("Bob", 21, 3)
    away.page.goto(away.path)
    away.leave()
    with away.page.expect_navigation():
        away.ann.press("Undo")
    away.ann.sees("Undo · Hand 2", "17", "83 to go")
    assert "18" not in away.page.locator(".totals").inner_text()
    expect(away.page.get_by_text("Not counted yet")).to_have_count(0)

    away.enter("Bob", 98, 2)
    away.ann.sees("Bob knocks, +96.", "4 to go")
    expect(away.page.get_by_text("The final score follows")).to_have_count(0)
    away.come_back()
    away.says_nothing()
    away.page.goto(away.path)
    away.ann.sees("Bob knocks, +96.", "4 to go")


@pytest.mark.full
def test_face_to_face_says_that_a_game_is_over(away: Away, axe: Check) -> None:
    away.page.set_viewport_size({"width": 844, "height": 390})
    away.page.goto(f"{away.path}/face-to-face")
    wait_until(away.page, FORM_IS_STORED, "/hands/new?by=deadwood")
    away.leave()
    for digits in ("98", "97"):
        tap_in(away.ann, "Bob", "I knocked", "2")
        tap_in(away.ann, "Ann", *digits)
        tap_in(away.ann, "Ann", f"Save: Bob +{int(digits) - 2}")
    away.ann.sees("191", "The final score follows when the network is back.")
    expect(away.page.get_by_role("link", name="I knocked")).to_have_count(0)
    figure = half(away.ann, "Bob").locator(".screen__points")
    assert figure.evaluate("each => each.scrollWidth <= each.clientWidth")
    axe(away.page)
