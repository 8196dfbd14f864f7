"""The printed score sheet: on A4 and on Letter nothing is cut, and every page has its headings."""

import re
import zlib

import pytest
from flask import Flask
from playwright.sync_api import Page

from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import Stake
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from tests.browser.layout import beyond_the_side, overlapping
from tests.browser.table import LONG_NAMES, Phone, Sit, match_path
from tests.browser.test_sheets import OF_PARTNERS, OF_THREE
from tests.gin.table import BOB, DEAD, gin, knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS

MILLIMETRE = 96 / 25.4
MARGIN = 12
PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}
"""Width and height in millimetres."""
SMALL = {"A5": (148, 210)}

NOTHING_CUT: dict[str, list[str]] = {paper: [] for paper in PAPERS}

EVENING = (knock(5, 37), gin(16, by=BOB), knock(8, 20), DEAD, gin(18), BOB_BREAKS_HIS_EIGHTS)
GAMES = STANDARD.but(games_to_win=3, target=60)
ZERO_SUM = PRESETS["sydney"]
HOLLYWOOD = STANDARD.but(columns=3, stake_per_point=Stake.parse("0.05 EUR"))
LONG = (knock(8, 20), gin(9, by=BOB)) * 20

SHEETS: dict[str, tuple[HouseRules, Table, tuple[Hand, ...], int]] = {
    "an evening": (STANDARD, Table.TWO, EVENING, 1),
    "nothing played": (STANDARD, Table.TWO, (), 1),
    "several games": (GAMES, Table.TWO, (gin(60), gin(60, by=BOB), knock(1, 50), gin(50)), 2),
    "forty hands": (STANDARD.but(target=1000), Table.TWO, LONG, 2),
    "zero sum": (ZERO_SUM, Table.TWO, (knock(2, 30), gin(40, by=BOB)), 1),
    "columns": (HOLLYWOOD, Table.TWO, (knock(5, 45), knock(5, 40), knock(8, 30, by=BOB), gin(38)), 1),
    "forty hands in columns": (HOLLYWOOD.but(target=1000), Table.TWO, LONG, 2),
    "three in five columns": (HOLLYWOOD.but(target=60, columns=5), Table.THREE, OF_THREE, 1),
    "three": (STANDARD.but(target=60), Table.THREE, OF_THREE, 1),
    "three in columns": (HOLLYWOOD.but(target=60), Table.THREE, OF_THREE, 1),
    "partners": (STANDARD, Table.PARTNERSHIP, OF_PARTNERS, 1),
}
"""Rules, table, hands, and the number of pages."""


def pages_on(page: Page, paper: str) -> int:
    """The number of pages that the page takes on paper."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper, print_background=True)))


def cut_on(page: Page, paper: str) -> list[str]:
    """What reaches beyond the side of the paper, or lies over something else."""
    width, height = (PAPERS | SMALL)[paper]
    inner = {
        "width": int((width - 2 * MARGIN) * MILLIMETRE),
        "height": int((height - 2 * MARGIN) * MILLIMETRE),
    }
    page.set_viewport_size(inner)
    page.emulate_media(media="print")
    return [*beyond_the_side(page), *overlapping(page)]


some = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in {"forty hands", "three in columns"} else pytest.mark.full)
        for name in SHEETS
    ],
)
"""A sheet that goes on overleaf, and the widest; ``make test-all`` prints them all."""


def opened(app: Flask, page: Page, name: str, people: tuple[str, ...]) -> None:
    """Opens one of the sheets, of these people."""
    rules, table, hands, _pages = SHEETS[name]
    path = match_path(app, *hands, rules=rules, names=people[: table.people], table=table)
    page.goto(f"{path}/score-sheet")


@some
def test_all_of_it_is_on_the_paper(app: Flask, sit: Sit, name: str) -> None:
    page = sit.down(dark=True).page
    opened(app, page, name, ("Ann", "Bob", "Cid", "Dora"))

    assert [pages_on(page, paper) for paper in PAPERS] == [SHEETS[name][3]] * 2
    assert {paper: cut_on(page, paper) for paper in PAPERS} == NOTHING_CUT


@some
def test_the_longest_names_have_room_on_it(app: Flask, sit: Sit, name: str) -> None:
    page = sit.down().page
    opened(app, page, name, (*LONG_NAMES, "Christopher", "Margaret"))

    assert {paper: cut_on(page, paper) for paper in PAPERS} == NOTHING_CUT


@pytest.mark.parametrize(
    "query",
    [
        *(pytest.param(query, marks=pytest.mark.full) for query in ("", "?players=3", "?columns=3")),
        "?columns=5",
        "?players=3&columns=5",
    ],
)
def test_an_empty_form_fills_one_page(phone: Phone, query: str) -> None:
    page = phone()
    page.goto(f"/score-sheet{query}")

    assert [pages_on(page, paper) for paper in PAPERS | SMALL] == [1, 1, 1]
    assert [cut_on(page, paper) for paper in PAPERS | SMALL] == [[], [], []]


def test_the_form_for_the_next_match_has_the_names(sit: Sit) -> None:
    page = sit(*EVENING, at="/score-sheet?empty=1", names=LONG_NAMES).page

    assert all(name in page.inner_text("main") for name in LONG_NAMES)
    assert [pages_on(page, paper) for paper in PAPERS | SMALL] == [1, 1, 1]


def drawn_on(page: Page, paper: str) -> list[int]:
    """How many pieces of text are on each page of the paper."""
    printed = page.pdf(format=paper)
    streams = [
        zlib.decompress(each)
        for each in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", printed, re.S)
        if each[:1] == b"x"
    ]
    return [len(re.findall(rb"\bT[jJ]\b", each)) for each in streams if b"BT" in each]


@pytest.mark.parametrize("people", [("Ann", "Bob"), LONG_NAMES])
def test_the_page_of_a_match_prints_its_hands_below_the_totals(sit: Sit, people: tuple[str, str]) -> None:
    """Thirty hands, which take more than a page."""
    page = sit(*LONG[:30], rules=STANDARD.but(target=1000), names=people).page

    for paper in PAPERS:
        first, *others = drawn_on(page, paper)
        assert len(others) == 1
        assert first > sum(others)
    assert {paper: cut_on(page, paper) for paper in PAPERS} == NOTHING_CUT


def test_it_is_read_on_a_phone(sit: Sit) -> None:
    page = sit(*EVENING, at="/score-sheet").page

    assert page.evaluate("() => document.scrollingElement.scrollWidth") <= 390


def test_every_page_repeats_the_names(sit: Sit) -> None:
    """Chromium repeats the head of a table that is displayed as one."""
    page = sit(*LONG, at="/score-sheet", rules=STANDARD.but(target=1000)).page
    page.emulate_media(media="print")

    head = page.locator(".form__table thead").first
    assert head.evaluate("each => getComputedStyle(each).display") == "table-header-group"
