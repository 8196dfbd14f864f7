"""A change says when it was entered, if it was sent later from a phone without a network."""

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    unguard_history(op.get_bind())
    op.add_column("changes", sa.Column("entered_at", sa.DateTime(timezone=True), nullable=True))
    guard_history(op.get_bind())


def downgrade() -> None:
    unguard_history(op.get_bind())
    with op.batch_alter_table("changes") as changes:
        changes.drop_column("entered_at")
    guard_history(op.get_bind())
