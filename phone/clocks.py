"""How far the server's clocks are from UTC, for the phones that have taken along one of its matches.

A phone may be carried into another time zone, and its Python knows no other than that one. So each copy of a
match says it.
"""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from models.records.tables.local_time import Offset, local_time, today

FIRST_YEAR = 1970
"""Times before it have its first offset."""

YEARS_AHEAD = 10
"""Longer than any phone is without its server."""

FOUR_WEEKS = 28 * 24 * 3600
"""No clocks are set twice within these: even in Ramadan, for which some are put back, it is longer."""


def offsets_since(year: int) -> list[Offset]:
    """How far local time is from UTC: when *year* begins, and after each time that clocks are set."""
    this_year = today().year
    first, end = map(_new_year, (min(max(year, FIRST_YEAR), this_year), this_year + YEARS_AHEAD))
    known = [(second, _offset(second)) for second in range(first, end, FOUR_WEEKS)]
    changed = (
        [_start(before, after, new), new] for (before, old), (after, new) in pairwise(known) if old != new
    )
    return [list(known[0]), *changed]


def with_later(known: Sequence[Offset], told: Sequence[Offset]) -> list[Offset]:
    """The offsets that are *told*, after those that are *known* of earlier times.

    >>> with_later([[10, 3600], [30, 7200]], [[20, 3600], [40, 7200]])
    [[10, 3600], [20, 3600], [40, 7200]]
    """
    return [each for each in known if each[0] < told[0][0]] + list(told)


def _new_year(year: int) -> int:
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp())


def _offset(second: int) -> int:
    offset = local_time(datetime.fromtimestamp(second, UTC)).utcoffset() or timedelta()
    return int(offset.total_seconds())


def _start(before: int, after: int, offset: int) -> int:
    """The second from which on *offset* held, as it does at *after* but not at *before*."""
    return before + bisect_left(range(before, after), True, key=lambda second: _offset(second) == offset)
