"""Mistakes that a player is charged for."""

from enum import StrEnum, auto

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import FalseKnock


class Fault(StrEnum):
    """What a player is penalized for."""

    FALSE_KNOCK = auto()
    """Knocking with more deadwood than the limit."""
    EXPOSED_CARD = auto()
    """Showing a card that should be hidden, or seeing one."""
    WRONG_NUMBER_OF_CARDS = auto()
    """Holding more or fewer cards than ten."""
    OTHER = auto()


def charge(fault: Fault, rules: HouseRules) -> int:
    """The points that the rules charge for *fault*.

    >>> charge(Fault.FALSE_KNOCK, HouseRules()), charge(Fault.EXPOSED_CARD, HouseRules())
    (0, 10)
    """
    if fault is not Fault.FALSE_KNOCK:
        return rules.penalty_points
    charged = {FalseKnock.PENALTY: rules.penalty_points, FalseKnock.UNDERCUT: rules.undercut_bonus}
    return charged.get(rules.false_knock, 0)
