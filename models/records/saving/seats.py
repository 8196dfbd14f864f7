"""Seats: who can score in a match, or in all matches of a book, and who looks after it."""

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime

from sqlalchemy import select, update

from models.gin.player_names import is_name
from models.records.database.base import db, once
from models.records.finding.matches import _live, _seat, find_seat, seat_through_book
from models.records.ratings.ratings import outdate_ratings
from models.records.saving.limits import MOST_BOOK_PHONES, MOST_PHONES, Full, FullMatchError
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, SharedRecord, hashed, lock_row, replace_link


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


class NoSeatError(Exception):
    """Raised if a device writes in a match or a book in which it has no seat."""


def require_seat(shared: SharedRecord, device: str | None) -> Seat:
    """The seat that *device* has in a match or a book, for a transaction that writes.

    A device with a seat in the book of a match gets one in the match with its first write.

    :raises NoSeatError: if it has none.
    """
    seat = find_seat(shared, device)
    if seat is None and isinstance(shared, Match):
        seat = _take_through_book(shared, device)
    if seat is None:
        raise NoSeatError(f"no seat in {type(shared).__name__} {shared.id}")
    return seat


def _take_through_book(match: Match, device: str | None) -> Seat | None:
    """Stores the seat that *device* has through the book."""
    promised = seat_through_book(match, device)
    if promised is None or not _is_stored(match):
        return None
    seat = give_seat(match, promised.device_hash)
    seat.label, seat.through_book = seat.label or promised.label, True
    db.session.flush()
    return seat


def _is_stored(match: Match) -> bool:
    """Whether nobody has deleted *match* meanwhile."""
    return db.session.scalar(select(Match.id).where(Match.id == match.id).with_for_update()) is not None


def has_seat(shared: SharedRecord, device: str | None, *, to_look_after: bool = False) -> bool:
    """Whether *device* has all that a link gives: a seat of its own, perhaps one *to_look_after* a book."""
    seat = find_seat(shared, device)
    if seat is None or seat.through_book:
        return False
    return looks_after(shared, seat) or not to_look_after


def take_seat(shared: SharedRecord, device: str, *, to_look_after: bool = False) -> None:
    """Gives *device* a seat; an ended seat becomes valid again. In a book, it may be one *to_look_after* it.

    :raises FullMatchError: if too many other phones can score already.
    """
    of, shared_id = type(shared), shared.id

    def take() -> None:
        locked = lock_row(of, shared_id)
        if find_seat(locked, device) is None and len(locked.live_seats) >= most_phones(locked):
            raise FullMatchError(Full.PHONES)
        seat = give_seat(locked, hashed(device))
        seat.looks_after = seat.looks_after or to_look_after

    once(take)


def give_seat(shared: SharedRecord, device_hash: str) -> Seat:
    """Gives *device* a seat within a transaction that writes, however many phones there are."""
    seat = _seat(shared.key, shared.id, device_hash)
    if seat is None:
        seat = Seat(device_hash=device_hash, label="", created_at=datetime.now(UTC))
        shared.seats.append(seat)
    seat.ended_at, seat.through_book = None, False
    db.session.flush()
    return seat


def most_phones(shared: SharedRecord) -> int:
    """How many phones its links can let score at the same time."""
    return MOST_BOOK_PHONES if isinstance(shared, Book) else MOST_PHONES


def name_seat(shared: SharedRecord, device: str | None, label: str) -> None:
    """Names the owner of the phone *device*.

    :raises ValueError: if *label* is not a valid name.
    :raises NoSeatError: if the device has no seat, as all functions below.
    """
    name = " ".join(label.split())
    if not is_name(name):
        raise ValueError(f"not a name: {label!r}")

    def note(_locked: SharedRecord, own_seat: Seat) -> None:
        own_seat.label = name

    _as_player(shared, device, note)


def end_seat(shared: SharedRecord, seat_id: int, device: str | None) -> None:
    """Ends another device's seat, and renews the links with which it could return.

    Those that it got through a book end with the one in the book. With one in a match, also that in its book
    ends, if *device* has one there itself.

    :raises LookupError: if there is no such seat, or if it is the device's own.
    :raises NotLookingAfterError: if the device doesn't look after the match or the book.
    """

    def end(locked: SharedRecord, own_seat: Seat) -> None:
        gone = [seat for seat in locked.live_seats if seat is not own_seat and seat.id == seat_id]
        if not gone:
            raise LookupError(f"no other seat {seat_id} in {type(locked).__name__} {locked.id}")
        for each in _giving_seats(locked):
            replace_link(locked, each)
        _end(locked, gone, own_seat)

    while_looking_after(shared, device, end)


