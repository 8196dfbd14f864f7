"""A limit on wrong links: whoever tries too many in a minute has to wait."""

from __future__ import annotations

import time
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, TypeVar

from flask import Flask, abort, current_app, request
from werkzeug.exceptions import TooManyRequests

if TYPE_CHECKING:
    from limits.strategies import FixedWindowRateLimiter

WRONG_LINKS = "60/minute"
"""More than a mistyped address, and than a phone that goes on asking for a link that was renewed."""

EXTENSION = "wrong links"

T = TypeVar("T")


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
    if (limiter := _limits().get("limiter")) is None:
        return
    from limits import parse

    limit, source = parse(WRONG_LINKS), source_of(request.remote_addr)
    if not limiter.test(limit, source):
        again = limiter.get_window_stats(limit, source).reset_time
        raise TooManyRequests(retry_after=max(1, round(again - time.time())))


def count_wrong_link() -> None:
    """Counts a link that leads nowhere. The library takes 90 ms to load, so the first wrong link loads it."""
    from limits import parse
    from limits.storage import MemoryStorage
    from limits.strategies import FixedWindowRateLimiter

    limiter = _limits().setdefault("limiter", FixedWindowRateLimiter(MemoryStorage()))
    limiter.hit(parse(WRONG_LINKS), source_of(request.remote_addr))


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


def _limits() -> dict[str, FixedWindowRateLimiter]:
    """Holds the limiter of this application from the first wrong link on."""
    limits: dict[str, FixedWindowRateLimiter] = current_app.extensions[EXTENSION]
    return limits


def init_app(app: Flask) -> None:
    """Gives *app* a count of its own."""
    app.extensions[EXTENSION] = {}
