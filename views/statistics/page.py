"""What the pages of statistics have in common: a book, a period, a streak, and the match to continue."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from flask import request, url_for

from models.records.books.books import OpenedBook
from models.records.saving.seats import looks_after
from models.records.statistics import Period, years_played
from models.records.tables.player import Player
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext, number
from views.shared.book_card import BookCard
from views.statistics.figures import Figure, FigureCell, FigureGroup, StatisticsRow
from views.words.dates import month_said

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
        return in_words(self.period)

    @property
    def is_worth_asking(self) -> bool:
        """Whether anything was played, so that there are periods to choose."""
        return bool(self._years)

    @property
    def is_all_time(self) -> bool:
        return self.period.is_all_time

    @property
    def choices(self) -> Sequence[Choice]:
        """All time and the newest years."""
        return [self._choice(ALL_TIME), *(self._choice(year(each)) for each in self._years[:OFFERED])]

    @property
    def earlier(self) -> Sequence[Choice]:
        """The years that are not offered at once."""
        return [self._choice(year(each)) for each in self._years[OFFERED:]]

    @property
    def is_other(self) -> bool:
        """Whether a period is chosen, or asked for in vain, that isn't offered at once."""
        return bool(self.wrong) or not any(each.is_chosen for each in self.choices)

    @property
    def all_time_url(self) -> str:
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


MEANING = marked("Matches won one after another, in the order of the days on which they were played.")


def longest(results: str) -> int:
    """The longest streak in matches in their order: "1" for one that was won, "0" for another.

    >>> longest("110111")
    3
    """
    return max(map(len, results.split("0")))


def streak_row(results: Sequence[str]) -> StatisticsRow:
    """The longest streak of each column, from the results of its matches."""
    return StatisticsRow(_("Longest streak"), tuple(_cell(longest(each)) for each in results))


def _cell(matches: int) -> FigureCell:
    # Translators: below the number, which stands above it in larger type.
    return FigureCell(number(matches), ngettext("match won in a row", "matches won in a row", matches))


class Explained(NamedTuple):
    label: str
    meaning: str


class StatisticsPage(BookCard):
    groups: Sequence[FigureGroup] = ()
    """The figures that it shows."""

    def __init__(self, opened: OpenedBook) -> None:
        super().__init__(opened.book)
        self.may_score = opened.seat is not None
        self.looks_after = looks_after(opened.book, opened.seat)

    @cached_property
    def period_choice(self) -> AskedPeriod:
        """The period that the address asks for."""
        return AskedPeriod(years_played(self.book), self._with_period)

    @property
    def period(self) -> Period:
        return self.period_choice.period

    @property
    def endpoint(self) -> str:
        """The view of the page."""
        return str(request.endpoint)

    def _with_period(self, query: Query) -> str:
        """This page for another period."""
        return url_for(self.endpoint, **(request.view_args or {}), **self.other_query, **query)

    @property
    def own_url(self) -> str:
        """This page for all time, to which a form adds a period."""
        return url_for(self.endpoint, **(request.view_args or {}))

    @property
    def other_query(self) -> Query:
        """What stays in the address when another period is chosen."""
        return {}

    @cached_property
    def players_by_id(self) -> Mapping[int, Player]:
        return {player.id: player for player in self.players}

    @property
    def statistics_url(self) -> str:
        """The statistics of the book, for the same period."""
        return url_for("statistics.book", book=self.link, **self.period_choice.query)

    def url_of(self, player: Player) -> str:
        """The statistics of a player, for the same period."""
        return url_for("statistics.player", book=self.link, player_id=player.id, **self.period_choice.query)

    def url_of_pair(self, player_id: int, other_id: int) -> str:
        """Two against each other, for the same period."""
        query = {"player_id": player_id, "other_id": other_id, **self.period_choice.query}
        return url_for("statistics.pair", book=self.link, **query)

    def behind(self, figure: Figure, player: int | None = None, against: int | None = None) -> str:
        """The page with the hands behind a figure."""
        query: Query = {"player": player, "against": against, **self.period_choice.query}
        return url_for("statistics.behind", book=self.link, figure=figure.name, **query)

    @property
    def explained(self) -> Sequence[Explained]:
        """How each of its figures is counted."""
        figures = dict.fromkeys(figure for group in self.groups for figure in group.figures)
        return [Explained(figure.called, figure.explained) for figure in figures]


def streak_explained() -> Explained:
    return Explained(_("Longest streak"), _(MEANING))
