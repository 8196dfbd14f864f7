"""Labels that never overlap: left out or shortened."""

from collections.abc import Iterable, Sequence
from itertools import accumulate

from models.records.tables.graphemes import graphemes
from views.charts.drawing import Text, text_width

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
