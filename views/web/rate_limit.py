"""Rate limits: how often one visitor may do what, counted for all processes and machines on one database.

Limits need no durability, so nothing waits for the disk, and never for the database of the matches.
"""

import logging
import time
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from flask import Flask, current_app, request
from sqlalchemy import Engine
from werkzeug.exceptions import TooManyRequests

from models.records.database import passing
from models.records.database.passing import FAILURES, execute

log = logging.getLogger(__name__)

FORGET = "DELETE FROM counters WHERE ends <= :now OR (name = :name AND ends > :latest)"
"""Windows that are over, and those that would last longer than they can: the clock was set back."""

ADD = """
INSERT INTO counters (name, source, ends, count) VALUES (:name, :source, :ends, :times)
ON CONFLICT (name, source) DO UPDATE SET count = counters.count + excluded.count RETURNING count, ends
"""
CLOCKS_DIFFER = 60
"""Seconds, at most, between the clocks of machines that count together."""


class EventCount(NamedTuple):
    """How many events a source has in the current window, and when that ends, as Unix time."""

    times: int
    ends: float


class Counters:
    """Counts events by name and source, each in a window of time that starts with the first event."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def add(self, name: str, source: str, seconds: int, times: int = 1) -> EventCount:
        """Counts an event, or as many as *times*, in a window of *seconds*.

        Counts none if it can't in time: a full disk must not lock anybody out.
        """
        now, ends = time.time(), time.time() + seconds
        event = {"name": name, "source": source, "times": times, "now": now, "ends": ends}
        try:
            [counted] = execute(self.engine, {**event, "latest": ends + CLOCKS_DIFFER}, FORGET, ADD)
            return EventCount(*counted)
        except FAILURES as error:
            log.warning("Nothing can be counted, so requests are not limited: %s", error)
            return EventCount(0, now)

    def clear(self) -> None:
        execute(self.engine, {}, "DELETE FROM counters", patience=5)


class Limit(NamedTuple):
    """How many events one device may cause in a window of time, and all devices at one address together."""

    name: str
    of_device: int
    of_address: int
    seconds: int


WRONG_LINKS = Limit("wrong links", of_device=60, of_address=600, seconds=60)
"""Only wrong links count and are refused: links have 144 bits, so nobody guesses one."""

NEW_MATCHES = Limit("new matches", of_device=60, of_address=600, seconds=3600)
"""A club of two hundred behind one address starts some hundred matches in an evening."""

IMPORTED_MATCHES = Limit("imported matches", of_device=10_000, of_address=20_000, seconds=3600)
"""Twenty years are a thousand evenings, and come in one file; a club has more."""

IMPORTS = Limit("imports", of_device=150, of_address=600, seconds=3600)
"""Previews count too: each can take a second."""

LARGE_IMPORTS = Limit("files of books", of_device=20, of_address=60, seconds=3600)
"""Each can take five seconds to check, and twelve megabytes until it is imported."""

NEW_BOOKS = Limit("new books", of_device=30, of_address=300, seconds=3600)
"""A phone keeps a few books; a club starts one."""

SAVED_RULES = Limit("saved rules", of_device=60, of_address=600, seconds=3600)
"""A phone keeps only a few rules, but anybody can pass for many phones."""

PICTURES = Limit("pictures", of_device=300, of_address=2000, seconds=3600)
"""Only pictures that are drawn count: each takes a twentieth of a second. It is kept for the next."""

EXTENSION = "counters"


class TooManyWrongLinks(TooManyRequests):
    """The answer to a wrong link after too many of them."""


class TooManyNewMatches(TooManyRequests):
    """The answer to a new match after too many of them."""


class TooManyNewBooks(TooManyRequests):
    """The answer to a new book after too many of them."""


ANSWERS: dict[Limit, type[TooManyRequests]] = {
    WRONG_LINKS: TooManyWrongLinks,
    NEW_MATCHES: TooManyNewMatches,
    NEW_BOOKS: TooManyNewBooks,
    IMPORTED_MATCHES: TooManyNewMatches,
}


def count(limit: Limit, device: str | None, times: int = 1) -> None:
    """Counts an event caused by *device*, or by a visitor without a cookie; or as many as *times*.

    :raises TooManyRequests: above the limit, with the seconds to wait.
    """
    counters: Counters = current_app.extensions[EXTENSION]
    address = source_of(request.remote_addr)
    allowed = {
        without_names(address, device or ""): limit.of_device,
        without_names(address): limit.of_address,
    }
    for source, most in allowed.items():
        counted = counters.add(limit.name, source, limit.seconds, times)
        if counted.times > most:
            raise ANSWERS.get(limit, TooManyRequests)(retry_after=max(1, round(counted.ends - time.time())))


def without_names(*parts: str) -> str:
    """A keyed hash of *parts*, so that no address is stored."""
    key = blake2b(str(current_app.secret_key).encode()).digest()
    return blake2b("\0".join(parts).encode(), digest_size=16, key=key).hexdigest()


def source_of(address: str | None) -> str:
    """The client of a request: its address, or for IPv6 its network.

    A household has one IPv4 address, or an IPv6 network in which every device can change its address.

    >>> source_of("192.0.2.7"), source_of("::ffff:192.0.2.7"), source_of("2001:db8::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        ip = ip_address(address or "")
    except ValueError:
        return address or ""
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))
    return str(ip)


def init_app(app: Flask) -> None:
    """Counts beside the matches of *app*."""
    app.extensions[EXTENSION] = Counters(app.extensions[passing.EXTENSION])
