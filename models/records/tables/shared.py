"""What matches and books have in common: links with their tokens, renewed ones, devices that can score."""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import UTC, date, datetime
from enum import StrEnum
from hashlib import sha256
from secrets import token_hex
from typing import ClassVar, TypeVar

from flask import current_app
from sqlalchemy import CheckConstraint, ForeignKey, String, select
from sqlalchemy.orm import Mapped, declared_attr, mapped_column, relationship

from models.records.database.base import Base, db
from models.records.tables.column_types import Day, Instant
from models.records.tables.seat import Seat


class Link(StrEnum):
    """The links of matches and books, as columns call them."""

    VIEWING = "watch"
    SCORING = "score"
    CARE = "care"
    """For those who look after a book."""


TOKEN_BYTES = 18
"""144 bits."""


def hashed(*parts: str) -> str:
    """The hash of a token. The parts can't run into each other."""
    return sha256("\0".join(parts).encode()).hexdigest()


def new_seed() -> str:
    """A random value that a link is derived from, together with the secret key."""
    return token_hex(16)


def token(purpose: str, seed: str) -> str:
    """The token for *purpose*, derived from *seed* and the secret key.

    So it can be shown again, but the database alone gives no link. On a phone, those that the server has made
    are known (``LINKS``).
    """
    if link := current_app.config.get("LINKS", {}).get(f"{purpose}:{seed}"):
        return str(link)
    secret = current_app.secret_key or ""
    key = secret if isinstance(secret, bytes) else secret.encode()
    mac = hmac.digest(key, f"{purpose}:{seed}".encode(), sha256)
    return urlsafe_b64encode(mac[:TOKEN_BYTES]).decode()


CHECKS = {
    "viewing_link_is_hashed": "length(watch_hash) = 64",
    "scoring_link_is_hashed": "length(score_hash) = 64",
    "versions_from_nought": "version >= 0",
    "document_has_an_id": "length(document_id) = 32",
}


class SharedRecord(Base):
    """A match or a book: what other phones open by a link."""

    __abstract__ = True

    key: ClassVar[str]
    """The column in which other tables refer to it."""
    purposes: ClassVar[Mapping[Link, str]]
    """The links of a match or a book, and for what purpose the token of each is made."""

    id: Mapped[int] = mapped_column(primary_key=True)
    watch_hash: Mapped[str] = mapped_column(String(64), unique=True)
    """The hash of the viewing link."""
    watch_seed: Mapped[str] = mapped_column(String(32))
    """The random value that the link is derived from, with the secret key."""
    score_hash: Mapped[str] = mapped_column(String(64), unique=True)
    score_seed: Mapped[str] = mapped_column(String(32))
    """The random value that the scoring link is derived from, with the secret key."""
    begun_with: Mapped[str] = mapped_column(String(64), unique=True)
    """The hash of the form that created it, so that the same form creates one match or book."""
    document_id: Mapped[str] = mapped_column(String(32), default=new_seed, index=True)
    """The id in its files. If it was imported, that of its file; it says nothing about any link."""
    version: Mapped[int] = mapped_column(default=0)
    """The number of changes in its history."""
    created_at: Mapped[datetime] = mapped_column(Instant)
    changed_at: Mapped[datetime] = mapped_column(Instant)
    """When its history last changed."""
    opened_on: Mapped[date] = mapped_column(Day)
    """The last day on which a page of it was opened, in UTC; of a book, also one of its matches."""

    @declared_attr
    @classmethod
    def seats(cls) -> Mapped[list[Seat]]:
        """The devices with a seat, including ended seats."""
        return relationship(passive_deletes=True)

    @property
    def live_seats(self) -> tuple[Seat, ...]:
        """The devices that can score now, the oldest seat first."""
        return tuple(sorted((seat for seat in self.seats if seat.ended_at is None), key=lambda seat: seat.id))

    def link(self, link: Link) -> str:
        """One of its links, without its path."""
        return token(self.purposes[link], getattr(self, f"{link}_seed"))

    @classmethod
    def new_link(cls, link: Link) -> dict[str, str]:
        """A new link, as columns of the table."""
        seed = new_seed()
        return {f"{link}_seed": seed, f"{link}_hash": hashed(token(cls.purposes[link], seed))}

    @classmethod
    def new_links(cls) -> dict[str, str]:
        return {column: value for link in cls.purposes for column, value in cls.new_link(link).items()}


def checks_of_shared() -> list[CheckConstraint]:
    return [CheckConstraint(text, name=name) for name, text in CHECKS.items()]


def watch_token(shared: SharedRecord) -> str:
    """The viewing link of a match or a book, without its path."""
    return shared.link(Link.VIEWING)


def scoring_token(shared: SharedRecord) -> str:
    """The scoring link of a match or a book, without its path."""
    return shared.link(Link.SCORING)


Row = TypeVar("Row", bound=SharedRecord)


def lock_row(of: type[Row], row_id: int) -> Row:
    """A match or a book, locked and read anew; other writers wait. Rows that refer to it can still be added.

    :raises sqlalchemy.exc.NoResultFound: if it was deleted.
    """
    return db.session.get_one(of, row_id, populate_existing=True, with_for_update={"key_share": True})


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
