"""Layouts with names in cells: pairs of name and points, winners, a row for each player."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby

from models.gin.player_names import without_variants
from views.imports.days import DayOrder, has_digit, plain
from views.imports.paper.headings import Meaning, means_only
from views.imports.paper.layouts.common import (
    agrees,
    column_of_winners,
    day_column,
    is_left_out,
    is_number,
    name_at,
    number,
    rows_with_games,
    single_winners,
    with_day_order,
    with_games,
)
from views.imports.paper.layouts.sums import RunningTotals, readings_with_sums
from views.imports.paper.problems import PaperProblem, Problems, Wrong, in_cell
from views.imports.paper.reading import MOST_PLAYERS, Role, RowKind, RowPoints, TableReading, Way
from views.imports.paper.table import LOOKED_AT, CellKind, PaperColumn, PaperTable
from views.imports.paper.table_text import Row, is_nobody, points_of, points_of_both

NAMED = {Meaning.NAME, Meaning.WINNER, Meaning.LOSER}

PLAYERS_OF_A_HAND = 2


class NamesAndPoints:
    """In each line the names of who played, and the points of each."""

    def guesses(self, table: PaperTable) -> Iterator[TableReading]:
        """Recognised if there are as many columns with points as with names."""
        found = candidates_in(table)
        names = list(found.names)
        if len(names) == 3 and (len(found.points) == 2 or found.both):
            names = [column for column in names if column.meaning is not Meaning.WINNER]
        if not 2 <= len(names) <= MOST_PLAYERS:
            return
        if found.both and len(names) == 2 and not found.points:
            roles = dict.fromkeys(names, Role.NAME) | {found.both[0]: Role.BOTH}
            yield from _of_the_two(table, found.reading(Way.PAIRS, roles, RowKind.GAME))
        elif len(found.points) == len(names):
            roles = dict.fromkeys(names, Role.NAME) | dict.fromkeys(found.points, Role.POINTS)
            cells = [[row.cell(column.index) for column in found.points] for row in table.first_rows]
            kind = RowKind.HAND if single_winners(cells) else RowKind.GAME
            yield from _of_the_two(table, found.reading(Way.PAIRS, roles, kind))

    def takes(self, reading: TableReading) -> bool:
        """If several columns have names, and none who won."""
        return len(reading.columns(Role.NAME)) > 1 and not reading.columns(Role.WINNER, Role.LOSER)

    def missing(self, table: PaperTable, reading: TableReading) -> Iterator[Wrong]:
        """A column of points for each name."""
        names, points = len(reading.columns(Role.NAME)), len(reading.columns(Role.POINTS))
        both = reading.columns(Role.BOTH)
        if not (names == 2 and len(both) == 1 and not points) and names != points:
            yield Wrong.NAMES_AND_POINTS
        elif names > MOST_PLAYERS:
            yield Wrong.SEVERAL_NAMES

    def points_in(self, table: PaperTable, reading: TableReading, problems: Problems) -> Iterator[RowPoints]:
        """The points of each row."""
        names, points = reading.columns(Role.NAME), reading.columns(Role.POINTS)
        called = (table.columns[name] for name in names if table.columns[name].meaning is Meaning.WINNER)
        both, winners = reading.column(Role.BOTH), next(called, None) or column_of_winners(table, reading)
        sums = RunningTotals() if reading.row_kind is RowKind.RUNNING else None
        for row, day, game in rows_with_games(table, reading, problems):
            said = (
                _of_both(row, names, both, problems)
                if both is not None
                else _of_each(row, names, _in_order_of(names, points, table), problems)
            )
            is_whole = said and _are_different(row, names, said, problems)
            if is_whole and agrees(row, winners, dict(said), problems):
                gained = sums.gained(dict(said), game) if sums else dict(said)
                yield RowPoints(row.place(0)[0], day, gained, str(sums.game) if sums else game)


def _of_the_two(table: PaperTable, usual: TableReading) -> Iterator[TableReading]:
    """The *usual* reading; of only two players perhaps also that with their totals so far."""
    rows = [_by_name(row, usual) for row in table.first_rows]
    people = list(rows[0]) if rows else []
    is_of_two = len(people) == PLAYERS_OF_A_HAND and all(row.keys() == {*people} for row in rows)
    cells = [[row[name] for name in people] for row in rows] if is_of_two else []
    running = replace(usual, way=Way.RUNNING, row_kind=RowKind.RUNNING)
    yield from readings_with_sums(usual, running, cells)


def _by_name(row: Row, reading: TableReading) -> dict[str, str]:
    """The points in a row, as they are written, by the names beside them."""
    names = [without_variants(row.cell(name)) for name in reading.columns(Role.NAME)]
    cells = [row.cell(points) for points in reading.columns(Role.POINTS)]
    if (both := reading.column(Role.BOTH)) is not None:
        cells = [str(points) for points in points_of_both(row.cell(both)) or ()]
    return dict(zip(names, cells, strict=False))


def _in_order_of(names: Sequence[int], points: Sequence[int], table: PaperTable) -> Sequence[int]:
    """The columns of *points* as those of *names* are, if the headings say whose they are: “Loser score”."""
    words = {column: {*plain(table.columns[column].heading).split()} for column in (*names, *points)}
    shared = set.intersection(*(words[name] for name in names))
    own = [[column for column in points if words[name] & words[column] - shared] for name in names]
    found = [column for columns in own for column in columns]
    return found if all(len(columns) == 1 for columns in own) and len({*found}) == len(names) else points


def _of_each(
    row: Row, names: Sequence[int], points: Sequence[int], problems: Problems
) -> list[tuple[str, int]]:
    before, said = len(problems), list[tuple[str, int]]()
    written = [(name, at) for name, at in zip(names, points, strict=True) if row.cell(name) or row.cell(at)]
    if written and not any(row.cell(at) for _name, at in written):
        problems.append(in_cell(row, points[0], Wrong.POINTS_MISSING))
    for name_column, column in written:
        name = name_at(row, name_column, problems)
        each = number(row, column, problems) if row.cell(column) else 0
        if name is not None and each is not None:
            said.append((name, each))
    if len(problems) == before and len(said) == 1:
        problems.append(in_cell(row, names[0], Wrong.ONE_NAMED))
    return said if len(problems) == before else []


def _of_both(row: Row, names: Sequence[int], column: int, problems: Problems) -> list[tuple[str, int]]:
    before = len(problems)
    players = [name_at(row, name, problems) for name in names]
    points = (0, 0) if is_nobody(row.cell(column)) else points_of_both(row.cell(column))
    if points is None:
        problems.append(in_cell(row, column, Wrong.NOT_BOTH, quoted=True))
    if len(problems) > before or points is None:
        return []
    return list(zip([name or "" for name in players], points, strict=True))


def _are_different(
    row: Row, names: Sequence[int], said: Sequence[tuple[str, int]], problems: Problems
) -> bool:
    if len({without_variants(name) for name, _points in said}) == len(said):
        return True
    problems.append(in_cell(row, names[0], Wrong.NAMED_TWICE))
    return False


class Winners:
    """In each line who won, perhaps who lost, and the points."""

    def guesses(self, table: PaperTable) -> Iterator[TableReading]:
        """Recognised if there is one column of points beside the names."""
        found = candidates_in(table)
        if len(found.points) != 1 or not 1 <= len(found.names) <= 3 or found.both:
            return
        points = {found.points[0]: Role.POINTS}
        winner, loser = found.meaning(Meaning.WINNER), found.meaning(Meaning.LOSER)
        others = [column for column in found.names if column not in (winner, loser)]
        if winner is not None and (loser is not None or len(others) <= 1):
            losers = [column for column in found.names if column.meaning is Meaning.LOSER] or others
            lost = dict.fromkeys(losers, Role.LOSER)
            yield found.reading(Way.WINNERS, points | {winner: Role.WINNER} | lost)
        elif winner is not None:
            yield found.reading(
                Way.WINNERS, points | {winner: Role.WINNER} | dict.fromkeys(others, Role.NAME)
            )
        elif loser is not None and len(others) == 1:
            yield found.reading(Way.WINNERS, points | {others[0]: Role.WINNER, loser: Role.LOSER})
        elif len(others) == 2:
            for way, (won, lost_it) in ((Way.FIRST_WON, others), (Way.SECOND_WON, others[::-1])):
                yield found.reading(way, points | {won: Role.WINNER, lost_it: Role.LOSER})
        elif len(others) == 1:
            reading = found.reading(Way.WINNERS, points | {others[0]: Role.WINNER})
            yield replace(reading, is_likely=not shared_numbers(found))

    def takes(self, reading: TableReading) -> bool:
        """If a column has who won or lost."""
        return bool(reading.columns(Role.WINNER, Role.LOSER))

    def missing(self, table: PaperTable, reading: TableReading) -> Iterator[Wrong]:
        """Who won, and the points."""
        if len(reading.columns(Role.WINNER)) != 1 or len(reading.columns(Role.POINTS)) != 1:
            yield Wrong.WINNER_AND_POINTS
        elif reading.columns(Role.PLAYER):
            yield Wrong.WINNERS_OR_COLUMNS

    def points_in(self, table: PaperTable, reading: TableReading, problems: Problems) -> Iterator[RowPoints]:
        """The points of each winner, and who lost, if that is said."""
        for row, day, game in rows_with_games(table, reading, problems):
            is_dead = _is_dead(row.cell(reading.columns(Role.WINNER)[0]))
            said = (_of_nobody if is_dead else _of_winner)(row, reading, problems)
            if said is not None:
                yield RowPoints(row.place(0)[0], day, said, game, is_hand=is_dead or any(said.values()))


def _is_dead(winner: str) -> bool:
    """Whether nobody has won, by what stands where the winner does."""
    return is_nobody(winner) or winner == "0"


def _of_nobody(row: Row, reading: TableReading, problems: Problems) -> dict[str, int] | None:
    """Who has played a hand that nobody won, if both are named; None, with the problem, if it has points."""
    if points_of(row.cell(reading.columns(Role.POINTS)[0])):
        problems.append(_unsaid(row, reading))
        return None
    people = [row.cell(column) for column in reading.columns(Role.NAME)]
    return dict.fromkeys(people, 0) if len(people) == PLAYERS_OF_A_HAND and all(people) else {}


def _of_winner(row: Row, reading: TableReading, problems: Problems) -> dict[str, int] | None:
    """The points of who won, and who lost, if that is said; None, with the problem, if it can't be read."""
    before, losers = len(problems), reading.columns(Role.LOSER) or reading.columns(Role.NAME)
    winner, points = reading.columns(Role.WINNER)[0], reading.columns(Role.POINTS)[0]
    name, won = name_at(row, winner, problems), number(row, points, problems)
    others = [name_at(row, column, problems) for column in losers]
    if len(problems) > before or name is None or won is None:
        return None
    lost = [other for other in others if other and without_variants(other) != without_variants(name)]
    expected = len(losers) - (not reading.columns(Role.LOSER))
    if (losers and len(lost) != expected) or any(map(is_nobody, lost)):
        problems.append(_unsaid(row, reading))
        return None
    return {name: won} | dict.fromkeys(lost, 0)


