"""Changing the rules of a match under way: which of the hands that are kept could not stand."""

from collections.abc import Iterable
from dataclasses import dataclass

from models.gin.problems import Problem, problems
from models.gin.rules import HouseRules
from models.gin.sheet import Hand


@dataclass(frozen=True, slots=True)
class DisallowedHand:
    """A hand that cannot stand under other rules, and everything that stops it."""

    number: int
    """From 1, in the order in which the hands were dealt."""
    problems: tuple[Problem, ...]


def disallowed_hands(hands: Iterable[Hand], rules: HouseRules) -> tuple[DisallowedHand, ...]:
    """The hands that could not be scored where *rules* are played; none if the sheet can be worked out anew.

    >>> from models.gin.declaration import Count, Ending
    >>> knock = Hand(0, Count(Ending.KNOCK, knocker=8, defender=20))
    >>> [unfit.number for unfit in disallowed_hands([knock, knock], HouseRules(knock_limit=5))]
    [1, 2]
    """
    found = ((number, tuple(problems(hand.laid, rules))) for number, hand in enumerate(hands, 1))
    return tuple(DisallowedHand(number, wrong) for number, wrong in found if wrong)
