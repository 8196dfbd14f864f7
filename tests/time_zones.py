"""Time zones for tests: those of a process, in the form of POSIX, which needs no files."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

BERLIN = "CET-1CEST,M3.5.0/2,M10.5.0/3"
"""From the last Sunday of March to that of October, from 1:00 to 1:00 UTC: directive 2000/84/EC."""

NEW_YORK = "EST5EDT,M3.2.0/2,M11.1.0/2"
"""From the second Sunday of March to the first of November, at 2:00: Energy Policy Act of 2005."""

AUCKLAND = "NZST-12NZDT,M9.5.0,M4.1.0/3"
"""Twelve hours ahead of UTC, thirteen in December: the Time Act 1974 of New Zealand."""

KIRITIMATI = "<+14>-14"
"""Where a day begins first, and noon in UTC is always tomorrow."""

PAGO_PAGO = "SST11"
"""Where a day ends last."""


@contextmanager
def in_zone(zone: str) -> Iterator[None]:
    """This process is in the time zone *zone*, and afterwards where it was."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        try:
            yield
        finally:
            patch.undo()
            time.tzset()
