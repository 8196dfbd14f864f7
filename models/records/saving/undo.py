"""Undoes changes, one after the other, and redoes them."""

from sqlalchemy import select

from models.records.database.base import db
from models.records.finding.undo_steps import UndoSteps, undo_steps
from models.records.saving.hand_writes import correct_hand, remove_hand, restore_hand
from models.records.saving.pipeline import Entry, Written
from models.records.saving.rule_changes import agree_again
from models.records.tables.change import REDO, UNDO, Change
from models.records.tables.match import Match


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
