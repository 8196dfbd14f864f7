"""What one hand scores, in the steps that players count aloud."""

from collections.abc import Iterable, Iterator
from enum import StrEnum, auto
from functools import lru_cache
from typing import NamedTuple

from models.gin.hand.declaration import Count, Ending, Laid, Points
from models.gin.hand.problems import InvalidDeclarationError, problems
from models.gin.rules.bonuses import awards, boxes, extra_boxes, gin_off, rank_multiplier, suit_multiplier
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Outcome, Side

__all__ = ["Factors", "HandResult", "Outcome", "Situation", "Step", "StepKind", "outcome_of", "score"]


class Situation(NamedTuple):
    """All that a hand's score may depend on beside its cards and the rules: where it stands on its sheet.

    Only a sheet knows it. Without one, a hand stands nowhere: nothing is carried over, and nobody has dealt.
    """

    carried: int = 1
    """How often it counts because of hands before it that nobody won."""
    dealt_by: Side | None = None
    """Who dealt it; None if that was neither of the two."""


NOWHERE = Situation()
"""For a hand that stands on no sheet."""


class StepKind(StrEnum):
    """What a step of the sum is for."""

    DIFFERENCE = auto()
    """The difference in deadwood; after gin, all of the other player's."""
    PAPER = auto()
    """The points that were written on paper."""
    BONUS = auto()
    """The bonus of the outcome."""
    GIN_OFF = auto()
    """The bonus of a defender without deadwood."""
    TIMES = auto()
    """So far, the hand counts several times."""
    BOXES = auto()
    """Boxes that are added at once."""
    GIN_OFF_PAID = auto()
    """What the loser has for gin-off, where the winner pays that."""
    THIRD = auto()
    """What the third of three players pays for a hand of the other two."""


class Step(NamedTuple):
    """One step of the sum of a hand."""

    kind: StepKind
    amount: int
    """The points that it adds."""
    total: int
    """The points so far."""
    times: int = 1
    """How many times the hand counts, or how many boxes there are."""


class Factors(NamedTuple):
    """Why a hand counts more than once."""

    suit: int = 1
    """For the suit of the upcard."""
    rank: int = 1
    """For its rank."""
    carried: int = 1
    """For hands before it that nobody won."""

    @property
    def upcard(self) -> int:
        """How often it counts for the upcard."""
        return self.suit * self.rank

    @property
    def all(self) -> int:
        """How often it counts."""
        return self.suit * self.rank * self.carried


class HandResult(NamedTuple):
    """What a hand was worth."""

    outcome: Outcome
    winner: Side | None
    steps: tuple[Step, ...] = ()
    """The sum of the winner's points."""
    boxes: int = 0
    """The boxes of the winner; 0 if nobody won."""
    extra_boxes: int = 0
    """Those of them that the outcome adds, before they are multiplied."""
    box_times: int = 1
    """How often boxes count."""
    factors: Factors = Factors()
    gin_off: bool = False
    """Whether the defender had no deadwood, where that scores."""
    loser_steps: tuple[Step, ...] = ()
    """The sum of the loser's points: a defender who has no deadwood either when the knocker has gin."""
    loser_boxes: int = 0
    """The boxes of that."""

    @property
    def points(self) -> int:
        """What the winner scores."""
        return self.steps[-1].total if self.steps else 0

    @property
    def loser_points(self) -> int:
        """What the loser scores."""
        return self.loser_steps[-1].total if self.loser_steps else 0

    @property
    def multiplier(self) -> int:
        """How often the hand counts: twice for a spade upcard, for example."""
        return self.factors.all


def outcome_of(count: Count, rules: HouseRules) -> Outcome:
    """What a hand turned out to be.

    A knock without deadwood is gin, and big gin is gin where it is not played.
    """
    if count.ending is Ending.DEAD:
        return Outcome.DEAD
    if count.ending is Ending.BIG_GIN and rules.plays_big_gin:
        return Outcome.BIG_GIN
    if count.knocker == 0:
        return Outcome.GIN
    if count.knocker == count.defender:
        return rules.tie.outcome
    return Outcome.KNOCK if count.knocker < count.defender else Outcome.UNDERCUT


