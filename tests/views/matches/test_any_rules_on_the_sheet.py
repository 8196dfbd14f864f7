"""Any rules, any hands, at every table: all pages of the match work, and the sheet shows its totals."""

import pytest
from flask import Flask
from hypothesis import given

from models.gin.document.writing import MatchDocument
from models.gin.money import points_owed
from models.gin.rules.options import MatchBy
from models.gin.sheet.sheet import sheet
from tests.gin.strategies import evenings
from tests.profiles import examples
from tests.records.table import match_at, played
from tests.views.browser import Browser
from tests.views.table import totals
from views.shared.listed_match import ListedMatch

PHONE = "the phone on the table"
PAGES = ("", "/table", "/history", "/rules", "/hands/new?by=cards", "/hands/new?by=deadwood")


def listed(app: Flask, path: str) -> list[str]:
    """The figures of the match at *path* in a list."""
    with app.test_request_context():
        found = match_at(path)
        return list(ListedMatch(found).totals)


@pytest.mark.full
@examples(12)
@given(evenings(rounds=True))
def test_every_page_of_a_match_is_there(app: Flask, browser: Browser, match: MatchDocument) -> None:
    browser.device = PHONE
    with app.app_context():
        path = played(match, PHONE)

    pages = [browser.get(path + each) for each in PAGES]
    whole = sheet(match.hands, match.rules, match.first_dealer, match.table)
    game = whole.game
    said = [total.replace("−", "-").removeprefix("+") for total in totals(pages[0])]
    shown = points_owed(game) if len(game.columns) > 1 else game.final or game.running
    shown = whole.match.score if whole.is_decided_by_points else shown
    assert said == list(map(str, shown))
    games = match.rules.match_by is MatchBy.GAMES and not match.rules.is_single_game
    assert listed(app, path) == (list(map(str, whole.match.games_won)) if games else totals(pages[0]))
    browser.get("/")
