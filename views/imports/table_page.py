"""A table of points while it is imported: its columns, its first rows as they are read, and what is wrong."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import islice

from babel.dates import format_date

from models.gin.document.writing import MatchDocument
from models.gin.hand.hand import Hand
from models.gin.sheet.extra_lines import Adjustment
from views.imports.contents import Contents, ImportProblem
from views.imports.days import DayOrder, day_of, possible_orders
from views.imports.paper_columns import Reading, Role, RowKind, corrected, guessed
from views.imports.paper_matches import gain_of, matches_of
from views.imports.table_text import LONGEST_CELL, rows_of
from views.language.i18n import gettext as _
from views.language.i18n import locale, marked
from views.words.hand_sum import signed

ROLES = {
    Role.DAY: marked("Date"),
    Role.PLAYER: marked("Player"),
    # Translators: what a column of a table is taken for.
    Role.WINNER: marked("Who won"),
    Role.POINTS: marked("Points of the winner"),
    # Translators: a column that is not imported.
    Role.NOTHING: marked("Leave out"),
}
ROW_KINDS = {
    # Translators: the answers to “What is in a line?”.
    RowKind.HAND: marked("the points of one hand"),
    RowKind.GAME: marked("the totals of a whole game"),
}

SAMPLES = 3
"""How many cells of a column are shown."""

FIRST_ROWS = 8
"""How many rows are shown as they are read."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column, and what it is taken for."""

    index: int
    sample: str
    role: Role
    name: str

    @property
    def has_name(self) -> bool:
        """Whether it belongs to a player."""
        return self.role is Role.PLAYER


class TablePage:
    """The table, with the choices that players make about it."""

    def __init__(self, text: str, chosen: Mapping[str, str]) -> None:
        self._rows = rows_of(text)
        self._guessed = guessed(self._rows)
        self.reading: Reading = corrected(self._guessed, chosen)
        self.other = " ".join(chosen.get("other", "")[:LONGEST_CELL].split())

    @cached_property
    def contents(self) -> Contents:
        """The matches in it, or what is wrong; nothing while a question about it is open."""
        if self.asks_day_order and self.reading.day_order is None:
            return Contents(
                problems=[ImportProblem("", _("How are the dates meant? Choose one of the two below."))]
            )
        return matches_of(self._rows, self.reading, self.other)

    @property
    def problems(self) -> Sequence[ImportProblem]:
        """What is wrong."""
        return self.contents.problems

    @property
    def columns(self) -> list[Column]:
        """All columns with what is in their first rows."""
        body = self._rows[self.reading.has_headings :]
        return [
            Column(
                index,
                ", ".join(islice((row.cell(index) for row in body if row.cell(index)), SAMPLES)),
                role,
                self.reading.names[index],
            )
            for index, role in enumerate(self.reading.roles)
        ]

    @property
    def roles(self) -> list[tuple[str, str]]:
        """What a column can be."""
        return [(role.value, _(words)) for role, words in ROLES.items()]

    @property
    def row_kinds(self) -> list[tuple[str, str]]:
        """What a row can be."""
        return [(kind.value, _(words)) for kind, words in ROW_KINDS.items()]

    @cached_property
    def _days(self) -> list[str]:
        if Role.DAY not in self.reading.roles:
            return []
        at = self.reading.roles.index(Role.DAY)
        return [row.cell(at) for row in self._rows[self.reading.has_headings :] if row.cell(at)]

    @cached_property
    def asks_day_order(self) -> bool:
        """Whether the dates have two readings."""
        return len(possible_orders(self._days)) != 1 and bool(self._days)

    @property
    def day_orders(self) -> list[tuple[str, str]]:
        """Both readings of the first date that has two."""
        read = ({order: day_of(text, order) for order in DayOrder} for text in self._days)
        both = next((each for each in read if len(set(each.values())) == len(each)), {})
        return [(order.value, _long(day)) for order, day in both.items() if day]

    @property
    def asks_other(self) -> bool:
        """Whether only winners are known, so that another name may be needed."""
        return Role.WINNER in self.reading.roles

    @property
    def has_totals(self) -> bool:
        """Whether lines that are said to be hands don't tell who won against whom, and only add to totals."""
        lines = (line for match in self.contents.matches for line in match.hands)
        return self.reading.row_kind is RowKind.HAND and any(isinstance(line, Adjustment) for line in lines)

    @property
    def first_rows(self) -> list[str]:
        """The first lines of the matches as they are read: "3 April 2021: Ann won a hand, +25"."""
        lines = (each for match in self.contents.matches for each in _lines(match))
        return list(islice(lines, FIRST_ROWS))


def _lines(match: MatchDocument) -> Iterator[str]:
    day = _long(match.started.date()) if match.started else _("No date")
    for line in match.hands:
        if isinstance(line, Hand | Adjustment):
            player, points = gain_of(line)
            values = {"day": day, "name": match.players[player], "points": signed(points)}
            yield (
                # Translators: “3 April 2021: Ann won a hand, +25”.
                _("%(day)s: %(name)s won a hand, %(points)s", **values)
                if isinstance(line, Hand)
                else _("%(day)s: %(name)s %(points)s", **values)
            )


def _long(day: date) -> str:
    return format_date(day, "long", locale=locale())
