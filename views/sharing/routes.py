"""The pages that give other phones access to a match or a book: the links, the phones with seats."""

from contextlib import suppress

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from models.records.books.book_writes import LastPhoneError, let_look_after, look_after_alone
from models.records.saving.seats import (
    end_seat,
    has_seat,
    name_seat,
    renew_link,
    require_looking_after,
    take_seat,
)
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.shared import Link, SharedRecord
from views.sharing.page import BookSharePage, MatchSharePage, PhoneForm, SharePage
from views.web.access import (
    device,
    known_device,
    looked_after_book_at,
    looked_after_with,
    opened_at,
    opened_book_at,
    scored_at,
)

sharing = Blueprint("sharing", __name__)

RENEW = {
    "watching": (Link.VIEWING, "show"),
    "scoring": (Link.SCORING, "scoring"),
    "care": (Link.CARE, "care"),
}
"""The links that a form renews, and the pages that show them."""


def _opened(watch: str, book: str) -> SharePage:
    """The page of the match or the book with this viewing link."""
    if watch:
        match = opened_at(watch)
        return MatchSharePage(match.match, match.seat)
    opened = opened_book_at(book)
    return BookSharePage(opened.book, opened.seat)


def _seated(watch: str, book: str) -> SharePage:
    """The page of a match or a book for a phone that can score; 403 if it is view only."""
    page = _opened(watch, book)
    if page.seat is None:
        abort(403)
    return page


def _looked_after(watch: str, book: str) -> SharePage:
    """The page of a match or a book for a phone that looks after it; 403 if it doesn't."""
    page = _seated(watch, book)
    require_looking_after(page.shared, page.seat)
    return page


@sharing.get("/s/<score>")
@sharing.get("/bs/<book_score>")
@sharing.get("/bc/<book_care>")
def ask_to_join(score: str = "", book_score: str = "", book_care: str = "") -> AnyResponse:
    """A page with a button, which names nobody: programs that preview, check or prefetch a link see it too.

    A phone that has what the link gives is redirected at once. Any other gets its token with the page, so
    that two taps take one seat.
    """
    shared, to_look_after = _joined_at(score, book_score, book_care), bool(book_care)
    if has_seat(shared, known_device(), to_look_after=to_look_after):
        return _inside(shared, to_look_after)
    action = url_for(".join", **request.view_args or {})
    answer = make_response(render_template("sharing/join.html", action=action, to_look_after=to_look_after))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@sharing.post("/s/<score>")
@sharing.post("/bs/<book_score>")
@sharing.post("/bc/<book_care>")
def join(score: str = "", book_score: str = "", book_care: str = "") -> AnyResponse:
    """Gives this phone a seat."""
    shared, to_look_after = _joined_at(score, book_score, book_care), bool(book_care)
    take_seat(shared, known_device(), to_look_after=to_look_after)
    return _inside(shared, to_look_after)


def _joined_at(score: str, book_score: str, book_care: str) -> SharedRecord:
    """The match or the book of a link that gives a seat."""
    if score:
        return scored_at(Match, score)
    return scored_at(Book, book_score) if book_score else looked_after_with(book_care)


def _inside(shared: SharedRecord, to_look_after: bool) -> AnyResponse:
    """Redirects a phone with a seat to the match or the book, whose address allows only viewing."""
    page = MatchSharePage(shared, None) if isinstance(shared, Match) else BookSharePage(shared, None)
    joined = {"done": "looks-after"} if to_look_after else page.joined
    return redirect(page.url(page.view, **joined), 303)


@sharing.get("/m/<watch>/share")
@sharing.get("/b/<book>/share")
def show(watch: str = "", book: str = "") -> str:
    """The viewing link; for a phone with a seat also its name, and the other phones."""
    return _page(_opened(watch, book), PhoneForm(formdata=None), request.args.get("done"))


def _page(page: SharePage, form: PhoneForm, done: str | None = None) -> str:
    return render_template("sharing/show.html", page=page, form=form, done=done)


@sharing.get("/m/<watch>/share/scoring")
@sharing.get("/b/<book>/share/scoring")
def scoring(watch: str = "", book: str = "") -> str:
    page = _seated(watch, book)
    return render_template("sharing/scoring.html", page=page, done=request.args.get("done"))


@sharing.get("/b/<book>/share/care")
def care(book: str) -> str:
    """The link to look after the book."""
    opened = looked_after_book_at(book)
    page = BookSharePage(opened.book, opened.seat)
    return render_template("sharing/care.html", page=page, done=request.args.get("done"))


@sharing.post("/b/<book>/share/links")
def give_out(book: str) -> AnyResponse:
    """Shows the links of a book that all who can score look after; from now on only this phone does."""
    opened = looked_after_book_at(book)
    look_after_alone(opened.book, device())
    return redirect(BookSharePage(opened.book, opened.seat).url(".show", done="alone"), 303)


@sharing.post("/b/<book>/share/seats/<int:seat_id>/care")
def change_care(book: str, seat_id: int) -> AnyResponse | tuple[str, int]:
    """Lets another phone look after the book, or no longer. The last one stays."""
    opened, may = looked_after_book_at(book), request.form.get("may") == "1"
    page = BookSharePage(opened.book, opened.seat)
    if seat_id not in {seat.id for seat in opened.book.live_seats}:
        abort(404)
    try:
        let_look_after(opened.book, seat_id, device(), may=may)
    except LastPhoneError:
        return _page(page, PhoneForm(formdata=None), "last"), 409
    except LookupError:
        abort(409)
    return redirect(page.url(".show", _anchor="phones"), 303)


@sharing.post("/m/<watch>/share/renew")
@sharing.post("/b/<book>/share/renew")
def renew(watch: str = "", book: str = "") -> AnyResponse:
    """Renews a link; on request, also ends the seats of all other phones."""
    page, what = _looked_after(watch, book), request.form.get("what", "")
    link, shown = RENEW.get(what) or abort(400)
    if link not in page.shared.purposes:
        abort(400)
    others = request.form.get("others") == "1"
    renew_link(page.shared, link, device(), end_others=others)
    return redirect(page.url(f".{shown}", done="renewed"), 303)


@sharing.post("/m/<watch>/share/seats/<int:seat_id>/end")
@sharing.post("/b/<book>/share/seats/<int:seat_id>/end")
def end(seat_id: int, watch: str = "", book: str = "") -> AnyResponse:
    """Ends the seat of another phone, and renews the link with which it could return."""
    page = _looked_after(watch, book)
    if seat_id not in {seat.id for seat in page.shared.seats}:
        abort(404)
    with suppress(LookupError):
        end_seat(page.shared, seat_id, device())
    return redirect(page.url(".show", done="ended", _anchor="phones"), 303)


@sharing.post("/m/<watch>/share/name")
@sharing.post("/b/<book>/share/name")
def name(watch: str = "", book: str = "") -> AnyResponse | tuple[str, int]:
    """Saves whose phone this is, and redirects to where it was asked."""
    page, form = _seated(watch, book), PhoneForm()
    if not form.stands():
        return _page(page, form), 422
    name_seat(page.shared, device(), form.name)
    return redirect(page.url(page.view if request.form.get("on") == "sheet" else ".show"), 303)
