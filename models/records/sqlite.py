"""Everything that is specific to SQLite. No other module knows which database is used."""

from collections.abc import Iterator
from contextlib import contextmanager
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
