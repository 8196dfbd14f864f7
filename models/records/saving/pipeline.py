"""Idempotent writes: each form is written once, and never on a version that its sender has not seen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple, Self
from uuid import uuid4

from sqlalchemy import Select, Update, and_, bindparam, insert, or_, select, update

from models.gin.counting import COUNTING, STORED, Statistics, statistics
from models.gin.sheet.sheet import Sheet
from models.records.database.base import db
from models.records.finding.matches import is_seat
from models.records.ratings.ratings import outdate_ratings
from models.records.saving.limits import MOST_CHANGES, Full, FullMatchError
from models.records.saving.seats import require_seat
from models.records.tables.change import Change, ChangeKind
from models.records.tables.match import Match, Snapshot
from models.records.tables.place import PLACES
from models.records.tables.seat import Seat
from models.records.tables.shared import hashed

LAST_OF_ENTRY = 16
"""A button's entry id has this many letters of the last change's entry id, as in outbox_forms.js."""

ENTRY_ID = r"[A-Za-z0-9_-]{1,64}"
VERSION_STAMP = rf"[0-9]{{1,9}}(?:\.(?:{ENTRY_ID})?)?"


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
    last: str | None = None
    """The entry id of the last change that its sender saw; None if it is not known."""
    is_queued: bool = False
    """Whether it waited on the phone for a network, perhaps with others that were made on top of it."""
    entered_at: datetime | None = None
    """When the form was submitted, if it was sent later; None if it was sent at once."""
    unseen_since: str | None = None
    """The version stamp of the sheet on which the form was opened, if the form is sent for a later one.

    What others changed between the two, its sender has not seen.
    """

    def __post_init__(self) -> None:
        if not re.fullmatch(ENTRY_ID, self.id):
            raise ValueError(f"not the id of an entry: {self.id!r}")

    @classmethod
    def stamped(
        cls,
        entry_id: str,
        stamp: str,
        device: str | None,
        *,
        is_queued: bool = False,
        entered_at: datetime | None = None,
        unseen_since: str | None = None,
    ) -> Self:
        """An entry with the version stamp of the sheet that its sender saw, or with the version alone.

        >>> Entry.stamped("b7", "12.5f0c", None).last
        '5f0c'

        :raises ValueError: if *stamp* has the wrong format.
        """
        version, dot, last = stamp.partition(".")
        if dot and not re.fullmatch(f"(?:{ENTRY_ID})?", last):
            raise ValueError(f"not a version stamp: {stamp!r}")
        return cls(entry_id, int(version), device, last if dot else None, is_queued, entered_at, unseen_since)

    @property
    def version_stamp(self) -> str:
        """The version stamp that it was sent with."""
        return str(self.version) if self.last is None else f"{self.version}.{self.last}"

    def of_button(self, what: str) -> Self:
        """The entry of a button on that sheet, with the same id from all phones."""
        return replace(self, id=button_entry_id(what, self.version_stamp))

    def saw(self, match: Match) -> bool:
        """Whether its sender saw the current sheet of *match*."""
        return self.version == match.version and self.last in (None, match.last_entry)


def button_entry_id(what: str, version_stamp: str) -> str:
    """The entry id of a button that does something to a sheet.

    >>> button_entry_id("undo-", "12.5f0c")
    'undo-12-5f0c'
    """
    version, _dot, last = version_stamp.partition(".")
    return f"{what}{version}-{last[-LAST_OF_ENTRY:]}".removesuffix("-")


def new_entry_id() -> str:
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class Written:
    """What an entry did."""

    row_id: int | None
    """The id of the hand or extra line; None if the rules were changed."""
    version: int
    """The version of the sheet after it."""
    again: bool = False
    """Whether it had been written before."""
    joined: bool = False
    """Whether another device had written the same hand, so that both are one."""
    stamp: str = field(default="", compare=False)
    """The version stamp of the sheet as its sender knows it now, for forms made on top of this one."""


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
    values = {"match": match.id, "device": hashed(entry.device or ""), "entry": entry.id}
    row = db.session.connection().execute(_locking(), values).first()
    if row is None:
        require_seat(match, entry.device)
        row = db.session.connection().execute(_locking(), values).one()
    *current, seat_id, done_at = row
    if current != [match.version, match.last_entry, match.upcard, match.book_id, match.unversioned_changes]:
        db.session.refresh(match)
    was_sent = done_at is not None or not entry.saw(match)
    return Sender(match, seat_id, sent_before(match, entry) if was_sent else None)


@cache
def _locking() -> Select[int, str, str | None, int | None, int, int, int]:
    """The query of :func:`lock`. A change committed while it waits for the lock may be missing."""
    return (
        select(
            Match.version,
            Match.last_entry,
            Match.upcard,
            Match.book_id,
            Match.unversioned_changes,
            Seat.id,
            Change.version,
        )
        .join(Seat, is_seat(bindparam("device")))
        .outerjoin(Change, and_(Change.match_id == Match.id, Change.entry == bindparam("entry")))
        .where(Match.id == bindparam("match"))
        # Ratings that are written meanwhile can still refer to the match.
        .with_for_update(of=[Match, Seat], key_share=True)
    )


def sent_before(match: Match, entry: Entry) -> Change | None:
    return db.session.scalar(select(Change).where(Change.match_id == match.id, Change.entry == entry.id))


def since(match: Match, entry: Entry) -> Sequence[Change]:
    """The changes since the sender saw the sheet, oldest first, including those of the same entry.

    If the sender saw another history, for example before a backup was restored, at least the last change.
    """
    unseen = or_(Change.version > last_seen(match, entry), Change.entry == entry.id)
    return db.session.scalars(
        select(Change).where(Change.match_id == match.id, unseen).order_by(Change.version)
    ).all()


def since_opened(match: Match, entry: Entry) -> Sequence[Change]:
    """The changes since the sheet upon which the form was opened, oldest first."""
    opened = entry.version_stamp if entry.unseen_since is None else entry.unseen_since
    return since(match, Entry.stamped(entry.id, opened, entry.device))


def stale(match: Match, entry: Entry, changes: Sequence[Change] = ()) -> StaleSheetError:
    """The refusal of *entry* because of *changes*, or of all since, as its sender saw another sheet.

    It is to be raised after the transaction that has locked *match*.

    What it tells, and the hands of *match*, are of the moment of that transaction: a page that puts them side
    by side must not find hands that were added later.
    """
    refusal = StaleSheetError(changes or since(match, entry), match.version)
    _read_now = match.records
    return refusal


def last_seen(match: Match, entry: Entry) -> int:
    """The last version of *match* that the sender saw; without the last change if it was another history."""
    return max(0, min(entry.version, match.version - (not has_seen_history(match, entry))))


def has_seen_history(match: Match, entry: Entry) -> bool:
    """Whether the version that the sender saw is part of the history of *match*."""
    if not entry.last:
        return entry.last is None or entry.version == 0
    query = select(Change.version).where(Change.match_id == match.id, Change.entry == entry.last)
    return db.session.scalar(query) == entry.version


def write_next_version(match: Match, entry: Entry) -> None:
    """Increments the version of *match*, with all that depends on it.

    :raises FullMatchError: if its history has no room for another change.
    """
    if match.version >= MOST_CHANGES:
        raise FullMatchError(Full.CHANGES)
    match.version += 1
    match.last_entry = entry.id
    match.changed_at = datetime.now(UTC)
    work_out(match)


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
        "entered_at": entered_at(match, entry),
        "seat_id": seat_id,
    }
    db.session.connection().execute(insert(Change), row | done)


def entered_at(match: Match, entry: Entry) -> datetime | None:
    """When *entry* was made, if it was sent later; never before the match."""
    at = entry.entered_at
    return None if at is None or at < match.created_at else at


def work_out(match: Match) -> None:
    """Works out everything again that follows from the sheet of *match*, after any change of it."""
    sheet = match.sheet
    before, match.snapshot = match.snapshot.results, Snapshot.of(sheet)
    match.counting = COUNTING
    _count(match, sheet)
    if match.snapshot.results != before:
        outdate_ratings(match.book_id, match.played_on)


def _count(match: Match, sheet: Sheet) -> None:
    rows = [
        {"of_match": match.id, "at": place, **_stored(each)} for place, each in enumerate(statistics(sheet))
    ]
    db.session.connection().execute(_counting(), rows)


@cache
def _counting() -> Update:
    """The statement that counts a place, built once."""
    here = PLACES.c.match_id == bindparam("of_match"), PLACES.c.place == bindparam("at")
    return update(PLACES).where(*here).values({name: bindparam(name) for name in STORED})


def _stored(counted: Statistics) -> dict[str, int]:
    return {name: getattr(counted, name) for name in STORED}
