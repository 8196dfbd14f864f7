"""What a cell of a table says: points, that somebody has none, money, the points of both players."""

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import normalize

from views.imports.days import has_digit
from views.imports.paper.table_text import LONGEST_CELL

POINTS = re.compile(r"([+-]?)(\d{1,3}[.,' ]\d{3}|\d{1,5})(?:[.,](0{1,2}|0{4,9}))?")
"""A whole number, perhaps with thousands set apart, and with noughts behind a decimal mark."""

AMBIGUOUS = re.compile(r"[+-]?\d{1,3}[.,]000")
"""May be thousands, or have decimals."""

UNIT = re.compile(
    r"(\d) ?(?:pts?|points?|p|pkte?|punkte?|ptos?|puntos?|分|点)\.?$",
    re.IGNORECASE,
)
"""Points that are called so."""

BOTH = re.compile(r"(-?\d{1,5}) ?[:-] ?(\d{1,5})")
"""The points of two players in one cell."""

NONE = frozenset(
    "- -- x X × / \\ . — – − nil null none zero zip nul nulle rien null keine kein nada cero 无 零 ø".split()
)
"""What is written for a player without points."""

MONEY = re.compile(r"[$€£¥￥]|(?<![a-z])(?:chf|eur|usd|gbp|元|rmb|fr\.|sfr)(?![a-z])", re.IGNORECASE)

DASHES = str.maketrans("\u2212\u2013\u2010\u2011\u2012\u2019", "-----'")
"""Signs that are typed for a minus, and an apostrophe."""


@lru_cache(maxsize=4096)
def points_of(text: str) -> int | None:
    """The points in *text*; None if it holds no whole number.

    >>> points_of("25"), points_of("−10 pts"), points_of("12,0"), points_of("1.250"), points_of("12,5")
    (25, -10, 12, 1250, None)
    """
    found = POINTS.fullmatch(_number(text))
    if not found or AMBIGUOUS.fullmatch(_number(text)):
        return None
    return int(found[1] + re.sub(r"\D", "", found[2]))


def has_two_readings(text: str) -> bool:
    """Whether *text* may be thousands of points, or points with decimals.

    >>> has_two_readings("1.000"), has_two_readings("1.250")
    (True, False)
    """
    return bool(AMBIGUOUS.fullmatch(_number(text)))


def _number(text: str) -> str:
    """*text* without the word for points, with one sign for a minus."""
    said = " ".join(normalize("NFKC", text[:LONGEST_CELL]).translate(DASHES).split())
    said = UNIT.sub(r"\1", said)
    return said[0] + said[1:].strip() if said[:1] in ("+", "-") else said


def is_none(text: str) -> bool:
    """Whether *text* says that a player has nothing.

    >>> is_none("–"), is_none("nil"), is_none("0"), is_none("")
    (True, True, False, False)
    """
    return text.casefold() in NONE


def is_points(text: str) -> bool:
    """Whether *text* is points or the word for none."""
    return points_or_zero(text) is not None


def points_or_zero(text: str) -> int | None:
    """The points in *text*, 0 for the word for none; None if it is something else.

    >>> points_or_zero("25"), points_or_zero("nil"), points_or_zero("Ann")
    (25, 0, None)
    """
    return 0 if is_none(text) else points_of(text)


def with_points(cells: Iterable[str]) -> int:
    """In how many of *cells* somebody has points.

    >>> with_points(["25", "0", "–", ""])
    1
    """
    return sum(bool(points_of(cell)) for cell in cells)


def points_of_both(text: str) -> tuple[int, int] | None:
    """The points of two players in one cell.

    >>> points_of_both("105:62"), points_of_both("105 – 62"), points_of_both("105")
    ((105, 62), (105, 62), None)
    """
    found = BOTH.fullmatch(" ".join(text[:LONGEST_CELL].translate(DASHES).split()))
    return (int(found[1]), int(found[2])) if found else None


def is_money(text: str) -> bool:
    """Whether *text* is an amount of money.

    >>> is_money("€2.50"), is_money("5 Fr."), is_money("25")
    (True, True, False)
    """
    return bool(MONEY.search(text[:LONGEST_CELL])) and has_digit(text)
