"""A table as it is written: its headings, columns and rows, and the lines that are not imported."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import cached_property
from itertools import pairwise

from models.gin.player_names import is_name, without_variants
from views.imports.days import has_digit, is_day, looks_like_day, plain, weekday_names, weekdays
from views.imports.paper.headings import Meaning, meaning, name_in
from views.imports.paper.table_text import Row, counted, is_money, is_nobody, is_points, points_of_both

LEAST_OF_DAY = 5
"""Characters of a day, as in 44291."""

WORDS_BEFORE = 3
"""Words of a day before its first figure, as in “Tuesday the 5th”."""


def day_alone(row: Row) -> str | None:
    """The day of a row that has nothing else; None for any other. Its weekday may be in a cell of its own."""
    filled = row.filled
    if len(filled) > 2 or len(filled[0]) < LEAST_OF_DAY > len(filled[-1]):
        return None
    said = ", ".join(filled)
    if len(filled) == 2 and (is_points(filled[1]) or any(map(is_nobody, filled))):
        return None
    if looks_like_day(said):
        return said
    return _day_behind_words(" ".join(filled))


def _day_behind_words(text: str) -> str | None:
    """The day at the end of a line without other figures: “Date: 5.1.2021”, “At home, 5 Jan 2021”."""
    words = text.split()
    first = next((at for at, word in enumerate(words) if has_digit(word)), 0)
    for at in range(max(1, first - WORDS_BEFORE), first + 1):
        said = " ".join(words[at:])
        if is_day(said) and not is_points(said):
            return said
    return None


LOOKED_AT = 200
"""Rows that are looked at to tell what a column is."""

LEAST_NUMBERED = 3
"""Rows that have to be numbered without a gap, if no heading says that they are numbers."""

YEAR = re.compile(r"\b\d{4}\b")


class CellKind(StrEnum):
    """What is in the cells of a column."""

    NOTHING = auto()
    DAYS = auto()
    WEEKDAYS = auto()
    POINTS = auto()
    BOTH = auto()
    """Points of two players, as in 105:62."""
    MONEY = auto()
    TEXT = auto()


class WhyLeftOut(StrEnum):
    """Why a line is not imported."""

    TITLE = auto()
    TOTAL = auto()
    NOTE = auto()
    NOT_TWO = auto()
    """Too few of those named in it are persons."""
    NOBODY = auto()
    """Nobody has points, and it is not known who played one hand."""


@dataclass(frozen=True, eq=False)
class PaperColumn:
    """A column: its heading, and what is in its first rows."""

    index: int
    heading: str
    cells: tuple[str, ...]
    """The cells of the first rows that are not empty."""
    is_whole: bool
    """Whether every row has something in this column."""

    @cached_property
    def kind(self) -> CellKind:
        """What most cells are."""
        if not self.cells:
            return CellKind.NOTHING
        asked = (
            (CellKind.MONEY, is_money),
            (CellKind.DAYS, looks_like_day),
            (CellKind.WEEKDAYS, lambda _cell: self._has_weekdays),
            (CellKind.POINTS, lambda cell: is_points(cell) or _is_nearly_points(cell)),
            (CellKind.BOTH, lambda cell: points_of_both(cell) is not None),
        )
        return next((kind for kind, is_one in asked if self.mostly(is_one)), CellKind.TEXT)

    @cached_property
    def _has_weekdays(self) -> bool:
        """Whether there are weekdays in it, and not people who are called Sam or Di."""
        said = [plain(cell).strip("(). ") for cell in self.cells]
        if self.meaning in (Meaning.DAY, Meaning.WEEKDAY):
            return 2 * sum(each in weekdays() for each in said) > len(said)
        is_of_names = self.meaning in (Meaning.NAME, Meaning.WINNER, Meaning.LOSER)
        return not is_of_names and len(set(said)) > 1 and any(map({*said}.issubset, weekday_names()))

    def mostly(self, is_one: Callable[[str], bool]) -> bool:
        """Whether more than half of its cells are of one sort; a hand that nobody won tells none."""
        told = [cell for cell in self.cells if is_points(cell) or not is_nobody(cell)] or self.cells
        return 2 * sum(map(is_one, told)) > len(told)

    @cached_property
    def meaning(self) -> Meaning | None:
        """What its heading says that it is about."""
        return meaning(self.heading)

    @cached_property
    def name(self) -> str:
        """Whose column it is, by its heading."""
        return name_in(self.heading)

    @cached_property
    def values(self) -> frozenset[str]:
        """What is in it, as names are compared; nobody is no name."""
        return frozenset(without_variants(cell) for cell in self.cells if not is_nobody(cell))

    @cached_property
    def is_numbering(self) -> bool:
        """Whether its cells are 1, 2, 3 without a gap, perhaps from 1 again for each day."""
        numbers = counted(self.cells) if self.is_whole else []
        again = any(one == other != 1 for one, other in pairwise(numbers))
        return len(set(numbers)) >= LEAST_NUMBERED and not again

    @cached_property
    def has_names(self) -> bool:
        """Whether its cells can be names of players."""
        winners = self.meaning is Meaning.WINNER
        named = [cell for cell in self.cells if not (winners and cell == "0")]
        return self.kind is CellKind.TEXT and all(map(is_name, named)) and not any(map(_has_figures, named))


def _has_figures(text: str) -> bool:
    """Whether a text has a number in it that a name does not have: at its start, or a year."""
    return text[:1].isdigit() or bool(YEAR.search(text))


def _is_nearly_points(cell: str) -> bool:
    """Whether a cell is a number, but not a whole one."""
    return cell.replace(".", "", 1).replace(",", "", 1).lstrip("+-").isdigit()


@dataclass(frozen=True, eq=False)
class PaperTable:
    """A table of points, before it is known how it is read."""

    headings: Row | None
    rows: tuple[Row, ...]
    """Rows that may be imported: also lines with nothing but a day."""
    left_out: tuple[tuple[Row, WhyLeftOut], ...] = ()
    """Lines that are not imported."""

    @cached_property
    def width(self) -> int:
        rows = self.rows if self.headings is None else (self.headings, *self.rows)
        return max((len(row.cells) for row in rows), default=0)

    @cached_property
    def first_rows(self) -> tuple[Row, ...]:
        """The first rows, without lines that have nothing but a day."""
        return tuple(row for row in self.rows[:LOOKED_AT] if day_alone(row) is None)

    @cached_property
    def columns(self) -> tuple[PaperColumn, ...]:
        """All columns."""
        return tuple(
            PaperColumn(
                index,
                self.headings.cell(index) if self.headings else "",
                tuple(row.cell(index) for row in self.first_rows if row.cell(index)),
                all(row.cell(index) for row in self.first_rows),
            )
            for index in range(self.width)
        )

    @cached_property
    def has_days_alone(self) -> bool:
        """Whether days stand on lines of their own."""
        return any(day_alone(row) is not None for row in self.rows)
