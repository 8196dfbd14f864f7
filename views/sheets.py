"""The sheet as a page: everything that its template says, in words and ready figures."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for

from models.gin.columns import Player
from models.gin.declaration import Declaration
from models.gin.judging import missed
from models.gin.rules import HouseRules
from models.gin.schools import Outcome
from models.gin.sheet import Game, Line, Sheet
from models.records import HandRecord, Opened
from views.histories import titled
from views.language import gettext as _
from views.language import ngettext
from views.words.ending import DEALS
from views.words.games import Row, bill, bill_of, both, ending, standing, summary
from views.words.houses import caption
from views.words.phones import phone
from views.words.results import OUTCOMES, Words, explain, missed_better, number, signed


@dataclass(frozen=True, slots=True)
class Total:
    """One player's place at the top of the sheet."""

    name: str
    points: str
    to_go: str
    """How far it is to the end of the game; of several columns, in the nearest open one."""
    reached: int
    target: int
    badge: str


@dataclass(frozen=True, slots=True)
class PadLine:
    """A hand on the pad."""

    number: int
    url: str
    outcome: str
    how: str
    points: tuple[str, str]
    running: tuple[str, str]
    past: str


@dataclass(frozen=True, slots=True)
class PadColumn:
    """A column of several."""

    title: str
    totals: tuple[str, str]
    closed: bool
    state: str
    bill: list[Row]


@dataclass(frozen=True, slots=True)
class GridRow:
    """What stood in each column after a hand, where it was written."""

    number: int
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PadGame:
    """A game on the pad."""

    title: str
    summary: str
    lines: list[PadLine]
    ending: Words | None
    bill: list[Row]
    columns: list[PadColumn]
    grid: list[GridRow]


@dataclass(frozen=True, slots=True)
class Action:
    """What the bar at the bottom offers."""

    label: str
    url: str
    post: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """What was done last, and where it is undone."""

    said: str
    url: str


@dataclass(frozen=True, slots=True)
class Joined:
    """Two accounts of a hand that became one, and the way to say that they were two."""

    said: str
    other: Action


