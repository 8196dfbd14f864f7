"""Error pages. They say what a player can do next, not how the program failed."""

import logging
from typing import NamedTuple

from flask import Flask, Response, abort, make_response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from markupsafe import escape
from werkzeug.exceptions import HTTPException

from views.web.hosts import WrongHostError
from views.web.i18n import gettext, lazy

log = logging.getLogger(__name__)

REFUSED = "deadwood.refused"
"""The key in the environment of a request that the server refuses: the status to answer with."""


class Link(NamedTuple):
    """A link to continue with, and its label."""

    label: str
    url: str


class Words(NamedTuple):
    """The text of an error page."""

    title: str
    sentence: str


WORDS = {
    400: Words(
        lazy("Deadwood couldn’t read that"), lazy("Go back, check what you entered, and send it again.")
    ),
    403: Words(
        lazy("This phone is view only"),
        lazy("To let this phone keep score, tap “Share” on a phone that can score."),
    ),
    404: Words(
        lazy("Page not found"),
        lazy("The address may be incomplete or mistyped. Ask for the link again."),
    ),
    405: Words(lazy("That doesn’t work here"), lazy("Open the page first, then use its buttons.")),
    409: Words(
        lazy("Someone else got there first"),
        lazy("The sheet has changed since you opened this page. Open it again to see the changes."),
    ),
    413: Words(lazy("That’s too much at once"), lazy("Send less: a hand only takes a few lines.")),
    414: Words(lazy("That address is too long"), lazy("Open the page from its link again.")),
    431: Words(
        lazy("That’s too much at once"),
        lazy("Open the page from its link again. If that doesn’t help, delete the cookies of this site."),
    ),
    429: Words(
        lazy("Too many wrong links"),
        lazy("Wait a minute, then open the link again. Phones that can score don’t have to wait."),
    ),
    422: Words(
        lazy("This hand is not possible any more"),
        lazy("The rules of the match have changed. Change them back first, or enter the hand again."),
    ),
    500: Words(
        lazy("Something went wrong"),
        lazy("Saved hands are safe. Go back and try again."),
    ),
}
FORGED = Words(
    lazy("This page has expired"),
    lazy(
        "Open the page again and send the form once more. If that doesn’t help, check that cookies "
        "are switched on."
    ),
)
WRONG_HOST = Words(
    lazy("Deadwood isn’t at this address"),
    lazy("Check the address, or open the link again that you were given."),
)
OF_KIND: dict[type[HTTPException], Words] = {CSRFError: FORGED, WrongHostError: WRONG_HOST}

PLAIN = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title} · Deadwood</title>
<h1>{title}</h1>
<p>{sentence}</p>
<p><a href="{url}">{label}</a></p>
</html>
"""
"""Sent if even the error page can't be rendered."""


def words_for(error: HTTPException) -> Words:
    """The text for *error*, or for its class of errors."""
    for kind, words in OF_KIND.items():
        if isinstance(error, kind):
            return words
    code = error.code or 500
    return WORDS.get(code) or WORDS[500 if code >= 500 else 400]


def show_error(error: HTTPException) -> Response:
    """The page for *error*, with its status and the headers of its kind, for example the allowed methods."""
    words = words_for(error)
    response = make_response(page(words, way_on(error)), error.code or 500)
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response


def way_on(error: HTTPException) -> Link:
    """The link to continue with: to the sheet that could not be changed, else to the home page."""
    watch = (request.view_args or {}).get("watch")
    if watch and error.code in (403, 409):
        return Link(gettext("To the score sheet"), url_for("matches.show", watch=watch))
    return Link(gettext("To the home page"), request.script_root + "/")


def page(words: Words, way_on: Link) -> str:
    """The page with *words*, even if rendering pages is what failed."""
    try:
        return render_template("error.html", title=words.title, sentence=words.sentence, way_on=way_on)
    except Exception:
        log.exception("the error page could not be drawn")
        return PLAIN.format(
            title=escape(words.title),
            sentence=escape(words.sentence),
            url=escape(way_on.url),
            label=escape(way_on.label),
        )


def refuse() -> None:
    """Shows the error page for a request that the server could not read."""
    if REFUSED in request.environ:
        abort(request.environ[REFUSED])


def init_app(app: Flask) -> None:
    """Registers the error pages."""
    app.before_request(refuse)
    app.register_error_handler(HTTPException, show_error)
