"""The possible readings of a table, the one that is chosen, and the points it finds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from views.imports.contents import ImportProblem
from views.imports.paper.layouts.common import Layout, day_column, is_left_out, with_day_order
from views.imports.paper.layouts.matrix import Matrix
from views.imports.paper.layouts.names_and_points import NamesAndPoints
from views.imports.paper.layouts.player_columns import PlayerColumns, player_columns
from views.imports.paper.layouts.player_rows import PlayerRows
from views.imports.paper.layouts.players_down import PlayersDown
from views.imports.paper.layouts.winners import Winners
from views.imports.paper.reading import Reading, Role, RowKind, RowPoints, Way, corrected
from views.imports.paper.table import CellKind, Table
from views.language.i18n import gettext as _

PLAYERS_DOWN: Sequence[Layout] = (Matrix(), PlayersDown())
"""Layouts with a row for each player. A table in one of them is in no other, and no column can be chosen."""

BY_COLUMNS: Sequence[Layout] = (NamesAndPoints(), PlayerRows(), Winners(), PlayerColumns())
"""Layouts that are told by what is in each column."""


def possible_readings(table: Table) -> list[Reading]:
    """The readings of *table*, the most likely first; never none."""
    for layout in PLAYERS_DOWN:
        if found := list(layout.guesses(table)):
            return found
    guessed = [reading for layout in BY_COLUMNS for reading in layout.guesses(table)]
    return sorted(guessed, key=lambda reading: not reading.is_likely) or [_nothing_known(table)]


def _nothing_known(table: Table) -> Reading:
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
    return with_day_order(table, Reading(Way.PLAYERS, tuple(roles), names, RowKind.HAND))


def chosen_reading(readings: Sequence[Reading], chosen: Mapping[str, str]) -> Reading | None:
    """The reading that players have chosen, or the only likely one; None if it has to be asked."""
    said = next((reading for reading in readings if reading.way.value == chosen.get("way")), None)
    likely = [reading for reading in readings if reading.is_likely]
    return said or (likely[0] if len(likely) == 1 else None)


def with_choices(table: Table, reading: Reading, chosen: Mapping[str, str]) -> Reading:
    """*reading* with what players have chosen for its columns, if the form was about this way."""
    if chosen.get("shown", reading.way.value) != reading.way.value:
        chosen = {name: value for name, value in chosen.items() if name == "days"}
    if layout_of(reading) in PLAYERS_DOWN:
        chosen = {name: value for name, value in chosen.items() if name in ("days", "rows")}
    found = corrected(reading, chosen)
    if "days" in chosen or found.roles == reading.roles:
        return found
    return with_day_order(table, found)


def layout_of(reading: Reading) -> Layout:
    """The layout in which a table is read."""
    return next(layout for layout in (*PLAYERS_DOWN, *BY_COLUMNS) if layout.takes(reading))


def missing(table: Table, reading: Reading) -> Iterator[str]:
    """What has to be chosen before any row can be read."""
    if not any(column.kind in (CellKind.POINTS, CellKind.BOTH) for column in table.columns):
        yield _("There are no points in it: a column with numbers is needed.")
        return
    for index in reading.columns(Role.UNCLEAR):
        yield _(
            "What is in column %(number)s, “%(heading)s”? Choose it below, or leave it out.",
            number=index + 1,
            heading=table.columns[index].heading[:40] or "…",
        )
    yield from layout_of(reading).missing(table, reading)


def points_in(table: Table, reading: Reading, problems: list[ImportProblem]) -> list[RowPoints]:
    """The points in *table*."""
    return list(layout_of(reading).points_in(table, reading, problems))


def points_in_first(table: Table, reading: Reading, rows: int) -> list[RowPoints]:
    """The points in the first *rows* of *table*, to show how they are read."""
    return points_in(replace(table, rows=table.rows[:rows]), reading, [])
