"""What lies on the table when a hand ends: as cards or as counts, not yet judged."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import NamedTuple, Self

from models.gin.cards import MOST_IN_HAND, Card, Group
from models.gin.melds import laid_in_order
from models.gin.rules import HouseRules


class Ending(StrEnum):
    """How a hand was ended, as the players declared it."""

    KNOCK = auto()
    GIN = auto()
    BIG_GIN = auto()
    DEAD = auto()
    """The stock was down to two cards and nobody knocked."""


@dataclass(frozen=True, slots=True)
class Count:
    """A hand by numbers: what each side had left, the defender after lay-offs."""

    ending: Ending
    knocker: int = 0
    defender: int = 0
    upcard: Card | None = None
    """The first upcard, where the house asks for it."""


DEAD_HAND = Count(Ending.DEAD)
"""The hand that nobody won."""


class Spread(NamedTuple):
    """What one player laid down: melds, and the deadwood beside them.

    A tuple, as is :class:`Layoff`: the engine makes one for every hand, and a tuple is made fastest.
    """

    melds: tuple[Group, ...] = ()
    unmatched: Group = ()

    @classmethod
    def of(cls, melds: Iterable[Iterable[Card]], unmatched: Iterable[Card] = ()) -> Self:
        """A spread with every group in the order in which a player lays it."""
        return cls(tuple(map(laid_in_order, melds)), tuple(sorted(unmatched)))

    @property
    def cards(self) -> Group:
        """All cards of the spread, repetitions kept."""
        return tuple(card for group in (*self.melds, self.unmatched) for card in group)


class Layoff(NamedTuple):
    """Cards of the defender laid on one of the knocker's melds, in the order played."""

    cards: Group
    onto: Group
    """The knocker's meld, as the knocker laid it."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A hand by cards: the knocker's spread, then what the defender made of it."""

    knocker: Spread
    defender: Spread
    layoffs: tuple[Layoff, ...] = ()
    upcard: Card | None = None

    @property
    def laid_off(self) -> Group:
        """Every card the defender laid off."""
        return tuple(card for layoff in self.layoffs for card in layoff.cards)

    @property
    def defender_cards(self) -> Group:
        """The defender's hand as it was before laying off."""
        return self.defender.cards + self.laid_off

    @property
    def ending(self) -> Ending:
        """What the cards say: deadwood is a knock, none is gin, eleven melded are big gin."""
        if self.knocker.unmatched:
            return Ending.KNOCK
        return Ending.BIG_GIN if len(self.knocker.cards) == MOST_IN_HAND else Ending.GIN

    def count(self, rules: HouseRules) -> Count:
        """The same hand by numbers: the one value that is scored."""
        return Count(
            self.ending,
            rules.deadwood(self.knocker.unmatched),
            rules.deadwood(self.defender.unmatched),
            self.upcard,
        )
