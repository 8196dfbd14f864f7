"""Sheets on a small phone: what is in view, the menu, the winning moment, larger tables and columns."""

from itertools import product

import pytest
from flask import Flask
from playwright.sync_api import expect

from models.gin.hand.declaration import Count, Ending, Points
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD
from models.gin.rules.options import Stake
from models.gin.rules.seating import Table
from tests.browser.layout import beyond_the_side, cut_off, draw_with_tall_lines, overlapping, small_targets
from tests.browser.table import LONG_NAMES, Check, Phone, Player, Sit, match_path
from tests.browser.test_small_phones import EVERY
from tests.gin.table import BOB, gin, knock
from tests.gin.test_seating import dead, won
from tests.records.table import ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS, BOB_HAS_GIN, DEAD

RULES = STANDARD.but(target=60, stake_per_point=Stake.parse("0.05 EUR"))
OF_THREE = (won(1, 12, 2), won(0, 30, 1), dead(0, 2), won(2, 15, 0))
OF_PARTNERS = (won(0, 12, 1), won(3, 10, 2), won(0, 30, 3), dead(1, 2), won(2, 15, 1))

SHEETS = {
    "three": (Table.THREE, RULES, OF_THREE),
    "three, over": (Table.THREE, RULES, (*OF_THREE, won(0, 45, 2))),
    "three, in columns": (Table.THREE, RULES.but(columns=3), (*OF_THREE, won(0, 45, 2))),
    "partners": (Table.PARTNERSHIP, RULES, OF_PARTNERS),
    "partners, over": (Table.PARTNERSHIP, RULES, (*OF_PARTNERS, won(0, 45, 3))),
    "partners, in columns": (Table.PARTNERSHIP, RULES.but(columns=3), OF_PARTNERS),
}


some = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in {"three, in columns", "partners, over"} else pytest.mark.full)
        for name in SHEETS
    ],
)
"""The most that stands on a sheet of three and on one of partners; ``make test-all`` takes them all."""


def laid_out(app: Flask, name: str, names: tuple[str, ...]) -> str:
    """The address of one of the sheets."""
    table, rules, hands = SHEETS[name]
    played: tuple[Hand, ...] = hands
    return match_path(app, *played, rules=rules, names=names[: table.people], table=table)


@some
def test_all_of_it_is_there_on_a_small_phone(
    app: Flask, sit: Sit, subtests: pytest.Subtests, name: str
) -> None:
    page = sit.down().page
    page.goto(laid_out(app, name, (*LONG_NAMES, "Christopher", "Margaret")))
    with subtests.test():
        assert small_targets(page, EVERY) == []
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 700})
        with subtests.test(width=width):
            assert (beyond_the_side(page), overlapping(page)) == ([], [])
    draw_with_tall_lines(page)
    with subtests.test(typeface="with tall lines"):
        assert (beyond_the_side(page), overlapping(page)) == ([], [])


@some
def test_letters_twice_as_large_are_all_there(
    app: Flask, sit: Sit, subtests: pytest.Subtests, name: str
) -> None:
    page = sit.down().page
    page.goto(laid_out(app, name, ("Ann", "Bob", "Margaret", "Dan")))
    page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    with subtests.test():
        assert (beyond_the_side(page), cut_off(page), overlapping(page)) == ([], [], [])
    draw_with_tall_lines(page)
    with subtests.test(typeface="with tall lines"):
        assert (beyond_the_side(page), cut_off(page), overlapping(page)) == ([], [], [])


ABOVE_BAR = """rows => {
  const bar = document.querySelector(".actions__row").getBoundingClientRect().top;
  const boxes = rows.map(row => row.getBoundingClientRect());
  return boxes.filter(({ bottom }) => bottom <= bar).map(({ height }) => height);
}"""
"""The heights of the rows above the bar."""

IN_VIEW = """each => {
  const { top, bottom } = each.getBoundingClientRect();
  return each.checkVisibility() && top >= 0 && bottom <= innerHeight;
}"""

NAMED_BY_NUMBER = "all => all.every(link => /^Hand \\d+:/.test(link.innerText))"

AT_ROW_ENDS = """row => {
  const { top, bottom, left, right } = row.getBoundingClientRect();
  return [left + 8, (left + right) / 2, right - 8].map(
    x => document.elementFromPoint(x, (top + bottom) / 2).closest("a") === row.querySelector("a"));
}"""

CUT = """rows => rows.filter(row => {
  const box = row.getBoundingClientRect();
  return [...row.querySelectorAll("span:not(.aside), i")].some(each => {
    const { right, bottom } = each.getBoundingClientRect();
    return each.scrollWidth > each.clientWidth + 1 || right > box.right + 1 || bottom > box.bottom + 1;
  });
}).map(row => row.innerText)"""
"""The rows of which something is cut."""

UNDER_EACH_OTHER = """all => all.filter(points =>
  points.nextElementSibling.getBoundingClientRect().top > points.getBoundingClientRect().bottom - 2
).map(points => points.parentElement.innerText)"""
"""The points that stand above their total, not beside it."""

