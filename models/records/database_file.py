"""The file of an SQLite database, which may be moved, replaced or write-protected while it is in use.

What is written to a file that was moved away would never be seen again. Worse, the file beside it with the
newest changes (`-wal`) has a fixed name: SQLite would apply the changes of one database to another one that
is put in its place, and destroy both.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from sqlite3 import Connection as SQLiteConnection
from threading import RLock
from typing import Any, NamedTuple
from urllib.parse import quote
from weakref import finalize

from sqlalchemy import Connection, Dialect, Engine, ExceptionContext
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from models.records.driver_errors import as_sqlalchemy_error

OPENED = "opened"
"""What a connection remembers of its file."""

HEADER = 20
"""The bytes at the start of a file that stay the same while it is in use: its format, page size and modes."""

REVISION = "SELECT version_num FROM alembic_version"

MAY_PASS = frozenset(
    {
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_READONLY,
    }
)
"""Errors that a connection may go on having when their cause is gone: another one is opened.

Not after a failed sync (SQLITE_IOERR): a new connection would show what could not be saved, because it reads
from the log what may not be on the disk.
"""


class DatabaseMovedError(OSError):
    """Raised if the file at the path is missing, or is not the one that is in use."""


class LogLeftError(DatabaseMovedError):
    """Raised if the file at the path is missing or empty, but its newest changes are still beside it."""

    def __init__(self, log: Path) -> None:
        self.log = log
        super().__init__(f"the database file is gone, but {log} is still there")


class Opened(NamedTuple):
    """Which file a connection has open, and whether it may go on using it."""

    file: int
    """Counts the files that have been in use at the path."""
    turn: int
    """Counts how often all connections had to be opened anew."""
    may_write: bool = True
    """Whether the file could be written to. A connection does not notice that later."""


Identity = tuple[int, int] | None
"""The device and the inode of a file; None if there is none."""


def identity(path: str | Path) -> Identity:
    """Which file is at *path* now."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
    statement = "BEGIN IMMEDIATE" if is_writing(connection) else "BEGIN"
    try:
        connection.connection.cursor().execute(statement)
    except sqlite3.Error as error:
        raise as_sqlalchemy_error(error, statement, connection.dialect) from error


def is_writing(connection: Connection) -> bool:
    """Whether the transaction of a connection will write."""
    return bool(connection.get_execution_options().get("writing"))


