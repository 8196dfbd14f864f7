"""The table of book seats: which device can score in all matches of a book."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from models.records.base import Base
from models.records.column_types import Instant


class BookSeat(Base):
    """A device's right to score in each match of a book. It stays when it ends: changes refer to it."""

    __tablename__ = "book_seats"
    __table_args__ = (
        UniqueConstraint("book_id", "device_hash"),
        CheckConstraint("length(device_hash) = 64", name="device_is_hashed"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"))
    device_hash: Mapped[str] = mapped_column(String(64), index=True)
    label: Mapped[str] = mapped_column(String(40), default="")
    """The owner of the phone; "" if unknown."""
    created_at: Mapped[datetime] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    """When the seat was ended; None while it is valid."""
