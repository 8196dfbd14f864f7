"""How a table is read: in which layout, and what its columns are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from models.gin.player_names import LONGEST_REMARK, is_remark
from views.imports.paper.headings import means_notes
from views.imports.paper.layouts.common import Layout, day_column, is_left_out, is_number, with_day_order
from views.imports.paper.layouts.matrix import Matrix
from views.imports.paper.layouts.name_columns import NamesAndPoints, PlayerRows, Winners
from views.imports.paper.layouts.player_columns import PlayerColumns, player_columns
from views.imports.paper.layouts.players_down import PlayersDown
from views.imports.paper.problems import LONGEST_TEXT, PaperProblem, Problems, Wrong
from views.imports.paper.reading import Role, RowKind, RowPoints, TableReading, Way, corrected
from views.imports.paper.table import CellKind, PaperColumn, PaperTable

PLAYERS_DOWN: Sequence[Layout] = (Matrix(), PlayersDown())
"""Layouts with a row for each player. A table in one of them is in no other, and no column can be chosen."""

BY_COLUMNS: Sequence[Layout] = (NamesAndPoints(), PlayerRows(), Winners(), PlayerColumns())
"""Layouts that are told by what is in each column."""


def possible_readings(table: PaperTable) -> list[TableReading]:
    """The readings of *table*, the most likely first; never none."""
    for layout in PLAYERS_DOWN:
        if found := list(layout.guesses(table)):
            return found
    guessed = [_with_others(table, reading) for layout in BY_COLUMNS for reading in layout.guesses(table)]
    return sorted(guessed, key=lambda reading: not reading.is_likely) or [_nothing_known(table)]


def _with_others(table: PaperTable, reading: TableReading) -> TableReading:
    """*reading* with what is known of columns without points: numbers and notes."""

    def role(column: PaperColumn, guessed: Role) -> Role:
        if guessed is not Role.NOTHING or not column.cells:
            return guessed
        if means_notes(column.heading):
            return Role.NOTES
        return Role.NUMBER if is_number(column) else guessed

    return replace(reading, roles=tuple(map(role, table.columns, reading.roles)))


def _nothing_known(table: PaperTable) -> TableReading:
    """What is offered for a table in no known layout: to choose what each column is."""
    day, players = day_column(table), player_columns(table)
    roles = [
        Role.DAY
        if column is day
        else Role.PLAYER
        if column in players
        else Role.UNCLEAR
        if column.has_names and not is_left_out(column)
        else Role.NOTHING
        for column in table.columns
    ]
    names = tuple(column.heading for column in table.columns)
    return with_day_order(table, TableReading(Way.PLAYERS, tuple(roles), names, RowKind.HAND))


def chosen_reading(readings: Sequence[TableReading], chosen: Mapping[str, str]) -> TableReading | None:
    """The reading that players have chosen, or the only likely one; None if it has to be asked."""
    said = next((reading for reading in readings if reading.way.value == chosen.get("way")), None)
    likely = [reading for reading in readings if reading.is_likely]
    return said or (likely[0] if len(likely) == 1 else None)


def with_choices(table: PaperTable, reading: TableReading, chosen: Mapping[str, str]) -> TableReading:
    """*reading* with what players have chosen for its columns, if the form was about this way."""
    if chosen.get("shown", reading.way.value) != reading.way.value:
        chosen = {name: value for name, value in chosen.items() if name == "days"}
    if layout_of(reading) in PLAYERS_DOWN:
        chosen = {name: value for name, value in chosen.items() if name in ("days", "rows")}
    found = corrected(reading, chosen)
    if "days" in chosen or found.roles == reading.roles:
        return found
    return with_day_order(table, found)


def layout_of(reading: TableReading) -> Layout:
    """The layout in which a table is read."""
    return next(layout for layout in (*PLAYERS_DOWN, *BY_COLUMNS) if layout.takes(reading))


def missing(table: PaperTable, reading: TableReading) -> Iterator[PaperProblem]:
    """What has to be chosen before any row can be read."""
    if not any(column.kind in (CellKind.POINTS, CellKind.BOTH) for column in table.columns):
        yield PaperProblem(Wrong.NO_NUMBERS)
        return
    for index in reading.columns(Role.UNCLEAR):
        heading = table.columns[index].heading[:LONGEST_TEXT]
        yield PaperProblem(Wrong.UNCLEAR_COLUMN, text=heading or "…", num=index + 1)
    yield from map(PaperProblem, layout_of(reading).missing(table, reading))


def points_in(table: PaperTable, reading: TableReading, problems: Problems) -> list[RowPoints]:
    """The points in each row, with the notes beside them; none, if a column that is needed is missing."""
    layout = layout_of(reading)
    if any(layout.missing(table, reading)):
        return []
    found = layout.points_in(table, reading, problems)
    columns = reading.columns(Role.NOTES)
    if not columns:
        return list(found)
    notes = {row.line: " · ".join(filter(None, map(row.cell, columns))) for row in table.rows}
    return [replace(row, remark=remark_in(notes[row.line])) for row in found]


def remark_in(notes: str) -> str:
    """As much of *notes* as a remark can have; "" if they can't be shown."""
    said = " ".join(notes.split())[:LONGEST_REMARK]
    return said if is_remark(said) else ""


def points_in_first(table: PaperTable, reading: TableReading, rows: int) -> list[RowPoints]:
    """The points in the first *rows* of *table*, to show how they are read."""
    return points_in(replace(table, rows=table.rows[:rows]), reading, [])
