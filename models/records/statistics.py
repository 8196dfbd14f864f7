"""Sums of what players did, and the matches that a number rests on."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple, Self

from sqlalchemy import BigInteger, ColumnElement, String, case, cast, extract, func, or_, select, type_coerce

from models.gin.counting import LARGEST, Statistics
from models.records.database.base import db
from models.records.database.unreadable import any_damaged
from models.records.finding.people import ListPosition, earlier
from models.records.tables.book import Book
from models.records.tables.match import Match, enough_readable
from models.records.tables.place import PLACES

LAST_YEAR = "9999"

ROW = PLACES.c

PLAYED = or_(ROW.hands > 0, ROW.games > 0, ROW.balance != 0)
"""The condition that points are known: something is on the sheet, perhaps only the totals of a paper."""

Conditions = list[ColumnElement[bool]]


@dataclass(frozen=True, slots=True)
class Period:
    """Some months, the first and the last as "2026-11"; "" for an open end. Without both it is all time."""

    first: str = ""
    last: str = ""

    @classmethod
    def read(cls, first: str, last: str) -> Self:
        """The period from a month or year to another one.

        >>> Period.read("2024", "2026-03")
        Period(first='2024-01', last='2026-03')

        :raises ValueError: if one of them is no month, no year and not blank.
        """
        return cls(_month(first.strip(), "01"), _month(last.strip(), "12"))

    @property
    def is_all_time(self) -> bool:
        """Whether it has no end on either side."""
        return not (self.first or self.last)

    def days(self) -> Conditions:
        """The condition on the day of a match."""
        conditions: Conditions = []
        if self.first:
            conditions.append(ROW.played_on >= date.fromisoformat(f"{self.first}-01"))
        if self.last:
            conditions.append(ROW.played_on <= last_day(self.last))
        return conditions


def _month(text: str, of_year: str) -> str:
    """A month as "2026-11"; of a year, this one."""
    if re.fullmatch(r"\d{4}", text, re.ASCII):
        text = f"{text}-{of_year}"
    if text and (not re.fullmatch(r"\d{4}-\d{2}", text, re.ASCII) or not date.fromisoformat(f"{text}-01")):
        raise ValueError(f"no month: {text!r}")
    return text


def last_day(month: str) -> date:
    """The last day of a month.

    >>> last_day("2024-02"), last_day("9999-12")
    (datetime.date(2024, 2, 29), datetime.date(9999, 12, 31))
    """
    if month == f"{LAST_YEAR}-12":
        return date.max
    year, number = map(int, month.split("-"))
    return date(year + number // 12, number % 12 + 1, 1) - timedelta(days=1)


ALL_TIME = Period()


def years_played(book: Book) -> list[int]:
    """The years in which matches of *book* were played, the newest first: each is a step in an index."""
    newest = select(type_coerce(func.max(ROW.played_on), String)).where(ROW.book_id == book.id, PLAYED)
    years: list[int] = []
    while day := db.session.scalar(newest.where(ROW.played_on < date(years[-1], 1, 1)) if years else newest):
        years.append(int(str(day)[:4]))
    return years


def statistics_of_players(
    book: Book, period: Period = ALL_TIME, numbers: Collection[str] = Statistics._fields
) -> Mapping[int | None, Statistics]:
    """What each player of *book* did, by their ids; nobody is in it who did not play.

    Those who were deleted are counted together as None. Only these *numbers* are added up: of twenty thousand
    matches, each takes a millisecond.
    """
    query = select(ROW.player_id, *_sums(numbers)).where(*rows_of(book, None, period))
    rows = db.session.execute(query.group_by(ROW.player_id))
    return {player: _named(numbers, values) for player, *values in rows if any(values)}


def statistics_of_player(book: Book, player_id: int, period: Period = ALL_TIME) -> Statistics:
    return _summed(rows_of(book, player_id, period))


def statistics_of_book(
    book: Book, period: Period = ALL_TIME, numbers: Collection[str] = Statistics._fields
) -> Statistics:
    """All players of *book* added up, with those who were deleted; only these *numbers*."""
    return _summed(rows_of(book, None, period), numbers)


def statistics_of_pair(
    book: Book, one: int, other: int, period: Period = ALL_TIME
) -> tuple[Statistics, Statistics]:
    """What two players of *book* did in matches of two against each other."""
    return _summed(rows_of(book, one, period, other)), _summed(rows_of(book, other, period, one))


def rows_of(book: Book, player: int | None, period: Period, opponent: int | None = None) -> Conditions:
    """The condition on places: of a player, against an opponent, or of the whole book."""
    conditions = [ROW.book_id == book.id, *period.days()]
    if player is not None:
        conditions.append(ROW.player_id == player)
    if opponent is not None:
        conditions.append(ROW.opponent_id == opponent)
    return conditions


def _sums(numbers: Collection[str]) -> list[ColumnElement[int]]:
    """Each number added up; 0 if there is nothing."""
    return [cast(func.coalesce(_sum(each), 0), BigInteger) for each in numbers]


def _sum(number: str) -> ColumnElement[int]:
    if number == "with_points":
        return func.sum(case((PLAYED, 1), else_=0))
    return (func.max if number in LARGEST else func.sum)(ROW[number])


def _summed(chosen: Conditions, numbers: Collection[str] = Statistics._fields) -> Statistics:
    """The places that were *chosen*, added up."""
    return _named(numbers, db.session.execute(select(*_sums(numbers)).where(*chosen)).one())


def _named(numbers: Collection[str], values: Iterable[int]) -> Statistics:
    return Statistics(**dict(zip(numbers, values, strict=True)))


IN_ORDER = (ROW.played_on, ROW.match_id)
"""The order in which the matches of a player are counted, the oldest first."""


def results_in_order(
    book: Book, player_id: int, period: Period = ALL_TIME, opponent: int | None = None
) -> str:
    """The matches of a player that are over, the oldest first: "1" for each that was won, else "0".

    The database joins them, because a player can have played tens of thousands.
    """
    ordered = select(ROW.matches_won).where(*_over(book, player_id, period, opponent))
    results = ordered.order_by(*IN_ORDER).subquery().c.matches_won
    return db.session.scalar(select(func.aggregate_strings(cast(results, String), ""))) or ""


def _over(book: Book, player_id: int, period: Period, opponent: int | None) -> Conditions:
    """The condition on places of matches that are over."""
    return [*rows_of(book, player_id, period, opponent), ROW.matches == 1]


class Balance(NamedTuple):
    """What a player won or lost against another one on a day, with all bonuses."""

    day: date
    points: int


def balances(
    book: Book, one: int, other: int, period: Period = ALL_TIME, limit: int | None = None
) -> list[Balance]:
    """What the first of two players won or lost on each day on which they met, the oldest first.

    Of more days than *limit*, only so many are read.
    """
    query = select(ROW.played_on, cast(func.sum(ROW.balance), BigInteger)).where(
        *rows_of(book, one, period, other), PLAYED
    )
    by_day = query.group_by(ROW.played_on).order_by(ROW.played_on)
    return [Balance(*row) for row in db.session.execute(by_day.limit(limit)) if not any_damaged(row)]


class MonthlyBalance(NamedTuple):
    """What a player won or lost against another one in a month, with all bonuses."""

    first: date
    last: date
    """The first and the last day of the month on which they met."""
    points: int


def monthly_balances(book: Book, one: int, other: int, period: Period = ALL_TIME) -> list[MonthlyBalance]:
    """What the first of two players won or lost in each month in which they met, the oldest first."""
    day = ROW.played_on
    query = select(func.min(day), func.max(day), cast(func.sum(ROW.balance), BigInteger))
    by_month = query.where(*rows_of(book, one, period, other), PLAYED).group_by(
        extract("year", day), extract("month", day)
    )
    months = db.session.execute(by_month.order_by(func.min(day)))
    return [MonthlyBalance(*row) for row in months if not any_damaged(row)]


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
