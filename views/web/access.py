"""Access control: the match or the book behind a link, and this phone's seat in it."""

from datetime import UTC, datetime
from hmac import compare_digest
from http import HTTPStatus
from secrets import token_urlsafe
from typing import NoReturn, TypeVar

from flask import abort, redirect, request, session, url_for

from models.records.books.books import OpenedBook, book_of, open_book
from models.records.books.players import find_player
from models.records.database.unreadable import UnreadableError
from models.records.finding.matches import Opened, find_renewed, find_shared, open_match, open_to_write
from models.records.saving.deletion import note_opening
from models.records.saving.pipeline import Entry
from models.records.saving.seats import require_looking_after
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.player import Player
from models.records.tables.shared import Link, SharedRecord, token, was_renewed, watch_token
from views.web import outbox
from views.web.rate_limit import WRONG_LINKS, count
from views.web.security import DEVICE

S = TypeVar("S", bound=SharedRecord)
AnyOpened = TypeVar("AnyOpened", Opened, OpenedBook)

PLAYED = "played"
"""The day on which a phone last opened a match that it plays."""
WATCHED = "watched"

MOST_WATCHED = 12
"""How many followed matches a phone remembers: their links are in its cookie."""

WAY = "way"
"""How the phone has last entered a hand: "cards" or "deadwood"."""

BOOKS = "books"
MOST_BOOKS = 6
"""How many followed books."""


def device() -> str | None:
    """The random token of this phone, or None if it has none yet."""
    return session.get(DEVICE)


def known_device() -> str:
    """The token of this phone, created if it has none."""
    if DEVICE not in session:
        session[DEVICE] = token_urlsafe(24)
    return str(session[DEVICE])


def opened_at(watch: str) -> Opened:
    """The match with the viewing link *watch*, and this phone's seat in it; 404 if there is none.

    Once a day, the session cookie of a phone with a seat is extended by two years, and the match notes that
    it was opened.
    """
    opened = _opened(open_match(watch, device()), watch)
    note_opening(opened.match)
    return opened


def _opened(opened_match: Opened | None, watch: str) -> Opened:
    """The match of a viewing link, which can be read."""
    opened = _remembered(opened_match, watch)
    if not opened.match.is_readable:
        raise UnreadableError(f"match {opened.match.id}")
    return opened


def _remembered(opened_match: AnyOpened | None, link: str) -> AnyOpened:
    opened = opened_match or wrong_link(link)
    if opened.seat is not None:
        outbox.note_seat()
        _remember_playing()
    return opened


def _remember_playing() -> None:
    """Extends the session cookie of a phone with a seat, once a day."""
    today = datetime.now(UTC).date().isoformat()
    if session.get(PLAYED) != today:
        session[PLAYED] = today


def last_way() -> str | None:
    """How this phone has last entered a hand, in any match; None if it never has."""
    way = session.get(WAY)
    return None if way is None else str(way)


def remember_way(way: str) -> None:
    """Remembers how this phone has entered a hand."""
    if session.get(WAY) != way:
        session[WAY] = way


def scored_at(of: type[S], score: str) -> S:
    """The match or the book with this scoring link; 404 if there is none."""
    return find_shared(of, Link.SCORING, score) or wrong_link(score)


def looked_after_with(care: str) -> Book:
    """The book with this link to look after it; 404 if there is none."""
    return find_shared(Book, Link.CARE, care) or wrong_link(care)


def wrong_link(link: str) -> NoReturn:
    """Answers a link that leads nowhere: 410 if it did before it was renewed, else 404.

    A phone with a seat in the match is led to its new link; its outbox asks for that itself. Whoever tries
    too many gets a 429. A correct link always works, so that nobody can lock others out.
    """
    if was_renewed(link):
        if address := _at_new_link(link):
            abort(redirect(address, HTTPStatus.TEMPORARY_REDIRECT))
        outbox.note_gone()
        abort(410)
    count(WRONG_LINKS, device())
    outbox.note_gone()
    abort(404)


