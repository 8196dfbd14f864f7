"""A chart as a page shows it: drawn for phones and for wide screens, with a key, and as a table."""

from dataclasses import dataclass

from views.charts.bar_chart import BarChart, BarLayout
from views.charts.drawing import SHAPES, Drawing, Path, Shape
from views.charts.line_chart import DASHES, LineChart, LineLayout, tone

PHONE, WIDE = (340, 300), (720, 400)
"""Width and height of the two sizes. A page shows the one that fits (static/css/components/charts.css)."""


@dataclass(frozen=True, slots=True)
class LineKey:
    """A line of the chart beside its name, as it looks."""

    name: str
    figure: str
    """What it has come to."""
    sample: Path


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape and what it stands for."""

    label: str
    sample: Path


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row of the table. The first cell is its head."""

    cells: tuple[str, ...]
    url: str = ""


@dataclass(frozen=True, slots=True)
class ChartFigure:
    name: str
    """Names it in ids, and so is different for each chart of a page."""
    title: str
    description: str
    """What it shows, in sentences."""
    drawings: tuple[Drawing, ...]
    heads: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    """Every value of the chart."""
    words: int = 1
    """How many of its columns, from the first, are words and not figures."""
    keys: tuple[LineKey, ...] = ()
    marks: tuple[Mark, ...] = ()


def line_drawings(chart: LineChart) -> tuple[Drawing, ...]:
    """A chart of lines for a phone and for a wide screen."""
    return tuple(LineLayout(chart, *size).drawing for size in (PHONE, WIDE))


def bar_drawings(chart: BarChart) -> tuple[Drawing, ...]:
    """A chart of bars for a phone and for a wide screen."""
    return tuple(BarLayout(chart, width).drawing for width, _ in (PHONE, WIDE))


def line_key(index: int, name: str, figure: str) -> LineKey:
    """The key of a line: a short piece of it."""
    return LineKey(name, figure, Path("M2 10L38 10", "line", tone(index), DASHES[index % len(DASHES)]))


def bar_key(index: int, name: str, figure: str) -> LineKey:
    return LineKey(name, figure, Path("M2 2h36v16h-36z", "bar", tone(index)))


def mark(shape: Shape, label: str) -> Mark:
    """The key of a shape."""
    return Mark(label, Path(SHAPES[shape](10, 10, 7), "mark"))
