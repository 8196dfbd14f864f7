"""The table of the statistics of players, and of whole books, added up by month, by year and for all time."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
    text,
)

from models.records.base import Base
from models.records.statistics.match_statistics import counters

OF_BOOK = text("player_id IS NULL")

PERIOD_STATISTICS = Table(
    "period_statistics",
    Base.metadata,
    Column("id", Integer, primary_key=True),
    Column("book_id", ForeignKey("books.id", ondelete="CASCADE"), nullable=False),
    # Empty for the sum over all places at the tables of the book.
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE")),
    # "2026-11", "2026", or "" for all time.
    Column("period", String(7), nullable=False),
    *counters(),
    # By player first, also for the sums of the book, which have none: every save adds these up.
    UniqueConstraint("book_id", "player_id", "period"),
    # Nobody is not the same as nobody, for the constraint above.
    Index(
        "ix_period_statistics_of_book",
        "book_id",
        "period",
        unique=True,
        sqlite_where=OF_BOOK,
        postgresql_where=OF_BOOK,
    ),
    Index(None, "book_id", "period", "player_id"),
    Index(None, "player_id"),
    CheckConstraint("length(period) IN (0, 4, 7)", name="period_is_month_year_or_all"),
)
"""The rows are sums of :data:`MATCH_STATISTICS`, so that a page need not add up thousands of matches."""
