"""Figures are read from indexes, however many matches a book has: EXPLAIN says so."""

import re

import pytest
from flask import Flask
from sqlalchemy import text

from models.records.books.players import players_of
from models.records.database.base import db
from models.records.tables.shared import watch_token
from tests.queries import queries
from tests.records.book_filling import fill
from tests.views.browser import Browser

MATCHES, PEOPLE = 300, 20

PAGES = (
    "/statistics",
    "/statistics?show=play&from=2020-02",
    "/players/{one}",
    "/players/{one}?from=2020-02",
    "/players/{one}/against/{other}",
    "/players/{one}/against/{other}?to=2030-02",
    "/statistics/figures/gin",
    "/statistics/figures/best-hand",
    "/statistics/figures/best-hand?player={one}",
    "/statistics/figures/gin?player={one}",
    "/statistics/figures/gin?player={one}&against={other}",
)

WHOLE_TABLE = re.compile(r"SCAN (matches|places)$", re.MULTILINE)


@pytest.fixture
def filled(app: Flask) -> tuple[str, dict[str, int]]:
    """The address of a book of many matches, and two who play often."""
    with app.app_context():
        book = fill(MATCHES, PEOPLE)
        one, other, *_ = (player.id for player in players_of(book))
        return f"/b/{watch_token(book)}", {"one": one, "other": other}


def plan(statement: str) -> str:
    """How SQLite runs a statement."""
    escaped = statement.replace(":", "\\:")
    return "\n".join(row.detail for row in db.session.execute(text(f"EXPLAIN QUERY PLAN {escaped}")))


def test_no_page_reads_a_whole_table(
    app: Flask, browser: Browser, filled: tuple[str, dict[str, int]], subtests: pytest.Subtests
) -> None:
    address, players = filled
    for page in PAGES:
        path = address + page.format(**players)
        with app.app_context(), queries() as asked:
            assert browser.client.get(path).status_code == 200
        with app.app_context(), subtests.test(page):
            plans = [plan(each) for each in asked if "places" in each and each.startswith("SELECT")]
            assert plans
            assert [each for each in plans if WHOLE_TABLE.search(each)] == []
