"""Keeps the statistics of a book in step with its matches, in the transaction that changes them."""

import calendar
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum, auto
from functools import cache
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Delete,
    Insert,
    Select,
    String,
    bindparam,
    cast,
    delete,
    func,
    insert,
    null,
    select,
    text,
    update,
)
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from models.gin.statistics import LARGEST, Statistics, statistics
from models.records.base import db
from models.records.match import Match
from models.records.statistics.match_statistics import MATCH_STATISTICS
from models.records.statistics.period_statistics import PERIOD_STATISTICS

OF_MATCH = MATCH_STATISTICS.c
OF_PERIOD = PERIOD_STATISTICS.c

MONTH = len("2026-11")
YEAR = len("2026")
"""How long the names of periods are; that of all time is empty."""

AT_ONCE = 500
"""How many rows are written together."""


Columns = ReadOnlyColumnCollection[str, Column[Any]]


class Whose(StrEnum):
    """Whose statistics are added up together."""

    BOOK = auto()
    """Those at all places of all matches."""
    ALL = auto()
    """Those of each player of a book."""
    SOME = auto()
    """Those of some players."""

    def rows(self, source: Columns) -> list[ColumnElement[bool]]:
        """The rows of a table that belong to them."""
        mine = {
            Whose.BOOK: [] if source is OF_MATCH else [source.player_id.is_(None)],
            Whose.ALL: [source.player_id.is_not(None)],
            Whose.SOME: [source.player_id.in_(bindparam("players", expanding=True))],
        }
        return [source.book_id == bindparam("book"), *mine[self]]


@dataclass(frozen=True, slots=True)
class Touched:
    """Whose statistics have changed, so that they have to be added up again."""

    book_id: int
    players: frozenset[int] | None = None
    """None: all players of the book."""
    day: date | None = None
    """Only in the month of this day; None: ever."""

    def parameters(self) -> dict[str, object]:
        """What the statements that add up are asked with."""
        asked: dict[str, object] = {"book": self.book_id, "players": sorted(self.players or ())}
        if self.day is None:
            return asked
        month, year, ever = periods_of(self.day)
        days = calendar.monthrange(self.day.year, self.day.month)[1]
        return asked | {
            "periods": [month, year, ever],
            "first_day": self.day.replace(day=1),
            "last_day": self.day.replace(day=days),
            "january": f"{year}-01",
            "december": f"{year}-12",
        }


def periods_of(day: date) -> tuple[str, str, str]:
    """The periods in which a day is: its month, its year, and all time.

    >>> periods_of(date(2026, 11, 22))
    ('2026-11', '2026', '')
    """
    month = day.isoformat()[:MONTH]
    return month, month[:YEAR], ""


def renew_statistics(match: Match) -> None:
    """Counts *match* again, after any change of its sheet. In no book, nothing is counted."""
    if match.book_id is None:
        return
    db.session.execute(delete(MATCH_STATISTICS).where(OF_MATCH.match_id == match.id))
    add_rows(rows_of(match))
    _add_up_with(match)


def count_new(book_id: int, matches: Sequence[Match]) -> None:
    """Counts matches that have just joined a book."""
    add_rows(row for match in matches for row in rows_of(match))
    players = frozenset(player for match in matches for player in match.player_ids if player)
    add_up(Touched(book_id, players))


def add_rows(rows: Iterable[dict[str, Any]]) -> None:
    """Writes rows of matches; their sums are added up later."""
    found = list(rows)
    for start in range(0, len(found), AT_ONCE):
        db.session.connection().execute(insert(MATCH_STATISTICS), found[start : start + AT_ONCE])


def rows_of(match: Match) -> list[dict[str, Any]]:
    """A row for each player of *match*; none while nothing is on its sheet."""
    if match.book_id is None or match.sheet.is_blank:
        return []
    key = {"match_id": match.id, "book_id": match.book_id, "played_on": match.played_on}
    return rows_with(key, match.player_ids, statistics(match.sheet))


def rows_with(
    key: Mapping[str, Any], players: Sequence[int | None], counted: Iterable[Statistics]
) -> list[dict[str, Any]]:
    """The rows of a match from what was *counted* for each of its players.

    *key* has the columns that are the same for all.
    """
    opponents = players[::-1] if len(players) == 2 else (None,) * len(players)
    return [
        {
            **key,
            "place": place,
            "player_id": players[place],
            "opponent_id": opponents[place],
            **each._asdict(),
        }
        for place, each in enumerate(counted)
    ]


