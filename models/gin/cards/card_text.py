"""The text in which people type cards: its words, a suit written once, runs with a hyphen."""

import re
from collections.abc import Iterable


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


SUIT_OF_SIGN = dict(zip("SHDC♠♥♦♣♤♡♢♧", "SHDC" * 3, strict=True))
"""The letter of each sign that stands for a suit."""

RANK = r"(?:10|[2-9TJQKA])"
SUIT = f"[{''.join(SUIT_OF_SIGN)}]"

APART = "\0"
"""Stands for a hyphen with spaces beside it, which is more likely to separate melds than to mean a run."""

_BETWEEN = re.compile(r"[\s,;.+|]+")
_DASH = re.compile(r"[-–—−…]|\.{2,}")
_SPACED_DASH = re.compile(" - ?|- ")
_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}


def words_of(text: str) -> list[str]:
    """The words of *text*, in capitals and with one kind of hyphen."""
    text = _DASH.sub("-", " ".join(text.upper().translate(_VARIATION_SELECTORS).split()))
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
