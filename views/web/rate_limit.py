"""A rate limit on wrong links."""

from __future__ import annotations

import time
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, TypeVar

from flask import Flask, abort, current_app, request
from werkzeug.exceptions import TooManyRequests

if TYPE_CHECKING:
    from limits.strategies import FixedWindowRateLimiter

WRONG_LINKS = "60/minute"
"""More than mistyped addresses, or a phone that keeps polling a link that was renewed, add up to."""

EXTENSION = "wrong links"

T = TypeVar("T")


def found_or_404(found: T | None, *, seated: bool) -> T:
    """*found*, the match of a link; 404 if it is None, and 429 for a client with too many wrong links.

    Then correct links get a 429 too, because otherwise the answer would tell them apart. Only a phone that is
    *seated* in the match is never locked out.
    """
    if not seated:
        refuse_if_guessing()
    if found is None:
        count_wrong_link()
        abort(404)
    return found


def refuse_if_guessing() -> None:
    """Answers 429, with the seconds to wait, to a client that has tried too many wrong links."""
    if (limiter := _limits().get("limiter")) is None:
        return
    from limits import parse

    limit, source = parse(WRONG_LINKS), source_of(request.remote_addr)
    if not limiter.test(limit, source):
        again = limiter.get_window_stats(limit, source).reset_time
        raise TooManyRequests(retry_after=max(1, round(again - time.time())))


def count_wrong_link() -> None:
    """Counts a wrong link. The library takes 90 ms to import, so the first wrong link imports it."""
    from limits import parse
    from limits.storage import MemoryStorage
    from limits.strategies import FixedWindowRateLimiter

    limiter = _limits().setdefault("limiter", FixedWindowRateLimiter(MemoryStorage()))
    limiter.hit(parse(WRONG_LINKS), source_of(request.remote_addr))


def source_of(address: str | None) -> str:
    """The client of a request: its address, or for IPv6 its network.

    A household has one IPv4 address, or an IPv6 network in which every device can change its address.

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


def _limits() -> dict[str, FixedWindowRateLimiter]:
    """Holds the limiter of an application, created with the first wrong link."""
    limits: dict[str, FixedWindowRateLimiter] = current_app.extensions[EXTENSION]
    return limits


def init_app(app: Flask) -> None:
    """Gives *app* its own counters."""
    app.extensions[EXTENSION] = {}
