"""A match says which entry made its version, and links that were renewed are remembered."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

FILLED = """
UPDATE matches SET last_entry = COALESCE(
    (SELECT entry FROM changes WHERE changes.match_id = matches.id AND changes.version = matches.version), '')
"""


def upgrade() -> None:
    entry = sa.Column("last_entry", sa.String(64), nullable=False, server_default=sa.text("''"))
    op.add_column("matches", entry)
    op.execute(FILLED)
    op.create_table(
        "renewed_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("renewed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_renewed_links")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_renewed_links_link_hash")),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name=op.f("fk_renewed_links_match_id_matches"),
            ondelete="CASCADE",
        ),
        sa.CheckConstraint("length(link_hash) = 64", name=op.f("ck_renewed_links_link_is_hashed")),
    )
    op.create_index(op.f("ix_renewed_links_match_id"), "renewed_links", ["match_id"])


def downgrade() -> None:
    op.drop_table("renewed_links")
    op.drop_column("matches", "last_entry")
