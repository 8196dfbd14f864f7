"""The migrations create the tables of the models on every database, and can be undone."""

from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, inspect, text
from sqlalchemy.exc import DBAPIError

from models.gin.statistics import Statistics
from models.records import Book, Doubt, Match, audit, find_match, statistics_of_book, watch_token
from models.records.base import Base, db
from models.records.ratings.rating_updates import rate_next
from models.records.schema import config, downgrade, is_current, newest, stamp, upgrade
from tests.records.rated import a_book, a_match_in, player, same, stored, win
from tests.records.table import ANN_KNOCKS, BOB_HAS_GIN, PAGAT, a_match, deal

pytestmark = [pytest.mark.both_databases, pytest.mark.own_app]

TABLES = (
    "book_changes",
    "book_seats",
    "books",
    "changes",
    "hands",
    "houses",
    "match_statistics",
    "matches",
    "pair_rules",
    "period_statistics",
    "players",
    "rated_books",
    "ratings",
    "renewed_links",
    "seats",
)


def differences() -> list[Any]:
    """What the database lacks of the models, or has beyond them."""
    with db.engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata))


def tables() -> set[str]:
    """The tables there are."""
    return set(inspect(db.engine).get_table_names()) - {"alembic_version"}


def test_the_migrated_database_is_what_the_models_describe(app_context: None) -> None:
    assert tables() == set(TABLES)
    assert differences() == []


@pytest.mark.parametrize("table", TABLES)
def test_the_migrated_database_refuses_what_the_models_refuse(app_context: None, table: str) -> None:
    migrated = inspect(db.engine).get_check_constraints(table)
    described = [
        each for each in Base.metadata.tables[table].constraints if isinstance(each, CheckConstraint)
    ]

    assert {check["name"] for check in migrated} == {str(check.name) for check in described}
    if db.engine.dialect.name == "sqlite":  # PostgreSQL tells them in its own words
        assert {check["sqltext"] for check in migrated} == {str(check.sqltext) for check in described}


def test_the_tables_can_be_unmade_and_made_again(app_context: None) -> None:
    downgrade(revision="base")
    assert tables() == set()

    upgrade()
    assert tables() == set(TABLES)
    assert differences() == []


def test_only_a_database_that_lacks_a_migration_needs_one(app_context: None) -> None:
    assert is_current()

    downgrade(revision="0006")
    assert not is_current()

    db.drop_all()
    db.session.execute(text("DROP TABLE alembic_version"))
    db.session.commit()
    assert not is_current()


def test_the_newest_migration_is_the_one_that_alembic_runs_last() -> None:
    assert newest() == ScriptDirectory.from_config(config()).get_current_head()


def test_hands_from_before_there_were_rounds_stay_as_they_are(app_context: None) -> None:
    match = a_match()
    deal(match, ANN_KNOCKS, BOB_HAS_GIN)
    watch = watch_token(match)
    db.session.remove()
    downgrade(revision="0006")
    upgrade()

    kept = find_match(watch)
    assert kept is not None
    assert [record.hand for record in kept.present] == [ANN_KNOCKS, BOB_HAS_GIN]
    assert differences() == []


def test_rounds_that_were_there_already_are_no_trouble(app_context: None) -> None:
    """For an hour the migration before made them itself."""
    downgrade(revision="0007")
    stamp(revision="0006")
    upgrade()

    assert differences() == []


def test_the_history_is_guarded_whichever_way_the_rounds_came(app_context: None) -> None:
    match = a_match()
    deal(match, ANN_KNOCKS)
    downgrade(revision="0006")
    upgrade()

    with pytest.raises(DBAPIError, match="the history is only ever added to"):
        db.session.execute(text("UPDATE changes SET version = 9"))


def test_lists_show_what_columns_pay_also_for_matches_from_before_they_did(app_context: None) -> None:
    """Gin is 18 and 20. Bob's first one is in column 1, the second in both: 76 and 38."""
    match = a_match(PAGAT.but(columns=2))
    deal(match, BOB_HAS_GIN, BOB_HAS_GIN)
    match_id = match.id
    db.session.remove()
    downgrade(revision="0019")
    db.session.execute(text("UPDATE matches SET total_0 = 0, total_1 = 114"))
    db.session.commit()

    upgrade()

    assert db.session.get_one(Match, match_id).snapshot.totals == (-114, 114)


NUMBERS = ", ".join(Statistics._fields)
NEVER_WRITTEN = (
    "UPDATE matches SET player_2 = (SELECT id FROM players WHERE name = 'Cid')",
    f"""INSERT INTO period_statistics (book_id, player_id, period, {NUMBERS})
        SELECT book_id, NULL, period, {NUMBERS} FROM period_statistics WHERE player_id IS NOT NULL""",
    "UPDATE ratings SET deviation = 9e300 WHERE games = 1",
)
"""Rows that no version has written, each of which one of the newest constraints refuses."""


def test_rows_that_could_not_be_are_put_right_before_they_are_refused(app_context: None) -> None:
    """Ann and Bob play two games, each won by Ann. Cid has no seat at their table."""
    book = a_book("Ann", "Bob", "Cid")
    match = a_match_in(book, player(book, "Ann"), player(book, "Bob"))
    win(match, 0, 0)
    right, book_id, match_id = stored(book), book.id, match.id
    db.session.remove()
    downgrade(revision="0019")
    for statement in NEVER_WRITTEN:
        db.session.execute(text(statement))
    db.session.commit()
    assert {doubt for proof in audit() for doubt in proof.doubts} == {Doubt.SUMS, Doubt.RATINGS}

    upgrade()
    while rate_next(book_id):
        pass

    assert [proof for proof in audit() if proof.doubts] == []
    assert same(stored(db.session.get_one(Book, book_id)), right)
    assert db.session.get_one(Match, match_id).player_2 is None
    assert statistics_of_book(db.session.get_one(Book, book_id)).games == 4
    assert differences() == []
