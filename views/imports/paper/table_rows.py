"""How the table of a paper is found in its rows."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from views.imports.day_names import plain
from views.imports.days import has_digit, is_day, looks_like_day
from views.imports.paper.cells import is_points, points_of, points_of_both
from views.imports.paper.day_lines import day_alone
from views.imports.paper.headings import Meaning, means_only, numbers_games
from views.imports.paper.normalizing import normalized
from views.imports.paper.sums_between import sums_between
from views.imports.paper.table import LOOKED_AT, Table, WhyLeftOut
from views.imports.paper.table_text import Row

LAST_HEADING = 6
"""Headings are among the first so many rows."""

LEAST_WORDS = 3
"""Of a remark on a line of its own; fewer may be a name."""

RULED = frozenset("-=_+:|*. ")
"""What lines between rows are drawn with."""

GAME_ALONE = re.compile(r"([^\W\d]{1,20}) ?(?:#|[Nn][ro]\.?)? ?(\d{1,3}) ?[.:]?")

ROUNDS = frozenset("round runde ronda".split())
"""Words for several hands, if their number is on a line of its own."""

LEAST_BONUS = 10
"""Points for a game or a box."""


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
    sums = dict.fromkeys(sums_between(body), WhyLeftOut.TOTAL)
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
