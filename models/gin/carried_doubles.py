"""Doubles of hands that nobody won, where the rules carry them to the next hand."""

from models.gin.hand import Hand
from models.gin.rules import HouseRules
from models.gin.scoring import HandResult, score
from models.gin.seating import Faced, Table

MOST_CARRIED = 64
"""The most that doubles of hands in a row can come to."""


def score_carrying(hand: Hand, rules: HouseRules, table: Table, carried: dict[Faced, int]) -> HandResult:
    """What *hand* scores with what is *carried* to it; what it leaves for the next hand is put there."""
    place = place_of(hand.faced, table)
    result = score(hand.laid, rules, carried.pop(place, 1))
    if result.winner is None and result.multiplier > 1:
        carried[place] = min(result.multiplier, MOST_CARRIED)
    return result


def place_of(faced: Faced, table: Table) -> Faced:
    """Whose next hand a double is carried to: two against two, the same two players; else just the next.

    >>> place_of((2, 1), Table.PARTNERSHIP), place_of((2, 1), Table.THREE)
    ((1, 2), (0, 1))
    """
    return (min(faced), max(faced)) if table is Table.PARTNERSHIP else (0, 1)
