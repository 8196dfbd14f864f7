"""A table of points while it is imported: its columns, the people in it, and what it is read as."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from models.gin.document.writing import MatchDocument, write_match
from models.gin.hand.scoring import Hand
from models.gin.sheet.extra_lines import Adjustment
from models.records.tables.shared import hashed
from views.imports.contents import Contents, ImportProblem, Problems
from views.imports.days import DayOrder, day_of, possible_orders
from views.imports.paper.headings import Meaning
from views.imports.paper.layouts.common import days_of
from views.imports.paper.matches import PaperMatches, matches_of
from views.imports.paper.people import NO, YES, Person, letters, may_be_one, people_in, people_said
from views.imports.paper.problems import PaperProblem, Wrong
from views.imports.paper.reading import Role, RowKind, RowPoints, TableReading, Way
from views.imports.paper.readings import (
    PLAYERS_DOWN,
    chosen_reading,
    layout_of,
    points_in,
    points_in_first,
    possible_readings,
    with_choices,
)
from views.imports.paper.table import PaperColumn, WhyLeftOut
from views.imports.paper.table_rows import table_of
from views.imports.paper.table_text import LONGEST_CELL, MOST_ROWS, Row, rows_of
from views.imports.paper_match import gain_of
from views.imports.table_words import (
    KINDS,
    MEANINGS,
    ROLES,
    ROW_KINDS,
    WAYS,
    WHY_LEFT_OUT,
    labelled,
    place_said,
    told,
)
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.dates import day_said
from views.words.hand_result import signed

SUMS = (Way.RUNNING, Way.RUNNING_DOWN)
"""The ways in which the totals so far are read."""

LEFT_OUT_ACROSS = {Meaning.TOTAL, Meaning.NOTE, Meaning.GAMES, Meaning.MONEY, Meaning.RUNNING}
"""What a column beside evenings or hands across may be that is not imported."""

SAMPLES = 3
"""How many cells of a column are told."""

LINES_SHOWN = 6
"""How many lines of the table are shown."""

ROWS_SHOWN = 8
"""How many rows are shown as they are read."""

ROWS_OF_A_WAY = 3
"""How many lines of the paper are shown in each way to read it."""

LOOKED_AT = 40
"""Rows that are read to show these."""

MOST_NAMED = 12
"""How many lines are named that are not imported."""

Choice = tuple[str, str]
"""A value and its words."""


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column, and what it is taken for."""

    index: int
    heading: str
    role: Role
    roles: Sequence[Choice]
    name: str

    @property
    def has_name(self) -> bool:
        return self.role is Role.PLAYER

    @property
    def is_asked(self) -> bool:
        return self.role is Role.UNCLEAR


@dataclass(frozen=True, slots=True)
class ShownWay:
    """A way to read the table, and its first lines read in this way."""

    value: str
    words: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class ShownPerson:
    """Somebody who would become a player."""

    name: str
    facts: str
    is_nobody: bool
    """Whether it was said that this is no person."""


@dataclass(frozen=True, slots=True)
class ShownNames:
    """Names that may be of one person."""

    question: str
    answers: Sequence[Choice]
    answer: str


