"""The table of renewed links. Whoever still has one is told so, and is not taken for a guesser."""

from datetime import UTC, datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, select
from sqlalchemy.orm import Mapped, mapped_column

from models.records.database.base import Base, db
from models.records.tables.column_types import Instant
from models.records.tables.shared import SharedRecord
from models.records.tables.tokens import Link, hashed


class RenewedLink(Base):
    """A link that opened a match or a book until it was renewed."""

    __tablename__ = "renewed_links"
    __table_args__ = (
        CheckConstraint("length(link_hash) = 64", name="link_is_hashed"),
        CheckConstraint("(match_id IS NULL) <> (book_id IS NULL)", name="of_a_match_or_of_a_book"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    link_hash: Mapped[str] = mapped_column(String(64), unique=True)
    match_id: Mapped[int | None] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    book_id: Mapped[int | None] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"), index=True)
    renewed_at: Mapped[datetime] = mapped_column(Instant)


def replace_link(shared: SharedRecord, link: Link) -> None:
    """Replaces a link of a match or of a book, in a transaction that writes."""
    old = getattr(shared, f"{link}_hash")
    db.session.add(RenewedLink(link_hash=old, renewed_at=datetime.now(UTC), **{shared.key: shared.id}))
    for column, value in shared.new_link(link).items():
        setattr(shared, column, value)


def was_renewed(link: str) -> bool:
    """Whether *link*, without its path, was one of a match or a book until it was renewed."""
    return db.session.scalar(select(RenewedLink.id).where(RenewedLink.link_hash == hashed(link))) is not None
