"""In each line the names of who played, and the points of each."""

from collections.abc import Iterator, Sequence

from models.gin.player_names import without_variants
from views.imports.contents import ImportProblem
from views.imports.paper.cells import points_of_both
from views.imports.paper.headings import Meaning
from views.imports.paper.layouts.common import (
    agrees,
    column_of_winners,
    name_at,
    number,
    rows_with_games,
    single_winners,
    wrong,
)
from views.imports.paper.layouts.name_columns import candidates_in
from views.imports.paper.reading import MOST_PLAYERS, Reading, Role, RowKind, RowPoints, Way
from views.imports.paper.table import Table
from views.imports.paper.table_text import Row
from views.language.i18n import gettext as _


class NamesAndPoints:
    def guesses(self, table: Table) -> Iterator[Reading]:
        """If there are as many columns with points as with names."""
        found = candidates_in(table)
        names = list(found.names)
        if len(names) == len(found.points) + 1 == 3 or (len(names) == 3 and found.both):
            names = [column for column in names if column.meaning is not Meaning.WINNER]
        if not 2 <= len(names) <= MOST_PLAYERS:
            return
        if found.both and len(names) == 2 and not found.points:
            roles = dict.fromkeys(names, Role.NAME) | {found.both[0]: Role.BOTH}
            yield found.reading(Way.PAIRS, roles, RowKind.GAME)
        elif len(found.points) == len(names):
            roles = dict.fromkeys(names, Role.NAME) | dict.fromkeys(found.points, Role.POINTS)
            cells = [[row.cell(column.index) for column in found.points] for row in table.first_rows]
            kind = RowKind.HAND if single_winners(cells) else RowKind.GAME
            yield found.reading(Way.PAIRS, roles, kind)

    def takes(self, reading: Reading) -> bool:
        """If several columns have names, and none who won."""
        return len(reading.columns(Role.NAME)) > 1 and not reading.columns(Role.WINNER, Role.LOSER)

    def missing(self, table: Table, reading: Reading) -> Iterator[str]:
        """A column of points for each name."""
        names, points = len(reading.columns(Role.NAME)), len(reading.columns(Role.POINTS))
        both = reading.columns(Role.BOTH)
        if not (names == 2 and len(both) == 1 and not points) and names != points:
            yield _("Choose as many columns with points as with players.")
        elif names > MOST_PLAYERS:
            yield _("A match has two or three players.")

    def points_in(self, table: Table, reading: Reading, problems: list[ImportProblem]) -> Iterator[RowPoints]:
        """The points of each row."""
        names, points = reading.columns(Role.NAME), reading.columns(Role.POINTS)
        both, winners = reading.column(Role.BOTH), column_of_winners(table, reading)
        for row, day, game in rows_with_games(table, reading, problems):
            said = (
                _of_both(row, names, both, problems)
                if both is not None
                else _of_each(row, names, points, problems)
            )
            is_whole = said and _are_different(row, names, said, problems)
            if is_whole and agrees(row, winners, dict(said), problems):
                yield RowPoints(row.place(0)[0], day, dict(said), game)


def _of_each(
    row: Row, names: Sequence[int], points: Sequence[int], problems: list[ImportProblem]
) -> list[tuple[str, int]]:
    before, said = len(problems), list[tuple[str, int]]()
    written = [(name, at) for name, at in zip(names, points, strict=True) if row.cell(name) or row.cell(at)]
    if written and not any(row.cell(at) for _name, at in written):
        problems.append(wrong(row, points[0], _("The points are missing. Write 0 for none.")))
    for name_column, column in written:
        name = name_at(row, name_column, problems)
        each = number(row, column, problems) if row.cell(column) else 0
        if name is not None and each is not None:
            said.append((name, each))
    if len(problems) == before and len(said) == 1:
        problems.append(wrong(row, names[0], _("Only one player is named. Who else played?")))
    return said if len(problems) == before else []


def _of_both(
    row: Row, names: Sequence[int], column: int, problems: list[ImportProblem]
) -> list[tuple[str, int]]:
    before = len(problems)
    players = [name_at(row, name, problems) for name in names]
    points = points_of_both(row.cell(column))
    if points is None:
        said = _("“%(text)s” is not the points of both, as in 105:62.", text=row.cell(column)[:40])
        problems.append(wrong(row, column, said))
    if len(problems) > before or points is None:
        return []
    return list(zip([name or "" for name in players], points, strict=True))


def _are_different(
    row: Row, names: Sequence[int], said: Sequence[tuple[str, int]], problems: list[ImportProblem]
) -> bool:
    if len({without_variants(name) for name, _points in said}) == len(said):
        return True
    problems.append(
        wrong(row, names[0], _("The same player is named twice. Correct it, or delete the line."))
    )
    return False
