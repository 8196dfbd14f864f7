"""Doubles of hands that nobody won, where the rules carry them to the next hand."""

from models.gin.hand.scoring import HandResult
from models.gin.rules.seating import Faced, Table

MOST_CARRIED = 64
"""The most that doubles of hands in a row can come to."""


def left_by(result: HandResult) -> int:
    """How often the next hand counts because of a hand that nobody won; 1 if that leaves it nothing."""
    return min(result.multiplier, MOST_CARRIED) if result.winner is None else 1


def place_of(faced: Faced, table: Table) -> Faced:
    """Whose next hand a double is carried to: two against two, the same two players; else just the next.

    >>> place_of((2, 1), Table.PARTNERSHIP), place_of((2, 1), Table.THREE)
    ((1, 2), (0, 1))
    """
    return (min(faced), max(faced)) if table is Table.PARTNERSHIP else (0, 1)
