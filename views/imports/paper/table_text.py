"""Text of a spreadsheet as rows of cells: the separator is found, and quotes are read."""

import csv
import re
from collections import Counter
from dataclasses import dataclass
from io import StringIO
from itertools import islice

from views.imports.days import is_day, looks_like_day

SEPARATORS = "\t;,|"
"""What columns are separated by; the first that fits is taken, because a comma may be within a number."""

MOST_COLUMNS = 64
"""More are left out: no club's table has them."""

LONGEST_CELL = 100
"""Characters. What is longer is no name, no day and no number, and is cut."""

LONGEST_LINE = 1000
"""Characters of a line without separators."""

NAME_AND_NUMBER = re.compile(r"([^\W\d][^\d]{0,39}?) ?[:=]? ?([+-]?\d{1,5})")
"""As in “Ann 25” and “Ann: 25”."""

TOLD = re.compile(
    r"((?:\S.{0,60}\d\.?[ :,–—-]+)?)([^\W\d][^\d:=,;|]{0,39}?) ?[:=]? ?(\d{1,5})"
    r"(?: ?[,–—/&-] ?| (?:and|und|et|y|vs\.?) | )([^\W\d][^\d:=,;|]{0,39}?) ?[:=]? ?(\d{1,5})"
)
"""As in “5 Jan 2021: Ann 105, Bob 62”."""

LOOKED_AT = 50
"""Rows that are looked at to find the separator."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table that is not empty."""

    line: int
    """The number of its line in the text, from 1."""
    cells: tuple[str, ...]
    column: int | None = None
    """If rows and columns were swapped: the column of the text, from 0, that this row was."""
    lines: tuple[int, ...] = ()
    """If they were: the line of each cell in the text."""

    def place(self, column: int) -> tuple[int, int]:
        """The line and the column of a cell in the text, both from 1."""
        if self.column is None:
            return self.line, column + 1
        return self.lines[column] if column < len(self.lines) else self.line, self.column + 1

    @property
    def filled(self) -> list[str]:
        """The cells in which something is written."""
        return [cell for cell in self.cells if cell]

    def cell(self, column: int) -> str:
        """What is in a *column*, from 0; "" beyond the last one."""
        return self.cells[column] if column < len(self.cells) else ""


def rows_of(text: str) -> list[Row]:
    r"""The rows of *text*.

    >>> rows_of("Date;Ann;Bob\n1.2.2003;25;\n")[1].cells
    ('1.2.2003', '25', '')
    """
    rows, read = list[Row](), _read(text, separator_of(text))
    usual = Counter(len(cells) for _line, cells in read).most_common(1)[0][0] if read else 0
    for line, whole in read:
        cells = _by_another(whole, usual) if rows and len(whole) == 1 < usual else whole
        stripped = tuple(map(_cell, cells[:MOST_COLUMNS]))
        if any(stripped):
            rows.append(Row(line, stripped))
    return rows


def _cell(text: str) -> str:
    """What is written in a cell, without the stars of bold type, of who won and of footnotes."""
    said = text.strip()[:LONGEST_CELL].replace("\u00a0", " ").strip()
    return said.strip("*").strip() or said


def _read(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """All rows with the numbers of their lines. If a quote is never closed, quotes mean nothing."""
    if _is_told(text):
        return [(number, _as_told(each)) for number, each in enumerate(text.split("\n"), 1)]
    if separator not in text:
        return [(number, _by_spaces(each[:LONGEST_LINE])) for number, each in enumerate(text.split("\n"), 1)]
    reader = csv.reader(StringIO(text), delimiter=separator, strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        return [(number, each.split(separator)) for number, each in enumerate(text.split("\n"), 1)]
    return rows


def _is_told(text: str) -> bool:
    """Whether the lines of a text have days, names and points in words, without cells."""
    lines = [line.strip() for line in islice((each for each in StringIO(text) if each.strip()), LOOKED_AT)]
    told = [line for line in lines if len(_as_told(line)) > 1]
    return bool(told) and all(line in told or looks_like_day(line) for line in lines)


def _as_told(line: str) -> list[str]:
    """The day, the names and the points of a line in words."""
    is_told = len(line) < LONGEST_CELL and not looks_like_day(line.strip())
    found = TOLD.fullmatch(line.strip()) if is_told else None
    day = found[1].strip(" :,-–—") if found else ""
    if not found or (day and not looks_like_day(day)):
        return [line]
    return [day, found[2].strip(), found[3], found[4].strip(), found[5]]


def _by_another(cells: list[str], usual: int) -> list[str]:
    """The cells of a row that another sign separates than the rows around it, if it has as many."""
    found = (cells[0].split(separator) for separator in SEPARATORS)
    fitting = (each for each in found if len(each) == usual and each[-1].strip().isdigit())
    return cells if is_day(cells[0]) else next(fitting, cells)


def _by_spaces(line: str) -> list[str]:
    """The cells of a line without separators: two spaces are one, and so is what is before a number."""
    cells = [each for each in line.strip().split("  ") if each.strip()]
    if len(cells) > 1:
        return cells
    found = NAME_AND_NUMBER.fullmatch(line.strip())
    return [found[1], found[2]] if found else [line]


def separator_of(text: str) -> str:
    """What separates the columns: what most lines have, and equally often."""
    lines = list(islice((line for line in StringIO(text) if line.strip()), LOOKED_AT))

    def agreeing(separator: str) -> int:
        [(count, lines_with_it)] = Counter(line.count(separator) for line in lines).most_common(1)
        return lines_with_it if count else 0

    return max(SEPARATORS, key=agreeing) if lines else ","
