"""What the columns of a table of points are: guessed from what is in them, and as players correct it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from typing import Any

from views.imports.days import DayOrder, is_day, possible_orders
from views.imports.table_text import LONGEST_CELL, PaperRow

POINTS = re.compile(r"([+-]?)(\d{1,5})(?:[.,]0+)?")
MOST_PLAYERS = 3
LOOKED_AT = 200
"""Rows that are looked at to guess what a column is."""

WINNER = re.compile(r"\b(?:winner|won|gewinner|sieger)\b", re.IGNORECASE)
"""The heading of a column with the name of the winner."""


DAY = re.compile(r"\b(?:date|datum)\b", re.IGNORECASE)
"""The heading of a column with days."""


class Role(StrEnum):
    """What a column holds."""

    DAY = auto()
    WINNER = auto()
    """The name of who won the hand."""
    POINTS = auto()
    """What the winner got for it."""
    PLAYER = auto()
    """Points of the player whose name is the heading."""
    NOTHING = auto()
    """Something that is not imported."""


class RowKind(StrEnum):
    """What a row holds."""

    HAND = auto()
    """The points of one hand."""
    GAME = auto()
    """The totals of a whole game."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a table is read."""

    roles: tuple[Role, ...]
    names: tuple[str, ...]
    """The heading of each column."""
    has_headings: bool
    row_kind: RowKind
    day_order: DayOrder | None
    """None if it has to be asked."""


def points_of(text: str) -> int | None:
    """The points in *text*; None if it holds no whole number.

    >>> points_of("25"), points_of("−10"), points_of("12,0"), points_of("12,5")
    (25, -10, 12, None)
    """
    parts = POINTS.fullmatch(text[:LONGEST_CELL].replace(" ", "").replace("\u2212", "-"))
    return int(parts[1] + parts[2]) if parts else None


def guessed(rows: Sequence[PaperRow]) -> Reading:
    """How *rows* are most likely read."""
    width = max((len(row.cells) for row in rows), default=0)
    has_headings = bool(rows) and not any(
        is_day(cell) or points_of(cell) is not None for cell in rows[0].cells
    )
    body = rows[has_headings:][:LOOKED_AT]
    columns = [[row.cell(index) for row in body if row.cell(index)] for index in range(width)]
    names = tuple(rows[0].cell(index) if has_headings else "" for index in range(width))
    roles = _roles(columns, names)
    days = [text for text, role in zip(columns, roles, strict=True) if role is Role.DAY]
    orders = possible_orders(days[0]) if days else [DayOrder.DAY_FIRST]
    return Reading(
        roles,
        names,
        has_headings,
        _row_kind(body, roles),
        orders[0] if len(orders) == 1 else None,
    )


def _roles(columns: Sequence[Sequence[str]], names: Sequence[str]) -> tuple[Role, ...]:
    kinds = [_kind(cells) for cells in columns]
    day = _day(kinds, names)
    winner = _winner(kinds, names)
    roles = []
    for index, kind in enumerate(kinds):
        if index in (day, winner):
            roles.append(Role.DAY if index == day else Role.WINNER)
        elif kind is not Role.POINTS:
            roles.append(Role.NOTHING)
        elif winner is not None:
            roles.append(Role.NOTHING if Role.POINTS in roles else Role.POINTS)
        else:
            roles.append(Role.NOTHING if roles.count(Role.PLAYER) == MOST_PLAYERS else Role.PLAYER)
    return tuple(roles)


def _kind(cells: Sequence[str]) -> Role:
    """Days, points or text, by what most cells are."""
    if not cells:
        return Role.NOTHING
    if 2 * sum(map(is_day, cells)) > len(cells):
        return Role.DAY
    if 2 * sum(points_of(cell) is not None for cell in cells) > len(cells):
        return Role.POINTS
    return Role.WINNER


def _day(kinds: Sequence[Role], names: Sequence[str]) -> int | None:
    """The column with the day: one of days, else one that is called so, whatever is written there."""
    called = (
        index for index, name in enumerate(names) if DAY.search(name) and kinds[index] is not Role.POINTS
    )
    return kinds.index(Role.DAY) if Role.DAY in kinds else next(called, None)


def _winner(kinds: Sequence[Role], names: Sequence[str]) -> int | None:
    """The column with the winner: one of text, if there is only one column of points beside it."""
    texts = [index for index, kind in enumerate(kinds) if kind is Role.WINNER]
    called = [index for index in texts if WINNER.search(names[index])]
    if kinds.count(Role.POINTS) == 1 or called:
        return next(iter(called or texts), None)
    return None


def _row_kind(body: Sequence[PaperRow], roles: Sequence[Role]) -> RowKind:
    """Hands, if rows have points for one player only; else games."""
    players = [index for index, role in enumerate(roles) if role is Role.PLAYER]
    if not players:
        return RowKind.HAND
    single = sum(sum(points_of(row.cell(index)) not in (None, 0) for index in players) <= 1 for row in body)
    return RowKind.HAND if 2 * single > len(body) else RowKind.GAME


def corrected(reading: Reading, chosen: Mapping[str, str]) -> Reading:
    """*reading* as players have corrected it in a form; what they left open stays guessed."""
    roles = tuple(
        _choice(Role, chosen.get(f"column_{index}", ""), role) for index, role in enumerate(reading.roles)
    )
    names = tuple(
        " ".join(chosen.get(f"name_{index}", name)[:LONGEST_CELL].split())
        for index, name in enumerate(reading.names)
    )
    return replace(
        reading,
        roles=roles,
        names=names,
        row_kind=_choice(RowKind, chosen.get("rows", ""), reading.row_kind),
        day_order=_choice(DayOrder, chosen.get("days", ""), reading.day_order),
    )


def _choice(options: type[StrEnum], value: str, default: Any) -> Any:
    """The option called *value*; *default* if there is none."""
    return options(value) if value in [option.value for option in options] else default
