"""Houses that somebody made, kept on a phone; the name of such a house in a match begun by it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "houses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("preset", sa.String(length=40), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(device_hash) = 64", name=op.f("ck_houses_device_is_hashed")),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_houses_house_has_a_name")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_houses")),
        sa.UniqueConstraint("device_hash", "name", name=op.f("uq_houses_device_hash_name")),
    )
    op.add_column(
        "matches", sa.Column("house_name", sa.String(length=40), nullable=False, server_default=sa.text("''"))
    )


def downgrade() -> None:
    op.drop_column("matches", "house_name")
    op.drop_table("houses")
