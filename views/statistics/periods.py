"""The period of a page: read from its address, in words, and the others to choose."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from flask import request

from models.records.statistics.place_sums import Period
from views.language.i18n import gettext as _
from views.language.i18n import locale

ALL_TIME = Period()
OFFERED = 2
"""How many years are offered at once; earlier ones, and months, are folded."""

Query = dict[str, Any]
"""What is added to an address."""


class Choice(NamedTuple):
    label: str
    url: str
    is_chosen: bool


class AskedPeriod:
    """The period that the address asks for: ``?from=2025-01&to=2025-12``."""

    def __init__(self, years: Iterable[int], url: Callable[[Query], str]) -> None:
        self._years, self._url = sorted(years, reverse=True), url
        self.typed = {name: request.args.get(name, "").strip()[:20] for name in ("from", "to")}
        self.wrong = [name for name, typed in self.typed.items() if not _is_month(typed)]

    @cached_property
    def period(self) -> Period:
        """The months that count; all time if the address says none, or nothing that can be read."""
        if self.wrong:
            return ALL_TIME
        first, last = self.typed["from"], self.typed["to"]
        return ordered(Period.read(first, last))

    @property
    def shown(self) -> Query:
        """What stands in the fields: the months, or what was typed if it can't be read."""
        months = {"from": self.period.first, "to": self.period.last}
        return self.typed if self.wrong else months

    @property
    def query(self) -> Query:
        """What an address says to have the same period."""
        return query_of(self.period)

    @property
    def text(self) -> str:
        """The period in words."""
        return in_words(self.period)

    @property
    def is_worth_asking(self) -> bool:
        """Whether anything was played, so that there are periods to choose."""
        return bool(self._years)

    @property
    def is_all_time(self) -> bool:
        """Whether everything counts."""
        return self.period.is_all_time

    @property
    def choices(self) -> Sequence[Choice]:
        """All time and the newest years."""
        return [self._choice(ALL_TIME), *(self._choice(year(each)) for each in self._years[:OFFERED])]

    @property
    def earlier(self) -> Sequence[Choice]:
        """The other years."""
        return [self._choice(year(each)) for each in self._years[OFFERED:]]

    @property
    def is_other(self) -> bool:
        """Whether a period is chosen, or asked for in vain, that isn't offered at once."""
        return bool(self.wrong) or not any(each.is_chosen for each in self.choices)

    @property
    def all_time_url(self) -> str:
        """The same page for all time."""
        return self._url({})

    def _choice(self, period: Period) -> Choice:
        return Choice(in_words(period), self._url(query_of(period)), period == self.period and not self.wrong)


def _is_month(text: str) -> bool:
    """Whether it can be read as a month, or says nothing."""
    try:
        Period.read(text, "")
    except ValueError:
        return False
    return True


def ordered(period: Period) -> Period:
    """*period* from its earlier month to its later one."""
    first, last = period.first, period.last
    return Period(last, first) if first and last and last < first else period


def query_of(period: Period) -> Query:
    """What an address says to have this period; nothing for all time."""
    return {name: month for name, month in (("from", period.first), ("to", period.last)) if month}


def year(number: int) -> Period:
    return Period.read(f"{number:04}", f"{number:04}")


def in_words(period: Period) -> str:
    """A period in words: "2025", "March 2025", "March 2024 to June 2025", "since March 2024"."""
    first, last = period.first, period.last
    if not (first or last):
        return _("All time")
    if first[:4] == last[:4] and first.endswith("-01") and last.endswith("-12"):
        return first[:4]
    if first == last:
        return month_said(first)
    if not last:
        return _("Since %(month)s", month=month_said(first))
    if not first:
        return _("Until %(month)s", month=month_said(last))
    return _("%(first)s to %(last)s", first=month_said(first), last=month_said(last))


def month_said(month: str) -> str:
    """A month in words: "March 2025"."""
    return _month_said(month, locale())


@lru_cache(maxsize=1000)
def _month_said(month: str, locale: str) -> str:
    from babel.dates import format_skeleton

    return format_skeleton("yMMMM", date.fromisoformat(f"{month}-01"), locale=locale)
