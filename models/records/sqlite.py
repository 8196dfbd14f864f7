"""All that is particular to SQLite. Nothing else in Deadwood knows which database keeps its records."""

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
"""A saved hand survives a power cut, readers do not wait, and replaced rows are guarded too."""


def url(folder: Path) -> URL:
    """The database that needs no server: one file in *folder*."""
    return URL.create("sqlite", database=str(folder / "gin.sqlite"))


def prepare(engine: Engine) -> None:
    """Makes an engine's transactions whole, if it is SQLite's."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", on_connect)
        event.listen(engine, "begin", on_begin)


def on_connect(connection: SQLiteConnection, _record: Any) -> None:
    """Leaves the beginning of transactions to `on_begin`.

    Python's own way begins them only at the first change, so that two devices can read the same sheet
    and one of them overwrite what the other wrote.
    """
    connection.isolation_level = None
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {value}")


def on_begin(connection: Connection) -> None:
    """A transaction that will write keeps other writers out from its first read."""
    writing = connection.get_execution_options().get("writing")
    connection.connection.cursor().execute("BEGIN IMMEDIATE" if writing else "BEGIN")


@contextmanager
def rebuilding_tables(connection: Connection) -> Iterator[None]:
    """Lets a migration replace a table by its new shape without the hands of a match going with it."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")
