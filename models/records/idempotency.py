"""Idempotent writes: each form is written once, and never on a version that its sender has not seen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple
from uuid import uuid4

from sqlalchemy import Select, and_, bindparam, insert, or_, select

from models.records.base import db
from models.records.change import Change, ChangeKind
from models.records.match import Match, Snapshot
from models.records.matches import is_seat
from models.records.seat import Seat
from models.records.seats import NoSeatError
from models.records.tokens import hashed


@dataclass(frozen=True, slots=True)
class Entry:
    """The identity of a submitted form.

    :raises ValueError: if *id* has the wrong format.
    """

    id: str
    """Created by :func:`new_entry_id` when the form was rendered, and the same each time it is sent."""
    version: int
    """The version of the sheet that its sender saw."""
    device: str | None

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", self.id):
            raise ValueError(f"not the id of an entry: {self.id!r}")


def new_entry_id() -> str:
    """A new random id."""
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class Written:
    """What an entry did."""

    hand_id: int | None
    """The id of the hand; None if the rules were changed."""
    version: int
    """The version of the sheet after it."""
    again: bool = False
    """Whether it had been written before."""
    joined: bool = False
    """Whether another device had written the same hand, so that both are one."""


class StaleSheetError(Exception):
    """Raised if the sheet was changed after the sender had seen it. Nothing was written."""

    def __init__(self, changes: Sequence[Change], version: int) -> None:
        self.changes = tuple(changes)
        """The changes since, oldest first."""
        self.version = version
        """The current version of the sheet."""
        super().__init__(f"the sheet is at version {version}")


class Sender(NamedTuple):
    """The match, locked for writing, and the sender of an entry."""

    match: Match
    seat_id: int
    done: Change | None
    """The change that the same entry made before."""


def lock(match: Match, entry: Entry) -> Sender:
    """Locks *match* for the sender of *entry*, and finds what the entry has done already.

    Other writers of the match wait. If somebody has changed it since it was read, it is read anew.

    :raises NoSeatError: if the device has no seat in the match.
    """
    asked = {"match": match.id, "device": hashed(entry.device or ""), "entry": entry.id}
    found = db.session.connection().execute(_locking(), asked).first()
    if found is None:
        raise NoSeatError(f"no seat in match {match.id}")
    version, upcard, seat_id, done_at = found
    if (version, upcard) != (match.version, match.upcard):
        db.session.refresh(match)
    was_sent = done_at is not None or entry.version != version
    return Sender(match, seat_id, sent_before(match, entry) if was_sent else None)


@cache
def _locking() -> Select[int, str | None, int, int | None]:
    """The query of :func:`lock`. A change committed while it waits for the lock may be missing."""
    return (
        select(Match.version, Match.upcard, Seat.id, Change.version)
        .join(Seat, is_seat(bindparam("device")))
        .outerjoin(Change, and_(Change.match_id == Match.id, Change.entry == bindparam("entry")))
        .where(Match.id == bindparam("match"))
        .with_for_update(of=[Match, Seat])
    )


def sent_before(match: Match, entry: Entry) -> Change | None:
    """The change that *entry* made before."""
    return db.session.scalar(select(Change).where(Change.match_id == match.id, Change.entry == entry.id))


def since(match: Match, entry: Entry) -> Sequence[Change]:
    """The changes since the sender saw the sheet, oldest first, including those of the same entry."""
    seen = max(0, min(entry.version, match.version))
    unseen = or_(Change.version > seen, Change.entry == entry.id)
    return db.session.scalars(
        select(Change).where(Change.match_id == match.id, unseen).order_by(Change.version)
    ).all()


def next_version(match: Match) -> None:
    """Increments the version of *match*, with all its changes."""
    match.version += 1
    match.changed_at = datetime.now(UTC)
    match.snapshot = Snapshot.of(match.sheet)


def add_to_history(match: Match, entry: Entry, seat_id: int, kind: ChangeKind, **done: object) -> None:
    """Adds what *entry* did to the history of *match*, as its newest version.

    The row goes straight into its table: nothing asks for the record in this transaction, and making
    one takes four times as long.
    """
    row = {
        "match_id": match.id,
        "version": match.version,
        "entry": entry.id,
        "kind": kind,
        "at": match.changed_at,
        "seat_id": seat_id,
    }
    db.session.connection().execute(insert(Change), row | done)
