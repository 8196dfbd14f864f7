"""A table of points while it is imported: its columns, its first rows as they are read, and what is wrong."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from models.gin.document.writing import MatchDocument
from models.gin.hand.scoring import Hand
from models.gin.sheet.extra_lines import Adjustment
from views.imports.contents import Contents, ImportProblem, Problems
from views.imports.days import DayOrder, day_of, possible_orders
from views.imports.paper.headings import Meaning
from views.imports.paper.layouts.common import days_of
from views.imports.paper.matches import (
    MOST_ROWS,
    PLAYERS_DOWN,
    chosen_reading,
    gain_of,
    layout_of,
    matches_of,
    points_in_first,
    possible_readings,
    too_many_lines,
    with_choices,
)
from views.imports.paper.reading import Role, RowKind, RowPoints, TableReading, Way
from views.imports.paper.table import CellKind, PaperColumn, WhyLeftOut
from views.imports.paper.table_rows import table_of
from views.imports.paper.table_text import LONGEST_CELL, Row, rows_of
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.words.dates import day_said
from views.words.hand_result import signed

ROLES = {
    Role.DAY: marked("Date"),
    # Translators: what a column of a table is taken for.
    Role.PLAYER: marked("Points of a player"),
    Role.NAME: marked("Name of a player"),
    Role.WINNER: marked("Who won"),
    Role.LOSER: marked("Who lost"),
    # Translators: of the winner, or of who is named in the line.
    Role.POINTS: marked("Points"),
    # Translators: points of two players in one cell, as in 105:62.
    Role.BOTH: marked("Points of both"),
    Role.GAME: marked("Number of the game"),
    # Translators: a column that is not imported.
    Role.NOTHING: marked("Leave out"),
}
ROW_KINDS = {
    # Translators: the answers to “What is in a line?”.
    RowKind.HAND: marked("the points of one hand"),
    RowKind.GAME: marked("the totals of a whole game"),
    RowKind.RUNNING: marked("the totals so far, after a hand"),
}
WAYS = {
    # Translators: ways to read a table of points.
    Way.PLAYERS: marked("Each line has the points of a hand or a game."),
    Way.RUNNING: marked("Each line has the totals so far."),
    Way.PAIRS: marked("Each line has the names of who played, and the points of each."),
    Way.WINNERS: marked("Each line is a hand that one player won."),
    Way.FIRST_WON: marked("Each line is a hand. The player named first won it."),
    Way.SECOND_WON: marked("Each line is a hand. The player named second won it."),
    Way.LIST: marked("The lines of a day are one game, a line for each player."),
    Way.PLAYERS_DOWN: marked("Each column has the points of a hand or an evening."),
    Way.RUNNING_DOWN: marked("Each column has the totals so far."),
    Way.MATRIX: marked("Each line has the points that its player got from the others."),
    Way.MATRIX_DOWN: marked("Each column has the points that its player got from the others."),
}

MEANINGS = {
    # Translators: why a column is not imported: what is in it.
    Meaning.NUMBER: marked("numbers of hands, rounds or tables"),
    Meaning.GAMES: marked("games won"),
    Meaning.MONEY: marked("money"),
    Meaning.TOTAL: marked("totals"),
    Meaning.RUNNING: marked("totals"),
    Meaning.NOTE: marked("notes"),
    Meaning.WEEKDAY: marked("weekdays"),
    Meaning.DEADWOOD: marked("deadwood"),
    Meaning.BONUS: marked("bonuses"),
}
KINDS = {CellKind.MONEY: marked("money"), CellKind.WEEKDAYS: marked("weekdays")}
WHY_LEFT_OUT = {
    # Translators: why a line is not imported: what it is.
    WhyLeftOut.TITLE: marked("a title"),
    WhyLeftOut.TOTAL: marked("totals"),
    WhyLeftOut.NOTE: marked("a note"),
}


SUMS = (Way.RUNNING, Way.RUNNING_DOWN)
"""The ways in which the totals so far are read."""

SAMPLES = 3
"""How many cells of a column are shown."""

ROWS_SHOWN = 8
"""How many rows are shown as they are read."""

ROWS_OF_A_WAY = 3
"""How many lines of the paper are shown in each way to read it."""

LOOKED_AT = 40
"""Rows that are read to show these."""

MOST_NAMED = 12
"""How many lines are named that are not imported."""


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column, and what it is taken for."""

    index: int
    heading: str
    sample: str
    role: Role
    name: str

    @property
    def has_name(self) -> bool:
        return self.role is Role.PLAYER


