"""What a player may be called."""

from unicodedata import category, normalize

LONGEST_NAME = 40
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of the text around a name; the joiners of emoji and letters do not."""


def is_name(text: str) -> bool:
    r"""Up to forty signs of which one can be seen, and none steers a machine or turns the text around it.

    >>> is_name("Zoë"), is_name("Zoë\a"), is_name("\u200d")
    (True, False, False)
    """
    kinds = {category(sign) for sign in text}
    steers = kinds & {"Cc", "Cs", "Zl", "Zp"} or TURNING & set(text)
    return len(text) <= LONGEST_NAME and not steers and not kinds <= {"Cf", "Zs"}


def is_same_name(one: str, two: str) -> bool:
    """Whether two names read the same aloud: small letters and other forms of a letter make none new.

    >>> is_same_name("Ann", "ANN"), is_same_name("Ann", "Anna")
    (True, False)
    """
    return normalize("NFKC", one).casefold() == normalize("NFKC", two).casefold()
