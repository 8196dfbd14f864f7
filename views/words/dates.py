"""When something happened, as people say it."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from flask import Flask

from models.records.tables.local_time import local_time, today
from views.language.i18n import gettext as _
from views.language.i18n import locale


def when(at: datetime) -> str:
    """The moment *at* in local time: "today, 21:40", "12 November"."""
    from babel.dates import format_date, format_skeleton, format_time

    here, read, this_day = local_time(at), locale(), today()
    time, day = format_time(here, "short", locale=read), here.date()
    if day == this_day:
        # Translators: stands alone, or within “since %(when)s” or “sent %(sent)s”. %(time)s is “21:40”.
        return _("today, %(time)s", time=time)
    if day == this_day - timedelta(days=1):
        # Translators: stands where “today, 21:40” could stand.
        return _("yesterday, %(time)s", time=time)
    if day.year == this_day.year:
        return format_skeleton("MMMMd", here, locale=read)
    return format_date(day, "long", locale=read)


def played_when(day: date, at: datetime | None) -> str:
    """When a match of *day* was played: the moment *at* if that is on this day; else the day.

    An old match that is corrected today was not played today.
    """
    return when(at) if at and local_time(at).date() == day else day_said(day)


def day_said(day: date) -> str:
    """A day: "12 November 2025"."""
    from babel.dates import format_date

    return format_date(day, "long", locale=locale())


def month_said(month: str) -> str:
    """A month in words: "March 2025"."""
    return _month_said(month, locale())


@lru_cache(maxsize=1000)
def _month_said(month: str, locale: str) -> str:
    from babel.dates import format_skeleton

    return format_skeleton("yMMMM", date.fromisoformat(f"{month}-01"), locale=locale)


def entered_and_sent(entered_at: datetime | None, sent_at: datetime) -> str:
    """When something was entered, and sent if that was later: "today, 20:14, sent today, 22:30"."""
    if entered_at is None:
        return when(sent_at)
    # Translators: when a phone without a network had a hand entered, and when it sent it. Both are
    # “today, 20:14” or a day, such as “12 November”.
    return _("%(entered)s, sent %(sent)s", entered=when(entered_at), sent=when(sent_at))


def minutes_ahead() -> int:
    """How far the clock of these times is ahead of UTC, for what a script says of the time."""
    ahead = local_time(datetime.now(UTC)).utcoffset() or timedelta()
    return ahead // timedelta(minutes=1)


def init_app(app: Flask) -> None:
    """Every page tells its scripts which clock its times are of."""
    app.context_processor(lambda: {"minutes_ahead": minutes_ahead()})
