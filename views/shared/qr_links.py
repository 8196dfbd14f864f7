"""Addresses for other phones, as links and QR codes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import ip_address
from itertools import groupby
from urllib.parse import urlsplit

from flask import current_app, request, url_for

from views.language.i18n import gettext as _
from views.operations.hosts import lan_addresses

NETWORK = "network"
"""The field in the address of a page that says for which of the computer's addresses it is."""

QUIET = 4
"""The margin that a camera needs around a code, in modules."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code, drawn as one SVG path."""

    size: int
    path: str


@dataclass(frozen=True)
class Address:
    """The address of a page for another phone."""

    url: str
    note: str = ""
    """A note about it, if it differs from the address in this browser."""
    is_reachable: bool = True
    """Whether other phones can open it."""
    others: Mapping[str, str] = field(default_factory=dict)
    """The computer's addresses on other networks, each with this page for it."""

    @cached_property
    def qr(self) -> QrCode | None:
        """The QR code; None if no other phone could open it."""
        if not self.is_reachable:
            return None
        import segno

        rows = list(segno.make(self.url, micro=False).matrix_iter(border=QUIET))
        return QrCode(len(rows), "".join(_row(y, row) for y, row in enumerate(rows)))


def _row(y: int, row: Iterable[int]) -> str:
    """The dark modules of a row: a rectangle for each run of them."""
    drawn, x = "", 0
    for dark, run in groupby(row):
        width = len(list(run))
        drawn += f"M{x} {y}h{width}v1h-{width}z" if dark else ""
        x += width
    return drawn


def for_others(endpoint: str, **values: str) -> Address:
    """The address at which other phones find *endpoint*.

    If this page was opened as localhost, that is the computer's address on its network, if Deadwood listens
    there.
    """
    url = urlsplit(url_for(endpoint, _external=True, **values))
    if not is_loopback(url.hostname or ""):
        return Address(url.geturl())
    if current_app.config.get("ONLY_HERE"):
        only_here = _("Other phones can’t open this: Deadwood can only be reached from this computer.")
        return Address(url.geturl(), only_here, is_reachable=False)
    addresses = lan_addresses()
    if not addresses:
        offline = _("Other phones can’t open this: this computer is not on a network.")
        return Address(url.geturl(), offline, is_reachable=False)
    chosen = request.args.get(NETWORK)
    lan = chosen if chosen in addresses else addresses[0]
    there = url._replace(netloc=f"{lan}:{url.port}" if url.port else lan)
    return Address(
        there.geturl(),
        _("For phones on the same wifi as this computer (%(lan)s).", lan=lan),
        others={each: this_page(**{NETWORK: each}) for each in addresses if each != lan},
    )


def this_page(**changed: str) -> str:
    """The address of this page, with *changed* fields."""
    values = {**(request.view_args or {}), **request.args.to_dict(flat=False), **changed}
    return url_for(request.endpoint or "", **values)


def is_loopback(host: str) -> bool:
    """Whether *host* names the computer itself.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.20", "gin.example")]
    [True, True, True, False, False]
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
