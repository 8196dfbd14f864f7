"""The table that says how far the ratings of each book are worked out, and the order of its games."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple, Self

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from models.records.base import Base
from models.records.column_types import Instant

if TYPE_CHECKING:
    from models.records.match import Match


class Moment(NamedTuple):
    """Where a match stands in the order in which games are rated: by day, time and the id in its files.

    All of that is in its files, so that the ratings are the same after export and import.
    """

    played_on: date
    created_at: datetime
    document_id: str
    match_id: int

    @classmethod
    def of(cls, match: Match) -> Self:
        """The place of *match*."""
        return cls(match.played_on, match.created_at, match.document_id, match.id)


FIRST = Moment(date(1, 1, 1), datetime(1, 1, 2, tzinfo=UTC), "", 0)
"""Before every match, in every time zone."""


class RatedBook(Base):
    """How far the ratings of a book are right: up to the first match that has to be rated again.

    Whoever writes ratings of the book locks this row first, and no other row after it.
    """

    __tablename__ = "rated_books"
    __table_args__ = (
        CheckConstraint(
            "(played_on IS NULL) = (created_at IS NULL) AND (played_on IS NULL) = (document_id IS NULL)"
            " AND (played_on IS NULL) = (match_id IS NULL)",
            name="outdated_from_a_match",
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"), unique=True)
    played_on: Mapped[date | None]
    created_at: Mapped[datetime | None] = mapped_column(Instant)
    document_id: Mapped[str | None] = mapped_column(String(32))
    match_id: Mapped[int | None]
    """The first match whose ratings are outdated, which may be gone; None if there is none."""

    @property
    def outdated_from(self) -> Moment | None:
        """From which match on ratings are outdated; None if all are right."""
        if self.played_on is None or self.created_at is None:
            return None
        return Moment(self.played_on, self.created_at, self.document_id or "", self.match_id or 0)

    @outdated_from.setter
    def outdated_from(self, moment: Moment | None) -> None:
        self.played_on, self.created_at, self.document_id, self.match_id = moment or (None,) * 4
