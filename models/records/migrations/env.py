"""How the migrations are run: all that are due in one transaction."""

from alembic import context

from models.records.base import db
from models.records.sqlite import rebuilding_tables

with db.engine.connect().execution_options(writing=True) as connection, rebuilding_tables(connection):
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_as_batch=True,
        transactional_ddl=True,
        compare_server_default=True,
    )
    with context.begin_transaction():
        context.run_migrations()
