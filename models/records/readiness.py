"""Whether what is saved now would be there tomorrow: for health checks."""

import time
from dataclasses import dataclass

from sqlalchemy import text

from models.records import schema, sqlite
from models.records.base import db, start_writing

WRITE = text(f"UPDATE {schema.VERSION_TABLE} SET version_num = version_num")  # noqa: S608
"""Changes nothing, but goes all the way to the disk. A full disk still answers every SELECT."""

DAMAGE_EVERY = 60
"""Seconds between two searches for damage, which read the whole file."""


@dataclass(slots=True)
class Readiness:
    """The readiness of the current database, and when its file was last searched for damage."""

    searched: float = -DAMAGE_EVERY
    is_damaged: bool = False

    def problem(self) -> str:
        """Why matches can't be saved in the database at its address; empty if they can."""
        try:
            return self._problem()
        except schema.OtherSchemaError as error:
            age = "a newer version" if isinstance(error, schema.NewerSchemaError) else "before version 1.0"
            return f"the database is of {age} of Deadwood"
        except sqlite.FAILURES as error:
            cause = getattr(error, "orig", None) or error
            return f"the database can't be used: {' '.join(str(cause).split())}"
        finally:
            db.session.remove()

    def _problem(self) -> str:
        if sqlite.is_missing(db.engine):
            return "the database file is missing"
        if not schema.is_current():
            return "the database has to be migrated"
        if self._has_damage():
            return "the database is damaged"
        start_writing()
        db.session.execute(WRITE)
        db.session.commit()
        return ""

    def _has_damage(self) -> bool:
        """Whether SQLite finds damage in the file."""
        if time.monotonic() >= self.searched + DAMAGE_EVERY:
            self.is_damaged = sqlite.has_damage(db.session.connection())
            self.searched = time.monotonic()
        return self.is_damaged
