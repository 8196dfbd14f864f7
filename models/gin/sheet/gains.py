"""What a hand adds to the totals of its players: its points, and what the table adds to them at once."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from models.gin.hand.scoring import HandResult, Step, StepKind
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming
from models.gin.rules.seating import Player
from models.gin.sheet.columns import ColumnEntry


class Gains(NamedTuple):
    """What the totals of both players of a hand rise by."""

    steps: tuple[Step, ...] = ()
    """The winner's sum: of the points, and on to what the total rises by."""
    loser: int = 0
    """What the loser's total rises by; negative where the winner's points are taken from it."""
    gin_off: int = 0
    """What the loser has for gin-off, before anything is taken away."""
    third: int = 0
    """What the total of a third player rises by, who scores or pays too; negative if it falls."""

    @property
    def winner(self) -> int:
        """What the winner's total rises by."""
        return self.steps[-1].total if self.steps else 0


def gains_of(result: HandResult, entries: Sequence[ColumnEntry], rules: HouseRules) -> Gains:
    """What a won hand adds to totals.

    :param entries: what it writes by itself, its winner's first. Two against two whose hands are netted, a
        box belongs to the round: then the boxes of the hand are not among them.
    """
    if result.winner is None:
        return Gains()
    winner, loser = entries[0].winner, entries[0].loser
    gin_off = sum(
        [entry.at_once(rules) for entry in entries[1:] if (entry.winner, entry.loser) == (loser, winner)]
    )
    steps = list(result.steps)
    if rules.box_timing is BoxTiming.IMMEDIATE:
        _add(steps, StepKind.BOXES, entries[0].boxes * rules.box_bonus, entries[0].boxes)
    if rules.loser_negative:
        _add(steps, StepKind.GIN_OFF_PAID, -gin_off)
        _add(steps, StepKind.THIRD, net(winner, entries, rules) - steps[-1].total)
    return Gains(tuple(steps), net(loser, entries, rules), gin_off, net(3 - winner - loser, entries, rules))


def _add(steps: list[Step], kind: StepKind, amount: int, times: int = 1) -> None:
    """Adds a step, unless it adds nothing."""
    if amount:
        steps.append(Step(kind, amount, steps[-1].total + amount, times))


def net(player: Player, entries: Iterable[ColumnEntry], rules: HouseRules) -> int:
    """What *entries* add to the total of a player or side; where losers pay, less what they take from it."""
    gained = 0
    for entry in entries:
        if entry.winner == player:
            gained += entry.at_once(rules)
        elif entry.loser == player and rules.loser_negative:
            gained -= entry.at_once(rules)
    return gained
