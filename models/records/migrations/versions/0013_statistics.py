"""Statistics: what each player did in each match of a book, and the sums by month, by year and for all time.

The rows are counted from the sheets after the migration (``schema.upgrade``).
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

NUMBERS = """
    matches matches_won games games_won shutouts shut_out comebacks balance hands hands_won dead
    knock_wins gin_wins big_gin_wins undercut_wins tie_wins knock_points gin_points big_gin_points
    undercut_points tie_points other_points points_against knocks knock_deadwood caught
    caught_deadwood dealt dealt_won defended missed given_away best_hand hands_in_a_row
    table_matches table_games table_hands table_dead
""".split()


def numbers() -> "list[sa.Column[int]]":
    return [sa.Column(number, sa.Integer(), nullable=False) for number in NUMBERS]


def key(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.Integer(), nullable=nullable)


def refers(table: str, column: str, to: str, ondelete: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete=ondelete)


def only_one(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def index(table: str, *columns: str, name: str = "") -> None:
    op.create_index(op.f(name or f"ix_{table}_{'_'.join(columns)}"), table, list(columns))


def upgrade() -> None:
    table = "match_statistics"
    op.create_table(
        table,
        key("id"),
        key("match_id"),
        key("place"),
        key("book_id"),
        key("player_id", nullable=True),
        key("opponent_id", nullable=True),
        sa.Column("played_on", sa.Date(), nullable=False),
        *numbers(),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        refers(table, "match_id", "matches", "CASCADE"),
        refers(table, "book_id", "books", "CASCADE"),
        refers(table, "player_id", "players", "SET NULL"),
        refers(table, "opponent_id", "players", "SET NULL"),
        only_one(table, "match_id", "place"),
    )
    index(table, "book_id", "played_on", "match_id")
    results = ("player_id", "played_on", "match_id", "matches", "matches_won")
    index(table, *results, name="ix_match_statistics_results")
    index(table, "player_id", "opponent_id", "played_on", "match_id")
    index(table, "opponent_id")

    table = "period_statistics"
    op.create_table(
        table,
        key("id"),
        key("book_id"),
        key("player_id", nullable=True),
        sa.Column("period", sa.String(7), nullable=False),
        *numbers(),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        refers(table, "book_id", "books", "CASCADE"),
        refers(table, "player_id", "players", "CASCADE"),
        only_one(table, "book_id", "player_id", "period"),
        sa.CheckConstraint(
            "length(period) IN (0, 4, 7)", name=op.f(f"ck_{table}_period_is_month_year_or_all")
        ),
    )
    index(table, "book_id", "period", "player_id")
    index(table, "player_id")


def downgrade() -> None:
    op.drop_table("period_statistics")
    op.drop_table("match_statistics")
