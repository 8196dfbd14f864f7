"""How each match was counted: what an earlier version has counted otherwise is counted again, once."""

import sqlalchemy as sa
from alembic import op

revision = "1001"
down_revision = "1000"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("counting", sa.Integer(), nullable=False, server_default=sa.text("0")))


def downgrade() -> None:
    op.drop_column("matches", "counting")
