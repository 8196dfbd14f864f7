"""The page behind a figure: its matches, and of each the very hands or games that are counted."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from flask import abort, request, url_for

from models.gin.counting import Statistics, counted_games, counted_hands, given_away
from models.gin.hand.declaration import Declaration
from models.gin.hand.verdicts import missed
from models.gin.sheet.games import ScoredHand
from models.records.books.books import OpenedBook
from models.records.files.documents import read_hands
from models.records.finding.people import ListPosition
from models.records.statistics import (
    CountedMatch,
    matches_behind,
    statistics_of_book,
    statistics_of_pair,
    statistics_of_player,
)
from models.records.tables.match import Match
from models.records.tables.player import Player
from models.records.tables.shared import watch_token
from views.language.i18n import gettext as _
from views.language.i18n import ngettext, signed_number
from views.statistics.figures import Figure, FigureCell, FigureColumn, Listed, Unit, numbers_of
from views.statistics.page import Query, StatisticsPage
from views.web.numbers import whole
from views.words.dates import day_said
from views.words.game_summary import figures_said, summary
from views.words.hand_result import explain, missed_better
from views.words.lists import paragraph

AT_ONCE = 10
"""How many matches a page has."""

MOST_PLAYERS = 4


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


class FigurePage(StatisticsPage):
    """What a figure counts for a player, for two, or for everybody, the newest match first."""

    def __init__(self, opened: OpenedBook, figure: Figure) -> None:
        super().__init__(opened)
        self.figure, self.called, self.meaning = figure, figure.called, figure.explained
        self.player = self._player("player")
        self.against = self._player("against") if self.player else None
        self._before = ListPosition.read(request.args.get("before", ""))

    def _player(self, name: str) -> Player | None:
        """The player that the address names; 404 if there is none of the book."""
        if name not in request.args:
            return None
        return self.players_by_id.get(request.args.get(name, 0, type=whole)) or abort(404)

    @cached_property
    def _counted(self) -> Statistics:
        if self.player and self.against:
            return statistics_of_pair(self.book, self.player.id, self.against.id, self.period)[0]
        if self.player:
            return statistics_of_player(self.book, self.player.id, self.period)
        return statistics_of_book(self.book, self.period, numbers_of([self.figure]))

    @property
    def cell(self) -> FigureCell:
        return FigureColumn(self._counted, lambda _figure: "").cell(self.figure)

    @cached_property
    def _rows(self) -> Sequence[CountedMatch]:
        """The rows of this page and some more: of everybody, a match has one for each player."""
        return matches_behind(
            self.book,
            self.figure.behind,
            self.player.id if self.player else None,
            self.period,
            opponent=self.against.id if self.against else None,
            before=self._before,
            limit=AT_ONCE + MOST_PLAYERS,
        )

    @cached_property
    def matches(self) -> Sequence[FoundMatch]:
        """The matches with what is counted in them."""
        if self.figure.lists in self._listing:
            read_hands([match for match, _value in self._shown])
        return [self._match(*each) for each in self._shown]

    @cached_property
    def _shown(self) -> Sequence[tuple[Match, int]]:
        """Each match of this page once, with what it adds."""
        matches = {row.match.id: (row.match, row.value) for row in self._rows[:AT_ONCE]}
        return list(matches.values())

    @property
    def earlier(self) -> str:
        """Where the next page begins; "" if this is the last one."""
        shown = [match for match, _value in self._shown]
        if all(row.match in shown for row in self._rows):
            return ""
        return str(ListPosition(shown[-1].played_on, shown[-1].id))

    @property
    def _listing(self) -> Mapping[Listed, Callable[[Match], Iterator[CountedItem]]]:
        """What lists the hands or games that are counted in a match."""
        return {Listed.HANDS: self._hands, Listed.GAMES: self._games}

    def _match(self, match: Match, value: int) -> FoundMatch:
        listed, when = self.listed(match), day_said(match.played_on)
        items = self._listing.get(self.figure.lists)
        note = signed_number(value) if self.figure.unit is Unit.SIGNED else ""
        totals = "" if self.figure.lists is Listed.HANDS else figures_said(listed.totals, listed.sides)
        return FoundMatch(listed.title, when, listed.url, note, totals, list(items(match)) if items else ())

    def _place(self, match: Match) -> int | None:
        """Where the player sits in *match*; None if everybody counts."""
        return match.player_ids.index(self.player.id) if self.player else None

    def _hands(self, match: Match) -> Iterator[CountedItem]:
        for scored_hand in counted_hands(match.sheet, self.figure.behind, self._place(match)):
            yield self._hand(match, scored_hand)

    def _hand(self, match: Match, scored_hand: ScoredHand) -> CountedItem:
        words = explain(scored_hand, match.players, match.rules)
        story = self._missed(match, scored_hand) if self.figure.behind == "missed" else words.story
        url = url_for("hands.show", watch=watch_token(match), number=scored_hand.number)
        label = _("Hand %(number)s: %(result)s", number=scored_hand.number, result=words.head)
        return CountedItem(label, story, url)

    def _missed(self, match: Match, scored_hand: ScoredHand) -> str:
        """What was given away, and how, unless the players of the match don't want to be told."""
        laid, rules = scored_hand.hand.laid, match.rules
        if not isinstance(laid, Declaration) or (better := missed(laid, rules)) is None:
            return ""
        lost = given_away(laid, rules, scored_hand.situation) or 0
        sentence = ngettext("%(num)s point given away.", "%(num)s points given away.", lost)
        how = missed_better(scored_hand.hand, better, match.players, rules) if match.tells_missed else ""
        return paragraph((sentence, how))

    def _games(self, match: Match) -> Iterator[CountedItem]:
        sheet, url = match.sheet, url_for("matches.show", watch=watch_token(match))
        if len(sheet.games) == 1:
            return
        for game in counted_games(sheet, self.figure.behind, self._place(match)):
            if game.over:
                totals = summary(game, sheet, match.sides)
                yield CountedItem(
                    _("Game %(number)s: %(totals)s", number=game.number, totals=totals), "", url
                )

    @property
    def other_query(self) -> Query:
        """Whose number it is."""
        players = {"player": self.player, "against": self.against}
        return {name: str(player.id) for name, player in players.items() if player}

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
        query = {**self.other_query, **self.period_choice.query, "before": self.earlier}
        return url_for(self.endpoint, **(request.view_args or {}), **query)
