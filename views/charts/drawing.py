"""What a chart is drawn from: texts, lines, paths and marks at their places, in a frame of a fixed size."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import accumulate
from math import cos, pi, sin
from unicodedata import category, east_asian_width

from models.records.tables.graphemes import graphemes

LETTER = 18
"""The size of letters, in the units of the frame: a frame as wide as a phone is shown at its own size."""

WIDTHS: Mapping[str, float] = dict.fromkeys("ijl.,:;'’|! ", 0.36) | dict.fromkeys("mwMW–—…%&@", 0.98)
"""How wide a sign is, in letter sizes, in a wide typeface without serifs."""

CAPITAL, ORDINARY, FULL = 0.76, 0.64, 1.05


class Anchor(StrEnum):
    """Which part of a text is at its place."""

    START = auto()
    MIDDLE = auto()
    END = auto()


class Shape(StrEnum):
    """The shape of a mark. Each is told apart without its colour."""

    CIRCLE = auto()
    DIAMOND = auto()
    STAR = auto()
    TRIANGLE = auto()
    SQUARE = auto()
    CROSS = auto()


@dataclass(frozen=True, slots=True)
class Text:
    """A label. Its place is on the baseline."""

    x: float
    y: float
    text: str
    anchor: Anchor = Anchor.START
    kind: str = "axis"
    """"axis", "part" or "level"."""
    tone: str = ""
    """The CSS class of a player, or ""."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom: no less than what any typeface takes."""
        width = text_width(self.text)
        left = self.x - {Anchor.START: 0, Anchor.MIDDLE: width / 2, Anchor.END: width}[self.anchor]
        return left, self.y - 0.8 * LETTER, left + width, self.y + 0.25 * LETTER


@dataclass(frozen=True, slots=True)
class StraightLine:
    """A straight line: of the grid, of an axis, between games, at a target."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str
    """"grid", "zero", "part" or "level"."""

    @property
    def data(self) -> str:
        """As the data of an SVG path."""
        return polyline([(self.x1, self.y1), (self.x2, self.y2)])


@dataclass(frozen=True, slots=True)
class Path:
    """A line, an area or marks of one shape, as the data of an SVG path."""

    data: str
    kind: str
    """"line", "area", "mark" or "bar"."""
    tone: str = ""
    dash: str = ""
    """The lengths of dashes and gaps; "" for a solid line."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart of one size."""

    width: int
    height: int
    rules: tuple[StraightLine, ...]
    paths: tuple[Path, ...]
    texts: tuple[Text, ...]


def text_width(text: str) -> float:
    """About the width of *text* in letters of the usual size; rather too much than too little.

    >>> text_width("100") == 3 * 0.64 * LETTER, text_width("王") > text_width("W")
    (True, True)
    """
    return sum(map(sign_width, text)) * LETTER


def sign_width(sign: str) -> float:
    """The width of one sign, in letter sizes; joiners and accents have none."""
    if sign in WIDTHS:
        return WIDTHS[sign]
    if category(sign) in {"Mn", "Me", "Cf"}:
        return 0
    if east_asian_width(sign) in "WF" or category(sign) == "So":
        return FULL
    return CAPITAL if sign.isupper() else ORDINARY


def number(value: float) -> str:
    """A coordinate with one decimal at most.

    >>> number(12.0), number(3.14159), number(-0.01)
    ('12', '3.1', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """The path through *points*. Points in the middle of a level stretch are left out.

    >>> polyline([(0, 5), (10, 5), (20, 5), (30, 9)])
    'M0 5L20 5L30 9'
    """
    corners: list[tuple[float, float]] = []
    for point in points:
        if len(corners) > 1 and corners[-2][1] == corners[-1][1] == point[1]:
            corners.pop()
        corners.append(point)
    return "".join(f"{'L' if index else 'M'}{number(x)} {number(y)}" for index, (x, y) in enumerate(corners))


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """The closed path around *points*."""
    return polyline(points) + "z"


def bar(x: float, y: float, width: float, height: float) -> str:
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"


def _circle(x: float, y: float, size: float) -> str:
    across, half = number(2 * size), number(size)
    return f"M{number(x - size)} {number(y)}a{half} {half} 0 1 0 {across} 0a{half} {half} 0 1 0 -{across} 0z"


def _corners(count: int, *reach: float) -> Callable[[float, float, float], str]:
    """A shape of *count* corners, the first at the top, which reach as far as *reach* says, in turn."""

    def shape(x: float, y: float, size: float) -> str:
        turns = (2 * pi * corner / count for corner in range(count))
        reaches = (size * reach[corner % len(reach)] for corner in range(count))
        return polygon(
            (x + far * sin(turn), y - far * cos(turn)) for turn, far in zip(turns, reaches, strict=True)
        )

    return shape


def _square(x: float, y: float, size: float) -> str:
    return bar(x - 0.9 * size, y - 0.9 * size, 1.8 * size, 1.8 * size)


def _cross(x: float, y: float, size: float) -> str:
    arm, far = 0.5 * size, 1.4 * size
    corners = (
        (-arm, -far), (arm, -far), (arm, -arm), (far, -arm), (far, arm), (arm, arm),
        (arm, far), (-arm, far), (-arm, arm), (-far, arm), (-far, -arm), (-arm, -arm),
    )  # fmt: skip
    return polygon((x + right, y + down) for right, down in corners)


SHAPES: Mapping[Shape, Callable[[float, float, float], str]] = {
    Shape.CIRCLE: _circle,
    Shape.DIAMOND: _corners(4, 1.3),
    Shape.STAR: _corners(10, 1.6, 0.7),
    Shape.TRIANGLE: _corners(3, 1.4),
    Shape.SQUARE: _square,
    Shape.CROSS: _cross,
}
"""The path of each shape around a point, for a circle of the same weight."""


GAP = 6
"""The least distance between two labels in a row."""


def fitting(labels: Iterable[Text]) -> tuple[Text, ...]:
    """The *labels* of a row, from left to right, without those that would touch the one before."""
    fitting_labels: list[Text] = []
    for label in labels:
        if not fitting_labels or label.box[0] >= fitting_labels[-1].box[2] + GAP:
            fitting_labels.append(label)
    return tuple(fitting_labels)


def shortened(names: Sequence[str], widest: float) -> list[str]:
    """*names* no wider than *widest*: the first word if that fits, else cut; still different if possible.

    >>> shortened(["Ann", "Margaret Atwood"], text_width("Margaret")), shortened(["Ann B", "Ann C"], 45)
    (['Ann', 'Margaret'], ['A…B', 'A…C'])
    """
    firsts = [_first_word(name, widest) for name in names]
    if len(set(firsts)) == len(names):
        return firsts
    return [
        name
        if text_width(name) <= widest
        else _cut("".join(graphemes(name)[:-1]), widest, graphemes(name)[-1])
        for name in names
    ]


def _first_word(name: str, widest: float) -> str:
    if text_width(name) <= widest:
        return name
    first = name.split()[0]
    return first if text_width(first) <= widest else _cut(name, widest)


def _cut(name: str, widest: float, last: str = "") -> str:
    """The start of *name* with an ellipsis and *last*."""
    first, *starts = accumulate(graphemes(name)) if name else [""]
    fits = [start for start in starts if text_width(f"{start}…{last}") <= widest]
    return f"{(fits or [first])[-1].rstrip()}…{last}"
