"""Cards as players write them: rank and suit sign."""

import re
from collections.abc import Iterable
from functools import cache

from flask import Flask
from markupsafe import Markup, escape

from models.gin.cards.cards import Card, Rank, Suit
from views.language.i18n import gettext as _
from views.language.i18n import language, marked
from views.words.card_letters import letters_of, rank_shown

SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}

COLOURED = str.maketrans(
    {sign: f'<span class="{suit}">{sign}&#xfe0e;</span>' for suit, sign in SIGNS.items()}
)
"""Suit signs in their colours, and never as pictures."""

IN_A_SUM = re.compile(r"(?<=\d) (?=[−+×=] \d)|(?<=[−+×=]) (?=\d)")
"""The spaces around the signs between figures."""

THE_CARDS_OF_A_RANK = {
    # Translators: a meld of three or four cards of one rank, after “broke” or “breaking”: “broke the eights”.
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
"""A set within a sentence: "Bob broke the eights"."""


SPOKEN_RANKS = {
    # Translators: ranks and suits as they are spoken; the names of cards are made of them.
    Rank.ACE: marked("ace"),
    Rank.JACK: marked("jack"),
    Rank.QUEEN: marked("queen"),
    Rank.KING: marked("king"),
}
"""The ranks that are not spoken as they are written."""

SPOKEN_SUITS = {
    Suit.SPADES: marked("spades"),
    Suit.HEARTS: marked("hearts"),
    Suit.DIAMONDS: marked("diamonds"),
    Suit.CLUBS: marked("clubs"),
}


def init_app(app: Flask) -> None:
    """Gives templates the faces of cards, their names for screen readers, and coloured suit signs."""
    app.jinja_env.filters["face"] = face
    app.jinja_env.filters["card_name"] = card_name
    app.jinja_env.filters["coloured"] = coloured


def face(card: Card) -> Markup:
    """The rank, and the suit as a reference to suit_sprite() of components/cards.html."""
    return _face(card, language())


@cache
def _face(card: Card, language: str) -> Markup:
    """The face in *language*, cached."""
    return Markup('{}<svg class="suit" aria-hidden="true"><use href="#suit-{}"/></svg>').format(
        letters_of(language).rank(card.rank), card.suit
    )


def card_name(card: Card) -> str:
    """Its name for screen readers: "ace of spades"."""
    return _card_name(card, language())


@cache
def _card_name(card: Card, language: str) -> str:
    """The name in *language*, cached."""
    spelled = _(SPOKEN_RANKS[card.rank]) if card.rank in SPOKEN_RANKS else rank_shown(card.rank)
    # Translators: the name of a card, which screen readers say: “queen of hearts”, “10 of clubs”.
    return _("%(rank)s of %(suit)s", rank=spelled, suit=_(SPOKEN_SUITS[card.suit]))


def card(card: Card) -> str:
    """One card, such as 10♠."""
    return rank_shown(card.rank) + SIGNS[card.suit]


def cards(cards: Iterable[Card]) -> str:
    """Cards in a row; a set is sorted."""
    return " ".join(map(card, sorted(cards) if isinstance(cards, frozenset) else cards))


def coloured(text: str) -> Markup:
    r"""A text for a page, with its suit signs in their colours: "laid off 8♠ 9♠". No sum breaks over lines.

    >>> print(coloured("8♠ > 7"))
    8<span class="S">♠&#xfe0e;</span> &gt; 7
    >>> print(coloured("9 − 4 = 5. 5 + 10 for gin = 15.").replace("\xa0", "_"))
    9_−_4_=_5. 5_+_10 for gin =_15.
    """
    return Markup(IN_A_SUM.sub("\u00a0", escape(text).translate(COLOURED)))  # noqa: S704 (escaped)