TOTALS_ENDS = """cells => new Set(cells.map(cell => Math.round(cell.getBoundingClientRect().right))).size"""


NAMES = ("Margaret", "Harold", "Dorothy", "Walter")
LONG = ("Maximiliane-Charlotte", "Christopher Wellington")
PLAYED = (ANN_KNOCKS, BOB_HAS_GIN, DEAD, ANN_KNOCKS, DEAD, BOB_BREAKS_HIS_EIGHTS)
TO_1000 = STANDARD.but(target=1000)

IN_VIEW_ABOVE_BAR = {
    "two": (Table.TWO, TO_1000, PLAYED, NAMES, (390, 664), "", 5),
    "two on the smallest": (Table.TWO, TO_1000, PLAYED, NAMES, (320, 568), "", 4),
    "long names": (Table.TWO, TO_1000, PLAYED, LONG, (390, 664), "", 5),
    "long names, very large": (Table.TWO, TO_1000, PLAYED, LONG, (360, 640), "largest", 1),
    "three": (Table.THREE, TO_1000, OF_THREE * 2, NAMES, (390, 664), "", 5),
    "partners": (Table.PARTNERSHIP, TO_1000, (*OF_PARTNERS, OF_PARTNERS[1]), NAMES, (390, 664), "", 5),
    "Hollywood": (Table.TWO, TO_1000.but(columns=3), PLAYED, NAMES, (390, 664), "", 4),
    "five columns": (Table.TWO, TO_1000.but(columns=5), PLAYED, NAMES, (360, 640), "", 3),
}
"""Sheets with a screen and a size of text, and how many rows are in view above the bar."""


def test_hands_are_in_view_below_a_long_story(sit: Sit, subtests: pytest.Subtests) -> None:
    page = (ann := sit.down()).page
    for sheet, (table, rules, played, names, (width, height), text, hands) in IN_VIEW_ABOVE_BAR.items():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(sit.match(*played, rules=rules, names=names[: table.people], table=table))
        page.evaluate("size => { document.documentElement.dataset.textSize = size }", text)
        seen = ann.hands.evaluate_all(ABOVE_BAR)
        with subtests.test(sheet):
            assert len(seen) >= hands
            assert [height for height in seen if not 40 <= height < (80 if text else 43)] == []


SUM_IS_SEEN = """sum => {
  const range = document.createRange();
  range.selectNodeContents(sum);
  return [...range.getClientRects()].every(({ left, top, bottom }) =>
    document.elementFromPoint(left + 1, (top + bottom) / 2)?.closest(".said__hand"));
}"""


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "zh"])
def test_the_sum_of_the_last_hand_is_never_cut(sit: Sit, language: str) -> None:
    page = sit.down(viewport={"width": 390, "height": 664}, locale=language).page
    for sheet in ("two", "long names", "long names, very large", "three", "partners"):
        table, rules, played, names, _screen, text, _hands = IN_VIEW_ABOVE_BAR[sheet]
        page.goto(sit.match(*played, rules=rules, names=names[: table.people], table=table))
        page.evaluate("size => { document.documentElement.dataset.textSize = size }", text)
        assert page.locator(".said__hand > .soft").evaluate(SUM_IS_SEEN), sheet


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "zh"])
def test_what_a_hand_was_is_never_cut(sit: Sit, language: str) -> None:
    over = Count(Ending.KNOCK, 10, 45), Count(Ending.GIN, 0, 98), Count(Ending.BIG_GIN, 0, 98), Points(25)
    hands = [Hand(0, laid) for laid in over]
    page = sit(*hands, *PLAYED, rules=TO_1000.but(big_gin_bonus=31), names=NAMES[:2], locale=language).page
    rows = page.locator(".hand-table tbody th > *")
    expect(rows).to_have_count(10)
    for text, width in product(("", "largest"), (320, 360, 390)):
        page.set_viewport_size({"width": width, "height": 664})
        page.evaluate("size => { document.documentElement.dataset.textSize = size }", text)
        assert rows.evaluate_all(CUT) == [], (text, width)
        points = page.locator(".hand-table td > b:has(+ span)")
        assert points.count() == 8
        assert points.evaluate_all(UNDER_EACH_OTHER) == [], (text, width)


def test_a_row_is_one_link_called_by_its_number_with_each_total_in_its_column(sit: Sit) -> None:
    ann = sit(ANN_KNOCKS, BOB_HAS_GIN, DEAD, BOB_BREAKS_HIS_EIGHTS)

    assert ann.hands.locator("a").evaluate_all(NAMED_BY_NUMBER)
    assert ann.hands.first.evaluate(AT_ROW_ENDS) == [True, True, True]
    for side in (3, 4):
        assert ann.page.locator(f".hand-table td:nth-child({side}) > span").evaluate_all(TOTALS_ENDS) == 1
    ann.tap(ann.page.get_by_role("link", name="Hand 4: Undercut"))
    ann.page.wait_for_url("**/hands/4")