class SheetPage:
    """The sheet of a match for a player with a seat, or for a watcher.

    *joined* is a hand that this phone has entered and another one too: both are one.
    """

    def __init__(self, opened: Opened, watch: str, joined: int | None = None) -> None:
        self.opened, self.watch, self._joined = opened, watch, joined
        match = self.match = opened.match
        self.may_write = opened.seat is not None
        self.sheet: Sheet = match.sheet
        self.names: Sequence[str] = match.players
        self.rules: HouseRules = match.rules
        self.records: dict[int, HandRecord] = dict(enumerate(match.present, 1))
        self.title = _("%(one)s and %(two)s", one=self.names[0], two=self.names[1])
        self.caption = caption(match.house, self.rules, match.house_name)
        self.rules_url = url_for("matches.rules", watch=watch)
        self.history_url = url_for("matches.history", watch=watch)

    @property
    def totals(self) -> tuple[Total, Total]:
        """Both players at the top."""
        return self._total(0), self._total(1)

    def _total(self, player: Player) -> Total:
        game, target = self.sheet.game, self.rules.target
        nearest = max((each.running[player] for each in game.columns if not each.ended), default=target)
        return Total(
            name=self.names[player],
            points=both(game.final or game.running, self.rules)[player],
            to_go="" if game.over else _("%(points)s to go", points=target - nearest),
            reached=max(0, min(nearest, target)),
            target=target,
            badge=self._badge(player),
        )

    def _badge(self, player: Player) -> str:
        """Who has won the game, and who deals the next hand, of another game perhaps."""
        wins = self.sheet.game.over and self.sheet.game.winner == player
        deals = not self.sheet.match.over and self.sheet.next_dealer == player
        return " · ".join(filter(None, (_("wins") if wins else "", _("deals") if deals else "")))

    @property
    def facts(self) -> tuple[str, ...]:
        """Small facts: which game, who won how many, how many hands are left, the boxes so far."""
        return tuple(filter(None, (self._games_won(), self._hands_left(), self._boxes())))

    def _games_won(self) -> str:
        if self.rules.games_to_win == 1:
            return ""
        won = self.sheet.match.games_won
        return _(
            "Game %(number)s · games %(one)s %(first)s, %(two)s %(second)s",
            number=self.sheet.game.number,
            one=self.names[0],
            first=won[0],
            two=self.names[1],
            second=won[1],
        )

    def _hands_left(self) -> str:
        if self.rules.max_hands is None or self.sheet.game.over:
            return ""
        dealt = len(self.sheet.game.lines)
        return _("hand %(number)s of %(most)s", number=dealt + 1, most=self.rules.max_hands)

    def _boxes(self) -> str:
        """The boxes so far, where they pay; in several columns and at the end they stand elsewhere."""
        game = self.sheet.game
        if not self.rules.box_bonus or game.over or len(game.columns) > 1 or not any(game.boxes):
            return ""
        return _("boxes %(first)s to %(second)s", first=game.boxes[0], second=game.boxes[1])

    @property
    def last(self) -> Words | None:
        """The sentence of the last hand."""
        return self._explained(self._last) if self._last else None

    @property
    def _last(self) -> Line | None:
        """The hand that was dealt last, none past the end."""
        lines = self.sheet.game.lines
        return lines[-1] if lines else None

    @property
    def missed(self) -> str:
        """What the defender missed in the last hand, where its cards are known and the players ask for it."""
        if not self._last or not self.match.tells_missed:
            return ""
        hand = self._last.hand
        better = missed(hand.laid, self.rules) if isinstance(hand.laid, Declaration) else None
        return missed_better(hand, better, self.names, self.rules) if better else ""

    @property
    def tell_again(self) -> str:
        """Where a player asks to be told again what was missed, if that was switched off."""
        if self.match.tells_missed or not self.may_write:
            return ""
        return url_for("hands.tell", watch=self.watch, tell=1)

    def _explained(self, line: Line) -> Words:
        return explain(line.hand, line.result, self.names, self.rules)

    @property
    def last_url(self) -> str:
        """The page of the last hand."""
        return self._url(self._last) if self._last else ""

    def _url(self, line: Line) -> str:
        return url_for("hands.show", watch=self.watch, hand_id=self.records[line.number].id)

    @property
    def opening(self) -> str:
        """What is said before the first hand."""
        if self.sheet.lines:
            return ""
        dealer = self.names[self.sheet.next_dealer]
        return _("%(name)s deals.", name=dealer) + " " + _(DEALS[self.rules.initial_deal])

    @property
    def note(self) -> str:
        """What to mind in this house while a hand is played."""
        if self.sheet.match.over:
            return ""
        if self.rules.oklahoma and self.rules.spade_double:
            return _("Mind the upcard: it sets the knock, and a spade doubles the hand.")
        if self.rules.oklahoma:
            return _("Mind the upcard: it sets the knock.")
        return _("Mind the upcard: a spade doubles the hand.") if self.rules.spade_double else ""

    @property
    def announcement(self) -> str:
        """All that has become new, in one sentence: for those who hear the sheet instead of seeing it."""
        one, two = both(self.sheet.game.final or self.sheet.game.running, self.rules)
        totals = _(
            "%(one)s %(first)s, %(two)s %(second)s.",
            one=self.names[0],
            first=one,
            two=self.names[1],
            second=two,
        )
        return " ".join(filter(None, (self.last.head if self.last else "", totals)))

    @property
    def undo(self) -> Undo | None:
        """What was done last, and where it is undone."""
        change = self.opened.last_change
        if change is None or not self.may_write:
            return None
        said = _(
            "%(what)s · %(phone)s",
            what=titled(change, self.match),
            phone=phone(change.seat, self.opened.seat),
        )
        return Undo(said, url_for("matches.undo_last", watch=self.watch, version=self.match.version))

    @property
    def joined(self) -> Joined | None:
        """A hand that two phones have entered, and what to do if they were two."""
        record = next((each for each in self.match.present if each.id == self._joined), None)
        if record is None or not self.may_write:
            return None
        said = _(
            "Hand %(number)s was on the sheet already. It is one hand.", number=self.match.number(record)
        )
        way = "cards" if isinstance(record.hand.laid, Declaration) else "counts"
        url = url_for("hands.enter", watch=self.watch, by=way, like=record.id)
        return Joined(said, Action(_("It was another hand"), url))

    @property
    def removed(self) -> str:
        """How many hands were removed, where there are any."""
        count = len(self.match.removed)
        return ngettext("%(num)s hand removed", "%(num)s hands removed", count) if count else ""

    @property
    def game(self) -> PadGame:
        """The game being played, or the last; hands past the end of the match stand in it."""
        return self._game(self.sheet.game, (*self.sheet.game.lines, *self.sheet.past_the_end))

    @property
    def earlier(self) -> list[PadGame]:
        """The games before it, newest first."""
        return [self._game(game, game.lines) for game in self.sheet.games[-2::-1]]

    def _game(self, game: Game, lines: Sequence[Line]) -> PadGame:
        several = len(game.columns) > 1
        newest_first = lines[::-1]
        return PadGame(
            title=_("Game %(number)s", number=game.number),
            summary=summary(game, self.names),
            lines=[self._line(line, several) for line in newest_first],
            ending=ending(game, self.sheet, self.names),
            bill=bill_of(game),
            columns=[self._column(game, index) for index in range(len(game.columns))] if several else [],
            grid=[self._row(line) for line in newest_first] if several else [],
        )

    def _line(self, line: Line, several: bool) -> PadLine:
        return PadLine(
            number=line.number,
            url=self._url(line),
            outcome=_(OUTCOMES[line.outcome]),
            how=self._how(line),
            points=self._points(line),
            running=_columns_entered(line) if several else both(line.totals, self.rules),
            past=_("past the end of the game") if line.past_the_end else "",
        )

    def _how(self, line: Line) -> str:
        """What the hand came down to, and whether its cards are known."""
        if line.outcome is Outcome.DEAD:
            return ""
        count = line.hand.count(self.rules)
        left = (
            _("%(knocker)s against %(defender)s", knocker=count.knocker, defender=count.defender)
            if count.knocker
            else _("against %(defender)s", defender=count.defender)
        )
        return left + (" · " + _("checked") if isinstance(line.hand.laid, Declaration) else "")

    def _points(self, line: Line) -> tuple[str, str]:
        if line.winner is None:
            return "", ""
        lost = signed(-line.points) if self.rules.loser_negative else ""
        return (signed(line.points), lost) if line.winner == 0 else (lost, signed(line.points))

    def _column(self, game: Game, index: int) -> PadColumn:
        column = game.columns[index]
        return PadColumn(
            title=str(index + 1),
            totals=both(column.final or column.running, self.rules),
            closed=column.ended,
            state=standing(column, self.names),
            bill=bill(column),
        )

    def _row(self, line: Line) -> GridRow:
        return GridRow(
            line.number,
            tuple(_cell(line, index) for index in range(len(line.column_totals))),
        )

    @property
    def main(self) -> Action | None:
        """The one main action; a watcher has none but to go on to the next game."""
        if self.sheet.match.over and self.opened.rematch:
            return Action(_("To the next game"), url_for("matches.show", watch=self.opened.rematch))
        if not self.may_write:
            return None
        if self.sheet.match.over:
            return Action(_("Another game"), url_for("matches.rematch", watch=self.watch), post=True)
        number = len(self.sheet.lines) + 1
        if self.sheet.game.over:
            return Action(_("Next game: hand %(number)s", number=number), self._entering(self._usual_way))
        return Action(_("Enter hand %(number)s", number=number), self._entering(self._usual_way))

    @property
    def other(self) -> Action | None:
        """The other way to enter a hand."""
        if not self.may_write or self.sheet.match.over:
            return None
        if self._usual_way == "cards":
            return Action(_("Just counts"), self._entering("counts"))
        return Action(_("By cards"), self._entering("cards"))

    @property
    def _usual_way(self) -> str:
        """How the last hand with a winner was entered; by cards at first."""
        for line in reversed(self.sheet.lines):
            if line.hand.knocker is not None:
                return "cards" if isinstance(line.hand.laid, Declaration) else "counts"
        return "cards"

    def _entering(self, way: str) -> str:
        return url_for("hands.enter", watch=self.watch, by=way)


def _columns_entered(line: Line) -> tuple[str, str]:
    """The columns a hand was written in, under the player who won it."""
    entered = ", ".join(str(index + 1) for index in line.columns)
    return (entered, "") if line.winner == 0 else ("", entered)


def _cell(line: Line, index: int) -> tuple[str, str]:
    """The winner's total in a column that the hand was written in."""
    if index not in line.columns or line.winner is None:
        return "", ""
    total = number(line.column_totals[index][line.winner])
    return (total, "") if line.winner == 0 else ("", total)
