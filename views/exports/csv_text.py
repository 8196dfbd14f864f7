"""Text for spreadsheets: CSV that Excel and LibreOffice open with one click, and that runs nothing there."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from views.language.directions import without_isolates
from views.language.i18n import locale

BYTE_ORDER_MARK = "\ufeff"
"""At the start of a file: without it, Excel takes UTF-8 for something else."""

STARTS_FORMULA = re.compile('(?:^|(?<=[,;|]))(?="*[=+@\t\r\n\uff1d\uff0b\uff0d\uff20-])')
"""Where a spreadsheet would calculate what follows; also full width, as typed in Japan.

A formula can also stand after what separates columns elsewhere, and behind quotes, which a file has twice:
read with another separator, they are an empty text before the formula.
"""

Cell = str | int | None


def csv_lines(rows: Iterable[Sequence[Cell]], separator: str) -> Iterator[str]:
    """The lines of a file, each made when it is asked for, so that a long file needs no memory."""
    yield BYTE_ORDER_MARK
    for row in rows:
        line = StringIO()
        csv.writer(line, delimiter=separator, lineterminator="\r\n").writerow(map(harmless, row))
        yield line.getvalue()


def harmless(cell: Cell) -> Cell:
    r"""*cell* as no spreadsheet takes it for a formula. Numbers stay numbers, also negative ones.

    >>> harmless("=1+1"), harmless("-5"), harmless(-5), harmless("Ann"), harmless("Ann,=1+1")
    ("'=1+1", "'-5", -5, 'Ann', "Ann,'=1+1")
    >>> harmless('a;"=1+1;b')
    'a;\'"=1+1;b'
    """
    return STARTS_FORMULA.sub("'", without_isolates(cell)) if isinstance(cell, str) else cell


def usual_separator() -> str:
    """What separates columns where the reader lives: a semicolon, if decimals have a comma there."""
    from babel.numbers import get_decimal_symbol

    return ";" if get_decimal_symbol(locale()) == "," else ","
