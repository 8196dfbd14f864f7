"""Tells two people apart who were taken for one player of a book."""

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.records.books.books import OpenedBook
from models.records.books.merges import merges_into
from models.records.books.players import split_player
from models.records.tables.player import NameTakenInBookError, Player
from views.books.routes import books
from views.books.split_form import SplitForm
from views.books.split_page import SplitPage
from views.books.writing import write
from views.web.access import looked_after_book_at, player_of
from views.web.numbers import whole


@books.route("/b/<book>/players/<int:player_id>/split", methods=["GET", "POST"])
def split(book: str, player_id: int) -> str | tuple[str, int] | Response:
    """Takes the matches of another person out of a player."""
    opened = looked_after_book_at(book)
    player, form = player_of(opened, player_id), SplitForm()
    if request.method != "POST":
        return _split_page(opened, player, form)
    merges = merges_into(opened.book, player)
    form.name_as(merges)
    merged = next((each.player.id for each in merges if each.version == form.merge), None)
    chosen = form.chosen(opened.book, player)
    if not form.stands() or not chosen:
        return _split_page(opened, player, form), 422
    try:
        write(
            lambda entry: split_player(opened.book, player_id, chosen, *form.called, entry, merged),
            form.entry.data,
        )
    except NameTakenInBookError:
        form.say_taken()
        return _split_page(opened, player, form), 422
    except ValueError:
        abort(409)
    return redirect(_after_split(book, player_id), 303)


def _after_split(book: str, player_id: int) -> str:
    """The next player who is two people, or the page of this one."""
    then = request.args.getlist("then", type=whole)
    if then:
        return url_for(".split", book=book, player_id=then[0], then=then[1:])
    return url_for("statistics.player", book=book, player_id=player_id, done="split")


def _split_page(opened: OpenedBook, player: Player, form: SplitForm) -> str:
    return render_template("books/split.html", page=SplitPage(opened, player, form), form=form)
