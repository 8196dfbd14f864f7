"""The table that says how far the ratings of each book are worked out."""

from datetime import date

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from models.records.database.base import Base
from models.records.tables.column_types import Day


class RatedBook(Base):
    """How far the ratings of a book are right: those of games before a day.

    Whoever writes ratings of the book, or outdates them, locks this row first, and no other row after it.
    """

    __tablename__ = "rated_books"

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"), unique=True)
    outdated_from: Mapped[date | None] = mapped_column(Day)
    """The first day whose ratings are outdated; None if there is none."""
    version: Mapped[int] = mapped_column(default=0)
    """How often ratings were outdated."""
