"""A limit on wrong links: whoever tries too many in a minute has to wait for the next one."""

import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import TypeVar

from flask import Flask, abort, current_app, request
from werkzeug.exceptions import TooManyRequests

MOST_WRONG = 60
"""More than a mistyped address, and than a phone that goes on asking for a link that was renewed."""

WINDOW = 60.0
"""Seconds in which so many may be tried."""

MOST_SOURCES = 10_000
"""So many addresses are remembered at a time: two megabytes."""

EXTENSION = "wrong links"

T = TypeVar("T")


class FixedWindowLimit:
    """How often each source has failed since its window began. Times are in seconds of a monotonic clock.

    >>> limit = FixedWindowLimit(2, window=60)
    >>> limit.hit("here", now=0)
    >>> limit.wait("here", now=1)
    0.0
    >>> limit.hit("here", now=10)
    >>> limit.wait("here", now=15), limit.wait("there", now=15), limit.wait("here", now=60)
    (45.0, 0.0, 0.0)
    """

    def __init__(self, most: int, window: float, most_sources: int = MOST_SOURCES) -> None:
        self._most, self._window, self._most_sources = most, window, most_sources
        self._counts: OrderedDict[str, tuple[float, int]] = OrderedDict()
        """The start of each source's window and its hits in it, the window that ends first at the front."""
        self._lock = Lock()

    def hit(self, source: str, now: float) -> None:
        """Counts one failure."""
        with self._lock:
            self._forget(now)
            begun, times = self._counts.get(source, (now, 0))
            self._counts[source] = begun, times + 1
            if len(self._counts) > self._most_sources:
                self._counts.popitem(last=False)

    def wait(self, source: str, now: float) -> float:
        """Seconds until *source* is answered again; 0 while it has not failed too often."""
        with self._lock:
            begun, times = self._counts.get(source, (now, 0))
        left = begun + self._window - now
        return float(left) if times >= self._most and left > 0 else 0.0

    def clear(self) -> None:
        """Forgets every failure."""
        with self._lock:
            self._counts.clear()

    def _forget(self, now: float) -> None:
        """Drops the windows that have ended."""
        while self._counts and next(iter(self._counts.values()))[0] + self._window <= now:
            self._counts.popitem(last=False)


def right(found: T | None, *, seated: bool) -> T:
    """What a link leads to; 404 if that is nothing, and 429 to whoever has tried too many such links.

    A right link is refused then too, or the answer would tell it from the wrong ones. Only a phone that
    is *seated* in the match is never locked out.
    """
    if not seated:
        refuse_if_guessing()
    if found is None:
        count_wrong_link()
        abort(404)
    return found


def refuse_if_guessing() -> None:
    """Stops whoever has tried too many wrong links: 429, and the seconds to wait."""
    if seconds := _limit().wait(source_of(request.remote_addr), time.monotonic()):
        raise TooManyRequests(retry_after=max(1, round(seconds)))


def count_wrong_link() -> None:
    """Notes that this link leads nowhere."""
    _limit().hit(source_of(request.remote_addr), time.monotonic())


def source_of(address: str | None) -> str:
    """Where a request comes from, as far as one person cannot change it at will.

    A household has one IPv4 address, and in IPv6 a whole network.

    >>> source_of("192.0.2.7"), source_of("::ffff:192.0.2.7"), source_of("2001:db8::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        found = ip_address(address or "")
    except ValueError:
        return address or ""
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
    return str(found)


def _limit() -> FixedWindowLimit:
    limit: FixedWindowLimit = current_app.extensions[EXTENSION]
    return limit


def init_app(app: Flask) -> None:
    """Gives *app* a count of its own."""
    app.extensions[EXTENSION] = FixedWindowLimit(MOST_WRONG, WINDOW)
