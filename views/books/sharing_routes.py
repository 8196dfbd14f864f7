"""The pages that give other phones access to a book: both links, the phones that can score."""

from contextlib import suppress
from dataclasses import dataclass

from flask import Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from models.records.books.book_seats import (
    end_book_seat,
    name_book_seat,
    renew_book_scoring,
    renew_book_viewing,
    take_book_seat,
)
from models.records.books.books import OpenedBook, book_scoring_token, book_token
from models.records.saving.seats import NoSeatError
from models.records.tables.book_seat import BookSeat
from views.books.book_page import BookPage
from views.books.history_words import phone_named
from views.books.routes import books
from views.language.i18n import gettext as _
from views.shared.phone_form import PhoneForm
from views.shared.prefetching import is_prefetch
from views.shared.qr_links import Address, for_others
from views.web.access import book_scored_at, device, known_device, opened_book_at, seated_book_at
from views.words.dates import when

RENEW = {"watching": renew_book_viewing, "scoring": renew_book_scoring}

MOST_NAMES = 12
"""How many names are offered for the owner of a phone."""


@dataclass(frozen=True, slots=True)
class BookPhone:
    """A phone that can score in the book."""

    name: str
    since: str
    mine: bool
    end_url: str


class BookSharePage(BookPage):
    """The sharing page of a book."""

    def __init__(self, opened: OpenedBook) -> None:
        super().__init__(opened)
        self.seat = opened.seat
        self.label = opened.seat.label if opened.seat else ""

    @property
    def address(self) -> Address:
        """The viewing link."""
        return for_others("books.show", book=self.link)

    @property
    def scoring_address(self) -> Address:
        """The scoring link."""
        return for_others("books.join", book_score=book_scoring_token(self.book))

    @property
    def names(self) -> list[str]:
        """Whose phone it may be: the players, those who have played most first."""
        played = self.standings.played
        first = sorted(self.players, key=lambda each: -played.get(each.id, 0))[:MOST_NAMES]
        return [player.full_name for player in first]

    @property
    def phones(self) -> list[BookPhone]:
        """The phones that can score, the oldest first; empty for a viewer."""
        return [self._phone(seat) for seat in self.book.live_seats] if self.seat else []

    def _phone(self, seat: BookSeat) -> BookPhone:
        return BookPhone(
            phone_named(seat, None) if seat.label else _("A phone"),
            _("since %(when)s", when=when(seat.created_at)),
            self.seat is not None and seat.id == self.seat.id,
            url_for("books.end_seat", book=self.link, seat_id=seat.id),
        )


@books.get("/bs/<book_score>")
def join(book_score: str) -> AnyResponse:
    """Gives this phone a seat in the book, and redirects to the book, whose address allows only viewing."""
    book = book_scored_at(book_score)
    if is_prefetch():
        return Response(status=204, headers={"Cache-Control": "no-store"})
    take_book_seat(book, known_device())
    return redirect(url_for(".show", book=book_token(book), done="joined"), 303)


@books.get("/b/<book>/share")
def share(book: str) -> str:
    """The viewing link; on a phone that can score also its name and the other phones."""
    return _share_page(opened_book_at(book), PhoneForm(formdata=None))


def _share_page(opened: OpenedBook, form: PhoneForm) -> str:
    page = BookSharePage(opened)
    return render_template("books/share.html", page=page, form=form, done=request.args.get("done"))


@books.get("/b/<book>/share/scoring")
def share_scoring(book: str) -> str:
    """The scoring link."""
    page = BookSharePage(seated_book_at(book))
    return render_template("books/scoring.html", page=page, done=request.args.get("done"))


@books.post("/b/<book>/share/renew")
def renew(book: str) -> AnyResponse:
    """Renews a link; on request, also ends the seats of all other phones."""
    opened, what = seated_book_at(book), request.form.get("what", "")
    if what not in RENEW:
        abort(400)
    try:
        RENEW[what](opened.book, device(), end_others=request.form.get("others") == "1")
    except NoSeatError:
        abort(403)
    page = ".share_scoring" if what == "scoring" else ".share"
    return redirect(url_for(page, book=book_token(opened.book), done="renewed"), 303)


@books.post("/b/<book>/share/seats/<int:seat_id>/end")
def end_seat(book: str, seat_id: int) -> AnyResponse:
    """Ends the seat of another phone in all matches, and renews the link with which it could return."""
    opened = seated_book_at(book)
    if seat_id not in {seat.id for seat in opened.book.seats}:
        abort(404)
    try:
        with suppress(LookupError):
            end_book_seat(opened.book, seat_id, device())
    except NoSeatError:
        abort(403)
    return redirect(url_for(".share", book=book, done="ended", _anchor="phones"), 303)


@books.post("/b/<book>/share/name")
def name_phone(book: str) -> AnyResponse | tuple[str, int]:
    """Saves whose phone this is."""
    opened, form = seated_book_at(book), PhoneForm()
    if not form.stands():
        return _share_page(opened, form), 422
    try:
        name_book_seat(opened.book, device(), form.name)
    except NoSeatError:
        abort(403)
    return redirect(url_for(".share", book=book), 303)
