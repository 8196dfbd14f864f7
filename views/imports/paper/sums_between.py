"""Rows of a paper that have the sums of the rows above them."""

from collections.abc import Sequence
from itertools import pairwise

from views.imports.days import is_day
from views.imports.paper.cells import points_of
from views.imports.paper.day_lines import day_alone
from views.imports.paper.table import LOOKED_AT
from views.imports.paper.table_text import Row

LEAST_SUMMED = 2
"""Rows above one that is taken for their sum, if it is not called so."""


def sums_between(rows: Sequence[Row]) -> list[Row]:
    """The rows that have the sums of those above: of a game, of an evening, or of all so far."""
    found, since, everything = list[Row](), _Sums(), _Sums()
    numbered = [
        index for index in range(max((len(row.cells) for row in rows), default=0)) if _counts(rows, index)
    ]
    for row in rows:
        is_hand = any(map(row.cell, numbered))
        if not is_hand and (
            (since.rows >= LEAST_SUMMED and since.are_in(row)) or (found and everything.are_in(row))
        ):
            found.append(row)
            since = _Sums()
        elif len(row.filled) > 1 or day_alone(row) is None:
            since.add(row)
            everything.add(row)
    return [row for row in found if row is rows[-1] or _is_more_than_one_sum(row)]


def _counts(rows: Sequence[Row], index: int) -> bool:
    """Whether a column numbers hands or games, so that a row with a number is one of them."""
    numbers = [points_of(row.cell(index).rstrip(".")) for row in rows[:LOOKED_AT] if row.cell(index)]
    known = [number for number in numbers if number is not None]
    steps = all(next_one in (one, one + 1, 1) for one, next_one in pairwise(known))
    return len(known) == len(numbers) > 1 and known[0] in (0, 1) and steps


def _is_more_than_one_sum(row: Row) -> bool:
    """Whether the points in a *row* do not mirror each other: one sum may be chance, two are not."""
    return sum(points_of(cell) or 0 for cell in row.cells) != 0


class _Sums:
    """The sums of columns over some rows."""

    def __init__(self) -> None:
        self.rows = 0
        self._points: dict[int, int] = {}
        self._last: dict[int, str] = {}

    def add(self, row: Row) -> None:
        """Add a row; a cell that is empty leaves its column as it is."""
        self.rows += 1
        for index, cell in enumerate(row.cells):
            if cell:
                self._points[index] = self._points.get(index, 0) + (points_of(cell) or 0)
                self._last[index] = cell

    def are_in(self, row: Row) -> bool:
        """Whether a *row* has these sums of two columns, and nothing else but the same day."""
        summed = 0
        for index, cell in reversed([*enumerate(row.cells)]):
            points = points_of(cell)
            if not cell or (points is None and cell == self._last.get(index) and is_day(cell)):
                continue
            # Without points above, 0 is a sum too; the sum of noughts may be a hand.
            if points != self._points.get(index, 0) or not (points or index not in self._points):
                return False
            summed += 1
        return summed > 1
