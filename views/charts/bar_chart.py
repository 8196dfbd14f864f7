"""A chart of bars that lie on their side, a label and a figure at each: points by way of winning."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from views.charts.drawing import LETTER, Anchor, Drawing, Path, StraightLine, Text, bar, shortened, text_width
from views.charts.line_chart import Scale, tone
from views.language.asked_languages import isolate

BAR = 22
"""How thick a bar is."""

PITCH = 28
"""The distance from one bar to the next of its group."""


WIDEST_NAME = 0.27
"""How much of the width the names of the bars may take."""


@dataclass(frozen=True, slots=True)
class BarGroup:
    """A bar for each side, under a label."""

    label: str
    values: tuple[int, ...]
    labels: tuple[str, ...]
    """The figures beside the bars, as text."""


@dataclass(frozen=True, slots=True)
class BarChart:
    """What a chart shows, before it has a size. No value is negative."""

    names: tuple[str, ...]
    groups: tuple[BarGroup, ...]


@dataclass(frozen=True)
class BarLayout:
    """A chart of bars in a frame of a fixed width; its height follows from the number of bars."""

    chart: BarChart
    width: int

    @property
    def drawing(self) -> Drawing:
        rule = StraightLine(self.left, 0, self.left, self.height, "zero")
        return Drawing(self.width, self.height, (rule,), tuple(self._bars()), tuple(self._texts()))

    @property
    def left(self) -> float:
        """Where the bars start: below their labels, at the side."""
        return 2

    @cached_property
    def x(self) -> Scale:
        """The scale across, with room for the figure beside the longest bar."""
        highest = max((value for group in self.chart.groups for value in group.values), default=0)
        widest = max((text_width(label) for *_, label in self._labelled()), default=0)
        return Scale(0, max(highest, 1), self.left, self.width - widest - 10)

    @property
    def _group_height(self) -> int:
        return LETTER + 14 + PITCH * len(self.chart.names) + 8

    @property
    def height(self) -> int:
        return self._group_height * len(self.chart.groups)

    def _bars(self) -> Iterator[Path]:
        for y, value, index, _ in self._placed():
            yield Path(bar(self.left, y, max(self.x.at(value) - self.left, 0), BAR), "bar", tone(index))

    def _texts(self) -> Iterator[Text]:
        for number, group in enumerate(self.chart.groups):
            yield Text(self.left, number * self._group_height + LETTER, group.label, kind="part")
        for y, value, _, label in self._placed():
            yield Text(self.x.at(value) + 6, y + BAR * 0.78, label, Anchor.START, "axis")

    @cached_property
    def _short_names(self) -> list[str]:
        return shortened(self.chart.names, self.width * WIDEST_NAME)

    def _labelled(self) -> Iterator[tuple[int, int, int, str]]:
        """Each bar: its group, its side, its value, and the name of the side with the figure."""
        for number, group in enumerate(self.chart.groups):
            for index, (value, label) in enumerate(zip(group.values, group.labels, strict=True)):
                yield number, index, value, f"{isolate(self._short_names[index])} {label}"

    def _placed(self) -> Iterator[tuple[float, int, int, str]]:
        """Each bar: its top, its value, its side, what is beside it."""
        for number, index, value, label in self._labelled():
            top = number * self._group_height + LETTER + 10
            yield top + PITCH * index, value, index, label
