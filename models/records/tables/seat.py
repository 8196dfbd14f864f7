"""The table of seats: which device can score in which match, or in all matches of a book."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from models.records.database.base import Base
from models.records.tables.column_types import Instant


class Seat(Base):
    """A device's right to score. It is never deleted when it ends, because changes refer to it."""

    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("match_id", "device_hash"),
        UniqueConstraint("book_id", "device_hash"),
        CheckConstraint("length(device_hash) = 64", name="device_is_hashed"),
        CheckConstraint("(match_id IS NULL) <> (book_id IS NULL)", name="in_a_match_or_in_a_book"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int | None] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    book_id: Mapped[int | None] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"))
    device_hash: Mapped[str] = mapped_column(String(64), index=True)
    label: Mapped[str] = mapped_column(String(40), default="")
    """The owner of the phone, for example "Ann"; "" if unknown."""
    through_book: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the device has it in a match by its seat in the book, and loses it with that one."""
    looks_after: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the device looks after the book, where not all do: at first the one that started it."""
    created_at: Mapped[datetime] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    """When the seat was ended; None while it is valid."""
