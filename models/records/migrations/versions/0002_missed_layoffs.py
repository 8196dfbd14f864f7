"""Whether a match tells which lay-offs were missed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("tells_missed", sa.Boolean(), nullable=False, server_default=sa.true()))
    with op.batch_alter_table("matches") as matches:
        matches.alter_column("tells_missed", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        matches.drop_column("tells_missed")
