"""Days as people and spreadsheets write them, also 04/03/2021, which has two readings."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum, auto
from functools import cache, lru_cache
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


LONGEST = 60
"""Characters of a day with its time, as in “Wednesday, September 30th, 2020 11:30:15 PM”."""

NUMBERS = re.compile(r"(\d{1,4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{1,4})\s*[.日]?")
WITHOUT_YEAR = re.compile(r"(\d{1,2})(?:\. ?(\d{1,2})\.|/(\d{1,2}))")
CHINESE = re.compile(r"(?:(\d{4}|\d{2}) ?年 ?)?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号號]?")
COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})")
SERIAL = re.compile(r"(\d{5})(?:[.,]\d{1,15})?")
"""How Excel counts days, with the time behind the point."""

TIME = re.compile(
    r"[T ] ?\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,9})? ?(?:[AaPp][Mm]|Z|h|Uhr)?"
    r" ?(?:GMT|UTC)?(?:[+-]\d{1,2}(?::?\d{2})?)?$"
)
"""A time after the day, which is not kept."""

PARTS = re.compile(r"\d{1,60}|[^\W\d_]{1,60}")
"""The numbers and words of a day."""

BESIDE = frozenset("st nd rd th er of the de del den der le el am on".split())
"""Words around the numbers of a day."""

FIRST_SERIAL = 20_000
"""The number of a day in 1954. Points never reach it."""
BEFORE_SERIALS = date(1899, 12, 30)
"""The day before Excel's first, as it counts since March 1900."""


class DayOrder(StrEnum):
    """What comes first."""

    DAY_FIRST = auto()
    MONTH_FIRST = auto()
    YEAR_FIRST = auto()
    """Of years with two digits, between hyphens: 21-04-03. With four digits it needs no order."""


def is_day(text: str) -> bool:
    """Whether *text* is a day in any order."""
    return len(text) > 4 and any(day_of(text, order) for order in DayOrder)


def looks_like_day(text: str) -> bool:
    """Whether *text* is a day, with or without its year."""
    return is_day(text) or lacks_year(text)


def has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


@lru_cache(maxsize=4096)
def day_of(text: str, order: DayOrder) -> date | None:
    """The day in *text*; None if there is none.

    >>> day_of("03/04/2021", DayOrder.DAY_FIRST), day_of("Di., 5. Jan. 21", DayOrder.DAY_FIRST)
    (datetime.date(2021, 4, 3), datetime.date(2021, 1, 5))
    """
    if len(text) > LONGEST or not has_digit(text):
        return None
    text = TIME.sub("", " ".join(text.split())).strip(" ,")
    if parts := NUMBERS.fullmatch(text):
        return _of_numbers(parts[1], parts[2], parts[3], parts[4], order)
    if parts := COMPACT.fullmatch(text):
        return _valid(int(parts[1]), int(parts[2]), int(parts[3]))
    if parts := SERIAL.fullmatch(text):
        return _of_serial(int(parts[1]))
    return _of_words(plain(text), order)


def lacks_year(text: str) -> bool:
    """Whether *text* is a day and a month without a year.

    >>> lacks_year("13.4."), lacks_year("3 Apr"), lacks_year("3 Apr 2021"), lacks_year("12.5")
    (True, True, False, False)
    """
    if len(text) > LONGEST or not has_digit(text):
        return False
    said = plain(" ".join(text.split()))
    if found := WITHOUT_YEAR.fullmatch(_inside(said)):
        return {int(found[1]), int(found[2] or found[3])} <= {*range(1, 32)}
    if (found := CHINESE.match(said)) and not found[1]:
        return True
    numbers, month = _parts(said)
    return month is not None and len(numbers) == 1 and len(numbers[0]) <= 2


def _of_numbers(first: str, sign: str, second: str, third: str, order: DayOrder) -> date | None:
    if len(first) == 4:
        return _valid(int(first), int(second), int(third))
    if order is DayOrder.YEAR_FIRST:
        is_year = len(first) == 2 and len(third) <= 2 and sign == "-"
        return _valid(full_year(first), int(second), int(third)) if is_year else None
    if len(third) not in (2, 4):
        return None
    # With dots, the day always comes first.
    month_first = order is DayOrder.MONTH_FIRST and sign != "."
    day, month = (int(second), int(first)) if month_first else (int(first), int(second))
    return _valid(full_year(third), month, day)


def _of_serial(number: int) -> date | None:
    if number < FIRST_SERIAL:
        return None
    day = BEFORE_SERIALS + timedelta(days=number)
    return day if has_been(day) else None


def _of_words(said: str, order: DayOrder) -> date | None:
    """A day with the name of its month, or with its weekday, or as Chinese write it."""
    if found := CHINESE.match(said):
        rest = said[found.end() :].strip(" ,()")
        is_whole = not rest or rest in weekdays()
        return _valid(full_year(found[1]), int(found[2]), int(found[3])) if is_whole and found[1] else None
    numbers, month = _parts(said)
    if month is None and len(numbers) == 3:
        found = NUMBERS.fullmatch(_inside(said))
        return _of_numbers(found[1], found[2], found[3], found[4], order) if found else None
    if month is None or len(numbers) != 2:
        return None
    day, year = reversed(numbers) if len(numbers[0]) == 4 else numbers
    return _valid(full_year(year), month, int(day)) if len(year) in (2, 4) and len(day) <= 2 else None


def _parts(said: str) -> tuple[Sequence[str], int | None]:
    """The numbers of a day, and its month; no numbers, if there is anything else in it."""
    parts = PARTS.findall(said)
    words = [part for part in parts if not part.isdigit() and part not in BESIDE]
    named = [word for word in words if word in months()]
    if len(named) > 1:
        # “mar” is a month, and a weekday.
        named = [word for word in named if word not in weekdays()] or named[-1:]
    rest = [word for word in words if word not in named and word not in weekdays()]
    if rest or len(named) > 1:
        return [], None
    return [part for part in parts if part.isdigit()], months()[named[0]] if named else None


def _inside(said: str) -> str:
    """*said* from its first figure on, without the weekday before or after it."""
    figures = [at for at, sign in enumerate(said) if sign.isdigit()]
    if not figures:
        return ""
    end = figures[-1] + 1
    return said[figures[0] : end + (said[end : end + 1] == ".")].strip()


def full_year(text: str) -> int:
    """A year of two digits is not in the future.

    >>> full_year("99"), full_year("2021")
    (1999, 2021)
    """
    if len(text) == 4:
        return int(text)
    year = 2000 + int(text)
    return year if year <= datetime.now(UTC).year else year - 100


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year >= 1900 else None
    except ValueError:
        return None


def has_been(day: date | None) -> bool:
    """Whether *day* is not in the future anywhere on earth."""
    return day is not None and day <= datetime.now(UTC).date() + timedelta(days=1)


def possible_orders(texts: Iterable[str]) -> list[DayOrder]:
    """The orders in which all *texts* that are days can be read, without those that mean the same days."""
    read = [[day_of(text, order) for order in DayOrder] for text in dict.fromkeys(texts)]
    days = [each for each in read if any(each)]
    fitting = dict[tuple[date | None, ...], DayOrder]()
    for nth, order in enumerate(DayOrder):
        meant = tuple(each[nth] for each in days)
        if all(meant):
            fitting.setdefault(meant, order)
    return list(fitting.values())
