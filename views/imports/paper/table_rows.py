"""How the table of a paper is found in its rows: made regular, without sums between hands."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from models.gin.player_names import is_name
from views.imports.days import DayOrder, day_of, has_digit, is_day, lacks_year, looks_like_day, months, plain
from views.imports.paper.headings import OF_NAMES, Meaning, meaning, means_only, numbers_games
from views.imports.paper.table import LOOKED_AT, PaperTable, WhyLeftOut, day_alone
from views.imports.paper.table_text import (
    AGAINST,
    Row,
    counted,
    is_nobody,
    is_points,
    points_of,
    points_of_both,
)

DAYS = frozenset("day tag jour dia date datum fecha 日 日子 日期".split())
MONTHS = frozenset("month monat mois mes 月 月份".split())
YEARS = frozenset("year jahr annee ano 年 年份".split())

TWO_NAMES = re.compile(
    rf"(\S.{{0,39}}?)(?: {AGAINST} | ?[/:：] ?)"
    r"(\S.{0,39})",
    re.IGNORECASE,
)
"""As in “Ann vs. Bob” and “Ann – Bob”."""

MISSING = frozenset("NA N/A n/a NaN n.a. N.A. n.d. k.A. s.o.".split())
"""What stands for a cell without anything, among others with points."""

FEW_WORDS = 4
"""Words of a name."""


def normalized(headings: Row | None, rows: list[Row]) -> tuple[Row | None, list[Row]]:
    """The headings and rows in the usual form. Cells keep their columns; what is added stands behind them."""
    if headings is None:
        return None, rows
    for step in (_with_days, _with_both_names, _with_both_points, _with_names_across):
        headings, rows = step(headings, rows)
    return headings, rows


def _called(headings: Row, words: frozenset[str]) -> int | None:
    """The column that is called by one of the *words*, if it is the only one."""
    found = [index for index, cell in enumerate(headings.cells) if plain(cell).strip(". ") in words]
    return found[0] if len(found) == 1 else None


def _with_days(headings: Row, rows: list[Row]) -> tuple[Row, list[Row]]:
    """With whole days in the column of days, if years, and perhaps months, have columns of their own."""
    day, month, year = (_called(headings, words) for words in (DAYS, MONTHS, YEARS))
    if day is None or year is None:
        return headings, rows
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


def _widest(rows: Iterable[Row]) -> int:
    """How many cells the longest of *rows* has."""
    return max((len(row.cells) for row in rows), default=0)


def _in_two(row: Row, at: int, behind: int, both: tuple[object, object] | None) -> Row:
    """*row* with *both* in place of the cell *at*: one stands there, the other *behind* all cells."""
    return _with_cells(row, {at: str(both[0]), behind: str(both[1])}) if both else row


def _with_both_names(headings: Row, rows: list[Row]) -> tuple[Row, list[Row]]:
    """With a column more for the second names, if one column has two names in each cell."""
    found = [index for index in range(len(headings.cells)) if _has_two_names(headings, rows, index)]
    if len(found) != 1:
        return headings, rows
    at, width = found[0], _widest((headings, *rows))
    called = headings.cell(at) + OF_NAMES
    changed = [_in_two(row, at, width, _two_names(row.cell(at))) for row in rows]
    return _in_two(headings, at, width, (called, called)), changed


def _has_two_names(headings: Row, rows: Sequence[Row], index: int) -> bool:
    cells = [row.cell(index) for row in rows[:LOOKED_AT] if row.cell(index)]
    is_of_one = means_only(headings.cell(index), Meaning.WINNER, Meaning.LOSER, Meaning.NOTE, Meaning.DAY)
    says_who = meaning(headings.cell(index)) in (Meaning.NAME, Meaning.NUMBER, Meaning.GAMES)
    has_results = any(points_of_both(cell) for row in rows[:LOOKED_AT] for cell in row.cells)
    return len(cells) > 1 and not is_of_one and (says_who or has_results) and all(map(_two_names, cells))


def _two_names(cell: str) -> tuple[str, str] | None:
    found = TWO_NAMES.fullmatch(cell)
    names = (found[1].strip(), found[2].strip()) if found else ()
    return (names[0], names[1]) if names and all(map(_is_name, names)) else None


def _is_name(text: str) -> bool:
    return is_name(text) and not has_digit(text) and len(text.split()) <= FEW_WORDS


def _with_both_points(headings: Row, rows: list[Row]) -> tuple[Row, list[Row]]:
    """With a column for each player, if one column has two names above and the points of both below."""
    found = [
        (index, both)
        for index, cell in enumerate(headings.cells)
        if (both := _two_names(cell)) and not any(map(meaning, both))
    ]
    if len(found) != 1:
        return headings, rows
    (at, names), width = found[0], _widest((headings, *rows))
    points = [points_of_both(row.cell(at)) for row in rows]
    if not any(points[:LOOKED_AT]):
        return headings, rows
    changed = [_in_two(row, at, width, both) for row, both in zip(rows, points, strict=True)]
    return _in_two(headings, at, width, names), changed


def _with_names_across(headings: Row, rows: list[Row]) -> tuple[Row, list[Row]]:
    """With names in place of the numbers across, if the same numbers stand beside the names down."""
    numbered = _numbered_names(headings, rows)
    across = [index for index, cell in enumerate(headings.cells) if cell in numbered]
    if len(numbered) < 3 or [headings.cell(index) for index in across] != list(numbered):
        return headings, rows
    return _with_cells(headings, {index: numbered[headings.cell(index)] for index in across}), rows


def _numbered_names(headings: Row, rows: Sequence[Row]) -> dict[str, str]:
    """The names of players by the numbers 1, 2, 3 before them."""
    found: dict[str, str] = {}
    for row in rows:
        number, name = row.cell(0).rstrip("."), row.cell(1)
        if points_of(number) != len(found) + 1 or not is_name(name) or name[:1].isdigit():
            break
        found[number] = name
    return found if len(set(found.values())) == len(found) else {}


LEAST_SUMMED = 2
"""Rows above one that is taken for their sum, if it is not called so."""


def sums_between(rows: Sequence[Row]) -> list[Row]:
    """The rows that have the sums of those above: of a game, of an evening, or of all so far."""
    found, since, everything = list[Row](), _Sums(), _Sums()
    numbered = [index for index in range(_widest(rows)) if _counts(rows, index)]
    for row in rows:
        is_hand = any(map(row.cell, numbered))
        if not is_hand and (
            (since.rows >= LEAST_SUMMED and since.are_in(row)) or (found and everything.are_in(row))
        ):
            found.append(row)
            since = _Sums()
        elif len(row.filled) > 1 or day_alone(row) is None:
            since.add(row)
            everything.add(row)
    return [row for row in found if row is rows[-1] or _is_more_than_one_sum(row)]


def _counts(rows: Sequence[Row], index: int) -> bool:
    """Whether a column numbers hands or games, so that a row with a number is one of them."""
    return len(counted(filter(None, (row.cell(index) for row in rows[:LOOKED_AT])))) > 1


def _is_more_than_one_sum(row: Row) -> bool:
    """Whether the points in a *row* do not mirror each other: one sum may be chance, two are not."""
    return sum(points_of(cell) or 0 for cell in row.cells) != 0


class _Sums:
    """The sums of columns over some rows."""

    def __init__(self) -> None:
        self.rows = 0
        self._points: dict[int, int] = {}
        self._last: dict[int, str] = {}

    def add(self, row: Row) -> None:
        """Add a row; a cell that is empty leaves its column as it is."""
        self.rows += 1
        for index, cell in enumerate(row.cells):
            if cell:
                self._points[index] = self._points.get(index, 0) + (points_of(cell) or 0)
                self._last[index] = cell

    def are_in(self, row: Row) -> bool:
        """Whether a *row* has these sums of two columns, and nothing else but the same day."""
        summed = 0
        for index, cell in reversed([*enumerate(row.cells)]):
            points = points_of(cell)
            if not cell or (points is None and cell == self._last.get(index) and is_day(cell)):
                continue
            # Without points above, 0 is a sum too; the sum of noughts may be a hand.
            if points != self._points.get(index, 0) or not (points or index not in self._points):
                return False
            summed += 1
        return summed > 1


LAST_HEADING = 6
"""Headings are among the first so many rows."""

LEAST_WORDS = 3
"""Words of a remark on a line of its own; fewer may be a name."""

RULED = frozenset("-=_+:|*. ")
"""What lines between rows are drawn with."""

GAME_ALONE = re.compile(r"([^\W\d]{1,20}) ?(?:#|[Nn][ro]\.?)? ?(\d{1,3}) ?[.:]?")

ROUNDS = frozenset("round runde ronda".split())
"""Words for several hands, if their number is on a line of its own."""

LEAST_BONUS = 10
"""Points for a game or a box."""


def table_of(rows: Sequence[Row]) -> PaperTable:
    """The table in the rows of a text."""
    rows = _without_missing([row for row in rows if not _is_drawn(row)])
    at = _heading_at(rows)
    headings = None if at is None else rows[at]
    before, after = ([], rows) if at is None else (rows[:at], rows[at + 1 :])
    if headings is not None and before and (whole := _with_row_above(headings, before[-1])):
        before, headings = before[:-1], whole
    headings, before, after = _with_games(headings, before, after)
    days = [row for row in before if day_alone(row) is not None]
    left_out = [(row, WhyLeftOut.TITLE) for row in before if day_alone(row) is None]
    body = list[Row]()
    again = _said(headings) if headings else []
    for row in [*days, *after]:
        why = _why_left_out(row, headings)
        if why:
            left_out.append((row, why))
        elif _said(row) != again:
            body.append(row)
    sums = dict.fromkeys(sums_between(body), WhyLeftOut.TOTAL)
    left_out += sums.items()
    body = [row for row in body if row not in sums]
    headings, body = normalized(headings, body)
    return PaperTable(headings, tuple(body), tuple(left_out))


def _without_missing(rows: Sequence[Row]) -> list[Row]:
    """The rows, with nothing where a word says so; it may be somebody's name in a column without points."""
    with_points = {at for row in rows for at, cell in enumerate(row.cells) if points_of(cell) is not None}
    changed = (
        _with_cells(row, missing)
        if (missing := {at: "" for at in with_points if row.cell(at) in MISSING})
        else row
        for row in rows
    )
    return [row for row in changed if row.filled]


