"""The schema and its migrations. Alembic is only imported if a migration has to run."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from models.records import sqlite
from models.records.base import db
from models.records.database_file import refuse_log_without_file

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
VERSION_TABLE = "alembic_version"
"""The table in which Alembic stores the current revision."""

COUNTED_SINCE = "0016"
"""In older databases some books may have no statistics: none have them before 0013, and a downgrade from 0016
leaves out books that have lost a match by it."""


PAID_SINCE = "0020"
"""In older databases the snapshots of sheets with several columns have the totals, not what these pay."""


class NewerSchemaError(Exception):
    """Raised if a newer version of Deadwood has migrated the database. Its revision is the argument."""


def is_current() -> bool:
    """Whether the newest migration has run.

    :raises NewerSchemaError: if one has run that is unknown here.
    :raises sqlalchemy.exc.DBAPIError: if the database does not answer.
    """
    return current_revision() == newest()


def current_revision() -> str | None:
    """The revision of the database; None before the first migration.

    :raises NewerSchemaError: if it is unknown here.
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
        found: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608
    refuse_unknown(found)
    return found


def refuse_unknown(revision: str | None) -> None:
    """Refuses a revision that this version does not know.

    :raises NewerSchemaError: if so.
    """
    if revision is not None and revision not in revisions():
        raise NewerSchemaError(revision)


def newest() -> str:
    """The revision of the newest migration."""
    return max(revisions())


@cache
def revisions() -> frozenset[str]:
    """The revisions of all migrations, from the file names: ``0007_rounds.py`` is 0007."""
    return frozenset(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("*.py"))


def upgrade(revision: str = "head") -> None:
    """Runs the migrations up to *revision*, in a new database if there is none.

    :raises NewerSchemaError: if a newer version of Deadwood has migrated the database.
    """
    from alembic import command

    before = current_revision()
    sqlite.create(db.engine)
    command.upgrade(config(), revision)
    if before is not None and revision == "head":
        _work_out(before)


def _work_out(before: str) -> None:
    """Works out what a migration deleted, or what was not there, or otherwise, at the revision *before*."""
    from models.records.snapshot_repair import renew_snapshots_of_columns
    from models.records.statistics.statistics_repair import add_up_missing, count_everything

    if before < PAID_SINCE:
        renew_snapshots_of_columns()
    if before < COUNTED_SINCE:
        count_everything()
    else:
        add_up_missing()
    # Whoever migrates may have to lock the tables next.
    db.session.rollback()


def downgrade(revision: str) -> None:
    """Undoes the migrations after *revision*."""
    from alembic import command

    command.downgrade(config(), revision)


def stamp(revision: str) -> None:
    """Stores *revision* as the current one, without running anything."""
    from alembic import command

    command.stamp(config(), revision)


def config() -> Config:
    """Alembic's configuration."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return settings
