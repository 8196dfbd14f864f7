"""Cards, the notation they are written in, and how typed ones are read."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import total_ordering
from itertools import chain, pairwise
from operator import attrgetter
from typing import Self
from unicodedata import normalize


class NotACardError(ValueError):
    """Raised when a text names no card. Holds the words that could not be read."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)
        super().__init__("not a card: " + ", ".join(map(repr, self.words)))


class UnclearRunError(NotACardError):
    """Raised when a hyphen could mean a run or just separate cards: ``5S-7S-9S``. Holds these words."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__(words)
        self.args = ("a run or single cards? " + ", ".join(map(repr, self.words)),)


class MixedOrderError(NotACardError):
    """Raised when the suit comes first in some cards of a text, and the rank in others: ``7♠ ♠8``.

    Holds those that differ from the first.
    """


SIGNS = "SHDC♠♥♦♣♤♡♢♧"
"""What stands for the four suits, in turn. The script is given the same (views/assets/bundles.py)."""

SUIT_WORDS = {"黑桃": "S", "红桃": "H", "红心": "H", "方块": "D", "方片": "D", "梅花": "C"}
"""Words for suits that are like no letter: what a Chinese keyboard offers."""

SUIT_OF_SIGN = {sign: "SHDC"[at % 4] for at, sign in enumerate(SIGNS)} | SUIT_WORDS
"""The letter of each sign or word that stands for a suit."""


def _any_of(signs: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(signs, key=len, reverse=True))})"


RANK = r"(?:10|[2-9TJQKA])"
SUIT = _any_of(SUIT_OF_SIGN)

APART = "\0"
"""Stands for a hyphen with spaces beside it, which is more likely to separate melds than to mean a run."""

_BETWEEN = re.compile(r"[\s,;.+|]+")
_DASH = re.compile(r"[-–—−…]|\.{2,}")
_SPACED_DASH = re.compile(" - ?|- ")
_PLAIN = {0xFE0E: None, 0xFE0F: None, ord("、"): ","}

_EDGE = r"[\s,;.+|/\-–—−…]"
_SIGN = _any_of(sign for sign in SUIT_OF_SIGN if not sign.isascii())
_SIGN_COMES_FIRST = re.compile(f"{_EDGE}*{_SIGN}")
_ANY_RANK = r"10|[^\W_]"
_APART_SUIT_FIRST = re.compile(rf"(^|{_EDGE})({_SIGN})[ \t]+({_ANY_RANK})(?=$|{_EDGE})")
_APART_RANK_FIRST = re.compile(rf"(^|{_EDGE})({_ANY_RANK})[ \t]+({_SIGN})(?=$|{_EDGE})")
_ANY_CARDS = re.compile(rf"(?:(?:10|[1-9TJQKA]){SUIT})+|(?:{SUIT}(?:10|[1-9TJQKA]))+")


def plain_text(text: str) -> str:
    """The text in capitals of one width, each suit sign beside its rank: before it, if the first one is.

    >>> plain_text("Ｋ♠，７ ♠、8 ♠"), plain_text("♠ 7 ♠ 8")
    ('K♠,7♠,8♠', '♠7 ♠8')
    """
    plain = normalize("NFKC", text).upper().translate(_PLAIN)
    apart = _APART_SUIT_FIRST if _SIGN_COMES_FIRST.match(plain) else _APART_RANK_FIRST
    return apart.sub(r"\1\2\3", plain)


def require_one_order(plain: str) -> None:
    """Refuses a text with the suit first in some cards and the rank first in others.

    :raises MixedOrderError: with those that differ from the first.
    """
    cards = [word for word in re.split(_EDGE, plain) if _ANY_CARDS.fullmatch(word)]
    odd = [card for card in cards if bool(re.match(SUIT, card)) != bool(re.match(SUIT, cards[0]))]
    if odd:
        raise MixedOrderError(odd)


def words_of(text: str) -> list[str]:
    """The words of a plain text, with one kind of hyphen."""
    text = _DASH.sub("-", " ".join(text.split()))
    # Just two cards with a hyphen between, even with spaces around it, can only mean a run.
    between = "-" if len(_BETWEEN.split(text.replace("-", " "))) == 2 else APART
    words = _BETWEEN.split(_SPACED_DASH.sub(between, text))
    return [word for word in (word.strip("-" + APART) for word in words) if word]


def with_suits(word: str) -> list[str]:
    """The parts between hyphens, each with its suit, which may be typed once: ``5-8S``, ``S5-8``."""
    links = [link for link in word.split("-") if link]
    ranks = [link for link in links if re.fullmatch(RANK, link)]
    if not ranks:
        return links
    if len(ranks) == len(links):
        raise NotACardError([word])
    suits = re.findall(SUIT, links[-1] if links[0] in ranks else links[0])
    if len(suits) != 1 or len(ranks) != len(links) - 1:
        raise NotACardError(ranks)
    return [link + suits[0] if link in ranks else link for link in links]


def ranks_between(first: int, last: int, hand_size: int) -> tuple[int, ...] | None:
    """The ranks of a run from one rank to another, in order; None if an ace could be at either end.

    An ace typed first is low. An ace typed last is low or high: the shorter run is meant
    if the longer one would be more than a hand.

    >>> ranks_between(5, 8, 10), ranks_between(12, 1, 10), ranks_between(3, 1, 10), ranks_between(8, 1, 10)
    ((5, 6, 7, 8), (12, 13, 1), (3, 2, 1), None)
    """
    if first == 1 and last > hand_size + 1:
        first = 14
    elif last == 1 and first > hand_size:
        last = 14
    elif last == 1 and 15 - first <= hand_size:
        return None
    step = 1 if first < last else -1
    return tuple((rank - 1) % 13 + 1 for rank in range(first, last + step, step))


def leaves_gap(before: int, after: int) -> bool:
    """Whether there are ranks between these two. An ace is next to both two and king.

    >>> leaves_gap(5, 8), leaves_gap(5, 6), leaves_gap(13, 1)
    (True, False, False)
    """
    return abs(before - after) not in (0, 1, 12)


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
    """The card's position in the pack, from 0 (the ace of spades) to 51 (the king of clubs)."""
    bit: int = field(init=False, repr=False, compare=False)
    """The card as one bit of a 52-bit integer."""
    points: int = field(init=False, repr=False, compare=False)
    """The card's deadwood: an ace counts 1, a face card 10."""
    text: str = field(init=False, repr=False, compare=False)
    """The card as it is written."""

    def __post_init__(self) -> None:
        index = 13 * SUIT_LETTERS.index(self.suit) + self.rank - 1
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "bit", 1 << index)
        object.__setattr__(self, "points", min(int(self.rank), 10))
        object.__setattr__(self, "text", self.rank.letter + self.suit)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads a rank letter and a suit letter, such as ``AS``, ``TD`` or ``9H``.

        :raises NotACardError: if *text* is not a card.
        """
        if text not in _CARD_NAMED:
            raise NotACardError((text,))
        return _CARD_NAMED[text]  # type: ignore[return-value]

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


IN_PACK = attrgetter("index")
"""By what cards sort: faster than comparing them with each other."""

Cards = frozenset[Card]
"""A set of cards."""

Group = tuple[Card, ...]
"""Cards as they were laid down or typed: in that order, and possibly with a card twice."""

PACK: Group = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards; ``PACK[card.index] is card``."""

