"""Error pages. They say what a player can do next, not how the program failed."""

import logging
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import NamedTuple

from flask import Flask, Response, current_app, make_response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from markupsafe import escape
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NoResultFound, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.orm.exc import ObjectDeletedError
from werkzeug.exceptions import (
    Conflict,
    Forbidden,
    HTTPException,
    InternalServerError,
    NotFound,
    ServiceUnavailable,
)

from models.gin.hand.problems import InvalidDeclarationError
from models.records.database.sqlite import DatabaseMovedError
from models.records.database.unreadable import UnreadableError, left_out, met_unreadable
from models.records.finding.matches import open_match
from models.records.saving.limits import Full, FullMatchError
from models.records.saving.seats import NoSeatError, NotLookingAfterError, looks_after, seats_looking_after
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.shared import SharedRecord
from views.language.i18n import gettext, lazy, ngettext
from views.operations.hosts import WrongHostError
from views.web import security
from views.web.access import device
from views.web.downloads import TooManyFiles
from views.web.rate_limit import TooManyNewBooks, TooManyNewMatches, TooManyWrongLinks
from views.web.upload_limits import TooManyImports, abort_unreadable
from views.words.devices import phones_named
from views.words.lists import with_detail

log = logging.getLogger(__name__)


class Link(NamedTuple):
    """A link to continue with, and its label."""

    label: str
    url: str


class ErrorText(NamedTuple):
    """The text of an error page."""

    title: str
    sentence: str


NOT_FOUND = ErrorText(
    lazy("Page not found"), lazy("The address may be incomplete or mistyped. Ask for the link again.")
)
TOO_MUCH = lazy("That’s too much at once")
TOO_MANY_TRIES = lazy("Too many tries")
A_MINUTE_LATER = lazy("Wait a minute, then try again.")

WORDS = {
    400: ErrorText(
        lazy("Deadwood couldn’t read that"), lazy("Go back, check what you entered, and send it again.")
    ),
    403: ErrorText(
        lazy("This phone can only view"),
        lazy("To let this phone keep score, tap “Share” on a phone that can."),
    ),
    **dict.fromkeys((404, 405), NOT_FOUND),
    409: ErrorText(
        lazy("Someone else got there first"),
        lazy("The sheet has changed since you opened this page. Open it again to see the changes."),
    ),
    410: ErrorText(
        lazy("This link has been replaced"),
        lazy("Someone replaced this link. Ask for the new one."),
    ),
    413: ErrorText(
        TOO_MUCH,
        lazy(
            "Send less: a hand only takes a few lines, a file to import can have up to 240 KB, and that of "
            "a book 8 MB."
        ),
    ),
    **dict.fromkeys(
        (414, 431),
        ErrorText(
            TOO_MUCH,
            lazy("Open the page from its link again. If that doesn’t help, delete the cookies of this site."),
        ),
    ),
    429: ErrorText(TOO_MANY_TRIES, A_MINUTE_LATER),
    422: ErrorText(
        lazy("This hand is not possible any more"),
        lazy(
            "The rules of the match have changed, or a total would have more than seven digits. Change that "
            "first, or enter the hand again."
        ),
    ),
    503: ErrorText(
        lazy("Not available right now"),
        lazy("Deadwood can’t use its database at the moment. Try again in a few seconds."),
    ),
    500: ErrorText(
        lazy("Something went wrong"),
        lazy("Saved hands are safe. Go back and try again."),
    ),
}
OF_TYPE: dict[type[HTTPException], ErrorText] = {
    CSRFError: ErrorText(
        lazy("This page has expired"),
        lazy(
            "Open the page again and send the form once more. If that doesn’t help, check that cookies "
            "are switched on."
        ),
    ),
    WrongHostError: ErrorText(lazy("Deadwood isn’t at this address"), NOT_FOUND.sentence),
    TooManyWrongLinks: ErrorText(lazy("Too many wrong links"), A_MINUTE_LATER),
    **dict.fromkeys(
        (TooManyNewMatches, TooManyNewBooks),
        ErrorText(TOO_MANY_TRIES, lazy("No more can be started for now. Try again in an hour.")),
    ),
    **dict.fromkeys(
        (TooManyFiles, TooManyImports),
        ErrorText(
            lazy("Not available right now"),
            lazy("Your file has to wait until those of others are done. Try again in half a minute."),
        ),
    ),
}
"""The text for one type of error, more exact than that of its status."""

NO_COOKIES = ErrorText(
    lazy("Deadwood needs cookies"),
    lazy(
        "This phone sent no cookie, and by a cookie Deadwood knows which phone can keep score. Allow cookies "
        "for this site, then open the page or the link again."
    ),
)
"""The text for a form of a device without cookies: nothing of it can be its own."""

