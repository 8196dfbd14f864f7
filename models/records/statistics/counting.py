"""Counts what each player did in a match, from its sheet, in the transaction that changes it."""

from typing import Any

from sqlalchemy import select

from models.gin.counting.player_counts import Statistics, statistics
from models.records.database.base import db, once
from models.records.saving.pipeline import _stored, work_out
from models.records.tables.match import Match, readable
from models.records.tables.place import PLACES, opponents

AT_ONCE = 200
"""How many matches are counted in one transaction."""


def is_counted(match: Match) -> bool:
    """Whether the places of *match* are what the match and its sheet say."""
    query = select(PLACES).where(PLACES.c.match_id == match.id).order_by(PLACES.c.place)
    stored = [dict(row) for row in db.session.execute(query).mappings()]
    people = range(match.table.people)
    if [row["place"] for row in stored] != list(people):
        return False
    others = opponents([row["player_id"] for row in stored])
    rows = zip(stored, others, statistics(match.sheet), strict=True)
    return all(_follows(row, match, opponent, counted) for row, opponent, counted in rows)


def _follows(row: dict[str, Any], match: Match, opponent: int | None, counted: Statistics) -> bool:
    """Whether the row of a place is what it has to be."""
    copied = {"book_id": match.book_id, "played_on": match.played_on, "opponent_id": opponent}
    return all(row[name] == value for name, value in (copied | _stored(counted)).items())


def count_everything() -> None:
    """Counts all matches anew that can be read, some in each transaction."""
    ids = db.session.scalars(select(Match.id).order_by(Match.id)).all()
    for start in range(0, len(ids), AT_ONCE):
        once(lambda some=ids[start : start + AT_ONCE]: _count_some(some))  # type: ignore[misc]
        db.session.expunge_all()


def _count_some(match_ids: list[int]) -> None:
    query = select(Match).where(Match.id.in_(match_ids)).order_by(Match.id).with_for_update(key_share=True)
    for match in readable(db.session.scalars(query), with_sheets=True):
        match.place_players(match.names, match.player_ids)
        for place in match.places:
            place.played_on = match.played_on
        work_out(match)
