"""The table of deleted players: nothing but the random ids that they have in files of their book."""

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from models.records.database.base import Base


class DeletedPlayer(Base):
    """A player who was deleted from a book, whom an older file of the book must not bring back."""

    __tablename__ = "deleted_players"
    __table_args__ = (UniqueConstraint("book_id", "document_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"))
    document_id: Mapped[str] = mapped_column(String(32))
