"""A match and its book: add it to one, take it out, and the way from its sheet to the book."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.player_names import is_same_name
from models.records.books.book_matches import Chosen, InBookError, join_book, leave_book
from models.records.books.books import books_of, start_book
from models.records.books.players import players_of
from models.records.finding.matches import find_seat
from models.records.saving.pipeline import new_entry_id
from models.records.saving.seats import require_looking_after
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.player import NameTakenInBookError, Player
from models.records.tables.shared import watch_token
from views.books.routes import books, write
from views.language.i18n import gettext as _
from views.language.name_order import by_name
from views.shared.book_card import BookCard
from views.web.access import device, entry_of, known_book, known_device, looked_after_at, opened_at, seated_at
from views.web.numbers import whole
from views.web.rate_limit import NEW_BOOKS, count
from views.words.seating import title

NEW = "new"
"""Instead of a book or a player: one that does not exist yet."""


class WhoPlays(NamedTuple):
    """A name of the match, and the players of the book it may stand for."""

    field: str
    name: str
    choices: Sequence[tuple[str, str]]
    chosen: str


@books.get("/m/<watch>/book/open")
def of_match(watch: str) -> Response:
    """The way from a sheet to the book; 404 for a phone that does not know the book."""
    book = known_book(opened_at(watch).match)
    if book is None:
        abort(404)
    return redirect(url_for(".show", book=watch_token(book)), 303)


@books.get("/m/<watch>/book")
def choose_book(watch: str) -> str | Response:
    """Asks for the book that the match should be in, and offers to take it out of its own."""
    opened = opened_at(watch)
    if opened.seat is None:
        abort(403)
    if opened.match.book_id is not None:
        require_looking_after(opened.match, opened.seat)
    return _page(opened.match, watch)


def _page(match: Match, watch: str, error: str = "") -> str:
    now = known_book(match)
    book_id = request.values.get("to", type=whole)
    own_books = books_of(device()) if match.book_id is None else []
    to = next((book for book in own_books if book.id == book_id), None)
    return render_template(
        "books/of_match.html",
        title=title(match.table, match.sides),
        watch=watch,
        now=BookCard(now) if now else None,
        may_leave=now is not None and find_seat(now, device()) is not None,
        elsewhere=match.book_id is not None and now is None,
        books=[BookCard(book) for book in own_books],
        to=BookCard(to) if to else None,
        lacks_names=match.book_id is None and not match.is_named,
        who=who_plays(to, match) if to else (),
        entry=request.form.get("entry") or new_entry_id(),
        error=error,
    )


def who_plays(book: Book, match: Match) -> list[WhoPlays]:
    """For each name of *match* the players of *book* it may stand for, those of the same name first."""
    players = by_name(players_of(book))
    rows = []
    for place, name in enumerate(match.players):
        alike = [each for each in players if _is_called(each, name)]
        others = [each for each in players if each not in alike]
        new = (NEW, _("New player"))
        choices = [(str(each.id), each.full_name) for each in (*alike, *others)]
        usual = str(alike[0].id) if alike else NEW
        field = f"player_{place}"
        chosen = request.form.get(field, usual)
        if chosen not in dict([*choices, new]):
            abort(400)
        rows.append(WhoPlays(field, name, [*choices, new] if alike else [new, *choices], chosen))
    return rows


def _is_called(player: Player, name: str) -> bool:
    return is_same_name(player.name, name) or is_same_name(player.full_name, name)


@books.post("/m/<watch>/book")
def add_match(watch: str) -> Response | tuple[str, int]:
    """Puts the match into a book, or into a new one."""
    match, to = seated_at(watch), request.form.get("to", "")
    if not match.is_named:
        return _page(match, watch), 422
    try:
        return _start_with(match) if to == NEW else _join(match, watch, to)
    except InBookError as error:
        return _page(error.match, watch), 409


def _start_with(match: Match) -> Response:
    """Puts the match into a new book."""
    count(NEW_BOOKS, device())
    entry = entry_of(request.form.get("entry"), "0")
    book = start_book("", [match.id], device=known_device(), entry=entry.id)
    return redirect(url_for(".show", book=watch_token(book)), 303)


def _join(match: Match, watch: str, to: str) -> Response | tuple[str, int]:
    """Puts the match into the book with the id *to*, if its players can be those of the form."""
    chosen_book = next((each for each in books_of(device()) if str(each.id) == to), None)
    if chosen_book is None:
        abort(404)
    chosen = [_chosen(who) for who in who_plays(chosen_book, match)]
    try:
        write(lambda entry: join_book(chosen_book, match, chosen, entry), request.form.get("entry"))
    except NameTakenInBookError:
        return _page(match, watch, _("Two players would have the same name. Add a note to one of them.")), 422
    except ValueError:
        return _page(match, watch, _("Choose a different person for each name.")), 422
    return redirect(url_for(".show", book=watch_token(chosen_book)), 303)


def _chosen(who: WhoPlays) -> Chosen:
    """Who plays at a place: a player of the book, or somebody new with a note if it is needed."""
    if who.chosen != NEW:
        return Chosen(int(who.chosen))
    return Chosen(name=who.name, note=request.form.get(f"note_{who.field}", ""))


@books.post("/m/<watch>/book/leave")
def leave(watch: str) -> Response:
    """Takes the match out of its book."""
    match = looked_after_at(watch)
    book = known_book(match)
    if book is None:
        abort(404)
    write(lambda entry: leave_book(book, match, entry), request.form.get("entry"))
    return redirect(url_for("matches.show", watch=watch), 303)