def renew_link(shared: SharedRecord, link: Link, device: str | None, *, end_others: bool = False) -> None:
    """Renews a link; the old one stops working. The seats stay, and so do the links of matches in a book.

    *end_others* also ends every seat except the device's own, and renews the links with which the others
    could return.

    :raises NotLookingAfterError: if the device doesn't look after the match or the book.
    """

    def replace(locked: SharedRecord, own_seat: Seat) -> None:
        for each in {link, *_giving_seats(locked)} if end_others else {link}:
            replace_link(locked, each)
        others = [seat for seat in locked.live_seats if seat is not own_seat]
        _end(locked, others if end_others else [], own_seat)

    while_looking_after(shared, device, replace)


def _giving_seats(shared: SharedRecord) -> set[Link]:
    """The links that give a seat to who opens them."""
    return set(shared.purposes) - {Link.VIEWING}


def _end(shared: SharedRecord, seats: Collection[Seat], own_seat: Seat) -> None:
    """Ends *seats*, after the links that give seats were renewed."""
    if isinstance(shared, Match):
        # The removed phones still have the links of the match that it is a rematch of.
        shared.rematch_of = None
        _end_in_match(shared, seats, own_seat)
    elif seats:
        _end_in_book(shared.id, [seat.device_hash for seat in seats])


def _end_in_match(match: Match, seats: Collection[Seat], own_seat: Seat) -> None:
    """Ends *seats* for good: a seat in the book does not bring them back.

    Who was removed should not score in the rematch either. So the seat in the book ends too, if the one who
    removes looks after the book: a guest in a single match has no say in it. But whoever started the match
    can always remove others from it: if they have put it in a book of their own, it leaves that book.
    """
    for seat in seats:
        seat.ended_at, seat.through_book = datetime.now(UTC), False
    book_id = match.book_id
    if book_id is None or not seats:
        return
    in_book = _live(_seat(Book.key, book_id, own_seat.device_hash))
    if in_book is not None:
        _end_in_its_book(lock_row(Book, book_id), seats, in_book)
    elif own_seat.id == min(seat.id for seat in match.seats):
        _leave_book(match)


def _end_in_its_book(book: Book, seats: Collection[Seat], own_seat: Seat) -> None:
    """Ends the seats in the *book* of a match of those who were removed from the match."""
    if looks_after(book, own_seat) and _end_in_book(book.id, [seat.device_hash for seat in seats]):
        for each in _giving_seats(book):
            replace_link(book, each)


def _leave_book(match: Match) -> None:
    """Takes *match* out of its book, with the seats that phones have through it."""
    for seat in match.live_seats:
        if seat.through_book:
            seat.ended_at, seat.through_book = datetime.now(UTC), False
    book_id = match.book_id
    match.leave_book()
    outdate_ratings(book_id, match.played_on)


def _end_in_book(book_id: int, devices: Collection[str]) -> bool:
    """Ends the seats of devices in a book, and all seats in matches that they got through the book.

    Whether any had a seat in the book.
    """
    in_book = Seat.book_id == book_id
    through_book = Seat.match_id.in_(select(Match.id).where(Match.book_id == book_id)) & Seat.through_book
    ended = [
        db.session.execute(
            update(Seat)
            .where(where, Seat.device_hash.in_(devices), Seat.ended_at.is_(None))
            .values(ended_at=datetime.now(UTC), looks_after=False)
            .returning(Seat.id),
            execution_options={"synchronize_session": "fetch"},
        ).all()
        for where in (in_book, through_book)
    ]
    return bool(ended[0])


def _as_player(shared: SharedRecord, device: str | None, act: Callable[[SharedRecord, Seat], None]) -> None:
    """Calls *act* with the match or the book, locked, and the seat that *device* has in it."""
    of, shared_id = type(shared), shared.id

    def acting() -> None:
        locked = lock_row(of, shared_id)
        act(locked, require_seat(locked, device))

    once(acting)


def while_looking_after(
    shared: SharedRecord, device: str | None, act: Callable[[SharedRecord, Seat], None]
) -> None:
    """Calls *act* with the match or the book, locked, for a device that looks after it.

    :raises NotLookingAfterError: if it does not.
    """

    def acting(locked: SharedRecord, own_seat: Seat) -> None:
        require_looking_after(locked, own_seat)
        act(locked, own_seat)

    _as_player(shared, device, acting)
