"""Counts the statements that reach the database driver."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from sqlalchemy import event

from models.records.database.base import db

Note = Callable[[str], object]

NO_QUESTIONS = ("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA", "--")
"""Statements that begin transactions, and those of SQLite's own triggers."""


@contextmanager
def queries() -> Iterator[list[str]]:
    """The statements that are executed meanwhile."""
    asked: list[str] = []
    heard: list[Any] = []

    def note(statement: str) -> None:
        if not statement.startswith(NO_QUESTIONS):
            asked.append(statement)

    def listen(connection: Any, *_: object) -> None:
        hear(connection, note)
        heard.append(connection)

    event.listen(db.engine, "checkout", listen)
    if db.session().in_transaction():
        listen(db.session.connection().connection.driver_connection)
    try:
        yield asked
    finally:
        event.remove(db.engine, "checkout", listen)
        for each in heard:
            hear(each, None)


def hear(connection: Any, note: Note | None) -> None:
    """Starts or stops recording the statements of *connection*."""
    if isinstance(connection, sqlite3.Connection):
        connection.set_trace_callback(note)
    else:
        connection.cursor_factory = noting(note) if note else psycopg.Cursor


def noting(note: Note) -> type[psycopg.Cursor[Any]]:
    """A cursor of PostgreSQL's driver that records its statements."""

    class Noting(psycopg.Cursor[Any]):
        def execute(self, query: Any, *args: Any, **options: Any) -> Any:
            note(str(query))
            return super().execute(query, *args, **options)

    return Noting
