"""The players of a book: add, rename and merge them."""

from collections.abc import Sequence
from functools import cached_property

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.records.books.books import OpenedBook
from models.records.books.players import MetError, add_player, merge_players, rename_player
from models.records.saving.pipeline import new_entry_id
from models.records.tables.player import NameTakenInBookError, Player
from views.books.book_page import BookPage
from views.books.player_forms import PlayerForm
from views.books.routes import books
from views.books.writing import write
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.shared.form_helpers import wrong_fields
from views.web.access import looked_after_book_at, opened_book_at, player_of, seated_book_at
from views.web.numbers import whole


class PlayerPage(BookPage):
    """A player of a book who is changed."""

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
