"""A chart of one or several lines with its scales: totals, a balance over years, a rating with its band."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import ceil, floor, log10

from views.charts.drawing import (
    LETTER,
    SHAPES,
    Anchor,
    Drawing,
    Path,
    Shape,
    StraightLine,
    Text,
    fitting,
    polygon,
    polyline,
    text_width,
)

ROUND = (1, 2, 5, 10)
"""The first digits of round steps."""

MONTHS = (1, 3, 6)
"""How many months may lie between two dates with a label; above that, years."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps the values from *low* to *high* to the places from *start* to *end*."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The place of *value*.

        >>> Scale(0, 100, 10, 210).at(50)
        110.0
        """
        if self.high == self.low:
            return (self.start + self.end) / 2
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def round_step(span: float, most: int) -> int:
    """The smallest round step with which at most *most* steps cover *span*; at least 1.

    >>> [round_step(span, most=5) for span in (3, 20, 100, 237)]
    [1, 5, 20, 50]
    """
    wanted = max(span / most, 1)
    power = int(10 ** floor(log10(wanted)))
    return next(first * power for first in ROUND if first * power >= wanted)


def ticks(low: float, high: float, most: int) -> tuple[int, ...]:
    """Round values from at or below *low* to at or above *high*, about *most* of them.

    >>> ticks(0, 87, most=5), ticks(-30, 45, most=5)
    ((0, 20, 40, 60, 80, 100), (-40, -20, 0, 20, 40, 60))
    """
    step = round_step(high - low, most)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return tuple(step * number for number in range(first, last + 1))


def whole_ticks(first: int, last: int, most: int) -> tuple[int, ...]:
    """Round whole numbers from *first* to *last*, with *first* itself if it is 1.

    >>> whole_ticks(1, 40, most=5), whole_ticks(1, 3, most=5)
    ((1, 10, 20, 30, 40), (1, 2, 3))
    """
    step = round_step(last - first, most)
    numbers = [number for number in range(step, last + 1, step) if number >= first]
    return tuple(sorted({*numbers, *({first} if first == 1 else ())}))


def date_ticks(first: date, last: date, most: int) -> tuple[date, ...]:
    """The starts of months or years from *first* to *last*, at most *most*; *first* itself if there is none.

    >>> [str(each) for each in date_ticks(date(2006, 5, 1), date(2026, 11, 22), most=5)]
    ['2010-01-01', '2015-01-01', '2020-01-01', '2025-01-01']
    """
    months = (last.year - first.year) * 12 + last.month - first.month
    step = next((step for step in MONTHS if months / step <= most), 12 * round_step(months / 12, most))
    return tuple(_months(first, last, step)) or (first,)


def _months(first: date, last: date, step: int) -> Iterator[date]:
    """The first days of months from *first* to *last*, every *step* months."""
    for month in range(first.year * 12 + first.month - 1, last.year * 12 + last.month):
        day = date(month // 12, month % 12 + 1, 1)
        if month % step == 0 and day >= first:
            yield day


DASHES = ("", "10 5", "3 5")
"""Solid, dashed and dotted: how the first, second and third line is told apart without its colour."""

LINE = 1.2 * LETTER
"""The height of a line of labels."""

MARK, SMALLEST_MARK = 7.0, 3.5

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Point:
    """A value on a line, and the shape that marks it."""

    x: float
    y: float
    shape: Shape | None = None


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a chart, in stretches that are not joined; and the band around it."""

    name: str
    stretches: tuple[tuple[Point, ...], ...]
    band: tuple[tuple[float, float, float], ...] = ()
    """x, lowest and highest value."""

    @property
    def points(self) -> list[Point]:
        return [point for stretch in self.stretches for point in stretch]

    @property
    def values(self) -> list[float]:
        """Every value that must be inside the frame."""
        around = [value for _, low, high in self.band for value in (low, high)]
        return [*(point.y for point in self.points), *around]


@dataclass(frozen=True, slots=True)
class Level:
    """A value with a line across the chart, such as the target."""

    value: float
    label: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """What a chart shows, before it has a size. It has at least one point."""

    lines: tuple[ChartLine, ...]
    across: tuple[tuple[float, str], ...]
    """The values with a label below the chart."""
    axis: str = ""
    """What the labels below count, in one word."""
    level: Level | None = None
    parts: tuple[tuple[float, str], ...] = ()
    """Where each part of the chart starts, and its label."""
    part: str = ""
    """What the parts are, in one word: games."""
    from_zero: bool = True
    """Whether zero is always in the frame."""

    @property
    def low_and_high(self) -> tuple[float, float]:
        """The lowest and the highest value that must be inside the frame."""
        values = [value for line in self.lines for value in line.values]
        values += [self.level.value] if self.level else []
        values += [0] if self.from_zero else []
        return min(values), max(values)

    @property
    def first_and_last(self) -> tuple[float, float]:
        """The ends of the axis below."""
        places = [point.x for line in self.lines for point in line.points]
        return min(places), max(places)


