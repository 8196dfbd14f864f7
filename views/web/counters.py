"""Counters in a file of their own, which all processes of a host share.

Limits need no durability, so nothing waits for the disk, and never for the database of the matches.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection, Error, connect
from typing import NamedTuple

log = logging.getLogger(__name__)

TABLE = """
CREATE TABLE IF NOT EXISTS counters (
    name TEXT, source TEXT, ends REAL, count INTEGER, PRIMARY KEY (name, source)
) WITHOUT ROWID
"""
FORGET = "DELETE FROM counters WHERE ends <= ? OR (name = ? AND ends > ?)"
"""Windows that are over, and those that would last longer than they can: the clock was set back."""

ADD = """
INSERT INTO counters VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET count = count + excluded.count RETURNING count, ends
"""
LONGEST_WAIT = 0.2
"""Seconds. A limit that can't be counted in time is not worth waiting for."""


class Counted(NamedTuple):
    """How many events a source has in the current window, and when that ends, as Unix time."""

    times: int
    ends: float


class Counters:
    """Counts events by name and source, each in a window of time that starts with the first event."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def add(self, name: str, source: str, seconds: int, times: int = 1) -> Counted:
        """Counts an event, or as many as *times*, in a window of *seconds*.

        Counts none if the file can't be used: a full disk must not lock anybody out.
        """
        now = time.time()
        try:
            with self._open() as connection:
                connection.execute(FORGET, [now, name, now + seconds])
                [counted] = connection.execute(ADD, [name, source, now + seconds, times]).fetchall()
                return Counted(*counted)
        except Error as error:
            log.warning("%s can't be used, so requests are not limited: %s", self.file, error)
            return Counted(0, now)

    def clear(self) -> None:
        self.file.unlink(missing_ok=True)

    @contextmanager
    def _open(self) -> Iterator[Connection]:
        """A connection in a transaction of its own."""
        with closing(connect(self.file, timeout=LONGEST_WAIT)) as connection, connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(TABLE)
            yield connection
