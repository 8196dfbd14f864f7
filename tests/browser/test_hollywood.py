"""A published Hollywood sheet, entered on a phone."""

import os
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin import HouseRules
from tests.browser.table import LONG_NAMES, Check, Phone, Player, match_path, sit_down
from tests.gin.test_examples import ALL, Example, hand_paying, rules_of

PUBLISHED, SETTLED = (
    next(each for each in ALL if each.id == name and each.kind == "hollywood")
    for name in ("hw-001", "hw-005")
)
"""A sheet from a page about Hollywood, and one with every column closed."""

KNOCKS_WITH = 9
"""So that the first digit is the whole count."""


def by_columns(example: Example) -> HouseRules:
    """The rules of an example, by which gin pays 25 as in the hands that are made for it."""
    return rules_of(example.rules).but(gin_bonus=25, undercut_bonus=25)


def totals(page: Page) -> list[list[int]]:
    """Both totals of each column, as they stand on the page."""
    cells = [int(text) for text in page.locator(".columns__totals td").all_inner_texts()]
    return [cells[at : at + 2] for at in range(0, len(cells), 2)]


def lists(page: Page) -> list[list[int]]:
    """What stands under each name in each column, from the top down."""
    lines = [row.locator("td").all_inner_texts() for row in page.locator(".columns tbody tr").all()[1:]]
    return [[int(text) for text in each if text.strip()] for each in zip(*lines, strict=True)]


def picture(page: Page, folder: Path, name: str) -> Path:
    """A picture of the sheet as it lies on the phone; where PICTURES names a folder, it is kept there."""
    page.locator(".game-tables").first.scroll_into_view_if_needed()
    page.locator(".game-tables").first.evaluate("each => window.scrollTo(0, each.offsetTop - 12)")
    path = Path(os.environ.get("PICTURES", folder)) / name
    page.screenshot(path=path)
    return path


def test_a_published_sheet_is_entered_by_taps(
    app: Flask, server: str, phone: Phone, axe: Check, tmp_path: Path
) -> None:
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(match_path(app, rules=by_columns(PUBLISHED)))
    ann.enter_deadwood()
    for number, hand in enumerate(PUBLISHED.input["hands"], 1):
        if number > 1:
            ann.follow(f"Enter hand {number}")
        name = {"A": "Ann", "B": "Bob"}[hand["winner"]]
        ann.choose(name)
        ann.digits(f"{KNOCKS_WITH}{KNOCKS_WITH + hand['points']}")
        ann.save(f"Save: {name} +{hand['points']}")

    expect(ann.hands).to_have_count(len(PUBLISHED.input["hands"]))
    assert totals(ann.page) == PUBLISHED.expected["columns"]
    assert lists(ann.page) == [[18, 43, 58, 80], [12, 42, 62], [25, 40, 62], [30, 50], [15, 37], [20]]
    expect(ann.page.locator("th.closed")).to_have_count(sum(PUBLISHED.expected["closed"]))
    axe(ann.page)
    assert picture(ann.page, tmp_path, "hollywood.png").stat().st_size > 0


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_a_settled_sheet_says_who_is_paid_what(
    app: Flask, server: str, phone: Phone, axe: Check, tmp_path: Path, javascript: bool
) -> None:
    """530 and 188 and 228: the first column is doubled for the shutout."""
    hands = [hand_paying(**hand) for hand in SETTLED.input["hands"]]
    ann = Player(sit_down(phone(javascript=javascript), app, server))
    ann.page.goto(match_path(app, *hands, rules=by_columns(SETTLED)))
    settlement = SETTLED.expected["settlement"]

    assert totals(ann.page) == [[settlement[f"column_{nth}"][who] for who in "AB"] for nth in (1, 2, 3)]
    expect(ann.page.locator("th.closed")).to_have_count(3)
    expect(ann.page.locator(".columns .out").first).to_have_text("shut out")
    ann.sees(f"The difference is {settlement['total_to_A']}.", "starts in column 2")
    axe(ann.page)
    picture(ann.page, tmp_path, "hollywood-settled.png")


@pytest.mark.parametrize("columns", [2, 3, 4, 5])
def test_no_column_is_beyond_the_side_of_a_small_phone(
    app: Flask, server: str, phone: Phone, columns: int
) -> None:
    hands = [hand_paying(**hand) for hand in [*PUBLISHED.input["hands"]] * 3]
    page = phone(viewport={"width": 360, "height": 740})
    page.goto(match_path(app, *hands, rules=by_columns(PUBLISHED).but(columns=columns), names=LONG_NAMES))

    frames = page.locator(".hollywood").evaluate_all(
        "all => all.map(each => each.scrollWidth - each.clientWidth)"
    )
    assert frames == [0] * (1 if columns <= 3 else 2)
    expect(page.locator(".columns [scope=colgroup]")).to_have_count(columns)
