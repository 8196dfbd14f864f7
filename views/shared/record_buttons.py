"""What the buttons of a hand or an extra line do: remove it, restore it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from models.gin.hand.problems import InvalidDeclarationError
from models.records.saving.pipeline import Entry, StaleSheetError, Written
from models.records.saving.seats import NoSeatError
from models.records.tables.match import Match
from views.web import outbox
from views.web.access import entry_of


def change(watch: str, match: Match, record_id: int, act: Callable[[Match, int, Entry], Written]) -> Response:
    """Does what a button without a form asks for. 409 if the sheet has changed since it was shown."""
    try:
        with refusals():
            entry = entry_of(request.args.get("entry"), request.args.get("version"))
            outbox.note(act(match, record_id, entry))
    except StaleSheetError:
        abort(409)
    except InvalidDeclarationError:
        abort(422)
    return redirect(url_for("matches.show", watch=watch), 303)


@contextmanager
def refusals() -> Iterator[None]:
    """Turns a missing seat into 403, and a missing hand or line into 404."""
    try:
        yield
    except NoSeatError:
        abort(403)
    except LookupError:
        abort(404)
