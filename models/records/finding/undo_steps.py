"""What Undo undoes next and what Redo brings back, as the history of a match tells it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

from sqlalchemy import select

from models.records.database.base import db
from models.records.tables.change import REDO, UNDO, Change, ChangeKind
from models.records.tables.match import Match


class Stop(StrEnum):
    """Why Undo goes no further back."""

    RULES = auto()
    NAMES = auto()
    IMPORT = auto()


@dataclass(frozen=True, slots=True)
class UndoSteps:
    """What can be undone on a sheet, and redone."""

    undo: Change | None = None
    """The change that Undo undoes; None if there is nothing more to undo."""
    redo: Change | None = None
    """The undo that Redo takes back; None if something was entered since, or nothing was undone."""
    stop: Stop | None = None
    """Why Undo stops here, although there are changes before."""


def undo_steps(match: Match, last: Change) -> UndoSteps:
    """What can be undone and redone on the sheet that the change *last* led to."""
    if last.version <= (match.undone_to or 0):
        return UndoSteps(stop=Stop.NAMES)
    undo, redo = _undo_and_redo(match, last)
    stop = _stop(match, undo, last)
    return UndoSteps(None if stop else undo, redo, stop)


def _undo_and_redo(match: Match, last: Change) -> tuple[Change | None, Change | None]:
    if not (last.is_undo or last.is_redo):
        return last, None
    since_names = Change.version.between((match.undone_to or 0) + 1, last.version)
    query = select(Change.version, Change.entry).where(Change.match_id == match.id, since_names)
    newest_first = query.order_by(Change.version.desc())
    history = [(version, entry) for version, entry in db.session.execute(newest_first)]
    return _at(match, to_undo(history)), _at(match, to_redo(history))


def _at(match: Match, version: int | None) -> Change | None:
    of_match = select(Change).where(Change.match_id == match.id)
    return None if version is None else db.session.scalar(of_match.where(Change.version == version))


def to_undo(history: Sequence[tuple[int, str]]) -> int | None:
    """The version of the newest change that is not undone. *history*: versions and entry ids, newest first.

    >>> to_undo([(4, "undo-3-c"), (3, "c"), (2, "b"), (1, "a")])
    2
    """
    undone = 0
    for version, entry in history:
        if entry.startswith(UNDO):
            undone += 1
        elif entry.startswith(REDO) or undone > 0:
            undone -= 1
        else:
            return version
    return None


def to_redo(history: Sequence[tuple[int, str]]) -> int | None:
    """The version of the newest undo that is not redone; None if something else was entered after it.

    >>> to_redo([(4, "undo-3-c"), (3, "c"), (2, "b"), (1, "a")])
    4
    """
    redone = 0
    for version, entry in history:
        if entry.startswith(REDO):
            redone += 1
        elif not entry.startswith(UNDO):
            return None
        elif redone:
            redone -= 1
        else:
            return version
    return None


def _stop(match: Match, undo: Change | None, last: Change) -> Stop | None:
    """Why *undo*, the next change to undo, stays. A change of rules can be undone until something else is."""
    if undo is None:
        return Stop.NAMES if match.undone_to else None
    if undo.at == match.imported_at:
        return Stop.IMPORT
    return Stop.RULES if undo.kind is ChangeKind.RULED and last.is_undo else None
