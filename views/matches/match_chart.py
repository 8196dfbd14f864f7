"""The chart of a match: the total of each side after each hand, one game after another."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.gin.rules.options import Outcome
from models.gin.rules.seating import Player, Table, Totals
from models.gin.sheet.games import Game, ScoredHand, ScoredLine
from models.gin.sheet.sheet import Sheet
from views.charts.drawing import Shape
from views.charts.figure import ChartFigure, ChartRow, Mark, line_drawings, line_key, mark
from views.charts.line_chart import ChartLine, Level, LineChart, Point, whole_ticks
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.extra_lines import kind_of
from views.words.game_summary import both, figures_said
from views.words.hand_result import OUTCOMES
from views.words.lists import in_a_row, paragraph
from views.words.seating import title

SHAPES = {
    Outcome.KNOCK: Shape.CIRCLE,
    Outcome.GIN: Shape.DIAMOND,
    Outcome.BIG_GIN: Shape.STAR,
    Outcome.UNDERCUT: Shape.TRIANGLE,
    Outcome.TIE: Shape.SQUARE,
    Outcome.WON: Shape.CROSS,
}
"""How a hand is marked on the line of the side that won it. A dead hand has no mark."""

MOST_LABELS = 5


class ChartStep(NamedTuple):
    """A hand on the chart; two against two, a round; or a line that is no hand."""

    at: int
    """From 1, over the whole match; of what is no hand, that of the hand before it."""
    game: int
    rows: tuple[ScoredLine, ...]
    totals: Totals
    winners: frozenset[Player] = frozenset()
    """The sides that won it: several, if two play against one."""

    @property
    def is_hand(self) -> bool:
        return isinstance(self.rows[-1], ScoredHand)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None for a round of two hands, and for what is no hand."""
        first, *others = self.rows
        return None if others or not isinstance(first, ScoredHand) else first.outcome


@dataclass(frozen=True, slots=True)
class MatchChart:
    """The chart of a sheet. *url* is the page of a hand, or of an extra line."""

    sheet: Sheet
    sides: Sequence[str]
    url: Callable[[ScoredLine], str]

    @property
    def figure(self) -> ChartFigure | None:
        """The chart; None before the first hand."""
        steps = list(steps_of(self.sheet))
        if not any(step.is_hand for step in steps):
            return None
        return ChartFigure(
            name="match",
            title=_("Totals of %(names)s, hand by hand", names=title(self.sheet.table, self.sides)),
            description=self._description(steps),
            drawings=line_drawings(self._chart(steps)),
            heads=(self._unit, *((_("Game"),) if self._has_games else ()), _("Result"), *self.sides),
            rows=tuple(self._row(step) for step in steps),
            words=2 + self._has_games,
            keys=tuple(
                line_key(index, name, total)
                for index, (name, total) in enumerate(zip(self.sides, self._said(steps[-1]), strict=True))
            ),
            marks=tuple(marks_of(steps)),
        )

    @property
    def _in_rounds(self) -> bool:
        return self.sheet.table is Table.PARTNERSHIP

    @property
    def _has_games(self) -> bool:
        return len(self.sheet.games) > 1

    @property
    def _unit(self) -> str:
        return _("Round") if self._in_rounds else _("Hand")

    def _said(self, step: ChartStep) -> tuple[str, ...]:
        return both(step.totals, self.sheet.rules)

    def _description(self, steps: Sequence[ChartStep]) -> str:
        totals = figures_said(self._said(steps[-1]), self.sides)
        sentences = [self._played(steps[-1].at, totals)]
        if self.sheet.rules.columns > 1:
            sentences.append(_("The totals are those of all columns together."))
        if any(game.over and game.final != game.running for game in self.sheet.games):
            sentences.append(_("What is added at the end of a game is not part of the lines."))
        return paragraph(sentences)

    def _played(self, count: int, totals: str) -> str:
        """The totals after so many hands or rounds."""
        if self._in_rounds:
            return ngettext(
                "After %(num)s round: %(totals)s.", "After %(num)s rounds: %(totals)s.", count, totals=totals
            )
        return ngettext(
            "After %(num)s hand: %(totals)s.", "After %(num)s hands: %(totals)s.", count, totals=totals
        )

    def _chart(self, steps: Sequence[ChartStep]) -> LineChart:
        last, rules = steps[-1].at, self.sheet.rules
        level = Level(rules.target, _("Target %(points)s", points=rules.target))
        return LineChart(
            lines=tuple(
                ChartLine(name, tuple(stretches_of(steps, side))) for side, name in enumerate(self.sides)
            ),
            across=tuple((tick, str(tick)) for tick in whole_ticks(1, last, MOST_LABELS)),
            axis=self._unit,
            level=level if rules.columns == 1 else None,
            parts=tuple(self._parts(steps)),
            # Translators: in front of numbers below a chart: game 1, 2 …
            part=_("Game") if self._has_games else "",
        )

    def _parts(self, steps: Sequence[ChartStep]) -> Iterator[tuple[float, str]]:
        """Where each game starts, if there are several."""
        if self._has_games:
            starts = {step.game: step.at - step.is_hand for step in reversed(steps)}
            for game in sorted(starts):
                yield starts[game], str(game)

    def _row(self, step: ChartStep) -> ChartRow:
        """A row of the table, with a link to its hand."""
        result = in_a_row([kind_of_row(each) for each in step.rows])
        game = (str(step.game),) if self._has_games else ()
        number = str(step.at) if step.is_hand else "–"
        return ChartRow((number, *game, result, *self._said(step)), self.url(step.rows[-1]))


