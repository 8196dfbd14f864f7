"""Labels that never overlap: moved apart, left out or shortened."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from models.records.tables.graphemes import graphemes
from views.charts.drawing import Text, text_width

GAP = 6
"""The least distance between two labels in a row."""


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places from *low* to *high* as near to the *wanted* ones as possible, at least *gap* apart.

    >>> spread([50, 50], 20, 0, 100), spread([95, 99], 20, 0, 100), spread([10, 80], 20, 0, 100)
    ([40.0, 60.0], [80, 100], [10.0, 80.0])
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    groups = [[wanted[index]] for index in order]
    while (close := _first_close(groups, gap, low, high)) is not None:
        groups[close : close + 2] = [groups[close] + groups[close + 1]]
    placed = [place for group in groups for place in _around(group, gap, low, high)]
    positions = dict(zip(order, placed, strict=True))
    return [positions[index] for index in range(len(wanted))]


def _first_close(groups: Sequence[Sequence[float]], gap: float, low: float, high: float) -> int | None:
    """The first group of labels that comes too near to the next one."""
    placed = [_around(group, gap, low, high) for group in groups]
    return next((index for index, (one, two) in enumerate(pairwise(placed)) if two[0] - one[-1] < gap), None)


def _around(group: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places *gap* apart around the middle of what a group of labels wants."""
    reach = gap * (len(group) - 1)
    first = max(low, min(sum(group) / len(group) - reach / 2, high - reach))
    return [first + gap * index for index in range(len(group))]


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
