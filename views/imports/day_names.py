"""The names of months and weekdays in the languages of Deadwood, long and short, from Babel's data."""

from functools import cache
from unicodedata import combining, normalize

from babel.dates import get_day_names, get_month_names

LANGUAGES = ("en", "de", "fr", "es", "zh")

OTHER_MONTHS = {
    "sept": 9,
    "mrz": 3,
    "maerz": 3,
    "janner": 1,
    "jaenner": 1,
    "feber": 2,
    "setiembre": 9,
    "set": 9,
}
"""As spreadsheets shorten them, and Austrians and some who write Spanish call them."""

OTHER_WEEKDAYS = {"tues", "weds", "thur", "thurs", "sonnabend", "礼拜", "星期天", "周天", "礼拜天"} | {
    f"礼拜{each}" for each in "一二三四五六日"
}


def plain(text: str) -> str:
    """*text* in small letters without accents, in the usual variant of each letter.

    >>> plain("AOÛT"), plain("Märzen")
    ('aout', 'marzen')
    """
    if text.isascii():
        return text.lower()
    return "".join(sign for sign in normalize("NFKD", text.casefold()) if not combining(sign))


@cache
def months() -> dict[str, int]:
    """The months by their names; also by the first three letters of these, where only one begins so."""
    found = dict[str, int]()
    for language in LANGUAGES[:4]:
        for width in ("wide", "abbreviated"):
            for context in ("format", "stand-alone"):
                named = get_month_names(width, context, language)
                found |= {_bare(name): number for number, name in named.items()}
    return found | _starts(found) | OTHER_MONTHS


def _starts(named: dict[str, int]) -> dict[str, int]:
    """The months by the first three letters of their names, without those that begin several."""
    starts = dict[str, set[int]]()
    for name, number in named.items():
        starts.setdefault(name[:3], set()).add(number)
    return {start: next(iter(numbers)) for start, numbers in starts.items() if len(numbers) == 1}


@cache
def weekdays() -> frozenset[str]:
    """The names of weekdays."""
    return frozenset(OTHER_WEEKDAYS).union(*weekday_names())


@cache
def weekday_names() -> tuple[frozenset[str], ...]:
    """The names of weekdays, apart for each language and length: “Sam” and “Di” are in no one of them."""
    named = [
        {
            _bare(name)
            for context in ("format", "stand-alone")
            for name in get_day_names(width, context, language).values()
        }
        for language in LANGUAGES
        for width in ("wide", "abbreviated", "short")
    ]
    return tuple(frozenset(names | OTHER_WEEKDAYS) for names in named)


def _bare(name: str) -> str:
    return plain(name).strip(". ")
