"""A line for each player of a game."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import groupby

from models.gin.player_names import without_variants
from views.imports.contents import ImportProblem
from views.imports.days import DayOrder
from views.imports.paper.headings import Meaning
from views.imports.paper.layouts.common import (
    name_at,
    number,
    rows_with_games,
    wrong,
)
from views.imports.paper.layouts.name_columns import candidates_in, shared_numbers
from views.imports.paper.reading import MOST_PLAYERS, Reading, Role, RowKind, RowPoints, Way
from views.imports.paper.table import LOOKED_AT, Table
from views.imports.paper.table_text import Row
from views.language.i18n import gettext as _


class PlayerRows:
    def guesses(self, table: Table) -> Iterator[Reading]:
        """If the lines of a day, or of a number, have different names."""
        found = candidates_in(table)
        if len(found.names) != 1 or len(found.points) != 1 or found.meaning(Meaning.WINNER, Meaning.LOSER):
            return
        numbered = shared_numbers(found)
        roles = {found.names[0]: Role.NAME, found.points[0]: Role.POINTS}
        reading = found.reading(Way.LIST, roles | ({numbered: Role.GAME} if numbered else {}), RowKind.GAME)
        if numbered or _groups_fit(table, reading):
            yield reading

    def takes(self, reading: Reading) -> bool:
        """If one column has names."""
        return len(reading.columns(Role.NAME)) == 1 and not reading.columns(Role.WINNER, Role.LOSER)

    def missing(self, table: Table, reading: Reading) -> Iterator[str]:
        """The points."""
        if len(reading.columns(Role.POINTS)) != 1:
            yield _("Choose one column with points.")

    def points_in(self, table: Table, reading: Reading, problems: list[ImportProblem]) -> Iterator[RowPoints]:
        """The points of each game."""
        name_column, column = reading.columns(Role.NAME)[0], reading.columns(Role.POINTS)[0]
        read = list[tuple[tuple[date | None, str], Row, str, int]]()
        for row, day, game in rows_with_games(table, reading, problems):
            name, points = name_at(row, name_column, problems), number(row, column, problems)
            if name is not None and points is not None:
                read.append(((day, game), row, name, points))
        for (day, which), rows in groupby(read, key=lambda each: each[0]):
            listed = list(rows)
            said = {without_variants(name) for _key, _row, name, _points in listed}
            if not 2 <= len(said) == len(listed) <= MOST_PLAYERS:
                sentence = _(
                    "A game has a line for each of two or three players. Here it has %(num)s.",
                    num=len(listed),
                )
                problems.append(wrong(listed[0][1], name_column, sentence))
                continue
            yield RowPoints(
                listed[0][1].place(0)[0], day, {name: points for _key, _row, name, points in listed}, which
            )


def _groups_fit(table: Table, reading: Reading) -> bool:
    """Whether the lines of each day are of two or three players."""
    problems = list[ImportProblem]()
    shown = replace(table, rows=table.rows[:LOOKED_AT])
    usual = replace(reading, day_order=reading.day_order or DayOrder.DAY_FIRST)
    days = list(PlayerRows().points_in(shown, usual, problems))
    return bool(days) and not problems
