"""Cards and the notation they are written in."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import total_ordering
from typing import Self

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "SHDC"


class Rank(IntEnum):
    """The thirteen ranks, from the ace up."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """The rank as it is written: one of ``A23456789TJQK``."""
        return RANK_LETTERS[self - 1]


class Suit(StrEnum):
    """The four suits, in the order in which a hand is sorted."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


@total_ordering
@dataclass(frozen=True, slots=True)
class Card:
    """A playing card. Cards sort by suit, then by rank.

    >>> Card.parse("TD")
    Card.parse('TD')
    >>> Card.parse("KH").points, Card.parse("AH").points
    (10, 1)
    """

    rank: Rank
    suit: Suit
    index: int = field(init=False, repr=False, compare=False)
    """Its place in the pack, from 0 (the ace of spades) to 51 (the king of clubs)."""
    bit: int = field(init=False, repr=False, compare=False)
    """The card as a set of one: a single bit of a 52-bit integer."""

    def __post_init__(self) -> None:
        index = 13 * SUIT_LETTERS.index(self.suit) + self.rank - 1
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "bit", 1 << index)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads a rank letter and a suit letter, such as ``AS``, ``TD`` or ``9H``.

        :raises NotACardError: if *text* is not a card.
        """
        if text not in _CARD_NAMED:
            raise NotACardError((text,))
        return _CARD_NAMED[text]  # type: ignore[return-value]

    @property
    def points(self) -> int:
        """What the card counts as deadwood: an ace one, a court card ten."""
        return min(self.rank.value, 10)

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self.rank.letter + self.suit

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


Cards = frozenset[Card]
"""Cards without order, each once."""

Group = tuple[Card, ...]
"""Cards as they were laid or typed: in order, and perhaps one of them twice."""

PACK: Group = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The fifty-two cards; ``PACK[card.index] is card``."""

HAND_SIZE = 10
"""The cards of a hand."""

MOST_IN_HAND = 11
"""The cards in a hand after a draw. All of them melded are big gin."""

_CARD_NAMED = {str(card): card for card in PACK}


class NotACardError(ValueError):
    """Raised when a text names no card. Holds the words that could not be read."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)
        super().__init__("not a card: " + ", ".join(map(repr, self.words)))


class CardTwiceError(ValueError):
    """Raised when a text that names a set of cards names one of them twice."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = frozenset(cards)
        super().__init__("twice: " + format_cards(self.cards))


_SUIT_OF_SIGN = dict(zip("SHDC♠♥♦♣♤♡♢♧", "SHDC" * 3, strict=True))
_RANK = r"(?:10|[2-9TJQKA])"
_SUIT = f"[{''.join(_SUIT_OF_SIGN)}]"
_RANK_FIRST = re.compile(f"({_RANK})({_SUIT})")
_SUIT_FIRST = re.compile(f"({_SUIT})({_RANK})")
_WORDS = re.compile(f"(?:{_RANK_FIRST.pattern})+|(?:{_SUIT_FIRST.pattern})+")
_BETWEEN = re.compile(r"[\s,;.+\-–|]+")
_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}


def read_cards(text: str) -> Group:
    """The cards that *text* names, in its order, repetitions kept.

    Upper or lower case, ``T`` or ``10``, letters or suit signs, rank or suit
    first, with or without spaces or commas between.

    >>> read_cards("7S 10h, d9 q♣")
    (Card.parse('7S'), Card.parse('TH'), Card.parse('9D'), Card.parse('QC'))

    :raises NotACardError: with every word that is not a card.
    """
    words = [word for word in _BETWEEN.split(text.upper().translate(_VARIATION_SELECTORS)) if word]
    if unread := [word for word in words if not _WORDS.fullmatch(word)]:
        raise NotACardError(unread)
    return tuple(card for word in words for card in _cards_in(word))


def _cards_in(word: str) -> Iterable[Card]:
    """The cards of one word without spaces, such as ``7S7H10D``."""
    if _RANK_FIRST.match(word):
        named = _RANK_FIRST.findall(word)
    else:
        named = [(rank, suit) for suit, rank in _SUIT_FIRST.findall(word)]
    return (_CARD_NAMED[rank.replace("10", "T") + _SUIT_OF_SIGN[suit]] for rank, suit in named)


def parse_cards(text: str) -> Cards:
    """The cards that *text* names, as a set. The inverse of :func:`format_cards`.

    >>> format_cards(parse_cards("7d 7s 7h"))
    '7S 7H 7D'

    :raises NotACardError: if a word is not a card.
    :raises CardTwiceError: if a card is named twice.
    """
    group = read_cards(text)
    if twice := cards_twice(group):
        raise CardTwiceError(twice)
    return frozenset(group)


def format_cards(cards: Iterable[Card]) -> str:
    """The cards in the notation: a group in its own order, a set sorted."""
    in_order = sorted(cards) if isinstance(cards, (set, frozenset)) else cards
    return " ".join(map(str, in_order))


def cards_twice(cards: Iterable[Card]) -> Cards:
    """The cards that stand in *cards* more than once."""
    seen: set[Card] = set()
    return frozenset(card for card in cards if card in seen or seen.add(card))  # type: ignore[func-returns-value]


def read_groups(text: str) -> tuple[Group, ...]:
    """Groups of cards with ``/`` or a new line between them, empty ones left out.

    >>> [format_cards(group) for group in read_groups("KS KC KD / 5S 6S 7S")]
    ['KS KC KD', '5S 6S 7S']

    :raises NotACardError: with every word that is not a card.
    """
    groups, unread = [], list[str]()
    for part in re.split(r"[/\n]", text):
        try:
            groups.append(read_cards(part))
        except NotACardError as error:
            unread.extend(error.words)
    if unread:
        raise NotACardError(unread)
    return tuple(group for group in groups if group)


def format_groups(groups: Iterable[Iterable[Card]]) -> str:
    """Groups in the notation, ``/`` between them. The inverse of :func:`read_groups`."""
    return " / ".join(map(format_cards, groups))
