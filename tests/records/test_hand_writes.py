"""Two devices that write at once: neither overwrites the other."""

import gc
from pathlib import Path
from threading import Barrier, Thread

import pytest
from flask import Flask
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, event, select, text, update
from sqlalchemy.exc import IntegrityError

from models.records.database import sqlite
from models.records.database.base import Base, db, start_writing
from tests.databases import Database, make_app

WRITERS = 4
WRITES = 25

TALLIES = Table("tallies", MetaData(), Column("id", Integer, primary_key=True), Column("count", Integer))
"""A table for these tests alone."""


@pytest.fixture
def tally(app: Flask) -> Flask:
    """Deadwood with a tally that stands at nought."""
    with app.app_context():
        TALLIES.create(db.engine)
        start_writing()
        db.session.execute(TALLIES.insert().values(id=1, count=0))
        db.session.commit()
    return app


def add_one() -> None:
    """Reads what the tally says, and writes one more."""
    start_writing()
    count = db.session.scalars(select(TALLIES.c.count).with_for_update()).one()
    db.session.execute(update(TALLIES).values(count=count + 1))
    db.session.commit()


@pytest.mark.engines
@pytest.mark.own_app
def test_what_devices_write_at_once_is_all_kept(tally: Flask) -> None:
    begin = Barrier(WRITERS)
    failures: list[Exception] = []

    def write() -> None:
        begin.wait()
        try:
            for _ in range(WRITES):
                with tally.app_context():
                    add_one()
        except Exception as failure:
            failures.append(failure)

    devices = [Thread(target=write) for _ in range(WRITERS)]
    for device in devices:
        device.start()
    for device in devices:
        device.join()

    assert failures == []
    with tally.app_context():
        assert db.session.scalars(select(TALLIES.c.count)).one() == WRITERS * WRITES


@pytest.mark.engines
@pytest.mark.own_app
def test_what_was_read_before_is_read_again(tally: Flask) -> None:
    with tally.app_context():
        before = db.session.scalars(select(TALLIES.c.count)).one()
        with tally.app_context():
            add_one()
        start_writing()
        after = db.session.scalars(select(TALLIES.c.count)).one()

    assert (before, after) == (0, 1)


def test_a_transaction_with_changes_is_not_restarted(app: Flask) -> None:
    class Note(Base):
        __tablename__ = "notes_of_this_test"
        __table__ = Table("notes_of_this_test", MetaData(), Column("id", Integer, primary_key=True))

    with app.app_context():
        db.session.add(Note(id=1))
        with pytest.raises(RuntimeError, match="before the first change"):
            start_writing()


@pytest.mark.own_app
def test_a_write_is_on_the_disk_before_it_is_answered(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        asked = ("foreign_keys", "journal_mode", "synchronous")
        answers = [connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in asked]

    assert answers == [1, "wal", 2]


def test_a_reader_does_not_wait_for_the_writer(tally: Flask) -> None:
    with tally.app_context():
        start_writing()
        db.session.execute(update(TALLIES).values(count=7))
        with tally.app_context():
            assert db.session.scalars(select(TALLIES.c.count)).one() == 0
        db.session.commit()


def test_a_table_can_be_rebuilt_without_losing_what_points_at_it(tmp_path: Path) -> None:
    engine = create_engine(sqlite.url(tmp_path))
    sqlite.prepare(engine)
    sqlite.create(engine)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE sheets (id INTEGER PRIMARY KEY)"))
        connection.execute(text("CREATE TABLE lines (sheet_id REFERENCES sheets ON DELETE CASCADE)"))
        connection.execute(text("INSERT INTO sheets VALUES (1)"))
        connection.execute(text("INSERT INTO lines VALUES (1)"))

    with engine.connect() as connection, sqlite.rebuilding_tables(connection):
        connection.execute(text("DROP TABLE sheets"))
        connection.execute(text("CREATE TABLE sheets (id INTEGER PRIMARY KEY)"))
        connection.execute(text("INSERT INTO sheets VALUES (1)"))
        connection.commit()

    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM lines")).scalar_one() == 1
        with pytest.raises(IntegrityError):
            connection.execute(text("INSERT INTO lines VALUES (2)"))
    engine.dispose()


def test_connections_are_closed_where_their_application_ends(
    database: Database, instance: Path, tmp_path: Path
) -> None:
    closed = []
    with database.copy(tmp_path) as url:
        app = make_app(instance, url)
        with app.app_context():
            event.listen(db.engine, "close", lambda *_: closed.append(True))
            db.session.execute(text("SELECT 1"))
        assert not closed
        del app
        gc.collect()

    assert closed
