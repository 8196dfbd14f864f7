"""Scales: where a value is drawn along an axis, and which round values have a label."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from math import ceil, floor, log10

ROUND = (1, 2, 5, 10)
"""The first digits of round steps."""

MONTHS = (1, 3, 6)
"""How many months may lie between two dates with a label; above that, years."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps the values from *low* to *high* to the places from *start* to *end*."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The place of *value*.

        >>> Scale(0, 100, 10, 210).at(50)
        110.0
        """
        if self.high == self.low:
            return (self.start + self.end) / 2
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def round_step(span: float, most: int) -> int:
    """The smallest round step with which at most *most* steps cover *span*; at least 1.

    >>> [round_step(span, most=5) for span in (3, 20, 100, 237)]
    [1, 5, 20, 50]
    """
    wanted = max(span / most, 1)
    power = int(10 ** floor(log10(wanted)))
    return next(first * power for first in ROUND if first * power >= wanted)


def ticks(low: float, high: float, most: int) -> tuple[int, ...]:
    """Round values from at or below *low* to at or above *high*, about *most* of them.

    >>> ticks(0, 87, most=5), ticks(-30, 45, most=5)
    ((0, 20, 40, 60, 80, 100), (-40, -20, 0, 20, 40, 60))
    """
    step = round_step(high - low, most)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return tuple(step * number for number in range(first, last + 1))


def whole_ticks(first: int, last: int, most: int) -> tuple[int, ...]:
    """Round whole numbers from *first* to *last*, with *first* itself if it is 1.

    >>> whole_ticks(1, 40, most=5), whole_ticks(1, 3, most=5)
    ((1, 10, 20, 30, 40), (1, 2, 3))
    """
    step = round_step(last - first, most)
    numbers = [number for number in range(step, last + 1, step) if number >= first]
    return tuple(sorted({*numbers, *({first} if first == 1 else ())}))


def date_ticks(first: date, last: date, most: int) -> tuple[date, ...]:
    """The starts of months or years from *first* to *last*, at most *most*; *first* itself if there is none.

    >>> [str(each) for each in date_ticks(date(2006, 5, 1), date(2026, 11, 22), most=5)]
    ['2010-01-01', '2015-01-01', '2020-01-01', '2025-01-01']
    """
    months = (last.year - first.year) * 12 + last.month - first.month
    step = next((step for step in MONTHS if months / step <= most), 12 * round_step(months / 12, most))
    return tuple(_months(first, last, step)) or (first,)


def _months(first: date, last: date, step: int) -> Iterator[date]:
    """The first days of months from *first* to *last*, every *step* months."""
    for month in range(first.year * 12 + first.month - 1, last.year * 12 + last.month):
        day = date(month // 12, month % 12 + 1, 1)
        if month % step == 0 and day >= first:
            yield day
