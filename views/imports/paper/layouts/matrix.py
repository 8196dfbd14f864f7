"""A matrix of players: in each cell the points of one against another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from models.gin.player_names import is_name, without_variants
from views.imports.days import day_of
from views.imports.paper.headings import Meaning
from views.imports.paper.layouts.common import number
from views.imports.paper.problems import MOST_FOUND, PaperProblem, Problems, Wrong, in_cell
from views.imports.paper.reading import Role, RowKind, RowPoints, TableReading, Way
from views.imports.paper.table import PaperColumn, PaperTable, day_alone
from views.imports.paper.table_text import Row, is_none, points_of, points_of_both

LEAST_KNOWN = 0.7
"""Which share of the names down must also stand across."""


LEAST_POINTS = 10
"""The least that the largest number in a matrix can be."""


@dataclass(frozen=True)
class Grid:
    """The players of a matrix with their rows and columns."""

    names: tuple[str, ...]
    """As they are written down."""
    rows: Mapping[str, Row]
    columns: Mapping[str, int]
    """Rows and columns by names, written as names are compared."""


class Matrix:
    """A table with the same players down and across."""

    def guesses(self, table: PaperTable) -> Iterator[TableReading]:
        """Recognised if most names down also stand across."""
        if _labels(table) is None:
            return
        roles, names = (Role.NOTHING,) * table.width, ("",) * table.width
        yield TableReading(Way.MATRIX, roles, names, RowKind.GAME)
        yield TableReading(Way.MATRIX_DOWN, roles, names, RowKind.GAME, is_likely=False)

    def takes(self, reading: TableReading) -> bool:
        return reading.way in (Way.MATRIX, Way.MATRIX_DOWN)

    def missing(self, table: PaperTable, reading: TableReading) -> Iterator[Wrong]:
        yield from ()

    def points_in(self, table: PaperTable, reading: TableReading, problems: Problems) -> Iterator[RowPoints]:
        """A match for each two who have points against each other."""
        grid = _grid(table, problems)
        if problems:
            return
        said, order = next(filter(None, map(day_alone, table.rows)), ""), reading.day_order
        day = day_of(said, order) if order else None
        if _halves_are_alike(grid):
            problems.append(PaperProblem(Wrong.HALVES_ALIKE))
            return
        if _may_be_games(grid):
            problems.append(PaperProblem(Wrong.GAMES_WON))
            return
        for one, other in combinations(grid.names, 2):
            if len(problems) >= MOST_FOUND:
                return
            points = _points(grid, one, other, problems)
            if points is not None and any(points):
                mine, theirs = points if reading.way is Way.MATRIX else points[::-1]
                line = grid.rows[without_variants(one)].line
                yield RowPoints(line, day, {one: mine, other: theirs})


def _halves_are_alike(grid: Grid) -> bool:
    """Whether the same stands above and below the diagonal, with points of several pairs."""
    halves = [
        (_cell(grid, one, other), _cell(grid, other, one)) for one, other in combinations(grid.names, 2)
    ]
    with_points = sum(bool(points_of(here)) for here, _there in halves)
    return with_points > 1 and all(here == there for here, there in halves)


def _may_be_games(grid: Grid) -> bool:
    """Whether all numbers are as small as those of games that somebody won."""
    pairs = [(one, other) for one in grid.names for other in grid.names if one != other]
    points = [
        each
        for one, other in pairs
        if (cell := _cell(grid, one, other))
        for each in points_of_both(cell) or [points_of(cell) or 0]
    ]
    return 0 < max(points, default=0) < LEAST_POINTS and min(points) >= 0


def _labels(table: PaperTable) -> PaperColumn | None:
    """The column with the players down."""
    if table.headings is None:
        return None
    names = next((column for column in table.columns if column.has_names), None)
    if (
        names is None
        or names.meaning in (Meaning.WINNER, Meaning.LOSER)
        or len(names.values) < len(names.cells)
    ):
        return None
    across = {without_variants(cell) for cell in table.headings.cells[names.index + 1 :] if cell}
    known = len(names.values & across)
    return names if known >= 2 and known >= LEAST_KNOWN * len(names.values) else None


def _grid(table: PaperTable, problems: Problems) -> Grid:
    """The players down, then those who only stand across, as the last one of a half matrix does."""
    labels, headings = _labels(table), table.headings
    if labels is None or headings is None:
        return Grid((), {}, {})
    columns = {
        without_variants(cell): index
        for index, cell in enumerate(headings.cells)
        if cell and index != labels.index
    }
    rows = dict[str, Row]()
    names = list[str]()
    for row in table.rows:
        name = " ".join(row.cell(labels.index).split())
        if day_alone(row) is not None:
            continue
        if not is_name(name) or without_variants(name) not in columns:
            problems.append(in_cell(row, labels.index, Wrong.NOT_A_HEADING, quoted=True))
        elif without_variants(name) in rows:
            problems.append(in_cell(row, labels.index, Wrong.NAMED_TWICE))
        else:
            names.append(name)
            rows[without_variants(name)] = row
    across_only = [
        " ".join(headings.cell(index).split())
        for name, index in columns.items()
        if name not in rows
        and index > labels.index
        and table.columns[index].meaning is None
        and any(row.cell(index) for row in rows.values())
    ]
    return Grid((*names, *across_only), rows, columns)


def _cell(grid: Grid, one: str, other: str) -> str:
    """What stands in the row of *one* and the column of *other*; "" if there is no such row."""
    row, column = grid.rows.get(without_variants(one)), grid.columns.get(without_variants(other))
    return row.cell(column) if row is not None and column is not None else ""


def _points(grid: Grid, one: str, other: str, problems: Problems) -> tuple[int, int] | None:
    """The points of two players against each other; None if they have not played."""
    here, there = _cell(grid, one, other), _cell(grid, other, one)
    if not _has_points(here) and not _has_points(there):
        return None
    if (both := points_of_both(here)) and (not _has_points(there) or points_of_both(there) == both[::-1]):
        return both
    first = _read(grid, one, other, problems) if _has_points(here) else 0
    second = _read(grid, other, one, problems) if _has_points(there) else 0
    if first is None or second is None:
        return None
    if first < 0 and not _has_points(there):
        return 0, -first
    if second < 0 and not _has_points(here):
        return -second, 0
    return first, second


def _has_points(cell: str) -> bool:
    """Whether something is written in a cell but the word for none."""
    return bool(cell) and not is_none(cell)


def _read(grid: Grid, one: str, other: str, problems: Problems) -> int | None:
    row = grid.rows[without_variants(one)]
    return number(row, grid.columns[without_variants(other)], problems)
