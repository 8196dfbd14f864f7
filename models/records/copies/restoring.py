"""Restores a backup: the whole database is replaced."""

import os
import sqlite3
from contextlib import closing, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from models.records.copies import backups
from models.records.copies.backups import (
    IN_DIGEST,
    NOTE,
    Backup,
    digest_beside,
    digest_of,
    draft_beside,
    file_url,
    key_beside,
    publish,
)
from models.records.copies.copying import counts, is_empty, reading_one_state, table_names
from models.records.database import passing, postgresql, schema, sqlite
from models.records.database.base import database_at, db
from models.records.database.refusals import RefusedError, Why
from models.records.database.sqlite import LogMismatchError, holds_anything

STARTS = {b"SQLite format 3": "sqlite", b"PGDMP": "postgresql"}
"""How files begin that SQLite and pg_dump have written."""


def restore(path: Path, instance: Path, *, replace: bool = False, damaged: bool = False) -> Backup:
    """Replaces the current database by the backup in the file *path*, and the secret key if it has one.

    What was there before is kept in a file beside the database, or in the folder *instance* if that is no
    file. A backup that is *damaged* is restored all the same if that is asked for, as far as it can be read.

    :raises RefusedError: if the file is no sound backup, of another kind of database or of another version;
        if a server uses the database; if the database has matches that are not to be replaced.
    :raises OSError: if *path* cannot be read, or a file cannot be written.
    """
    if (kind := _kind_of(path)) != db.engine.dialect.name:
        raise RefusedError(Why.OTHER_KIND if kind else Why.NO_BACKUP, path)
    target = sqlite.path_of(db.engine)
    had_rows = _has_rows(target)
    if had_rows and not replace:
        raise RefusedError(Why.HAS_MATCHES, db.engine.url)
    with draft_beside(target or instance / "secret_key") as draft:
        if target:
            key, has_digest = _stage(path, draft / "restored", damaged)
            aside = _replace_file(draft / "restored", target, had_rows)
        else:
            has_digest = _has_digest_beside(path, damaged)
            key = _key_beside(path)
            aside = _replace_tables(path, draft, instance / "gin.backup" if had_rows else None)
    if key is not None:
        _replace_key(instance / "secret_key", key)
    numbers = counts(reading_one_state())
    return Backup(
        numbers["matches"], numbers["sheet_rows"], path if key is not None else None, aside, has_digest
    )


def _has_rows(target: Path | None) -> bool:
    """Whether the current database has any rows, or can't be read. It may be the file *target*."""
    if target and not holds_anything(target):
        return False
    try:
        with db.engine.connect() as connection:
            return not is_empty(connection)
    except (DatabaseError, LogMismatchError, *sqlite.DAMAGED):
        if target is None:
            raise
        return True
    finally:
        db.session.remove()
        db.engine.dispose()


def _kind_of(path: Path) -> str:
    """From which kind of database the backup in the file *path* was made; "" if it is none."""
    with path.open("rb") as opened:
        start = opened.read(max(map(len, STARTS)))
    return next((kind for first_bytes, kind in STARTS.items() if start.startswith(first_bytes)), "")


def _stage(path: Path, draft: Path, damaged: bool) -> tuple[str | None, bool]:
    """Copies the backup in the file *path* to *draft* as it will be restored.

    Returns its secret key, and whether it has a digest, which then is right.

    :raises RefusedError: if it is no backup, damaged, or of another version.
    """
    try:
        # An index that is damaged is made anew from its table.
        (sqlite.vacuum_into if damaged else sqlite.copy_file)(path, draft)
        found = sqlite.digest(draft, IN_DIGEST)
        key, digest = _take_note(draft)
    except sqlite.DAMAGED:
        raise RefusedError(Why.DAMAGED, path) from None
    # What was wrong already when the backup was made is no damage of the backup.
    apart_from = sqlite.VALUES if digest == found or damaged else ()
    if (digest not in (None, found) and not damaged) or not sqlite.is_sound(draft, apart_from):
        raise RefusedError(Why.DAMAGED, path)
    with database_at(file_url(draft)):
        try:
            if schema.current_revision() is None:
                raise RefusedError(Why.NO_BACKUP, path)
            schema.upgrade()
        except schema.OtherSchemaError as error:
            raise RefusedError(too_old_or_new(error), path) from None
    sqlite.make_one_file(draft)
    return key, digest is not None


