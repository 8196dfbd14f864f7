"""The schema and its migrations. Alembic is only imported if a migration has to run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from models.records.base import db

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
VERSION_TABLE = "alembic_version"
"""The table in which Alembic stores the current revision."""


def is_current() -> bool:
    """Whether the newest migration has run.

    :raises sqlalchemy.exc.DBAPIError: if the database does not answer.
    """
    with db.engine.connect() as connection:
        if not inspect(connection).has_table(VERSION_TABLE):
            return False
        found = connection.scalars(text(f"SELECT version_num FROM {VERSION_TABLE}")).all()  # noqa: S608
    return found == [newest()]


def newest() -> str:
    """The revision of the newest migration, from the file names: ``0007_rounds.py`` is 0007."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("*.py")).partition("_")[0]


def upgrade(revision: str = "head") -> None:
    """Runs the migrations up to *revision*."""
    from alembic import command

    command.upgrade(config(), revision)


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
