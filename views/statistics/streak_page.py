"""The page with the matches of a streak."""

from collections.abc import Sequence
from functools import cached_property

from flask import abort, request

from models.records import Match, OpenedBook, Player, matches_in_order, results_in_order
from views.shared.listed_match import ListedMatch
from views.statistics.matches_page import AT_ONCE, FoundMatch, MatchesPage
from views.statistics.page import STREAK_MEANING
from views.statistics.streaks import Streak, Streaks
from views.statistics.tables import Cell
from views.web.i18n import gettext as _
from views.web.numbers import whole
from views.words.dates import day_said
from views.words.game_summary import figures_said


class StreakPage(MatchesPage):
    """The matches of a player's streak, the newest first."""

    def __init__(self, opened: OpenedBook, streak: Streak) -> None:
        super().__init__(opened)
        self.streak, self.called, self.meaning = streak, streak.called, _(STREAK_MEANING)

    @property
    def _of(self) -> tuple[Player, int | None]:
        """Whose streak it is, and against whom."""
        return self.player or abort(404), self.against.id if self.against else None

    @cached_property
    def _results(self) -> str:
        player, opponent = self._of
        return results_in_order(self.book, player.id, self.period, opponent)

    @property
    def cell(self) -> Cell:
        """How long it is."""
        return self.streak.cell(self._results)

    @cached_property
    def _left(self) -> range:
        """The places of the matches on this page and on those after it."""
        places = self.streak.of(Streaks.of(self._results))
        return places[: max(0, request.args.get("before", len(places), type=whole))]

    @cached_property
    def matches(self) -> Sequence[FoundMatch]:
        """The matches of this page."""
        player, opponent = self._of
        found = matches_in_order(self.book, player.id, self.period, opponent, self._left[-AT_ONCE:])
        return list(map(_found, found))

    @property
    def earlier(self) -> str:
        """How many matches of the streak come before those of this page; "" if none do."""
        return str(len(self._left[:-AT_ONCE]) or "")


def _found(match: Match) -> FoundMatch:
    listed = ListedMatch(match)
    totals = figures_said(listed.totals, listed.sides)
    return FoundMatch(listed.title, day_said(match.played_on), listed.url, "", totals, ())
