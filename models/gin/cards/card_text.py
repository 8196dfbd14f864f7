"""The text in which people type cards: its words, a suit written once, runs with a hyphen."""

import re
from collections.abc import Iterable
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
