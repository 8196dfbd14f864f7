"""What the last hand brings to mind, below it: for players who know the book, and only if they like it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlalchemy import update

from models.gin.remembering import QUESTIONS, Moment
from models.records.books.rematches import start_rematch
from models.records.database.base import db
from models.records.saving.seats import take_seat
from models.records.tables.match import Match
from tests.evening import ENDLESS
from tests.gin.table import gin, knock
from tests.records.table import BOBS_PHONE, match_at, path_of
from tests.views.browser import Browser
from tests.views.table import Sit, Table, press_on, typed
from views.words.remembered import COUNTED

FIVE = "Ann has won 5 hands in a row."
NOON = datetime(2026, 3, 6, 12).astimezone()


@pytest.fixture
def five(sit: Sit) -> Table:
    """A match in which Ann has won all five hands."""
    table = sit(rules=ENDLESS)
    table.add(*[knock(2, 5)] * 5)
    return table


def rematch(table: Table) -> Table:
    with table.browser.client.application.app_context():
        again = start_rematch(match_at(table.path), table.browser.device)
        return Table(table.browser, path_of(again))


def played_at(table: Table, started: datetime, changed: datetime) -> None:
    """Has a match played at another time."""
    with table.browser.client.application.app_context():
        values = {"created_at": started, "changed_at": changed}
        db.session.execute(update(Match).where(Match.id == match_at(table.path).id).values(values))
        db.session.commit()


def test_players_read_it_until_an_undo_or_another_hand_is_explained(five: Table, viewer: Browser) -> None:
    assert FIVE in five.sheet().text
    assert FIVE not in viewer.get(five.path).text
    assert FIVE not in press_on(five.browser, five.sheet(), "Undo").text
    assert FIVE in five.play(knock(2, 5)).text
    correct = five.browser.get(five.hand(2)).links["Correct"]
    assert FIVE not in five.browser.send(correct, typed(knock(2, 9))).text


def test_it_can_be_hidden_in_the_settings_of_the_phone_and_shown_again(five: Table) -> None:
    settings = five.sheet().links["Settings"]

    assert FIVE not in five.browser.press(settings, "Save", {"forgets": "y"}).text
    assert FIVE not in five.browser.press(settings, "Save", {"theme": "dark"}).text
    assert FIVE in five.browser.press(settings, "Save", {"forgets": ""}).text


def test_a_phone_that_scores_in_the_match_alone_learns_nothing_of_its_book(
    sit: Sit, another_phone: Callable[[], Browser]
) -> None:
    table = sit(target=10)
    for _match in range(3):
        table.add(gin(20))
        table, before = rematch(table), table
    guest = another_phone()
    guest.device = BOBS_PHONE
    with guest.client.application.app_context():
        take_seat(match_at(before.path), BOBS_PHONE)

    assert "Ann has won 3 games in a row." in before.sheet().text
    assert "games in a row" not in guest.get(before.path).text
    assert "Undo" in guest.get(before.path).text


@pytest.mark.engines
@pytest.mark.parametrize("started, is_told", [(19, True), (15, False)])
def test_an_evening_is_that_of_the_table_with_the_match_before(sit: Sit, started: int, is_told: bool) -> None:
    """It is from four o'clock until five in the morning; a match started by day is not all of it."""
    first = sit()
    first.add(*[knock(9, 2)] * 2)
    again = rematch(first)
    again.add(knock(9, 2))
    played_at(first, NOON + timedelta(hours=started - 12), NOON + timedelta(hours=8))
    played_at(again, NOON + timedelta(hours=8), NOON + timedelta(hours=16))

    assert ("Bob has undercut 3 times in one evening." in again.sheet().text) is is_told


@pytest.mark.engines
def test_a_hand_is_the_best_since_a_month(sit: Sit) -> None:
    table = first = sit(rules=ENDLESS)
    for points in (70, 10, 10, 10, 60):
        table.add(gin(points))
        table, last = rematch(table), table
    played_at(first, NOON - timedelta(days=300), NOON - timedelta(days=100))

    assert "The best hand between you two since November 2025." in last.sheet().text


def test_every_kind_has_a_sentence() -> None:
    assert {*COUNTED, Moment.best_since} == set(QUESTIONS)
