"""Database triggers refuse changes of the history."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from models.records.database.base import db, start_writing
from models.records.tables.change import Change
from models.records.tables.match import Match
from tests.records.table import ANN_KNOCKS, BOB_HAS_GIN, a_match, deal

BY_HAND = [
    "UPDATE changes SET version = version + 1",
    "UPDATE changes SET at = at",
    "UPDATE changes SET after = before WHERE version = 1",
    "UPDATE changes SET seat_id = seat_id WHERE kind = 'added'",
    "UPDATE changes SET match_id = match_id + 1",
    "DELETE FROM changes",
    "DELETE FROM changes WHERE version = 2",
]


def rows() -> list[tuple[object, ...]]:
    """Every change of every match, as it is kept."""
    found = db.session.execute(Change.__table__.select().order_by("id")).all()
    return [tuple(map(repr, row)) for row in found]


def refused(statement: str) -> None:
    """Asserts that the database does not execute a statement."""
    start_writing()
    with pytest.raises(DBAPIError, match="the history is only ever added to"):
        db.session.execute(text(statement))
    db.session.rollback()


AT_ONCE = {
    "sqlite": "INSERT OR REPLACE INTO changes SELECT * FROM changes WHERE version = 1",
    "postgresql": "TRUNCATE changes",
}
"""What takes rows away without a word of deleting, on each database."""


@pytest.mark.engines
def test_nothing_takes_the_place_of_the_history(match: Match) -> None:
    deal(match, ANN_KNOCKS, BOB_HAS_GIN)
    before = rows()

    refused(AT_ONCE[db.engine.dialect.name])

    assert rows() == before


@pytest.mark.engines
def test_the_database_itself_keeps_the_history(match: Match) -> None:
    deal(match, ANN_KNOCKS, BOB_HAS_GIN)
    a_match()
    before = rows()

    for statement in BY_HAND:
        refused(statement)

    assert rows() == before
