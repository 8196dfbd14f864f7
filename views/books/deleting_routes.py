"""Delete a book or a player, after an offer to download the matches."""

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from models.records.books.book_deletion import book_extent, delete_book, delete_player, player_extent
from models.records.books.books import OpenedBook, open_book
from models.records.books.names_left import names_left
from models.records.saving.pipeline import new_entry_id
from models.records.saving.seats import NoSeatError
from models.records.tables.shared import watch_token
from models.records.tables.tokens import token
from views.books.book_page import BookPage
from views.books.player_routes import PlayerPage
from views.books.routes import books
from views.books.writing import write
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.web.access import device, looked_after_book_at, player_of, was_offered
from views.words.books import number_of_matches_said, number_of_players_said

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
    except NoSeatError:
        abort(403)
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
