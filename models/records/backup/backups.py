"""Backups of the whole database.

A backup is one SQLite file, whichever database is used: all tables, and one more with the secret key that
links and cookies depend on. So a backup of PostgreSQL can be restored into SQLite, and the other way round.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfile

from sqlalchemy.exc import DatabaseError

from models.records import schema, sqlite
from models.records.audit import audit
from models.records.backup.copying import Progress, copy_tables, counts, reading_one_state, unseen
from models.records.backup.drafts import draft_beside, file_url, publish
from models.records.backup.refusals import RefusedError, Why
from models.records.base import database_at, db

NOTE = "backup"
"""The table that only a backup has: when it was made, and the secret key."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What is in a backup."""

    matches: int
    hands: int
    doubtful: int
    """How many matches the audit doubts, as it does in the database itself."""
    has_key: bool
    """Whether the secret key is in it."""
    aside: str = ""
    """After a restoration: the file with what was in the database before; "" if there was nothing."""


def back_up(path: Path, key: str | None, *, replace: bool = False, progress: Progress = unseen) -> Backup:
    """Writes all that is stored, and the secret key unless it is None, into a new file.

    What was saved before the call is in it, and all of it is of one moment. The file appears under its name
    only when it is complete and verified.

    :raises RefusedError: if the file exists and is not to be replaced; if the database is damaged or has to
        be migrated; if the copy is not equal to it.
    :raises OSError: if the file cannot be written.
    """
    if path.exists() and not replace:
        raise RefusedError(Why.EXISTS, path)
    with draft_beside(path) as draft:
        found = _copy_database(draft, progress)
        doubtful = verify(draft, found, progress)
        _add_note(draft, key)
        publish(draft, path, replace=replace)
    return Backup(found["matches"], found["hands"], doubtful, has_key=key is not None)


def _copy_database(draft: Path, progress: Progress) -> dict[str, int]:
    """Copies the current database into the file *draft*; returns how many rows each table has."""
    if schema.current_revision() is None:
        raise RefusedError(Why.NO_DATABASE, db.engine.url)
    try:
        if db.engine.dialect.name == "sqlite":
            connection = reading_one_state()
            sqlite.copy_into(connection, draft, progress)
            return counts(connection)
        return _copy_rows(draft, progress)
    except DatabaseError as error:
        if isinstance(error.orig, sqlite3.DatabaseError):
            raise RefusedError(Why.DAMAGED_DATABASE, db.engine.url) from error
        raise
    except sqlite.DAMAGED as error:
        raise RefusedError(Why.DAMAGED_DATABASE, db.engine.url) from error
    finally:
        db.session.remove()


def _copy_rows(draft: Path, progress: Progress) -> dict[str, int]:
    if not schema.is_current():
        raise RefusedError(Why.NOT_CURRENT, db.engine.url)
    source = reading_one_state()
    with database_at(file_url(draft)):
        schema.upgrade()
        with db.engine.connect().execution_options(writing=True) as target, target.begin():
            copy_tables(source, target, progress)
    return counts(source)


def verify(path: Path, expected: dict[str, int] | None = None, progress: Progress = unseen) -> int:
    """Verifies the database in the file *path*; returns how many matches the audit doubts.

    One of an earlier version is audited as it will be after its migration.

    :raises RefusedError: if it is damaged, or has not the *expected* number of rows in each table.
    """
    if not sqlite.is_sound(path):
        raise RefusedError(Why.DAMAGED, path)
    with migrated(path) as current, database_at(file_url(current)):
        found, doubtful = counts(reading_one_state()), 0
        if expected is not None and found != expected:
            raise RefusedError(Why.DIFFERENT, path)
        for done, proof in enumerate(audit(), 1):
            doubtful += bool(proof.doubts)
            progress(done, found["matches"] + found["books"])
        return doubtful


@contextmanager
def migrated(path: Path) -> Iterator[Path]:
    """The file itself if it is of this version, else a migrated copy, which is deleted afterwards."""
    with database_at(file_url(path)):
        if schema.is_current():
            db.engine.dispose()
            yield path
            return
    with draft_beside(path) as copy:
        copyfile(path, copy)
        with database_at(file_url(copy)):
            schema.upgrade()
        yield copy


def _add_note(path: Path, key: str | None) -> None:
    """Adds the time and the secret key to a backup, and makes it one file that is safely on the disk."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"CREATE TABLE {NOTE} (made_at TEXT NOT NULL, secret_key TEXT)")
        connection.execute(f"INSERT INTO {NOTE} VALUES (?, ?)", (datetime.now(UTC).isoformat(), key))  # noqa: S608
    sqlite.make_one_file(path)
