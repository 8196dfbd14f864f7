"""The letters of cards by language: what a page shows, and what players type.

A table and not a part of the catalogues: a letter left out or used twice would break the reading of cards.
See docs/decisions/0038-card-letters.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from models.gin.cards.card_text import SUIT_WORDS
from models.gin.cards.cards import RANK_LETTERS, SUIT_LETTERS, Rank
from views.language.asked_languages import base_of
from views.language.i18n import language


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

    Chinese words for suits are understood everywhere (models/gin/cards/card_text.py).
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
