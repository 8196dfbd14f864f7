"""Pages for what cannot be answered. They say what a player can do next, never how the program failed."""

import logging
from typing import NamedTuple

from flask import Flask, Response, make_response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from markupsafe import escape
from werkzeug.exceptions import HTTPException

from views.web.i18n import gettext, lazy

log = logging.getLogger(__name__)


class Link(NamedTuple):
    """Where a page leads on, and what the way is called."""

    label: str
    url: str


class Words(NamedTuple):
    """What an error page says."""

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
"""What is sent when even the error page cannot be drawn."""


def words_for(error: HTTPException) -> Words:
    """What to say about *error*; of a kind of error without words of its own, what its family says."""
    if isinstance(error, CSRFError):
        return FORGED
    code = error.code or 500
    return WORDS.get(code) or WORDS[500 if code >= 500 else 400]


def show_error(error: HTTPException) -> Response:
    """The page for *error*, with its status and what its protocol asks for, such as the allowed methods."""
    words = words_for(error)
    response = make_response(page(words, way_on(error)), error.code or 500)
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response


def way_on(error: HTTPException) -> Link:
    """Where to go next: back to the sheet that could not be written, else to the first page."""
    watch = (request.view_args or {}).get("watch")
    if watch and error.code in (403, 409):
        return Link(gettext("To the score sheet"), url_for("matches.show", watch=watch))
    return Link(gettext("To the home page"), request.script_root + "/")


def page(words: Words, way_on: Link) -> str:
    """The page that says *words*, even when what went wrong is the drawing of pages."""
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


def init_app(app: Flask) -> None:
    """Answers every error of *app* with a page."""
    app.register_error_handler(HTTPException, show_error)
