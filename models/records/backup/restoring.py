"""Restores a backup: the whole database is replaced."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import inspect

from models.records import postgresql, schema, sqlite
from models.records.backup.backups import NOTE, Backup, back_up, verify
from models.records.backup.copying import (
    Progress,
    copy_tables,
    counts,
    is_empty,
    reading_one_state,
    table_names,
    unseen,
)
from models.records.backup.drafts import draft_beside, file_url, publish
from models.records.backup.refusals import RefusedError, Why
from models.records.base import database_at, db
from models.records.database_file import holds_anything, log_of


def restore(path: Path, instance: Path, *, replace: bool = False, progress: Progress = unseen) -> Backup:
    """Replaces the current database by the backup in the file *path*, and the secret key if it has one.

    A backup of an earlier version is migrated. What was there before is kept in a file beside the database,
    or in the folder *instance* if that is no file.

    :raises RefusedError: if the file is no sound backup, or of a newer version; if a server uses the
        database; if the database has matches that are not to be replaced.
    :raises OSError: if *path* cannot be read, or a file cannot be written.
    """
    with path.open("rb"):
        pass
    is_file = db.engine.dialect.name == "sqlite"
    target = Path(db.engine.url.database or "") if is_file else instance / "restored"
    with draft_beside(target) as draft:
        key = _stage(path, draft)
        doubtful = verify(draft, progress=progress)
        aside = (
            _replace_file(draft, target, replace)
            if is_file
            else _replace_rows(draft, instance, replace, progress)
        )
    with database_at(db.engine.url):
        found = counts(reading_one_state())
    if key is not None:
        _replace_key(instance / "secret_key", key)
    return Backup(found["matches"], found["hands"], doubtful, has_key=key is not None, aside=aside)


def _stage(path: Path, draft: Path) -> str | None:
    """Copies the backup in the file *path* to *draft* as it will be restored; returns its secret key.

    :raises RefusedError: if it is no backup, damaged, or of a newer version.
    """
    try:
        sqlite.copy_file(path, draft)
        key = _take_note(draft)
    except sqlite.DAMAGED as error:
        no_database = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB
        raise RefusedError(Why.NO_BACKUP if no_database else Why.DAMAGED, path) from None
    if not sqlite.is_sound(draft):
        raise RefusedError(Why.DAMAGED, path)
    with database_at(file_url(draft)):
        try:
            if schema.current_revision() is None:
                raise RefusedError(Why.NO_BACKUP, path)
            schema.upgrade()
        except schema.OtherSchemaError as error:
            is_newer = isinstance(error, schema.NewerSchemaError)
            raise RefusedError(Why.TOO_NEW if is_newer else Why.TOO_OLD, path) from None
        if not set(table_names()) <= set(inspect(db.engine).get_table_names()):
            raise RefusedError(Why.NO_BACKUP, path)
    sqlite.make_one_file(draft)
    return key


def _take_note(path: Path) -> str | None:
    """Removes the note of a backup; returns the secret key. A plain database file has neither."""
    with closing(sqlite3.connect(path)) as connection, connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (NOTE,)).fetchone():
            return None
        connection.execute("PRAGMA secure_delete = ON")
        (key,) = connection.execute(f"SELECT secret_key FROM {NOTE}").fetchone()  # noqa: S608
        connection.execute(f"DROP TABLE {NOTE}")
    return str(key) if key is not None else None


def _replace_file(draft: Path, target: Path, replace: bool) -> str:
    """Puts the file *draft* in the place of *target*; returns where the old one is kept."""
    db.session.remove()
    db.engine.dispose()
    if not holds_anything(target):
        kept = _put_log_aside(target)
        publish(draft, target, replace=target.exists())
        return kept
    try:
        with sqlite.alone_with(target):
            if not _holds_rows(target):
                publish(draft, target, replace=True)
                return ""
            if not replace:
                raise RefusedError(Why.HAS_MATCHES, db.engine.url)
            aside = _put_aside(target)
            publish(draft, target, replace=False)
    except sqlite.InUseError:
        raise RefusedError(Why.IN_USE, db.engine.url) from None
    return aside


def _put_aside(target: Path) -> str:
    """Puts aside the database in the file *target* with the files beside it; returns where it is kept."""
    aside = target.with_name(f"{target.name}.{_moment()}")
    for end in sqlite.BESIDE:
        with suppress(FileNotFoundError):
            os.rename(f"{target}{end}", f"{aside}{end}")
    return str(aside)


def _put_log_aside(target: Path) -> str:
    """Puts aside the newest changes of the file *target*, which is gone; returns where they are kept.

    SQLite would apply them to the backup that takes its place.
    """
    log = log_of(target)
    if not holds_anything(log):
        return ""
    aside = log_of(target.with_name(f"{target.name}.{_moment()}"))
    os.rename(log, aside)
    return str(aside)


def _holds_rows(path: Path) -> bool:
    """Whether the database in the file *path* has any rows, or can't be read."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as connection:
            named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            return any(
                connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone()  # noqa: S608
                for (name,) in named
                if name != schema.VERSION_TABLE
            )
    except sqlite.DAMAGED:
        return True


def _replace_rows(draft: Path, instance: Path, replace: bool, progress: Progress) -> str:
    """Replaces all rows of the current database by those of the file *draft*, in one transaction.

    Returns the backup of what was there.
    """
    db.session.remove()
    db.engine.dispose()
    with db.engine.connect() as connection:
        if postgresql.is_in_use(connection):
            raise RefusedError(Why.IN_USE, db.engine.url)
    schema.upgrade()
    with db.engine.connect() as connection:
        had_rows = not is_empty(connection)
    if had_rows and not replace:
        raise RefusedError(Why.HAS_MATCHES, db.engine.url)
    aside = instance / f"gin.sqlite.{_moment()}"
    if had_rows:
        back_up(aside, None)
    with db.engine.begin() as target:
        if not postgresql.lock(target, table_names()):
            raise RefusedError(Why.IN_USE, db.engine.url)
        postgresql.empty(target, table_names())
        with database_at(file_url(draft)):
            source = reading_one_state()
            copy_tables(source, target, progress)
            if counts(target) != counts(source):
                raise RefusedError(Why.DIFFERENT, draft)
    return str(aside) if had_rows else ""


def _replace_key(path: Path, key: str) -> None:
    """Saves the secret key of a backup. If it was another one, that is kept beside it."""
    with suppress(FileNotFoundError):
        if path.read_text() == key:
            return
        os.rename(path, path.with_name(f"{path.name}.{_moment()}"))
    with draft_beside(path) as draft:
        draft.write_text(key)
        publish(draft, path, replace=False)


def _moment() -> str:
    """The end of the name of a file that was put aside now."""
    return f"before-{datetime.now(UTC):%Y-%m-%d-%H%M%S-%f}"
