"""Backups of the whole database, by the database's own means.

That of SQLite is one file: all tables, and one more with the secret key that links and cookies depend on, and
with a digest, which tells damage. That of PostgreSQL is what pg_dump writes; both are in files beside it.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path

from models.records.database import programs, schema, sqlite
from models.records.database.base import db
from models.records.database.copying import counts, reading_one_state
from models.records.database.drafts import draft_beside, publish
from models.records.database.refusals import RefusedError, Why

NOTE = "backup"
"""The table that only a backup of SQLite has: when it was made, the secret key, the digest of all else."""

IN_DIGEST = {NOTE: "made_at, secret_key"}
"""What of that table is a part of the digest."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What is in a backup."""

    matches: int
    hands: int
    """At least as many: others go on playing while it is made."""
    key_file: Path | None
    """The file with the secret key: the backup itself, or the one beside it; None without a key."""
    aside: str = ""
    """After a restoration: the file with what was in the database before; "" if there was nothing."""
    has_digest: bool = True
    """False after the restoration of a backup of which nobody can know whether it was damaged."""


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
    programs.dump(draft / "backup")
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
