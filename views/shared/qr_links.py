"""Addresses for other phones: what a camera reads and people pass on."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address
from itertools import groupby
from urllib.parse import urlsplit

from flask import current_app, url_for

from views.web.i18n import gettext as _
from views.web.network import lan_address

QUIET = 4
"""How wide the margin is that a camera needs around a code, in squares."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A square of squares, to be drawn as one path."""

    size: int
    path: str


@dataclass(frozen=True)
class Address:
    """Where another phone finds a page."""

    url: str
    note: str = ""
    """What to know of it, if it is not simply where this page was opened."""
    is_reachable: bool = True
    """Whether other phones can open it at all."""

    @cached_property
    def qr(self) -> QrCode | None:
        """The address for a camera; None where no other phone could open it."""
        if not self.is_reachable:
            return None
        import segno

        rows = list(segno.make(self.url, micro=False).matrix_iter(border=QUIET))
        return QrCode(len(rows), "".join(_row(y, row) for y, row in enumerate(rows)))


def _row(y: int, row: Iterable[int]) -> str:
    """The dark squares of a row: each run of them is a rectangle."""
    drawn, x = "", 0
    for dark, run in groupby(row):
        width = len(list(run))
        drawn += f"M{x} {y}h{width}v1h-{width}z" if dark else ""
        x += width
    return drawn


def for_others(endpoint: str, **values: str) -> Address:
    """Where other phones find *endpoint*.

    Where this page was opened under a name that each machine has for itself, that is this machine's
    address on its network, if it serves there.
    """
    url = urlsplit(url_for(endpoint, _external=True, **values))
    if not is_loopback(url.hostname or ""):
        return Address(url.geturl())
    if current_app.config.get("ONLY_HERE"):
        only_here = _("Other phones can’t open this: Deadwood only runs for this computer.")
        return Address(url.geturl(), only_here, is_reachable=False)
    lan = lan_address()
    if lan is None:
        offline = _("Other phones can’t open this: this computer is not on a network.")
        return Address(url.geturl(), offline, is_reachable=False)
    there = url._replace(netloc=f"{lan}:{url.port}" if url.port else lan)
    return Address(
        there.geturl(),
        _("For phones on the same wifi as this computer (%(lan)s).", lan=lan),
    )


def is_loopback(host: str) -> bool:
    """Whether *host* is what each machine calls itself.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.20", "gin.example")]
    [True, True, True, False, False]
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