FULL = {
    Full.HANDS: ErrorText(
        lazy("This match is full"),
        lazy("A match has at most 500 hands, including removed ones. Start a new match to play on."),
    ),
    Full.CHANGES: ErrorText(
        lazy("This match is full"),
        lazy("So much was changed in this match that its history is full. Start a new match to play on."),
    ),
    Full.PHONES: ErrorText(
        lazy("No more phones"),
        lazy(
            "At most 200 phones can keep score in a match, and 500 in a book. “Remove all other phones”, "
            "under “Share” on a phone that can do it, makes room. This one can still view."
        ),
    ),
    Full.PLAYERS: ErrorText(
        lazy("No more players"),
        lazy("A book has at most 500 players. Start another book for more."),
    ),
    Full.BOOK_CHANGES: ErrorText(
        lazy("This book is full"),
        lazy("So much was changed in this book that its history is full. Matches can still be played."),
    ),
}
"""The text if a match or a book has no more room."""

NOT_LOOKING_AFTER: dict[type[SharedRecord], ErrorText] = {
    Book: ErrorText(
        lazy("This phone doesn’t look after the book"),
        # Translators: to look after a book is to renew its links, delete, merge and split, and remove people
        # and phones. After a colon, the sentence may name phones that can: “Ann’s phone and Bob’s phone”.
        lazy("Only the phones that look after the book can do this."),
    ),
    Match: ErrorText(
        lazy("This phone can’t do that in this match"),
        lazy(
            "The match is in a book. Only the phones that look after the book, or that opened the match’s "
            "own link to keep score, can do this."
        ),
    ),
}
"""The text for a phone that can score, but doesn't look after the book, or the match."""

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


UNREADABLE = ErrorText(
    lazy("This can’t be read"),
    lazy(
        "Something that is stored of it was damaged. Whoever runs this server can restore a backup; the "
        "command “audit” says what is wrong."
    ),
)
"""The text for a match, or anything else, that can't be read."""

NOT_SAVED: dict[int | None, ErrorText | None] = {
    429: None,
    503: ErrorText(
        lazy("Not saved yet"),
        lazy(
            "Deadwood can’t save anything at the moment. What you entered is still here: send it again "
            "in a few seconds."
        ),
    ),
}
"""The text for a form that can be sent again later, if it differs from that of a page; by status."""


def words_for(error: HTTPException) -> ErrorText:
    """The text for *error*, or for its class of errors."""
    if isinstance(error, CSRFError) and not any(security.sent(current_app.config["SESSION_COOKIE_NAME"])):
        return NO_COOKIES
    if words := OF_TYPE.get(type(error)):
        return words
    code = error.code or 500
    return WORDS.get(code) or WORDS[500 if code >= 500 else 400]


def show_error(error: HTTPException) -> Response:
    """The page for *error*; for a form that can be sent again later, with all of it."""
    words = words_for(error)
    unsaved = NOT_SAVED[error.code] or words if error.code in NOT_SAVED else None
    response = reply(error, words, way_on(error), unsaved)
    if isinstance(error, CSRFError):
        response.headers["X-Refused"] = "csrf"
    return response


def reply(error: HTTPException, words: ErrorText, way_on: Link, unsaved: ErrorText | None = None) -> Response:
    """The page with *words*, the status of *error* and the headers of its kind, such as the allowed methods.

    With the words *unsaved*, a form is shown as it was sent, to be sent again.
    """
    if request.method == "POST" and unsaved and not request.files:
        text = send_again_page(unsaved, way_on)
    else:
        text = page(words, way_on)
    response = make_response(text, error.code or 500)
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response


def way_on(error: HTTPException) -> Link:
    """The link to continue with: to the sheet that could not be changed, else to the home page."""
    given = request.view_args or {}
    watch, book = given.get("watch"), given.get("book")
    if watch and error.code in (403, 409, 503):
        return Link(gettext("To the score sheet"), url_for("matches.show", watch=watch))
    if book and error.code in (403, 409, 503):
        return Link(gettext("To the book"), url_for("books.show", book=book))
    return Link(gettext("To the home page"), request.script_root + "/")


def send_again_page(words: ErrorText, way_on: Link) -> str:
    """The form as it was sent, with its entry id, on a page with a button that sends it again."""
    return page(
        words,
        way_on,
        "send_again.html",
        action=request.script_root + request.full_path.removesuffix("?"),
        fields=[each for each in request.form.items(multi=True) if each[0] != "csrf_token"],
    )


