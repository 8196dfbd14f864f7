"""A match in a list: names, totals, rules, when it was played, who won."""

from collections.abc import Sequence
from functools import cached_property

from flask import url_for

from models.gin.rules.options import MatchBy
from models.gin.rules.seating import Player
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from views.language.i18n import gettext as _
from views.words.dates import day_said, played_when, when
from views.words.game_summary import Figures, both
from views.words.hand_result import number, signed
from views.words.rule_sets import match_caption
from views.words.seating import title


class ListedMatch:
    """A match in a list. Its totals are those of the snapshot."""

    def __init__(self, match: Match, names: Sequence[str] = ()) -> None:
        """*names* are those of the players, where the list needs others than the sheet."""
        self.sides, self.snapshot, self.match = match.sides, match.snapshot, match
        if names:
            self.sides = match.table.by_side(names)
        self.url = url_for("matches.show", watch=watch_token(match))
        self.when = self._when()
        self.over = match.snapshot.match_over
        self.title = title(match.table, self.sides)

    def _when(self) -> str:
        """The day under which it is found in a book."""
        return played_when(self.match.played_on, self.match.changed_at)

    @property
    def is_empty(self) -> bool:
        """Whether no hand was played and nobody has points."""
        return not self.snapshot.hands and not any(self.snapshot.totals)

    @cached_property
    def totals(self) -> Figures:
        """The games won, of a match that they decide; of any other, the figures on top of its sheet."""
        return totals_of(self.match)

    @property
    def note(self) -> str:
        """The rules, and when it was played; who won is seen at the name."""
        match = self.match
        counted = _("Games won") if counts_games(match) and not self.over else ""
        drawn = self.won if self.winner is None else ""
        sentences = (drawn, counted, match_caption(match), self.when)
        return " · ".join(filter(None, sentences))

    @property
    def won(self) -> str:
        """Who won, once it is over."""
        if not self.over:
            return ""
        if self.winner is None:
            # Translators: of a match that nobody won.
            return _("drawn")
        return _("%(name)s won", name=self.winner)

    @property
    def winning_side(self) -> Player | None:
        """The side that has won; None while there is none."""
        return self.snapshot.winner if self.over else None

    @property
    def winner(self) -> str | None:
        """The winner; None while there is none."""
        return None if self.winning_side is None else self.sides[self.winning_side]


def changed_when(match: Match) -> str:
    """When *match* was last changed, or its day if that is all."""
    return day_said(match.played_on) if match.has_only_a_day else when(match.changed_at)


def counts_games(match: Match) -> bool:
    """Whether the games won decide *match*, and it has more than one."""
    return match.rules.match_by is MatchBy.GAMES and not match.rules.is_single_game


def totals_of(match: Match) -> Figures:
    """How *match* stands, in a figure for each side.

    A snapshot of three players has one for each of them. Games that were won on paper are only on the sheet.
    """
    if counts_games(match):
        return tuple(map(number, match.sheet.match.games_won)) if match.has_readable_sheet else ("–",) * 3
    snapshot, rules = match.snapshot, match.rules
    totals = snapshot.totals[: len(match.sides)]
    if snapshot.match_over and rules.match_by is MatchBy.GAME_POINTS:
        return tuple(map(number, totals))
    if rules.columns > 1 and not (snapshot.match_over and rules.match_by is MatchBy.POINTS):
        return tuple(map(signed, totals))
    return both(totals, rules)
