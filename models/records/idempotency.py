"""What is sent to be written on a sheet: each entry once, and never on a sheet its writer has not seen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple
from uuid import uuid4

from sqlalchemy import Select, and_, bindparam, or_, select

from models.records.base import db
from models.records.change import Change
from models.records.match import Match, Snapshot
from models.records.matches import is_seat
from models.records.seat import Seat
from models.records.seats import NoSeatError
from models.records.tokens import hashed


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


class Sender(NamedTuple):
    """What an entry meets when it is to be written: the match, locked, and who sent it."""

    match: Match
    seat: Seat
    done: Change | None
    """What the same entry has done already."""


def locked_for(match_id: int, entry: Entry) -> Sender:
    """The match, read anew, with the seat of the device and what the entry has done already.

    Whoever else wants to write in the match waits.

    :raises NoSeatError: if the device has no seat in the match.
    """
    asked = {"match": match_id, "device": hashed(entry.device or ""), "entry": entry.id}
    found = db.session.execute(_locking(), asked, execution_options={"populate_existing": True}).first()
    if found is None:
        raise NoSeatError(f"no seat in match {match_id}")
    match, seat, done = found
    if done is None and entry.version != match.version:
        done = sent_before(match, entry)
    return Sender(match, seat, done)


@cache
def _locking() -> Select[Match, Seat, Change]:
    """What :func:`locked_for` asks. The change is as it was before the lock was got: it may be missed."""
    return (
        select(Match, Seat, Change)
        .join(Seat, is_seat(bindparam("device")))
        .outerjoin(Change, and_(Change.match_id == Match.id, Change.entry == bindparam("entry")))
        .where(Match.id == bindparam("match"))
        .with_for_update(of=[Match, Seat])
    )


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