def page(words: ErrorText, way_on: Link, template: str = "error.html", **context: object) -> str:
    """The page with *words*, even if rendering pages is what failed."""
    try:
        return render_template(template, title=words.title, sentence=words.sentence, way_on=way_on, **context)
    except Exception:
        log.exception("the error page could not be drawn")
        return PLAIN.format(
            title=escape(words.title),
            sentence=escape(words.sentence),
            url=escape(way_on.url),
            label=escape(way_on.label),
        )


def show_full(error: FullMatchError) -> Response:
    """The page for something that the match has no more room for."""
    refused = Conflict()
    return make_response(page(FULL[error.of], way_on(refused)), refused.code)


def show_not_looking_after(error: NotLookingAfterError) -> Response:
    """The page for a phone that can score but doesn't look after the match or the book: who does."""
    phones = phones_named(seats_looking_after(error.shared))
    kind, refused = type(error.shared), Forbidden()
    words = NOT_LOOKING_AFTER[kind]
    return reply(refused, ErrorText(words.title, with_detail(str(words.sentence), phones)), way_on(refused))


def show_unreadable(error: Exception) -> Response:
    """The page for what can't be read because it was damaged. Any other error is raised again."""
    if not (isinstance(error, UnreadableError | InvalidDeclarationError) or met_unreadable()):
        raise error
    log.error("something stored can't be read on %s", request.path, exc_info=error)
    refused = Conflict()
    return reply(refused, UNREADABLE, _way_on_from_unreadable(), UNREADABLE)


def _way_on_from_unreadable() -> Link:
    """The page that deletes the match, for whoever may; else the home page."""
    watch = (request.view_args or {}).get("watch")
    opened = open_match(watch, device()) if watch else None
    if opened and looks_after(opened.match, opened.seat):
        return Link(gettext("Delete this match"), url_for("deleting.show", watch=watch))
    return way_on(NotFound())


def left_out_said() -> str:
    """How many matches a page leaves out because they can't be read; "" if it leaves out none."""
    said = ngettext(
        "%(num)s match can’t be read and is left out here. Tell whoever runs this server.",
        "%(num)s matches can’t be read and are left out here. Tell whoever runs this server.",
        len(left_out()),
    )
    return said if left_out() else ""


def show_deleted(_error: NoResultFound | ObjectDeletedError) -> Response:
    """The page for a match or a book that somebody has deleted while it was being changed."""
    return show_error(NotFound())


def show_removed(_error: NoSeatError) -> Response:
    """The page for a phone that somebody has removed while it was changing something."""
    return show_error(Forbidden())


def init_app(app: Flask) -> None:
    """Registers the error pages."""
    app.register_error_handler(NoSeatError, show_removed)
    app.register_error_handler(Exception, show_unreadable)
    app.add_template_global(left_out_said)
    app.register_error_handler(NoResultFound, show_deleted)
    app.register_error_handler(ObjectDeletedError, show_deleted)
    app.register_error_handler(FullMatchError, show_full)
    app.register_error_handler(NotLookingAfterError, show_not_looking_after)
    app.before_request(abort_unreadable)
    app.register_error_handler(HTTPException, show_error)


DATABASE_ERRORS = (DBAPIError, NoConnectionError, DatabaseMovedError)
"""What a view meets if its database fails."""

AGAIN = 3
"""Seconds until the next try. Most often, somebody else is just writing."""

OUR_FAULT = (DataError, IntegrityError, ProgrammingError)
"""Errors that would come again, because a query is wrong."""

LOST_TABLE = "UndefinedTable"
"""PostgreSQL's error for a database without our tables, for example while a backup is restored."""


def show_database_error(error: Exception) -> Response:
    """The page for *error*: 503 if the same request may work soon, else 500."""
    cause = getattr(error, "orig", error)
    is_ours = isinstance(error, OUR_FAULT) and type(cause).__name__ != LOST_TABLE
    current_app.logger.error(
        "The database failed on %s [%s]: %s: %s",
        request.path,
        request.method,
        type(cause).__name__,
        " ".join(str(cause).split()),
        exc_info=error if is_ours else None,
    )
    if is_ours:
        return show_error(InternalServerError(original_exception=error))
    return show_error(ServiceUnavailable(retry_after=AGAIN))


def keep_form(error: Exception, form_page: Callable[[], str]) -> Response:
    """The answer to a form that could not be saved: the form itself, if it can be shown, as it was sent.

    *form_page* renders it, with a notice. If that takes a database that can't even be read, the fields are
    kept on the page for *error*.
    """
    answer = show_database_error(error)
    if answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        with suppress(*DATABASE_ERRORS):
            answer.set_data(form_page())
    return answer


def handle_database_errors(app: Flask) -> None:
    """Registers the page for everything that a database can fail with."""
    for error in DATABASE_ERRORS:
        app.register_error_handler(error, show_database_error)
