"""The table of changes: the complete history of a match, append-only."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum, auto
from typing import Self

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint, event
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.gin.hand.scoring import Hand
from models.gin.sheet.extra_lines import ExtraLine
from models.records.database.base import Base
from models.records.tables.column_types import Agreement, Instant, WrittenAgreement, WrittenEntry, spelled
from models.records.tables.seat import Seat
from models.records.tables.sheet_row import Record

CHECKS = {
    "versions_from_one": "version >= 1",
    "entry_is_an_id": "length(entry) BETWEEN 1 AND 64",
}


class HistoryRow:
    """One change of a match or of a book."""

    id: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int]
    """The version of the sheet or of the book after it: 1, 2, 3 …"""
    entry: Mapped[str] = mapped_column(String(64))
    """The id of the form that was sent, so that each form is written once."""
    agreed_before: Mapped[Agreement | None] = mapped_column(WrittenAgreement)
    agreed_after: Mapped[Agreement | None] = mapped_column(WrittenAgreement)
    """The new rules, if they were changed; of a book or two players their usual rules."""
    at: Mapped[datetime] = mapped_column(Instant)
    """When it was written here."""


def checks_of_history() -> list[CheckConstraint]:
    return [CheckConstraint(text, name=name) for name, text in CHECKS.items()]


@event.listens_for(HistoryRow, "before_update", propagate=True)
@event.listens_for(HistoryRow, "before_delete", propagate=True)
def refuse(*_: object) -> None:
    """Changes can't be changed or deleted; another change can undo one."""
    raise TypeError("the history is only ever added to")


UNDO, REDO = "undo-", "redo-"
"""What the entry id of an undo starts with, and that of a redo."""


class ChangeKind(StrEnum):
    """The kinds of changes: to hands and extra lines, and to the rules."""

    ADDED = auto()
    CORRECTED = auto()
    REMOVED = auto()
    RESTORED = auto()
    RULED = auto()


class Change(HistoryRow, Base):
    """One change of a sheet: what, which hand or the rules, when, and from which seat."""

    __tablename__ = "changes"
    __table_args__ = (
        UniqueConstraint("match_id", "version"),
        UniqueConstraint("match_id", "entry"),
        *checks_of_history(),
        CheckConstraint("number >= 1", name="numbers_from_one"),
        CheckConstraint(
            "kind IN ('added', 'corrected', 'removed', 'restored', 'ruled')", name="kind_is_known"
        ),
        CheckConstraint("(before IS NULL) = (kind IN ('added', 'restored', 'ruled'))", name="before"),
        CheckConstraint("(after IS NULL) = (kind IN ('removed', 'ruled'))", name="after"),
        CheckConstraint("(row_id IS NULL) = (kind = 'ruled')", name="about_a_hand"),
        CheckConstraint("(number IS NULL) = (kind = 'ruled')", name="hand_has_a_number"),
        CheckConstraint("(agreed_before IS NULL) = (kind <> 'ruled')", name="agreed_before"),
        CheckConstraint("(agreed_after IS NULL) = (kind <> 'ruled')", name="agreed_after"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    kind: Mapped[ChangeKind] = mapped_column(spelled(ChangeKind, 10))
    row_id: Mapped[int | None] = mapped_column(ForeignKey("sheet_rows.id"), index=True)
    number: Mapped[int | None]
    """The number of the hand on the sheet at the time, from 1; of an extra line, that of the next hand."""
    before: Mapped[Hand | ExtraLine | None] = mapped_column(WrittenEntry)
    after: Mapped[Hand | ExtraLine | None] = mapped_column(WrittenEntry)
    entered_at: Mapped[datetime | None] = mapped_column(Instant)
    """When it was entered on a phone without a network; None if it was sent at once."""
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"), index=True)

    seat: Mapped[Seat] = relationship(lazy="joined")
    """The device that made it."""

    @property
    def version_stamp(self) -> str:
        """The version stamp of the sheet after it."""
        return f"{self.version}.{self.entry}"

    @property
    def is_undo(self) -> bool:
        return self.entry.startswith(UNDO)

    @property
    def is_redo(self) -> bool:
        """Whether it brought back what was undone."""
        return self.entry.startswith(REDO)


@dataclass(frozen=True, slots=True)
class RebuiltHand:
    """A hand, or an extra line, as the history leads to it."""

    row_id: int
    hand: Hand | ExtraLine
    removed: bool = False

    @classmethod
    def of(cls, record: Record) -> Self:
        """The hand as stored in its table."""
        return cls(record.id, record.written, record.removed)


def rebuild(changes: Iterable[Change]) -> tuple[RebuiltHand, ...]:
    """The hands and extra lines in their order, rebuilt from the history. *changes* are sorted oldest first.

    :raises LookupError: if a hand is removed that was never added.
    """
    hands: dict[int, RebuiltHand] = {}
    for change in changes:
        if change.row_id is None:
            continue
        if change.after is None:
            hands[change.row_id] = replace(hands[change.row_id], removed=True)
        else:
            hands[change.row_id] = RebuiltHand(change.row_id, change.after)
    return tuple(hands.values())
