"""Columns with names and points: which of them can say who played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from models.gin.player_names import without_variants
from views.imports.days import has_digit
from views.imports.paper.headings import Meaning, means_only
from views.imports.paper.layouts.common import (
    day_column,
    is_left_out,
    is_number,
    with_day_order,
    with_games,
)
from views.imports.paper.reading import MOST_PLAYERS, Reading, Role, RowKind, Way
from views.imports.paper.table import CellKind, Column, Table, overlapping

NAMED = {Meaning.NAME, Meaning.WINNER, Meaning.LOSER}


@dataclass(frozen=True)
class Candidates:
    """The columns of a table that may have names and points."""

    table: Table
    names: tuple[Column, ...]
    points: tuple[Column, ...]
    both: tuple[Column, ...]
    unclear: tuple[Column, ...]
    """Columns of numbers that could be points too."""

    def meaning(self, *these: Meaning) -> Column | None:
        """The column with names that is called so."""
        return next((column for column in self.names if column.meaning in these), None)

    def reading(self, way: Way, roles: Mapping[Column, Role], kind: RowKind = RowKind.HAND) -> Reading:
        """A reading with these *roles*; others are those that every layout gives."""
        day = day_column(self.table)
        all_roles = [
            roles.get(column) or (Role.DAY if column == day else self._other_role(column))
            for column in self.table.columns
        ]
        headings = tuple(column.heading for column in self.table.columns)
        reading = with_day_order(self.table, Reading(way, tuple(all_roles), headings, kind))
        return reading if way is Way.LIST else with_games(self.table, reading)

    def _other_role(self, column: Column) -> Role:
        if column in self.unclear:
            return Role.UNCLEAR
        if is_left_out(column) or column.meaning is not None or column.kind in (CellKind.DAYS, CellKind.BOTH):
            return Role.NOTHING
        has_names_of_players = any(column.values & other.values for other in self.names)
        # A day in another language has digits.
        may_matter = has_names_of_players or column.mostly(has_digit)
        return Role.UNCLEAR if may_matter else Role.NOTHING


def candidates_in(table: Table) -> Candidates:
    """The columns with names and points."""
    day = day_column(table)
    columns = [column for column in table.columns if column != day and not is_left_out(column)]
    names = _names(table, columns)
    numbers = [column for column in columns if column.kind is CellKind.POINTS]
    called = [column for column in numbers if column.meaning is Meaning.POINTS]
    unknown = [column for column in numbers if column.meaning is None]
    called = called or [column for column in numbers if column.meaning in NAMED]
    called = called or [column for column in numbers if column.meaning is Meaning.TOTAL and not unknown]
    both = [column for column in columns if column.kind is CellKind.BOTH]
    points = called or ([] if both else unknown)
    return Candidates(
        table,
        tuple(names),
        tuple(points),
        tuple(both),
        tuple(column for column in unknown if column not in points),
    )


def _names(table: Table, columns: Sequence[Column]) -> list[Column]:
    texts = [column for column in columns if column.has_names and column.meaning in (None, *NAMED)]
    known = [column for column in texts if column.meaning in NAMED]
    if known:
        said = frozenset().union(*(column.values for column in known))
        return [column for column in texts if column in known or column.values & said]
    if table.headings is None:
        return texts
    shared = list(overlapping(texts))
    numbers = [column for column in columns if column.kind is CellKind.POINTS]
    return shared or (texts if len(texts) == 1 and len(numbers) == 1 else [])


def shared_numbers(found: Candidates) -> Column | None:
    """The column of numbers that the lines of one game share."""
    for column in found.table.columns:
        is_one = is_number(column) or means_only(column.heading, Meaning.NUMBER)
        if is_one and 1 < len(column.values) < len(column.cells) and _shares(column, found):
            return column
    return None


def _shares(column: Column, found: Candidates) -> bool:
    """Whether rows with the same number, one after the other, are of different players."""
    name = found.names[0].index
    for _nth, group in groupby(found.table.first_rows, key=lambda row: row.cell(column.index)):
        names = [without_variants(row.cell(name)) for row in group]
        if not 2 <= len(set(names)) == len(names) <= MOST_PLAYERS:
            return False
    return True
