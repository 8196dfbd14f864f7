"""The steps of a balance over the years: days, or months where there are many."""

from collections.abc import Callable, Sequence
from datetime import date

from models.records.statistics.place_sums import Balance, MonthlyBalance
from views.charts.player_charts import Difference
from views.statistics.periods import month_said

MOST_DAYS = 60
"""Of more days, a chart would be a scribble, and its table nothing to read."""

Address = Callable[[date, date], str]
"""The address of the matches between two days."""


def daily_steps(days: Sequence[Balance], url: Address) -> Sequence[Difference]:
    """A step for each day."""
    return [Difference(day, points, url(day, day)) for day, points in days]


def monthly_steps(months: Sequence[MonthlyBalance], url: Address) -> Sequence[Difference]:
    """A step for each month."""
    return [
        Difference(last, points, url(first, last), month_said(last.isoformat()[:7]))
        for first, last, points in months
    ]
