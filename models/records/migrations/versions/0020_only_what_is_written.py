"""The database refuses what is never written: a period of a book added up twice, a third player of a book
where two play, and ratings that are no numbers.

Rows of that kind are put right first. Nothing is lost by that, because they follow from others: the sums of
a book are added up after the migration (``schema.upgrade``), ratings when they are next worked out.
"""

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

SUMS_OF_BOOK = "ix_period_statistics_of_book"
ADDED_UP_TWICE = """
    DELETE FROM period_statistics WHERE book_id IN (
        SELECT book_id FROM period_statistics WHERE player_id IS NULL
        GROUP BY book_id, period HAVING COUNT(*) > 1
    )"""

SEATED = "(player_2 IS NULL OR name_2 IS NOT NULL) AND (player_3 IS NULL OR name_3 IS NOT NULL)"
NOBODY_SEATED = [
    f"UPDATE matches SET player_{place} = NULL WHERE name_{place} IS NULL AND player_{place} IS NOT NULL"  # noqa: S608
    for place in (2, 3)
]

FINITE = {"rating": "rating BETWEEN -1e9 AND 1e9", "deviation": "deviation < 1e9"}
NO_NUMBER = f"NOT ({FINITE['rating']} AND {FINITE['deviation']})"
OUTDATED = f"""
    UPDATE rated_books SET
        played_on = '0001-01-01', created_at = '0001-01-02 00:00:00.000000', document_id = '', match_id = 0
    WHERE book_id IN (
        SELECT book_id FROM players WHERE id IN (SELECT player_id FROM ratings WHERE {NO_NUMBER})
    )"""  # noqa: S608
"""All ratings of their books have to be worked out again."""


def upgrade() -> None:
    unguard_history(op.get_bind())
    for repair in (ADDED_UP_TWICE, *NOBODY_SEATED, OUTDATED, f"DELETE FROM ratings WHERE {NO_NUMBER}"):  # noqa: S608
        op.execute(repair)
    nobody = sa.text("player_id IS NULL")
    op.create_index(
        SUMS_OF_BOOK,
        "period_statistics",
        ["book_id", "period"],
        unique=True,
        sqlite_where=nobody,
        postgresql_where=nobody,
    )
    with op.batch_alter_table("matches") as matches:
        matches.create_check_constraint(op.f("ck_matches_players_are_seated"), SEATED)
    with op.batch_alter_table("ratings") as ratings:
        for column, check in FINITE.items():
            ratings.create_check_constraint(op.f(f"ck_ratings_{column}_is_finite"), check)
    guard_history(op.get_bind())


def downgrade() -> None:
    unguard_history(op.get_bind())
    with op.batch_alter_table("ratings") as ratings:
        for column in FINITE:
            ratings.drop_constraint(op.f(f"ck_ratings_{column}_is_finite"), type_="check")
    with op.batch_alter_table("matches") as matches:
        matches.drop_constraint(op.f("ck_matches_players_are_seated"), type_="check")
    op.drop_index(SUMS_OF_BOOK, "period_statistics")
    guard_history(op.get_bind())
