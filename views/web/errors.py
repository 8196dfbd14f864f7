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
        lazy("That was not understood"), lazy("Go back, look over what you entered, and send it again.")
    ),
    403: Words(
        lazy("This phone may only watch"),
        lazy("It has no seat in this match. On a phone that has one, “Share” lets another phone write."),
    ),
    404: Words(
        lazy("There is nothing here"),
        lazy("The address may have been cut short or mistyped. Ask for the link again."),
    ),
    405: Words(lazy("That cannot be done here"), lazy("Open the page first, then use its buttons.")),
    409: Words(
        lazy("Someone was quicker"),
        lazy("The sheet has changed since this page was opened. Open it again to see what came in between."),
    ),
    413: Words(lazy("That is too much"), lazy("Send less at once: a hand takes a few lines.")),
    414: Words(lazy("That address is too long"), lazy("Open the page from its link again.")),
    429: Words(
        lazy("Too many links that lead nowhere"),
        lazy("Wait a minute, then open the link again. A phone that plays in the match need not wait."),
    ),
    422: Words(
        lazy("This hand cannot stand any more"),
        lazy("The rules of the match were changed since. Change them back first, or enter the hand anew."),
    ),
    500: Words(
        lazy("Something went wrong on our side"),
        lazy("Nothing that was saved is lost. Go back and try again."),
    ),
}
FORGED = Words(
    lazy("This page is no longer valid"),
    lazy(
        "Cookies may be switched off, or the page was left from an earlier visit. Open it again, then send."
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
        return Link(gettext("To the sheet"), url_for("matches.show", watch=watch))
    return Link(gettext("To the first page"), request.script_root + "/")


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