@lru_cache(maxsize=500)
def score(laid: Laid, rules: HouseRules, situation: Situation = NOWHERE) -> HandResult:
    """What *laid* scores under *rules*. Cached, because a sheet scores all its hands again after each change.

    :param situation: where it stands on a sheet, as its builder knows it.

    >>> score(Count(Ending.KNOCK, knocker=10, defender=9), HouseRules(undercut_bonus=20)).points
    21

    The points of a hand from paper are final: no bonus is added, and nothing is doubled.

    >>> score(Points(25), HouseRules(gin_bonus=20), Situation(carried=2)).points
    25

    :raises InvalidDeclarationError: if *laid* is not valid.
    """
    if isinstance(laid, Points):
        return HandResult(Outcome.WON, Side.KNOCKER, added_up([(StepKind.PAPER, laid.points)]), boxes=1)
    if hand_problems := tuple(problems(laid, rules)):
        raise InvalidDeclarationError(hand_problems)
    count = laid if isinstance(laid, Count) else laid.count(rules)
    factors = _factors(count, rules, situation)
    outcome = outcome_of(count, rules)
    winner, off = awards(rules)[outcome].winner, gin_off(rules, outcome, count.defender)
    if winner is None:
        return HandResult(outcome, None, factors=factors)
    box_times = factors.all if rules.spade_doubles_boxes else 1
    loses = off and winner is Side.KNOCKER
    return HandResult(
        outcome,
        winner,
        added_up(_winners_sum(count, outcome, rules, factors)),
        boxes=boxes(rules, outcome, box_times, off),
        extra_boxes=extra_boxes(rules, outcome, off),
        box_times=box_times,
        factors=factors,
        gin_off=off,
        loser_steps=added_up(_losers_sum(rules, factors)) if loses else (),
        loser_boxes=rules.gin_off_extra_boxes * box_times if loses else 0,
    )


def _factors(count: Count, rules: HouseRules, situation: Situation) -> Factors:
    """Why the hand counts more than once: what its upcard says, and what is carried over."""
    if count.upcard is None:
        return Factors(carried=situation.carried)
    return Factors(
        suit_multiplier(rules, count.upcard), rank_multiplier(rules, count.upcard), situation.carried
    )


Part = tuple[StepKind, int]
"""A part of a sum: its points, or for :attr:`StepKind.TIMES` how often the sum so far counts."""


def _winners_sum(count: Count, outcome: Outcome, rules: HouseRules, factors: Factors) -> Iterator[Part]:
    """The parts of the winner's points; bonuses come after the multiplication if that leaves them out."""
    times = (StepKind.TIMES, factors.all)
    yield StepKind.DIFFERENCE, abs(count.knocker - count.defender)
    if not rules.spade_doubles_bonus:
        yield times
    award = awards(rules)[outcome]
    yield StepKind.BONUS, award.bonus
    if award.winner is Side.DEFENDER and gin_off(rules, outcome, count.defender):
        yield StepKind.GIN_OFF, rules.gin_off_bonus
    if rules.spade_doubles_bonus:
        yield times


def _losers_sum(rules: HouseRules, factors: Factors) -> Iterator[Part]:
    """The parts of the points of a defender who has no deadwood either."""
    yield StepKind.GIN_OFF, rules.gin_off_bonus
    if rules.spade_doubles_bonus:
        yield StepKind.TIMES, factors.all


def added_up(parts: Iterable[Part]) -> tuple[Step, ...]:
    """The steps of a sum: its first part, and all that change it.

    >>> [step.total for step in added_up([(StepKind.DIFFERENCE, 5), (StepKind.TIMES, 2)])]
    [5, 10]
    """
    steps: list[Step] = []
    total = 0
    for kind, number in parts:
        times = number if kind is StepKind.TIMES else 1
        amount = total * (times - 1) if kind is StepKind.TIMES else number
        total += amount
        if amount or not steps:
            steps.append(Step(kind, amount, total, times))
    return tuple(steps)
