"""Backups of the whole database, by the database's own means and programs.

That of SQLite is one file: all tables, and one more with the secret key that links and cookies depend on, and
with a digest, which tells damage. That of PostgreSQL is what pg_dump writes; both are in files beside it.
"""

import fcntl
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from tempfile import mkdtemp

from sqlalchemy import URL

from models.records.copies.copying import counts, reading_one_state
from models.records.database import passing, schema, sqlite
from models.records.database.base import db
from models.records.database.refusals import RefusedError, Why
from models.records.database.schema import VERSION_TABLE

OURS_ALONE = 0o600
"""Whoever reads a database with its secret key can open every match: only its owner can read it."""

DRAFT = ".deadwood-draft-"
"""How the names of folders begin in which files are written."""


def file_url(path: Path) -> URL:
    """The URL of the database in the file *path*."""
    return URL.create("sqlite", database=str(path.absolute()))


@contextmanager
def draft_beside(path: Path) -> Iterator[Path]:
    """A new folder beside *path* in which files are written, deleted afterwards.

    First, those are deleted that killed processes have left. Another one that is being written is waited for.
    """
    folder = path.absolute().parent
    with _alone_in(folder):
        for left in folder.glob(f"{DRAFT}*"):
            shutil.rmtree(left)
        draft = Path(mkdtemp(prefix=DRAFT, dir=folder))
        try:
            yield draft
        finally:
            shutil.rmtree(draft)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Locks a folder, as long as the process lives. Some network file systems have no locks."""
    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def publish(draft: Path, path: Path) -> None:
    """Gives a complete file its name, once it is safely on the disk."""
    draft.chmod(OURS_ALONE)
    _sync(draft)
    os.replace(draft, path)
    _sync(path.absolute().parent)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


PLAIN = ("--clean", "--if-exists", "--no-owner", "--no-privileges")
"""Objects that are there are dropped first, and belong to whoever restores them."""

WITHIN_SECONDS = "-c lock_timeout=3s"
"""Whoever uses a table is not waited for."""


def dump(path: Path) -> None:
    """Saves the current database, as it is at one moment, in the file *path*.

    :raises RefusedError: if the database does not answer, or what was written can't be read again.
    :raises OSError: if the programs are not installed.
    """
    without = [f"--exclude-table-data={each}" for each in passing.TABLES]
    _run("pg_dump", "--format=custom", *without, f"--file={path}", f"--dbname={_address()}")
    write_script(path, Path(os.devnull))


def write_script(archive: Path, script: Path) -> None:
    """Reads all of *archive*, and writes what restores it into the file *script*."""
    _run("pg_restore", *PLAIN, f"--file={script}", str(archive))


def revision_in(archive: Path) -> str | None:
    """The revision of the database in *archive*; None if it has none."""
    written = _run("pg_restore", "--data-only", f"--table={VERSION_TABLE}", "--file=-", str(archive))
    _before, _copy, rows = written.partition(f"COPY public.{VERSION_TABLE} (version_num) FROM stdin;\n")
    return rows.partition("\n")[0] or None


def run_script(script: Path, tables: list[str]) -> None:
    """Drops *tables* and runs *script* in the current database, in one transaction.

    :raises RefusedError: if something fails. Then nothing has changed.
    """
    options = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
    dropped = f"DROP TABLE IF EXISTS {', '.join(tables)} CASCADE"
    _run("psql", *options, f"--dbname={_address()}", f"--command={dropped}", f"--file={script}")


def _address() -> str:
    """The URL of the current database. Its password could be seen in a list of processes."""
    url = db.engine.url._replace(drivername="postgresql", password=None)
    return url.render_as_string(hide_password=False)


def _run(*command: str) -> str:
    """Runs a program; returns what it prints.

    :raises RefusedError: if it fails, with what it says.
    """
    password = db.engine.url.password
    settings = {"PGOPTIONS": WITHIN_SECONDS, **({"PGPASSWORD": str(password)} if password else {})}
    ended = subprocess.run(  # noqa: S603
        command, env=os.environ | settings, capture_output=True, text=True, errors="replace"
    )
    if ended.returncode:
        raise RefusedError(Why.NO_ANSWER, db.engine.url, " ".join(ended.stderr.split()))
    return ended.stdout


NOTE = "backup"
"""The table that only a backup of SQLite has: when it was made, the secret key, the digest of all else."""

IN_DIGEST = {NOTE: "made_at, secret_key"}
"""What of that table is a part of the digest."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What is in a backup."""

    matches: int
    hands: int
    """The least number of hands: others go on playing while the backup is made."""
    key_file: Path | None
    """The file with the secret key: the backup itself, or the one beside it; None without a key."""
    aside: str = ""
    """After a restoration: the file with what was in the database before; "" if there was nothing."""
    has_digest: bool = True
    """Whether it had a digest; without one, nobody knows whether a restored backup was damaged."""


