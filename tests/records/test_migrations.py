"""The migrations create the tables of the models on every database; the newest ones keep what is there."""

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, inspect, text

from models.gin.statistics import Statistics
from models.records import Book, Match, audit, statistics_of_book
from models.records.base import Base, db
from models.records.schema import config, downgrade, is_current, newest, revisions, stamp, upgrade
from tests.records.migrating import differences
from tests.records.rated import a_book, a_match_in, player, same, stored, win
from tests.records.table import BOB_HAS_GIN, PAGAT, a_match, deal


@pytest.mark.engines
def test_the_migrated_database_is_what_the_models_describe(app_context: None) -> None:
    assert differences() == []
    for name, table in Base.metadata.tables.items():
        migrated = inspect(db.engine).get_check_constraints(name)
        described = [each for each in table.constraints if isinstance(each, CheckConstraint)]

        assert {check["name"] for check in migrated} == {str(check.name) for check in described}
        if db.engine.dialect.name == "sqlite":  # PostgreSQL tells them in its own words
            assert {check["sqltext"] for check in migrated} == {str(check.sqltext) for check in described}


@pytest.mark.own_app
def test_only_a_database_that_lacks_a_migration_needs_one(app_context: None) -> None:
    assert is_current()

    stamp(revision=sorted(revisions())[-2])
    assert not is_current()

    db.drop_all()
    db.session.execute(text("DROP TABLE alembic_version"))
    db.session.commit()
    assert not is_current()


def test_the_newest_migration_is_the_one_that_alembic_runs_last() -> None:
    assert newest() == ScriptDirectory.from_config(config()).get_current_head()


@pytest.mark.engines
@pytest.mark.own_app
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


@pytest.mark.engines
@pytest.mark.own_app
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

    upgrade()

    assert [proof for proof in audit() if proof.doubts] == []
    assert same(stored(db.session.get_one(Book, book_id)), right)
    assert db.session.get_one(Match, match_id).player_2 is None
    assert statistics_of_book(db.session.get_one(Book, book_id)).games == 4
    assert differences() == []
