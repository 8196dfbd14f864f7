"""The players of a book: add, rename, merge and delete them; and the page that deletes the book."""

from collections.abc import Sequence
from functools import cached_property

from flask import redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from werkzeug.wrappers import Response as AnyResponse
from wtforms.fields import HiddenField, StringField

from models.gin.player_names import LONGEST_NOTE, is_name
from models.records.books.book_deletion import (
    book_extent,
    delete_book,
    delete_player,
    names_left,
    player_extent,
)
from models.records.books.books import OpenedBook, open_book
from models.records.books.players import MetError, add_player, merge_players, rename_player
from models.records.saving.pipeline import new_entry_id
from models.records.tables.player import NameTakenInBookError, Player
from models.records.tables.shared import token, watch_token
from views.books.book_page import BookPage
from views.books.routes import books, write
from views.language.i18n import gettext as _
from views.language.i18n import lazy, ngettext
from views.shared.form_helpers import problem_of_name, wrong, wrong_fields
from views.web.access import (
    device,
    looked_after_book_at,
    opened_book_at,
    player_of,
    seated_book_at,
    was_offered,
)
from views.web.numbers import whole
from views.words.books import number_of_matches_said, number_of_players_said


class PlayerForm(FlaskForm):  # type: ignore[misc]
    entry = HiddenField()
    name = StringField(lazy("Name"))
    note = StringField(lazy("Note, if two have the same name"))

    @property
    def called(self) -> tuple[str, str]:
        """The name and the note, with single spaces."""
        name, note = (" ".join((field.data or "").split()) for field in (self.name, self.note))
        return name, note

    def stands(self) -> bool:
        """Whether both can be used; if not, adds an error to the field."""
        self.name.errors, self.note.errors = [], []
        name, note = self.called
        if problem := problem_of_name(name):
            wrong(self.name, problem)
        if len(note) > LONGEST_NOTE:
            wrong(self.note, _("A note can be at most %(most)s letters long.", most=LONGEST_NOTE))
        elif note and not is_name(note):
            wrong(self.note, _("This note has characters that can’t be shown."))
        return not (self.name.errors or self.note.errors)

    def say_taken(self) -> None:
        """Adds the error that somebody else is called so."""
        wrong(
            self.note,
            _("Another player has this name. Add a note that tells them apart, such as “from Bern”."),
        )


class PlayerPage(BookPage):
    """The form that changes a player of a book."""

    def __init__(self, opened: OpenedBook, player: Player) -> None:
        super().__init__(opened)
        self.player = player
        self.played = self.standings.played.get(player.id, 0)

    @cached_property
    def others(self) -> Sequence[Player]:
        return [each for each in self.players if each.id != self.player.id]


@books.get("/b/<book>/players")
def players(book: str) -> str:
    page = BookPage(opened_book_at(book), request.args.get("by", ""))
    form = PlayerForm(formdata=None, data={"entry": new_entry_id()})
    return _players_page(page, form)


def _players_page(page: BookPage, form: PlayerForm) -> str:
    return render_template(
        "books/players.html", page=page, form=form, problems=wrong_fields([form.name, form.note])
    )


@books.post("/b/<book>/players")
def add(book: str) -> tuple[str, int] | Response:
    opened, form = seated_book_at(book), PlayerForm()
    if not form.stands():
        return _players_page(BookPage(opened), form), 422
    try:
        write(lambda entry: add_player(opened.book, *form.called, entry), form.entry.data)
    except NameTakenInBookError:
        form.say_taken()
        return _players_page(BookPage(opened), form), 422
    return redirect(url_for(".players", book=book), 303)


@books.route("/b/<book>/players/<int:player_id>/change", methods=["GET", "POST"])
def change(book: str, player_id: int) -> str | tuple[str, int] | Response:
    """Renames a player in all matches of the book, and leads to what else can be changed."""
    opened = seated_book_at(book)
    player = player_of(opened, player_id)
    if request.method != "POST":
        data = {"entry": new_entry_id(), "name": player.name, "note": player.note}
        return _change_page(opened, player, PlayerForm(formdata=None, data=data))
    form = PlayerForm()
    if not form.stands():
        return _change_page(opened, player, form), 422
    try:
        write(lambda entry: rename_player(opened.book, player_id, *form.called, entry), form.entry.data)
    except NameTakenInBookError:
        form.say_taken()
        return _change_page(opened, player, form), 422
    return redirect(url_for("statistics.player", book=book, player_id=player_id, done="renamed"), 303)


