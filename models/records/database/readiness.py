"""Whether what is saved now would be there tomorrow: for health checks."""

from sqlalchemy import text

from models.records.database import schema, sqlite
from models.records.database.base import db, start_writing

WRITE = text(f"UPDATE {schema.VERSION_TABLE} SET version_num = version_num")  # noqa: S608
"""Changes nothing, but goes all the way to the disk. A full disk still answers every SELECT."""


def problem() -> str:
    """Why matches can't be saved in the database at its address; empty if they can."""
    try:
        start_writing()
        db.session.execute(WRITE)
        db.session.commit()
        return "" if schema.is_current() else "the database has to be migrated"
    except schema.OtherSchemaError as error:
        age = "a newer version" if isinstance(error, schema.NewerSchemaError) else "before version 1.0"
        return f"the database is of {age} of Deadwood"
    except sqlite.FAILURES as error:
        cause = getattr(error, "orig", None) or error
        return f"the database can't be used: {' '.join(str(cause).split())}"
    finally:
        db.session.remove()
