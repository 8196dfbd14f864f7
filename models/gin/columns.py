"""A column of the score sheet: one game as it is written down, and what it pays."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, auto

from models.gin.rules import HouseRules
from models.gin.schools import BoxTiming, GameWinner, Shutout, ShutoutTest

Player = int
"""0 or 1: the two players in the order in which they were named."""

Pair = tuple[int, int]
"""A number for each player."""


def other(player: Player) -> Player:
    """The one across the table."""
    return 1 - player


class Bonus(StrEnum):
    """What is added after the points of the hands, each in its own line."""

    BOXES = auto()
    GAME = auto()
    SHUTOUT = auto()


@dataclass(frozen=True, slots=True)
class Column:
    """One column: a whole game, or a third of a Hollywood sheet."""

    rules: HouseRules
    factor: int = 1
    """2 for the last column where it is settled double."""
    hand_points: Pair = (0, 0)
    """Points of hands, with what was taken from the loser in a zero-sum house."""
    points_won: Pair = (0, 0)
    """Points of the hands each player won, nothing taken."""
    hands_won: Pair = (0, 0)
    boxes: Pair = (0, 0)
    ended: bool = False
    taker: Player | None = None
    """Whose score ended it; at the last hand of a limited game, the player ahead."""

    @property
    def running(self) -> Pair:
        """What counts toward the target."""
        if self.rules.box_timing is BoxTiming.END:
            return self.hand_points
        return _added(self.hand_points, self.bonuses[Bonus.BOXES])

    @property
    def is_shutout(self) -> bool:
        """Whether the game was won against nothing, in a house that pays for that."""
        if self.taker is None or self.rules.shutout is Shutout.NONE:
            return False
        tested = self.hands_won if self.rules.shutout_test is ShutoutTest.ZERO_HANDS else self.points_won
        return tested[other(self.taker)] == 0

    @property
    def bonuses(self) -> Mapping[Bonus, Pair]:
        """What is added to the points of the hands; game and shutout once it has ended."""
        boxes = self._box_points
        if self.taker is None:
            return {Bonus.BOXES: boxes, Bonus.GAME: (0, 0), Bonus.SHUTOUT: (0, 0)}
        game = self.rules.game_bonus
        shutout = self._shutout_bonus(self.hand_points[self.taker], boxes[self.taker] + game)
        return {
            Bonus.BOXES: boxes,
            Bonus.GAME: _only(self.taker, game),
            Bonus.SHUTOUT: _only(self.taker, shutout),
        }

    @property
    def _box_points(self) -> Pair:
        """What the boxes pay; written at once in a zero-sum house, they too are taken from the other."""
        first, second = self.boxes[0] * self.rules.box_bonus, self.boxes[1] * self.rules.box_bonus
        if self.rules.loser_negative and self.rules.box_timing is BoxTiming.IMMEDIATE:
            return first - second, second - first
        return first, second

    def _shutout_bonus(self, points: int, bonuses: int) -> int:
        """What the house's school of shutouts adds to a game of *points* and *bonuses*."""
        if not self.is_shutout:
            return 0
        school = self.rules.shutout
        return school.flat * self.rules.shutout_bonus + school.hand_points * points + school.bonuses * bonuses

    @property
    def final(self) -> Pair | None:
        """The totals with every bonus, once it has ended."""
        if not self.ended:
            return None
        total = self.hand_points
        for bonus in self.bonuses.values():
            total = _added(total, bonus)
        return total

    @property
    def difference(self) -> int | None:
        """What the first player is paid, or pays if below nought, once it has ended."""
        if self.final is None:
            return None
        doubled = 1 + self.rules.shutout.difference * self.is_shutout
        return (self.final[0] - self.final[1]) * doubled * self.factor

    @property
    def winner(self) -> Player | None:
        """Whose game it is; equal final totals leave it with the player who ended it."""
        if self.final is None:
            return None
        if self.rules.game_winner is GameWinner.FIRST_TO_TARGET or self.final[0] == self.final[1]:
            return self.taker
        return leader(self.final)


def leader(totals: Pair) -> Player | None:
    """Who is ahead, or None if nobody is."""
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def _only(player: Player, points: int) -> Pair:
    return (points, 0) if player == 0 else (0, points)


def _added(totals: Pair, more: Pair) -> Pair:
    return totals[0] + more[0], totals[1] + more[1]


def written(column: Column, winner: Player, points: int, boxes: int) -> Column:
    """*column* with a hand of *winner* written in it, ended if that reached the target."""
    taken = -points * column.rules.loser_negative
    entry = (points, taken) if winner == 0 else (taken, points)
    grown = replace(
        column,
        hand_points=_added(column.hand_points, entry),
        points_won=_added(column.points_won, _only(winner, points)),
        hands_won=_added(column.hands_won, _only(winner, 1)),
        boxes=_added(column.boxes, _only(winner, boxes)),
    )
    return closed(grown, winner) if grown.running[winner] >= column.rules.target else grown


def closed(column: Column, taker: Player | None) -> Column:
    """*column* ended by *taker*."""
    return replace(column, ended=True, taker=taker)