HAND_SIZE = 10
"""The cards of a hand."""

MOST_IN_HAND = 11
"""The cards in a hand after a draw. All of them melded are big gin."""

_CARD_NAMED = {str(card): card for card in PACK}


class CardTwiceError(ValueError):
    """Raised when a text that names a set of cards names one of them twice."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = frozenset(cards)
        super().__init__("twice: " + format_cards(self.cards))


_RANK_FIRST = re.compile(f"({RANK})({SUIT})")
_SUIT_FIRST = re.compile(f"({SUIT})({RANK})")
_CARDS = re.compile(f"(?:{_RANK_FIRST.pattern})+|(?:{_SUIT_FIRST.pattern})+")


def read_cards(text: str) -> Group:
    """The cards that *text* names, in its order, repetitions kept.

    Upper or lower case, full width, ``T`` or ``10``, letters, suit signs or Chinese words, rank or
    suit first, with or without spaces or commas. Two cards of a suit with a hyphen between
    are a run from one to the other.

    >>> read_cards("7S 10h, d9 q♣")
    (Card.parse('7S'), Card.parse('TH'), Card.parse('9D'), Card.parse('QC'))
    >>> format_cards(read_cards("5S-8S JH-KH 2-4d"))
    '5S 6S 7S 8S JH QH KH 2D 3D 4D'

    :raises NotACardError: with every word that is not a card.
    :raises UnclearRunError: with every word that may be a run or single cards.
    """
    # As files have them, which is read faster.
    words = text.split(" ")
    named = tuple(filter(None, map(_CARD_NAMED.get, words)))
    if len(named) == len(words):
        return named
    return tuple(chain.from_iterable(_each_read(_cards_in, words_of(plain_text(text)))))


def _each_read(read: Callable[[str], Group], texts: Iterable[str]) -> list[Group]:
    """What *read* makes of each text. It is refused with what is wrong in all of them."""
    groups, not_cards, unclear = list[Group](), list[str](), list[str]()
    for text in texts:
        try:
            groups.append(read(text))
        except UnclearRunError as error:
            unclear.extend(error.words)
        except NotACardError as error:
            not_cards.extend(error.words)
    if not_cards:
        raise NotACardError(not_cards)
    if unclear:
        raise UnclearRunError(unclear)
    return groups


def _cards_in(word: str) -> Group:
    """The cards of one word without spaces, such as ``7S``, ``7S7H10D``, ``5S-8S`` or ``5-8S``."""
    if word in _CARD_NAMED:
        return (_CARD_NAMED[word],)
    parts = [_linked(part) for part in word.split(APART) if part]
    if any(_leaves_gap(before[-1], after[0]) for before, after in pairwise(parts)):
        raise UnclearRunError([word.replace(APART, " - ")])
    return tuple(card for part in parts for card in part)


def _linked(word: str) -> Group:
    """The cards of a word with hyphens, which mean a run or only separate the cards."""
    links = [_unlinked(link) for link in with_suits(word)]
    if [len(link) for link in links] == [1, 1]:
        return _from_to(links[0][0], links[1][0], word)
    if any(_leaves_gap(before[-1], after[0]) for before, after in pairwise(links)):
        raise UnclearRunError([word])
    return tuple(card for link in links for card in link)


def _unlinked(word: str) -> Group:
    """The cards of a word without hyphens, such as ``7S7H10D``."""
    if not _CARDS.fullmatch(word):
        raise NotACardError([word])
    if _RANK_FIRST.match(word):
        named = _RANK_FIRST.findall(word)
    else:
        named = [(rank, suit) for suit, rank in _SUIT_FIRST.findall(word)]
    return tuple(_CARD_NAMED[rank.replace("10", "T") + SUIT_OF_SIGN[suit]] for rank, suit in named)


def _leaves_gap(before: Card, after: Card) -> bool:
    return before.suit is after.suit and leaves_gap(before.rank, after.rank)


def _from_to(first: Card, last: Card, word: str) -> Group:
    """The run from one card to another; just these two if they are of different suits."""
    if first.suit is not last.suit or first == last:
        return first, last
    if not (ranks := ranks_between(first.rank, last.rank, HAND_SIZE)):
        raise UnclearRunError([word])
    return tuple(_CARD_NAMED[RANK_LETTERS[rank - 1] + first.suit] for rank in ranks)


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
    """The cards in the notation: a group in its order, a set sorted."""
    in_order = sorted(cards, key=IN_PACK) if isinstance(cards, (set, frozenset)) else cards
    return " ".join([card.text for card in in_order])


def are_distinct(cards: Iterable[Card]) -> bool:
    """Whether no card is there twice: of two that are the same, the sum of their bits is one bit.

    >>> are_distinct(read_cards("7S 7H")), are_distinct(read_cards("7S 7H 7S"))
    (True, False)
    """
    bits = [card.bit for card in cards]
    return sum(bits).bit_count() == len(bits)


def cards_twice(cards: Iterable[Card]) -> Cards:
    """The cards that are in *cards* more than once."""
    seen: set[Card] = set()
    return frozenset(card for card in cards if card in seen or seen.add(card))  # type: ignore[func-returns-value]


def read_groups(text: str) -> tuple[Group, ...]:
    """Groups of cards separated by ``/`` or a new line, without empty ones.

    >>> [format_cards(group) for group in read_groups("KS KC KD / 5S 6S 7S")]
    ['KS KC KD', '5S 6S 7S']

    :raises NotACardError: with every word that is not a card.
    :raises UnclearRunError: with every word that may be a run or single cards.
    """
    return tuple(filter(None, _each_read(read_cards, re.split(r"[/\n]", plain_text(text)))))


def format_groups(groups: Iterable[Iterable[Card]]) -> str:
    """Groups in the notation, separated by ``/``. The inverse of :func:`read_groups`."""
    return " / ".join(map(format_cards, groups))
