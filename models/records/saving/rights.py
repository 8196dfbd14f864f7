"""Who looks after a match or a book: renews its links, deletes, merges, splits, removes people and phones."""

from collections.abc import Sequence

from sqlalchemy import select

from models.records.database.base import db
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.seat import Seat
from models.records.tables.shared import SharedRecord


class NotLookingAfterError(Exception):
    """Raised if a device that can score does what only those can that look after the match or the book."""

    def __init__(self, shared: SharedRecord) -> None:
        self.shared = shared
        super().__init__(f"only who looks after {type(shared).__name__} {shared.id}")


def looks_after(shared: SharedRecord, seat: Seat | None) -> bool:
    """Whether the device with this *seat* in a match or a book looks after it; None is a viewer's.

    All who can score look after a match in no book: a lost phone must not lock the others out. A match in a
    book is looked after by those with a seat of their own in it, and by those that look after the book.
    """
    if seat is None or not isinstance(shared, Match | Book):
        return False
    if isinstance(shared, Book):
        return shared.all_look_after or seat.looks_after
    if shared.book_id is None or not seat.through_book:
        return True
    return looks_after(db.session.get_one(Book, shared.book_id), _seat_in_book(shared.book_id, seat))


def _seat_in_book(book_id: int, seat: Seat) -> Seat | None:
    """The seat in a book of the device with this *seat* in one of its matches."""
    same_device = Seat.device_hash == seat.device_hash
    return db.session.scalar(
        select(Seat).where(Seat.book_id == book_id, same_device, Seat.ended_at.is_(None))
    )


def require_looking_after(shared: SharedRecord, seat: Seat | None) -> None:
    """Does nothing for a device that looks after a match or a book.

    :raises NotLookingAfterError: for any other.
    """
    if not looks_after(shared, seat):
        raise NotLookingAfterError(shared)


def seats_looking_after(shared: SharedRecord) -> Sequence[Seat]:
    """The seats of the devices that look after a match or a book, those in the match first.

    Of two seats of a device it is the one with a label.
    """
    seats = [seat for seat in shared.live_seats if looks_after(shared, seat)]
    if not isinstance(shared, Match) or shared.book_id is None:
        return seats
    found = {seat.device_hash: seat for seat in seats}
    for seat in seats_looking_after(db.session.get_one(Book, shared.book_id)):
        if seat.label or seat.device_hash not in found:
            found[seat.device_hash] = seat
    return list(found.values())
