"""What readers take for one letter, though it may be written as several characters.

A family of emoji, a flag, a Thai letter with its tone, a Korean syllable. The rules are those of Unicode's
annex 29 for what stands in names, from the tables that Python has: see docs/decisions/0039-any-script.md.
"""

from collections.abc import Iterator
from itertools import accumulate, takewhile
from unicodedata import category, east_asian_width

JOINER = "\u200d"
PICTURES = frozenset({"So", "Sm", "Cn"})
"""Categories of the signs that a joiner makes one picture of."""

MARKS = frozenset({"Mn", "Me", "Mc"})
MORE_MARKS = frozenset("\u200c\u200d\u0e33\u0eb3\uff9e\uff9f")
"""Joiners, two vowels written after their letter, and the voicing of narrow kana."""
SKINS, TAGS, FLAGS = range(0x1F3FB, 0x1F400), range(0xE0020, 0xE0080), range(0x1F1E6, 0x1F200)

LINKERS = frozenset("\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d")
"""What joins two consonants of Devanagari, Bengali, Gujarati, Oriya, Telugu and Malayalam."""

LEADS = frozenset((*range(0x1100, 0x1160), *range(0xA960, 0xA97D)))
VOWELS = frozenset((*range(0x1160, 0x11A8), *range(0xD7B0, 0xD7C7)))
TAILS = frozenset((*range(0x11A8, 0x1200), *range(0xD7CB, 0xD7FC)))
SYLLABLES = range(0xAC00, 0xD7A4)
OPEN = range(0xAC00, 0xD7A4, 28)
"""Korean syllables without a consonant at the end."""

KOREAN_NEXT = {"L": "LVST", "V": "VE", "S": "VE", "E": "E", "T": "E"}
"""Which parts follow which: lead, vowel, open syllable (S), closed one (T) and consonant at the end (E)."""


def graphemes(text: str) -> list[str]:
    """The letters of *text* as they are read.

    >>> graphemes("Zoe\N{COMBINING DIAERESIS}"), len(graphemes("\U0001f468\u200d\U0001f469\u200d\U0001f467"))
    (['Z', 'o', 'e\N{COMBINING DIAERESIS}'], 1)
    """
    return list(text) if text.isascii() else list(_clusters(text))


def width(text: str) -> int:
    """How wide *text* is, in Latin letters: Chinese ones and emoji take the room of two.

    >>> width("Ann"), width("\u738b\u4f1f")
    (3, 4)
    """
    return len(text) if text.isascii() else sum(map(_width, graphemes(text)))


def beginning(text: str, widest: int) -> str:
    """The letters at the start of *text* that take no more room than *widest* Latin ones; at least one.

    >>> beginning("Bartholomew", 4), beginning("\u6b27\u9633\u5a1c\u5a1c", 4)
    ('Bart', '\u6b27\u9633')
    """
    first, *others = graphemes(text) or [""]
    for letter in others:
        if width(first) + _width(letter) > widest:
            break
        first += letter
    return first


def cut_to(text: str, most: int) -> str:
    """The whole letters at the start of *text* that are no more than *most* characters.

    >>> cut_to("Bartholomew", 4), cut_to("Zoe\N{COMBINING DIAERESIS}", 3)
    ('Bart', 'Zo')
    """
    if len(text) <= most:
        return text
    # What is behind decides nothing, and may be long.
    ends = accumulate(map(len, graphemes(text[: most + 1])))
    return text[: max((end for end in ends if end <= most), default=0)]


def _width(letter: str) -> int:
    return 2 if east_asian_width(letter[0]) in "WF" or ord(letter[0]) in FLAGS else 1


def _clusters(text: str) -> Iterator[str]:
    first = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or not _belongs(text[first:place], text[place]):
            yield text[first:place]
            first = place


def _belongs(letter: str, sign: str) -> bool:
    """Whether *sign* is part of the *letter* before it."""
    return (
        _is_mark(sign)
        or _ends_pair(letter, sign)
        or _is_joined(letter, sign)
        or _is_linked(letter, sign)
        or _korean(sign) in KOREAN_NEXT.get(_korean(letter[-1]), "")
    )


def _is_mark(sign: str) -> bool:
    return category(sign) in MARKS or sign in MORE_MARKS or ord(sign) in SKINS or ord(sign) in TAGS


def _ends_pair(letter: str, sign: str) -> bool:
    """Whether *sign* is the second half of a flag."""
    return len(letter) == 1 and ord(letter) in FLAGS and ord(sign) in FLAGS


def _is_joined(letter: str, sign: str) -> bool:
    """Whether a joiner makes one picture of *letter* and *sign*."""
    return letter[-1] == JOINER and category(letter[0]) in PICTURES and category(sign) in PICTURES


def _is_linked(letter: str, sign: str) -> bool:
    """Whether a consonant is joined to the one before it; each script has 128 places."""
    if category(sign) != "Lo" or category(letter[0]) != "Lo":
        return False
    marks = takewhile(_is_mark, reversed(letter))
    return any(each in LINKERS and ord(each) // 128 == ord(sign) // 128 for each in marks)


def _korean(sign: str) -> str:
    """Which part of a Korean syllable *sign* is, or "none"."""
    kinds = (("L", LEADS), ("V", VOWELS), ("E", TAILS), ("S", OPEN), ("T", SYLLABLES))
    return next((kind for kind, places in kinds if ord(sign) in places), "none")
