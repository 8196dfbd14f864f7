"""Writes to a book: one change in its history for each form, in one transaction; and its rights."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from models.records.database.base import db, once
from models.records.saving.limits import MOST_BOOK_CHANGES, Full, FullMatchError
from models.records.saving.pipeline import Entry
from models.records.saving.seats import require_looking_after, require_seat, while_looking_after
from models.records.tables.book import Book, BookChange, BookChangeKind
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, SharedRecord, lock_row, replace_link


class Done(NamedTuple):
    """What an entry did to a book, as its history tells it."""

    kind: BookChangeKind
    about: Mapping[str, Any]


def write_book(
    book: Book, entry: Entry, act: Callable[[Book], Done | None], *, by_all: bool = True
) -> BookChange | None:
    """Calls *act* with the book, locked, and adds what it did to the history.

    An entry that is sent again does nothing. Returns the change, or None if nothing had to be changed. What
    is not done *by_all* who can score is done by those who look after the book.

    :raises NoSeatError: if the device has no seat in the book.
    :raises NotLookingAfterError: if it would have to look after the book.
    :raises sqlalchemy.exc.NoResultFound: if the book was deleted.
    :raises FullMatchError: if its history has no room for another change.
    """
    book_id = book.id

    def write() -> BookChange | None:
        locked, seat = lock_book(book_id, entry.device)
        if not by_all:
            require_looking_after(locked, seat)
        if before := _sent_before(book_id, entry):
            return before
        done = act(locked)
        return done and add_to_book_history(locked, entry.id, seat, done.kind, **done.about)

    return once(write)


def lock_book(book_id: int, device: str | None) -> tuple[Book, Seat]:
    """The book, locked and read anew, and the seat of *device* in it; other writers of the book wait.

    :raises NoSeatError: if the device has no seat in it.
    :raises sqlalchemy.exc.NoResultFound: if it was deleted.
    """
    book = lock_row(Book, book_id)
    return book, require_seat(book, device)


def _sent_before(book_id: int, entry: Entry) -> BookChange | None:
    return db.session.scalar(
        select(BookChange).where(BookChange.book_id == book_id, BookChange.entry == entry.id)
    )


def add_to_book_history(book: Book, entry: str, seat: Seat, kind: BookChangeKind, **about: Any) -> BookChange:
    """Adds a change as the newest version of *book*, in a transaction that has locked it."""
    if book.version >= MOST_BOOK_CHANGES:
        raise FullMatchError(Full.BOOK_CHANGES)
    book.version += 1
    book.changed_at = datetime.now(UTC)
    change = BookChange(
        book_id=book.id,
        version=book.version,
        entry=entry,
        kind=kind,
        at=book.changed_at,
        seat_id=seat.id,
        **{"match_ids": [], **about},
    )
    db.session.add(change)
    db.session.flush()
    return change


def rename_book(book: Book, name: str, entry: Entry) -> None:
    """Gives *book* another name; it can be blank."""

    def rename(locked: Book) -> Done | None:
        before, locked.name = locked.name, name
        about = {"name_before": before, "name_after": name}
        return None if before == name else Done(BookChangeKind.NAMED, about)

    write_book(book, entry, rename)


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
