"""What a player may be called, and what players may write on a hand or a match."""

import re
from unicodedata import category, normalize

LONGEST_NAME = 40
LONGEST_NOTE = 20
LONGEST_REMARK = 200
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Control characters that change the direction of text. The joiners in emoji and letters do not."""

UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0100-\U000e01ef]"
)
"""Signs that nobody sees: joiners, soft hyphens, marks of direction, what chooses a variant of a sign, and
the blank letters of Korean and Braille.
"""


def is_name(text: str) -> bool:
    r"""Up to forty characters, at least one visible, no control characters, none that turns the text around.

    Characters are counted as databases and documents count them: a letter may be several.

    >>> is_name("Zoë"), is_name("Zoë\a"), is_name("\u200d")
    (True, False, False)
    """
    return len(text) <= LONGEST_NAME and is_shown(text)


def is_remark(text: str) -> bool:
    """Nothing, or up to two hundred characters, under the same rules as a name."""
    return not text or (len(text) <= LONGEST_REMARK and is_shown(text))


def is_shown(text: str) -> bool:
    """At least one visible character, no control characters, none that turns the text around."""
    steers = set(map(category, text)) & {"Cc", "Cs", "Zl", "Zp"} or TURNING & set(text)
    seen = set(map(category, UNSEEN.sub("", text)))
    return not steers and not seen <= {"Cf", "Zs"}


def is_same_name(one: str, two: str) -> bool:
    """Whether two names are the same, ignoring case and variants of a letter.

    >>> is_same_name("Ann", "ANN"), is_same_name("Ann", "Anna")
    (True, False)
    """
    return without_variants(one) == without_variants(two)


def without_variants(name: str) -> str:
    """What is the same for names that are, to find one among many.

    >>> without_variants("\N{FULLWIDTH LATIN CAPITAL LETTER A}nn")
    'ann'
    """
    if name.isascii():
        return name.lower()
    return normalize("NFKC", normalize("NFKC", UNSEEN.sub("", name)).casefold())
