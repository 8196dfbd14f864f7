"""Cards as players write them: rank and suit sign, in the letters of each language.

The letters are a table and not a part of the catalogues: a letter left out or used twice would break the
reading of cards. See docs/decisions/0038-card-letters.md.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from flask import Flask
from markupsafe import Markup, escape

from models.gin.cards.cards import RANK_LETTERS, SUIT_LETTERS, SUIT_WORDS, Card, Rank, Suit
from views.language.asked_languages import base_of
from views.language.i18n import gettext as _
from views.language.i18n import language, marked


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CardLetters:
    """How players of one language write cards. English letters are understood everywhere beside their own.

    There is one for each language, so what is read with it can be kept.
    """

    shown: Mapping[Rank, str] = field(default_factory=dict)
    """The ranks that are shown with another letter than in English."""
    ranks: Mapping[str, str] = field(default_factory=dict)
    """What is typed for a rank, with its English letter."""
    suits: Mapping[str, str] = field(default_factory=dict)
    """What is typed for a suit, with the English letters of every suit that it may mean.

    Chinese words for suits are understood everywhere (models/gin/cards/cards.py).
    """
    examples: Mapping[str, str] = field(default_factory=dict)
    """For each suit, by its English letter, what is typed for it in examples; it can mean no other."""
    suit_first: bool = False
    """Whether fields and examples have the suit before the rank, and so all that is typed has one order."""

    def rank(self, rank: Rank) -> str:
        """A rank as it is shown: "7", "10", "A"."""
        if rank is Rank.TEN:
            return "10"
        return self.shown.get(rank, rank.letter)


ENGLISH = CardLetters()

BY_LANGUAGE: Mapping[str, CardLetters] = {
    "de": CardLetters(
        shown={Rank.JACK: "B", Rank.QUEEN: "D"},
        ranks={"1": "A", "B": "J", "D": "Q"},
        suits={"P": "S", "H": "H", "K": "DC", "KA": "D", "KR": "C"},
        examples={"S": "P", "H": "H", "D": "Ka", "C": "Kr"},
    ),
    "es": CardLetters(
        ranks={"1": "A", "R": "K"},
        suits={"P": "S", "C": "H", "CO": "H", "D": "D", "T": "C"},
        examples={"S": "P", "H": "Co", "D": "D", "C": "T"},
    ),
    "fr": CardLetters(
        shown={Rank.JACK: "V", Rank.QUEEN: "D", Rank.KING: "R"},
        ranks={"1": "A", "V": "J", "D": "Q", "R": "K"},
        suits={"P": "S", "C": "HD", "CO": "H", "CŒ": "H", "CA": "D", "K": "D", "T": "C", "TR": "C"},
        examples={"S": "P", "H": "Co", "D": "Ca", "C": "Tr"},
    ),
    "zh": CardLetters(
        ranks={"1": "A"},
        suits=SUIT_WORDS
        | {"黑": "S", "红": "H", "紅": "H", "紅桃": "H", "紅心": "H"}
        | {"方": "D", "方塊": "D", "梅": "C", "草花": "C"},
        examples={"S": "黑", "H": "红", "D": "方", "C": "梅"},
        suit_first=True,
    ),
}
"""The languages whose players have letters of their own. All others read and type the English ones."""


def letters_of(language: str) -> CardLetters:
    """The letters of a language; of a variety such as ``fr_CA``, those of its language if it has no own."""
    return BY_LANGUAGE.get(language) or BY_LANGUAGE.get(base_of(language), ENGLISH)


def own_letters() -> str:
    """The reader's language, if it has letters of its own; else ""."""
    return "" if letters_of(language()) is ENGLISH else language()


@lru_cache(maxsize=200)
def example(text: str, letters: CardLetters) -> str:
    """Cards in the English notation as a player would type them, for a hint.

    >>> example("7S 10H QD", letters_of("de")), example("7S 10H QD", letters_of("zh"))
    ('7P 10H DKa', '黑7 红10 方Q')
    """
    if letters is ENGLISH:
        return text
    typed = {each: letters.examples[each] for each in SUIT_LETTERS}

    def _typed(atom: re.Match[str]) -> str:
        letter, suit = atom[1].replace("10", "T").upper(), atom[2].upper()
        rank, suit = letters.rank(Rank(RANK_LETTERS.index(letter) + 1)), typed.get(suit, suit)
        return suit + rank if letters.suit_first else rank + suit

    return re.sub(r"(10|[2-9TJQKA])([SHDC♠♥♦♣]?)", _typed, text, flags=re.IGNORECASE)


def rank_shown(rank: Rank) -> str:
    """A rank as the reader's cards show it."""
    return letters_of(language()).rank(rank)


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
    return Markup('{}<svg class="suit" aria-hidden="true"><use href="#suit-{}"/></svg>').format(
        letters_of(language).rank(card.rank), card.suit
    )


def card_name(card: Card) -> str:
    """The name of a card for screen readers: "ace of spades"."""
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