class TablePage:
    """The table, with the choices that players make about it."""

    def __init__(self, text: str, chosen: Mapping[str, str]) -> None:
        rows = rows_of(text)
        self._rows = len(rows)
        self._table = table_of(rows[:MOST_ROWS])
        self._readings = possible_readings(self._table)
        self._people = people_said(chosen)
        reading = chosen_reading(self._readings, chosen)
        self.is_open = reading is None
        self.reading = with_choices(self._table, reading or self._readings[0], chosen)
        self.other = " ".join(chosen.get("other", "")[:LONGEST_CELL].split())
        self.is_first = not any(name.startswith("column_") for name in chosen)
        self._seen = chosen.get("seen", "")

    @cached_property
    def contents(self) -> Contents:
        """The matches in it, or what is wrong; nothing while a question about it is open."""
        return Contents(self._read.matches, self._questions or told(self._read.problems))

    @cached_property
    def _read(self) -> PaperMatches:
        """The table as it is read."""
        if self._rows > MOST_ROWS:
            return PaperMatches(problems=[PaperProblem(Wrong.MANY_LINES, num=self._rows)])
        return (
            PaperMatches() if self.asks else matches_of(self._table, self.reading, self.other, self._people)
        )

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
        elif not self.is_open and any(not each.answer for each in self.names_alike):
            yield ImportProblem("", _("Some names are almost the same. Is it one person? Choose below."))

    @property
    def problems(self) -> Sequence[ImportProblem]:
        return self.contents.problems

    @property
    def digest(self) -> str:
        """What tells the matches that come out from others, remarks too; "" if there are none."""
        matches = [json.dumps(write_match(match)) for match in self.contents.matches]
        return hashed(*matches)[:16] if matches else ""

    @property
    def is_as_shown(self) -> bool:
        """Whether what would be imported is what the page showed before the button was pressed."""
        return self._seen in ("", self.digest)

    @property
    def headings_digest(self) -> str:
        """What the browser keeps the columns of such a table under; "" without headings."""
        return hashed(*self._table.headings.cells)[:32] if self._table.headings else ""

    @cached_property
    def ways(self) -> list[ShownWay]:
        """The ways to read it, if there are several."""
        if len(self._readings) < 2:
            return []
        return [ShownWay(each.way.value, _(WAYS[each.way]), self._said_in(each)) for each in self._readings]

    def _said_in(self, reading: TableReading) -> list[str]:
        """The first lines of the paper in one of its readings."""
        order = reading.day_order or self.reading.day_order or DayOrder.DAY_FIRST
        found = points_in_first(self._table, replace(reading, day_order=order), LOOKED_AT)
        return list(map(_row_said, islice(found, ROWS_OF_A_WAY)))

    @property
    def way(self) -> str:
        """The way in which it is read; "" if that is to be chosen."""
        return "" if self.is_open else self.reading.way.value

    @property
    def columns(self) -> list[ShownColumn]:
        """All columns with what they are taken for; none, if that can't be chosen."""
        if self.is_open or layout_of(self.reading) in PLAYERS_DOWN:
            return []
        return list(map(self._shown, self._table.columns))

    def _shown(self, column: PaperColumn) -> ShownColumn:
        role, name = self.reading.roles[column.index], self.reading.names[column.index]
        roles = [(each.value, _(words)) for each, words in ROLES.items()]
        asked = [(Role.UNCLEAR.value, _("Choose"))] if role is Role.UNCLEAR else []
        return ShownColumn(column.index, column.heading, role, [*asked, *roles], name)

    @property
    def headings(self) -> Sequence[str]:
        """What stands above the columns; none, if they have no headings."""
        return self._cells(self._table.headings) if self._table.headings else ()

    @property
    def lines(self) -> list[tuple[int, Sequence[str]]]:
        """The first lines of the table as they stand, with their numbers."""
        return [(row.line, self._cells(row)) for row in self._table.rows[:LINES_SHOWN]]

    def _cells(self, row: Row) -> Sequence[str]:
        return [row.cell(index) for index in range(self._table.width)]

    @cached_property
    def _found(self) -> Sequence[RowPoints]:
        """The rows as they are read, with everybody named in them; none while the columns are asked about."""
        is_known = not self.is_open and not self.reading.columns(Role.UNCLEAR)
        order = self.reading.day_order or DayOrder.DAY_FIRST
        return points_in(self._table, replace(self.reading, day_order=order), []) if is_known else []

    @property
    def people(self) -> list[ShownPerson]:
        """Everybody who would become a player, and who was said to be none."""
        return [
            ShownPerson(each.name, self._rows_said(each), not self._people.is_person(each.name))
            for each in people_in(self._found)
        ]

    def _rows_said(self, person: Person) -> str:
        if self.reading.row_kind is RowKind.GAME:
            return ngettext("%(num)s game", "%(num)s games", person.rows)
        return ngettext("%(num)s hand", "%(num)s hands", person.rows)

    @cached_property
    def names_alike(self) -> list[ShownNames]:
        """The names that may be of one person, with what was said about them."""
        return list(map(self._alike, may_be_one(self._found)))

    def _alike(self, persons: Sequence[Person]) -> ShownNames:
        said = letters(persons[0].name)
        names = ", ".join(f"{each.name} ({self._rows_said(each)})" for each in persons)
        answer = YES if said in self._people.same else NO if said in self._people.different else ""
        return ShownNames(
            # Translators: names that are almost the same, with their numbers of hands.
            _("%(names)s: is this one person?", names=names),
            [(YES + said, _("Yes, the same person")), (NO + said, _("No, different people"))],
            answer and answer + said,
        )

    @property
    def left_out(self) -> list[str]:
        """Every column and line that is not imported."""
        columns = map(_column_left_out, filter(self._is_left_out, self._table.columns))
        alone = [row for row in self._found if self._people.leaves_out(row)]
        rows = [
            *(((row.place(0)[0], 0), why) for row, why in self._table.left_out[:MOST_NAMED]),
            *((row.place, WhyLeftOut.NOT_TWO) for row in alone[:MOST_NAMED]),
            *((row.place, WhyLeftOut.NOBODY) for row in self._read.nobody_scored[:MOST_NAMED]),
        ]
        return [*columns, *(labelled(place_said(*place), _(WHY_LEFT_OUT[why])) for place, why in rows)]

    def _is_left_out(self, column: PaperColumn) -> bool:
        if self.is_open or not column.cells:
            return False
        if layout_of(self.reading) in PLAYERS_DOWN:
            return not column.has_names and column.meaning in LEFT_OUT_ACROSS
        return self.reading.roles[column.index] in (Role.NOTHING, Role.NUMBER)

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
    def day_orders(self) -> list[ShownWay]:
        """The readings of the first date that has as many as any, with the first lines in each."""
        orders = possible_orders(self._days) or DayOrder
        read = [[(order, day_of(text, order)) for order in orders] for text in self._days]
        most = max(read, key=lambda readings: len({day for _order, day in readings if day}))
        return [
            ShownWay(order.value, day_said(day), self._said_in(replace(self.reading, day_order=order)))
            for order, day in most
            if day
        ]

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
        """The first hands as they are read: "3 April 2021: Ann won a hand, +25"; none of whole games."""
        if self.reading.row_kind is RowKind.GAME:
            return []
        lines = (each for match in self.contents.matches for each in _lines(match))
        return list(islice(lines, ROWS_SHOWN))


