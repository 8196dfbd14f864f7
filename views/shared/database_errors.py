"""A database that can't be used for a moment: 503, and what was entered is kept."""

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus

from flask import Flask, current_app, request
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from werkzeug.exceptions import InternalServerError, ServiceUnavailable
from werkzeug.wrappers import Response

from models.records.database.database_file import DatabaseMovedError
from views.shared.errors import show_error

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


def init_app(app: Flask) -> None:
    """Registers the page for everything that a database can fail with."""
    for error in DATABASE_ERRORS:
        app.register_error_handler(error, show_database_error)
