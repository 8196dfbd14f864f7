"""Hollywood columns side by side, as on paper: what was written in each, and what it pays."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from models.gin.money.stakes import column_owed, column_payment
from models.gin.rules.options import BoxTiming
from models.gin.rules.seating import Totals
from models.gin.sheet.columns import Bonus, Column
from models.gin.sheet.games import Game, ScoredHand
from models.gin.sheet.scored_extra_lines import ScoredExtraLine
from views.language.i18n import gettext as _
from views.shared.short_names import shortened
from views.words.game_summary import Figures, both, paid_in, playing, settled, to_go, where_any
from views.words.hand_sum import number
from views.words.lists import in_a_row

FIGURES = 6
"""How many columns fit side by side on a phone, with figures of three digits."""


SHORT = 5
"""How many Latin letters of a name fit above a column."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell under a name in a column."""

    text: str = ""
    kind: str = ""
    """"ruled" under the last figures of a closed column, "out" for a player who was shut out."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A row of bonuses or payments under closed columns: a label, and a figure for each side."""

    label: str
    cells: Figures
    strong: bool = False


@dataclass(frozen=True, slots=True)
class ColumnHead:
    number: int
    state: str
    closed: bool
    totals: Figures
    times: str
    """"×2" if it counts more than once, else ""."""


