"""Text of a spreadsheet as rows of cells: the separator is found, and quotes are read."""

import csv
from collections import Counter
from dataclasses import dataclass
from io import StringIO
from itertools import islice

SEPARATORS = "\t;,|"
"""What columns are separated by; the first that fits is taken, because a comma may be within a number."""

MOST_COLUMNS = 20
"""More are left out: nobody's score sheet has them."""

LONGEST_CELL = 100
"""Characters. What is longer is no name, no day and no number, and is cut."""

LOOKED_AT = 50
"""Rows that are looked at to find the separator."""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row of a table that is not empty."""

    line: int
    """The number of its line in the text, from 1."""
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        """What is in a *column*, from 0; "" beyond the last one."""
        return self.cells[column] if column < len(self.cells) else ""


def rows_of(text: str) -> list[PaperRow]:
    r"""The rows of *text*.

    >>> rows_of("Date;Ann;Bob\n1.2.2003;25;\n")[1]
    PaperRow(line=2, cells=('1.2.2003', '25', ''))
    """
    rows = []
    for line, cells in _read(text, separator_of(text)):
        stripped = tuple(map(_cell, cells[:MOST_COLUMNS]))
        if any(stripped):
            rows.append(PaperRow(line, stripped))
    return rows


def _cell(text: str) -> str:
    return text.strip()[:LONGEST_CELL].replace("\u00a0", " ").strip()


def _read(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """All rows with the numbers of their lines. If a quote is never closed, quotes mean nothing."""
    reader = csv.reader(StringIO(text), delimiter=separator, strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        return [(number, each.split(separator)) for number, each in enumerate(text.split("\n"), 1)]
    return rows


def separator_of(text: str) -> str:
    """What separates the columns: what most lines have, and equally often."""
    lines = list(islice((line for line in StringIO(text) if line.strip()), LOOKED_AT))

    def agreeing(separator: str) -> int:
        [(count, lines_with_it)] = Counter(line.count(separator) for line in lines).most_common(1)
        return lines_with_it if count else 0

    return max(SEPARATORS, key=agreeing) if lines else ","