def _with_games(
    headings: Row | None, before: Sequence[Row], after: Sequence[Row]
) -> tuple[Row | None, list[Row], list[Row]]:
    """The headings and rows, with one more column if games are numbered on lines of their own."""
    if headings is None or not any(_game_at(row, headings) for row in after):
        return headings, [*before], [*after]
    first = _game_at(headings, headings)
    width = _widest((headings, *after))
    word, number = (first[1], first[2]) if first else ("", "")
    rows = list[Row]()
    for row in (*before, *after):
        if game := _game_at(row, headings):
            word, number = word or game[1], game[2]
        elif row not in before:
            rows.append(row if day_alone(row) is not None else _with_cells(row, {width: number}))
    titles = [row for row in before if not _game_alone(row)]
    data = [row for row in rows if _said(row)[:-1] != _said(headings)]
    return _with_cells(headings, {width: word}), titles, data


def _game_at(row: Row, headings: Row) -> re.Match[str] | None:
    """The word and the number of a game on a line of its own, or before headings that stand again."""
    is_again = row.cells[1:] == headings.cells[1:]
    return _game_alone(replace(row, cells=row.cells[:1]) if is_again else row)


def _game_alone(row: Row) -> re.Match[str] | None:
    """The word and the number of a game on a line of its own."""
    game = GAME_ALONE.fullmatch(row.filled[0]) if len(row.filled) == 1 else None
    return game if game and (numbers_games(game[1]) or game[1].casefold() in ROUNDS) else None


