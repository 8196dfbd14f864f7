"""Trusted proxies."""

import re

import click
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from views.web.i18n import gettext as _


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
