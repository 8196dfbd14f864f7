"""A match says on which day it was last opened, and how often a name was removed from it.

All matches that exist count as opened today. In the history, a name can be replaced in the name of rules.
With the indexes, a match is deleted without reading the history of all others.
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

REFERRING = ("hand_id", "seat_id")
"""The columns of the history that refer to what goes with a match."""


def upgrade() -> None:
    op.add_column("matches", sa.Column("opened_on", sa.Date(), nullable=True))
    op.add_column(
        "matches", sa.Column("names_removed", sa.Integer(), nullable=False, server_default=sa.text("0"))
    )
    opened = sa.table("matches", sa.column("opened_on", sa.Date()))
    op.execute(opened.update().values(opened_on=datetime.now(UTC).date()))
    unguard_history(op.get_bind())
    guard_history(op.get_bind())
    for column in REFERRING:
        op.create_index(op.f(f"ix_changes_{column}"), "changes", [column])


def downgrade() -> None:
    for column in REFERRING:
        op.drop_index(op.f(f"ix_changes_{column}"), "changes")
    op.drop_column("matches", "names_removed")
    op.drop_column("matches", "opened_on")