def _unsaid(row: Row, reading: TableReading) -> PaperProblem:
    return in_cell(row, reading.columns(Role.WINNER)[0], Wrong.WHO_AGAINST_WHOM)


class PlayerRows:
    """A line for each player of a game."""

    def guesses(self, table: PaperTable) -> Iterator[TableReading]:
        """Recognised if the lines of a day, or of a number, have different names."""
        found = candidates_in(table)
        if len(found.names) != 1 or len(found.points) != 1 or found.meaning(Meaning.WINNER, Meaning.LOSER):
            return
        if any(map(is_nobody, found.names[0].cells)):
            return
        numbered = shared_numbers(found)
        roles = {found.names[0]: Role.NAME, found.points[0]: Role.POINTS}
        reading = found.reading(Way.LIST, roles | ({numbered: Role.GAME} if numbered else {}), RowKind.GAME)
        if numbered or _groups_fit(table, reading):
            yield reading

    def takes(self, reading: TableReading) -> bool:
        return len(reading.columns(Role.NAME)) == 1 and not reading.columns(Role.WINNER, Role.LOSER)

    def missing(self, table: PaperTable, reading: TableReading) -> Iterator[Wrong]:
        if len(reading.columns(Role.POINTS)) != 1:
            yield Wrong.ONE_COLUMN_OF_POINTS

    def points_in(self, table: PaperTable, reading: TableReading, problems: Problems) -> Iterator[RowPoints]:
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
                first = listed[0][1]
                problems.append(in_cell(first, name_column, Wrong.LINES_OF_A_GAME, num=len(listed)))
                continue
            yield RowPoints(
                listed[0][1].place(0)[0], day, {name: points for _key, _row, name, points in listed}, which
            )


