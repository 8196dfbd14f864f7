"""Cards as players write them: rank and suit sign."""

from collections.abc import Iterable

from models.gin.cards import Card, Rank, Suit
from views.web.i18n import marked

SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}

THE_CARDS_OF_A_RANK = {
    Rank.ACE: marked("the aces"),
    Rank.TWO: marked("the twos"),
    Rank.THREE: marked("the threes"),
    Rank.FOUR: marked("the fours"),
    Rank.FIVE: marked("the fives"),
    Rank.SIX: marked("the sixes"),
    Rank.SEVEN: marked("the sevens"),
    Rank.EIGHT: marked("the eights"),
    Rank.NINE: marked("the nines"),
    Rank.TEN: marked("the tens"),
    Rank.JACK: marked("the jacks"),
    Rank.QUEEN: marked("the queens"),
    Rank.KING: marked("the kings"),
}
"""A set in the middle of a sentence: "Bob broke the eights"."""


def card(card: Card) -> str:
    """One card, such as 10♠."""
    return ("10" if card.rank is Rank.TEN else card.rank.letter) + SIGNS[card.suit]


def cards(cards: Iterable[Card]) -> str:
    """Cards in a row; a set of them sorted."""
    return " ".join(map(card, sorted(cards) if isinstance(cards, frozenset) else cards))