@dataclass(frozen=True, slots=True)
class ShownWay:
    """A way to read the table, and its first lines read in this way."""

    value: str
    words: str
    lines: list[str]


class TablePage:
    """The table, with the choices that players make about it."""

    def __init__(self, text: str, chosen: Mapping[str, str]) -> None:
        rows = rows_of(text)
        self._rows = len(rows)
        self._table = table_of(rows[:MOST_ROWS])
        self._readings = possible_readings(self._table)
        reading = chosen_reading(self._readings, chosen)
        self.is_open = reading is None
        self.reading = with_choices(self._table, reading or self._readings[0], chosen)
        self.other = " ".join(chosen.get("other", "")[:LONGEST_CELL].split())

    @cached_property
    def contents(self) -> Contents:
        """The matches in it, or what is wrong; nothing while a question about it is open."""
        if self._rows > MOST_ROWS:
            return Contents(problems=[too_many_lines(self._rows)])
        if self.asks:
            return Contents(problems=self._questions)
        return matches_of(self._table, self.reading, self.other)

    @property
    def asks(self) -> bool:
        """Whether a question about it is open, and no more is known about what is wrong."""
        return self._rows <= MOST_ROWS and bool(self._questions)

    @cached_property
    def _questions(self) -> Problems:
        return list(self._asked())

    def _asked(self) -> Iterator[ImportProblem]:
        if self.is_open:
            yield ImportProblem("", _("This can be read in more than one way. Choose one below."))
        if self.asks_day_order and self.reading.day_order is None:
            yield ImportProblem("", _("How are the dates meant? Choose below."))

    @property
    def problems(self) -> Sequence[ImportProblem]:
        return self.contents.problems

    @cached_property
    def ways(self) -> list[ShownWay]:
        """The ways to read it, if there are several."""
        if len(self._readings) < 2:
            return []
        return [
            ShownWay(each.way.value, _(WAYS[each.way]), list(self._said_in(each))) for each in self._readings
        ]

    def _said_in(self, reading: TableReading) -> Iterator[str]:
        """The first lines of the paper in one of its readings."""
        order = reading.day_order or self.reading.day_order or DayOrder.DAY_FIRST
        found = points_in_first(self._table, replace(reading, day_order=order), LOOKED_AT)
        yield from map(_row_said, islice(found, ROWS_OF_A_WAY))

    @property
    def way(self) -> str:
        """The way in which it is read; "" if that is to be chosen."""
        return "" if self.is_open else self.reading.way.value

    @property
    def columns(self) -> list[ShownColumn]:
        """All columns with what is in their first rows; none, if they can't be chosen."""
        if self.is_open or layout_of(self.reading) in PLAYERS_DOWN:
            return []
        return [
            ShownColumn(
                column.index,
                column.heading,
                ", ".join(column.cells[:SAMPLES]),
                self.reading.roles[column.index],
                self.reading.names[column.index],
            )
            for column in self._table.columns
        ]

    @property
    def left_out(self) -> list[str]:
        """Every column and line that is not imported."""
        columns = [
            self._column_left_out(column) for column in self._table.columns if self._is_left_out(column)
        ]
        lines = [
            _("Line %(line)s: %(what)s", line=row.place(0)[0], what=_(WHY_LEFT_OUT[why]))
            for row, why in self._table.left_out[:MOST_NAMED]
        ]
        nobody = [
            _("%(label)s: %(text)s", label=place, text=_("nobody scored"))
            for place in self.contents.nobody_scored[:MOST_NAMED]
        ]
        return [*columns, *lines, *nobody]

    def _is_left_out(self, column: PaperColumn) -> bool:
        if self.is_open or not column.cells:
            return False
        if layout_of(self.reading) in PLAYERS_DOWN:
            return not column.has_names and column.meaning in (
                Meaning.TOTAL,
                Meaning.NOTE,
                Meaning.GAMES,
                Meaning.MONEY,
                Meaning.RUNNING,
            )
        return self.reading.roles[column.index] is Role.NOTHING

    def _column_left_out(self, column: PaperColumn) -> str:
        """What is in a column, by its heading or its cells, that is not imported."""
        known = MEANINGS.get(column.meaning) if column.meaning else None
        known = known or KINDS.get(column.kind) or (MEANINGS[Meaning.NUMBER] if column.is_numbering else None)
        values = {
            "number": column.index + 1,
            "what": _(known) if known else ", ".join(column.cells[:SAMPLES]),
        }
        if not column.heading:
            # Translators: a column that is not imported, and what is in it.
            return _("Column %(number)s: %(what)s", **values)
        # Translators: a column that is not imported: “Column 3, “Stake”: money”.
        return _("Column %(number)s, “%(heading)s”: %(what)s", heading=column.heading[:40], **values)

    @property
    def roles(self) -> list[tuple[str, str]]:
        return [(role.value, _(words)) for role, words in ROLES.items()]

    @property
    def row_kinds(self) -> list[tuple[str, str]]:
        """What a row can be."""
        grows = self.reading.way in (Way.PLAYERS, Way.PLAYERS_DOWN, *SUMS) and not self._may_run
        kinds = [kind for kind in ROW_KINDS if grows or kind is not RowKind.RUNNING]
        return [(kind.value, _(ROW_KINDS[kind])) for kind in kinds]

    @property
    def asks_row_kind(self) -> bool:
        """Whether it can be chosen what is in a row."""
        told_by_way = (Way.MATRIX, Way.MATRIX_DOWN, Way.LIST, *(SUMS if self._may_run else ()))
        return not self.is_open and self.reading.way not in told_by_way

    @property
    def _may_run(self) -> bool:
        """Whether totals so far are one of several ways to read it."""
        return len(self._readings) > 1 and any(each.way in SUMS for each in self._readings)

    @cached_property
    def _days(self) -> list[str]:
        if layout_of(self.reading) in PLAYERS_DOWN:
            return [*days_of(self._table, self.reading), *(self._table.headings or Row(0, ())).filled]
        return days_of(self._table, self.reading)

    @cached_property
    def asks_day_order(self) -> bool:
        """Whether the dates have several readings."""
        return bool(self._days) and len(possible_orders(self._days)) != 1

    @property
    def day_orders(self) -> list[tuple[str, str]]:
        """The readings of the first date that has as many as any."""
        orders = possible_orders(self._days) or DayOrder
        read = [[(order.value, day_of(text, order)) for order in orders] for text in self._days]
        most = max(read, key=lambda readings: len({day for _order, day in readings if day}))
        return [(order, day_said(day)) for order, day in most if day]

    @property
    def lacks_days(self) -> bool:
        return any(match.started is None for match in self.contents.matches)

    @property
    def asks_other(self) -> bool:
        """Whether only winners are known, so that another name may be needed."""
        return bool(self.reading.columns(Role.WINNER)) and not self.reading.columns(Role.LOSER, Role.NAME)

    @property
    def has_totals(self) -> bool:
        """Whether lines that are said to be hands don't tell who won against whom, and only add to totals."""
        lines = (line for match in self.contents.matches for line in match.hands)
        return self.reading.row_kind is RowKind.HAND and any(isinstance(line, Adjustment) for line in lines)

    @property
    def first_rows(self) -> list[str]:
        """The first lines of the matches as they are read: "3 April 2021: Ann won a hand, +25"."""
        lines = (each for match in self.contents.matches for each in _lines(match))
        return list(islice(lines, ROWS_SHOWN))


def _row_said(row: RowPoints) -> str:
    """A row as it is read: "Line 2, April 3, 2021: Ann 105, Bob 62"."""
    points = ", ".join(f"{name} {signed(each) if each < 0 else each}" for name, each in row.points.items())
    place = _("Line %(line)s", line=row.line)
    day = f", {day_said(row.day)}" if row.day else ""
    # Translators: “Line 2, April 3, 2021: Ann 105, Bob 62”.
    return _("%(place)s: %(points)s", place=f"{place}{day}", points=points)


def _lines(match: MatchDocument) -> Iterator[str]:
    day = day_said(match.started.date()) if match.started else _("No date")
    for line in match.hands:
        if isinstance(line, Hand | Adjustment):
            if isinstance(line, Hand) and line.knocker is None:
                yield _("%(label)s: %(text)s", label=day, text=_("Dead hand"))
                continue
            player, points = gain_of(line)
            values = {"day": day, "name": match.players[player], "points": signed(points)}
            yield (
                # Translators: “3 April 2021: Ann won a hand, +25”.
                _("%(day)s: %(name)s won a hand, %(points)s", **values)
                if isinstance(line, Hand)
                else _("%(day)s: %(name)s %(points)s", **values)
            )
