"""The sheet as it was at each change of a match: what stood on it, by the rules of that time."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlalchemy import select

from models.gin.hand.hand import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.extra_lines import ExtraLine
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.scored_extra_lines import ScoredExtraLine
from models.gin.sheet.sheet import Sheet
from models.records.database.base import db
from models.records.tables.change import Change
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.unreadable import UnreadableError


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
        """The rules of that time."""
        return self.agreed.rules

    def row(self, row_id: int) -> ScoredHand | ScoredExtraLine:
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
