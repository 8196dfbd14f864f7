"""The history of a match: its changes, the sheet at each of them, what Undo and Redo do next."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum, auto
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Select, select

from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.extra_lines import ExtraLine
from models.gin.sheet.games import ScoredLine
from models.gin.sheet.sheet import Sheet
from models.records.database.base import db
from models.records.database.unreadable import UnreadableError, any_damaged
from models.records.tables.change import REDO, UNDO, Change, ChangeKind, HistoryRow
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.shared import SharedRecord

H = TypeVar("H", bound=HistoryRow)


def history(match: Match) -> list[Change]:
    """All changes of *match*, newest first."""
    return list(db.session.scalars(_changes(match)))


def history_before(of: type[H], shared: SharedRecord, version: int, limit: int) -> list[H]:
    """The last changes of a match or a book before *version*, at most *limit*, newest first."""
    conditions = getattr(of, shared.key) == shared.id, of.version < version
    return list(db.session.scalars(select(of).where(*conditions).order_by(of.version.desc()).limit(limit)))


def latest_entries(match: Match, limit: int) -> Sequence[str]:
    """The entry ids of the latest changes, the latest first."""
    asked = select(Change.entry).where(Change.match_id == match.id)
    return db.session.scalars(asked.order_by(Change.version.desc()).limit(limit)).all()


def changes_of(match: Match, row_id: int) -> list[Change]:
    """The changes of one hand, newest first."""
    return list(db.session.scalars(_changes(match, Change.row_id == row_id)))


def times_of_hands(match: Match) -> dict[int, datetime]:
    """When each hand was first entered, by its id; not of hands that came with the import of a match."""
    added = select(Change.row_id, Change.at, Change.entered_at).where(
        Change.match_id == match.id, Change.kind == ChangeKind.ADDED
    )
    return {
        row_id: entered_at or at
        for row_id, at, entered_at in db.session.execute(added)
        if row_id and at != match.imported_at and not any_damaged((at, entered_at))
    }


def _changes(match: Match, *conditions: ColumnElement[bool]) -> Select[Any]:
    return select(Change).where(Change.match_id == match.id, *conditions).order_by(Change.version.desc())


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


@dataclass(frozen=True, slots=True)
class EarlierSheet:
    """The sheet of a match at some moment."""

    match: Match
    agreed: Agreement
    """The rules, and whether it ended after its last line."""
    written: Mapping[int, Hand | ExtraLine]
    """What stood on it, by the ids of hands and extra lines."""

    @property
    def sheet(self) -> Sheet:
        """All of it, because what was entered later can decide an earlier line: opening scores, a round."""
        return self.match.sheet_under([self.written[each] for each in self._ids], self.agreed)

    @property
    def rules(self) -> HouseRules:
        return self.agreed.rules

    def row(self, row_id: int) -> ScoredLine:
        """A hand or an extra line that stood on it."""
        return self.sheet.in_order[self._ids.index(row_id)]

    @property
    def _ids(self) -> list[int]:
        """What stood on it, in its order."""
        return [record.id for record in self.match.records if record.id in self.written]

    def undone(self, change: Change) -> "EarlierSheet":
        """The sheet before the *change* that led to this one."""
        if change.row_id is None:
            return replace(self, agreed=change.agreed_before) if change.agreed_before else self
        written = dict(self.written)
        if change.row_id not in written and change.after is not None:
            raise UnreadableError(f"change {change.id} is of another sheet")
        if change.before is None:
            del written[change.row_id]
        else:
            written[change.row_id] = change.before
        return replace(self, written=written)


class Moment(NamedTuple):
    """A change, with the sheets before and after it."""

    change: Change
    before: EarlierSheet
    after: EarlierSheet


def last_moment(match: Match, change: Change) -> Moment:
    """The last *change* of a match, after which its sheet is the current one."""
    current = _current(match)
    return Moment(change, current.undone(change), current)


def moments(match: Match, changes: Iterable[Change]) -> Iterator[Moment]:
    """Each of *changes* of *match* with the sheets before and after it.

    What was written then was valid by the rules of then, and may not be by the current ones. Changes that are
    newer than *match*, because it was read before, are left out.
    """
    all_changes = [change for change in changes if change.version <= match.version]
    since = min((change.version for change in all_changes), default=match.version + 1)
    moments_by_version = {moment.change.version: moment for moment in _back_to(match, since)}
    return (moments_by_version[change.version] for change in all_changes)


def _back_to(match: Match, version: int) -> Iterator[Moment]:
    """The changes from the last one back to a *version*."""
    after = _current(match)
    later = select(Change).where(Change.match_id == match.id, Change.version.between(version, match.version))
    for change in db.session.scalars(later.order_by(Change.version.desc())):
        before = after.undone(change)
        yield Moment(change, before, after)
        after = before


def _current(match: Match) -> EarlierSheet:
    return EarlierSheet(
        match, match.whole_agreement, {record.id: record.written for record in match.on_sheet}
    )
