"""A row of hands can be another line: a penalty, an adjustment or opening scores.

In the history, the name of a person can be replaced in the words that players wrote on such a line.
"""

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

CHECKS = {
    "by_cards_or_by_counts": (
        "(laid IS NULL) <> (ending IS NULL)",
        "other_line IS NOT NULL OR (laid IS NULL) <> (ending IS NULL)",
    ),
    "nobody_knocks_in_a_dead_hand": (
        "(knocker IS NULL) = (COALESCE(ending, '') = 'dead')",
        "other_line IS NOT NULL OR (knocker IS NULL) = (COALESCE(ending, '') = 'dead')",
    ),
}
"""What each check was, and what it is."""

NO_HAND = (
    "other_line IS NULL OR laid IS NULL AND ending IS NULL AND knocker IS NULL AND upcard IS NULL "
    "AND round = 0"
)

OF_A_MATCH = {"changes": "match_id", "hands": "match_id", "seats": "match_id", "matches": "id"}
"""The tables with rows of a match, and their column that names it."""


def upgrade() -> None:
    unguard_history(op.get_bind())
    with op.batch_alter_table("hands") as hands:
        hands.add_column(sa.Column("other_line", sa.JSON(), nullable=True))
        for name, (_, now) in CHECKS.items():
            hands.drop_constraint(op.f(f"ck_hands_{name}"), type_="check")
            hands.create_check_constraint(op.f(f"ck_hands_{name}"), now)
        hands.create_check_constraint(op.f("ck_hands_other_line_is_no_hand"), NO_HAND)
    guard_history(op.get_bind())


def downgrade() -> None:
    """Takes the matches with such lines away: the tables of then have no place for them."""
    unguard_history(op.get_bind())
    hands = sa.table("hands", sa.column("match_id"), sa.column("other_line"))
    with_lines = sa.select(hands.c.match_id).where(hands.c.other_line.is_not(None))
    found = [match_id for (match_id,) in op.get_bind().execute(with_lines.distinct())]
    for name, column in OF_A_MATCH.items():
        table = sa.table(name, sa.column(column))
        op.execute(table.delete().where(table.c[column].in_(found)))
    with op.batch_alter_table("hands") as table:
        table.drop_constraint(op.f("ck_hands_other_line_is_no_hand"), type_="check")
        for name, (was, _) in CHECKS.items():
            table.drop_constraint(op.f(f"ck_hands_{name}"), type_="check")
            table.create_check_constraint(op.f(f"ck_hands_{name}"), was)
        table.drop_column("other_line")
    guard_history(op.get_bind())
