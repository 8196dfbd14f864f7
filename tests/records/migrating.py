"""What migrations make, for tests."""

from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from models.records.database import passing
from models.records.database.base import Base, db


def differences() -> list[Any]:
    """What the database lacks of the models, or has beyond them."""
    with db.engine.connect() as connection:
        options = {
            "compare_type": True,
            "compare_server_default": True,
            "include_name": lambda name, kind, _parents: kind != "table" or name not in passing.TABLES,
        }
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata))
