"""Works out outdated ratings in a thread, after the answer to a request that has found some.

Whatever ends it, such as a restart, the next such request begins it again where it ended. A phone has no
threads: it does so before it answers.
"""

from threading import Lock, Thread
from time import sleep

from flask import Flask, Response, current_app, g

from models.records import outdated_books, rate_next
from models.records.sqlite import FAILURES

PAUSE = 0.1
"""Seconds between two pieces, in which others can write."""

_rating = Lock()
"""One thread of a process is enough."""


def init_app(app: Flask) -> None:
    """Has *app* look after each request whether there is something to do. Tests do it themselves."""
    if not app.testing:
        app.after_request(start_if_outdated)


def note_outdated() -> None:
    """Says that the request has found outdated ratings."""
    g.ratings_outdated = True


def start_if_outdated(response: Response) -> Response:
    """Starts to work out ratings, if the request has found outdated ones."""
    if g.get("ratings_outdated") and not _rating.locked():
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        if app.config["ON_PHONE"]:
            rate_outdated(app)
        else:
            Thread(target=rate_outdated, args=(app,), name="ratings", daemon=True).start()
    return response


def rate_outdated(app: Flask) -> None:
    """Works out all outdated ratings, unless another thread does."""
    if not _rating.acquire(blocking=False):
        return
    try:
        with app.app_context():
            for book_id in outdated_books():
                while rate_next(book_id):
                    sleep(PAUSE)
    except FAILURES:
        app.logger.warning("Ratings could not be worked out now; the next page of ratings tries again.")
    finally:
        _rating.release()
