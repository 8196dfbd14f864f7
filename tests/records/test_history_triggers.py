"""Database triggers refuse changes of the history, of a match and of a book."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from models.records.books.books import start_book
from models.records.books.players import add_player
from models.records.database.base import db, start_writing
from models.records.saving.pipeline import Entry, new_entry_id
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOB_HAS_GIN, a_match, deal

TABLES = ("changes", "book_changes")

BY_HAND = [
    "UPDATE {table} SET version = version + 1",
    "UPDATE {table} SET at = CURRENT_TIMESTAMP",
    "UPDATE {table} SET kind = 'removed'",
    "UPDATE {table} SET seat_id = seat_id + 1 WHERE version = 1",
    'UPDATE {table} SET agreed_after = \'{{"house": "pagat"}}\'',
    "UPDATE changes SET after = before WHERE version = 1",
    "UPDATE changes SET match_id = match_id + 1",
    "UPDATE book_changes SET match_ids = '[7]'",
    "UPDATE book_changes SET player_id = 2 WHERE version = 2",
    "DELETE FROM {table}",
    "DELETE FROM {table} WHERE version = 2",
]

AT_ONCE = {
    "sqlite": "INSERT OR REPLACE INTO {table} SELECT * FROM {table} WHERE version = 1",
    "postgresql": "TRUNCATE {table}",
}
"""What takes rows away without a word of deleting, on each database."""


@pytest.fixture(autouse=True)
def histories(app_context: None) -> None:
    """Two changes of a match, and two of a book."""
    deal(a_match(), ANN_KNOCKS, BOB_HAS_GIN)
    book = start_book("Club", [], device=ANNS_PHONE, entry="a book")
    add_player(book, "Ann", "", Entry(new_entry_id(), 0, ANNS_PHONE))
    a_match()


def rows(table: str) -> list[tuple[object, ...]]:
    """Every change of a history, as it is kept."""
    found = db.session.execute(db.metadata.tables[table].select().order_by("id")).all()
    return [tuple(map(repr, row)) for row in found]


def refused(statement: str) -> None:
    """Asserts that the database does not execute a statement."""
    start_writing()
    with pytest.raises(DBAPIError, match="the history is only ever added to"):
        db.session.execute(text(statement))
    db.session.rollback()


@pytest.mark.engines
@pytest.mark.parametrize("table", TABLES)
def test_nothing_takes_the_place_of_the_history(table: str) -> None:
    before = rows(table)

    refused(AT_ONCE[db.engine.dialect.name].format(table=table))

    assert rows(table) == before


@pytest.mark.engines
@pytest.mark.parametrize("table", TABLES)
def test_the_database_itself_keeps_the_history(table: str) -> None:
    before = rows(table)

    for statement in BY_HAND:
        if statement.format(table=table) != statement or f" {table} " in statement:
            refused(statement.format(table=table))

    assert rows(table) == before
