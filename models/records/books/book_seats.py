"""Seats in books: who can score in all matches of a book. Seats are taken, named and ended, links renewed."""

from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import select

from models.gin.player_names import is_name
from models.records.books.book_writes import lock_book
from models.records.database.base import db
from models.records.saving.limits import MOST_BOOK_PHONES, Full, FullMatchError
from models.records.saving.seats import end_in_book, new_link, renew_scoring_link_of
from models.records.saving.transactions import once
from models.records.tables.book import Book
from models.records.tables.book_seat import BookSeat
from models.records.tables.player import cleaned
from models.records.tables.renewed_link import remember_renewed_of_book
from models.records.tables.tokens import VIEWING_BOOK, hashed


def take_book_seat(book: Book, device: str) -> None:
    """Gives *device* a seat in *book*; an ended seat becomes valid again.

    :raises FullMatchError: if the book has too many phones already.
    """
    book_id, device_hash = book.id, hashed(device)

    def take() -> None:
        locked = db.session.get_one(Book, book_id)
        own = select(BookSeat).where(BookSeat.book_id == book_id, BookSeat.device_hash == device_hash)
        seat = db.session.scalar(own)
        if seat is not None:
            seat.ended_at = None
        elif len(locked.seats) >= MOST_BOOK_PHONES:
            raise FullMatchError(Full.PHONES)
        else:
            locked.seats.append(BookSeat(device_hash=device_hash, label="", created_at=datetime.now(UTC)))

    once(take)


def name_book_seat(book: Book, device: str | None, label: str) -> None:
    """Names the owner of the phone *device*.

    :raises ValueError: if *label* is not a valid name.
    :raises NoSeatError: if the device has no seat in the book, as all functions below.
    """
    name = cleaned(label)
    if not is_name(name):
        raise ValueError(f"not a name: {label!r}")

    def rename(_book: Book, mine: BookSeat) -> None:
        mine.label = name

    _as_player(book, device, rename)


def end_book_seat(book: Book, seat_id: int, device: str | None) -> None:
    """Ends another device's seat, and those in matches that it got through the book; renews the scoring link.

    :raises LookupError: if the book has no such seat, or if it is the device's own.
    """

    def end(locked: Book, mine: BookSeat) -> None:
        others = {seat.id: seat for seat in locked.live_seats if seat is not mine}
        if seat_id not in others:
            raise LookupError(f"no other seat {seat_id} in book {locked.id}")
        end_in_book(locked.id, [others[seat_id].device_hash])

    _as_player(book, device, end)


def renew_book_viewing(book: Book, device: str | None, *, end_others: bool = False) -> None:
    """Renews the viewing link of *book*; the old one stops working. The links of its matches stay.

    *end_others* also ends every seat except the device's own, and renews the scoring link, with which the
    others could return.
    """

    def renew(locked: Book, mine: BookSeat) -> None:
        remember_renewed_of_book(locked.id, locked.watch_hash)
        locked.watch_seed, locked.watch_hash = new_link(VIEWING_BOOK)
        if end_others:
            _end_others(locked, mine)

    _as_player(book, device, renew)


def renew_book_scoring(book: Book, device: str | None, *, end_others: bool = False) -> None:
    """Renews the scoring link of *book*. Existing seats stay."""

    def renew(locked: Book, mine: BookSeat) -> None:
        if end_others:
            _end_others(locked, mine)
        renew_scoring_link_of(locked)

    _as_player(book, device, renew)


def _end_others(book: Book, mine: BookSeat) -> None:
    end_in_book(book.id, [seat.device_hash for seat in book.live_seats if seat is not mine])


def _as_player(book: Book, device: str | None, act: Callable[[Book, BookSeat], None]) -> None:
    """Calls *act* with the book, locked, and the device's own seat in it."""
    book_id = book.id

    def acting() -> None:
        act(*lock_book(book_id, device))

    once(acting)
