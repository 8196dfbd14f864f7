"""Which names Deadwood answers to, behind which proxies, and the addresses for phones on the same network.

Flask has TRUSTED_HOSTS, but that knows no IPv6 addresses, compares capital letters, and leaves a request
without the routes that its error page needs.
"""

import logging
import re
import socket
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv4Address
from typing import Any

import click
from flask import Flask, request
from werkzeug.exceptions import BadRequest
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.utils import host_is_trusted

from views.language.i18n import gettext as _

log = logging.getLogger(__name__)


VIRTUAL = re.compile(
    r"br-[0-9a-f]{12}$|cni|docker|lxc|lxd|podman|tailscale|tap|u?tun|vboxnet|vethernet|veth|virbr|virtualbox|"
    r"vmnet|vmware|wg|zt",
    re.IGNORECASE,
)
"""How the interfaces of tunnels, containers and virtual machines are called."""


def lan_addresses() -> list[str]:
    """This computer's addresses on the networks that it may share with phones, that of its route first.

    They are private if any is. A phone has no interfaces to look at.
    """
    if sys.platform == "emscripten":
        return []
    import psutil

    states = psutil.net_if_stats()
    found = [
        IPv4Address(each.address)
        for name, addresses in psutil.net_if_addrs().items()
        if not VIRTUAL.match(name) and name in states and is_network(states[name])
        for each in addresses
        if each.family == socket.AF_INET
    ]
    usable = [each for each in found if not (each.is_loopback or each.is_link_local)]
    private = [each for each in usable if each.is_private]
    return sorted(map(str, private or usable), key=routed_address().__ne__)


def is_network(state: Any) -> bool:
    """Whether an interface is up, and leads to more than the other end of a tunnel."""
    return state.isup and "pointopoint" not in state.flags.split(",")


def routed_address() -> str:
    """The address from which this computer reaches others; "" if it has no route.

    Nothing is sent: connecting a datagram socket only looks up the route. The address is reserved for
    documentation.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


THIS_COMPUTER = ("localhost", "127.0.0.1", "[::1]")
"""Always allowed: health checks on the computer itself use them."""

PLACEHOLDER = "localhost"
"""The host of a request that is refused, while its error page is made."""

REFUSED = "deadwood.host_refused"

NAME = re.compile(r"\[[0-9a-f:.]+\]|\.?[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*")
"""A name of a host or its IP address, in lower case; with a dot in front, all names below it."""

WSGI = Callable[..., Any]


class WrongHostError(BadRequest):
    """Raised if the Host header is not valid or not allowed."""


def init_app(app: Flask) -> None:
    """Answers 400 to every request for a host that is not valid, or not in ``HOSTS`` where that is set.

    :raises click.ClickException: if ``HOSTS`` can't be read.
    """
    app.config["HOSTS"] = allowed = read_hosts(app.config.get("HOSTS") or "")
    app.wsgi_app = mark_refused(app.wsgi_app, allowed)  # type: ignore[method-assign]

    @app.before_request
    def refuse() -> None:
        if REFUSED in request.environ:
            raise WrongHostError


def read_hosts(written: str) -> tuple[str, ...]:
    """The host names in *written*, separated by commas.

    >>> read_hosts("club.example.org, .Example.net,192.0.2.7,[2001:db8::1]")
    ('club.example.org', '.example.net', '192.0.2.7', '[2001:db8::1]')

    :raises click.ClickException: if one of them is not a host name.
    """
    names = [name.strip() for name in written.split(",") if name.strip()]
    return tuple(read_host(name) for name in names)


def read_host(written: str) -> str:
    """One name of ``HOSTS``, as browsers send it: lower case, ASCII."""
    name = written.lower()
    if not name.isascii():
        try:
            name = name.encode("idna").decode()
        except UnicodeError:
            name = ""
    if not NAME.fullmatch(name):
        raise click.ClickException(
            _(
                "HOSTS must be host names or IP addresses separated by commas, without http:// and port, "
                "not %(text)s.",
                text=written[:80],
            )
        )
    return name


def mark_refused(wsgi_app: WSGI, allowed: tuple[str, ...]) -> WSGI:
    """*wsgi_app*, which then finds a valid host in every request, and a mark in those to be refused."""
    is_known = lru_cache(maxsize=100)(lambda host: is_allowed(host, allowed))

    def application(environ: dict[str, Any], start_response: Any) -> Any:
        # HTTP/1.0 needs no Host header.
        if not is_known(environ.get("HTTP_HOST", "" if allowed else PLACEHOLDER)):
            environ["HTTP_HOST"] = PLACEHOLDER
            environ[REFUSED] = True
        return wsgi_app(environ, start_response)

    return application


def is_allowed(host: str, allowed: Iterable[str]) -> bool:
    """Whether the Host header *host* is valid, and one of *allowed* if there are any.

    >>> is_allowed("Club.example.org:8443", ["club.example.org"]), is_allowed("example.net", [".example.net"])
    (True, True)
    >>> is_allowed("example.org", []), is_allowed("a b", []), is_allowed("example.org", ["example.net"])
    (True, False, False)
    """
    if not host_is_trusted(host):
        return False
    name = re.sub(r":\d+$", "", host).removesuffix(".").lower()
    if not NAME.fullmatch(name) or name.startswith("."):
        return False
    names = {*allowed, *THIS_COMPUTER} if allowed else {name}
    return name in names or any(each[:1] == "." and f".{name}".endswith(each) for each in names)


def trust_proxies(app: Flask) -> None:
    """Trusts the X-Forwarded headers of as many proxies as ``PROXIES`` says.

    All other forwarded headers are ignored, because any client can send them.

    :raises click.ClickException: if it is not a number from 0 to 9.
    """
    app.config["PROXIES"] = trusted = how_many(app.config.get("PROXIES", 0))
    if trusted:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=trusted, x_proto=trusted, x_host=trusted, x_prefix=trusted
        )
    else:
        app.wsgi_app = warning_once(app.wsgi_app)  # type: ignore[method-assign]


def warning_once(wsgi_app: WSGI) -> WSGI:
    """*wsgi_app*, which warns once if a request seems to have come through a proxy.

    Then all visitors have the proxy's address, and what one of them does is counted for all.
    """
    has_warned = False

    def application(environ: dict[str, Any], start_response: Any) -> Any:
        nonlocal has_warned
        if not has_warned and "HTTP_X_FORWARDED_FOR" in environ:
            has_warned = True
            log.warning(
                _(
                    "A request came with X-Forwarded-For. If there is a proxy in front of Deadwood, set "
                    "PROXIES=1: without it, all visitors look like one to the limits."
                )
            )
        return wsgi_app(environ, start_response)

    return application


def how_many(written: object) -> int:
    """The number in *written*.

    >>> how_many(" 1 ")
    1
    """
    text = str(written).strip()
    if not re.fullmatch("[0-9]", text):
        raise click.ClickException(
            _(
                "PROXIES must be the number of proxies in front of Deadwood, from 0 to 9, not %(text)s.",
                text=text[:40],
            )
        )
    return int(text)
