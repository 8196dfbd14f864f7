"""The cards to highlight: those that spoil a meld, and lay-offs one after another."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from models.gin.cards.cards import Card, Cards, Group, Rank, Suit, cards_twice
from models.gin.cards.melds import Aces, Flaw, is_meld, laid_in_order
from models.gin.hand.declaration import Layoff


def spoilers(group: Group, flaw: Flaw) -> Cards:
    """The cards because of which *group* is not a meld.

    >>> from models.gin.cards.cards import format_cards, read_cards
    >>> format_cards(spoilers(read_cards("QS KS AS"), Flaw.ACE_ABOVE_KING))
    'AS'
    >>> format_cards(spoilers(read_cards("5S 6S 7H 8S"), Flaw.MIXED_SUITS))
    '7H'
    """
    cards = frozenset(group)
    if flaw in (Flaw.TOO_FEW, Flaw.MORE_THAN_FOUR_OF_A_RANK):
        return cards
    if flaw is Flaw.CARD_REPEATED:
        return cards_twice(group)
    if flaw is Flaw.MIXED_SUITS:
        return cards - max(_by_suit(cards), key=len)
    return cards - max((*_stretches(cards), *_by_rank(cards)), key=len)


def _by_suit(cards: Cards) -> list[Cards]:
    return [frozenset(card for card in cards if card.suit is suit) for suit in Suit]


def _by_rank(cards: Cards) -> list[Cards]:
    return [frozenset(card for card in cards if card.rank is rank) for rank in Rank]


def _stretches(cards: Cards) -> Iterator[Cards]:
    """The cards in unbroken sequences of one suit, the ace low."""
    stretch: Group = ()
    for card in sorted(cards):
        follows = stretch and card.suit is stretch[-1].suit and card.rank == stretch[-1].rank + 1
        if stretch and not follows:
            yield frozenset(stretch)
        stretch = (*stretch, card) if follows else (card,)
    yield frozenset(stretch)


@dataclass(frozen=True, slots=True)
class Play:
    """One card as the defender lays it off."""

    card: Card
    onto: Group
    """The knocker's meld with what has been laid off on it so far."""
    opened: bool
    """It fits only because of a card laid off before it."""


def played(layoffs: Iterable[Layoff], aces: Aces = Aces.LOW) -> Iterator[Play]:
    """Every card that is laid off, one after another.

    >>> from models.gin.cards.cards import format_cards, read_cards
    >>> for play in played([Layoff(read_cards("8C 7C"), read_cards("9C TC JC"))]):
    ...     print(play.card, "onto", format_cards(play.onto), play.opened)
    8C onto 9C TC JC False
    7C onto 8C 9C TC JC True
    """
    for layoff in layoffs:
        lying = layoff.onto
        for card in layoff.cards:
            yield Play(card, lying, opened=not is_meld(frozenset((*layoff.onto, card)), aces))
            lying = laid_in_order((*lying, card))
