"""Which devices look after a book."""

from models.records.database.base import once
from models.records.saving.seats import while_looking_after
from models.records.tables.book import Book
from models.records.tables.renewed_link import replace_link
from models.records.tables.seat import Seat
from models.records.tables.shared import SharedRecord, lock_row
from models.records.tables.tokens import Link


class LastPhoneError(Exception):
    """Raised if nobody would look after a book any more. Nothing was changed."""


def look_after_alone(book: Book, device: str | None) -> None:
    """Makes *device* the only one that looks after a book, if all who can score have until now.

    :raises NoSeatError: if the device has no seat in the book.
    :raises NotLookingAfterError: if another was faster.
    """

    def act(locked: SharedRecord, own_seat: Seat) -> None:
        if isinstance(locked, Book) and locked.all_look_after:
            locked.all_look_after = False
            for seat in locked.seats:
                seat.looks_after = seat is own_seat

    while_looking_after(book, device, act)


def let_look_after(book: Book, seat_id: int, device: str | None, *, may: bool) -> None:
    """Lets the device with another seat look after *book*, or no longer; it can still score.

    The link to look after the book is renewed with the latter: the device may have it.

    :raises LookupError: if there is no such seat, or if all who can score look after the book.
    :raises LastPhoneError: if it is the last one.
    :raises NotLookingAfterError: if *device* doesn't look after the book.
    """

    def act(locked: SharedRecord, _own_seat: Seat) -> None:
        found = next((seat for seat in locked.live_seats if seat.id == seat_id), None)
        if found is None or not isinstance(locked, Book) or locked.all_look_after:
            raise LookupError(f"no seat {seat_id} in {locked}")
        if found.looks_after == may:
            return
        found.looks_after = may
        if not any(seat.looks_after for seat in locked.live_seats):
            raise LastPhoneError(f"seat {seat_id} is the last that looks after book {locked.id}")
        if not may:
            replace_link(locked, Link.CARE)

    while_looking_after(book, device, act)


def renew_link_by_host(book: Book) -> str:
    """A new link to look after *book*, without its path, for the host: the last phone that did was lost."""
    book_id = book.id

    def renew() -> str:
        locked = lock_row(Book, book_id)
        replace_link(locked, Link.CARE)
        return locked.link(Link.CARE)

    return once(renew)
