"""A table as it is written: its headings, columns and rows, and the lines that are not imported."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from functools import cached_property
from itertools import pairwise

from models.gin.player_names import is_name, without_variants
from views.imports.day_names import plain, weekday_names, weekdays
from views.imports.days import has_digit, is_day, looks_like_day
from views.imports.paper.cells import is_money, is_points, points_of, points_of_both
from views.imports.paper.headings import Meaning, meaning, means_only, name_in, numbers_games
from views.imports.paper.normalizing import normalized
from views.imports.paper.table_text import Row

LOOKED_AT = 200
"""Rows that are looked at to tell what a column is."""

LAST_HEADING = 6
"""Headings are among the first so many rows."""

LEAST_NUMBERED = 3
"""Rows that have to be numbered without a gap, if no heading says that they are numbers."""

YEAR = re.compile(r"\b\d{4}\b")

LEAST_SUMMED = 2
"""Rows above one that is taken for their sum, if it is not called so."""

LEAST_WORDS = 3
"""Of a remark on a line of its own; fewer may be a name."""

LEAST_OF_DAY = 5
"""Characters of a day, as in 44291."""

RULED = frozenset("-=_+:|*. ")
"""What lines between rows are drawn with."""


GAME_ALONE = re.compile(r"([^\W\d]{1,20}) ?(?:#|[Nn][ro]\.?)? ?(\d{1,3}) ?[.:]?")
ROUNDS = frozenset("round runde ronda".split())
"""Words for several hands, if their number is on a line of its own."""


LEAST_BONUS = 10
"""Points for a game or a box."""

WORDS_BEFORE = 3
"""Of a day, before its first figure, as in “Tuesday the 5th”."""


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


@dataclass(frozen=True, eq=False)
class Column:
    """A column: its heading, and what is in its first rows."""

    index: int
    heading: str
    cells: tuple[str, ...]
    """Those that are not empty, of the first rows."""
    is_whole: bool
    """Whether every row has one."""

    @cached_property
    def kind(self) -> CellKind:
        """By what most cells are."""
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
        """Whether more than half of its cells are of one sort."""
        return 2 * sum(map(is_one, self.cells)) > len(self.cells)

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
        """What is in it, as names are compared."""
        return frozenset(map(without_variants, self.cells))

    @cached_property
    def is_numbering(self) -> bool:
        """Whether its cells are 1, 2, 3 without a gap, perhaps from 1 again for each day."""
        if not self.is_whole or len(self.cells) < LEAST_NUMBERED:
            return False
        numbers = [points_of(cell.rstrip(".")) for cell in self.cells]
        known = [number for number in numbers if number is not None]
        steps = all(next_one in (one + 1, 1) for one, next_one in pairwise(known))
        return (
            len(known) == len(numbers) and known[0] in (0, 1) and steps and len(set(known)) >= LEAST_NUMBERED
        )

    @cached_property
    def has_names(self) -> bool:
        """Whether its cells can be names of players."""
        return (
            self.kind is CellKind.TEXT
            and all(map(is_name, self.cells))
            and not any(map(_has_figures, self.cells))
        )

    @property
    def tells(self) -> bool:
        """Whether it could matter, as its heading does not say what it is about."""
        return self.meaning is None and self.kind not in (CellKind.NOTHING, CellKind.WEEKDAYS, CellKind.MONEY)


def _has_figures(text: str) -> bool:
    """Whether a text has a number in it that a name does not have: at its start, or a year."""
    return text[:1].isdigit() or bool(YEAR.search(text))


def _is_nearly_points(cell: str) -> bool:
    """Whether a cell is a number, but not a whole one."""
    return cell.replace(".", "", 1).replace(",", "", 1).lstrip("+-").isdigit()


@dataclass(frozen=True, eq=False)
class Table:
    """A table of points, before it is known how it is read."""

    headings: Row | None
    rows: tuple[Row, ...]
    """With what may be imported: also lines with nothing but a day."""
    left_out: tuple[tuple[Row, WhyLeftOut], ...] = ()
    """Lines that are not imported."""

    @cached_property
    def width(self) -> int:
        """How many columns it has."""
        rows = self.rows if self.headings is None else (self.headings, *self.rows)
        return max((len(row.cells) for row in rows), default=0)

    @cached_property
    def first_rows(self) -> tuple[Row, ...]:
        """The first rows, without lines that have nothing but a day."""
        return tuple(row for row in self.rows[:LOOKED_AT] if day_alone(row) is None)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """All columns."""
        return tuple(
            Column(
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


def table_of(rows: Sequence[Row]) -> Table:
    """The table in the rows of a text."""
    rows = [row for row in rows if not _is_drawn(row)]
    at = _heading_at(rows)
    headings = None if at is None else rows[at]
    before, after = ([], rows) if at is None else (rows[:at], rows[at + 1 :])
    if headings is not None:
        above = before[-1] if before else None
        whole = _with_row_above(headings, above)
        before, headings = (before if whole is headings else before[:-1]), whole
    headings, before, after = _with_games(headings, before, after)
    days = [row for row in before if day_alone(row) is not None]
    left_out = [(row, WhyLeftOut.TITLE) for row in before if day_alone(row) is None]
    body = list[Row]()
    again = _said(headings) if headings else []
    for row in [*days, *after]:
        why = _why_left_out(row, headings)
        if why:
            left_out.append((row, why))
        elif not again or len(row.filled) != len(again) or _said(row) != again:
            body.append(row)
    sums = dict.fromkeys(_sums_between(body), WhyLeftOut.TOTAL)
    left_out += sums.items()
    body = [row for row in body if row not in sums]
    headings, body = normalized(headings, body)
    return Table(headings, tuple(body), tuple(left_out))


def _with_games(
    headings: Row | None, before: Sequence[Row], after: Sequence[Row]
) -> tuple[Row | None, list[Row], list[Row]]:
    """The same with a column more for the games that are numbered on lines of their own."""
    if headings is None or not any(_game_at(row, headings) for row in after):
        return headings, [*before], [*after]
    first = _game_at(headings, headings)
    width = max(len(row.cells) for row in (headings, *after))
    word, number = (first[1], first[2]) if first else ("", "")
    rows = list[Row]()
    for row in (*before, *after):
        if game := _game_at(row, headings):
            word, number = word or game[1], game[2]
        elif row not in before and day_alone(row) is None:
            cells = (*row.cells, *[""] * (width - len(row.cells)), number)
            rows.append(replace(row, cells=cells))
        elif row not in before:
            rows.append(row)
    again = (*headings.cells, *[""] * (width - len(headings.cells)), word)
    titles = [row for row in before if not _game_alone(row)]
    return replace(headings, cells=again), titles, [row for row in rows if _said(row)[:-1] != _said(headings)]


def _game_at(row: Row, headings: Row) -> re.Match[str] | None:
    """The word and the number of a game on a line of its own, or before headings that stand again."""
    is_again = len(row.cells) > 1 and row.cells[1:] == headings.cells[1:]
    return _game_alone(replace(row, cells=row.cells[:1])) if is_again and row.cells[0] else _game_alone(row)


def _game_alone(row: Row) -> re.Match[str] | None:
    """The word and the number of a game on a line of its own."""
    game = GAME_ALONE.fullmatch(row.filled[0]) if len(row.filled) == 1 else None
    return game if game and (numbers_games(game[1]) or game[1].casefold() in ROUNDS) else None


def _is_drawn(row: Row) -> bool:
    """Whether a row is a line that was drawn between others."""
    return any(len(cell) > 2 for cell in row.cells) and all(
        len(cell) > 2 and set(cell) <= RULED for cell in row.filled
    )


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
    return is_points(cell) or is_day(cell) or points_of_both(cell) is not None


def _with_row_above(headings: Row, above: Row | None) -> Row:
    """Headings in two rows as one: names above, and below each of them what is in its columns."""
    again = len(set(_said(headings))) < len(headings.filled)
    if above is None or not again or not 2 <= len(above.filled) < len(headings.filled):
        return headings
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
    if any(points_of_both(cell) for cell in row.filled):
        return False
    if not any(looks_like_day(cell) or points_of(cell) is not None for cell in row.filled):
        return True
    written = [cell for cell in rest if cell and not means_only(cell, Meaning.TOTAL, Meaning.NAME)]
    if not written or is_points(first) or is_day(first):
        return False
    days = sum(looks_like_day(cell) for cell in written)
    return days == len(written) > 1 or [points_of(cell) for cell in written] == [*range(1, len(written) + 1)]


def day_alone(row: Row) -> str | None:
    """The day of a row that has nothing else; None for any other. Its weekday may be in a cell of its own."""
    filled = row.filled
    if len(filled) > 2 or len(filled[0]) < LEAST_OF_DAY > len(filled[-1]):
        return None
    said = ", ".join(filled)
    if len(filled) == 2 and is_points(filled[1]):
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


def _why_left_out(row: Row, headings: Row | None) -> WhyLeftOut | None:
    """Why a row is not imported; None if it is."""
    label = next((cell for cell in row.cells if cell[:1].isalpha()), "")
    if not label:
        return None
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


def _sums_between(rows: Sequence[Row]) -> list[Row]:
    """The rows that have the sums of those above: of a game, of an evening, or of all so far."""
    found, since, everything = list[Row](), _Sums(), _Sums()
    numbered = [
        index for index in range(max((len(row.cells) for row in rows), default=0)) if _counts(rows, index)
    ]
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
    numbers = [points_of(row.cell(index).rstrip(".")) for row in rows[:LOOKED_AT] if row.cell(index)]
    known = [number for number in numbers if number is not None]
    steps = all(next_one in (one, one + 1, 1) for one, next_one in pairwise(known))
    return len(known) == len(numbers) > 1 and known[0] in (0, 1) and steps


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


def overlapping(columns: Iterable[Column]) -> Iterator[Column]:
    """The columns that share a value with another one."""
    listed = list(columns)
    for column in listed:
        if any(column.values & other.values for other in listed if other is not column):
            yield column