def _groups_fit(table: PaperTable, reading: TableReading) -> bool:
    """Whether the lines of each day are of two or three players."""
    problems = Problems()
    shown = replace(table, rows=table.rows[:LOOKED_AT])
    usual = replace(reading, day_order=reading.day_order or DayOrder.DAY_FIRST)
    days = list(PlayerRows().points_in(shown, usual, problems))
    return bool(days) and not problems


@dataclass(frozen=True)
class Candidates:
    """The columns of a table that may have names and points."""

    table: PaperTable
    names: tuple[PaperColumn, ...]
    points: tuple[PaperColumn, ...]
    both: tuple[PaperColumn, ...]

    def meaning(self, *these: Meaning) -> PaperColumn | None:
        """The column with names that is called so."""
        return next((column for column in self.names if column.meaning in these), None)

    def reading(
        self, way: Way, roles: Mapping[PaperColumn, Role], kind: RowKind = RowKind.HAND
    ) -> TableReading:
        """A reading with these *roles*, and those that every layout gives to the other columns."""
        day = day_column(self.table)
        all_roles = [
            roles.get(column) or (Role.DAY if column == day else self._other_role(column))
            for column in self.table.columns
        ]
        headings = tuple(column.heading for column in self.table.columns)
        reading = with_day_order(self.table, TableReading(way, tuple(all_roles), headings, kind))
        return with_games(self.table, reading)

    def _other_role(self, column: PaperColumn) -> Role:
        if is_left_out(column) or column.meaning is not None or column.kind in (CellKind.DAYS, CellKind.BOTH):
            return Role.NOTHING
        has_names_of_players = any(column.values & other.values for other in self.names)
        # Numbers could be points too, and a day in another language has digits.
        may_matter = has_names_of_players or column.kind is CellKind.POINTS or column.mostly(has_digit)
        return Role.UNCLEAR if may_matter else Role.NOTHING