@dataclass(frozen=True, slots=True)
class Block:
    """Columns that are shown side by side."""

    names: tuple[str, ...]
    """The names of the sides, shortened to fit."""
    columns: tuple[ColumnHead, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """Running totals, in the order in which they were written."""
    settled: tuple[Settled, ...]


def blocks(game: Game, sides: Sequence[str]) -> list[Block]:
    """The columns of a game with several of them, in blocks that fit a phone."""
    if len(game.columns) == 1:
        return []
    written = [_written(game.in_order, index, len(sides)) for index in range(len(game.columns))]
    lines = ceil(len(game.columns) * len(sides) / FIGURES)
    size = ceil(len(game.columns) / lines)
    return [
        _block(game.columns[first : first + size], written[first : first + size], first, sides)
        for first in range(0, len(game.columns), size)
    ]


Written = tuple[tuple[str, ...], ...]
"""The running totals of each side in a column, in the order in which they were written."""


def _written(rows: Sequence[ScoredHand | ScoredExtraLine], index: int, sides: int) -> Written:
    """What was written in a column for each side."""
    lists: list[list[str]] = [[] for _side in range(sides)]
    before: Totals = (0,) * sides
    for row in rows:
        after = row.column_totals[index]
        for side in range(sides):
            if after[side] != before[side] or _wins(row, index, side):
                lists[side].append(number(after[side]))
        before = after
    return tuple(map(tuple, lists))


def _wins(row: ScoredHand | ScoredExtraLine, index: int, side: int) -> bool:
    """Whether a hand won by *side* went into a column, even for no points."""
    return isinstance(row, ScoredHand) and any(
        entry.winner == side and entry.hands and index in columns
        for entry, columns in zip(row.entries, row.places, strict=False)
    )


def _block(columns: Sequence[Column], written: Sequence[Written], first: int, sides: Sequence[str]) -> Block:
    longest = max(1, *(len(figures) for each in written for figures in each))
    places = list(zip(columns, written, strict=True))
    return Block(
        names=shortened(sides, SHORT),
        columns=tuple(_head(column, first + index, sides) for index, column in enumerate(columns, 1)),
        rows=tuple(
            tuple(cell for column, each in places for cell in _cells(column, each, row))
            for row in range(longest)
        ),
        settled=tuple(_settled(columns, len(sides))),
    )


def _head(column: Column, number: int, sides: Sequence[str]) -> ColumnHead:
    return ColumnHead(
        number,
        _state(column, sides),
        column.ended,
        both(column.final or column.running, column.rules),
        f"×{column.factor}" if column.factor > 1 else "",
    )


def _state(column: Column, sides: Sequence[str]) -> str:
    """How many points the column needs, or who closed it."""
    if not column.ended:
        return to_go(column.rules.target - max(column.running))
    return _("closed") if column.ended_by is None else _("closed by %(name)s", name=sides[column.ended_by])


def _cells(column: Column, written: Written, row: int) -> Iterator[Cell]:
    """A row of a column. A closed column has a line under its last figures.

    If nobody won a column, nobody is shut out of it: the game ended before anything was written there.
    """
    last = max(1, *map(len, written)) - 1
    for figures in written:
        if column.ended_by is not None and not figures and row == 0:
            # Translators: in a column, under a player who scored nothing in it.
            yield Cell(_("shut out"), "out ruled" if last == 0 else "out")
        else:
            yield Cell(
                figures[row] if row < len(figures) else "", "ruled" if column.ended and row == last else ""
            )


def _settled(columns: Sequence[Column], sides: int) -> Iterator[Settled]:
    """The rows under closed columns: each bonus, the totals, and what is paid."""
    blank = ("",) * sides
    for label, figures in _lines(columns):
        cells = [text for column in columns for text in (figures(column) if column.ended else blank)]
        if any(cells):
            yield Settled(label, tuple(cells), strong=figures in (_total, paid_in))


def _lines(columns: Sequence[Column]) -> Iterator[tuple[str, Callable[[Column], Figures]]]:
    """The label of each row, and its figures in a closed column."""
    rules = columns[0].rules
    if rules.box_timing is BoxTiming.END:
        yield _("Boxes, %(each)s each", each=rules.box_bonus), _bonus(Bonus.BOXES)
    yield _("Game bonus"), _bonus(Bonus.GAME)
    yield _("Shutout"), _bonus(Bonus.SHUTOUT)
    yield _("Penalties"), _bonus(Bonus.PENALTIES)
    yield _("Final total"), _total
    yield _("Difference"), _once
    yield _("Shutout"), _again
    # Translators: rows of a bill: the factor of the last column of Hollywood, or of each column.
    multiplier = _("The last column") if rules.column_multipliers is None else _("Column multiplier")
    yield multiplier, _multiplied(lambda column: column.factor)
    if any(column.ended and column.shutout_times * column.factor > 1 for column in columns):
        yield _("What is paid"), paid_in


def _bonus(bonus: Bonus) -> Callable[[Column], Figures]:
    return lambda column: where_any(column.bonuses.get(bonus) or (0,) * len(column.boxes))


def _total(column: Column) -> Figures:
    return both(column.final or column.running, column.rules)


def _once(column: Column) -> Figures:
    """The difference before doubling; blank if the totals are paid."""
    once = column_payment(column).once
    return ("",) * len(once) if once == column.final else settled(once, playing(column))


def _again(column: Column) -> Figures:
    """A "×2" if a shutout doubles the difference; what it adds, if that is not all of it."""
    payment = column_payment(column)
    if payment.is_doubled_in_part:
        return settled(payment.again, playing(column))
    return _multiplied(lambda each: each.shutout_times)(column)


def _multiplied(times: Callable[[Column], int]) -> Callable[[Column], Figures]:
    """A "×2" under the side that gains by doubling."""

    def figures(column: Column) -> Figures:
        factor = times(column)
        return tuple(f"×{factor}" if factor > 1 and points > 0 else "" for points in column_owed(column))

    return figures


def starting_late(hands: Sequence[ScoredHand]) -> dict[int, int]:
    """The hands with a player's first win that starts in a later column because the first one is closed.

    Each with that column, from 1.
    """
    late: dict[int, int] = {}
    winners = set()
    for scored_hand in hands:
        for entry, columns in zip(scored_hand.entries, scored_hand.places, strict=False):
            if entry.hands and entry.winner not in winners:
                winners.add(entry.winner)
                late |= {scored_hand.number: columns[0] + 1} if columns and columns[0] else {}
    return late


def spans(numbers: Sequence[int]) -> str:
    """Numbers in a row as from and to.

    >>> spans([1, 2, 3, 5])
    '1–3, 5'
    """
    ranges: list[list[int]] = []
    for each in numbers:
        if ranges and ranges[-1][-1] == each - 1:
            ranges[-1].append(each)
        else:
            ranges.append([each])
    return in_a_row([f"{span[0]}–{span[-1]}" if len(span) > 1 else str(span[0]) for span in ranges])
