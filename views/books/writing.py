"""What a page of a book answers when it can't write."""

from collections.abc import Callable

from flask import abort

from models.records import Entry, InBookError, NoSeatError
from views.web.access import entry_of


def write(act: Callable[[Entry], None], entry: str | None) -> None:
    """Calls *act* with the entry of a form.

    403 for a phone without a seat, 404 if a player or the book was deleted meanwhile, 409 if a match is in
    another book by now. A :class:`ValueError` is left to the page, which says what is wrong.
    """
    try:
        act(entry_of(entry, "0"))
    except NoSeatError:
        abort(403)
    except LookupError:
        abort(404)
    except InBookError:
        abort(409)
