"""What all layouts share: columns that are known by themselves, days, points, and what is wrong with them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Any, Protocol

from models.gin.player_names import is_name, without_variants
from models.gin.rules.house_rules import LARGEST_TOTAL
from views.imports.days import DayOrder, day_of, has_been, lacks_year, possible_orders
from views.imports.paper.headings import Meaning, means_only, numbers_games
from views.imports.paper.problems import LONGEST_TEXT, MOST_FOUND, Problems, Wrong, in_cell
from views.imports.paper.reading import Role, RowKind, RowPoints, TableReading
from views.imports.paper.table import CellKind, PaperColumn, PaperTable, day_alone
from views.imports.paper.table_text import (
    Row,
    counted,
    has_two_readings,
    is_nobody,
    points_of,
    points_or_zero,
    with_points,
)

LEFT_OUT = {Meaning.GAMES, Meaning.MONEY, Meaning.NOTE, Meaning.WEEKDAY, Meaning.DEADWOOD, Meaning.BONUS}
"""What a heading says of a column that is never imported."""

GAME_NUMBER = re.compile(r"[^\W\d]{0,20}[ .#]{0,2}(\d{1,3})\.?")
"""As in “3” and “Game 3”."""

LAST_OF_A_MONTH = 31
PLAYED = frozenset({"played", "gespielt"})
"""When, or how often."""


class Layout(Protocol):
    """A way in which people write points down."""

    def guesses(self, table: PaperTable) -> Iterator[TableReading]:
        """How *table* is read, if it is in this layout."""

    def takes(self, reading: TableReading) -> bool:
        """Whether a table is read in this layout, by what its columns are said to be."""

    def missing(self, table: PaperTable, reading: TableReading) -> Iterator[Wrong]:
        """What has to be chosen before any row can be read."""

    def points_in(self, table: PaperTable, reading: TableReading, problems: Problems) -> Iterator[RowPoints]:
        """The points in each row; what can't be read is added to *problems*, until nobody would see more."""


def with_day_order(table: PaperTable, reading: TableReading) -> TableReading:
    """*reading* with the order of day and month; None if that has to be asked."""
    orders = possible_orders(days_of(table, reading))
    return replace(reading, day_order=orders[0] if len(orders) == 1 else None)


def days_of(table: PaperTable, reading: TableReading) -> list[str]:
    """All days of a table, as they are written."""
    found = [said for row in table.rows if (said := day_alone(row))]
    column = reading.column(Role.DAY)
    if column is None:
        return found
    return [*found, *(row.cell(column) for row in table.rows if row.cell(column))]


def day_column(table: PaperTable) -> PaperColumn | None:
    """The column with the days: one of days, else one that is called so, whatever is written there."""
    days = [column for column in table.columns if column.kind is CellKind.DAYS]
    called = [column for column in table.columns if column.meaning is Meaning.DAY and column.cells]
    usable = [each for each in called if each.kind in (CellKind.DAYS, CellKind.TEXT) or _are_of_a_month(each)]
    return next(iter([column for column in days if column in called] or days or usable), None)


def is_left_out(column: PaperColumn) -> bool:
    """Whether a column is known to hold nothing that is imported."""
    return (
        column.kind in (CellKind.NOTHING, CellKind.WEEKDAYS, CellKind.MONEY)
        or column.meaning in LEFT_OUT
        or is_number(column)
    )


def is_number(column: PaperColumn) -> bool:
    """Whether a column numbers hands, rounds, tables or days."""
    numbered = means_only(column.heading, Meaning.NUMBER) and column.meaning is Meaning.NUMBER
    if numbered or (column.meaning is Meaning.DAY and column.kind is CellKind.POINTS):
        return not _are_of_a_month(column)
    return column.is_numbering


def _are_of_a_month(column: PaperColumn) -> bool:
    """Whether a column that is called one of days has the days of a month, and not 1, 1, 2, 3."""
    is_of_numbers = column.meaning is Meaning.DAY and column.kind is CellKind.POINTS
    if not is_of_numbers or column.heading.casefold() in PLAYED:
        return False
    largest = max(points_of(cell.rstrip(".")) or 0 for cell in column.cells)
    return largest <= LAST_OF_A_MONTH and not counted(column.cells)


def is_newest_first(table: PaperTable) -> bool:
    """Whether days, or numbers of hands, fall from the first row to the last."""
    return any(map(_falls, table.columns))


def _falls(column: PaperColumn) -> bool:
    read: list[list[Any]] = []
    if column.kind is CellKind.DAYS:
        read = [[day_of(cell, order) for cell in column.cells] for order in DayOrder]
    elif is_number(column):
        read = [[points_of(cell) for cell in column.cells]]
    known = [each for each in read if each and None not in each]
    return any(each[0] > each[-1] and all(one >= other for one, other in pairwise(each)) for each in known)


