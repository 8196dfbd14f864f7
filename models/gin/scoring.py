"""What one hand scores, in the parts that players count aloud."""

from functools import lru_cache
from typing import NamedTuple

from models.gin.bonuses import awards, boxes, gin_off, multiplier
from models.gin.declaration import Count, Ending, Laid, Points
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
    """How often the hand counts: twice for a spade upcard, for example."""
    boxes: int
    """The boxes of the winner; 0 if nobody won."""
    gin_off: int = 0
    """The bonus of a defender without deadwood."""
    gin_off_boxes: int = 0
    """The boxes of that; after an undercut they are among the boxes of the winner."""
    doubles_bonus: bool = True
    """Whether bonuses are multiplied too."""
    carried: int = 1
    """The part of the multiplier that a hand before it left, because nobody won that."""

    @property
    def winner(self) -> Side | None:
        """Who wins the hand."""
        return self.award.winner

    @property
    def points(self) -> int:
        """What the winner scores."""
        return self.difference * self.multiplier + self.bonus * self.bonus_multiplier

    @property
    def bonus(self) -> int:
        """What the winner adds to the difference, before it is multiplied."""
        if self.gin_off and self.winner is Side.DEFENDER:
            return self.award.bonus + self.gin_off
        return self.award.bonus

    @property
    def bonus_multiplier(self) -> int:
        """How often bonuses count."""
        return self.multiplier if self.doubles_bonus else 1

    @property
    def loser_points(self) -> int:
        """What the loser scores: a defender who has no deadwood either when the knocker has gin."""
        if self.gin_off and self.winner is Side.KNOCKER:
            return self.gin_off * self.bonus_multiplier
        return 0

    @property
    def loser_boxes(self) -> int:
        """The boxes of that."""
        return self.gin_off_boxes if self.gin_off_boxes and self.winner is Side.KNOCKER else 0


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
def score(laid: Laid, rules: HouseRules, carried: int = 1) -> HandResult:
    """What *laid* scores under *rules*. Cached, because a sheet scores all its hands again after each change.

    :param carried: how often it counts because of hands before it that nobody won.

    >>> score(Count(Ending.KNOCK, knocker=10, defender=9), HouseRules(undercut_bonus=20)).points
    21

    The points of a hand from paper are final: no bonus is added, and nothing is doubled.

    >>> score(Points(25), HouseRules(gin_bonus=20), carried=2).points
    25

    :raises InvalidDeclarationError: if *laid* is not valid.
    """
    if isinstance(laid, Points):
        return HandResult(Outcome.WON, Award(Side.KNOCKER, 0), laid.points, multiplier=1, boxes=1)
    if found := tuple(problems(laid, rules)):
        raise InvalidDeclarationError(found)
    count = laid if isinstance(laid, Count) else laid.count(rules)
    outcome = outcome_of(count, rules)
    award, off = awards(rules)[outcome], gin_off(rules, outcome, count.defender)
    times = carried * multiplier(rules, count.upcard)
    extra = times if rules.spade_doubles_boxes else 1
    return HandResult(
        outcome=outcome,
        award=award,
        difference=abs(count.knocker - count.defender) if award.winner else 0,
        multiplier=times,
        boxes=boxes(rules, outcome, extra, off) if award.winner else 0,
        gin_off=rules.gin_off_bonus * off,
        gin_off_boxes=rules.gin_off_extra_boxes * extra * off,
        doubles_bonus=rules.spade_doubles_bonus,
        carried=carried,
    )
