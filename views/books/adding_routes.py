"""Add matches of this phone to a book, all at once."""

from collections.abc import Sequence

from flask import redirect, render_template, request
from werkzeug.wrappers import Response

from models.gin.player_names import is_same_name
from models.records.books.book_matches import InBookError
from models.records.books.books import OpenedBook, join_many, matches_outside_books
from models.records.saving.pipeline import new_entry_id
from models.records.tables.match import Match
from views.books.book_page import BookPage
from views.books.routes import books
from views.books.writing import in_book_said, write
from views.language.i18n import gettext as _
from views.shared.listed_match import ListedMatch
from views.web.access import known_device, seated_book_at
from views.web.numbers import whole


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
    """Asks which matches join the book."""
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
