"""What is sent to be written on a sheet: each entry once, and never on a sheet its writer has not seen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

from sqlalchemy import or_, select

from models.records.base import db
from models.records.change import Change
from models.records.match import Match, Snapshot


@dataclass(frozen=True, slots=True)
class Entry:
    """A form as it was sent, whatever it asks for.

    :raises ValueError: if *id* is no id.
    """

    id: str
    """Made by :func:`new_entry_id` when the form was shown, and the same each time it is sent."""
    version: int
    """Of the sheet that its writer saw."""
    device: str | None

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", self.id):
            raise ValueError(f"not the id of an entry: {self.id!r}")


def new_entry_id() -> str:
    """An id that no other form has."""
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class Written:
    """What an entry did."""

    hand_id: int | None
    """The hand it was about; None if it was about the rules."""
    version: int
    """Of the sheet after it."""
    again: bool = False
    """It had been written before, and was not written a second time."""
    joined: bool = False
    """Another device had written the same meanwhile, and both are one."""


class StaleSheetError(Exception):
    """Raised when the sheet was changed after the writer had seen it. Nothing was written."""

    def __init__(self, changes: Sequence[Change], version: int) -> None:
        self.changes = tuple(changes)
        """What came in between, oldest first."""
        self.version = version
        """Of the sheet as it is now."""
        super().__init__(f"the sheet is at version {version}")


def sent_before(match: Match, entry: Entry) -> Change | None:
    """What *entry* has done already."""
    return db.session.scalar(select(Change).where(Change.match_id == match.id, Change.entry == entry.id))


def since(match: Match, entry: Entry) -> Sequence[Change]:
    """What was done to the sheet after the writer had seen it, oldest first.

    What the same entry once asked for is among it.
    """
    seen = max(0, min(entry.version, match.version))
    unseen = or_(Change.version > seen, Change.entry == entry.id)
    return db.session.scalars(
        select(Change).where(Change.match_id == match.id, unseen).order_by(Change.version)
    ).all()


def turn_over(match: Match) -> None:
    """Brings *match* to its next version, with all that was changed in it."""
    match.version += 1
    match.changed_at = datetime.now(UTC)
    match.snapshot = Snapshot.of(match.sheet)
    db.session.flush()
