"""Totals so far: whether the points in rows are such sums, and what was gained between two of them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import factorial, prod

from views.imports.paper.headings import Meaning
from views.imports.paper.reading import TableReading
from views.imports.paper.table_text import points_of, points_or_zero, with_points

LEAST_SUMS = 3
"""Rows that have to grow before they can be sums so far."""

SELDOM, SOMETIMES = 12, 4
"""If the points were sums by chance: how many orders make that very unlikely, or rather unlikely."""

LARGE_HAND = 90
"""Points that a hand seldom has."""


def readings_with_sums(
    usual: TableReading,
    running: TableReading,
    cells: Sequence[Sequence[str]],
    called: Collection[Meaning | None] = (),
) -> Iterator[TableReading]:
    """The *usual* reading of rows of points, and the *running* one, if the *cells* are or may be sums so far.

    *called* is what the headings of the columns say.
    """
    certain = _are_sums(cells, called)
    if certain:
        yield running
    yield replace(usual, is_likely=not certain)
    if not certain and _may_be_sums(cells, called):
        yield running


def _are_sums(cells: Sequence[Sequence[str]], called: Collection[Meaning | None]) -> bool:
    """Whether totals grow that are called so; or else one in each row, and the others are written again."""
    steps = _steps(cells)
    if steps is None:
        return False
    again = sum(with_points(row) > 1 for row in cells)
    return {*called} == {Meaning.RUNNING} or (again > 1 and all(step <= 1 for step in steps))


def _may_be_sums(cells: Sequence[Sequence[str]], called: Collection[Meaning | None]) -> bool:
    """Whether every total grows from the first row to the last, which points seldom do by chance."""
    steps = _steps(cells, falls=False)
    if steps is not None and {*called} == {Meaning.TOTAL} and len(cells) > 1:
        return True
    if steps is None or sum(map(bool, steps)) < LEAST_SUMS:
        return False
    columns = [[cell for cell in column if cell] for column in zip(*cells, strict=True)]
    if all(len(column) == len(cells) for column in columns):
        if any(with_points(row) > 1 for row in cells):
            return True
        # One player has nothing yet: how often the total of the other grows has to tell.
        columns = [[*dict.fromkeys(cell for cell in column if points_of(cell))] for column in columns]
    orders = prod(factorial(min(len(column), 20)) for column in columns)
    largest = max((points_of(cell) or 0 for column in columns for cell in column), default=0)
    return orders >= SELDOM or (orders >= SOMETIMES and largest >= LARGE_HAND)


def _steps(cells: Sequence[Sequence[str]], *, falls: bool = True) -> list[int] | None:
    """How many totals grow from each row to the next; None if one falls, but for the first hand of a game."""
    rows = [[points_or_zero(cell) if cell else None for cell in row] for row in cells]
    found = list[int]()
    before = [0] * len(rows[0]) if rows else []
    for row in rows:
        now = [was if each is None else each for was, each in zip(before, row, strict=True)]
        if any(each < was for was, each in zip(before, now, strict=True)):
            if not falls or sum(each > 0 for each in now) > 1:
                return None
            before = [0] * len(row)
        found.append(sum(was != each for was, each in zip(before, now, strict=True)))
        before = now
    return found


class RunningTotals:
    """The totals so far of a game, as they are read."""

    def __init__(self) -> None:
        self.game = 1
        self._number = ""
        self._so_far: dict[str, int] = {}

    def gained(self, totals: Mapping[str, int], number: str) -> dict[str, int]:
        """What each player has got since the row before; all of it, if a new game starts."""
        is_next, self._number = number != self._number, number
        if is_next or any(total < self._so_far.get(name, 0) for name, total in totals.items()):
            self.game += 1
            self._so_far = {}
        gained = {name: total - self._so_far.get(name, 0) for name, total in totals.items()}
        self._so_far |= totals
        return gained if any(gained.values()) else {}
