"""What the histories of matches and of books have in common: rows are changes, and are never altered."""

from datetime import datetime

from sqlalchemy import CheckConstraint, String, event
from sqlalchemy.orm import Mapped, mapped_column

from models.records.tables.column_types import Agreement, Instant, WrittenAgreement

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
