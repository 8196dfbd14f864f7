"""What one hand scores, in the parts that players count aloud."""

from functools import lru_cache
from typing import NamedTuple

from models.gin.bonuses import awards, boxes, is_doubled
from models.gin.declaration import Count, Declaration, Ending
from models.gin.problems import InvalidDeclarationError, problems
from models.gin.rule_options import Award, Outcome, Side
from models.gin.rules import HouseRules

__all__ = ["Award", "HandResult", "Outcome", "outcome_of", "score"]


class HandResult(NamedTuple):
    """What a hand was worth.

    >>> HandResult(Outcome.GIN, Award(Side.KNOCKER, 25), difference=18, multiplier=2, boxes=1).points
    86
    """

    outcome: Outcome
    award: Award
    difference: int
    multiplier: int
    """2 if a spade upcard doubles the hand, else 1."""
    boxes: int
    """The boxes of the winner; 0 if nobody won."""

    @property
    def winner(self) -> Side | None:
        """Who scores."""
        return self.award.winner

    @property
    def points(self) -> int:
        """The points to write on the score sheet."""
        return (self.difference + self.award.bonus) * self.multiplier


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
def score(laid: Declaration | Count, rules: HouseRules) -> HandResult:
    """What *laid* scores under *rules*. Cached, because a sheet scores all its hands again after each change.

    >>> score(Count(Ending.KNOCK, knocker=10, defender=9), HouseRules(undercut_bonus=20)).points
    21

    :raises InvalidDeclarationError: if *laid* is not valid.
    """
    if found := tuple(problems(laid, rules)):
        raise InvalidDeclarationError(found)
    count = laid if isinstance(laid, Count) else laid.count(rules)
    outcome = outcome_of(count, rules)
    award = awards(rules)[outcome]
    return HandResult(
        outcome=outcome,
        award=award,
        difference=abs(count.knocker - count.defender) if award.winner else 0,
        multiplier=2 if is_doubled(rules, count.upcard) else 1,
        boxes=boxes(rules, outcome, count.upcard) if award.winner else 0,
    )
