"""A page with the matches that a number of the statistics rests on."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from flask import abort, request, url_for

from models.records import OpenedBook, Player
from views.statistics.page import StatisticsPage
from views.statistics.periods import Query
from views.statistics.tables import Cell
from views.web.i18n import gettext as _
from views.web.numbers import whole

AT_ONCE = 10
"""How many matches a page has."""


class CountedItem(NamedTuple):
    """A hand or a game that a figure counts."""

    label: str
    story: str
    url: str


class FoundMatch(NamedTuple):
    """A match with what is counted in it."""

    title: str
    when: str
    url: str
    note: str
    """What it adds, if that is not how many hands or games it has."""
    totals: str
    """How it stands; "" where hands are listed."""
    items: Sequence[CountedItem]


class MatchesPage(StatisticsPage):
    """Matches, the newest first, of a player, of two, or of everybody."""

    called: str
    """What the number is called."""
    meaning: str
    """How it is counted."""

    def __init__(self, opened: OpenedBook) -> None:
        super().__init__(opened)
        self.player = self._player("player")
        self.against = self._player("against") if self.player else None

    def _player(self, name: str) -> Player | None:
        """The player that the address names; 404 if there is none of the book."""
        if name not in request.args:
            return None
        return self.known.get(request.args.get(name, 0, type=whole)) or abort(404)

    @property
    @abstractmethod
    def cell(self) -> Cell:
        """The number."""

    @cached_property
    @abstractmethod
    def matches(self) -> Sequence[FoundMatch]:
        """The matches of this page."""

    @property
    @abstractmethod
    def earlier(self) -> str:
        """Where the next page begins; "" if this is the last one."""

    @property
    def kept(self) -> Query:
        """Whose number it is."""
        found = {"player": self.player, "against": self.against}
        return {name: str(player.id) for name, player in found.items() if player}

    @property
    def whose(self) -> str:
        """Whose number it is, in words."""
        if self.player and self.against:
            return _("%(one)s against %(two)s", one=self.player.full_name, two=self.against.full_name)
        return self.player.full_name if self.player else self.title

    @property
    def back_url(self) -> str:
        """The page from which it is reached."""
        if self.player and self.against:
            return self.url_of_pair(self.player.id, self.against.id)
        return self.url_of(self.player) if self.player else self.statistics_url

    @property
    def earlier_url(self) -> str:
        """The next page; "" if this is the last one."""
        if not self.earlier:
            return ""
        asked = {**self.kept, **self.asked.query, "before": self.earlier}
        return url_for(self.endpoint, **(request.view_args or {}), **asked)
