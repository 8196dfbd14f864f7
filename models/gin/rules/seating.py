"""Who plays: two, three, or two against two, and who are partners."""

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Self

Player = int
"""A player by the order of the names, from 0. In totals of two against two, a side."""

Totals = tuple[int, ...]
"""A number for each player; with partners, for each side."""

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
    """Two hands played at the same time are a round, scored together."""

    WINNER_ALONE = "winner_alone", 3, 3
    """Three: the winner of a hand plays the next one alone against both others, one of whom plays."""
    CAPTAIN = "captain", 3, 2, (0, 1, 1)
    """Three: the first player is captain and plays every hand; the others are a side and take turns."""
    WINNER_STAYS = "winner_stays", 3, 3
    """Three: two play a whole game; its loser sits out the next game and deals it."""

    people: int
    sides: int
    side_of: tuple[Player, ...]
    """The side of each player."""

    def __new__(
        cls, value: str, people: int = 2, sides: int = 2, side_of: tuple[Player, ...] | None = None
    ) -> Self:
        table = str.__new__(cls, value)
        table._value_ = value
        table.people, table.sides = people, sides
        table.side_of = side_of or tuple(player % sides for player in range(people))
        return table

    @property
    def chosen(self) -> "Table":
        """The table that players choose and documents name: three, however the rules have them play."""
        return Table.THREE if self.people == 3 else self

    def side(self, player: Player) -> Player:
        """The side of *player*.

        >>> [Table.PARTNERSHIP.side(player) for player in range(4)]
        [0, 1, 0, 1]
        >>> [Table.CAPTAIN.side(player) for player in range(3)]
        [0, 1, 1]
        """
        return self.side_of[player]

    def by_side(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names for each total: of a player, or of partners.

        >>> Table.PARTNERSHIP.by_side(("Ann", "Bob", "Cid", "Dan"))
        ('Ann & Cid', 'Bob & Dan')
        """
        return tuple(" & ".join(names[player] for player in self.members(side)) for side in range(self.sides))

    def members(self, side: Player) -> tuple[Player, ...]:
        """The players of a side.

        >>> Table.PARTNERSHIP.members(1), Table.CAPTAIN.members(1)
        ((1, 3), (1, 2))
        """
        return tuple(player for player in range(self.people) if self.side(player) == side)

    def by_seat(self, totals: Totals) -> Totals:
        """A total for each player of three; both partners against a captain have that of their side.

        >>> Table.CAPTAIN.by_seat((12, 40)), Table.PARTNERSHIP.by_seat((12, 40))
        ((12, 40, 40), (12, 40))
        """
        return (*totals, totals[1]) if self is Table.CAPTAIN else totals

    def for_payers(self, owed: Totals) -> Totals:
        """What each is paid who settles: sides, or against a captain each of three players.

        The captain pays each of the others, and is paid by each of them.

        >>> Table.CAPTAIN.for_payers((40, -40)), Table.TWO.for_payers((40, -40))
        ((80, -40, -40), (40, -40))
        """
        return (2 * owed[0], owed[1], owed[1]) if self is Table.CAPTAIN else owed

    def payers(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names of those who settle."""
        return tuple(names) if self is Table.CAPTAIN else self.by_side(names)

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
        """Who deals to these two: whose side has the *turn*; of three, usually the one who sits out."""
        first, second = faced
        if self.sides == 3 and not (self is Table.WINNER_ALONE and turn in faced):
            return self.others(faced)[0]
        return first if self.side(first) == turn else second


TABLES = (Table.TWO, Table.THREE, Table.PARTNERSHIP)
"""The tables that players choose from; how three play is a rule."""


def other(player: Player) -> Player:
    """The other of two players."""
    return 1 - player
