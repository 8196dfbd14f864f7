"""Writing on a sheet: each entry once, and never on a sheet other than the one its writer saw."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

from sqlalchemy import or_, select

from models.gin.declaration import Declaration
from models.gin.document import write_hand
from models.gin.rules import HouseRules
from models.gin.scoring import score
from models.gin.sheet import Hand
from models.records.base import db
from models.records.change import Change, ChangeKind
from models.records.hand import HandRecord
from models.records.match import Match, Snapshot
from models.records.once import once
from models.records.seat import Seat
from models.records.seats import locked_match, require_seat
from models.records.values import recall


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

    hand_id: int
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


@dataclass(frozen=True, slots=True)
class Act:
    """What an entry asks for."""

    kind: ChangeKind
    hand_id: int | None = None
    """The hand it is about; None where that is yet to be written."""
    hand: Hand | None = None
    """What shall stand there; None where that is there already, or shall go."""

    def was(self, change: Change) -> bool:
        """Whether *change* is what this asks for."""
        return (
            self.kind is change.kind
            and self.hand_id in (None, change.hand_id)
            and self.hand in (None, change.after)
        )

    def record(self, match: Match) -> HandRecord:
        """The record that it changes; a new one in the next place, which is not on the sheet yet.

        :raises LookupError: if there is no such hand to change.
        """
        if self.hand_id is None:
            return HandRecord(match_id=match.id, position=len(match.hands) + 1, removed=True)
        record = match.hand(self.hand_id)
        if self.kind is ChangeKind.CORRECTED and record.removed:
            raise LookupError(f"hand {self.hand_id} is not on the sheet")
        return record


def add_hand(match: Match, hand: Hand, entry: Entry) -> Written:
    """Writes the next hand on the sheet.

    Every way to write raises the same:

    :raises InvalidDeclarationError: if the hand cannot stand.
    :raises NoSeatError: if the device has no seat in the match.
    :raises StaleSheetError: if the sheet is not the one that the writer saw, or the same entry has
        once asked for something else.
    :raises LookupError: if the match has no such hand.
    """
    return _write(match, entry, Act(ChangeKind.ADDED, hand=_judged(hand, match)))


def correct_hand(match: Match, hand_id: int, hand: Hand, entry: Entry) -> Written:
    """Puts *hand* in the place of one on the sheet."""
    return _write(match, entry, Act(ChangeKind.CORRECTED, hand_id, _judged(hand, match)))


def remove_hand(match: Match, hand_id: int, entry: Entry) -> Written:
    """Takes a hand off the sheet. Its place is kept for it."""
    return _write(match, entry, Act(ChangeKind.REMOVED, hand_id))


def restore_hand(match: Match, hand_id: int, entry: Entry) -> Written:
    """Brings a removed hand back in its place."""
    return _write(match, entry, Act(ChangeKind.RESTORED, hand_id))


def undo(match: Match, entry: Entry) -> Written:
    """Undoes the change that made the sheet what its writer saw; that is a change like any other."""
    seen = select(Change).where(Change.match_id == match.id, Change.version == entry.version)
    change = db.session.scalar(seen) if 0 < entry.version <= match.version else None
    if change is None:
        raise LookupError(f"no change {entry.version} in match {match.id}")
    return _write(match, entry, _undoing(change))


def _undoing(change: Change) -> Act:
    """What undoes *change*."""
    if change.before is None:
        return Act(ChangeKind.REMOVED, change.hand_id)
    if change.after is None:
        return Act(ChangeKind.RESTORED, change.hand_id)
    return Act(ChangeKind.CORRECTED, change.hand_id, change.before)


def tell_missed(match: Match, told: bool, device: str | None) -> None:
    """Settles whether the match's players are told which lay-offs were missed.

    :raises NoSeatError: if the device has no seat in the match.
    """
    match_id = match.id

    def settle() -> None:
        locked = locked_match(match_id)
        require_seat(locked, device)
        locked.tells_missed = told

    once(settle)


def _judged(hand: Hand, match: Match) -> Hand:
    """*hand* as it will be kept, if it can stand."""
    score(hand.laid, match.rules)
    return recall(write_hand(hand))


def _write(match: Match, entry: Entry, act: Act) -> Written:
    match_id = match.id
    written = once(lambda: _act(locked_match(match_id), entry, act))
    if written is None:
        raise StaleSheetError(_since(match, entry), match.version)
    return written


def _act(match: Match, entry: Entry, act: Act) -> Written | None:
    """What *entry* did, now or when it was sent before; None if its writer saw another sheet."""
    seat = require_seat(match, entry.device)
    done = db.session.scalar(select(Change).where(Change.match_id == match.id, Change.entry == entry.id))
    if done and act.was(done):
        return Written(done.hand_id, done.version, again=True)
    if done is None and entry.version == match.version:
        return _do(match, entry, act, seat)
    twin = _twin(match, entry, act)
    return None if twin is None else _join(match, act, seat, twin)


def _do(match: Match, entry: Entry, act: Act, seat: Seat) -> Written:
    """Does it, and puts it in the history, unless it changes nothing."""
    record = act.record(match)
    before = record.standing
    record.removed = act.kind is ChangeKind.REMOVED
    if act.hand:
        record.hand = act.hand
    if record.standing == before:
        return Written(record.id, match.version)

    _turn_over(match, record)
    change = Change(
        match_id=match.id,
        version=match.version,
        entry=entry.id,
        kind=act.kind,
        hand_id=record.id,
        number=match.number(record),
        before=before,
        after=record.standing,
        at=match.changed_at,
        seat_id=seat.id,
    )
    db.session.add(change)
    return Written(record.id, match.version)


def _turn_over(match: Match, record: HandRecord) -> None:
    """Brings *match* to its next version, in which *record* is as it shall be."""
    if record not in match.hands:
        match.hands.append(record)
    match.version += 1
    match.changed_at = datetime.now(UTC)
    match.snapshot = Snapshot.of(match.sheet)
    db.session.flush()


def _twin(match: Match, entry: Entry, act: Act) -> HandRecord | None:
    """The record that is already as *act* wants it, because another device was quicker; None if none is.

    A hand that was to be added has its twin in the place that it would have had: the first hand that
    was added after its writer had seen the sheet.
    """
    changes = [change for change in _since(match, entry) if change.version > entry.version]
    about = act.hand_id or next((each.hand_id for each in changes if each.kind is ChangeKind.ADDED), None)
    if about is None or about not in {change.hand_id for change in changes}:
        return None
    record = match.hand(about)
    standing = record.standing
    if act.kind is ChangeKind.REMOVED:
        return record if standing is None else None
    if standing is None:
        return None
    same = act.hand is None or is_same_hand(standing, act.hand, match.rules)
    return record if same else None


def is_same_hand(one: Hand, other: Hand, rules: HouseRules) -> bool:
    """Whether two devices tell of one hand: who went out, how, with what left, and of cards the same."""
    if one.laid.upcard != other.laid.upcard or not one.agrees_with(other, rules):
        return False
    if isinstance(one.laid, Declaration) and isinstance(other.laid, Declaration):
        return _cards(one.laid) == _cards(other.laid)
    return True


def _cards(laid: Declaration) -> tuple[frozenset[object], frozenset[object]]:
    """What either player held."""
    return frozenset(laid.knocker.cards), frozenset(laid.defender_cards)


def _join(match: Match, act: Act, seat: Seat, twin: HandRecord) -> Written:
    """Makes one hand of what two devices told; where only one told the cards, they are kept."""
    told_more = (
        act.hand is not None
        and isinstance(act.hand.laid, Declaration)
        and not isinstance(twin.hand.laid, Declaration)
    )
    if told_more:
        checked = Entry(new_entry_id(), match.version, None)
        _do(match, checked, Act(ChangeKind.CORRECTED, twin.id, act.hand), seat)
    return Written(twin.id, match.version, again=True, joined=True)


def _since(match: Match, entry: Entry) -> Sequence[Change]:
    """What was done to the sheet after the writer had seen it, oldest first.

    What the same entry once asked for is among it.
    """
    seen = max(0, min(entry.version, match.version))
    unseen = or_(Change.version > seen, Change.entry == entry.id)
    return db.session.scalars(
        select(Change).where(Change.match_id == match.id, unseen).order_by(Change.version)
    ).all()
