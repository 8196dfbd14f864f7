"""How the migrations are run: all that are due in one transaction, and by one process at a time."""

from alembic import context
from sqlalchemy import Connection, func, select

from models.records.database.base import db
from models.records.database.postgresql import may_take_long
from models.records.database.sqlite import rebuilding_tables

LOCK = 0x6761_7264
"""The number of the lock in PostgreSQL. Any would do that nobody else uses in the same database."""


def wait_for_others(connection: Connection) -> None:
    """Waits until no other process migrates. SQLite's transaction has done so when it began."""
    if connection.dialect.name == "postgresql":
        may_take_long(connection)
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))


with db.engine.connect().execution_options(writing=True) as connection, rebuilding_tables(connection):
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_as_batch=True,
        transactional_ddl=True,
        compare_server_default=True,
    )
    with context.begin_transaction():
        wait_for_others(connection)
        context.run_migrations()