def _is_drawn(row: Row) -> bool:
    """Whether a row is a line that was drawn between others."""
    return all(len(cell) > 2 and set(cell) <= RULED for cell in row.filled)


def _said(row: Row) -> list[str]:
    return [plain(cell) for cell in row.filled]


def _heading_at(rows: Sequence[Row]) -> int | None:
    """Which row has the headings: of texts, or days behind one text, the last above the first with points."""
    usual, found = _usual_width(rows), None
    for at, row in enumerate(rows[:LAST_HEADING]):
        if len(row.filled) < 2 <= usual or day_alone(row) is not None:
            continue
        if _may_be_headings(row):
            found = at if found is None or _has_points_below(rows, at) else found
        elif any(map(_is_data, row.filled)):
            break
    return found


def _has_points_below(rows: Sequence[Row], at: int) -> bool:
    """Whether the row after the one *at* has points, or a day."""
    below = rows[at + 1].filled if at + 1 < len(rows) else []
    return any(map(_is_data, below))


def _is_data(cell: str) -> bool:
    """Whether a cell is no heading."""
    return is_points(cell) or is_nobody(cell) or is_day(cell) or points_of_both(cell) is not None


def _with_row_above(headings: Row, above: Row) -> Row | None:
    """Headings in two rows as one: names above, and below each of them what is in its columns.

    None if they are in one row.
    """
    again = len(set(_said(headings))) < len(headings.filled)
    if not again or not 2 <= len(above.filled) < len(headings.filled):
        return None
    name, cells = "", list[str]()
    for index, cell in enumerate(headings.cells):
        name = above.cell(index) or name
        cells.append(f"{name} {cell}".strip() if cell else cell)
    return replace(headings, cells=tuple(cells))


