"""Undoes the last change."""

from sqlalchemy import select

from models.records.database.base import db
from models.records.saving.hand_writes import correct_hand, remove_hand, restore_hand
from models.records.saving.pipeline import Entry, Written
from models.records.saving.rule_changes import agree_again
from models.records.tables.change import Change
from models.records.tables.match import Match


def undo(match: Match, entry: Entry) -> Written:
    """Undoes the change that led to the version its sender saw. The undo is a change itself.

    :raises LookupError: if that change is not in the history of *match*.
    """
    seen = select(Change).where(Change.match_id == match.id, Change.version == entry.version)
    if entry.last is not None:
        seen = seen.where(Change.entry == entry.last)
    change = db.session.scalar(seen) if 0 < entry.version <= match.version else None
    if change is None:
        raise LookupError(f"no change {entry.version} in match {match.id}")
    return _undo(match, change, entry)


def _undo(match: Match, change: Change, entry: Entry) -> Written:
    if change.agreed_before is not None:
        return agree_again(match, change.agreed_before, entry)
    if change.row_id is None:
        raise LookupError(f"change {change.version} was about no hand")
    if change.before is None:
        return remove_hand(match, change.row_id, entry)
    if change.after is None:
        return restore_hand(match, change.row_id, entry)
    return correct_hand(match, change.row_id, change.before, entry)
