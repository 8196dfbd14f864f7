"""Trusted proxies."""

import logging
import re
from collections.abc import Callable, Iterable
from typing import Any

import click
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from views.language.i18n import gettext as _

log = logging.getLogger(__name__)

WSGI = Callable[..., Iterable[bytes]]


def init_app(app: Flask) -> None:
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

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
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