def _usual_width(rows: Sequence[Row]) -> int:
    widths = Counter(len(row.filled) for row in rows[:LOOKED_AT])
    return max(widths, key=lambda width: (widths[width], width), default=0)


def _may_be_headings(row: Row) -> bool:
    first, *rest = row.cells if row.cells[0] else (row.cells[0], *row.filled)
    if any(points_of_both(cell) for cell in row.filled) or all(map(is_nobody, row.filled)):
        return False
    if not any(looks_like_day(cell) or points_of(cell) is not None for cell in row.filled):
        return True
    written = [cell for cell in rest if cell and not means_only(cell, Meaning.TOTAL, Meaning.NAME)]
    if not written or is_points(first) or is_day(first):
        return False
    days = sum(looks_like_day(cell) for cell in written)
    return days == len(written) > 1 or [points_of(cell) for cell in written] == [*range(1, len(written) + 1)]


def _why_left_out(row: Row, headings: Row | None) -> WhyLeftOut | None:
    """Why a row is not imported; None if it is."""
    if row.is_beside and day_alone(row) is None:
        return WhyLeftOut.NOTE
    label = next((cell for cell in row.cells if cell[:1].isalpha()), "")
    if means_only(label, Meaning.TOTAL) and not means_only(label, Meaning.NUMBER):
        return WhyLeftOut.TOTAL
    if means_only(label, Meaning.GAMES) and all(map(_is_small, row.filled)):
        return WhyLeftOut.TOTAL
    if headings is not None and len(headings.filled) > 1 and row.filled == [label]:
        is_remark = len(label.split()) >= LEAST_WORDS or means_only(label, Meaning.NOTE)
        return WhyLeftOut.NOTE if is_remark and not has_digit(label) else None
    return None


def _is_small(cell: str) -> bool:
    """Whether a cell may be how many games somebody won; the bonus for a game is more."""
    return (points_of(cell) or 0) < LEAST_BONUS
