"""Hands of which only the points are known: how many each player won, and their points.

The points are where cards are, so the table of hands stays as it is.
"""

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

NUMBERS = ("paper_wins", "paper_points")
OF_STATISTICS = ("match_statistics", "period_statistics")

OF_A_MATCH = {
    **dict.fromkeys(("ratings", "renewed_links", "changes", "hands", "seats"), "match_id"),
    "matches": "id",
}
"""The tables with rows of a match, and their column that names it. Here SQLite deletes none by itself."""

ALL_OUTDATED = {
    "played_on": "0001-01-01",
    "created_at": "0001-01-02 00:00:00.000000",
    "document_id": "",
    "match_id": 0,
}
"""All ratings of a book have to be worked out again."""


def upgrade() -> None:
    """No hand was won on paper before: the numbers are 0."""
    for table in OF_STATISTICS:
        with op.batch_alter_table(table) as altered:
            for number in NUMBERS:
                altered.add_column(sa.Column(number, sa.Integer(), nullable=False, server_default="0"))
        with op.batch_alter_table(table) as altered:
            for number in NUMBERS:
                altered.alter_column(number, server_default=None)


def downgrade() -> None:
    """Takes the matches with such hands away, which nothing could read any more.

    So are the statistics of their books: they are counted after the next upgrade. Their ratings are outdated.
    """
    unguard_history(op.get_bind())
    hands, matches = (
        sa.table("hands", *columns("match_id", "laid")),
        sa.table("matches", *columns("id", "book_id")),
    )
    written = sa.cast(hands.c.laid, sa.Text).like('{"points"%')
    changes = sa.table("changes", *columns("match_id", "before", "after"))
    noted = [sa.cast(column, sa.Text).like('{"winner"%') for column in (changes.c.before, changes.c.after)]
    found = set(op.get_bind().scalars(sa.select(hands.c.match_id).where(written)))
    found |= set(op.get_bind().scalars(sa.select(changes.c.match_id).where(sa.or_(*noted))))
    books = set(op.get_bind().scalars(sa.select(matches.c.book_id).where(matches.c.id.in_(found))))
    for name in OF_STATISTICS:
        table = sa.table(name, *columns("book_id"))
        op.execute(table.delete().where(table.c.book_id.in_(books - {None})))
    rated = sa.table("rated_books", *columns("book_id", *ALL_OUTDATED))
    values = {name: sa.text(f"'{value}'") for name, value in ALL_OUTDATED.items()}
    op.execute(rated.update().where(rated.c.book_id.in_(books - {None})).values(values))
    rematches = sa.table("matches", *columns("rematch_of"))
    op.execute(rematches.update().where(rematches.c.rematch_of.in_(found)).values(rematch_of=None))
    for name, column in OF_A_MATCH.items():
        table = sa.table(name, *columns(column))
        op.execute(table.delete().where(table.c[column].in_(found)))
    for name in OF_STATISTICS:
        with op.batch_alter_table(name) as altered:
            for number in NUMBERS:
                altered.drop_column(number)
    guard_history(op.get_bind())


def columns(*names: str) -> "list[sa.ColumnClause[object]]":
    return [sa.column(name) for name in names]
