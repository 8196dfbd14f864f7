"""Writes hands and extra lines: add, correct, remove, restore, undo."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select

from models.gin.hand.declaration import Count, Declaration, Ending, Points
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.extra_lines import ExtraLine, is_for
from models.records.database.base import db, once
from models.records.finding.earlier_sheets import UndoSteps, undo_steps
from models.records.saving.limits import MOST_HANDS, Full, FullMatchError
from models.records.saving.pipeline import (
    Entry,
    Sender,
    StaleSheetError,
    Written,
    add_to_history,
    has_seen_history,
    last_seen,
    lock,
    new_entry_id,
    since,
    since_opened,
    stale,
    write_next_version,
)
from models.records.saving.rule_changes import agree_again
from models.records.saving.seats import require_seat
from models.records.tables.change import REDO, UNDO, Change, ChangeKind
from models.records.tables.match import Match
from models.records.tables.shared import lock_row
from models.records.tables.sheet_row import HandRecord, Record, insert_record, record_of, update_record


def is_same(one: Hand | ExtraLine, other: Hand | ExtraLine, rules: HouseRules) -> bool:
    """Whether two devices entered the same hand, or the same extra line."""
    if isinstance(one, Hand) and isinstance(other, Hand):
        return is_same_hand(one, other, rules)
    return one == other


def is_same_hand(one: Hand, other: Hand, rules: HouseRules) -> bool:
    """Whether two devices entered the same hand: same knocker, outcome and deadwood, and the same cards.

    If only the points of one are known, it is another hand unless both say just the same.
    """
    if isinstance(one.laid, Points) or isinstance(other.laid, Points):
        return (one.knocker, one.faced, one.laid) == (other.knocker, other.faced, other.laid)
    if one.laid.upcard != other.laid.upcard or not one.agrees_with(other, rules):
        return False
    if isinstance(one.laid, Declaration) and isinstance(other.laid, Declaration):
        return _cards(one.laid) == _cards(other.laid)
    return True


def _cards(laid: Declaration) -> tuple[frozenset[object], frozenset[object]]:
    return frozenset(laid.knocker.cards), frozenset(laid.defender_cards)


@dataclass(frozen=True, slots=True)
class Act:
    """What a request asks for."""

    kind: ChangeKind
    row_id: int | None = None
    """The id of the hand; None if it is to be added."""
    hand: Hand | ExtraLine | None = None
    """The new hand or line; None if it stays the same or is removed."""
    remark: str = ""
    """What is written on a hand that is added."""

    def was(self, change: Change) -> bool:
        """Whether *change* has done this already."""
        return (
            self.kind is change.kind
            and self.row_id in (None, change.row_id)
            and self.hand in (None, change.after)
        )

    def record(self, match: Match) -> Record | None:
        """The record that it changes; None if it adds one.

        :raises LookupError: if there is no such hand to change.
        """
        if self.row_id is None:
            return None
        record = match.record(self.row_id)
        if self.kind is ChangeKind.CORRECTED and record.removed:
            raise LookupError(f"hand {self.row_id} is not on the sheet")
        if self.hand and isinstance(self.hand, Hand) is not isinstance(record, HandRecord):
            raise LookupError(f"{self.row_id} is not {self.hand!r}")
        return record

    def done_to(self, record: Record) -> Record:
        """*record* after it."""
        after = record_of(record.id, record.position, self.hand or record.written, record.remark)
        return after._replace(removed=self.kind is ChangeKind.REMOVED)


def add_hand(match: Match, hand: Hand | ExtraLine, entry: Entry) -> Written:
    """Adds a hand, or an extra line, to the sheet.

    All functions that write hands raise the same exceptions:

    :raises InvalidDeclarationError: if it is not valid.
    :raises ValueError: if its players cannot play each other, or do not play, at this table.
    :raises NoSeatError: if the device has no seat in the match.
    :raises StaleSheetError: if the sheet has changed since the sender saw it, or the same entry was sent
        before with something else.
    :raises LookupError: if the match has no such hand.
    :raises FullMatchError: if the match has no room for it.
    """
    return _write(match, entry, Act(ChangeKind.ADDED, hand=_as_stored(hand, match)))


def correct_hand(match: Match, row_id: int, hand: Hand | ExtraLine, entry: Entry) -> Written:
    """Replaces a hand, or an extra line, on the sheet."""
    return _write(match, entry, Act(ChangeKind.CORRECTED, row_id, _as_stored(hand, match)))


def remove_hand(match: Match, row_id: int, entry: Entry) -> Written:
    """Removes a hand or an extra line from the sheet. Its position stays reserved."""
    return _write(match, entry, Act(ChangeKind.REMOVED, row_id))


def restore_hand(match: Match, row_id: int, entry: Entry) -> Written:
    """Restores a removed hand or line in its position, if it is valid under the current rules."""
    return _write(match, entry, Act(ChangeKind.RESTORED, row_id))


def tell_missed(match: Match, told: bool, device: str | None) -> None:
    """Sets whether the match shows missed lay-offs.

    :raises NoSeatError: if the device has no seat in the match.
    """
    match_id = match.id

    def settle() -> None:
        locked = lock_row(Match, match_id)
        require_seat(locked, device)
        locked.tells_missed = told

    once(settle)


def _as_stored(hand: Hand | ExtraLine, match: Match) -> Hand | ExtraLine:
    """*hand* as it will be stored: of a dead hand only its players and the upcard.

    It is validated when the sheet is computed with it.
    """
    if not isinstance(hand, Hand):
        if not is_for(hand, match.table.people, match.table.sides):
            raise ValueError(f"not for a table of {match.table}: {hand!r}")
        return hand
    if not match.table.may_face(hand.faced):
        raise ValueError(f"not played at a table of {match.table}: {hand!r}")
    if not isinstance(hand.laid, Count) or hand.laid.ending is not Ending.DEAD:
        return hand
    return replace(hand, knocker=None, laid=Count(Ending.DEAD, upcard=hand.laid.upcard))


def _write(match: Match, entry: Entry, act: Act) -> Written:
    written = once(lambda: _act(lock(match, entry), entry, act) or stale(match, entry), keep_read=True)
    if isinstance(written, StaleSheetError):
        raise written
    return written


def _act(sender: Sender, entry: Entry, act: Act) -> Written | StaleSheetError | None:
    """What *entry* did, now or before.

    None if its sender saw another version of the sheet; a refusal if it adds a hand that another phone has
    already added.
    """
    match, seat_id, done = sender
    if done and act.was(done):
        by_another = done.seat_id != seat_id
        return Written(done.row_id, done.version, again=True, joined=by_another, stamp=done.version_stamp)
    if done is None and (entry.saw(match) or _is_beside(match, entry, act)):
        same = _same_unseen(match, entry, act, seat_id)
        return stale(match, entry, same) if same else do(match, entry, act, seat_id)
    twin = _twin(match, entry, act)
    if twin is None or (entry.is_queued and not _comes_first(match, entry, twin)):
        return None
    return _join(match, entry, act, seat_id, twin)


def do(match: Match, entry: Entry, act: Act, seat_id: int) -> Written:
    """Does what *act* asks for and adds it to the history, unless it changes nothing. *match* is locked."""
    before = act.record(match)
    after = _added(match, act.hand, act.remark) if before is None else act.done_to(before)
    if before == after:
        return Written(after.id, match.version, stamp=match.version_stamp)
    if before is not None:
        update_record(after)

    match.put(after)
    write_next_version(match, entry)
    add_to_history(
        match,
        entry,
        seat_id,
        act.kind,
        row_id=after.id,
        number=match.number(after),
        before=before and before.standing,
        after=after.standing,
    )
    return Written(after.id, match.version, stamp=match.version_stamp)


def _added(match: Match, hand: Hand | ExtraLine | None, remark: str) -> Record:
    """A new record, after all others. The upcard that was noted for a hand is now its own.

    A hand from paper was played before: the noted upcard still waits for its hand.
    """
    if hand is None:
        raise ValueError("no hand to add")
    if len(match.records) >= MOST_HANDS:
        raise FullMatchError(Full.HANDS)
    if isinstance(hand, Hand) and not isinstance(hand.laid, Points):
        match.upcard = None
    return insert_record(match.id, len(match.records) + 1, hand, remark)


def _is_beside(match: Match, entry: Entry, act: Act) -> bool:
    """Whether all changes since are hands of other players, added beside this one."""
    hand = act.hand
    if (
        act.kind is not ChangeKind.ADDED
        or not isinstance(hand, Hand)
        or not 0 <= entry.version < match.version
    ):
        return False
    return has_seen_history(match, entry) and all(
        change.kind is ChangeKind.ADDED
        and isinstance(change.after, Hand)
        and not {*change.after.faced} & {*hand.faced}
        for change in since(match, entry)
    )


def _same_unseen(match: Match, entry: Entry, act: Act, seat_id: int) -> Sequence[Change]:
    """What other phones did to the hand or line that *act* adds, if they added it unseen by its sender.

    Empty if they did not, or if it is no longer on the sheet. Corrections of it are among the changes.
    A form that waited behind another is sent for the sheet that the other one led to. By then, that sheet can
    have hands that its player had not seen when the form was filled in.
    """
    added = act.hand
    if entry.unseen_since is None or act.kind is not ChangeKind.ADDED or added is None:
        return ()

    others = [change for change in since_opened(match, entry) if change.seat_id != seat_id]
    same = {each.row_id for each in others if each.after and is_same(each.after, added, match.rules)}
    on_sheet = {record.id for record in match.on_sheet}
    return tuple(change for change in others if change.row_id in same & on_sheet)


def _twin(match: Match, entry: Entry, act: Act) -> Record | None:
    """The record that another device has already brought to the state *act* asks for; None if there is none.

    For a hand to be added, that is the first one added after its sender had seen the sheet.
    """
    seen = last_seen(match, entry)
    changes = [change for change in since(match, entry) if change.version > seen]
    about = act.row_id or next(_added_by_the_same(changes, act), None)
    if about is None or about not in {change.row_id for change in changes}:
        return None
    record = match.record(about)
    standing = record.standing
    if act.kind is ChangeKind.REMOVED:
        return record if standing is None else None
    if standing is None:
        return None
    same = act.hand is None or is_same(standing, act.hand, match.rules)
    return record if same else None


def _added_by_the_same(changes: Iterable[Change], act: Act) -> Iterator[int | None]:
    """The hands that were added with the same players as in *act*; of extra lines, the same line."""
    for change in changes:
        added = change.after if change.kind is ChangeKind.ADDED else None
        if isinstance(added, Hand) and isinstance(act.hand, Hand):
            same = added.faced == act.hand.faced
        else:
            same = added is not None and added == act.hand
        if same:
            yield change.row_id


def _has_cards(written: Hand | ExtraLine | None) -> bool:
    return isinstance(written, Hand) and isinstance(written.laid, Declaration)


def _comes_first(match: Match, entry: Entry, twin: Record) -> bool:
    """Whether what was done to *twin* came right after the sheet that the sender of *entry* saw.

    A phone that was without a network may have made more hands on top of this one. If something else came
    between, they can't be told from those of the other phone, and the players are asked.
    """
    return has_seen_history(match, entry) and _known_with(match, entry, twin) != entry.version_stamp


def _known_with(match: Match, entry: Entry, twin: Record) -> str:
    """The version stamp of the sheet that the sender of *entry* saw, with what was then done to *twin*."""
    known_stamp = entry.version_stamp
    for change in since(match, entry):
        if change.row_id != twin.id:
            break
        known_stamp = change.version_stamp
    return known_stamp


def _join(match: Match, entry: Entry, act: Act, seat_id: int, twin: Record) -> Written:
    """Merges the hands of two devices; if only one of them has cards, keeps them."""
    known_stamp = _known_with(match, entry, twin)
    is_current = known_stamp == match.version_stamp
    told_more = _has_cards(act.hand) and not _has_cards(twin.written)
    if told_more:
        checked = Entry(new_entry_id(), match.version, None, entered_at=entry.entered_at)
        do(match, checked, Act(ChangeKind.CORRECTED, twin.id, act.hand), seat_id)
    stamp = match.version_stamp if is_current else known_stamp
    return Written(twin.id, match.version, again=True, joined=True, stamp=stamp)


def undo(match: Match, entry: Entry) -> Written:
    """Undoes the newest change not yet undone on the sheet that its sender saw. It is a change itself.

    :raises LookupError: if there is nothing to undo on that sheet, or Undo stops there.
    """
    return _invert(match, _steps(match, entry).undo, entry.of_button(UNDO))


def redo(match: Match, entry: Entry) -> Written:
    """Takes back the newest undo on the sheet that its sender saw; the same errors."""
    return _invert(match, _steps(match, entry).redo, entry.of_button(REDO))


def _steps(match: Match, entry: Entry) -> UndoSteps:
    """What can be undone and redone on the sheet that the sender of *entry* saw."""
    seen = select(Change).where(Change.match_id == match.id, Change.version == entry.version)
    if entry.last is not None:
        seen = seen.where(Change.entry == entry.last)
    last = db.session.scalar(seen) if 0 < entry.version <= match.version else None
    if last is None:
        raise LookupError(f"no change {entry.version} in match {match.id}")
    return undo_steps(match, last)


def _invert(match: Match, change: Change | None, entry: Entry) -> Written:
    """Brings back what was there before *change*."""
    if change is None:
        raise LookupError(f"nothing to undo or redo at version {entry.version} of match {match.id}")
    if change.agreed_before is not None:
        return agree_again(match, change.agreed_before, entry)
    if change.row_id is None:
        raise LookupError(f"change {change.version} was about no hand")
    if change.before is None:
        return remove_hand(match, change.row_id, entry)
    if change.after is None:
        return restore_hand(match, change.row_id, entry)
    return correct_hand(match, change.row_id, change.before, entry)
