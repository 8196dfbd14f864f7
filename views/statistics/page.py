"""What the pages of statistics have in common: a book, a period, and the match to continue."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from flask import request, url_for

from models.records.books.books import OpenedBook
from models.records.saving.rights import looks_after
from models.records.statistics.place_sums import Period, years_played
from models.records.tables.player import Player
from views.language.i18n import gettext as _
from views.shared.book_card import BookCard
from views.statistics.figure import Figure
from views.statistics.figures import Group
from views.statistics.periods import AskedPeriod, Query
from views.statistics.streaks import MEANING


class Explained(NamedTuple):
    label: str
    meaning: str


class StatisticsPage(BookCard):
    groups: Sequence[Group] = ()
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
        """The months that count."""
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
    """How streaks are counted."""
    return Explained(_("Longest streak"), _(MEANING))
