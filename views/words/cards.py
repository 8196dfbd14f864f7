"""Cards as players write them: rank and suit sign."""

from collections.abc import Iterable

from models.gin.cards import Card, Rank, Suit
from views.web.i18n import marked

SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}

PLURALS = {
    Rank.ACE: marked("aces"),
    Rank.TWO: marked("twos"),
    Rank.THREE: marked("threes"),
    Rank.FOUR: marked("fours"),
    Rank.FIVE: marked("fives"),
    Rank.SIX: marked("sixes"),
    Rank.SEVEN: marked("sevens"),
    Rank.EIGHT: marked("eights"),
    Rank.NINE: marked("nines"),
    Rank.TEN: marked("tens"),
    Rank.JACK: marked("jacks"),
    Rank.QUEEN: marked("queens"),
    Rank.KING: marked("kings"),
}


def card(card: Card) -> str:
    """One card, such as 10♠."""
    return ("10" if card.rank is Rank.TEN else card.rank.letter) + SIGNS[card.suit]


def cards(cards: Iterable[Card]) -> str:
    """Cards in a row; a set of them sorted."""
    return " ".join(map(card, sorted(cards) if isinstance(cards, frozenset) else cards))
