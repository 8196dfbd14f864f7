"""What a page of a book answers when it can't write."""

import json
from collections.abc import Callable
from dataclasses import replace

from flask import abort, request

from models.records.books.book_matches import InBookError
from models.records.saving.pipeline import Entry
from models.records.saving.seats import NoSeatError
from models.records.tables.tokens import hashed
from views.web.access import entry_of


def write(act: Callable[[Entry], None], entry: str | None) -> None:
    """Calls *act* with the entry of a form.

    403 for a phone without a seat, 404 if a player or the book was deleted meanwhile, 409 if a match is in
    another book by now. A :class:`ValueError` is left to the page, which says what is wrong.
    """
    try:
        act(_with_content(entry_of(entry, "0")))
    except NoSeatError:
        abort(403)
    except LookupError:
        abort(404)
    except InBookError:
        abort(409)


def _with_content(entry: Entry) -> Entry:
    """*entry* with an id that tells what was entered too: after "back", a form may be sent changed."""
    fields = sorted(each for each in request.form.items(multi=True) if each[0] != "csrf_token")
    return replace(entry, id=hashed(entry.id, request.path, json.dumps(fields)))
