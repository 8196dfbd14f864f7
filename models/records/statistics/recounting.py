"""Counts matches again that an earlier version of Deadwood has counted otherwise, after an update."""

from contextlib import suppress

from sqlalchemy import select

from models.gin.counting.player_counts import COUNTING
from models.records.database.audit import UNREADABLE
from models.records.database.base import db
from models.records.saving.transactions import once
from models.records.statistics.counting import work_out
from models.records.tables.match import Match

AT_ONCE = 500
"""How many ids are read at once. Each match has a transaction of its own, so that nobody waits for long."""


def recount() -> None:
    """Counts every match again that was counted in an earlier way, also if other processes do so too.

    One that can't be read is left as it is, and tried again after the next start.
    """
    last = 0
    while ids := _outdated(last):
        for match_id in ids:
            with suppress(*UNREADABLE):
                once(lambda which=match_id: _recount(which))  # type: ignore[misc]
        last = ids[-1]


def _outdated(after: int) -> list[int]:
    """The next matches that were counted in an earlier way."""
    query = select(Match.id).where(Match.id > after, Match.counting < COUNTING).order_by(Match.id)
    ids = list(db.session.scalars(query.limit(AT_ONCE)))
    db.session.rollback()
    return ids


def _recount(match_id: int) -> None:
    """Counts a match again, unless it was deleted or counted meanwhile."""
    query = select(Match).where(Match.id == match_id, Match.counting < COUNTING)
    match = db.session.scalar(query.with_for_update(key_share=True))
    if match is not None:
        work_out(match)
