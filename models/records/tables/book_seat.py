"""The table of book seats: which device can score in all matches of a book."""

from sqlalchemy import ForeignKey, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from models.records.database.base import Base
from models.records.tables.seat import DeviceSeat, device_is_hashed


class BookSeat(DeviceSeat, Base):
    """A seat in a book, and so in each of its matches."""

    __tablename__ = "book_seats"
    __table_args__ = (UniqueConstraint("book_id", "device_hash"), device_is_hashed())

    book_id: Mapped[int] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"))
    looks_after: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the device looks after the book, where not all do: at first the one that started it."""
