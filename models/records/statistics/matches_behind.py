"""Finds the matches that a number of the statistics rests on, the newest first, a page at a time."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select

from models.gin.counting.player_counts import LARGEST
from models.records.database.base import db
from models.records.finding.people import ListPosition, earlier
from models.records.statistics.place_sums import ALL_TIME, PLAYED, ROW, Period, rows_of
from models.records.tables.book import Book
from models.records.tables.match import Match, enough_readable


class CountedMatch(NamedTuple):
    """A match that a number of the statistics rests on, and what it adds."""

    match: Match
    place: int
    """Whose number it is, by the order of the names."""
    value: int


def matches_behind(
    book: Book,
    number: str,
    player_id: int | None = None,
    period: Period = ALL_TIME,
    *,
    opponent: int | None = None,
    before: ListPosition | None = None,
    limit: int = 20,
) -> Sequence[CountedMatch]:
    """The matches that add to a number, the newest first, before the place where the last page ended.

    Of the most valuable hand, only those with the largest number; of a balance, also those that ended level.

    :raises KeyError: if the statistics have no such number.
    """
    value, of_each = ROW[number], rows_of(book, player_id, period, opponent)
    counting = [PLAYED if number == "balance" else value != 0]
    if number in LARGEST:
        counting.append(value == select(func.max(value)).where(*of_each).scalar_subquery())
    newest = (ROW.played_on.desc(), ROW.match_id.desc(), ROW.place)
    rows = select(ROW.match_id, ROW.played_on, ROW.place, value.label("value"))
    before_it = rows.where(*of_each, *counting, *earlier(before, ROW.played_on, ROW.match_id))

    def counted(most: int) -> list[CountedMatch]:
        page = before_it.order_by(*newest).limit(most).subquery()
        query = select(Match, page.c.place, page.c.value).join(page, page.c.match_id == Match.id)
        in_order = (page.c.played_on.desc(), page.c.match_id.desc(), page.c.place)
        return [CountedMatch(*row) for row in db.session.execute(query.order_by(*in_order))]

    return enough_readable(counted, limit)