def _change_page(opened: OpenedBook, player: Player, form: PlayerForm) -> str:
    return render_template(
        "books/change_player.html",
        page=PlayerPage(opened, player),
        form=form,
        problems=wrong_fields([form.name, form.note]),
    )


@books.route("/b/<book>/players/<int:player_id>/merge", methods=["GET", "POST"])
def merge(book: str, player_id: int) -> str | tuple[str, int] | Response:
    """Says who is the same person."""
    opened = looked_after_book_at(book)
    into = request.form.get("into", type=whole)
    if request.method != "POST":
        return _merge_page(opened, player_id)
    if into is None or into == player_id:
        return _merge_page(opened, player_id, error=_("Choose who it is.")), 422
    try:
        write(lambda entry: merge_players(opened.book, player_id, into, entry), request.form.get("entry"))
    except MetError as met:
        error = ngettext(
            "%(first)s and %(other)s have played each other in %(num)s match, so they are two people.",
            "%(first)s and %(other)s have played each other in %(num)s matches, so they are two people.",
            met.matches,
            first=player_of(opened, player_id).full_name,
            other=player_of(opened, into).full_name,
        )
        return _merge_page(opened, player_id, into, error), 422
    except NameTakenInBookError:
        error = _("In one match, two players would have the same name. Rename one of them first.")
        return _merge_page(opened, player_id, into, error), 422
    return redirect(url_for("statistics.player", book=book, player_id=into, done="merged"), 303)


def _merge_page(opened: OpenedBook, player_id: int, into: int | None = None, error: str = "") -> str:
    return render_template(
        "books/merge.html",
        page=PlayerPage(opened, player_of(opened, player_id)),
        into=into,
        error=error,
        entry=request.form.get("entry") or new_entry_id(),
    )


DELETING = "delete book"
"""The purpose of the token in the form that deletes a book."""

MATCHES = {"keep": False, "delete": True}
"""What may happen to the matches of a deleted book."""

AT_ONCE = 100
"""How many matches of a download are read together."""


@books.get("/b/<book>/delete")
def ask_delete(book: str) -> str:
    """What will be deleted, and a download of the matches."""
    return _delete_page(looked_after_book_at(book), book)


def _delete_page(opened: OpenedBook, link: str, error: str = "") -> str:
    extent = book_extent(opened.book)
    return render_template(
        "books/delete.html",
        page=BookPage(opened),
        extent=extent,
        matches=number_of_matches_said(extent.matches),
        players=number_of_players_said(extent.players),
        phones=_phones(extent.phones - 1),
        entry=token(DELETING, link),
        error=error,
    )


def _phones(others: int) -> str:
    if not others:
        return ""
    return ngettext("%(num)s other phone loses the book", "%(num)s other phones lose the book", others)


@books.post("/b/<book>/delete")
def delete(book: str) -> AnyResponse | tuple[str, int]:
    """Deletes the book. A form that is sent twice deletes once, and its second answer is like the first."""
    if open_book(book, device()) is None and was_offered(DELETING, book):
        return _gone()
    opened = looked_after_book_at(book)
    chosen = request.form.get("inside", "")
    if chosen not in MATCHES:
        return _delete_page(opened, book, _("Choose what happens to the matches.")), 422
    try:
        delete_book(opened.book, device(), with_matches=MATCHES[chosen])
    except LookupError:
        return _gone()
    return _gone()


def _gone() -> AnyResponse:
    return redirect(url_for("matches.index", done="book-deleted"), 303)


@books.route("/b/<book>/players/<int:player_id>/delete", methods=["GET", "POST"])
def delete_one(book: str, player_id: int) -> str | AnyResponse:
    """Deletes a player, and the name in all matches."""
    opened = looked_after_book_at(book)
    if request.method == "POST":
        write(
            lambda entry: delete_player(opened.book, player_id, entry),
            request.form.get("entry"),
        )
        return redirect(url_for(".players", book=book), 303)
    player = player_of(opened, player_id)
    extent = player_extent(player)
    return render_template(
        "books/delete_player.html",
        page=PlayerPage(opened, player),
        extent=extent,
        names_left=[
            (url_for("matches.show", watch=watch_token(each.match)), each.words)
            for each in names_left(opened.book, player)
        ],
        entry=new_entry_id(),
    )