def _is_of_games(column: PaperColumn, table: PaperTable) -> bool:
    """Whether a column has the number of a game that its hands, one after the other, share."""
    if not numbers_games(column.heading):
        return False
    said, found = "", list[str]()
    for row in table.first_rows:
        said = row.cell(column.index) or said
        number = GAME_NUMBER.fullmatch(said)
        found.append(number[1] if number else "")
    games = counted(found)
    return len(set(games)) > 1 and any(one == other for one, other in pairwise(games))


def with_games(table: PaperTable, reading: TableReading) -> TableReading:
    """*reading* with the column that says which hands are one game, if its rows are hands."""
    game = next((column.index for column in table.columns if _is_of_games(column, table)), None)
    if game is None or reading.row_kind is RowKind.GAME or reading.roles[game] is not Role.NOTHING:
        return reading
    return replace(reading, roles=(*reading.roles[:game], Role.GAME, *reading.roles[game + 1 :]))


def rows_with_games(
    table: PaperTable, reading: TableReading, problems: Problems
) -> Iterator[tuple[Row, date | None, str]]:
    """The rows with their days and the numbers of their games: either may stand above.

    No more once nobody would see another problem.
    """
    numbers, game = reading.column(Role.GAME), ""
    column, day = reading.column(Role.DAY), None
    has_days, is_wrong = column is not None or table.has_days_alone, False
    for row in table.rows:
        if len(problems) >= MOST_FOUND:
            return
        alone = day_alone(row)
        if alone is not None:
            at = next(index for index, cell in enumerate(row.cells) if cell)
            day = _day(row, at, alone, reading, problems)
            is_wrong = day is None
            continue
        if column is not None and row.cell(column):
            day = _day(row, column, row.cell(column), reading, problems)
            is_wrong = day is None
        elif has_days and day is None and not is_wrong:
            problems.append(in_cell(row, column or 0, Wrong.DAY_MISSING))
        if day is not None or not has_days:
            game = game if numbers is None else row.cell(numbers) or game
            yield row, day, game


def _day(row: Row, column: int, text: str, reading: TableReading, problems: Problems) -> date | None:
    """The day that is written in a cell; None, with the problem added, if there is none."""
    day = day_of(text, reading.day_order) if reading.day_order else None
    if day is not None and has_been(day):
        return day
    what = Wrong.YEAR_MISSING if day is None and lacks_year(text) else Wrong.NO_DAY
    problems.append(replace(in_cell(row, column, what), text=text[:LONGEST_TEXT]))
    return None


def number(row: Row, column: int, problems: Problems) -> int | None:
    """The points in a cell; None, with the problem added, if there are none."""
    text = row.cell(column)
    points = 0 if is_nobody(text) else points_or_zero(text)
    if points is not None and abs(points) <= LARGEST_TOTAL:
        return points
    if not text:
        what = Wrong.POINTS_MISSING
    elif has_two_readings(text):
        what = Wrong.TWO_READINGS
    else:
        what = Wrong.LARGE_POINTS if points is not None else Wrong.NOT_POINTS
    problems.append(in_cell(row, column, what, quoted=True))
    return None


def name_at(row: Row, column: int, problems: Problems) -> str | None:
    """The name in a cell; None, with the problem added, if there is none."""
    name = " ".join(row.cell(column).split())
    if is_name(name):
        return name
    problems.append(in_cell(row, column, Wrong.NAME_MISSING))
    return None


def single_winners(rows: Sequence[Sequence[str]]) -> bool:
    """Whether most rows have points for one player only."""
    single = sum(with_points(row) <= 1 for row in rows)
    return 2 * single > len(rows)


def column_of_winners(table: PaperTable, reading: TableReading) -> PaperColumn | None:
    """The column that says who won, if it is not read for itself."""
    found = (column for column in table.columns if column.meaning is Meaning.WINNER and column.has_names)
    return next((column for column in found if reading.roles[column.index] is Role.NOTHING), None)


def agrees(row: Row, column: PaperColumn | None, points: Mapping[str, int], problems: Problems) -> bool:
    """Whether who is said in *column* to have won has the most points; else the problem is added."""
    said = without_variants(" ".join(row.cell(column.index).split())) if column else ""
    known = {without_variants(name): each for name, each in points.items()}
    if column is None or said not in known or known[said] >= max(known.values()):
        return True
    problems.append(in_cell(row, column.index, Wrong.WINNER_HAS_FEWER, quoted=True))
    return False
