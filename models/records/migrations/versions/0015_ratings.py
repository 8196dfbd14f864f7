"""Ratings: who won each game of a match, and what each game made of the ratings of its players.

Who won the games of matches that exist is not written here: a migration knows no rules. It is worked out
from their sheets when they are rated, and stored with their next change. Times of matches are kept to the
second, as in their files, because games are rated in their order.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

TO_THE_SECOND = {
    "sqlite": "substr(created_at, 1, 19) || '.000000'",
    "postgresql": "date_trunc('second', created_at)",
}
IN_ORDER = ("book_id", "played_on", "created_at", "document_id", "id")

OUTDATED = """
    INSERT INTO rated_books (book_id, played_on, created_at, document_id, match_id)
    SELECT id, '0001-01-01', '0001-01-02 00:00:00.000000', '', 0 FROM books"""
"""All ratings of all books have to be worked out."""

NOT_ONE_ALONE = " AND ".join(
    f"(played_on IS NULL) = ({column} IS NULL)" for column in ("created_at", "document_id", "match_id")
)


def key(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.Integer(), nullable=nullable)


def primary(table: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}"))


def only_one(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def refers(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete="CASCADE")


def check(table: str, name: str, text: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(text, name=op.f(f"ck_{table}_{name}"))


def upgrade() -> None:
    change_matches()
    op.create_table(
        "ratings",
        key("id"),
        key("match_id"),
        key("game"),
        key("player_id"),
        sa.Column("played_on", sa.Date(), nullable=False),
        key("games"),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        primary("ratings"),
        only_one("ratings", "match_id", "game", "player_id"),
        refers("ratings", "match_id", "matches"),
        refers("ratings", "player_id", "players"),
        check("ratings", "games_from_one", "game >= 1"),
        check("ratings", "rests_on_a_game", "games >= 1"),
        check("ratings", "deviation_above_nought", "deviation > 0"),
    )
    op.create_index(
        op.f("ix_ratings_player_id_played_on_games"), "ratings", ["player_id", "played_on", "games"]
    )
    op.create_table(
        "rated_books",
        key("id"),
        key("book_id"),
        sa.Column("played_on", sa.Date(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("document_id", sa.String(length=32), nullable=True),
        key("match_id", nullable=True),
        primary("rated_books"),
        only_one("rated_books", "book_id"),
        refers("rated_books", "book_id", "books"),
        check("rated_books", "outdated_from_a_match", NOT_ONE_ALONE),
    )
    op.execute(OUTDATED)


def change_matches() -> None:
    op.add_column("matches", sa.Column("results", sa.Text(), nullable=True))
    op.execute(f"UPDATE matches SET created_at = {TO_THE_SECOND[op.get_bind().dialect.name]}")  # noqa: S608
    where = sa.text("book_id IS NOT NULL")
    op.create_index(
        "ix_matches_in_order", "matches", list(IN_ORDER), sqlite_where=where, postgresql_where=where
    )


def downgrade() -> None:
    op.drop_table("rated_books")
    op.drop_table("ratings")
    op.drop_index("ix_matches_in_order", "matches")
    op.drop_column("matches", "results")
