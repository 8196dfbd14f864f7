"""The statistics of a book: what was played, and a table of its players."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from flask import request, url_for

from models.gin.counting import Statistics
from models.records.books.books import OpenedBook
from models.records.statistics import statistics_of_players
from models.records.tables.player import Player
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.statistics.figures import (
    COLUMNS,
    FEW,
    FIGURES,
    OF_THE_BOOK,
    Figure,
    FigureColumn,
    StatisticsTable,
    Unit,
    numbers_of,
    tables,
)
from views.statistics.page import Query, StatisticsPage
from views.words.lists import paragraph

AT_ONCE = 25
"""How many players the table has, before all are asked for."""

BY_NAME = "name"


class Head(NamedTuple):
    """The head of a column: a link that sorts by it."""

    label: str
    url: str
    order: str
    """"ascending" or "descending" if the table is sorted by it, else ""."""


class PlayerRow(NamedTuple):
    """A player in the table."""

    name: str
    url: str
    cells: tuple[str, ...]


class Columns(NamedTuple):
    """Columns to choose."""

    label: str
    url: str
    is_chosen: bool


class BookStatistics(StatisticsPage):
    groups = OF_THE_BOOK

    def __init__(self, opened: OpenedBook) -> None:
        super().__init__(opened)
        query = request.args
        self.shown = next((group for group in COLUMNS if group.name == query.get("show")), COLUMNS[0])
        names = (BY_NAME, *(figure.name for figure in self.shown.figures))
        self.by = query["by"] if query.get("by") in names else self.shown.figures[0].name
        self.is_reversed = query.get("order") == "reversed"
        self.shows_all = query.get("all") == "1"

    @property
    def other_query(self) -> Query:
        """The columns and the order."""
        return {"show": self.shown.name, "by": self.by, **({"order": "reversed"} if self.is_reversed else {})}

    @cached_property
    def _found(self) -> Mapping[int | None, Statistics]:
        """What each player did in the period: the numbers that the page shows."""
        figures = (*self.shown.figures, *(figure for group in self.groups for figure in group.figures))
        return statistics_of_players(self.book, self.period, numbers_of(figures))

    @cached_property
    def counted(self) -> Statistics:
        """What everybody did together."""
        return Statistics.total(self._found.values())

    @property
    def is_empty(self) -> bool:
        """Whether nothing was played in the period."""
        return not self._found

    @cached_property
    def tables(self) -> Sequence[StatisticsTable]:
        return tables(self.groups, [FigureColumn(self.counted, self.behind)])

    @property
    def options(self) -> Sequence[Columns]:
        return [Columns(_(group.label), self._url(show=group.name), group is self.shown) for group in COLUMNS]

    def _url(self, **choices: str) -> str:
        """The page with other columns, in another order."""
        query: Query = {**choices, **self.period_choice.query}
        return url_for("statistics.book", book=self.link, **query, _anchor="players")

    @cached_property
    def _shown_figures(self) -> Sequence[Figure]:
        """Those of the columns. Games won say no more than matches won where each match was one game."""
        matches, games = FIGURES["matches-won"], FIGURES["games-won"]
        is_said = self.by != games.name and all(
            matches.of(counted) == games.of(counted) for counted in self._found.values()
        )
        return [figure for figure in self.shown.figures if not (is_said and figure is games)]

    @property
    def heads(self) -> Sequence[Head]:
        """The heads of the columns; the one of the names first."""
        return [
            self._head(BY_NAME, _("Player")),
            *(self._head(each.name, _(each.column)) for each in self._shown_figures),
        ]

    @property
    def columns(self) -> Sequence[str]:
        """What the columns after the name are called."""
        return [_(figure.column) for figure in self._shown_figures]

    def _head(self, by: str, label: str) -> Head:
        is_chosen = by == self.by
        other_way = {"order": "reversed"} if is_chosen and not self.is_reversed else {}
        order = ("ascending" if self._is_ascending else "descending") if is_chosen else ""
        return Head(label, self._url(show=self.shown.name, by=by, **other_way), order)

    @property
    def _sorted_by(self) -> Figure | None:
        """The figure by which players are sorted; None for the name."""
        return next((figure for figure in self.shown.figures if figure.name == self.by), None)

    @property
    def _is_ascending(self) -> bool:
        figure = self._sorted_by
        return (figure is None or figure.lowest_first) is not self.is_reversed

    @property
    def order_said(self) -> str:
        """What the players are sorted by, in a sentence."""
        figure = self._sorted_by
        if figure is None:
            return (
                _("Sorted by name, from Z to A.") if self.is_reversed else _("Sorted by name, from A to Z.")
            )
        if self._is_ascending:
            return _("Sorted by “%(figure)s”, lowest first.", figure=figure.called)
        return _("Sorted by “%(figure)s”, highest first.", figure=figure.called)

    @cached_property
    def _of_players(self) -> Sequence[tuple[Player, Statistics]]:
        """Who played in the period, in the order that is asked for."""
        by_player = self._found
        played = [(player, by_player[player.id]) for player in self.players if player.id in by_player]
        figure = self._sorted_by
        if figure is None:
            return played[::-1] if self.is_reversed else played
        return sorted(played, key=lambda each: self._place(figure, each[1]))

    def _place(self, figure: Figure, counted: Statistics) -> tuple[bool, bool, float]:
        """The sort key of a player: those with few or none to count come after those with enough."""
        value = figure.value(counted)
        up = 1 if self._is_ascending else -1
        return value is None, figure.rests_on_few(counted), up * (value or 0)

    @property
    def rows(self) -> Sequence[PlayerRow]:
        shown = self._of_players if self.shows_all else self._of_players[:AT_ONCE]
        return [
            PlayerRow(
                player.full_name,
                self.url_of(player),
                tuple(figure.said_briefly(counted) for figure in self._shown_figures),
            )
            for player, counted in shown
        ]

    @property
    def few_said(self) -> str:
        """Why some stand below the others, and what the numbers in brackets are; "" if there are none."""
        return paragraph((self._below_said, self._brackets_said))

    @property
    def _below_said(self) -> str:
        if self._sorted_by is None or not self._have_few(self._sorted_by):
            return ""
        return _("Players with fewer than %(number)s hands, games or matches are last.", number=FEW)

    @property
    def _brackets_said(self) -> str:
        if not any(each.unit is Unit.AVERAGE and self._have_few(each) for each in self.shown.figures):
            return ""
        return _("In brackets: the number of hands in an average, if fewer than %(number)s.", number=FEW)

    def _have_few(self, figure: Figure) -> bool:
        """Whether somebody has only a few to count."""
        return any(figure.of(counted)[1] and figure.rests_on_few(counted) for _, counted in self._of_players)

    @property
    def others(self) -> str:
        """The label of the link to all players; "" if all are shown."""
        played = len(self._of_players)
        return (
            ""
            if self.shows_all or played <= AT_ONCE
            else ngettext("All %(num)s player", "All %(num)s players", played)
        )

    @property
    def others_url(self) -> str:
        """The table with all players."""
        return self._url(**self.other_query, all="1")

    @property
    def pair_url(self) -> str:
        """The page of the two players of a book of two; "" for a club."""
        if len(self.players) != 2:
            return ""
        one, other = self.players
        return self.url_of_pair(one.id, other.id)
