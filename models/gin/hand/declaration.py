"""What is known of the end of a hand: cards, deadwood numbers or only its points, not yet checked."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import chain
from typing import NamedTuple, Self

from models.gin.cards.cards import IN_PACK, MOST_IN_HAND, Card, Group
from models.gin.cards.melds import laid_in_order
from models.gin.rules.house_rules import HouseRules


class Ending(StrEnum):
    """How a hand ended, as the players declared it."""

    KNOCK = auto()
    GIN = auto()
    BIG_GIN = auto()
    DEAD = auto()
    """The stock was down to two cards and nobody knocked."""


@dataclass(frozen=True, slots=True)
class Count:
    """A hand by numbers: the deadwood of each side, the defender's after lay-offs."""

    ending: Ending
    knocker: int = 0
    defender: int = 0
    upcard: Card | None = None
    """The first upcard, if the rules depend on it."""


DEAD_HAND = Count(Ending.DEAD)
"""The hand that nobody won."""


@dataclass(frozen=True, slots=True)
class Points:
    """A hand by its points alone, as it stands on paper: how it was won, and the cards, are not known."""

    points: int
    """What the winner wrote, with every bonus, but without boxes."""

    @property
    def upcard(self) -> None:
        """Nobody wrote it down."""


class Spread(NamedTuple):
    """What one player laid down: melds, and the unmatched cards.

    A tuple, like :class:`Layoff`, because the engine creates one for every hand, and tuples are fast.
    """

    melds: tuple[Group, ...] = ()
    unmatched: Group = ()

    @classmethod
    def of(cls, melds: Iterable[Iterable[Card]], unmatched: Iterable[Card] = ()) -> Self:
        """A spread with the cards of every group in the usual order."""
        return cls(tuple(map(laid_in_order, melds)), tuple(sorted(unmatched, key=IN_PACK)))

    @property
    def cards(self) -> Group:
        """All cards of the spread, repetitions kept."""
        return tuple(chain(*self.melds, self.unmatched))


class Layoff(NamedTuple):
    """Cards of the defender on one of the knocker's melds, in the order played."""

    cards: Group
    onto: Group
    """The knocker's meld, as the knocker laid it."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A hand by cards: the knocker's spread, the defender's spread and lay-offs."""

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
        """What the cards show: deadwood is a knock, none is gin, eleven melded cards are big gin."""
        if self.knocker.unmatched:
            return Ending.KNOCK
        return Ending.BIG_GIN if len(self.knocker.cards) == MOST_IN_HAND else Ending.GIN

    def count(self, rules: HouseRules) -> Count:
        """The deadwood numbers of these cards, which are what gets scored."""
        return Count(
            self.ending,
            rules.deadwood(self.knocker.unmatched),
            rules.deadwood(self.defender.unmatched),
            self.upcard,
        )


Laid = Declaration | Count | Points
"""All that can be known of the end of a hand."""
