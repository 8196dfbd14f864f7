"""Which hands and extra lines of a match other rules would not allow."""

from collections.abc import Iterable
from dataclasses import dataclass

from models.gin.hand.hand import Hand
from models.gin.hand.problems import Problem, problems
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.extra_lines import ExtraLine
from models.gin.sheet.scored_extra_lines import problems_of


@dataclass(frozen=True, slots=True)
class DisallowedHand:
    """A hand that other rules do not allow, and every reason."""

    number: int
    """The number of the hand, from 1."""
    problems: tuple[Problem, ...]


def disallowed_hands(hands: Iterable[Hand], rules: HouseRules) -> tuple[DisallowedHand, ...]:
    """The hands that *rules* do not allow; none if the whole sheet can be worked out by them.

    >>> from models.gin.hand.declaration import Count, Ending
    >>> knock = Hand(0, Count(Ending.KNOCK, knocker=8, defender=20))
    >>> [unfit.number for unfit in disallowed_hands([knock, knock], HouseRules(knock_limit=5))]
    [1, 2]
    """
    checks = ((number, tuple(problems(hand.laid, rules))) for number, hand in enumerate(hands, 1))
    return tuple(DisallowedHand(number, wrong) for number, wrong in checks if wrong)


@dataclass(frozen=True, slots=True)
class DisallowedExtraLine:
    """An extra line, and every reason why other rules do not allow it."""

    line: ExtraLine
    problems: tuple[Problem, ...]


def disallowed_extra_lines(lines: Iterable[ExtraLine], rules: HouseRules) -> tuple[DisallowedExtraLine, ...]:
    checks = (DisallowedExtraLine(line, tuple(problems_of(line, rules))) for line in lines)
    return tuple(each for each in checks if each.problems)