def may_pass(error: object) -> bool:
    """Whether a new connection may do what this error of the driver refused."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in MAY_PASS


class DatabaseFile:
    """The database file at a path, and the connections that have it open.

    Another file in its place is used only if it is a database of the same version. Before that, everything
    in the file beside the old one is written into the old one, wherever it is now.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.used: Identity = None
        """The file that is in use, or was until it was moved."""
        self.current = Opened(1, 1)
        self.revision: str | None = None
        """The revision of the file that is in use, once it was moved."""
        self.beside: dict[str, Identity] = {}
        """The files beside it."""
        self._opened: int | None = None
        """The file in use. It stays open, because to close it would release the locks of this process."""
        self._close: Callable[[], object] | None = None
        self._header = b""
        self._lock = RLock()

    def open(self, _dialect: Dialect, _record: Any, args: list[Any], options: dict[str, Any]) -> None:
        """Lets the driver open the file only if it exists, and is the one in use or may replace it.

        :raises DatabaseMovedError: if not, or if it is empty and its newest changes are beside it.
        """
        with self._lock:
            found = identity(self.path)
            if self.used is None:
                refuse_log_without_file(self.path)
            if self.used not in (None, found):
                self._replace_by(found)
            if self._is_overwritten():
                raise DatabaseMovedError("the database file was overwritten")
            self.used = found
            if self._opened is None:
                # If it can't be opened, the driver will say why.
                with suppress(OSError):
                    self._opened = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
                    self._close = finalize(self, os.close, self._opened)
        args[0], options["uri"] = f"file:{quote(str(self.path))}?mode=rw", True

    def _replace_by(self, found: Identity) -> None:
        """Uses another file from now on, which starts without files beside it."""
        if found is None:
            raise DatabaseMovedError("the database file was moved away")
        if self.revision is None or revision_of(self.path) != self.revision:
            raise DatabaseMovedError("the database file was replaced by one that can't be used")
        ours = [path for path, known in self.beside.items() if known and identity(path) == known]
        if any(path.endswith("-wal") and os.path.getsize(path) for path in ours):
            raise DatabaseMovedError(
                "the database file was replaced, and beside it are changes of the old one"
            )
        for path in ours:
            os.unlink(path)
        self.current = Opened(self.current.file + 1, self.current.turn)
        self._leave()

    def _leave(self) -> None:
        """Forgets the file that was in use."""
        if self._close is not None:
            self._close()
        self._opened, self._close, self._header, self.beside = None, None, b"", {}

    def remember(self, _connection: Any, record: ConnectionPoolEntry) -> None:
        """Remembers which file a new connection has open."""
        record.info[OPENED] = self.current._replace(may_write=self._may_write())
        self._header = self._header or self._read_header()
        self.beside = {path: identity(path) for path in (f"{self.path}-wal", f"{self.path}-shm")}

    def check(self, connection: Any, record: ConnectionPoolEntry, _proxy: Any) -> None:
        """Makes the pool replace a connection to a file that is no longer the one to use.

        :raises DisconnectionError: to the pool, which opens another connection.
        """
        opened: Opened = record.info[OPENED]
        if self._is_moved(opened):
            self._complete(connection)
        elif opened[:2] == self.current[:2] and (opened.may_write or not self._may_write()):
            return
        raise DisconnectionError("another connection is needed")

    def _is_moved(self, opened: Opened) -> bool:
        """Whether the file in use, which a connection has open, is no longer at the path."""
        return opened.file == self.current.file and identity(self.path) != self.used

    def _is_overwritten(self) -> bool:
        """Whether something else was copied into the file in use."""
        return bool(self._header) and self._read_header() != self._header

    def _read_header(self) -> bytes:
        with self._lock:
            if self._opened is None:
                return b""
            os.lseek(self._opened, 0, os.SEEK_SET)
            return os.read(self._opened, HEADER)

    def _may_write(self) -> bool:
        return os.access(self.path, os.W_OK)

    def _complete(self, connection: SQLiteConnection) -> None:
        """Writes what is beside the file that *connection* has open into it, wherever it was moved."""
        with self._lock, suppress(sqlite3.Error):
            self.revision = _revision(connection)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def begin(self, connection: Connection) -> None:
        """Begins a transaction, like :func:`begin`.

        :raises DatabaseMovedError: if the file was moved while a writer waited for the lock, or overwritten.
        """
        try:
            begin(connection)
        except Exception as error:
            self._open_anew_after(getattr(error, "orig", None))
            raise
        if is_writing(connection):
            self._check_before_writing(connection)

    def _check_before_writing(self, connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        if self._is_moved(connection.info[OPENED]):
            driver.execute("ROLLBACK")
            self._complete(driver)
            connection.invalidate()
            raise DatabaseMovedError("the database file was moved")
        if self._is_overwritten():
            driver.execute("ROLLBACK")
            raise DatabaseMovedError("the database file was overwritten")

    def handle(self, context: ExceptionContext) -> None:
        """Lets all connections be opened anew after an error that may pass."""
        self._open_anew_after(context.original_exception)

    def forget(self, _engine: Engine) -> None:
        """Uses whichever file is there from now on, because all connections were closed."""
        with self._lock:
            self.used = None
            self._leave()

    def _open_anew_after(self, error: object) -> None:
        """If the file was overwritten, its connections stay: to close the last one would delete the log."""
        if not may_pass(error) or self._is_overwritten():
            return
        with self._lock:
            self.current = self.current._replace(turn=self.current.turn + 1)


def revision_of(path: Path) -> str | None:
    """The revision of the database in the file *path*, which is only read; None if it has none.

    Nobody may have it open: to close it would release the locks of this process.
    """
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            return _revision(connection)
    except sqlite3.Error:
        return None


def _revision(connection: SQLiteConnection) -> str | None:
    found = connection.execute(REVISION).fetchone()
    return str(found[0]) if found else None
