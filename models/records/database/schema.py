"""The schema and its migrations. Alembic is only imported if a migration has to run."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from models.records.database import sqlite
from models.records.database.base import db, start_writing
from models.records.database.sqlite import refuse_log_without_file

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parents[1] / "migrations"
VERSION_TABLE = "alembic_version"
"""The table in which Alembic stores the current revision."""

EARLIER = tuple(f"{number:04}" for number in range(1, 21))
"""The revisions of databases from before the first release, which no migration leads on from."""


class OtherSchemaError(Exception):
    """Raised if this version can't use the tables of the database. Its revision is the argument."""


class EarlierSchemaError(OtherSchemaError):
    """Raised if the database is from before the first release."""


class NewerSchemaError(OtherSchemaError):
    """Raised if a newer version of Deadwood has migrated the database."""


def is_current() -> bool:
    """Whether the newest migration has run.

    :raises OtherSchemaError: if the database is of a version that this one can't use.
    :raises sqlalchemy.exc.DBAPIError: if the database does not answer.
    """
    return current_revision() == newest()


def current_revision() -> str | None:
    """The revision of the database; None before the first migration.

    :raises OtherSchemaError: if the database is of a version that this one can't use.
    :raises LogLeftError: if the database file is gone, but its newest changes are not.
    :raises sqlalchemy.exc.DBAPIError: if the database does not answer.
    """
    if path := sqlite.path_of(db.engine):
        refuse_log_without_file(path)
    if sqlite.is_missing(db.engine):
        return None
    with db.engine.connect() as connection:
        if not inspect(connection).has_table(VERSION_TABLE):
            return None
        revision: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608
    refuse_unknown(revision)
    return revision


def refuse_unknown(revision: str | None) -> None:
    """Refuses a revision that this version can't use.

    :raises OtherSchemaError: if so.
    """
    if revision in EARLIER:
        raise EarlierSchemaError(revision)
    if revision is not None and revision not in revisions():
        raise NewerSchemaError(revision)


def newest() -> str:
    return max(revisions())


@cache
def revisions() -> frozenset[str]:
    """The revisions of all migrations, from the file names: ``1000_first_release.py`` is 1000."""
    return frozenset(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("*.py"))


def upgrade(revision: str = "head") -> None:
    """Runs the migrations up to *revision*, in a new database if there is none.

    :raises OtherSchemaError: if the database is of a version that this one can't use.
    """
    from alembic import command

    current_revision()
    sqlite.create(db.engine)
    command.upgrade(config(), revision)


def downgrade(revision: str) -> None:
    """Undoes the migrations after *revision*."""
    from alembic import command

    command.downgrade(config(), revision)


def config() -> Config:
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return settings


WRITE = text(f"UPDATE {VERSION_TABLE} SET version_num = version_num")  # noqa: S608
"""Changes nothing, but goes all the way to the disk. A full disk still answers every SELECT."""


def problem() -> str:
    """Why matches can't be saved in the database at its address; empty if they can."""
    try:
        start_writing()
        db.session.execute(WRITE)
        db.session.commit()
        return "" if is_current() else "the database has to be migrated"
    except OtherSchemaError as error:
        age = "a newer version" if isinstance(error, NewerSchemaError) else "before version 1.0"
        return f"the database is of {age} of Deadwood"
    except sqlite.FAILURES as error:
        cause = getattr(error, "orig", None) or error
        return f"the database can't be used: {' '.join(str(cause).split())}"
    finally:
        db.session.remove()
