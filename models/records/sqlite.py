"""Everything that is specific to SQLite."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection as SQLiteConnection
from typing import Any

from sqlalchemy import URL, Connection, Engine, event

PRAGMAS = {
    "foreign_keys": "ON",
    "busy_timeout": "10000",
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "recursive_triggers": "ON",
}
"""Saved hands survive a power failure, readers don't wait, and replaced rows fire triggers too."""

BESIDE = ("", "-wal", "-shm")
"""A database in use is three files. Only the three together are complete."""

PAGES_AT_ONCE = 500
"""How many pages are copied before the progress is told: two megabytes."""


class InUseError(Exception):
    """Raised if another process has the database open."""


def url(folder: Path) -> URL:
    """The URL of the database file in *folder*."""
    return URL.create("sqlite", database=str(folder / "gin.sqlite"))


def prepare(engine: Engine) -> None:
    """Fixes the transactions of an engine, if it is SQLite's."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", on_connect)
        event.listen(engine, "begin", on_begin)


def on_connect(connection: SQLiteConnection, _record: Any) -> None:
    """Turns off the driver's implicit transactions; `on_begin` begins them.

    The driver begins a transaction only before the first write, so two devices could read the same sheet and
    one of them overwrite the other's changes.
    """
    connection.isolation_level = None
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {value}")


def on_begin(connection: Connection) -> None:
    """A transaction that will write locks out other writers from its first read."""
    writing = connection.get_execution_options().get("writing")
    connection.connection.cursor().execute("BEGIN IMMEDIATE" if writing else "BEGIN")


@contextmanager
def rebuilding_tables(connection: Connection) -> Iterator[None]:
    """Lets a migration rebuild a table without deleting the rows that refer to it."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def copy_into(connection: Connection, path: Path, progress: Callable[[int, int], None]) -> None:
    """Copies the database into the file *path*, as the transaction of *connection* sees it.

    Others go on writing meanwhile. *progress* is told the pages that are copied, and how many there are.
    """
    driver: Any = connection.connection.driver_connection
    with closing(sqlite3.connect(path)) as target:
        driver.backup(
            target,
            pages=PAGES_AT_ONCE,
            progress=lambda _status, remaining, total: progress(total - remaining, total),
        )


def copy_file(source: Path, path: Path) -> None:
    """Copies the database in the file *source* into the file *path*, without changing *source*.

    :raises sqlite3.DatabaseError: if it is no database, or a damaged one.
    """
    read_only = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(read_only, uri=True)) as kept, closing(sqlite3.connect(path)) as target:
        kept.backup(target)


def is_sound(path: Path) -> bool:
    """Whether SQLite finds no damage in the file, and every row refers to one that exists."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            checked = connection.execute("PRAGMA integrity_check").fetchall()
            return checked == [("ok",)] and not connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError:
        return False


def make_one_file(path: Path) -> None:
    """Brings everything that is stored beside the file *path* into it.

    :raises InUseError: if another process has it open.
    """
    with closing(sqlite3.connect(path, timeout=1)) as connection:
        _leave_wal(connection)


def _leave_wal(connection: SQLiteConnection) -> None:
    try:
        connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise InUseError from None
        raise


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Keeps everyone else away from the database in the file *path*, and makes it one file if possible.

    :raises InUseError: if another process has it open.
    """
    with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as connection:
        try:
            _leave_wal(connection)
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise InUseError from error
        except sqlite3.DatabaseError:
            # A damaged file: nobody can use it.
            pass
        yield