@dataclass(frozen=True)
class LineLayout:
    """A chart of lines in a frame of a fixed size."""

    chart: LineChart
    width: int
    height: int

    @property
    def drawing(self) -> Drawing:
        """Everything at its place."""
        return Drawing(
            self.width,
            self.height,
            tuple(self._rules()),
            (*self._areas(), *self._lines(), *self._marks()),
            tuple(self._labels()),
        )

    @cached_property
    def _ticks(self) -> tuple[int, ...]:
        """The values with a line of the grid."""
        low, high = self.chart.low_and_high
        return ticks(low, high, max(2, int(self.height // 65)))

    @cached_property
    def left(self) -> float:
        """Where the lines start, on the right of the widest value."""
        return 10 + max(map(text_width, (*map(_said, self._ticks), self.chart.axis, self.chart.part)))

    @cached_property
    def right(self) -> float:
        """Where the lines end."""
        return self.width - 12

    @property
    def top(self) -> float:
        """Below the numbers of the parts, or the label of a level."""
        return LINE + (14 if self.chart.parts else 6)

    @property
    def bottom(self) -> float:
        """Above the labels of the axis."""
        return self.height - LINE - 12

    @cached_property
    def x(self) -> Scale:
        """The scale across."""
        return Scale(*self.chart.first_and_last, self.left, self.right)

    @cached_property
    def y(self) -> Scale:
        """The scale upwards."""
        return Scale(self._ticks[0], self._ticks[-1], self.bottom, self.top)

    def place(self, point: Point) -> Place:
        return self.x.at(point.x), self.y.at(point.y)

    def _rules(self) -> Iterator[StraightLine]:
        for tick in self._ticks:
            height = self.y.at(tick)
            yield StraightLine(self.left, height, self.right, height, "zero" if tick == 0 else "grid")
        for start, _ in self.chart.parts[1:]:
            yield StraightLine(self.x.at(start), self.top, self.x.at(start), self.bottom, "part")
        if self.chart.level:
            height = self.y.at(self.chart.level.value)
            yield StraightLine(self.left, height, self.right, height, "level")

    def _areas(self) -> Iterator[Path]:
        for index, line in enumerate(self.chart.lines):
            if line.band:
                upper = [(self.x.at(x), self.y.at(high)) for x, _, high in line.band]
                lower = [(self.x.at(x), self.y.at(low)) for x, low, _ in reversed(line.band)]
                yield Path(polygon([*upper, *lower]), "area", tone(index))

    def _lines(self) -> Iterator[Path]:
        for index, line in enumerate(self.chart.lines):
            data = "".join(polyline(map(self.place, stretch)) for stretch in line.stretches)
            yield Path(data, "line", tone(index), DASHES[index % len(DASHES)])

    def _marks(self) -> Iterator[Path]:
        for index, line in enumerate(self.chart.lines):
            for shape, draw in SHAPES.items():
                marked = [self.place(point) for point in line.points if point.shape is shape]
                if marked:
                    data = "".join(draw(*place, self._mark_size) for place in marked)
                    yield Path(data, "mark", tone(index))

    @cached_property
    def _mark_size(self) -> float:
        """Small enough for neighbours to be told apart."""
        first, last = self.chart.first_and_last
        apart = (self.right - self.left) / max(last - first, 1)
        return max(SMALLEST_MARK, min(MARK, apart * 0.8))

    def _labels(self) -> Iterator[Text]:
        for tick in self._ticks:
            yield Text(self.left - 6, self.y.at(tick) + LETTER * 0.35, _said(tick), Anchor.END)
        yield from self._row(self.chart.axis, self._across(), self._below)
        yield from self._row(self.chart.part, self._parts(), LETTER)
        if self.chart.level:
            height = self.y.at(self.chart.level.value) - 6
            yield Text(self.left + 6, height, self.chart.level.label, kind="level")

    @property
    def _below(self) -> float:
        """The baseline of the labels below the chart."""
        return self.bottom + LINE + 5

    def _row(self, head: str, labels: Iterable[Text], y: float) -> tuple[Text, ...]:
        """The *labels* of a row that do not overlap, after its *head*, which is beside the frame."""
        return fitting((Text(self.left - 6, y, head, Anchor.END), *labels) if head else labels)

    def _across(self) -> Iterator[Text]:
        """The labels of the axis below, none over the sides."""
        for value, label in self.chart.across:
            half = text_width(label) / 2
            middle = max(half, min(self.x.at(value), self.width - half))
            yield Text(middle, self._below, label, Anchor.MIDDLE)

    def _parts(self) -> Iterator[Text]:
        """The name of each part above its middle."""
        starts = [start for start, _ in self.chart.parts]
        ends = [*starts[1:], self.chart.first_and_last[1]]
        for (start, label), end in zip(self.chart.parts, ends, strict=False):
            yield Text(self.x.at((start + end) / 2), LETTER, label, Anchor.MIDDLE, "part")


def tone(index: int) -> str:
    """The CSS class of a line."""
    return ("one", "two", "three")[index % 3]


def _said(tick: int) -> str:
    """The label of a value, with a real minus sign."""
    return str(tick).replace("-", "−")
