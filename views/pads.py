"""The pad: every hand of a game as a line, in words and ready figures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from models.gin.declaration import Declaration
from models.gin.schools import Outcome
from models.gin.sheet import Game, Line, Sheet
from views.language import gettext as _
from views.words.games import Row, bill, bill_of, both, ending, standing, summary
from views.words.results import OUTCOMES, Words, number, signed


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
class Pad:
    """The pad of a sheet: writes its games, with a link to each hand."""

    sheet: Sheet
    names: Sequence[str]
    url: Callable[[Line], str]
    """The page of a hand."""

    def game(self) -> PadGame:
        """The game being played, or the last; hands past the end of the match stand in it."""
        return self._game(self.sheet.game, (*self.sheet.game.lines, *self.sheet.past_the_end))

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
            url=self.url(line),
            outcome=_(OUTCOMES[line.outcome]),
            how=self._how(line),
            points=self._points(line),
            running=_columns_entered(line) if several else both(line.totals, self.sheet.rules),
            past=_("past the end of the game") if line.past_the_end else "",
        )

    def _how(self, line: Line) -> str:
        """What the hand came down to, and whether its cards are known."""
        if line.outcome is Outcome.DEAD:
            return ""
        count = line.hand.count(self.sheet.rules)
        left = (
            _("%(knocker)s against %(defender)s", knocker=count.knocker, defender=count.defender)
            if count.knocker
            else _("against %(defender)s", defender=count.defender)
        )
        return left + (" · " + _("checked") if isinstance(line.hand.laid, Declaration) else "")

    def _points(self, line: Line) -> tuple[str, str]:
        if line.winner is None:
            return "", ""
        lost = signed(-line.points) if self.sheet.rules.loser_negative else ""
        return (signed(line.points), lost) if line.winner == 0 else (lost, signed(line.points))

    def _column(self, game: Game, index: int) -> PadColumn:
        column = game.columns[index]
        return PadColumn(
            title=str(index + 1),
            totals=both(column.final or column.running, self.sheet.rules),
            closed=column.ended,
            state=standing(column, self.names),
            bill=bill(column),
        )

    def _row(self, line: Line) -> GridRow:
        return GridRow(
            line.number,
            tuple(_cell(line, index) for index in range(len(line.column_totals))),
        )


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
