"""Days as people write them: 2021-04-03, 3.4.2021, 3 April 2021, and 04/03/2021, which has two readings."""

import re
from calendar import month_name
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum, auto
from functools import cache

NUMBERS = re.compile(r"(\d{1,4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{1,4})")
LONGEST = 60
"""Characters of a day with its time, as in “Wednesday, September 30th, 2020 11:30:15 PM”."""

WORDS = re.compile(
    r"(?:\w+,\s+)?(\d{1,2})[.\s]+([^\W\d_]+)\.?,?\s+(\d{4})|([^\W\d_]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})"
)
TIME = re.compile(r"[T ] ?\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,9})? ?(?:[AaPp][Mm]|Z)?$")
"""A time after the day, which is not kept."""


class DayOrder(StrEnum):
    """Whether the day or the month comes first."""

    DAY_FIRST = auto()
    MONTH_FIRST = auto()


def is_day(text: str) -> bool:
    """Whether *text* is a day in any order."""
    return any(day_of(text, order) for order in DayOrder)


def day_of(text: str, order: DayOrder) -> date | None:
    """The day in *text*; None if there is none.

    >>> day_of("03/04/2021", DayOrder.DAY_FIRST), day_of("April 3, 2021", DayOrder.DAY_FIRST)
    (datetime.date(2021, 4, 3), datetime.date(2021, 4, 3))
    """
    if len(text) > LONGEST:
        return None
    text = TIME.sub("", " ".join(text.split()))
    if parts := NUMBERS.fullmatch(text):
        return _of_numbers(parts[1], parts[2], parts[3], parts[4], order)
    if parts := WORDS.fullmatch(text):
        day, word, year = (parts[1], parts[2], parts[3]) if parts[1] else (parts[5], parts[4], parts[6])
        return _valid(int(year), months().get(word.casefold(), 0), int(day))
    return None


def _of_numbers(first: str, sign: str, second: str, third: str, order: DayOrder) -> date | None:
    if len(first) == 4:
        return _valid(int(first), int(second), int(third))
    if len(third) not in (2, 4):
        return None
    # With dots, the day always comes first.
    month_first = order is DayOrder.MONTH_FIRST and sign != "."
    day, month = (int(second), int(first)) if month_first else (int(first), int(second))
    return _valid(full_year(third), month, day)


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
    """The orders in which all *texts* that are days can be read. Two, if they mean different days."""
    read = [[day_of(text, order) for order in DayOrder] for text in dict.fromkeys(texts)]
    days = [each for each in read if any(each)]
    fitting = [order for nth, order in enumerate(DayOrder) if all(each[nth] for each in days)]
    if len(fitting) == 2 and all(one == other for one, other in days):
        return fitting[:1]
    return fitting


@cache
def months() -> dict[str, int]:
    """The months by their names in English and German, long and short."""
    english = {name.casefold(): number for number, name in enumerate(month_name) if name}
    german = {
        "januar": 1,
        "februar": 2,
        "märz": 3,
        "mai": 5,
        "juni": 6,
        "juli": 7,
        "oktober": 10,
        "dezember": 12,
    }
    named = english | german
    return named | {name[:3]: number for name, number in named.items()} | {"sept": 9}
