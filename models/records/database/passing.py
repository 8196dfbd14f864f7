"""What the processes and machines that share a database share beside the matches, in no backup and no copy.

Counts of visitors and files that wait to be imported are in a file beside that of the matches, or in tables
of PostgreSQL. They are written on connections of their own, so that they never wait for a save, nor a save
for them.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from weakref import finalize

from flask import Flask
from sqlalchemy import URL, Engine, NullPool, create_engine, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from models.records.database import postgresql

TABLES = ("counters", "waiting_files", "key_fingerprint")
"""Those of the migration 1004."""

FILE = "passing.sqlite"
MADE = """
PRAGMA synchronous = OFF;
PRAGMA secure_delete = ON;
CREATE TABLE IF NOT EXISTS counters (
    name TEXT, source TEXT, ends REAL, count INTEGER, PRIMARY KEY (name, source)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS waiting_files (
    id TEXT PRIMARY KEY, whose TEXT, source TEXT, about TEXT, packed BLOB, address TEXT, kept_at REAL
)
"""

LONGEST_WAIT = 0.2
"""Seconds for a connection, and for each answer."""

BEGIN = (
    f"BEGIN; SET LOCAL statement_timeout = '{LONGEST_WAIT}s'; SET LOCAL synchronous_commit = off; "
    "SET LOCAL idle_in_transaction_session_timeout = '5s'"
)
FAILURES = (DBAPIError, NoConnectionError)
EXTENSION = "passing"


def init_app(app: Flask, url: URL) -> None:
    """Connections of their own for *app*; none is opened before it is needed."""
    is_file = url.get_dialect().name == "sqlite"
    engine = beside(Path(app.instance_path)) if is_file else within(url)
    app.extensions[EXTENSION] = engine
    finalize(app, engine.dispose)


def beside(folder: Path) -> Engine:
    """The file in *folder*."""
    settings = {"timeout": LONGEST_WAIT, "isolation_level": None}
    url = URL.create("sqlite", database=str(folder / FILE))
    engine = create_engine(url, hide_parameters=True, poolclass=NullPool, connect_args=settings)
    event.listen(engine, "connect", lambda connection, _record: connection.executescript(MADE))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def remove_file(engine: Engine) -> None:
    """Deletes the file, which a loss of power may have damaged. Whoever needs it next makes another."""
    for path in Path(engine.url.database or "").parent.glob(f"{FILE}*"):
        path.unlink(missing_ok=True)


def within(url: URL) -> Engine:
    """The tables in PostgreSQL."""
    pool = {"pool_size": 4, "max_overflow": 0, "pool_timeout": LONGEST_WAIT}
    engine = create_engine(url, hide_parameters=True, **pool, **postgresql.OPTIONS)

    def connect(dialect: Any, record: Any, arguments: Any, parameters: dict[str, Any]) -> Any:
        connection = postgresql.connect(dialect, record, arguments, parameters | {"connect_timeout": 2})
        connection.patience = connection.commit_patience = LONGEST_WAIT
        return connection

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(BEGIN))
    return engine


def execute(
    engine: Engine, values: dict[str, object], *statements: str, patience: float = 0
) -> Sequence[Any]:
    """The rows of the last of some statements, in a short transaction; tried again for so many seconds.

    :raises DBAPIError: or TimeoutError, if it failed each time.
    """
    until = time.monotonic() + patience
    while True:
        try:
            with engine.begin() as connection:
                *_before, last = [connection.execute(text(each), values) for each in statements]
                return last.all() if last.returns_rows else ()
        except FAILURES:
            if time.monotonic() >= until:
                raise
            time.sleep(LONGEST_WAIT / 4)
