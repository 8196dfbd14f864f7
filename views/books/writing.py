"""What a page of a book answers when it can't write."""

import json
from collections.abc import Callable
from dataclasses import replace

from flask import abort, request

from models.records.saving.pipeline import Entry
from models.records.saving.seats import NoSeatError
from models.records.tables.match import Match
from models.records.tables.tokens import hashed
from views.language.i18n import gettext as _
from views.shared.book_card import BookCard
from views.web.access import entry_of, known_book
from views.words.seating import title


def write(act: Callable[[Entry], None], entry: str | None) -> None:
    """Calls *act* with the entry of a form.

    403 for a phone without a seat, 404 if a player or the book was deleted meanwhile. A :class:`ValueError`
    and an :class:`InBookError` are left to the page, which says what is wrong.
    """
    try:
        act(_with_content(entry_of(entry, "0")))
    except NoSeatError:
        abort(403)
    except LookupError:
        abort(404)


def in_book_said(match: Match) -> str:
    """In which book a match is that can't join another; a phone that doesn't know the book isn't told."""
    book = known_book(match)
    if book is None:
        return _("This match can’t be added to a book from this phone.")
    names = title(match.table, match.sides)
    return _("The match of %(names)s is in the book “%(book)s”.", names=names, book=BookCard(book).title)


def _with_content(entry: Entry) -> Entry:
    """*entry* with an id that tells what was entered too: after "back", a form may be sent changed."""
    fields = sorted(each for each in request.form.items(multi=True) if each[0] != "csrf_token")
    return replace(entry, id=hashed(entry.id, request.path, json.dumps(fields)))
