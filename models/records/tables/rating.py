"""The tables of ratings: what each game made of its players' ratings, and how far a book is rated."""

from datetime import date

from sqlalchemy import CheckConstraint, Double, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from models.records.database.base import Base
from models.records.tables.column_types import Day


class Rating(Base):
    """The rating of a player after a game."""

    __tablename__ = "ratings"
    __table_args__ = (
        UniqueConstraint("match_id", "game", "player_id"),
        CheckConstraint("game >= 1", name="games_from_one"),
        CheckConstraint("games >= 1", name="rests_on_a_game"),
        CheckConstraint("deviation > 0", name="deviation_above_nought"),
        # PostgreSQL takes infinity and NaN for numbers above all others.
        CheckConstraint("rating BETWEEN -1e9 AND 1e9", name="rating_is_finite"),
        CheckConstraint("deviation < 1e9", name="deviation_is_finite"),
        # Within a day, the number of games is the order.
        Index(None, "player_id", "played_on", "games"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    game: Mapped[int]
    """The number of the game in the match, from 1."""
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    played_on: Mapped[date] = mapped_column(Day)
    """The day of the match."""
    games: Mapped[int]
    """How many games of the player it rests on."""
    rating: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    """How far it may be off: one standard deviation."""


class RatedBook(Base):
    """Up to which day the ratings of a book are right.

    Whoever writes ratings of the book, or outdates them, locks this row first, and no other row after it.
    """

    __tablename__ = "rated_books"

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"), unique=True)
    outdated_from: Mapped[date | None] = mapped_column(Day)
    """The first day whose ratings are outdated; None if there is none."""
    version: Mapped[int] = mapped_column(default=0)
    """How often ratings were outdated."""