def forget_statistics(match: Match) -> None:
    """Removes what *match* has added to the statistics of its book, before it leaves the book or is deleted.

    The match has to be locked.
    """
    if match.book_id is None:
        return
    db.session.execute(delete(MATCH_STATISTICS).where(OF_MATCH.match_id == match.id))
    _add_up_with(match)


def _add_up_with(match: Match) -> None:
    """Adds up the sums that the rows of *match* are in."""
    if match.book_id is not None:
        add_up(Touched(match.book_id, frozenset(filter(None, match.player_ids)), match.played_on))


def hand_over_statistics(book_id: int, match_ids: Collection[int], gone: int, kept: int) -> None:
    """Gives what the player *gone* did in these matches to the player *kept*."""
    ids = sorted(match_ids)
    for start in range(0, len(ids), AT_ONCE):
        inside = OF_MATCH.match_id.in_(ids[start : start + AT_ONCE])
        for column in ("player_id", "opponent_id"):
            statement = update(MATCH_STATISTICS).where(inside, OF_MATCH[column] == gone)
            db.session.execute(statement.values({column: kept}))
    add_up(Touched(book_id, frozenset((gone, kept))))


def add_up(touched: Touched) -> None:
    """Adds up the months, the years and all time for the players that were *touched*, and for the book.

    It takes the last lock of a transaction, so that nobody who waits for it holds up anybody else.
    """
    lock_sums(touched.book_id)
    asked, connection = touched.parameters(), db.session.connection()
    for whose in (Whose.BOOK, Whose.ALL if touched.players is None else Whose.SOME):
        for statement in _adding_up(whose, ever=touched.day is None):
            connection.execute(statement, asked)


def lock_sums(book_id: int) -> None:
    """Makes others who add up the same book wait. SQLite has only one writer anyway."""
    if db.engine.dialect.name == "postgresql":
        db.session.execute(text("SELECT pg_advisory_xact_lock(13, :book)"), {"book": book_id})


@cache
def _adding_up(whose: Whose, *, ever: bool) -> tuple[Delete | Insert, ...]:
    """The statements of :func:`add_up`, built once: each names every number."""
    period = [] if ever else [OF_PERIOD.period.in_(bindparam("periods", expanding=True))]
    outdated = delete(PERIOD_STATISTICS).where(*whose.rows(OF_PERIOD), *period)
    columns = ["book_id", "player_id", "period", *Statistics._fields]
    parts = (months(whose, ever=ever), _years(whose, ever=ever), _all_time(whose))
    return outdated, *(insert(PERIOD_STATISTICS).from_select(columns, part) for part in parts)


def months(whose: Whose, *, ever: bool) -> Select[Any]:
    """The sums of all months, or of one month, from the rows of matches."""
    when = [] if ever else [OF_MATCH.played_on.between(bindparam("first_day"), bindparam("last_day"))]
    month = func.substr(cast(OF_MATCH.played_on, String), 1, MONTH)
    return _sums(whose, OF_MATCH, month, *whose.rows(OF_MATCH), *when)


def _years(whose: Whose, *, ever: bool) -> Select[Any]:
    """The sums of all years, or of one year, from the months."""
    when = [] if ever else [OF_PERIOD.period.between(bindparam("january"), bindparam("december"))]
    is_month = func.length(OF_PERIOD.period) == MONTH
    return _sums(
        whose, OF_PERIOD, func.substr(OF_PERIOD.period, 1, YEAR), *whose.rows(OF_PERIOD), is_month, *when
    )


def _all_time(whose: Whose) -> Select[Any]:
    """The sums of all time, from the years."""
    is_year = func.length(OF_PERIOD.period) == YEAR
    return _sums(whose, OF_PERIOD, func.substr(OF_PERIOD.period, 1, 0), *whose.rows(OF_PERIOD), is_year)


def _sums(
    whose: Whose, source: Columns, period: ColumnElement[str], *chosen: ColumnElement[bool]
) -> Select[Any]:
    """The sum of each number, by period, of the rows that were *chosen*."""
    numbers = [(func.max if each in LARGEST else func.sum)(source[each]) for each in Statistics._fields]
    if whose is Whose.BOOK:
        return (
            select(source.book_id, null(), period, *numbers).where(*chosen).group_by(source.book_id, period)
        )
    player = source.player_id
    return (
        select(source.book_id, player, period, *numbers)
        .where(*chosen)
        .group_by(source.book_id, player, period)
    )
