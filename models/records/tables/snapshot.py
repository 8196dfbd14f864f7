"""The score of a match for lists, stored with it."""

from dataclasses import dataclass
from typing import Self

from models.gin.counting.game_results import results_of, write_results
from models.gin.money.stakes import points_owed
from models.gin.rules.seating import Player, Totals
from models.gin.sheet.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The score of a match for lists, updated with every change of its sheet."""

    hands: int
    total_0: int
    total_1: int
    """What is on top of the sheet: totals of the game, what its columns pay, or what decided the match."""
    game_over: bool
    match_over: bool
    winner: Player | None
    """The winner of the match if it is over, else of its last game if that is over; may be a side."""
    total_2: int | None = None
    """The third total, with three players; if two of them are a side, that of the side."""
    results: str | None = None
    """Who won each game that is over; None in a match that was last written before this was stored."""

    @classmethod
    def of(cls, sheet: Sheet) -> Self:
        game = sheet.game
        winner = sheet.match.winner if sheet.match.over else game.winner
        first, second, *third = sheet.table.by_seat(_on_top(sheet))
        return cls(
            len(sheet.hands),
            first,
            second,
            game_over=game.over,
            match_over=sheet.match.over,
            winner=winner if game.over else None,
            total_2=next(iter(third), None),
            results=write_results(results_of(sheet)),
        )

    @property
    def totals(self) -> Totals:
        """The total of each side."""
        return tuple(total for total in (self.total_0, self.total_1, self.total_2) if total is not None)


def _on_top(sheet: Sheet) -> Totals:
    """The figures on top of a sheet."""
    if sheet.is_decided_by_points:
        return sheet.match.score
    game = sheet.game
    return points_owed(game) if len(game.columns) > 1 else game.final or game.running
