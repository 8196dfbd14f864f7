"""Games for life: totals of seven digits in five columns, and a book whose sums are beyond four bytes."""

from dataclasses import replace

import pytest
from flask import Flask

from models.gin.counting import statistics
from models.gin.document.writing import MatchDocument
from models.gin.rules.options import Shutout
from models.gin.rules.presets import PRESETS
from models.gin.sheet.extra_lines import Adjustment
from models.records.database.base import once
from models.records.files.import_rows import ReadyMatch, SeatToGive, sheet_of, write_ready
from models.records.tables.match import Snapshot
from models.records.tables.shared import hashed
from tests.gin.table import ANN, BOB
from tests.views.books.test_books import link, start_book
from tests.views.browser import Browser
from tests.views.statistics.reading import figures
from tests.views.table import rows

pytestmark = pytest.mark.engines

LARGE = 9_999_999
RULES = PRESETS["pagat"].but(
    target=LARGE,
    columns=5,
    column_multipliers=(10,) * 5,
    all_columns_shutout_times=3,
    game_bonus=0,
    box_bonus=0,
    shutout=Shutout.NONE,
)
LINES = (
    *(Adjustment(BOB, LARGE if nth % 2 else -LARGE) for nth in range(499)),
    Adjustment(ANN, LARGE),
)
"""Bob goes down and up again and ends at the bottom, then Ann wins all columns at once."""
MATCHES = 300
OF_EACH = 2_999_999_700
"""19,999,998 between them, 10 times in each of 5 columns, and 3 times for shutting Bob out of all."""
OF_ALL = "899,999,910,000"
"""300 times that."""


def copies(match: MatchDocument) -> list[ReadyMatch]:
    """The match, and again on other pages: what is counted of a copy needs no lines."""
    scored = sheet_of(match)
    ready = ReadyMatch(match, Snapshot.of(scored), statistics(scored), hashed("0"))
    others = ((nth, replace(match, id=f"{nth:032x}", hands=())) for nth in range(1, MATCHES))
    return [ready, *(replace(ready, document=each, begun_with=hashed(str(nth))) for nth, each in others)]


@pytest.fixture
def book(app: Flask, browser: Browser) -> str:
    browser.get("/matches/new")
    with app.app_context():
        ready = copies(MatchDocument(("Ann", "Bob"), RULES, LINES, 0, id="0" * 32))
        once(lambda: write_ready(ready, SeatToGive(hashed(browser.device))))
    return start_book(browser)


def test_the_figures_of_a_book_of_games_for_life_add_up(browser: Browser, book: str) -> None:
    table = browser.get(f"{book}/statistics")
    assert [(row[0], row[-1]) for row in rows(table, "ranking")[1:]] == [
        ("Ann", f"+{OF_ALL}"),
        ("Bob", f"−{OF_ALL}"),
    ]

    ann = browser.get(link(table, "Ann"))
    assert figures(ann)["Balance"] == (f"+{OF_ALL}", "300 matches")
    assert f"+{OF_ALL}" in browser.get(link(ann, "Bob")).text
    assert "+2,999,999,700" in browser.get(link(ann, f"+{OF_ALL}")).text
    assert f"+{OF_EACH}" in browser.get(book).text
