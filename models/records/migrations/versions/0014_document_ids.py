"""A book and each of its players have an id that their files carry; the history of a book tells of imports.

The ids of those that exist are random.
"""

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

TABLES = ("books", "players")
ID = sa.String(length=32)
RANDOM = {
    "sqlite": "lower(hex(randomblob(16)))",
    "postgresql": "replace(gen_random_uuid()::text, '-', '')",
}
"""A random id, as each database makes one for every row."""

KINDS = (
    "'started', 'named', 'player_added', 'player_renamed', 'players_merged', 'player_split', "
    "'player_deleted', 'matches_joined', 'match_left', 'rules'"
)


def upgrade() -> None:
    unguard_history(op.get_bind())
    for table in TABLES:
        op.add_column(table, sa.Column("document_id", ID, nullable=True))
        op.execute(f"UPDATE {table} SET document_id = {RANDOM[op.get_context().dialect.name]}")  # noqa: S608
        with op.batch_alter_table(table) as changed:
            changed.alter_column("document_id", existing_type=ID, nullable=False)
            changed.create_check_constraint(
                op.f(f"ck_{table}_document_has_an_id"), "length(document_id) = 32"
            )
    op.create_index(op.f("ix_books_document_id"), "books", ["document_id"])
    allow_kinds(f"{KINDS}, 'imported'")
    guard_history(op.get_bind())


def allow_kinds(kinds: str) -> None:
    """Sets which kinds of changes the history of a book can have."""
    with op.batch_alter_table("book_changes") as changes:
        changes.drop_constraint(op.f("ck_book_changes_kind_is_known"), type_="check")
        changes.create_check_constraint(op.f("ck_book_changes_kind_is_known"), f"kind IN ({kinds})")


def downgrade() -> None:
    """Imports can't be told any more: they are matches that joined."""
    unguard_history(op.get_bind())
    op.execute("UPDATE book_changes SET kind = 'matches_joined' WHERE kind = 'imported'")
    allow_kinds(KINDS)
    op.drop_index(op.f("ix_books_document_id"), "books")
    for table in TABLES:
        with op.batch_alter_table(table) as changed:
            changed.drop_constraint(op.f(f"ck_{table}_document_has_an_id"), type_="check")
            changed.drop_column("document_id")
    guard_history(op.get_bind())
