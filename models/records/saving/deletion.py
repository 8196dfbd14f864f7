"""Deletes whole matches with their history."""

from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import delete, func, select

from models.records.database import sqlite
from models.records.database.base import db, once
from models.records.ratings.rating_updates import EVERYTHING, outdate_ratings
from models.records.saving.rights import require_looking_after
from models.records.saving.seats import require_seat
from models.records.tables.match import Match
from models.records.tables.sheet_row import SheetRow
from models.records.tables.unreadable import is_damaged


class ChangedMeanwhileError(Exception):
    """Raised if the sheet was changed after the sender had seen what will be deleted. Nothing was deleted."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What goes with a match."""

    hands: int
    """Its hands, with those that were removed."""
    changes: int
    phones: int
    """The phones that can score, the one that asks among them."""
    rematches: int
    """The rematches, which stay."""
    lines: int = 0
    """Its penalties, adjustments and opening scores, with those that were removed."""


def extent(match: Match) -> Extent:
    rematches = db.session.scalar(select(func.count()).where(Match.rematch_of == match.id))
    lines = SheetRow.__table__.c.extra_line.is_not(None)
    counted = select(lines, func.count()).where(SheetRow.match_id == match.id).group_by(lines)
    rows = {bool(is_line): number for is_line, number in db.session.execute(counted)}
    return Extent(rows.get(False, 0), match.version, len(match.live_seats), rematches or 0, rows.get(True, 0))


def delete_match(match: Match, version_stamp: str, device: str | None) -> None:
    """Deletes *match* with its hands, its history, its seats and its links. Rematches stay.

    :raises NoSeatError: if the device has no seat in the match.
    :raises NotLookingAfterError: if it doesn't look after the match.
    :raises LookupError: if somebody else has deleted it.
    :raises ChangedMeanwhileError: if it is not at the version of *version_stamp* any more.
    """
    match_id = match.id

    def act() -> None:
        locked = db.session.get(Match, match_id, populate_existing=True, with_for_update={"key_share": True})
        if locked is None:
            raise LookupError(f"no match {match_id}")
        require_looking_after(locked, require_seat(locked, device))
        if locked.version_stamp != version_stamp:
            raise ChangedMeanwhileError(f"match {match_id} is at {locked.version_stamp}")
        delete_row(locked)

    once(act)
    overwrite_deleted()


def delete_row(match: Match) -> None:
    """Deletes *match*, which is locked, and what the ratings of its book owe to it."""
    match_id = match.id
    outdate_ratings(match.book_id, EVERYTHING if is_damaged(match.played_on) else match.played_on)
    db.session.execute(delete(Match).where(Match.id == match_id))


def overwrite_deleted() -> None:
    """Removes what was deleted from the database file, if it is one."""
    if db.engine.dialect.name == "sqlite":
        with suppress(*sqlite.FAILURES):
            sqlite.overwrite_deleted(db.engine)
