"""Brings a table into the usual form: whole days, one name in a cell, names instead of numbers across."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from models.gin.player_names import is_name
from views.imports.day_names import months, plain
from views.imports.days import DayOrder, day_of, has_digit, is_day, lacks_year
from views.imports.paper.cells import points_of, points_of_both
from views.imports.paper.headings import Meaning, meaning, means_only
from views.imports.paper.table_text import Row
from views.language.i18n import gettext as _

LOOKED_AT = 50
"""Rows that are looked at."""

DAYS = frozenset("day tag jour dia date datum fecha 日 日子 日期".split())
MONTHS = frozenset("month monat mois mes 月 月份".split())
YEARS = frozenset("year jahr annee ano 年 年份".split())

TWO_NAMES = re.compile(
    r"(\S.{0,39}?)(?: (?:vs?|versus|against|gegen|contre|contra|[-–—&+:x]|and|und|et|y)\.? | ?/ ?)"
    r"(\S.{0,39})",
    re.IGNORECASE,
)
"""As in “Ann vs. Bob” and “Ann – Bob”."""

FEW_WORDS = 4
"""Of a name."""


def normalized(headings: Row | None, rows: Sequence[Row]) -> tuple[Row | None, list[Row]]:
    """The headings and rows in the usual form. Cells keep their columns; what is added stands behind them."""
    if headings is None:
        return None, [*rows]
    step: Callable[[Row, Sequence[Row]], tuple[Row, list[Row]]]
    for step in (_with_days, _with_both_names, _with_both_points, _with_names_across):
        headings, rows = step(headings, rows)
    return headings, [*rows]


def _called(headings: Row, words: frozenset[str]) -> int | None:
    """The column that is called by one of the *words*, if it is the only one."""
    found = [index for index, cell in enumerate(headings.cells) if plain(cell).strip(". ") in words]
    return found[0] if len(found) == 1 else None


def _with_days(headings: Row, rows: Sequence[Row]) -> tuple[Row, list[Row]]:
    """With whole days in the column of days, if years, and perhaps months, have columns of their own."""
    day, month, year = (_called(headings, words) for words in (DAYS, MONTHS, YEARS))
    if day is None or year is None:
        return headings, [*rows]
    others = [column for column in (month, year) if column is not None]
    said = dict.fromkeys(others, "")
    whole = list[Row]()
    for row in rows:
        said |= {column: row.cell(column) for column in others if row.cell(column)}
        one = _day(row.cell(day), None if month is None else said[month], said[year])
        whole.append(_with_cells(row, {day: one} | dict.fromkeys(others, "")) if one else row)
    return headings, whole


def _day(day: str, month: str | None, year: str) -> str:
    """A whole day; "" if it is none, or whole already."""
    if not year.isdigit():
        return ""
    if month is None:
        said = f"{day}{year}" if day.endswith(".") else f"{day} {year}"
        return said if lacks_year(day) and is_day(said) else ""
    named = months().get(plain(month).strip(". "))
    said = f"{year}-{named or month.strip('. ')}-{day.strip('. ')}"
    return said if day_of(said, DayOrder.DAY_FIRST) else ""


def _with_cells(row: Row, changed: dict[int, str]) -> Row:
    cells = [*row.cells, *[""] * (max(changed) + 1 - len(row.cells))]
    for index, cell in changed.items():
        cells[index] = cell
    return replace(row, cells=tuple(cells))


def _with_both_names(headings: Row, rows: Sequence[Row]) -> tuple[Row, list[Row]]:
    """With a column more for the second names, if one column has two names in each cell."""
    found = [index for index in range(len(headings.cells)) if _has_two_names(headings, rows, index)]
    if len(found) != 1:
        return headings, [*rows]
    at, width = found[0], max(len(row.cells) for row in (headings, *rows))
    called = f"{headings.cell(at)} ({_('Name of a player')})"
    changed = [
        _with_cells(row, {at: both[0], width: both[1]}) if (both := _two_names(row.cell(at))) else row
        for row in rows
    ]
    return _with_cells(headings, {at: called, width: called}), changed


def _has_two_names(headings: Row, rows: Sequence[Row], index: int) -> bool:
    cells = [row.cell(index) for row in rows[:LOOKED_AT] if row.cell(index)]
    is_of_one = means_only(headings.cell(index), Meaning.WINNER, Meaning.LOSER, Meaning.NOTE, Meaning.DAY)
    says_who = meaning(headings.cell(index)) in (Meaning.NAME, Meaning.NUMBER, Meaning.GAMES)
    has_results = any(points_of_both(cell) for row in rows[:LOOKED_AT] for cell in row.cells)
    return len(cells) > 1 and not is_of_one and (says_who or has_results) and all(map(_two_names, cells))


def _two_names(cell: str) -> tuple[str, str] | None:
    """The two names in a cell."""
    found = TWO_NAMES.fullmatch(cell)
    names = (found[1].strip(), found[2].strip()) if found else ()
    return (names[0], names[1]) if names and all(map(_is_name, names)) else None


def _is_name(text: str) -> bool:
    return is_name(text) and not has_digit(text) and len(text.split()) <= FEW_WORDS


def _with_both_points(headings: Row, rows: Sequence[Row]) -> tuple[Row, list[Row]]:
    """With a column for each player, if one column has two names above and the points of both below."""
    found = [
        (index, both)
        for index, cell in enumerate(headings.cells)
        if (both := _two_names(cell)) and not any(map(meaning, both))
    ]
    if len(found) != 1:
        return headings, [*rows]
    (at, names), width = found[0], max(len(row.cells) for row in (headings, *rows))
    points = [points_of_both(row.cell(at)) for row in rows]
    if not any(points[:LOOKED_AT]):
        return headings, [*rows]
    changed = [
        _with_cells(row, {at: str(both[0]), width: str(both[1])}) if both else row
        for row, both in zip(rows, points, strict=True)
    ]
    return _with_cells(headings, {at: names[0], width: names[1]}), changed


def _with_names_across(headings: Row, rows: Sequence[Row]) -> tuple[Row, list[Row]]:
    """With names in place of the numbers across, if the same numbers stand beside the names down."""
    numbered = _numbered_names(headings, rows)
    across = [index for index, cell in enumerate(headings.cells) if cell in numbered]
    if len(numbered) < 3 or [headings.cell(index) for index in across] != list(numbered):
        return headings, [*rows]
    return _with_cells(headings, {index: numbered[headings.cell(index)] for index in across}), [*rows]


def _numbered_names(headings: Row, rows: Sequence[Row]) -> dict[str, str]:
    """The names of players by the numbers 1, 2, 3 before them."""
    found: dict[str, str] = {}
    for row in rows:
        number, name = row.cell(0).rstrip("."), row.cell(1)
        if points_of(number) != len(found) + 1 or not is_name(name) or name[:1].isdigit():
            break
        found[number] = name
    return found if len(set(found.values())) == len(found) else {}