def candidates_in(table: PaperTable) -> Candidates:
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
    return Candidates(table, tuple(names), tuple(points), tuple(both))


def _names(table: PaperTable, columns: Sequence[PaperColumn]) -> list[PaperColumn]:
    texts = [column for column in columns if column.has_names and column.meaning in (None, *NAMED)]
    known = [column for column in texts if column.meaning in NAMED]
    if known:
        said = frozenset().union(*(column.values for column in known))
        return [column for column in texts if column in known or column.values & said]
    if table.headings is None:
        return texts
    shared = [each for each in texts if any(each.values & one.values for one in texts if one is not each)]
    numbers = [column for column in columns if column.kind is CellKind.POINTS]
    return shared or (texts if len(texts) == 1 and len(numbers) == 1 else [])


def shared_numbers(found: Candidates) -> PaperColumn | None:
    """The column of numbers that the lines of one game share."""
    for column in found.table.columns:
        is_one = is_number(column) or means_only(column.heading, Meaning.NUMBER)
        if is_one and 1 < len(column.values) < len(column.cells) and _shares(column, found):
            return column
    return None


def _shares(column: PaperColumn, found: Candidates) -> bool:
    """Whether rows with the same number, one after the other, are of different players."""
    name = found.names[0].index
    for _nth, group in groupby(found.table.first_rows, key=lambda row: row.cell(column.index)):
        names = [without_variants(row.cell(name)) for row in group]
        if not 2 <= len(set(names)) == len(names) <= MOST_PLAYERS:
            return False
    return True
