"""The file of an SQLite database, which may be moved or replaced while it is in use.

What is written to a file that was moved away would never be seen again. Worse, the file beside it with the
newest changes (`-wal`) has a fixed name: SQLite would apply the changes of one database to another one that
is put in its place, and destroy both.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Dialect, Engine

HEADER = 20
"""The bytes at the start of a file that stay the same while it is in use: its format, page size and modes."""

MOVED = "the database file was moved or replaced: start Deadwood again"
OVERWRITTEN = "the database file was overwritten: start Deadwood again"


class DatabaseMovedError(OSError):
    """Raised if the file at the path is not the one that is in use."""


class LogLeftError(DatabaseMovedError):
    """Raised if the file at the path is missing or empty, but its newest changes are still beside it."""

    def __init__(self, log: Path) -> None:
        self.log = log
        super().__init__(f"the database file is gone, but {log} is still there")


class LogMismatchError(LogLeftError):
    """Raised if the file at the path and the newest changes beside it make no sound database together."""


def refuse_log_without_file(path: Path) -> None:
    """Refuses to go on with a file that is missing or empty, but has changes beside it.

    SQLite would delete them, and the file that they belong to may only have been moved.

    :raises LogLeftError: if so.
    """
    log = log_of(path)
    if not holds_anything(path) and holds_anything(log):
        raise LogLeftError(log)


def log_of(path: Path) -> Path:
    """The file beside *path* with its newest changes."""
    return path.with_name(f"{path.name}-wal")


def holds_anything(path: Path) -> bool:
    """Whether there is a file at *path* that is not empty."""
    return path.exists() and path.stat().st_size > 0


def begin(connection: Connection) -> None:
    """Begins a transaction. One that will write locks out other writers from its first read."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing(connection) else "BEGIN")


def is_writing(connection: Connection) -> bool:
    """Whether the transaction of a connection will write."""
    return bool(connection.get_execution_options().get("writing"))


class DatabaseFile:
    """The database file at a path, which all connections of an engine have open.

    Once it is found to be another one, nothing is read or written until Deadwood is started again.
    """

    def __init__(self, path: Path, fits_its_log: Callable[[Path], bool]) -> None:
        """*fits_its_log* answers whether a file and what is beside it are a sound database."""
        self.path, self._fits_its_log = path, fits_its_log
        self._problem = ""
        self._opened: int | None = None
        """The file in use. It stays open, because to close it would release the locks of this process."""
        self._header = b""
        self._lock = Lock()

    def open(self, _dialect: Dialect, _record: Any, args: list[Any], options: dict[str, Any]) -> None:
        """Lets the driver open the file only if it exists, and is the one in use.

        :raises DatabaseMovedError: if not, or if the newest changes beside it are not its own.
        """
        if self._opened is None:
            refuse_log_without_file(self.path)
            if not self._fits_its_log(self.path):
                raise LogMismatchError(log_of(self.path))
            # If it can't be opened, the driver will say why.
            with suppress(OSError):
                self._opened = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        if problem := self._noticed():
            raise DatabaseMovedError(problem)
        args[0], options["uri"] = f"file:{quote(str(self.path))}?mode=rw", True

    def remember(self, _connection: Any, _record: Any) -> None:
        """Remembers how the file begins, once a connection has it open."""
        self._header = self._header or self._read_header()

    def begin(self, connection: Connection) -> None:
        """Begins a transaction, like :func:`begin`, if the file is still the one in use.

        :raises DatabaseMovedError: if not. Then everything in the file beside it was written into the old
            one, wherever it is now.
        """
        begin(connection)
        if not (problem := self._noticed(is_writing(connection))):
            return
        driver: Any = connection.connection.driver_connection
        driver.execute("ROLLBACK")
        if problem == MOVED:
            with suppress(sqlite3.Error):
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raise DatabaseMovedError(problem)

    def forget(self, _engine: Engine) -> None:
        """Uses whichever file is there from now on, because all connections were closed."""
        if self._opened is not None:
            os.close(self._opened)
        self._opened, self._header, self._problem = None, b"", ""

    def _noticed(self, is_writing: bool = False) -> str:
        """What has happened to the file; empty if nothing has."""
        if not self._problem and self._opened is not None:
            if self._is_moved(self._opened):
                self._problem = MOVED
            elif is_writing and self._header != self._read_header():
                self._problem = OVERWRITTEN
        return self._problem

    def _is_moved(self, opened: int) -> bool:
        """Whether another file is at the path than the one that is *opened*, or none."""
        try:
            return not os.path.samestat(os.stat(self.path), os.fstat(opened))
        except OSError:
            return True

    def _read_header(self) -> bytes:
        if self._opened is None:
            return b""
        with self._lock:
            os.lseek(self._opened, 0, os.SEEK_SET)
            return os.read(self._opened, HEADER)
