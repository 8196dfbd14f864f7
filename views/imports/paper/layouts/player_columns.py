"""A column for each player: the points of hands, the totals of games, or the sums so far."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from models.gin.player_names import is_name, is_same_name, without_variants
from views.imports.days import has_digit, looks_like_day
from views.imports.paper.headings import Meaning, means_only
from views.imports.paper.layouts.common import (
    agrees,
    column_of_winners,
    day_column,
    is_left_out,
    is_newest_first,
    is_number,
    number,
    rows_with_games,
    single_winners,
    with_day_order,
    with_games,
)
from views.imports.paper.layouts.sums import LEAST_SUMS, RunningTotals, readings_with_sums
from views.imports.paper.problems import Problems, Wrong, in_cell
from views.imports.paper.reading import MOST_PLAYERS, Role, RowKind, RowPoints, TableReading, Way
from views.imports.paper.table import LOOKED_AT, CellKind, PaperColumn, PaperTable
from views.imports.paper.table_text import Row, is_nobody, is_points, points_of, points_or_zero

MOST_WORKED_OUT = 6
"""Columns with points among which one may be the sum or the difference of two; a club has more players."""

DASHES = frozenset("- -- – — −".split())
"""What may be written for somebody who did not play."""

SUMS = {Meaning.TOTAL, Meaning.RUNNING}

CALLED_NAMES = {Meaning.NAME, Meaning.WINNER, Meaning.LOSER}
NO_PLAYER = {Meaning.WINNER, Meaning.LOSER, Meaning.NUMBER, Meaning.DAY}
"""What a heading is about that has no name of a player in it."""


class PlayerColumns:
    """A column for each player."""

    def guesses(self, table: PaperTable) -> Iterator[TableReading]:
        """Recognised as hands or games; as sums so far, if they can only grow."""
        players = player_columns(table)
        if len(players) < 2 or _tell_less_than_names(table, players):
            return
        roles = tuple(_role(column, players, table) for column in table.columns)
        names = tuple(_name(column, players) for column in table.columns)
        cells = [[row.cell(column.index) for column in players] for row in table.first_rows]
        cells = cells[::-1] if is_newest_first(table) else cells
        kind = RowKind.HAND if single_winners(cells) else RowKind.GAME
        usual = with_day_order(table, TableReading(Way.PLAYERS, roles, names, kind))
        running = with_games(table, replace(usual, way=Way.RUNNING, row_kind=RowKind.RUNNING))
        meanings = [column.meaning for column in players]
        yield from readings_with_sums(with_games(table, usual), running, cells, meanings)

    def takes(self, reading: TableReading) -> bool:
        return not reading.columns(Role.NAME, Role.WINNER, Role.LOSER)

    def missing(self, table: PaperTable, reading: TableReading) -> Iterator[Wrong]:
        """Two columns or more, with names."""
        names = [reading.names[index] for index in reading.columns(Role.PLAYER)]
        if len(names) < 2:
            yield Wrong.COLUMNS_OF_TWO
        elif not all(is_name(name) and not looks_like_day(name) for name in names):
            yield Wrong.COLUMNS_UNNAMED
        elif any(is_same_name(*two) for two in combinations(names, 2)):
            yield Wrong.COLUMNS_OF_ONE_NAME

    def points_in(self, table: PaperTable, reading: TableReading, problems: Problems) -> Iterator[RowPoints]:
        """The points of each row."""
        columns = {index: reading.names[index] for index in reading.columns(Role.PLAYER)}
        sums = RunningTotals() if reading.row_kind is RowKind.RUNNING else None
        few = _few(table, columns) if len(columns) <= MOST_PLAYERS else ()
        absent = _mean_absent(table, columns)
        winners = column_of_winners(table, reading) if sums is None else None
        rows = rows_with_games(table, reading, problems)
        for row, day, game in reversed([*rows]) if sums and is_newest_first(table) else rows:
            before = len(problems)
            said = {
                name: number(row, index, problems)
                for index, name in columns.items()
                if row.cell(index) and not (absent and row.cell(index) in DASHES)
            }
            points = {name: each for name, each in said.items() if each is not None}
            if few and not points and any(map(is_nobody, row.cells)):
                points = dict.fromkeys(few, 0)
            if len(problems) > before or not points:
                continue
            if not few and not _may_be_match(row, points, sums, problems):
                continue
            if (kind := _kind_of_line(row, table, reading, problems)) is None:
                continue
            if not agrees(row, winners, points, problems):
                continue
            if sums is None:
                is_hand = kind is RowKind.HAND
                yield RowPoints(row.place(0)[0], day, points, game, few, is_hand, column=row.column)
            elif (gained := sums.gained(points, game)) or any(points.values()):
                yield RowPoints(row.place(0)[0], day, gained, str(sums.game), few, column=row.column)


def _few(table: PaperTable, columns: Mapping[int, str]) -> tuple[str, ...]:
    """The players of a row: all, if one match can hold them; else those with anything in their columns."""
    written = tuple(name for index, name in columns.items() if table.columns[index].cells)
    return written if len(written) > 1 else tuple(columns.values())


def player_columns(table: PaperTable) -> list[PaperColumn]:
    """The columns that can be those of players."""
    told = [column for column in table.columns if column.kind is CellKind.POINTS and not is_left_out(column)]
    told = [column for column in told if column.name or table.headings is None]
    found = [column for column in told if column.meaning not in SUMS]
    found = found or [column for column in told if column.name]
    found = [column for column in found if column.meaning not in NO_PLAYER]
    found = [column for column in found if not _is_worked_out(column, found)]
    return [*found, *filter(_never_scored, table.columns)] if found else []


def _never_scored(column: PaperColumn) -> bool:
    """Whether a column is of a player who never had points."""
    return column.kind is CellKind.NOTHING and column.meaning is None and is_name(column.name)


def _is_worked_out(column: PaperColumn, among: Sequence[PaperColumn]) -> bool:
    """Whether a column is the sum or the difference of two others in every row."""
    is_filled = bool(column.heading) and column.is_whole and len(column.cells) >= LEAST_SUMS
    if not is_filled or len(among) > MOST_WORKED_OUT:
        return False
    whole = [other for other in among if other is not column and other.is_whole]
    return any(_follows(column, one, other) for one, other in combinations(whole, 2))


def _follows(column: PaperColumn, one: PaperColumn, other: PaperColumn) -> bool:
    rows = list(zip(*(map(points_or_zero, each.cells) for each in (column, one, other)), strict=True))
    known = [(c, a, b) for c, a, b in rows if c is not None and a is not None and b is not None]
    both = sum(bool(a and b) for _c, a, b in known) > 1
    is_sum = all(c == a + b for c, a, b in known)
    is_difference = all(abs(c) == abs(a - b) for c, a, b in known)
    return both and len(known) == len(rows) and (is_sum or is_difference)


def _tell_less_than_names(table: PaperTable, players: Sequence[PaperColumn]) -> bool:
    """Whether names in other columns say whose points they are."""
    texts = [column for column in table.columns if column.has_names and not is_left_out(column)]
    called = [
        each for each in texts if each.meaning in CALLED_NAMES or (not table.headings and len(texts) > 1)
    ]
    own = [column for column in players if column.meaning not in (Meaning.POINTS, *SUMS)]
    return bool(called) and (len(own) < 2 or table.headings is None)


def _role(column: PaperColumn, players: Sequence[PaperColumn], table: PaperTable) -> Role:
    if column in players:
        return Role.PLAYER
    if column == day_column(table):
        return Role.DAY
    if is_left_out(column) or column.kind is CellKind.DAYS or column.meaning in SUMS:
        return Role.NOTHING
    if _has_other_names(column, players):
        return Role.UNCLEAR
    if _is_worked_out(column, players) or (column.kind is CellKind.TEXT and not column.mostly(has_digit)):
        return Role.NOTHING
    return Role.UNCLEAR


def _has_other_names(column: PaperColumn, players: Sequence[PaperColumn]) -> bool:
    """Whether a column is called one of names, and has none of those above the points."""
    above = {without_variants(_name(player, players)) for player in players}
    is_known = any(name.startswith(value) for name in above for value in column.values)
    return column.has_names and column.meaning in CALLED_NAMES and not is_known


def _name(column: PaperColumn, players: Sequence[PaperColumn]) -> str:
    """The name of a player in a heading, without the word for points."""
    said_plainly = column not in players or column.meaning in (None, Meaning.NAME)
    return column.heading if said_plainly else column.name


def _mean_absent(table: PaperTable, columns: Mapping[int, str]) -> bool:
    """Whether “-” is written for somebody who did not play: among several, if others have a nought."""
    if len(columns) <= 2:
        return False
    cells = [row.cell(index) for row in table.rows[:LOOKED_AT] for index in columns]
    return any(points_of(cell) == 0 for cell in cells if cell)


def _may_be_match(
    row: Row, points: Mapping[str, int], sums: RunningTotals | None, problems: Problems
) -> bool:
    """Whether, of a club, those who have points in a row can be the players of a match."""
    if 2 <= len(points) <= MOST_PLAYERS and sums is None:
        return True
    what = Wrong.LOSER_MISSING if len(points) < 2 else Wrong.SEVERAL_IN_A_LINE
    problems.append(in_cell(row, 0, what, num=len(points)))
    return False


def _kind_of_line(row: Row, table: PaperTable, reading: TableReading, problems: Problems) -> RowKind | None:
    """A hand; a game, if a bonus stands where others have a number; None if something else does."""
    for column in table.columns:
        cell = row.cell(column.index)
        numbers = (
            reading.roles[column.index] in (Role.NOTHING, Role.NUMBER)
            and column.kind is CellKind.POINTS
            and is_number(column)
        )
        if not numbers or not cell or is_points(cell.rstrip(".")) or is_nobody(cell):
            continue
        if means_only(cell, Meaning.BONUS, Meaning.GAMES):
            return RowKind.GAME
        problems.append(in_cell(row, column.index, Wrong.NOT_A_NUMBER, quoted=True))
        return None
    return RowKind.HAND
