"""The table of a game as a template draws it: its rows, and their cells."""

from dataclasses import dataclass
from typing import NamedTuple

from views.matches.columns_table import Block
from views.words.game_summary import SummaryRow
from views.words.hand_result import Words


class PointsCell(NamedTuple):
    """A cell under a name: the points of a hand, and the total after it."""

    points: str = ""
    running: str = ""
    out: str = ""
    """Set if the player sat out."""


class SheetTableRow(NamedTuple):
    """A hand as a row; or a round of two hands, which has no number and no link."""

    outcome: str
    how: str
    places: tuple[PointsCell, ...]
    number: str = ""
    label: str = ""
    """What its number says aloud: "Hand 7:"."""
    url: str = ""
    past: str = ""
    kind: str = ""
    """"past" the end of the match, a "round" of two hands, "netted" with the other hand of its round, or an
    "other" line that is not a hand."""


@dataclass(frozen=True, slots=True)
class GameTable:
    title: str
    summary: str
    rows: list[SheetTableRow]
    ending: Words | None
    bill: list[SummaryRow]
    columns: list[Block]

    @property
    def has_hundreds(self) -> bool:
        """Whether a total has more than two figures."""
        return any(len(place.running) > 2 for row in self.rows for place in row.places)

    @property
    def signs(self) -> int:
        """How many letters and figures the longest points and total beside each other have."""
        return max(
            (len(place.points + place.running) for row in self.rows for place in row.places), default=0
        )
