"""The pages of a player, and of two who play each other: figures, balance, opponents."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple

from flask import request, url_for

from models.gin.counting import WAYS, Statistics
from models.gin.rules.options import Outcome
from models.records.books.books import OpenedBook, opponents_of
from models.records.statistics import (
    Balance,
    MonthlyBalance,
    balances,
    monthly_balances,
    results_in_order,
    statistics_of_pair,
    statistics_of_player,
)
from models.records.tables.player import Player
from views.charts.figure import ChartFigure as Chart
from views.charts.player_charts import Difference, balance_chart, winning_chart
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.shared.book_card import ahead_by
from views.statistics.figures import OF_A_PLAYER, Figure, FigureColumn, StatisticsTable, tables
from views.statistics.page import Explained, StatisticsPage, streak_explained, streak_row
from views.statistics.rating import PlayerRating, meaning, provisional_said
from views.words.dates import month_said

AT_ONCE = 10
"""How many opponents are shown at once."""

MOST_DAYS = 60
"""With more days, a chart would be a scribble, and its table nothing to read."""

OPPOSITE = str.maketrans("01", "10")
"""The results of the other player, if no match was drawn."""


class Opponent(NamedTuple):
    """Somebody whom the player has met in a match of two."""

    name: str
    url: str
    """The two against each other."""
    won: int
    lost: int


class PlayerStatistics(StatisticsPage):
    groups = OF_A_PLAYER

    def __init__(self, opened: OpenedBook, player: Player) -> None:
        super().__init__(opened)
        self.player = player
        self.found_url = url_for("books.matches", book=self.link, player=player.id)
        self.rating = PlayerRating(opened.book, player)
        self.change_url = url_for("books.change", book=self.link, player_id=player.id)
        self.split_url = url_for("books.split", book=self.link, player_id=player.id)
        self.played = self.standings.played.get(player.id, 0)

    @cached_property
    def counted(self) -> Statistics:
        """What the player did in the period."""
        return statistics_of_player(self.book, self.player.id, self.period)

    @property
    def is_empty(self) -> bool:
        """Whether the player played nothing in the period."""
        return not self.counted.with_points and not self.counted.matches

    @property
    def tables(self) -> Sequence[StatisticsTable]:
        results = results_in_order(self.book, self.player.id, self.period)
        return tables(self.groups, [FigureColumn(self.counted, self._behind)], [streak_row([results])])

    def _behind(self, figure: Figure) -> str:
        return self.behind(figure, player=self.player.id)

    @property
    def explained(self) -> Sequence[Explained]:
        rating = Explained(_("Rating"), f"{meaning()} {provisional_said()}")
        return [*super().explained, streak_explained(), *([rating] if self.rating.ranked else [])]

    @cached_property
    def chart(self) -> Chart | None:
        return winning_chart([self.player.full_name], points_by_way([self.counted]))

    @cached_property
    def opponents(self) -> Sequence[Opponent]:
        """Everybody whom the player has met in a match of two, at any time, most often met first."""
        against = opponents_of(self.book, self.player.id)
        opponents = [
            Opponent(each.full_name, self.url_of_pair(self.player.id, each.id), *against[each.id])
            for each in self.players
            if each.id in against
        ]
        return sorted(opponents, key=lambda each: -(each.won + each.lost))

    @property
    def older_url(self) -> str:
        """This page with older games that changed the rating; "" if there are none."""
        query = {**(request.view_args or {}), "before": self.rating.older, **self.period_choice.query}
        return url_for(self.endpoint, **query, _anchor="rating") if self.rating.older else ""

    @property
    def all_of_player(self) -> str:
        """The label of the link to all matches of the player."""
        return ngettext("All %(num)s match", "All %(num)s matches", self.played)

    @property
    def first_opponents(self) -> Sequence[Opponent]:
        return self.opponents[:AT_ONCE]

    @property
    def other_opponents(self) -> Sequence[Opponent]:
        return self.opponents[AT_ONCE:]


class PairLeader(NamedTuple):
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
    def leaders(self) -> Sequence[PairLeader]:
        """The two with the matches that each has won against the other."""
        both = zip(self.pair, self.counted, strict=True)
        return [PairLeader(each.full_name, self.url_of(each), counted.matches_won) for each, counted in both]

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
        columns = list(map(FigureColumn, self.counted, behind))
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
        """Charts of the balance of the two over time, and of the points of each by way of winning."""
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


def points_by_way(columns: Sequence[Statistics]) -> Mapping[Outcome, Sequence[int]]:
    """The points of the hands won in each way, of each player."""
    return {
        outcome: tuple(getattr(counted, f"{way}_points") for counted in columns)
        for outcome, way in WAYS.items()
    }


UrlBetween = Callable[[date, date], str]
"""The address of the matches between two days."""


def daily_steps(days: Sequence[Balance], url: UrlBetween) -> Sequence[Difference]:
    return [Difference(day, points, url(day, day)) for day, points in days]


def monthly_steps(months: Sequence[MonthlyBalance], url: UrlBetween) -> Sequence[Difference]:
    """A step for each month."""
    return [
        Difference(last, points, url(first, last), month_said(last.isoformat()[:7]))
        for first, last, points in months
    ]
