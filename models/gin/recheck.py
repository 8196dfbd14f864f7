"""Which hands of a match other rules would not allow."""

from collections.abc import Iterable
from dataclasses import dataclass

from models.gin.problems import Problem, problems
from models.gin.rules import HouseRules
from models.gin.sheet import Hand


@dataclass(frozen=True, slots=True)
class DisallowedHand:
    """A hand that other rules do not allow, and every reason."""

    number: int
    """The number of the hand, from 1."""
    problems: tuple[Problem, ...]


def disallowed_hands(hands: Iterable[Hand], rules: HouseRules) -> tuple[DisallowedHand, ...]:
    """The hands that *rules* do not allow; none if the whole sheet can be worked out by them.

    >>> from models.gin.declaration import Count, Ending
    >>> knock = Hand(0, Count(Ending.KNOCK, knocker=8, defender=20))
    >>> [unfit.number for unfit in disallowed_hands([knock, knock], HouseRules(knock_limit=5))]
    [1, 2]
    """
    found = ((number, tuple(problems(hand.laid, rules))) for number, hand in enumerate(hands, 1))
    return tuple(DisallowedHand(number, wrong) for number, wrong in found if wrong)
