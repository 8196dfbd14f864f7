"""The pages of a book: start one, who leads, find a match, its history, its name, its rules, more matches."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms.fields import HiddenField, StringField

from models.gin.player_names import is_name, is_same_name, without_variants
from models.records.books.book_matches import InBookError
from models.records.books.book_writes import rename_book
from models.records.books.books import OpenedBook, agree_on, join_many, matches_outside_books, start_book
from models.records.books.players import players_of
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.tables.book import Book, BookChange
from models.records.tables.match import Match
from models.records.tables.saved_rules import saved_rules_of
from models.records.tables.shared import hashed, watch_token
from views.books.book_page import BookPage
from views.books.find_page import FindPage
from views.books.history_words import described
from views.books.start_form import StartBookForm
from views.language.i18n import gettext as _
from views.language.i18n import lazy
from views.shared.book_card import BookCard
from views.shared.change_log import history_page
from views.shared.form_helpers import wrong, wrong_fields
from views.shared.listed_match import ListedMatch
from views.shared.rules_links import Offer, offered_rules
from views.web.access import device, entry_of, known_book, known_device, opened_book_at, seated_book_at
from views.web.numbers import whole
from views.web.rate_limit import NEW_BOOKS, count
from views.words.rule_sets import caption
from views.words.seating import title


def write(act: Callable[[Entry], None], entry: str | None) -> None:
    """Calls *act* with the entry of a form.

    403 for a phone without a seat, 404 if a player or the book was deleted meanwhile. A :class:`ValueError`
    and an :class:`InBookError` are left to the page, which says what is wrong.
    """
    try:
        act(_with_content(entry_of(entry, "0")))
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


books = Blueprint("books", __name__)


@books.route("/books/new", methods=["GET", "POST"])
def new() -> str | tuple[str, int] | Response:
    """Starts a book with matches of this phone."""
    phone = known_device()
    form = StartBookForm(matches_outside_books(phone))
    if request.method != "POST":
        form.entry.data = new_entry_id()
        return _new_page(form)
    if not form.stands():
        return _new_page(form), 422
    count(NEW_BOOKS, phone)
    entry = entry_of(form.entry.data, "0")
    try:
        book = start_book(form.book_name, sorted(form.chosen), device=phone, entry=entry.id)
    except InBookError as error:
        return _new_page(form, in_book_said(error.match)), 409
    return redirect(_after_start(book, form.two_people), 303)


def _new_page(form: StartBookForm, error: str = "") -> str:
    return render_template("books/new.html", form=form, problems=wrong_fields([form.name]), error=error)


def _after_start(book: Book, two_people: set[str]) -> str:
    """The book, or first the pages that tell apart two people of the same name."""
    link = watch_token(book)
    split = [player.id for player in players_of(book) if without_variants(player.name) in two_people]
    if not split:
        return url_for(".show", book=link)
    first, *others = split
    return url_for(".split", book=link, player_id=first, then=others)


@books.get("/b/<book>")
def show(book: str) -> str:
    """Who leads, the match to continue, and the newest matches."""
    page = BookPage(opened_book_at(book), request.args.get("by", ""))
    return render_template("books/show.html", page=page, done=request.args.get("done"))


@books.get("/b/<book>/matches")
def matches(book: str) -> str:
    return render_template("books/matches.html", page=FindPage(opened_book_at(book)))


@books.get("/b/<book>/history")
def history(book: str) -> str:
    """The changes of the book, some at a time."""
    opened = opened_book_at(book)
    return history_page(
        BookChange,
        opened.book,
        lambda changes: described(changes, opened.seat),
        back=(_("Book"), url_for(".show", book=book)),
        summary=_("Every change to the book, newest first. Hands are in the history of their match."),
    )


class BookNameForm(FlaskForm):  # type: ignore[misc]
    entry = HiddenField()
    name = StringField(lazy("Name of the book"))

    @property
    def chosen(self) -> str:
        """The name with single spaces."""
        return " ".join((self.name.data or "").split())

    def stands(self) -> bool:
        """Whether the name can be used; a book may have none."""
        self.name.errors = []
        if self.chosen and not is_name(self.chosen):
            wrong(self.name, _("A name can be at most 40 letters long, without special characters."))
        return not self.name.errors


@books.route("/b/<book>/name", methods=["GET", "POST"])
def name(book: str) -> str | tuple[str, int] | Response:
    opened, form = seated_book_at(book), BookNameForm()
    if request.method != "POST":
        form.name.data, form.entry.data = opened.book.name, new_entry_id()
        return _name_page(opened, form)
    if not form.stands():
        return _name_page(opened, form), 422
    write(lambda entry: rename_book(opened.book, form.chosen, entry), form.entry.data)
    return redirect(url_for(".show", book=book), 303)


def _name_page(opened: OpenedBook, form: BookNameForm) -> str:
    return render_template(
        "books/name.html", page=BookPage(opened), form=form, problems=wrong_fields([form.name])
    )


class AddMatchesPage(BookPage):
    """The matches of this phone that are in no book; those of players of the book are ticked."""

    def __init__(self, opened: OpenedBook, offered: Sequence[Match], error: str = "") -> None:
        super().__init__(opened)
        self.error, self._offered = error, offered
        self.entry = request.form.get("entry") or new_entry_id()

    @property
    def matches(self) -> list[tuple[int, bool, ListedMatch]]:
        """Each match, and whether it is ticked."""
        return [(each.id, self._is_ticked(each), ListedMatch(each)) for each in self._offered]

    def _is_ticked(self, match: Match) -> bool:
        if request.method == "POST":
            return match.id in _chosen()
        return all(self._plays_here(name) for name in match.players)

    def _plays_here(self, name: str) -> bool:
        return any(
            is_same_name(name, called) for each in self.players for called in (each.name, each.full_name)
        )


def _chosen() -> list[int]:
    return request.form.getlist("match", type=whole)


def _offered() -> list[int]:
    return [match.id for match in matches_outside_books(known_device())]


@books.get("/b/<book>/matches/add")
def choose_matches(book: str) -> str:
    return _page(seated_book_at(book))


@books.post("/b/<book>/matches/add")
def add_matches(book: str) -> Response | tuple[str, int]:
    """Puts the chosen matches into the book, or all that are offered."""
    opened = seated_book_at(book)
    chosen = _offered() if "all" in request.form else _chosen()
    try:
        write(lambda entry: join_many(opened.book, chosen, entry), request.form.get("entry"))
    except InBookError as error:
        return _page(opened, in_book_said(error.match)), 409
    except ValueError:
        return _page(opened, _("In one of these matches, two players would be the same person.")), 422
    return redirect(BookPage(opened).url, 303)


def _page(opened: OpenedBook, error: str = "") -> str:
    page = AddMatchesPage(opened, matches_outside_books(known_device()), error)
    return render_template("books/add.html", page=page)


NONE = "none"
"""The choice of no usual rules."""


@books.get("/b/<book>/rules")
def rules(book: str) -> str:
    opened = opened_book_at(book)
    usual = opened.book.usual_rules
    return render_template("books/rules.html", page=BookPage(opened), usual=caption(usual) if usual else "")


@books.route("/b/<book>/rules/change", methods=["GET", "POST"])
def change_rules(book: str) -> str | tuple[str, int] | Response:
    """Chooses the usual rules."""
    opened = seated_book_at(book)
    now = opened.book.usual_rules
    chosen = request.form.get("house", "")
    offers = offered_rules(saved_rules_of(device()), now, posted=chosen, label=_("As now"))
    shown = partial(_change_page, opened, offers, next(iter(offers)) if now else NONE)
    if request.method != "POST":
        return shown()
    if chosen != NONE and chosen not in offers:
        return shown(error=_("Choose one of these.")), 422
    agreed = None if chosen == NONE else offers[chosen].agreement
    write(lambda entry: agree_on(opened.book, agreed, entry), request.form.get("entry"))
    return redirect(url_for(".rules", book=book), 303)


def _change_page(opened: OpenedBook, offers: Mapping[str, Offer], chosen: str, error: str = "") -> str:
    return render_template(
        "books/change_rules.html",
        page=BookPage(opened),
        offers=offers,
        chosen=chosen,
        none=NONE,
        error=error,
        entry=request.form.get("entry") or new_entry_id(),
    )
