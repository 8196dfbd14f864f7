"""The table of books: players and their matches behind one link."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, String, text, true
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.records.database.base import Base
from models.records.tables.book_seat import BookSeat
from models.records.tables.column_types import Agreement, Instant, WrittenAgreement
from models.records.tables.tokens import new_seed


class Book(Base):
    """A book: matches of the same players, who are found again under their names."""

    __tablename__ = "books"
    __table_args__ = (
        CheckConstraint("length(watch_hash) = 64", name="viewing_link_is_hashed"),
        CheckConstraint("length(score_hash) = 64", name="scoring_link_is_hashed"),
        CheckConstraint("length(care_hash) = 64", name="care_link_is_hashed"),
        CheckConstraint("version >= 0", name="versions_from_nought"),
        CheckConstraint("length(document_id) = 32", name="document_has_an_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    watch_hash: Mapped[str] = mapped_column(String(64), unique=True)
    """The hash of the viewing link."""
    watch_seed: Mapped[str] = mapped_column(String(32))
    """The random value that the link is derived from, with the secret key."""
    score_hash: Mapped[str] = mapped_column(String(64), unique=True)
    score_seed: Mapped[str] = mapped_column(String(32))
    """The same for the scoring link."""
    care_hash: Mapped[str] = mapped_column(String(64), unique=True)
    care_seed: Mapped[str] = mapped_column(String(32))
    """The same for the link of those who look after it: they renew links, delete, merge and remove."""
    all_look_after: Mapped[bool] = mapped_column(default=True, server_default=true())
    """Whether all phones that can score look after it; else those of which the seat says so."""
    begun_with: Mapped[str] = mapped_column(String(64), unique=True)
    """The hash of the form that created it, so that the same form creates one book."""
    document_id: Mapped[str] = mapped_column(String(32), default=new_seed, index=True)
    """The id in its files. It says nothing about any link."""
    name: Mapped[str] = mapped_column(String(40), default="", server_default=text("''"))
    """What its players call it; "" for a book that is called after its players."""
    usual_rules: Mapped[Agreement | None] = mapped_column(WrittenAgreement)
    """The rules that a new match starts with; two who have played since they were changed keep theirs."""
    version: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """The number of changes in its history."""
    created_at: Mapped[datetime] = mapped_column(Instant)
    changed_at: Mapped[datetime] = mapped_column(Instant)
    """When its history last changed."""
    opened_on: Mapped[date]
    """The last day on which a page of it, or of one of its matches, was opened, in UTC."""

    seats: Mapped[list[BookSeat]] = relationship(passive_deletes=True)
    """The devices with a seat, including ended seats."""

    @property
    def live_seats(self) -> tuple[BookSeat, ...]:
        """The devices that can score in all matches of the book now, the oldest seat first."""
        return tuple(sorted((seat for seat in self.seats if seat.ended_at is None), key=lambda seat: seat.id))
