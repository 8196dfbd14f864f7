"""Changes what a match has beside its hands: rules, the upcard, remarks, names."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import update

from models.gin.cards.cards import Card
from models.gin.player_names import is_remark
from models.gin.sheet.sheet import (
    DisallowedExtraLine,
    DisallowedHand,
    disallowed_extra_lines,
    disallowed_hands,
)
from models.records.database.base import db, once
from models.records.saving.pipeline import (
    Entry,
    Sender,
    StaleSheetError,
    Written,
    add_to_history,
    lock,
    stale,
    write_next_version,
)
from models.records.saving.seats import require_seat
from models.records.saving.starting import names_at
from models.records.tables.change import ChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.shared import lock_row
from models.records.tables.sheet_row import HandRecord, SheetRow


class CannotStandError(ValueError):
    """Raised if hands or extra lines would not be valid under the new rules, or players would change side."""

    def __init__(self, unfit: Sequence[DisallowedHand], lines: Sequence[DisallowedExtraLine] = ()) -> None:
        self.unfit, self.lines = unfit, lines
        hands = ", ".join(str(hand.number) for hand in unfit)
        super().__init__(f"hands {hands} and {len(lines)} other lines cannot stand")


def change_rules(match: Match, agreed: Agreement, entry: Entry) -> Written:
    """Changes the rules of *match*; all its hands are scored with the new ones. Whether it has ended stays.

    :raises CannotStandError: if a hand or an extra line on the sheet is not valid under them.
    :raises NoSeatError: if the device has no seat in the match.
    :raises StaleSheetError: if the sheet has changed since the sender saw it.
    """
    return _agree(match, lambda locked: replace(agreed, ends_after_last=locked.ends_after_last), entry)


def go_on(match: Match, entry: Entry) -> Written:
    """Lets *match* go on that ended after its last line; the same errors as :func:`change_rules`."""
    return _agree(match, lambda locked: locked.agreement, entry.of_button("go-on-"))


def agree_again(match: Match, agreed: Agreement, entry: Entry) -> Written:
    """Brings back what was *agreed* before, with whether it has ended; the same errors."""
    return _agree(match, lambda _locked: agreed, entry)


def _agree(match: Match, wanted: Callable[[Match], Agreement], entry: Entry) -> Written:
    def write() -> Written | StaleSheetError:
        sender = lock(match, entry)
        return rule(sender, wanted(sender.match), entry) or stale(match, entry)

    written = once(write, keep_read=True)
    if isinstance(written, StaleSheetError):
        raise written
    return written


def rule(sender: Sender, agreed: Agreement, entry: Entry) -> Written | None:
    """Writes what was *agreed*, unless it is so already; None if the sender of *entry* saw another sheet."""
    match, seat_id, done = sender
    if done and done.agreed_after == agreed:
        by_another = done.seat_id != seat_id
        return Written(None, match.version, again=True, joined=by_another, stamp=done.version_stamp)
    if match.whole_agreement == agreed:
        return Written(None, match.version, again=True, stamp=entry.version_stamp)
    if done or not entry.saw(match):
        return None
    unfit = disallowed_hands((each.hand for each in match.present), agreed.rules)
    lines = disallowed_extra_lines(
        (each.line for each in match.extra_lines if not each.removed), agreed.rules
    )
    if unfit or lines:
        raise CannotStandError(unfit, lines)
    if not match.may_take(agreed.rules):
        raise CannotStandError(())

    before, match.whole_agreement = match.whole_agreement, agreed
    write_next_version(match, entry)
    add_to_history(match, entry, seat_id, ChangeKind.RULED, agreed_before=before, agreed_after=agreed)
    return Written(None, match.version, stamp=match.version_stamp)


def turn_up(match: Match, upcard: Card | None, entry: Entry) -> None:
    """Saves the upcard of the hand being played, for the sheet that the sender of *entry* saw.

    :raises NoSeatError: if the device has no seat in the match.
    :raises StaleSheetError: if that hand has been saved already.
    """
    match_id = match.id

    def note() -> bool:
        locked = lock_row(Match, match_id)
        require_seat(locked, entry.device)
        if entry.saw(locked):
            locked.upcard = None if upcard is None else str(upcard)
        return entry.saw(locked)

    if not once(note):
        raise StaleSheetError((), match.version)


def write_remark(match: Match, remark: str, device: str | None, row_id: int | None = None) -> None:
    """Writes *remark* on *match*, or on its hand *row_id*, in the place of the one before; "" removes it.

    :raises ValueError: if it is too long, or has characters that can't be shown.
    :raises NoSeatError: if the device has no seat in the match.
    :raises LookupError: if the match has no such hand.
    """
    if not is_remark(remark):
        raise ValueError(f"not a remark: {remark!r}")
    match_id = match.id

    def write() -> None:
        locked = lock_row(Match, match_id)
        require_seat(locked, device)
        if row_id is None:
            locked.remark = remark
        else:
            _write_on_hand(locked, row_id, remark)
        locked.unversioned_changes += 1

    once(write)


def _write_on_hand(match: Match, row_id: int, remark: str) -> None:
    record = match.record(row_id)
    if not isinstance(record, HandRecord):
        raise LookupError(f"{row_id} is no hand")
    statement = update(SheetRow).where(SheetRow.id == row_id).values(remark=remark)
    db.session.execute(statement, execution_options={"synchronize_session": False})
    match.put(record._replace(remark=remark))


class NamedInBookError(ValueError):
    """Raised if the match is in a book, which says itself who its players are."""


def name_places(match: Match, names: Mapping[int, str], device: str | None) -> None:
    """Gives these *names* to places of *match*, by their number from 0. A place that has a name keeps it.

    :raises ValueError: if a name is not valid, or another player has it.
    :raises NamedInBookError: if the match is in a book.
    :raises NoSeatError: if the device has no seat in the match.
    """
    match_id = match.id

    def write() -> None:
        locked = lock_row(Match, match_id)
        require_seat(locked, device)
        if locked.book_id is not None:
            raise NamedInBookError(f"match {match_id} is in a book")
        wanted = [name or names.get(place) for place, name in enumerate(locked.names)]
        called = names_at(locked.seating, wanted)
        if called != locked.names:
            locked.place_players(called, locked.player_ids)
            locked.note_names_changed()

    once(write)
