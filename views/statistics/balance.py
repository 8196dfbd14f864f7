"""The steps of a balance over the years: days, or months where there are many."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import groupby

from models.records import Balance
from views.charts.statistics import Difference
from views.statistics.periods import month_said

MOST_DAYS = 60
"""Of more days, a chart would be a scribble, and its table nothing to read."""


def steps_of(days: Sequence[Balance], url: Callable[[date, date], str]) -> Sequence[Difference]:
    """The steps of a chart. *url* is the address of the matches between two days."""
    if len(days) <= MOST_DAYS:
        return [Difference(day, points, url(day, day)) for day, points in days]
    return list(_by_month(days, url))


def _by_month(days: Sequence[Balance], url: Callable[[date, date], str]) -> Iterator[Difference]:
    for month, found in groupby(days, key=lambda step: step.day.isoformat()[:7]):
        steps = list(found)
        first, last = steps[0].day, steps[-1].day
        yield Difference(last, sum(step.points for step in steps), url(first, last), month_said(month))
