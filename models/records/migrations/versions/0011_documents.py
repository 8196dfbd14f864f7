"""A match has an id that its files carry, and says when it was imported.

The ids of matches that exist are random.
"""

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

RANDOM = {
    "sqlite": "lower(hex(randomblob(16)))",
    "postgresql": "replace(gen_random_uuid()::text, '-', '')",
}
"""A random id, as each database makes one for every row."""


def upgrade() -> None:
    unguard_history(op.get_bind())
    op.add_column("matches", sa.Column("document_id", sa.String(length=32), nullable=True))
    op.add_column("matches", sa.Column("imported_at", sa.DateTime(timezone=True), nullable=True))
    op.execute(f"UPDATE matches SET document_id = {RANDOM[op.get_context().dialect.name]}")  # noqa: S608
    with op.batch_alter_table("matches") as matches:
        matches.alter_column("document_id", existing_type=sa.String(length=32), nullable=False)
        matches.create_check_constraint(op.f("ck_matches_document_has_an_id"), "length(document_id) = 32")
        matches.create_index(op.f("ix_matches_document_id"), ["document_id"])
    guard_history(op.get_bind())


def downgrade() -> None:
    unguard_history(op.get_bind())
    with op.batch_alter_table("matches") as matches:
        matches.drop_index(op.f("ix_matches_document_id"))
        matches.drop_constraint(op.f("ck_matches_document_has_an_id"), type_="check")
        matches.drop_column("imported_at")
        matches.drop_column("document_id")
    guard_history(op.get_bind())
