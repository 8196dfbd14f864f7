"""What all machines on one PostgreSQL share beside the matches, in tables that backups and copies leave out.

Counts of visitors and files that wait to be imported are written on connections of their own, so that they
never wait for a save, nor a save for them.
"""

import time
from collections.abc import Sequence
from typing import Any

from flask import Flask
from sqlalchemy import URL, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from models.records.database import postgresql

TABLES = ("counters", "waiting_files", "key_fingerprint")
"""Those of the migration 1004."""

LONGEST_WAIT = 0.2
"""Seconds for a connection, and for each answer."""

BEGIN = (
    f"BEGIN; SET LOCAL statement_timeout = '{LONGEST_WAIT}s'; SET LOCAL synchronous_commit = off; "
    "SET LOCAL idle_in_transaction_session_timeout = '5s'"
)
FAILURES = (DBAPIError, NoConnectionError)
EXTENSION = "passing"


def init_app(app: Flask, url: URL) -> Engine:
    """Connections of their own for *app*; none is opened before it is needed."""
    pool = {"pool_size": 4, "max_overflow": 0, "pool_timeout": LONGEST_WAIT}
    app.extensions[EXTENSION] = engine = create_engine(
        url, hide_parameters=True, **pool, **postgresql.OPTIONS
    )

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
