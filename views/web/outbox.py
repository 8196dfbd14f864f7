"""Forms that waited on a phone without a network: when they were submitted, and what its outbox is told.

docs/offline.md describes both sides.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import TypedDict

from flask import Flask, Response, g, jsonify, request

from models.records.saving.pipeline import VERSION_STAMP, Written
from views.web.numbers import whole

PART = "outbox"
"""The value of the header ``X-Part`` of a form that the outbox sends."""

AT_ONCE = timedelta(minutes=1)
"""A form that takes no longer was sent at once: networks are slow."""

LONGEST = timedelta(days=60)
"""A phone that claims to have waited longer has the wrong time."""

SEE_OTHER = 303


class Waited(TypedDict):
    """What an entry is told of how it was sent."""

    is_queued: bool
    entered_at: datetime | None
    unseen_since: str | None


def waited() -> Waited:
    """How the submitted form was sent."""
    return {"is_queued": is_queued(), "entered_at": entered_at(), "unseen_since": unseen_since()}


def is_queued() -> bool:
    """Whether the form comes from the outbox of a phone."""
    return request.method == "POST" and request.headers.get("X-Part") == PART


def entered_at() -> datetime | None:
    """When the form was submitted, if it was sent later.

    The phone says how long ago that was, so its clock may be wrong, as long as it goes.
    """
    ago = request.headers.get("X-Seconds-Ago", 0, type=whole)
    if not is_queued() or not AT_ONCE <= timedelta(seconds=min(max(ago, 0), 10**9)) <= LONGEST:
        return None
    return datetime.now(UTC) - timedelta(seconds=ago)


def unseen_since() -> str | None:
    """The version stamp of the sheet upon which the form was opened, if the phone knows of a later one."""
    stamp = request.headers.get("X-Unseen-Since", "")
    return stamp if is_queued() and re.fullmatch(VERSION_STAMP, stamp) else None


def note(written: Written) -> None:
    """Remembers what this request has written, for the answer to the outbox."""
    g.version_stamp = written.stamp


def note_seat() -> None:
    """Remembers that the phone can score in the match or the book that it has opened."""
    g.has_seat = True


def note_gone() -> None:
    """Remembers that the link of this request opens nothing any more."""
    g.is_gone = True


def answer_outbox(response: Response) -> Response:
    """The answer to the outbox: instead of a redirect what was written, else that it was refused.

    An error that may be over in a moment is neither: the outbox tries again. Pages say whether this phone can
    score, or that what they were about is gone, so that it deletes its copies.
    """
    if g.get("has_seat"):
        response.headers["X-Access"] = "score"
    elif g.get("is_gone"):
        response.headers["X-Access"] = "gone"
    if not is_queued():
        return response
    if response.status_code == SEE_OTHER:
        response = done(response)
    elif response.status_code < 500 and response.status_code != 429:
        response.headers["X-Outbox"] = "refused"
    return response


def done(redirect: Response) -> Response:
    """What was written, in place of a *redirect* to the next page."""
    fields = {"location": redirect.location}
    if stamp := g.get("version_stamp"):
        fields["stamp"] = stamp
    response = jsonify(fields)
    response.headers["X-Outbox"] = "written"
    return response


def init_app(app: Flask) -> None:
    """Answers the outbox of phones."""
    app.after_request(answer_outbox)