@pytest.mark.parametrize("width, height", [(390, 664), (664, 390)])
def test_the_menu_has_five_entries_and_more_and_all_of_it_is_in_view(
    sit: Sit, width: int, height: int
) -> None:
    ann = sit(ANN_KNOCKS, viewport={"width": width, "height": height})
    ann.open_menu()

    expect(ann.page.locator(".menu__list > li")).to_have_count(6)
    assert ann.page.locator(".menu__list").evaluate(IN_VIEW)
    more = ann.page.locator(".menu__more > summary").bounding_box()
    ann.page.touchscreen.tap(more["x"] + 40, more["y"] + 20)
    expect(ann.page.get_by_role("link", name="Export")).to_be_visible()
    assert ann.page.locator(".menu__list").evaluate(IN_VIEW)
    ann.follow("Delete this match")


def test_the_menu_closes_when_something_else_is_tapped(sit: Sit) -> None:
    ann = sit()
    ann.open_menu()
    expect(ann.page.get_by_role("link", name="History")).to_be_visible()
    ann.page.touchscreen.tap(195, 500)
    expect(ann.page.get_by_role("link", name="History")).to_be_hidden()


def test_who_played_before_is_filled_in_where_they_are_typed(app: Flask, sit: Sit) -> None:
    ann = sit.down()
    match_path(app)
    ann.page.goto("/matches/new")
    ann.press("Ann and Bob")

    expect(ann.field("name_0")).to_have_value("Ann")
    expect(ann.field("name_1")).to_have_value("Bob")
    expect(ann.page.locator("#first_dealer .segment__face").last).to_have_text("Bob")
    assert ann.page.url.endswith("/matches/new")


def test_how_the_first_dealer_is_found_follows_the_rules(phone: Phone) -> None:
    ann = Player(phone())
    ann.page.goto("/matches/new")
    expect(ann.page.locator("#first_dealer")).to_contain_text("Cut the cards or toss a coin")
    ann.tap(ann.page.get_by_text("Rules: Standard, to 100"))
    ann.tap(ann.page.get_by_text("More rules"))
    ann.tap(ann.page.get_by_role("radio", name="Lay-offs against gin"))

    expect(ann.page.locator("#first_dealer")).to_contain_text("the higher one deals")


TARGETS_ONLY = {"runOnly": {"type": "rule", "values": ["target-size"]}}

SCROLLED = "y => scrollTo(0, y)"

BOTTOMS = """() => {
  scrollTo(0, 100000);
  const places = [...document.querySelectorAll(".main > *, .actions, .actions .button")];
  return [document.scrollingElement.scrollHeight, ...places.map(each => each.getBoundingClientRect().bottom)];
}"""

STICKY = "() => document.body.classList.remove('fixes-bar')"


@pytest.mark.parametrize("path", ["", "/houses/own/change?from=pagat"])
def test_a_bar_that_is_fixed_leaves_all_targets_and_the_end_of_the_page_where_they_were(
    app: Flask, sit: Sit, axe: Check, path: str
) -> None:
    page = sit.down(viewport={"width": 412, "height": 823}).page
    page.goto(path or match_path(app, *PLAYED * 3, rules=TO_1000))
    expect(page.locator(".actions")).to_have_css("position", "fixed")
    for y in range(0, 40, 8):
        page.evaluate(SCROLLED, y)
        axe(page, TARGETS_ONLY)

    fixed = page.evaluate(BOTTOMS)
    page.evaluate(STICKY)
    expect(page.locator(".actions")).to_have_css("position", "sticky")
    assert page.evaluate(BOTTOMS) == pytest.approx(fixed, abs=1)


HELD = "addEventListener('DOMContentLoaded', () => { document.body.style.contain = 'layout' })"
"""A container that holds what is fixed in it, as browsers had until 2024."""


def test_the_bar_stays_at_the_edge_of_the_screen_where_nothing_can_be_fixed(app: Flask, sit: Sit) -> None:
    page = sit.down(viewport={"width": 390, "height": 664}).page
    page.add_init_script(HELD)
    with page.expect_response("**/after_sheet.js"):
        page.goto(match_path(app, *PLAYED * 3, rules=TO_1000))
    page.wait_for_function("() => document.body.style.getPropertyValue('--bar')")

    expect(page.locator(".actions")).to_have_css("position", "sticky")
    assert page.locator(".actions .button").first.evaluate(IN_VIEW)


EVENING = (knock(9, 27), knock(9, 34), knock(9, 21, by=BOB), gin(5), knock(9, 31, by=BOB)) * 4


def test_no_column_is_beyond_the_side_of_a_small_phone(
    app: Flask, phone: Phone, subtests: pytest.Subtests
) -> None:
    page = phone(viewport={"width": 360, "height": 740})
    for columns in (3, 5):
        page.goto(match_path(app, *EVENING, rules=RULES.but(target=200, columns=columns), names=LONG_NAMES))
        frames = page.locator(".hollywood").evaluate_all(
            "all => all.map(each => each.scrollWidth - each.clientWidth)"
        )
        with subtests.test(columns=columns):
            assert frames == [0] * (1 if columns <= 3 else 2)
            expect(page.locator(".columns [scope=colgroup]")).to_have_count(columns)
