"""The tables of books and of their history."""

from enum import StrEnum, auto
from types import MappingProxyType

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint, text, true
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.records.database.base import Base
from models.records.tables.change import HistoryRow, checks_of_history
from models.records.tables.column_types import Agreement, Stored, UsualAgreement, spelled
from models.records.tables.player import Player
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, SharedRecord, checks_of_shared


class Book(SharedRecord):
    """A book: matches of the same players, who are found again under their names."""

    __tablename__ = "books"
    __table_args__ = (
        *checks_of_shared(),
        CheckConstraint("length(care_hash) = 64", name="care_link_is_hashed"),
    )

    key = "book_id"
    purposes = MappingProxyType({link: f"{link} book" for link in Link})

    care_hash: Mapped[str] = mapped_column(String(64), unique=True)
    care_seed: Mapped[str] = mapped_column(String(32))
    """The link of those who look after it: they renew links, delete, merge and remove."""
    all_look_after: Mapped[bool] = mapped_column(default=True, server_default=true())
    """Whether all phones that can score look after it; else only those whose seat says so."""
    name: Mapped[str] = mapped_column(String(40), default="", server_default=text("''"))
    """What its players call it; "" for a book that is called after its players."""
    usual_rules: Mapped[Agreement | None] = mapped_column(UsualAgreement)
    """The rules that a new match starts with; two who have played since they were changed keep theirs."""


class BookChangeKind(StrEnum):
    STARTED = auto()
    NAMED = auto()
    """The book got another name."""
    PLAYER_ADDED = auto()
    PLAYER_RENAMED = auto()
    PLAYERS_MERGED = auto()
    """The matches of one player moved to the other."""
    PLAYER_SPLIT = auto()
    """Some matches of one player moved to the other, who is new."""
    PLAYER_DELETED = auto()
    MATCHES_JOINED = auto()
    MATCH_LEFT = auto()
    RULES = auto()
    """The usual rules changed."""
    IMPORTED = auto()
    """Players and matches came from a file."""


KINDS = ", ".join(f"'{kind}'" for kind in BookChangeKind)


class BookChange(HistoryRow, Base):
    """One change of a book: what, which players and matches, when, and from which phone."""

    __tablename__ = "book_changes"
    __table_args__ = (
        UniqueConstraint("book_id", "version"),
        UniqueConstraint("book_id", "entry"),
        *checks_of_history(),
        CheckConstraint(f"kind IN ({KINDS})", name="kind_is_known"),
    )

    book_id: Mapped[int] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"))
    kind: Mapped[BookChangeKind] = mapped_column(spelled(BookChangeKind, 20))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"), index=True)
    """Whom it is about; None if the player was deleted since."""
    other_id: Mapped[int | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"), index=True)
    """The player who got the matches of the first."""
    name_before: Mapped[str] = mapped_column(String(80), default="", server_default=text("''"))
    name_after: Mapped[str] = mapped_column(String(80), default="", server_default=text("''"))
    """A name that was changed, with its note; of a player it is removed when the player is deleted."""
    match_ids: Mapped[list[int]] = mapped_column(Stored, default=list)
    """The matches that were moved, or that joined or left; some of them may have been deleted since."""
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"), index=True)

    seat: Mapped[Seat] = relationship(lazy="joined")
    """The device that made it."""
    player: Mapped[Player | None] = relationship(foreign_keys=player_id)
    other: Mapped[Player | None] = relationship(foreign_keys=other_id)
