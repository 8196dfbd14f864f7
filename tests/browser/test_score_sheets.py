"""The printed score sheet: on A4 and on Letter nothing is cut, and every page has its headings."""

import re
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

from models.gin.presets import PRESETS, STANDARD
from models.gin.rule_values import Stake
from models.gin.rules import HouseRules
from models.gin.seating import Table
from models.gin.sheet import Hand
from tests.browser.layout import beyond_the_side, overlapping
from tests.browser.table import LONG_NAMES, Check, Phone, match_path, sit_down
from tests.browser.test_larger_sheets import OF_PARTNERS, OF_THREE
from tests.gin.table import BOB, DEAD, gin, knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS

FOLDER = Path("test-results/score-sheets")

MILLIMETRE = 96 / 25.4
MARGIN = 12
PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}
"""Width and height in millimetres."""

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
    "three": (STANDARD.but(target=60), Table.THREE, OF_THREE, 1),
    "three in columns": (HOLLYWOOD.but(target=60), Table.THREE, OF_THREE, 1),
    "partners": (STANDARD, Table.PARTNERSHIP, OF_PARTNERS, 1),
}
"""Rules, table, hands, and the number of pages."""


def pages_of(pdf: bytes) -> int:
    """The number of pages."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def on_paper(page: Page, name: str) -> dict[str, bytes]:
    """The page as PDF on each paper."""
    printed = {paper: page.pdf(format=paper, print_background=True) for paper in PAPERS}
    FOLDER.mkdir(parents=True, exist_ok=True)
    for paper, pdf in printed.items():
        (FOLDER / f"{name.replace(' ', '-')}-{paper}.pdf").write_bytes(pdf)
    return printed


def cut_on(page: Page, paper: str) -> list[str]:
    """What reaches beyond the side of the paper, or lies over something else."""
    width, height = PAPERS[paper]
    inner = {
        "width": int((width - 2 * MARGIN) * MILLIMETRE),
        "height": int((height - 2 * MARGIN) * MILLIMETRE),
    }
    page.set_viewport_size(inner)
    page.emulate_media(media="print")
    return [*beyond_the_side(page), *overlapping(page)]


@pytest.mark.parametrize("names", ["short", "long"])
@pytest.mark.parametrize("name", SHEETS)
def test_all_of_it_is_on_the_paper(app: Flask, server: str, phone: Phone, name: str, names: str) -> None:
    rules, table, hands, pages = SHEETS[name]
    people = ("Ann", "Bob", "Cid", "Dora") if names == "short" else (*LONG_NAMES, "Christopher", "Margaret")
    page = sit_down(phone(dark=True), app, server)
    path = match_path(app, *hands, rules=rules, names=people[: table.people], table=table)
    page.goto(f"{path}/score-sheet")
    printed = on_paper(page, f"{name} {names}")

    assert {paper: cut_on(page, paper) for paper in PAPERS} == NOTHING_CUT
    if names == "short":
        assert {paper: pages_of(pdf) for paper, pdf in printed.items()} == dict.fromkeys(PAPERS, pages)


@pytest.mark.parametrize("query", ["", "?players=3", "?columns=3", "?players=3&columns=3"])
def test_an_empty_form_fills_one_page(server: str, phone: Phone, query: str) -> None:
    page = phone()
    page.goto(f"/score-sheet{query}")
    printed = on_paper(page, f"empty {query or 'form'}")

    assert {paper: pages_of(pdf) for paper, pdf in printed.items()} == dict.fromkeys(PAPERS, 1)
    assert {paper: cut_on(page, paper) for paper in PAPERS} == NOTHING_CUT


def test_the_form_for_the_next_match_has_the_names(app: Flask, server: str, phone: Phone) -> None:
    page = sit_down(phone(), app, server)
    page.goto(match_path(app, *EVENING, names=LONG_NAMES) + "/score-sheet?empty=1")

    assert all(name in page.inner_text("main") for name in LONG_NAMES)
    assert pages_of(on_paper(page, "empty long")["A4"]) == 1


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_read_on_a_phone(app: Flask, server: str, phone: Phone, axe: Check, dark: bool) -> None:
    page = sit_down(phone(dark=dark), app, server)
    page.goto(match_path(app, *EVENING) + "/score-sheet")
    axe(page)
    assert page.evaluate("() => document.scrollingElement.scrollWidth") <= 390
    page.screenshot(path=FOLDER / f"phone{'-dark' * dark}.png")


def test_every_page_repeats_the_names(app: Flask, server: str, phone: Phone) -> None:
    """Chromium repeats the head of a table that is displayed as one."""
    page = sit_down(phone(), app, server)
    page.goto(match_path(app, *LONG, rules=STANDARD.but(target=1000)) + "/score-sheet")
    page.emulate_media(media="print")

    head = page.locator(".form__table thead").first
    assert head.evaluate("each => getComputedStyle(each).display") == "table-header-group"