def _column_left_out(column: PaperColumn) -> str:
    """What is in a column, by its heading or its cells, that is not imported: “Column 3, “Stake”: money”."""
    known = MEANINGS.get(column.meaning) if column.meaning else None
    known = known or KINDS.get(column.kind) or (MEANINGS[Meaning.NUMBER] if column.is_numbering else None)
    number, heading = column.index + 1, column.heading[:40]
    called = _("Column %(number)s, “%(heading)s”", number=number, heading=heading) if heading else ""
    what = _(known) if known else ", ".join(column.cells[:SAMPLES])
    return labelled(called or place_said(0, number), what)


def _row_said(row: RowPoints) -> str:
    """A row as it is read: "Line 2, April 3, 2021: Ann 105, Bob 62"."""
    points = ", ".join(f"{name} {signed(each) if each < 0 else each}" for name, each in row.points.items())
    day = f", {day_said(row.day)}" if row.day else ""
    return labelled(f"{place_said(row.line, 0)}{day}", points)


def _lines(match: MatchDocument) -> Iterator[str]:
    day = day_said(match.played_on) if match.played_on else _("No date")
    for line in match.hands:
        if isinstance(line, Hand | Adjustment):
            if isinstance(line, Hand) and line.knocker is None:
                yield labelled(day, _("Dead hand"))
                continue
            player, points = gain_of(line)
            values = {"day": day, "name": match.players[player], "points": signed(points)}
            yield (
                # Translators: “3 April 2021: Ann won a hand, +25”.
                _("%(day)s: %(name)s won a hand, %(points)s", **values)
                if isinstance(line, Hand)
                else _("%(day)s: %(name)s %(points)s", **values)
            )
