"""The content of a sheet that is the same on all phones: totals, buttons, tables, sentences. Cached.

When a hand is saved, every phone requests the sheet. The first request computes it, the others use the cache.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from flask import current_app, get_template_attribute, url_for
from markupsafe import Markup

from models.gin.hand.declaration import Declaration
from models.gin.hand.verdicts import missed
from models.gin.money import account
from models.gin.remembering import remembered
from models.gin.rules.house_rules import STANDARD
from models.gin.rules.seating import Player, Table
from models.gin.sheet.columns import Column, difference
from models.gin.sheet.extra_lines import OpeningScores, ScoredExtraLine
from models.gin.sheet.games import ScoredHand, ScoredLine
from models.gin.sheet.sheet import Sheet
from models.records.books.rematches import series_of
from models.records.finding.earlier_sheets import latest_entries
from models.records.tables.match import Match
from models.records.tables.sheet_row import ExtraLineRecord
from views.charts.figure import ChartFigure
from views.entry.slot import opening_url, penalty_url, points_url, said_in_address
from views.language.i18n import gettext as _
from views.language.i18n import locale, ngettext
from views.matches.game_table import GameTable, GameTables, rounds_of
from views.matches.match_chart import MatchChart
from views.shared.change_log import in_words
from views.web.cache import LruCache
from views.words import match_summary, stakes
from views.words.game_summary import (
    Figures,
    SummaryRow,
    figures_said,
    for_a_side,
    score_of_match,
    standing,
    to_go,
)
from views.words.hand_result import Words, missed_better
from views.words.lists import as_sentence, paragraph
from views.words.match_summary import ResultCard, result_card
from views.words.remembered import remembered_said
from views.words.rule_sets import match_caption
from views.words.rules.deal import DEALS
from views.words.seating import pair_named, title


@dataclass(frozen=True, slots=True)
class Total:
    """A player, or partners, at the top of the sheet."""

    name: str
    points: str
    to_go: str
    """The points needed to end the game; with several columns, in which one: "Column 2: 5 to go"."""
    boxes: str
    """The boxes so far, if they are added at the end."""
    reached: int
    target: int
    badge: str


class SheetTotals:
    """What is at the top of a sheet."""

    def __init__(self, sheet: Sheet, sides: Sequence[str]) -> None:
        self.sheet, self.sides, self.rules = sheet, sides, sheet.rules

    @cached_property
    def each(self) -> tuple[Total, ...]:
        """The total of each side."""
        return tuple(map(self._total, range(len(self.sides))))

    def _total(self, side: Player) -> Total:
        game, column = self.sheet.game, self._nearest(side)
        target, nearest = column.rules.target, column.running[side]
        return Total(
            name=self.sides[side],
            points=self.figures[side],
            to_go="" if game.over else self._to_go(column, target - nearest),
            reached=target if game.over else max(0, min(nearest, target)),
            target=target,
            boxes=self._boxes(side),
            badge=self._badge(side),
        )

    def _to_go(self, column: Column, points: int) -> str:
        """How many points are missing, and of several columns in which one."""
        columns = self.sheet.game.columns
        if len(columns) == 1:
            return to_go(points)
        where = _("Column %(number)s", number=columns.index(column) + 1)
        return _("%(label)s: %(text)s", label=where, text=to_go(points))

    def _nearest(self, side: Player) -> Column:
        """The open column in which a side needs the fewest points; once all have ended, the last one."""
        columns = self.sheet.game.columns
        still_open = [each for each in columns if not each.ended] or columns[-1:]
        return min(still_open, key=lambda each: each.rules.target - each.running[side])

    @cached_property
    def figures(self) -> Figures:
        """The figures at the top."""
        if self.sheet.is_decided_by_points:
            return score_of_match(self.sheet)
        return standing(self.sheet.game, self.rules)

    def _badge(self, side: Player) -> str:
        """Who deals the next hand."""
        people = for_a_side(self.sheet, side)
        # Translators: beside the name of one player, or of two partners: who deals the next hand.
        return ngettext("deals", "deal", people) if self._dealt_by(side) else ""

    def _dealt_by(self, side: Player) -> bool:
        return not self.sheet.match.over and self.sheet.next_dealer == side

    @property
    def winner(self) -> Player | None:
        """The winner of the game, once it is over; at the end of the match its winner."""
        if self.sheet.match.over:
            return self.sheet.match.winner
        return self.sheet.game.winner if self.sheet.game.over else None

    def _boxes(self, side: Player) -> str:
        """The boxes of a side, if they pay; with several columns and at the end they are shown elsewhere."""
        game = self.sheet.game
        if not self.rules.box_bonus or game.over or len(game.columns) > 1 or not any(game.boxes):
            return ""
        return boxes_said(game.boxes[side])


def boxes_said(boxes: int) -> str:
    """How many boxes: "3 boxes"."""
    return ngettext("%(num)s box", "%(num)s boxes", boxes)


@dataclass(frozen=True, slots=True)
class Action:
    """A button or a link."""

    label: str
    url: str
    post: bool = False
    is_main: bool = False
    """Whether it is as prominent as the first."""


class SheetActions:
    """The actions under a sheet and in its menu. It holds values and no records, so it can be cached."""

    def __init__(self, match: Match, sheet: Sheet, watch: str) -> None:
        self.sheet, self.watch = sheet, watch
        self.names: Sequence[str] = match.players
        self.rules = match.rules
        self.plays_by_upcard = match.plays_by_upcard and not sheet.match.over
        self._opening_url = opening_url(match, sheet, watch)

    def main(self, way: str | None, *, upcard_is_known: bool) -> tuple[Action, ...]:
        """The actions in the bar at the bottom, the main one first.

        *way* is how the phone entered its last hand. If it never has, nor anybody here, both ways are
        offered; partners enter cards then.
        """
        if self.sheet.match.over:
            return (self._rematch,)
        way = way or self._last_way or ("cards" if self.sheet.table is Table.PARTNERSHIP else None)
        asks_upcard = self.plays_by_upcard and not upcard_is_known
        entering = self._hands(way, in_short=asks_upcard) if way else self._ways(are_main=not asks_upcard)
        if asks_upcard:
            return (self._upcard, *(entering[:1] if way else entering))
        return entering

    def _ways(self, *, are_main: bool) -> tuple[Action, ...]:
        """The two ways to enter the first hand."""
        # Translators: the two ways to enter a hand: by the two numbers of deadwood, or by all cards.
        numbers = Action(_("Numbers"), self._entering("deadwood"), is_main=are_main)
        return numbers, Action(_("Cards"), self._entering("cards"), is_main=are_main)

    @cached_property
    def _rematch(self) -> Action:
        return Action(_("Rematch"), url_for("matches.rematch", watch=self.watch), post=True)

    @cached_property
    def _upcard(self) -> Action:
        return Action(_("Enter the upcard"), self.upcard_url)

    @cached_property
    def upcard_url(self) -> str:
        """The page that asks for the upcard."""
        return url_for("upcards.ask", watch=self.watch)

    def _hands(self, way: str, *, in_short: bool) -> tuple[Action, ...]:
        """Enters the next hand, said *in short* beside the upcard; or that of either pair of partners."""
        if self.sheet.table is Table.PARTNERSHIP:
            return tuple(self._pair(place, way) for place in range(len(self.sheet.to_play)))
        number = len(self.sheet.hands) + 1
        if in_short:
            label = _("Hand %(number)s", number=number)
        elif self.sheet.game.over:
            label = _("Next game: hand %(number)s", number=number)
        else:
            label = _("Enter hand %(number)s", number=number)
        return (Action(label, self._entering(way)),)

    def _pair(self, place: int, way: str) -> Action:
        """Enters the hand of one pair of partners."""
        label = pair_named(self.sheet.to_play[place], self.names)
        return Action(label, self._entering(way, place), is_main=place > 0)

    def _entering(self, way: str, place: int = 0) -> str:
        """The address that enters the next hand."""
        pair = self.sheet.to_play[place]
        query = said_in_address(self.sheet.table, pair, self.sheet.round_of(pair))
        return url_for("hands.enter", watch=self.watch, by=way, **query)

    @cached_property
    def _last_way(self) -> str | None:
        """How the last hand with a winner was entered; None at first."""
        for scored_hand in reversed(self.sheet.hands):
            if scored_hand.hand.known_knocker is not None:
                return "cards" if isinstance(scored_hand.hand.laid, Declaration) else "deadwood"
        return None

    @cached_property
    def penalty(self) -> Action:
        """In the menu: where a penalty or an adjustment is entered."""
        return Action(_("Penalty or adjustment"), penalty_url(self.watch))

    @cached_property
    def rare(self) -> tuple[Action, ...]:
        """In the menu, under more: where hands from paper and opening scores are entered."""
        from_paper = Action(_("Hand from paper"), points_url(self.watch))
        opening = Action(_("Opening scores"), self._opening_url)
        return (from_paper, opening) if opening.url else (from_paper,)


MOST = 200
"""How many sheets are cached: an evening with a hundred matches takes ten megabytes."""


MOST_ENTRIES, LETTERS_OF_ENTRY = 8, 8
"""How many changes a sheet names to phones that score, and by how much of their entry ids."""


@dataclass(frozen=True, slots=True)
class Bill:
    """Rows under a title."""

    title: str
    rows: list[SummaryRow]
    names: Sequence[str]
    """The heads of its columns."""


class SheetContent:
    """The sheet of a match as all phones see it. It holds values and no records, so it can be cached."""

    def __init__(self, match: Match, watch: str) -> None:
        self.sheet: Sheet = match.sheet
        self.names, self.sides, self.rules = match.players, match.sides, match.rules
        self.title = title(match.table, match.sides)
        self.caption, self.remark = match_caption(match), match.remark
        self.rules_url = url_for("matches.rules", watch=watch)
        self.history_url = url_for("matches.history", watch=watch)
        self.judge_url = url_for("judge.in_match", watch=watch)
        self.share_url = url_for("sharing.show", watch=watch)
        can_be_named = match.book_id is None and not match.is_named
        self.naming_url = url_for("naming.add", watch=watch) if can_be_named else ""
        self._hands_url = url_for("hands.show", watch=watch, number=0).removesuffix("0")
        self._ids = [record.id for record in match.on_sheet]
        self._positions = [record.position for record in match.on_sheet] if self.sheet.extra_lines else []
        self._lines_url = url_for("extra_lines.show", watch=watch, position=0).removesuffix("0")
        self._played, self._ends_on_paper = match.played_on, match.ends_after_last
        self._removed = len(match.removed)
        self._lines_removed = any(isinstance(record, ExtraLineRecord) for record in match.removed)
        self._tables = GameTables(self.sheet, self.names, self.sides, self.url)
        self._account = account(self.sheet)
        self._payers = self.sheet.table.payers(self.names)
        self._top = SheetTotals(self.sheet, self.sides)
        self._remembered: str | None = None
        self._menus: dict[tuple[str | bool, ...], Markup] = {}
        self._ahead: Sequence[object] = ()
        self.watch, self.actions = watch, SheetActions(match, self.sheet, watch)

    def url(self, row: ScoredLine) -> str:
        """The page of a hand or an extra line."""
        if isinstance(row, ScoredExtraLine):
            return f"{self._lines_url}{self._positions[row.position - 1]}"
        return f"{self._hands_url}{row.number}"

    @property
    def totals(self) -> tuple[Total, ...]:
        """The totals at the top of the sheet."""
        return self._top.each

    @property
    def winner(self) -> Player | None:
        """The winner of the game, once it is over; at the end of the match its winner."""
        return self._top.winner

    @property
    def lets_suits_fall(self) -> bool:
        """Whether somebody has won, and not long ago on paper."""
        return self.winner is not None and not (self._ends_on_paper or self.sheet.is_of_totals)

    @property
    def fits_face_to_face(self) -> bool:
        """Whether two players can enter their hands by two numbers, each on their half of a phone."""
        return self.sheet.table is Table.TWO and self.rules.columns == 1 and not self.rules.needs_upcard

    @property
    def counts_ahead(self) -> bool:
        """Whether a phone without a network can tell what hands by two numbers add to the open game."""
        return self.fits_face_to_face and not self.sheet.game.over

    def ahead(self, match: Match, *, takes_last: bool) -> Sequence[object]:
        """What a phone needs to show hands that the server lacks; *takes_last*: Undo takes the last one."""
        if not self._ahead:
            entries = [entry[:LETTERS_OF_ENTRY] for entry in latest_entries(match, MOST_ENTRIES)]
            self._ahead = self.outcomes_digest, len(self.sheet.hands), entries, *self._stands(takes_last)
        return self._ahead

    def _stands(self, takes_last: bool) -> Iterator[object]:
        """Totals, boxes, who deals, how many hands are left; and the first three before the last hand."""
        if not self.counts_ahead:
            return
        game, most = self.sheet.game, self.rules.max_hands
        yield from (game.running, game.boxes, self.sheet.next_dealer)
        yield None if most is None else max(0, most - self._dealt)
        last = self.sheet.in_order[-1] if takes_last else None
        if isinstance(last, ScoredHand) and last in game.hands:
            points, boxes = last.added
            yield difference([game.running], [points]), difference([game.boxes], [boxes]), last.dealer

    @cached_property
    def outcomes_digest(self) -> str:
        """Changes with all that the outcomes of hands, and their words, depend on."""
        parts = (current_app.extensions["source_digest"], locale(), self.sides, self.rules, self.counts_ahead)
        return sha256(repr(parts).encode()).hexdigest()[:8]

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Small facts: which game, games won, hands left, boxes, money."""
        sentences = (*match_summary.facts(self.sheet, self.sides), self.caption_of_totals, self._hands_left())
        return tuple(filter(None, (*sentences, self._standing())))

    @cached_property
    def caption_of_totals(self) -> str:
        """What the figures at the top are, if they are not totals."""
        if self.sheet.is_decided_by_points:
            return match_summary.score_label(self.sheet)
        if len(self.sheet.game.columns) == 1 or self.sheet.is_blank:
            return ""
        # Translators: what the figures beside the names are, in Hollywood with its columns.
        return _("Total") if self.sheet.game.over else _("Total of all columns so far")

    def _standing(self) -> str:
        """Who is ahead in money, during the match."""
        if self._account is None or self.sheet.match.over:
            return ""
        return stakes.standing(self._account, self.sheet, self._payers)

    @cached_property
    def paying(self) -> str:
        """Who pays whom at the end; after a game of an open-ended match, who pays if the players stop."""
        may_stop = self.sheet.game.over and self.rules.is_open_ended
        if self._account is None or not (self.sheet.match.over or may_stop):
            return ""
        sentence_of = stakes.would_pay if may_stop else stakes.paying
        return sentence_of(self._account, self.sheet, self._payers)

    @cached_property
    def bills(self) -> tuple[Bill, ...]:
        """The bills of the match: over all its games, and in money."""
        money = stakes.rows(self._account) if self._account and not self.sheet.is_blank else []
        each = (
            Bill(_("The match"), match_summary.rows(self.sheet), self.sides),
            Bill(_("Money"), money, self._payers),
        )
        return tuple(bill for bill in each if bill.rows)

    @cached_property
    def coming(self) -> str:
        """Who plays and deals next, if the badge does not say it all."""
        return match_summary.coming(self.sheet, self.names) if self.sheet.hands else ""

    @property
    def _dealt(self) -> int:
        """How many hands of the game have been played, or rounds of partners."""
        game = self.sheet.game
        dealt = sum(not hands[0].waits and hands[0].counts for hands in rounds_of(game.hands))
        return dealt + sum(
            each.line.played for each in game.extra_lines if isinstance(each.line, OpeningScores)
        )

    def _hands_left(self) -> str:
        if self.rules.max_hands is None or self.sheet.game.over:
            return ""
        dealt = self._dealt
        values = {"number": dealt + 1, "most": self.rules.max_hands}
        if dealt >= self.rules.max_hands:
            return match_summary.played_on(self.sheet, dealt + 1)
        if self.sheet.table is Table.PARTNERSHIP:
            # Translators: the number of the round, and the most that are played.
            return _("round %(number)s of %(most)s", **values)
        return _("hand %(number)s of %(most)s", **values)

    @cached_property
    def last(self) -> Words | None:
        """The sentences about the last hand."""
        scored_hand = self._last
        return in_words(scored_hand, self.names, self.rules) if scored_hand else None

    @cached_property
    def last_url(self) -> str:
        return self.url(self._last) if self._last else ""

    @property
    def _last(self) -> ScoredHand | None:
        """The hand that was entered last, without hands after the end of the match."""
        return max(self.sheet.game.hands, key=lambda scored_hand: scored_hand.number, default=None)

    @cached_property
    def round(self) -> str:
        """The result of the last round of partners, or which of its hands is still being played."""
        newest = next((row for row in self.game.rows if row.kind == "round"), None)
        # Translators: “Round 3: +12 and −10 make 2.”
        return _("%(round)s: %(result)s", round=newest.outcome, result=newest.how) if newest else ""

    @cached_property
    def missed(self) -> str:
        """What the defender missed in the last hand, if its cards are known."""
        if not self._last:
            return ""
        hand = self._last.hand
        better = missed(hand.laid, self.rules) if isinstance(hand.laid, Declaration) else None
        return missed_better(hand, better, self.names, self.rules) if better else ""

    def remembered(self, match: Match) -> str:
        """What the last hand brings to mind, worked out when the first player's phone asks; or ""."""
        if self._remembered is None:
            memory = remembered(self.sheet, series_of(match))
            self._remembered = remembered_said(memory, self.names) if memory else ""
        return self._remembered

    @cached_property
    def opening(self) -> str:
        """What is shown before the first hand of a match that goes on."""
        if self.sheet.hands or self.sheet.match.over:
            return ""
        dealer = _("%(name)s deals.", name=self.names[self.sheet.next_dealer])
        return paragraph((match_summary.coming(self.sheet, self.names) or dealer, self._deal))

    @property
    def opening_beside_badge(self) -> str:
        """What is shown before the first hand beside a badge that says who deals."""
        return paragraph((match_summary.coming(self.sheet, self.names), self._deal))

    @property
    def _deal(self) -> str:
        """How the cards are dealt, if it is not the usual way."""
        is_usual = self.rules.initial_deal is STANDARD.initial_deal
        return "" if is_usual else _(DEALS[self.rules.initial_deal].sentence)

    @cached_property
    def chart(self) -> ChartFigure | None:
        """The totals after each hand as lines; None before the first one."""
        return MatchChart(self.sheet, self.sides, self.url).figure

    @cached_property
    def card(self) -> ResultCard:
        """The result in a few words, for the preview of a link."""
        return result_card(self.sheet, self.names, self.caption, self._played)

    @cached_property
    def stands(self) -> str:
        """The score in a sentence, and what is paid at the end."""
        return paragraph((as_sentence(figures_said(self._top.figures, self.sides)), self.paying))

    def explained(self, row_id: int) -> tuple[Words, str] | None:
        """The sentences about a hand or an extra line, and its page; None if it is not on the sheet."""
        if row_id not in self._ids:
            return None
        row = self.sheet.in_order[self._ids.index(row_id)]
        return in_words(row, self.names, self.rules), self.url(row)

    @cached_property
    def removed(self) -> str:
        """How many hands and extra lines were removed, if any."""
        count = self._removed
        if self._lines_removed:
            return ngettext("%(num)s line removed", "%(num)s lines removed", count)
        return ngettext("%(num)s hand removed", "%(num)s hands removed", count) if count else ""

    @cached_property
    def game(self) -> GameTable:
        """The current game, or the last one."""
        return self._tables.game()

    @cached_property
    def earlier(self) -> list[GameTable]:
        """The earlier games, newest first."""
        return self._tables.earlier()

    @cached_property
    def totals_html(self) -> Markup:
        return rendered("components/game_table.html", "totals", self.totals, self.sheet.is_blank)

    @cached_property
    def games_html(self) -> Markup:
        return rendered("components/game_table.html", "game_tables", self)

    def menu_html(self, part: str, *rights: bool) -> Markup:
        """A part of the menu for the *rights* of a phone that it asks for, rendered."""
        of: tuple[str | bool, ...] = (part, *rights)
        if of not in self._menus:
            self._menus[of] = rendered("matches/_menu.html", part, self, *rights)
        return self._menus[of]


def rendered(template: str, macro: str, *values: object) -> Markup:
    """What a macro makes of *values*."""
    render: Callable[..., Markup] = get_template_attribute(template, macro)
    return render(*values)


CONTENTS = "sheet contents"
"""Where an application caches them. They know the ids of hands, which differ in each database."""


def content_of(match: Match, watch: str) -> SheetContent:
    """The content of the sheet of *match*, cached.

    The address identifies the match, and every change makes a new version, which replaces the one before.
    """
    key = url_for("matches.show", watch=watch), locale()
    version = match.version_stamp, match.unversioned_changes
    contents: LruCache[SheetContent] = current_app.extensions.setdefault(CONTENTS, LruCache(MOST))
    return contents.get(key, lambda: SheetContent(match, watch), version)