def back_up(path: Path, key: str | None, *, replace: bool = False) -> Backup:
    """Writes all that is stored, and the secret key unless it is None, into a new file.

    What was saved before the call is in it, and all of it is of one moment. The file appears under its name
    only when it is complete and was read again.

    :raises RefusedError: if the file exists and is not to be replaced; if there is no database, or a damaged
        one; if it does not answer.
    :raises OSError: if the file cannot be written.
    """
    if schema.current_revision() is None:
        raise RefusedError(Why.NO_DATABASE, db.engine.url)
    source = sqlite.path_of(db.engine)
    if source and not sqlite.is_sound(source, (*sqlite.VALUES, *sqlite.INDEXES)):
        raise RefusedError(Why.DAMAGED_DATABASE, db.engine.url)
    numbers = counts(reading_one_state())
    db.session.remove()
    with draft_beside(path) as draft:
        if path.exists() and not replace:
            raise RefusedError(Why.EXISTS, path)
        key_file = _save_file(source, draft, path, key) if source else _save_server(draft, path, key)
        publish(draft / "backup", path)
    return Backup(numbers["matches"], numbers["sheet_rows"], key_file)


def _save_file(source: Path, draft: Path, path: Path, key: str | None) -> Path | None:
    """Saves the database in the file *source* in the folder *draft*; returns where the key will be."""
    copy = draft / "backup"
    try:
        sqlite.vacuum_into(source, copy)
        _add_note(copy, key)
    except sqlite3.OperationalError as error:
        raise RefusedError(Why.NO_ANSWER, db.engine.url, str(error)) from error
    if not sqlite.is_sound(copy, sqlite.VALUES):
        raise RefusedError(Why.DIFFERENT, path)
    return path if key is not None else None


def _add_note(copy: Path, key: str | None) -> None:
    """Adds the time, the secret key and the digest to a backup."""
    with closing(sqlite3.connect(copy)) as connection:
        with connection:
            connection.execute(f"CREATE TABLE {NOTE} (made_at TEXT NOT NULL, secret_key TEXT, digest TEXT)")
            now = datetime.now(UTC).isoformat()
            connection.execute(f"INSERT INTO {NOTE} VALUES (?, ?, NULL)", (now, key))  # noqa: S608
        with connection:
            connection.execute(f"UPDATE {NOTE} SET digest = ?", (sqlite.digest(copy, IN_DIGEST),))  # noqa: S608


def _save_server(draft: Path, path: Path, key: str | None) -> Path | None:
    """Saves the database of a server in the folder *draft*; returns where the key is."""
    dump(draft / "backup")
    (draft / "digest").write_text(f"{digest_of(draft / 'backup')}  {path.name}\n")
    publish(draft / "digest", digest_beside(path))
    beside = key_beside(path)
    if key is None:
        beside.unlink(missing_ok=True)
        return None
    (draft / "key").write_text(key)
    publish(draft / "key", beside)
    return beside


def digest_of(dump: Path) -> str:
    """The digest of a file that pg_dump has written."""
    with dump.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()


def digest_beside(path: Path) -> Path:
    """The file with the digest of a backup of PostgreSQL, as ``sha256sum -c`` reads it."""
    return path.with_name(f"{path.name}.sha256")


def key_beside(path: Path) -> Path:
    """The file with the secret key of a backup of PostgreSQL."""
    return path.with_name(f"{path.name}.key")
