"""The pages that export a book, or everything that a phone has, and the files."""

from flask import Response, render_template, request, url_for

from models.records.books.books import read_again
from models.records.files.documents import (
    all_books_of,
    lines_of_book,
    lines_of_everything,
    number_inside,
    number_of_loose,
)
from models.records.finding.matches import number_of_hands
from models.records.finding.people import ListPosition
from models.records.tables.local_time import today
from views.exports.book_print import PrintedBook
from views.exports.routes import exports
from views.exports.rows import book_rows, csv_lines, usual_separator
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.shared.book_card import BookCard
from views.web.access import device, known_device, opened_book_at
from views.web.downloads import long_file
from views.words.books import number_of_matches_said

KILOBYTES_OF_MATCH, BYTES_OF_HAND = 0.4, 100
"""About how long a match without hands, and a hand, are in a file."""


@exports.get("/b/<book>/export")
def show_book(book: str) -> str:
    """What a book can be exported as. Whoever sees its matches sees all that is in the files."""
    book_record = opened_book_at(book).book
    matches, hands = number_inside([book_record]), number_of_hands(book_record)
    return render_template("exports/book.html", page=BookCard(book_record), size=_size(matches, hands))


def _size(matches: int, hands: int) -> str:
    """How much there is: a browser can't know how long a file will be that is made while it is sent."""
    # Translators: the size of a file: “12 matches, 240 hands, about 30 KB”.
    return _(
        "%(matches)s, %(hands)s, about %(size)s",
        matches=number_of_matches_said(matches),
        hands=ngettext("%(num)s hand", "%(num)s hands", hands),
        size=_kilobytes(round(matches * KILOBYTES_OF_MATCH + hands * BYTES_OF_HAND / 1000)),
    )


def _kilobytes(number: int) -> str:
    if number < 1000:
        return _("%(number)s KB", number=max(1, number))
    return _("%(number)s MB", number=round(number / 1000))


@exports.get("/b/<book>/book.json")
def book_document(book: str) -> Response:
    """The book as a file that can be imported again."""
    book_record = opened_book_at(book).book
    name = f"gin-rummy-book-{today()}.json"
    return long_file(
        lambda: (f"{line}\n" for line in lines_of_book(read_again(book_record))), "application/json", name
    )


@exports.get("/b/<book>/hands.csv")
def book_table(book: str) -> Response:
    """The hands of all its matches for a spreadsheet."""
    book_record, separator = opened_book_at(book).book, usual_separator()
    name = f"gin-rummy-book-{today()}.csv"
    return long_file(lambda: csv_lines(book_rows(read_again(book_record)), separator), "text/csv", name)


@exports.get("/export")
def show_everything() -> str:
    """What this phone has, and its file."""
    phone = known_device()
    books = all_books_of(phone)
    return render_template(
        "exports/everything.html",
        books=[(BookCard(book).title, url_for(".show_book", book=BookCard(book).link)) for book in books],
        matches=number_of_matches_said(number_inside(books) + number_of_loose(phone)),
    )


@exports.get("/everything.json")
def everything() -> Response:
    """All books and matches in which this phone can score."""
    phone, name = device() or "", f"gin-rummy-{today()}.json"
    return long_file(lambda: (f"{line}\n" for line in lines_of_everything(phone)), "application/json", name)


@exports.get("/b/<book>/print")
def print_book(book: str) -> str:
    """The book on paper: who leads, the players, and the matches before a place in the list."""
    before = ListPosition.read(request.args.get("before", ""))
    printed = PrintedBook(opened_book_at(book).book, before)
    return render_template("exports/book_print.html", book=printed)