def kind_of_row(row: ScoredLine) -> str:
    """What a line of the sheet is: "Gin", "Penalty"."""
    return _(OUTCOMES[row.outcome]) if isinstance(row, ScoredHand) else kind_of(row.line)


def steps_of(sheet: Sheet) -> Iterator[ChartStep]:
    """What counts, in the order in which it was scored."""
    at = 0
    for game in sheet.games:
        for rows in _scored(game, in_rounds=sheet.table is Table.PARTNERSHIP):
            last = rows[-1]
            at += isinstance(last, ScoredHand)
            winners = frozenset(entry.winner for entry in last.entries if entry.hands)
            yield ChartStep(at, game.number, rows, last.totals, winners)


def _scored(game: Game, *, in_rounds: bool) -> Iterator[tuple[ScoredLine, ...]]:
    """The lines of a game, hands of a round together; without those that wait for another one."""
    waiting: dict[int, ScoredHand] = {}
    for row in game.in_order:
        if not in_rounds or not isinstance(row, ScoredHand):
            yield (row,)
        elif row.waits:
            continue
        elif row.round in waiting:
            yield waiting.pop(row.round), row
        else:
            waiting[row.round] = row


def stretches_of(steps: Sequence[ChartStep], side: Player) -> Iterator[tuple[Point, ...]]:
    """The line of a side: a stretch for each game, which starts at nought."""
    games: dict[int, list[Point]] = {}
    for step in steps:
        game = games.setdefault(step.game, [Point(step.at - step.is_hand, 0)])
        game.append(Point(step.at, step.totals[side], shape_of(step) if side in step.winners else None))
    yield from map(tuple, games.values())


def shape_of(step: ChartStep) -> Shape:
    """How a step is marked on the line of its winner."""
    return SHAPES.get(step.outcome, Shape.CIRCLE) if step.outcome else Shape.CIRCLE


def marks_of(steps: Sequence[ChartStep]) -> Iterator[Mark]:
    """The shapes that are on the chart, with what they stand for."""
    there = {step.outcome for step in steps if step.winners}
    for outcome, shape in SHAPES.items():
        if outcome in there:
            yield mark(shape, _(OUTCOMES[outcome]))
    if None in there:
        yield mark(Shape.CIRCLE, _("Round won"))
