"""The table of what each player did in each match of a book, counted from its sheet."""

from sqlalchemy import Column, Date, ForeignKey, Index, Integer, Table, UniqueConstraint

from models.gin.statistics import Statistics
from models.records.base import Base


def counters() -> list[Column[int]]:
    """A column for each number of the statistics."""
    return [Column(number, Integer, nullable=False) for number in Statistics._fields]


MATCH_STATISTICS = Table(
    "match_statistics",
    Base.metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    # The place in the match, in the order of the names.
    Column("place", Integer, nullable=False),
    Column("book_id", ForeignKey("books.id", ondelete="CASCADE"), nullable=False),
    # Empty for somebody who was deleted from the book: the hands of the others still need theirs.
    Column("player_id", ForeignKey("players.id", ondelete="SET NULL")),
    # The other player of a match of two.
    Column("opponent_id", ForeignKey("players.id", ondelete="SET NULL")),
    Column("played_on", Date, nullable=False),
    *counters(),
    UniqueConstraint("match_id", "place"),
    Index(None, "book_id", "played_on", "match_id"),
    Index("ix_match_statistics_results", "player_id", "played_on", "match_id", "matches", "matches_won"),
    Index(
        "ix_match_statistics_results_of_pair",
        *("player_id", "opponent_id", "played_on", "match_id", "matches", "matches_won"),
    ),
    Index(None, "opponent_id"),
)
"""A row for each player of a match in a book on whose sheet something is written."""
