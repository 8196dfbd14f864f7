"""Back to the sheet after a hand or another line was saved."""

from flask import redirect, session, url_for
from werkzeug.wrappers import Response

from models.records import Match, Written
from views.web import outbox

SAVED = "saved"
"""The session key with the entry saved last, so that its draft on the phone can be deleted."""


def back_to_sheet(watch: str, match: Match, written: Written, entry: str) -> Response:
    """Redirects to the sheet, which may say that another phone had saved the same."""
    outbox.note(written)
    session[SAVED] = entry
    joined = match.record(written.hand_id).position if written.joined and written.hand_id else None
    return redirect(url_for("matches.show", watch=watch, joined=joined), 303)
