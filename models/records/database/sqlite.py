"""Everything that is specific to SQLite: its file, its settings, how it fails.

The file may be moved or replaced while it is in use. What is written to one that was moved away would never
be seen again. Worse, the file beside it with the newest changes (`-wal`) has a fixed name: SQLite would apply
the changes of one database to another one that is put in its place, and destroy both.
"""

import codecs
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from sqlite3 import Connection as SQLiteConnection
from threading import Lock
from typing import Any
from urllib.parse import quote
from weakref import WeakSet

from sqlalchemy import URL, Connection, Dialect, Engine, event
from sqlalchemy.exc import SQLAlchemyError

from models.records.database.unreadable import SUBSTITUTE

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


PRAGMAS = {
    "foreign_keys": "ON",
    "busy_timeout": "5000",
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "recursive_triggers": "ON",
    "secure_delete": "ON",
}
"""Saved hands survive a power failure, readers don't wait, replaced rows fire triggers too, and what is
deleted is overwritten with zeros.

A writer waits five seconds for another one. After that, a player is better told to send the form again.
"""


DAMAGED = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What opening a damaged file can raise: even its error message may be unreadable."""

FAILURES = (SQLAlchemyError, sqlite3.Error, DatabaseMovedError)
"""Everything that a database can fail with."""

BESIDE = ("", "-wal", "-shm")
"""A database in use is three files. Only the three together are complete."""


codecs.register_error("substitute", lambda error: (SUBSTITUTE, error.start + 1))  # type: ignore[attr-defined]


class InUseError(Exception):
    """Raised if another process has the database open."""


def url(folder: Path) -> URL:
    """The URL of the database file in *folder*."""
    return URL.create("sqlite", database=str(folder / "gin.sqlite"))


def prepare(engine: Engine) -> None:
    """Fixes the transactions of an engine, if it is SQLite's, and keeps it on the file at its path."""
    if engine.dialect.name != "sqlite":
        return
    event.listen(engine, "connect", on_connect)
    if (path := path_of(engine)) is not None:
        file = DatabaseFile(path, fits_its_log)
        event.listen(engine, "do_connect", file.open)
        event.listen(engine, "connect", file.remember)
        event.listen(engine, "begin", file.begin)
        event.listen(engine, "engine_disposed", file.forget)
    else:
        event.listen(engine, "begin", begin)


def path_of(engine: Engine) -> Path | None:
    """The path of an engine's database file; None if it has none."""
    database = engine.url.database
    if engine.dialect.name != "sqlite" or not database or ":memory:" in database:
        return None
    return Path(database).absolute()


def is_missing(engine: Engine) -> bool:
    """Whether the engine has a database file, and it does not exist."""
    path = path_of(engine)
    return path is not None and not path.exists()


def create(engine: Engine) -> None:
    """Creates the database file if it is missing, readable by its owner only.

    Connections never create it: an empty one would silently replace a file that was moved away.
    """
    path = path_of(engine)
    if path is not None:
        path.touch(mode=0o600)


def on_connect(connection: SQLiteConnection, _record: Any) -> None:
    """Turns off the driver's implicit transactions; :func:`begin` begins them.

    The driver begins a transaction only before the first write, so two devices could read the same sheet and
    one of them overwrite the other's changes. A byte that is no text is read as SUBSTITUTE.
    """
    connection.isolation_level = None
    connection.text_factory = partial(str, encoding="utf-8", errors="substitute")
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {value}")


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


@contextmanager
def waiting_at_most(milliseconds: int, connection: Connection) -> Iterator[None]:
    """Lets what is about to begin fail sooner if somebody else is writing."""
    driver: Any = connection.connection.driver_connection
    driver.execute(f"PRAGMA busy_timeout = {milliseconds}")
    try:
        yield
    finally:
        driver.execute(f"PRAGMA busy_timeout = {PRAGMAS['busy_timeout']}")


def overwrite_deleted(engine: Engine) -> bool:
    """Removes what was deleted from the file, and from the one beside it.

    Returns False if somebody was reading all the time: then :func:`overwrite_later` does so.
    """
    return _overwrite(engine, wait=500)


def overwrite_later(engine: Engine) -> None:
    """Calls :func:`overwrite_deleted` again after any request, if it failed. Nobody waits for it."""
    if engine in OWING:
        _overwrite(engine, wait=0)


OWING: WeakSet[Engine] = WeakSet()
"""The engines with deleted rows in the file beside the database."""


def _overwrite(engine: Engine, wait: int) -> bool:
    with engine.connect() as connection, waiting_at_most(wait, connection):
        driver: Any = connection.connection.driver_connection
        (is_busy, _written, _moved) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    (OWING.add if is_busy else OWING.discard)(engine)
    return not is_busy


def vacuum_into(source: Path, path: Path) -> None:
    """Writes all that is stored in the database *source*, as it is at one moment, into the new file *path*.

    Others go on writing meanwhile.
    """
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        connection.execute("VACUUM INTO ?", (str(path),))


def copy_file(source: Path, path: Path) -> None:
    """Copies the database in the file *source* into the file *path*, without changing *source*.

    :raises sqlite3.DatabaseError: if it is no database, or a damaged one.
    """
    read_only = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(read_only, uri=True)) as original, closing(sqlite3.connect(path)) as target:
        original.backup(target)


VALUES = ("CHECK constraint failed in ", "NULL value in ", "NUMERIC value in ", "TEXT value in ")
"""What SQLite says of a value that its column does not hold. The file is whole all the same."""

INDEXES = ("missing from index ", "values differ from index ", "wrong # of entries in index ")
"""What it says of an index that differs from its table, from which it can be made anew."""


def is_sound(path: Path, apart_from: Iterable[str] = ()) -> bool:
    """Whether SQLite finds no damage in the file *apart from* some, and all rows refer to rows that exist."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            found = [each for (each,) in connection.execute("PRAGMA integrity_check(1000000)")]
            dangling = connection.execute("PRAGMA foreign_key_check").fetchone()
            left = [each for each in found if each != "ok" and not any(part in each for part in apart_from)]
            return not (dangling or left)
    except DAMAGED:
        return False


def fits_its_log(path: Path) -> bool:
    """Whether the file and the newest changes beside it, if there are any, are a sound database together.

    It changes neither: a connection that may write would mix the two when it is closed. Where the file can't
    be asked, whoever uses it will be told why.
    """
    if not (holds_anything(path) and holds_anything(log_of(path))):
        return True
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    except sqlite3.OperationalError:
        return True
    except DAMAGED:
        return False


def digest(path: Path, tables: Mapping[str, str]) -> str:
    """A hash of every row in the file *path*; of some *tables* only of these columns."""
    state = sha256()
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        schema = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        for name, written in schema:
            state.update(repr((name, written)).encode())
            if (written or b"").startswith(b"CREATE TABLE"):
                columns = tables.get(name.decode(), "*")
                for row in connection.execute(f'SELECT {columns} FROM "{name.decode()}" ORDER BY rowid'):  # noqa: S608
                    state.update(repr(row).encode())
    return state.hexdigest()


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
        if _is_busy(error):
            raise InUseError from None
        raise


def _is_busy(error: Exception) -> bool:
    """Whether somebody else has locked the database."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Keeps everyone else away from the database in the file *path*, and makes it one file if possible.

    :raises InUseError: if another process has it open.
    """
    with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as connection:
        try:
            _leave_wal(connection)
            connection.execute("BEGIN EXCLUSIVE")
        except DAMAGED as error:
            # A damaged file is used by nobody.
            if _is_busy(error):
                raise InUseError from error
        yield
