"""Reads the statistics of a book: of players, and of two against each other."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple, Self

from sqlalchemy import ColumnElement, Integer, String, and_, cast, extract, func, or_, select

from models.gin.statistics import LARGEST, Statistics
from models.records.base import db
from models.records.books.book import Book
from models.records.statistics.statistics_writes import MONTH, OF_MATCH, OF_PERIOD, YEAR, Columns

FIRST_YEAR = "0001"
LAST_YEAR = "9999"


def _sums(source: Columns) -> list[ColumnElement[int]]:
    """Each number added up; 0 if there is nothing."""
    return [
        cast(func.coalesce((func.max if each in LARGEST else func.sum)(source[each]), 0), Integer)
        for each in Statistics._fields
    ]


# SQLAlchemy takes as long to build them as a database to add up a thousand rows.
SUMS_OF_MATCH, SUMS_OF_PERIOD = _sums(OF_MATCH), _sums(OF_PERIOD)


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

    def days(self) -> list[ColumnElement[bool]]:
        """The condition on the day of a match."""
        found: list[ColumnElement[bool]] = []
        if self.first:
            found.append(OF_MATCH.played_on >= date.fromisoformat(f"{self.first}-01"))
        if self.last:
            found.append(OF_MATCH.played_on <= last_day(self.last))
        return found

    def sums(self) -> ColumnElement[bool]:
        """The condition on the sums that make it up: whole years, and the months before and after them."""
        if self.is_all_time:
            return OF_PERIOD.period == ""
        years = self._whole_years()
        inside = OF_PERIOD.period.between(self.first or FIRST_YEAR, self.last or LAST_YEAR)
        in_years = func.substr(OF_PERIOD.period, 1, YEAR).between(*years)
        length = func.length(OF_PERIOD.period)
        months = and_(length == MONTH, inside, ~in_years)
        return and_(length == YEAR, OF_PERIOD.period.between(*years)) | months

    def _whole_years(self) -> tuple[str, str]:
        """The first and the last year of which all months are in it; there may be none between them."""
        first, last = self.first or f"{FIRST_YEAR}-01", self.last or f"{LAST_YEAR}-12"
        begins = int(first[:YEAR]) + (not first.endswith("-01"))
        ends = int(last[:YEAR]) - (not last.endswith("-12"))
        return f"{begins:04}", f"{ends:04}"


def _month(said: str, of_year: str) -> str:
    """A month as "2026-11"; of a year, this one."""
    if re.fullmatch(r"\d{4}", said, re.ASCII):
        said = f"{said}-{of_year}"
    if said and (not re.fullmatch(r"\d{4}-\d{2}", said, re.ASCII) or not date.fromisoformat(f"{said}-01")):
        raise ValueError(f"no month: {said!r}")
    return said


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


def years_played(book: Book, player_id: int | None = None) -> list[int]:
    """The years in which matches of *book* were played, or only those of a player, the newest first."""
    of_book = (
        OF_PERIOD.book_id == book.id,
        OF_PERIOD.player_id.is_(None) if player_id is None else OF_PERIOD.player_id == player_id,
        func.length(OF_PERIOD.period) == YEAR,
    )
    asked = select(OF_PERIOD.period).where(*of_book).order_by(OF_PERIOD.period.desc())
    return [int(year) for year in db.session.scalars(asked)]


def statistics_of_players(book: Book, period: Period = ALL_TIME) -> Mapping[int, Statistics]:
    """What each player of *book* did, by their ids; nobody is in it who did not play."""
    mine = OF_PERIOD.book_id == book.id, OF_PERIOD.player_id.is_not(None), period.sums()
    asked = select(OF_PERIOD.player_id, *SUMS_OF_PERIOD).where(*mine).group_by(OF_PERIOD.player_id)
    return {player: Statistics(*numbers) for player, *numbers in db.session.execute(asked)}


def statistics_of_player(book: Book, player_id: int, period: Period = ALL_TIME) -> Statistics:
    """What a player of *book* did."""
    mine = OF_PERIOD.book_id == book.id, OF_PERIOD.player_id == player_id, period.sums()
    return _summed(*mine)


def statistics_of_book(book: Book, period: Period = ALL_TIME) -> Statistics:
    """All players of *book* added up, with those who were deleted."""
    mine = OF_PERIOD.book_id == book.id, OF_PERIOD.player_id.is_(None), period.sums()
    return _summed(*mine)


def statistics_of_pair(
    book: Book, one: int, other: int, period: Period = ALL_TIME
) -> tuple[Statistics, Statistics]:
    """What two players of *book* did in matches of two against each other."""
    both = or_(*(and_(*rows_of(book, *each)) for each in ((one, period, other), (other, period, one))))
    asked = select(OF_MATCH.player_id, *SUMS_OF_MATCH).where(both).group_by(OF_MATCH.player_id)
    found = {player: Statistics(*numbers) for player, *numbers in db.session.execute(asked)}
    return found.get(one, Statistics()), found.get(other, Statistics())


def rows_of(
    book: Book, player: int | None, period: Period, opponent: int | None = None
) -> list[ColumnElement[bool]]:
    """The condition on the rows of matches: of a player, against an opponent, or of the whole book."""
    found = [OF_MATCH.book_id == book.id, *period.days()]
    if player is not None:
        found.append(OF_MATCH.player_id == player)
    if opponent is not None:
        found.append(OF_MATCH.opponent_id == opponent)
    return found


def _summed(*chosen: ColumnElement[bool]) -> Statistics:
    """The sums that were *chosen*, added up."""
    return Statistics(*db.session.execute(select(*SUMS_OF_PERIOD).where(*chosen)).one())


IN_ORDER = (OF_MATCH.played_on, OF_MATCH.match_id)
"""The order in which the matches of a player are counted, the oldest first."""


def results_in_order(
    book: Book, player_id: int, period: Period = ALL_TIME, opponent: int | None = None
) -> str:
    """The matches of a player that are over, the oldest first: "1" for each that was won, else "0".

    The database joins them, because a player can have played tens of thousands.
    """
    ordered = select(OF_MATCH.matches_won).where(*_over(book, player_id, period, opponent))
    results = ordered.order_by(*IN_ORDER).subquery().c.matches_won
    return db.session.scalar(select(func.aggregate_strings(cast(results, String), ""))) or ""


def _over(book: Book, player_id: int, period: Period, opponent: int | None) -> list[ColumnElement[bool]]:
    """The condition on the rows of matches that are over."""
    return [*rows_of(book, player_id, period, opponent), OF_MATCH.matches == 1]


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
    asked = select(OF_MATCH.played_on, cast(func.sum(OF_MATCH.balance), Integer)).where(
        *rows_of(book, one, period, other)
    )
    by_day = asked.group_by(OF_MATCH.played_on).order_by(OF_MATCH.played_on)
    return [Balance(day, points) for day, points in db.session.execute(by_day.limit(limit))]


class MonthlyBalance(NamedTuple):
    """What a player won or lost against another one in a month, with all bonuses."""

    first: date
    last: date
    """The first and the last day of the month on which they met."""
    points: int


def monthly_balances(book: Book, one: int, other: int, period: Period = ALL_TIME) -> list[MonthlyBalance]:
    """What the first of two players won or lost in each month in which they met, the oldest first."""
    day = OF_MATCH.played_on
    asked = select(func.min(day), func.max(day), cast(func.sum(OF_MATCH.balance), Integer))
    by_month = asked.where(*rows_of(book, one, period, other)).group_by(
        extract("year", day), extract("month", day)
    )
    return [MonthlyBalance(*row) for row in db.session.execute(by_month.order_by(func.min(day)))]
