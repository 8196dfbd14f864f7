"""How a table is read: in which layout, what each column is, whether a line is a hand or a game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum, auto
from typing import Any

from views.imports.days import DayOrder
from views.imports.paper.table_text import LONGEST_CELL

MOST_PLAYERS = 3
"""Players of a match."""


class Way(StrEnum):
    """The ways to read a table."""

    PLAYERS = auto()
    """A column for each player."""
    RUNNING = auto()
    """A column for each player, with the sums so far."""
    PAIRS = auto()
    """In each line the names of who played, and the points of each."""
    WINNERS = auto()
    """In each line who won, perhaps who lost, and the points."""
    FIRST_WON = auto()
    """In each line two names and points, which belong to the first."""
    SECOND_WON = auto()
    """In each line two names and points, which belong to the second."""
    LIST = auto()
    """A line for each player of a game."""
    PLAYERS_DOWN = auto()
    """Players down, evenings or hands across."""
    RUNNING_DOWN = auto()
    """Players down, evenings or hands across, with the sums so far."""
    MATRIX = auto()
    """Players down and across; in a line are the points of its player."""
    MATRIX_DOWN = auto()
    """Players down and across; in a column are the points of its player."""


class Role(StrEnum):
    """What a column holds."""

    DAY = auto()
    PLAYER = auto()
    """Points of the player whose name is the heading."""
    NAME = auto()
    """The name of one who played."""
    WINNER = auto()
    """The name of who won."""
    LOSER = auto()
    """The name of who lost."""
    POINTS = auto()
    """What the winner got; with several names, what each of them got, in their order."""
    BOTH = auto()
    """The points of two players in one cell."""
    GAME = auto()
    """The number that the lines of one game share."""
    NUMBER = auto()
    """The number of a hand, a round or a table: nothing follows from it."""
    NOTES = auto()
    """What becomes the remark on a hand or a match."""
    NOTHING = auto()
    """Something that is not imported."""
    UNCLEAR = auto()
    """Something that could matter: players say what it is."""


class RowKind(StrEnum):
    """What a row holds."""

    HAND = auto()
    """The points of one hand."""
    GAME = auto()
    """The totals of a whole game."""
    RUNNING = auto()
    """The totals so far, after each hand."""


@dataclass(frozen=True, slots=True)
class TableReading:
    """How a table is read."""

    way: Way
    roles: tuple[Role, ...]
    names: tuple[str, ...]
    """Whose points are in each column, by its heading."""
    row_kind: RowKind = RowKind.HAND
    day_order: DayOrder | None = DayOrder.DAY_FIRST
    """None if it has to be asked."""
    is_likely: bool = True
    """False for a way that is only offered."""

    def columns(self, *roles: Role) -> list[int]:
        return [index for index, role in enumerate(self.roles) if role in roles]

    def column(self, role: Role) -> int | None:
        """The first column with this *role*."""
        return next(iter(self.columns(role)), None)


@dataclass(frozen=True, slots=True)
class RowPoints:
    """The points of one row, or of one cell of a matrix, by players."""

    line: int
    day: date | None
    points: Mapping[str, int]
    """The points of everybody who is known to have played."""
    game: str = ""
    """What tells it from others of the same day and players."""
    may_have_played: tuple[str, ...] = ()
    """Who else has a column."""
    is_hand: bool = True
    """False for a bonus between hands."""
    remark: str = ""
    """The notes in the row."""
    column: int | None = None
    """The column of the text, from 0, in which all of it is, if rows and columns were swapped."""

    @property
    def place(self) -> tuple[int, int]:
        """Its line in the text and 0, or 0 and its column, if all of it is in one; from 1."""
        return (self.line, 0) if self.column is None else (0, self.column + 1)


def corrected(reading: TableReading, chosen: Mapping[str, str]) -> TableReading:
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
