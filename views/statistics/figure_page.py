"""The page behind a figure: its matches, and of each the very hands or games that are counted."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from flask import request, url_for

from models.gin.counted_lines import counted_games, counted_hands
from models.gin.declaration import Declaration
from models.gin.sheet import Line
from models.gin.statistics import Statistics, given_away
from models.gin.verdicts import missed
from models.records import (
    CountedMatch,
    Match,
    OpenedBook,
    Place,
    matches_behind,
    read_hands,
    statistics_of_book,
    statistics_of_pair,
    statistics_of_player,
    watch_token,
)
from views.shared.listed_match import ListedMatch
from views.statistics.figure import Figure, Listed, Unit
from views.statistics.matches_page import AT_ONCE, CountedItem, FoundMatch, MatchesPage
from views.statistics.tables import Cell, Column
from views.web.i18n import gettext as _
from views.web.i18n import ngettext, signed_number
from views.words.dates import day_said
from views.words.game_summary import figures_said, summary
from views.words.hand_result import explain, missed_better
from views.words.lists import paragraph

MOST_PLAYERS = 4


class FigurePage(MatchesPage):
    """What a figure counts, the newest match first."""

    def __init__(self, opened: OpenedBook, figure: Figure) -> None:
        super().__init__(opened)
        self.figure, self.called, self.meaning = figure, figure.called, figure.explained
        self._before = Place.read(request.args.get("before", ""))

    @cached_property
    def _counted(self) -> Statistics:
        if self.player and self.against:
            return statistics_of_pair(self.book, self.player.id, self.against.id, self.period)[0]
        if self.player:
            return statistics_of_player(self.book, self.player.id, self.period)
        return statistics_of_book(self.book, self.period)

    @property
    def cell(self) -> Cell:
        """The figure."""
        return Column(self._counted, lambda _figure: "").cell(self.figure)

    @cached_property
    def _rows(self) -> Sequence[CountedMatch]:
        """The rows of this page and some more: of everybody, a match has one for each player."""
        return matches_behind(
            self.book,
            self.figure.found_by,
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
        found = {row.match.id: (row.match, row.value) for row in self._rows[:AT_ONCE]}
        return list(found.values())

    @property
    def earlier(self) -> str:
        """Where the next page begins; "" if this is the last one."""
        shown = [match for match, _value in self._shown]
        if all(row.match in shown for row in self._rows):
            return ""
        return str(Place(shown[-1].played_on, shown[-1].id))

    @property
    def _listing(self) -> Mapping[Listed, Callable[[Match], Iterator[CountedItem]]]:
        """What lists the hands or games that are counted in a match."""
        return {Listed.HANDS: self._hands, Listed.GAMES: self._games}

    def _match(self, match: Match, value: int) -> FoundMatch:
        listed, when = ListedMatch(match), day_said(match.played_on)
        items = self._listing.get(self.figure.lists)
        note = signed_number(value) if self.figure.unit is Unit.SIGNED else ""
        totals = "" if self.figure.lists is Listed.HANDS else figures_said(listed.totals, listed.sides)
        return FoundMatch(listed.title, when, listed.url, note, totals, list(items(match)) if items else ())

    def _place(self, match: Match) -> int | None:
        """Where the player sits in *match*; None if everybody counts."""
        return match.player_ids.index(self.player.id) if self.player else None

    def _hands(self, match: Match) -> Iterator[CountedItem]:
        place = self._place(match)
        lines = counted_hands(match.sheet, self.figure.behind, place)
        without = {line.number for line in counted_hands(match.sheet, self.figure.without, place)}
        for line in lines:
            if line.number not in without:
                yield self._hand(match, line)

    def _hand(self, match: Match, line: Line) -> CountedItem:
        words = explain(line, match.players, match.rules)
        story = self._missed(match, line) if "missed" in self.figure.behind else words.story
        url = url_for("hands.show", watch=watch_token(match), number=line.number)
        label = _("Hand %(number)s: %(result)s", number=line.number, result=words.head)
        return CountedItem(label, story, url)

    def _missed(self, match: Match, line: Line) -> str:
        """What was given away, and how, unless the players of the match don't want to be told."""
        laid, rules = line.hand.laid, match.rules
        if not isinstance(laid, Declaration) or (better := missed(laid, rules)) is None:
            return ""
        lost = given_away(laid, rules, line.situation) or 0
        said = ngettext("%(num)s point given away.", "%(num)s points given away.", lost)
        how = missed_better(line.hand, better, match.players, rules) if match.tells_missed else ""
        return paragraph((said, how))

    def _games(self, match: Match) -> Iterator[CountedItem]:
        sheet, url = match.sheet, url_for("matches.show", watch=watch_token(match))
        if len(sheet.games) == 1:
            return
        for game in counted_games(sheet, self.figure.behind, self._place(match)):
            if game.over:
                said = summary(game, sheet, match.sides)
                yield CountedItem(_("Game %(number)s: %(totals)s", number=game.number, totals=said), "", url)
