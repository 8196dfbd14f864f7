"""The parts of a score sheet: lines, games, and the state of the match."""

from dataclasses import dataclass
from typing import NamedTuple

from models.gin.columns import Column, Entry, Totals, leader, summed
from models.gin.hand import Hand
from models.gin.rule_options import Outcome
from models.gin.scoring import HandResult
from models.gin.seating import Player


class Line(NamedTuple):
    """A hand on the sheet."""

    number: int
    """From 1, over the whole match."""
    game: int
    """From 1."""
    dealer: Player
    hand: Hand
    result: HandResult
    columns: tuple[int, ...]
    """The columns it was written in, from 0."""
    column_totals: tuple[Totals, ...]
    """What counted toward the target after it, in each column of its game."""
    past_the_end: bool = False
    """It was dealt after the end of the match: kept and shown, but not counted."""
    beside: int | None = None
    """Two against two, the number of the hand it is netted with; None until that is entered."""
    round: int = 0
    """The number of its round, from 1."""
    waits: bool = False
    """It counts only together with a hand that has not been entered yet."""
    entries: tuple[Entry, ...] = ()
    """What was written for it, points first; two against two, with the later hand of a round."""

    @property
    def totals(self) -> Totals:
        """What counted toward the target after it, over all columns of its game."""
        return summed(self.column_totals)

    @property
    def winner(self) -> Player | None:
        """Who scored."""
        return None if self.result.winner is None else self.hand.player(self.result.winner)

    @property
    def outcome(self) -> Outcome:
        """What it turned out to be."""
        return self.result.outcome

    @property
    def points(self) -> int:
        """What it was worth."""
        return self.result.points

    @property
    def boxes(self) -> int:
        """The boxes it gave."""
        return self.result.boxes


@dataclass(frozen=True, slots=True)
class Game:
    """Hands up to the target, in one column or, in Hollywood, several."""

    number: int
    lines: tuple[Line, ...]
    columns: tuple[Column, ...]
    next_dealer: Player

    @property
    def over(self) -> bool:
        """Whether every column has ended."""
        return all(column.ended for column in self.columns)

    @property
    def running(self) -> Totals:
        """What counts toward the target, over all columns."""
        return summed(column.running for column in self.columns)

    @property
    def boxes(self) -> Totals:
        """The boxes of each player, over all columns."""
        return summed(column.boxes for column in self.columns)

    @property
    def is_shutout(self) -> bool:
        """Whether a column was a shutout, under rules that play it."""
        return any(column.is_shutout for column in self.columns)

    @property
    def final(self) -> Totals | None:
        """The totals with every bonus, once the game is over."""
        return summed(column.final or () for column in self.columns) if self.over else None

    @property
    def difference(self) -> int | None:
        """What the first player is paid over all columns, once the game is over."""
        return self.owed[0] if self.over else None

    @property
    def owed(self) -> Totals:
        """What each player is paid by the others together over all columns, so far."""
        return summed(column.owed for column in self.columns)

    @property
    def winner(self) -> Player | None:
        """Who won: with several columns, the player who is paid."""
        if len(self.columns) == 1:
            return self.columns[0].winner
        return leader(self.owed) if self.over else None


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of the match."""

    over: bool
    winner: Player | None
    games_won: Totals
