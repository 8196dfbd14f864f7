"""The pages of a book: start one, who leads, find a match, its history and its name."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms.fields import HiddenField, StringField

from models.gin.player_names import is_name, without_variants
from models.records.books.book_matches import InBookError
from models.records.books.book_writes import rename_book
from models.records.books.books import OpenedBook, matches_outside_books, start_book
from models.records.books.players import players_of
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book
from models.records.tables.book_change import BookChange
from models.records.tables.shared import watch_token
from views.books.book_page import BookPage
from views.books.find_page import FindPage
from views.books.history_words import described
from views.books.start_form import StartBookForm
from views.books.writing import in_book_said, write
from views.language.i18n import gettext as _
from views.language.i18n import lazy
from views.shared.form_helpers import wrong, wrong_fields
from views.shared.history_page import history_page
from views.web.access import entry_of, known_device, opened_book_at, seated_book_at
from views.web.rate_limit import NEW_BOOKS, count

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
