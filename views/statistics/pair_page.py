"""Two players against each other: figures side by side, their balance over the years."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple

from flask import url_for

from models.gin.counting.player_counts import Statistics
from models.records.books.books import OpenedBook
from models.records.statistics.place_sums import (
    balances,
    monthly_balances,
    results_in_order,
    statistics_of_pair,
)
from models.records.tables.player import Player
from views.charts.figure import ChartFigure as Chart
from views.charts.player_charts import Difference, balance_chart, winning_chart
from views.language.i18n import gettext as _
from views.shared.book_card import ahead_by
from views.statistics.balance import MOST_DAYS, daily_steps, monthly_steps
from views.statistics.figure import Figure
from views.statistics.figures import OF_A_PLAYER
from views.statistics.page import Explained, StatisticsPage, streak_explained
from views.statistics.player_page import points_by_way
from views.statistics.streaks import streak_row
from views.statistics.tables import Column, StatisticsTable, tables

OPPOSITE = str.maketrans("01", "10")
"""The results of the other player, if no match was drawn."""


class Leader(NamedTuple):
    """One of the two, with the matches won."""

    name: str
    url: str
    won: int


class PairStatistics(StatisticsPage):
    """Two players against each other, from matches of just the two."""

    groups = OF_A_PLAYER

    def __init__(self, opened: OpenedBook, one: Player, other: Player) -> None:
        super().__init__(opened)
        self.pair = one, other
        self.names = one.full_name, other.full_name

    @cached_property
    def counted(self) -> tuple[Statistics, Statistics]:
        """What the two did against each other."""
        one, other = self.pair
        return statistics_of_pair(self.book, one.id, other.id, self.period)

    @property
    def is_empty(self) -> bool:
        """Whether they played nothing against each other in the period."""
        return not self.counted[0].with_points and not self.counted[0].matches

    @cached_property
    def leaders(self) -> Sequence[Leader]:
        """The two with the matches that each has won against the other."""
        both = zip(self.pair, self.counted, strict=True)
        return [Leader(each.full_name, self.url_of(each), counted.matches_won) for each, counted in both]

    @property
    def lead(self) -> str:
        """Who is ahead, in a sentence; "" before a match was won."""
        one, other = self.leaders
        if not (one.won or other.won):
            return ""
        if one.won == other.won:
            return _("Both have won the same number of matches.")
        ahead = max(one, other, key=lambda each: each.won)
        return ahead_by(ahead.name, abs(one.won - other.won))

    @property
    def tables(self) -> Sequence[StatisticsTable]:
        """The figures of the two side by side."""
        one, other = self.pair
        behind = self._behind(one, other), self._behind(other, one)
        columns = list(map(Column, self.counted, behind))
        return tables(self.groups, columns, [streak_row(self._results)])

    def _behind(self, player: Player, against: Player) -> Callable[[Figure], str]:
        return lambda figure: self.behind(figure, player=player.id, against=against.id)

    @property
    def _results(self) -> Sequence[str]:
        one, other = self.pair
        results = results_in_order(self.book, one.id, self.period, other.id)
        if sum(each.matches_won for each in self.counted) == len(results):
            return results, results.translate(OPPOSITE)
        return results, results_in_order(self.book, other.id, self.period, one.id)

    @cached_property
    def found_url(self) -> str:
        """The matches of the two."""
        return url_for("books.matches", book=self.link, player=[each.id for each in self.pair])

    @property
    def explained(self) -> Sequence[Explained]:
        return [*super().explained, streak_explained()]

    @property
    def charts(self) -> Sequence[Chart]:
        """Their balance over time, and the points of each by way of winning."""
        balance = balance_chart(self.names, self._steps) if len(self._steps) > 1 else None
        charts = balance, winning_chart(self.names, points_by_way(self.counted))
        return [each for each in charts if each]

    @cached_property
    def _steps(self) -> Sequence[Difference]:
        """The steps of their balance: days, or months where there are many."""
        both = self.book, self.pair[0].id, self.pair[1].id, self.period
        days = balances(*both, limit=MOST_DAYS + 1)
        if len(days) <= MOST_DAYS:
            return daily_steps(days, self._found_between)
        return monthly_steps(monthly_balances(*both), self._found_between)

    def _found_between(self, first: date, last: date) -> str:
        """The matches of the two on these days."""
        return f"{self.found_url}&from={first.isoformat()}&to={last.isoformat()}"
