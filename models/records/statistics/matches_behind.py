"""Finds the matches that a number of the statistics rests on, the newest first, a page at a time."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, select, tuple_, union_all

from models.gin.statistics import LARGEST
from models.records.base import db
from models.records.books.book import Book
from models.records.books.match_search import Place
from models.records.match import Match
from models.records.statistics.statistics import ALL_TIME, FIRST_YEAR, LAST_YEAR, Period, last_day, rows_of
from models.records.statistics.statistics_writes import MONTH, OF_MATCH, OF_PERIOD, periods_of

SIGNED = ("balance",)
"""Numbers that can be less than nothing: the sum of a month can be 0 although its matches are not."""

Conditions = list[ColumnElement[bool]]


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
    before: Place | None = None,
    limit: int = 20,
) -> Sequence[CountedMatch]:
    """The matches that add to a number, the newest first, before the place where the last page ended.

    Of the most valuable hand, and of the most hands in a row, those with the largest number come first, and
    only they.

    :raises KeyError: if the statistics have no such number.
    """
    of_each = rows_of(book, player_id, period, opponent)
    if opponent is not None or number in SIGNED:
        places = [_with(number, of_each)]
    else:
        places = list(_by_month(book, number, player_id, period, before, limit))
    conditions = [[*of_each, *_earlier(before), *place] for place in places]
    return _newest(number, conditions, limit) if conditions else []


def _newest(number: str, conditions: Iterable[Conditions], limit: int) -> Sequence[CountedMatch]:
    """The newest matches of which rows meet one of the *conditions*."""
    newest = (OF_MATCH.played_on.desc(), OF_MATCH.match_id.desc(), OF_MATCH.place)
    rows = select(OF_MATCH.match_id, OF_MATCH.place, OF_MATCH[number].label("value"))
    parts = [rows.where(*each).order_by(*newest).limit(limit).subquery() for each in conditions]
    page = union_all(*(select(part) for part in parts)).subquery()
    asked = select(Match, page.c.place, page.c.value).join(page, page.c.match_id == Match.id)
    found = db.session.execute(
        asked.order_by(Match.played_on.desc(), Match.id.desc(), page.c.place).limit(limit)
    )
    return [CountedMatch(*row) for row in found]


def _earlier(before: Place | None) -> Conditions:
    """The condition that a match comes on the next page."""
    if before is None:
        return []
    earlier = tuple_(OF_MATCH.played_on, OF_MATCH.match_id) < tuple_(before.played_on, before.match_id)
    return [OF_MATCH.played_on <= before.played_on, earlier]


def _with(number: str, of_each: Conditions) -> Conditions:
    """The condition that a match adds to a number."""
    value = OF_MATCH[number]
    if number not in LARGEST:
        return [value != 0]
    return [value != 0, value == select(func.max(value)).where(*of_each).scalar_subquery()]


def _by_month(
    book: Book, number: str, player_id: int | None, period: Period, before: Place | None, limit: int
) -> Iterator[Conditions]:
    """The same, for each of the newest months of which the sums say that there are such matches.

    Else a database would read all matches of a player to find the few in which something rare happened. Each
    month has one match at least, except for that in which the last page ended.
    """
    value = OF_PERIOD[number]
    mine = [
        OF_PERIOD.book_id == book.id,
        OF_PERIOD.player_id.is_(None) if player_id is None else OF_PERIOD.player_id == player_id,
        OF_PERIOD.period.between(period.first or f"{FIRST_YEAR}-01", period.last or f"{LAST_YEAR}-12"),
        func.length(OF_PERIOD.period) == MONTH,
    ]
    wanted, in_match = [value != 0], OF_MATCH[number] != 0
    if number in LARGEST:
        most = db.session.scalar(select(func.max(value)).where(*mine)) or 0
        wanted, in_match = [*wanted, value == most], OF_MATCH[number] == most
    if before is not None:
        wanted.append(OF_PERIOD.period <= periods_of(before.played_on)[0])
    months = select(OF_PERIOD.period).where(*mine, *wanted).order_by(OF_PERIOD.period.desc())
    for month in db.session.scalars(months.limit(limit + 1)):
        days = OF_MATCH.played_on.between(date.fromisoformat(f"{month}-01"), last_day(month))
        yield [in_match, days]
