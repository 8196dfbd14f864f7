"""Who plays: two, three, or two against two, and who are partners."""

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Self

Player = int
"""A player by the order of the names, from 0. In totals of two against two, a side."""

Faced = tuple[Player, Player]
"""The two who play a hand against each other, in the order of their names."""


class Table(StrEnum):
    """How many play, and in how many sides.

    A sheet has a total for each side. Only four players have partners, who sit opposite each
    other: the first and the third player are one side, the second and the fourth the other.
    """

    TWO = "two", 2, 2
    THREE = "three", 3, 3
    """Everybody plays alone; the loser of a hand sits out the next one and deals it."""
    PARTNERSHIP = "partnership", 4, 2
    """Two hands played at the same time are a round, and are netted into one score."""

    people: int
    sides: int

    def __new__(cls, value: str, people: int = 2, sides: int = 2) -> Self:
        table = str.__new__(cls, value)
        table._value_ = value
        table.people, table.sides = people, sides
        return table

    def side(self, player: Player) -> Player:
        """The side of *player*.

        >>> [Table.PARTNERSHIP.side(player) for player in range(4)]
        [0, 1, 0, 1]
        """
        return player % self.sides

    def by_side(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names for each total: of a player, or of partners.

        >>> Table.PARTNERSHIP.by_side(("Ann", "Bob", "Cid", "Dan"))
        ('Ann & Cid', 'Bob & Dan')
        """
        return tuple(" & ".join(names[side :: self.sides]) for side in range(self.sides))

    def may_face(self, faced: Faced) -> bool:
        """Whether these two can play a hand against each other."""
        first, second = faced
        return 0 <= first < second < self.people and self.side(first) != self.side(second)

    def pairs(self) -> Iterator[Faced]:
        """All pairs of players who can play each other.

        >>> list(Table.PARTNERSHIP.pairs())
        [(0, 1), (0, 3), (1, 2), (2, 3)]
        """
        return filter(self.may_face, combinations(range(self.people), 2))

    def others(self, faced: Collection[Player]) -> tuple[Player, ...]:
        """The players who are not among *faced*.

        >>> Table.THREE.others((0, 2)), Table.PARTNERSHIP.others((0, 3))
        ((1,), (1, 2))
        """
        return tuple(player for player in range(self.people) if player not in faced)

    def dealer(self, faced: Faced, turn: Player) -> Player:
        """Who deals to these two: of three, the one who sits out; else the one whose side has the *turn*."""
        if self is Table.THREE:
            return self.others(faced)[0]
        first, second = faced
        return first if self.side(first) == turn else second
