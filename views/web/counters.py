"""Counters in a file of their own, which all processes of a host share.

Limits need no durability, so nothing waits for the disk, and never for the database of the matches.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection, Error, connect

log = logging.getLogger(__name__)

TABLE = """
CREATE TABLE IF NOT EXISTS counters (
    name TEXT, source TEXT, ends INTEGER, count INTEGER, PRIMARY KEY (name, source, ends)
) WITHOUT ROWID
"""
ADD = """
INSERT INTO counters VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count
"""
LONGEST_WAIT = 0.2
"""Seconds. A limit that can't be counted in time is not worth waiting for."""


class Counters:
    """Counts events by name and source in windows of time that start at fixed moments."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def add(self, name: str, source: str, seconds: int) -> int:
        """Counts an event. Returns how many *source* has in this window of *seconds*, with this one.

        0 if the file can't be used: a full disk must not lock anybody out.
        """
        try:
            with self._open() as connection:
                ended = connection.execute("DELETE FROM counters WHERE ends <= ?", [time.time()])
                ended.close()
                [(count,)] = connection.execute(ADD, [name, source, ends(seconds)]).fetchall()
                return int(count)
        except Error:
            log.warning("%s can't be used: requests are not limited", self.file, exc_info=True)
            return 0

    def clear(self) -> None:
        """Forgets everything."""
        self.file.unlink(missing_ok=True)

    @contextmanager
    def _open(self) -> Iterator[Connection]:
        """A connection in a transaction of its own."""
        with closing(connect(self.file, timeout=LONGEST_WAIT)) as connection, connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(TABLE)
            yield connection


def ends(seconds: int) -> int:
    """When the current window of *seconds* ends, as Unix time."""
    return (int(time.time()) // seconds + 1) * seconds
