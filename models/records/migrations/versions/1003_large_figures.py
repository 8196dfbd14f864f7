"""Points in eight bytes: totals have seven digits, and sums of them more than four bytes hold.

Whole numbers of SQLite grow with what is stored.
"""

from alembic import op

revision = "1003"
down_revision = "1002"
branch_labels = None
depends_on = None

POINTS = {
    "matches": ("total_0", "total_1", "total_2"),
    "places": (
        "balance",
        "knock_points",
        "gin_points",
        "big_gin_points",
        "undercut_points",
        "tie_points",
        "paper_points",
        "best_hand",
    ),
}


def alter(to: str) -> None:
    """Changes all columns of a table at once, because each change writes the table anew."""
    if op.get_bind().dialect.name != "postgresql":
        return
    for table, columns in POINTS.items():
        changes = ", ".join(f"ALTER COLUMN {column} TYPE {to}" for column in columns)
        op.execute(f"ALTER TABLE {table} {changes}")


def upgrade() -> None:
    alter("BIGINT")


def downgrade() -> None:
    alter("INTEGER")
