"""Local time: that of this computer, unless it was told another one (``OFFSETS``)."""

from bisect import bisect_right
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from operator import itemgetter

from flask import current_app, has_app_context

Offset = list[int]
"""From which second since 1970 on clocks are how many seconds ahead of UTC. A list, as JSON has it."""


def local_time(at: datetime) -> datetime:
    return at.astimezone(_zone(at))


def today() -> date:
    return local_time(datetime.now(UTC)).date()


def evening_of(*moments: datetime) -> date | None:
    """The day in whose evening all *moments* were, from four o'clock until five in the morning, if any."""
    shifted = [local_time(at) - timedelta(hours=5) for at in moments]
    days = {at.date() if at.hour >= 11 else None for at in shifted}
    return days.pop() if len(days) == 1 else None


def _zone(at: datetime) -> tzinfo | None:
    """The zone with the offset at the moment *at*; None: that of this computer."""
    told = current_app.config.get("OFFSETS") if has_app_context() else None
    if not told:
        return None
    place = bisect_right(told, at.timestamp(), key=itemgetter(0))
    _since, seconds = told[max(place - 1, 0)]
    return timezone(timedelta(seconds=seconds))
