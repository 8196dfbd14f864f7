"""Counts matches again that an earlier version of Deadwood has counted otherwise, after an update."""

from sqlalchemy import select

from models.gin.counting.player_counts import COUNTING
from models.records.database.base import db, once
from models.records.saving.pipeline import work_out
from models.records.tables.match import Match, readable


def recount() -> None:
    """Counts every match again that was counted in an earlier way, also if other processes do so too.

    Each in a transaction of its own, so that nobody waits for long. One that can't be read is left as it is.
    """
    ids = db.session.scalars(select(Match.id).where(Match.counting < COUNTING).order_by(Match.id)).all()
    db.session.rollback()
    for match_id in ids:
        once(lambda which=match_id: _recount(which))  # type: ignore[misc]


def _recount(match_id: int) -> None:
    """Counts a match again, unless it was deleted or counted meanwhile."""
    query = select(Match).where(Match.id == match_id, Match.counting < COUNTING)
    for match in readable(db.session.scalars(query.with_for_update(key_share=True)), with_sheets=True):
        work_out(match)
