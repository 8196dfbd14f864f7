"""Who tries links that lead nowhere: so many are counted, and then nothing is answered for a while."""

import time
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TypeVar

from flask import Flask, abort, current_app, request
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

WRONG_LINKS = RateLimitItemPerMinute(60)
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
    """Stops whoever has tried too many wrong links: 429, and when to come again."""
    counted = _counted()
    if not counted.test(WRONG_LINKS, whereabouts(request.remote_addr)):
        again = counted.get_window_stats(WRONG_LINKS, whereabouts(request.remote_addr)).reset_time
        raise TooManyRequests(retry_after=max(1, round(again - time.time())))


def count_wrong_link() -> None:
    """Notes that this link leads nowhere."""
    _counted().hit(WRONG_LINKS, whereabouts(request.remote_addr))


def whereabouts(address: str | None) -> str:
    """Where a request comes from, as far as one person cannot change it at will.

    A household has one of the old addresses, and of the new ones a whole network.

    >>> whereabouts("192.0.2.7"), whereabouts("::ffff:192.0.2.7"), whereabouts("2001:db8::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        found = ip_address(address or "")
    except ValueError:
        return address or ""
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
    return str(found)


def _counted() -> FixedWindowRateLimiter:
    counted: FixedWindowRateLimiter = current_app.extensions[EXTENSION]
    return counted


def init_app(app: Flask) -> None:
    """Gives *app* a count of its own. What is older than a minute is forgotten."""
    app.extensions[EXTENSION] = FixedWindowRateLimiter(MemoryStorage())