def _at_new_link(watch: str) -> str:
    """The address that is asked for, with the new viewing link of the match; "" if this phone has no seat."""
    asked = request.view_args or {}
    is_viewing_link = asked.get("watch") == watch and not outbox.is_queued()
    match = find_renewed(watch, device()) if is_viewing_link else None
    if match is None:
        return ""
    address = url_for(request.endpoint or "", **asked | {"watch": watch_token(match)})
    return "?".join(filter(None, (address, request.query_string.decode("latin-1"))))


def miss(link: str) -> None:
    """Counts a link that leads nowhere as a guess, unless it was renewed; 429 after too many."""
    if not was_renewed(link):
        count(WRONG_LINKS, device())


def remember_watched(watch: str) -> None:
    """Remembers that this phone follows the match at *watch*, newest first."""
    _follow(WATCHED, watch, MOST_WATCHED)


def _follow(key: str, link: str, most: int) -> None:
    """Remembers a link in the session, newest first, and at *most* so many."""
    links = list(session.get(key, ()))
    if links[:1] != [link]:
        session[key] = [link, *(each for each in links if each != link)][:most]


def is_followed(watch: str) -> bool:
    """Whether the match at *watch* is the one that this phone has opened last without a seat."""
    return watched()[:1] == [watch]


def watched() -> list[str]:
    """The viewing links that this phone has opened without a seat, newest first."""
    return list(session.get(WATCHED, ()))


def seated_at(watch: str) -> Match:
    """The match at *watch*, in which this phone can score; 403 if it is view only."""
    opened = _opened(open_to_write(watch, device()), watch)
    if opened.seat is None:
        abort(403)
    return opened.match


def looked_after_at(watch: str) -> Match:
    """The match at *watch*, which this phone looks after; 403 if it doesn't."""
    return _looked_after(opened_at(watch))


def to_delete_at(watch: str) -> Match:
    """The match at *watch*, which this phone looks after, also if it can't be read; else 403."""
    return _looked_after(_remembered(open_match(watch, device()), watch))


def _looked_after(opened: Opened) -> Match:
    if opened.seat is None:
        abort(403)
    require_looking_after(opened.match, opened.seat)
    return opened.match


def opened_book_at(book: str) -> OpenedBook:
    """The book with the viewing link *book*, and this phone's seat in it; 404 if there is none.

    A phone without a seat remembers the link.
    """
    opened = _remembered(open_book(book, device()), book)
    note_opening(opened.book)
    if opened.seat is None:
        _follow(BOOKS, book, MOST_BOOKS)
    return opened


def seated_book_at(book: str) -> OpenedBook:
    """The book with this viewing link, in which this phone can score; 403 if it is view only."""
    opened = open_book(book, device()) or wrong_link(book)
    if opened.seat is None:
        abort(403)
    return opened


def looked_after_book_at(book: str) -> OpenedBook:
    """The book with this viewing link, which this phone looks after; 403 if it doesn't."""
    opened = seated_book_at(book)
    require_looking_after(opened.book, opened.seat)
    return opened


def player_of(opened: OpenedBook, player_id: int) -> Player:
    """The player of a book with this id; 404 if there is none."""
    try:
        return find_player(opened.book, player_id)
    except LookupError:
        abort(404)


def was_offered(deleting: str, link: str) -> bool:
    """Whether the form comes from our page for *deleting* what is at *link*, not renewed since."""
    sent = request.form.get("entry", "").encode()
    return not was_renewed(link) and compare_digest(sent, token(deleting, link).encode())


def followed_books() -> list[str]:
    """The viewing links of books that this phone has opened without a seat, newest first."""
    return list(session.get(BOOKS, ()))


def known_book(match: Match) -> Book | None:
    """The book of *match*, if this phone knows it: by a seat in it, or because it follows it.

    The link of a match reveals nothing about the book.
    """
    book = book_of(match)
    if book is None:
        return None
    link = watch_token(book)
    if link in followed_books():
        return book
    opened = open_book(link, device())
    return book if opened and opened.seat else None


def entry_of(entry: str | None, version_stamp: str | None) -> Entry:
    """The entry id of the submitted form, and the version of the sheet that it was made for.

    400 if they are missing: it is not one of our forms.
    """
    try:
        return Entry.stamped(entry or "", version_stamp or "", device(), **outbox.waited())
    except ValueError:
        abort(400)