def _take_note(path: Path) -> tuple[str | None, str | None]:
    """Removes the note of a backup; returns the secret key and the digest. A plain database file has neither.

    :raises sqlite3.DatabaseError: if the note is damaged.
    """
    with closing(sqlite3.connect(path)) as connection, connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (NOTE,)).fetchone():
            return None, None
        connection.execute("PRAGMA secure_delete = ON")
        connection.row_factory = sqlite3.Row
        row = connection.execute(f"SELECT * FROM {NOTE}").fetchone()  # noqa: S608
        if row is None:
            raise sqlite3.DatabaseError("the note of the backup is empty")
        connection.execute(f"DROP TABLE {NOTE}")
    note = {"digest": None, **row}
    key, digest = (note[each] and str(note[each]) for each in ("secret_key", "digest"))
    return key, digest


def _has_digest_beside(path: Path, damaged: bool) -> bool:
    """Whether a backup of PostgreSQL has a digest.

    :raises RefusedError: if it has another one.
    """
    beside = digest_beside(path)
    if not beside.exists():
        return False
    if beside.read_text(errors="replace").split()[:1] != [digest_of(path)] and not damaged:
        raise RefusedError(Why.DAMAGED, path)
    return True


def _replace_file(draft: Path, target: Path, had_rows: bool) -> str:
    """Puts the file *draft* in the place of *target*; returns where what was there is kept."""
    is_there = holds_anything(target)
    try:
        # To open a file with the changes of another one would mix the two.
        with sqlite.alone_with(target) if is_there and sqlite.fits_its_log(target) else nullcontext():
            # Beside a file that is gone, SQLite would apply its newest changes to the backup.
            aside = _put_aside(target) if had_rows or not is_there else ""
            publish(draft, target)
    except sqlite.InUseError:
        raise RefusedError(Why.IN_USE, db.engine.url) from None
    return aside


def _put_aside(target: Path) -> str:
    """Puts aside the file *target* and those beside it; returns where they are kept."""
    aside, moved = f"{target}.{_moment()}", []
    for end in sqlite.BESIDE:
        if holds_anything(Path(f"{target}{end}")):
            os.rename(f"{target}{end}", f"{aside}{end}")
            moved.append(f"{aside}{end}")
    return moved[0] if moved else ""


def _key_beside(path: Path) -> str | None:
    """The secret key that was saved with a backup of PostgreSQL."""
    beside = key_beside(path)
    return beside.read_text() if beside.exists() else None


def _replace_tables(path: Path, draft: Path, aside: Path | None) -> str:
    """Replaces the database of a server; returns the backup of what was there, beside *aside*."""
    _write_script(path, draft / "script")
    with db.engine.connect() as connection:
        if postgresql.is_in_use(connection):
            raise RefusedError(Why.IN_USE, db.engine.url)
    copy = aside and aside.with_name(f"{aside.name}.{_moment()}")
    if copy:
        backups.dump(draft / "aside")
        publish(draft / "aside", copy)
    backups.run_script(draft / "script", [*table_names(), *passing.TABLES, schema.VERSION_TABLE])
    schema.upgrade()
    return str(copy or "")


def _write_script(path: Path, script: Path) -> None:
    """Writes what restores the backup in the file *path*.

    :raises RefusedError: if it is damaged, no backup, or of another version.
    """
    try:
        backups.write_script(path, script)
        revision = backups.revision_in(path)
    except RefusedError:
        raise RefusedError(Why.DAMAGED, path) from None
    if revision is None:
        raise RefusedError(Why.NO_BACKUP, path)
    try:
        schema.refuse_unknown(revision)
    except schema.OtherSchemaError as error:
        raise RefusedError(too_old_or_new(error), path) from None


def too_old_or_new(error: schema.OtherSchemaError) -> Why:
    """Why a backup of another version is refused."""
    return Why.TOO_NEW if isinstance(error, schema.NewerSchemaError) else Why.TOO_OLD


def _replace_key(path: Path, key: str) -> None:
    """Saves the secret key of a backup. If it was another one, that is kept beside it."""
    with suppress(FileNotFoundError):
        if path.read_text() == key:
            return
        os.rename(path, path.with_name(f"{path.name}.{_moment()}"))
    with draft_beside(path) as draft:
        (draft / "key").write_text(key)
        publish(draft / "key", path)


def _moment() -> str:
    """The end of the name of a file that was put aside now."""
    return f"before-{datetime.now(UTC):%Y-%m-%d-%H%M%S-%f}"
