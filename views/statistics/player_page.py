"""The page of a player: figures, the rating, opponents."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from flask import request, url_for

from models.gin.counting.player_counts import WAYS, Statistics
from models.gin.rules.options import Outcome
from models.records.books.books import OpenedBook
from models.records.books.standings import opponents_of
from models.records.statistics.place_sums import results_in_order, statistics_of_player
from models.records.tables.player import Player
from views.charts.figure import ChartFigure as Chart
from views.charts.player_charts import winning_chart
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.statistics.figure import Figure
from views.statistics.figures import OF_A_PLAYER
from views.statistics.page import Explained, StatisticsPage, streak_explained
from views.statistics.rating import Rating, meaning, provisional_said
from views.statistics.streaks import streak_row
from views.statistics.tables import Column, StatisticsTable, tables

AT_ONCE = 10
"""How many opponents are shown at once."""


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
        self.rating = Rating(opened.book, player)
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
        return tables(self.groups, [Column(self.counted, self._behind)], [streak_row([results])])

    def _behind(self, figure: Figure) -> str:
        return self.behind(figure, player=self.player.id)

    @property
    def explained(self) -> Sequence[Explained]:
        rating = Explained(_("Rating"), f"{meaning()} {provisional_said()}")
        return [*super().explained, streak_explained(), *([rating] if self.rating.ranked else [])]

    @cached_property
    def chart(self) -> Chart | None:
        """Points by way of winning."""
        return winning_chart([self.player.full_name], points_by_way([self.counted]))

    @cached_property
    def opponents(self) -> Sequence[Opponent]:
        """Those whom the player has met in a match of two, at any time, those met most often first."""
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
        """Those that are shown at once."""
        return self.opponents[:AT_ONCE]

    @property
    def other_opponents(self) -> Sequence[Opponent]:
        """The others, behind a fold."""
        return self.opponents[AT_ONCE:]


def points_by_way(columns: Sequence[Statistics]) -> Mapping[Outcome, Sequence[int]]:
    """The points of the hands won in each way, of each player."""
    return {
        outcome: tuple(getattr(counted, f"{way}_points") for counted in columns)
        for outcome, way in WAYS.items()
    }
