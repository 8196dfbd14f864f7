"""Seats: who can score in a match. They are taken, named and ended, and links are renewed."""

from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime

from sqlalchemy import select, update

from models.gin.player_names import is_name
from models.records.database.base import db
from models.records.ratings.rating_updates import outdate_ratings
from models.records.saving.limits import MOST_PHONES, Full, FullMatchError
from models.records.saving.transactions import once
from models.records.tables.book import Book
from models.records.tables.book_seat import BookSeat
from models.records.tables.match import Match
from models.records.tables.renewed_link import remember_renewed, remember_renewed_of_book
from models.records.tables.seat import Seat
from models.records.tables.tokens import SCORING, SCORING_BOOK, VIEWING, hashed, new_seed, token


class NoSeatError(Exception):
    """Raised if a device writes in a match in which it has no seat."""


def find_seat(match: Match, device: str | None) -> Seat | None:
    """The seat of *device* in *match*; None for a viewer, or if the seat was ended."""
    if device is None:
        return None
    seat = _seat(match, hashed(device))
    return seat if seat and seat.ended_at is None else None


def require_seat(match: Match, device: str | None) -> Seat:
    """The seat that *device* has in *match*, for a transaction that writes.

    A device with a seat in the book of the match gets one here with its first write.

    :raises NoSeatError: if it has none.
    """
    seat = find_seat(match, device) or _take_through_book(match, device)
    if seat is None:
        raise NoSeatError(f"no seat in match {match.id}")
    return seat


def seat_through_book(match: Match, device: str | None) -> Seat | None:
    """The seat that *device* will get in *match* with its first write, because it has one in the book.

    It is not stored yet: a page changes nothing. None if the device has no seat in the book, or was removed
    from the match itself.
    """
    if device is None or match.book_id is None:
        return None
    in_book = find_book_seat(match.book_id, hashed(device))
    if in_book is None:
        return None
    own = _seat(match, hashed(device))
    if own is not None and not own.through_book:
        return own if own.ended_at is None else None
    return Seat(device_hash=hashed(device), label=in_book.label, through_book=True)


def find_book_seat(book_id: int, device_hash: str) -> BookSeat | None:
    """The seat of a device in a book; None if it has none, or if it was ended."""
    return db.session.scalar(
        select(BookSeat).where(
            BookSeat.book_id == book_id, BookSeat.device_hash == device_hash, BookSeat.ended_at.is_(None)
        )
    )


def _take_through_book(match: Match, device: str | None) -> Seat | None:
    """Stores the seat that *device* has through the book."""
    promised = seat_through_book(match, device)
    if promised is None or not _is_stored(match):
        return None
    give_seat(match, promised.device_hash)
    seat = _seat(match, promised.device_hash)
    if seat is not None and not seat.label:
        seat.label = promised.label
    if seat is not None:
        seat.through_book = True
    db.session.flush()
    return seat


def _is_stored(match: Match) -> bool:
    """Whether nobody has deleted *match* meanwhile."""
    return db.session.scalar(select(Match.id).where(Match.id == match.id).with_for_update()) is not None


def take_seat(match: Match, device: str) -> None:
    """Gives *device* a seat; an ended seat becomes valid again."""
    match_id, device_hash = match.id, hashed(device)
    once(lambda: give_seat(db.session.get_one(Match, match_id), device_hash))


def give_seat(match: Match, device_hash: str) -> None:
    """Does the same within a transaction that writes.

    :raises FullMatchError: if the match has too many phones already.
    """
    seat = _seat(match, device_hash)
    if seat is None and len(match.seats) >= MOST_PHONES:
        raise FullMatchError(Full.PHONES)
    if seat is None:
        match.seats.append(Seat(device_hash=device_hash, label="", created_at=datetime.now(UTC)))
    else:
        seat.ended_at, seat.through_book = None, False
    db.session.flush()


def _seat(match: Match, device_hash: str) -> Seat | None:
    return db.session.scalar(select(Seat).where(Seat.match_id == match.id, Seat.device_hash == device_hash))


def name_seat(match: Match, device: str | None, label: str) -> None:
    """Names the owner of the phone *device*.

    :raises ValueError: if *label* is not a valid name.
    :raises NoSeatError: if the device has no seat in the match, as all functions below.
    """
    name = " ".join(label.split())
    if not is_name(name):
        raise ValueError(f"not a name: {label!r}")

    def note(locked: Match) -> None:
        require_seat(locked, device).label = name

    _as_player(match, device, note)


def end_seat(match: Match, seat_id: int, device: str | None) -> None:
    """Ends another device's seat, and if *device* has a seat in the book, also the other's seat there.

    :raises LookupError: if the match has no such seat, or if it is the device's own.
    """

    def end(locked: Match) -> None:
        mine = require_seat(locked, device)
        others = {seat.id: seat for seat in locked.live_seats if seat is not mine}
        if seat_id not in others:
            raise LookupError(f"no other seat {seat_id} in match {locked.id}")
        _end(locked, [others[seat_id]], mine)
        _stand_alone(locked)

    _as_player(match, device, end)


def renew_watching(match: Match, device: str | None, *, end_others: bool = False) -> None:
    """Renews the viewing link of *match*; the old one stops working.

    *end_others* also ends every seat except the device's own, and renews the scoring link, with which the
    others could return.
    """
    links = (_renew_viewing_link, _renew_scoring_link) if end_others else (_renew_viewing_link,)
    _renew(match, device, links, end_others)


def renew_scoring(match: Match, device: str | None, *, end_others: bool = False) -> None:
    """Renews the scoring link of *match*. Existing seats stay."""
    _renew(match, device, (_renew_scoring_link,), end_others)


def _renew_viewing_link(match: Match) -> None:
    remember_renewed(match.id, match.watch_hash)
    match.watch_seed, match.watch_hash = new_link(VIEWING)


def _renew_scoring_link(match: Match) -> None:
    remember_renewed(match.id, match.score_hash)
    match.score_seed, match.score_hash = new_link(SCORING)


def new_link(purpose: str) -> tuple[str, str]:
    """The random value of a new link, and its hash."""
    seed = new_seed()
    return seed, hashed(token(purpose, seed))


def _renew(
    match: Match, device: str | None, links: Iterable[Callable[[Match], None]], end_others: bool
) -> None:
    """Renews *links* of *match*."""

    def renew(locked: Match) -> None:
        for renew_link in links:
            renew_link(locked)
        _stand_alone(locked)
        if end_others:
            _end_others(locked, device)

    _as_player(match, device, renew)


def _stand_alone(match: Match) -> None:
    """Detaches *match* from the one it is a rematch of, whose links the removed phones still have."""
    match.rematch_of = None


def _end_others(match: Match, device: str | None) -> None:
    mine = require_seat(match, device)
    _end(match, [seat for seat in match.live_seats if seat is not mine], mine)


def _end(match: Match, seats: Iterable[Seat], mine: Seat) -> None:
    """Ends *seats* for good: a seat in the book does not bring them back.

    Who was removed should not score in the rematch either. So the seat in the book ends too, if the one who
    removes has one: a guest in a single match has no say in the book. But whoever started the match can
    always remove others from it: if they have put it in a book of their own, it leaves that book.
    """
    in_charge = match.book_id is not None and find_book_seat(match.book_id, mine.device_hash) is not None
    gone = list(seats)
    for seat in gone:
        seat.ended_at, seat.through_book = datetime.now(UTC), False
    if match.book_id is not None and in_charge:
        end_in_book(match.book_id, [seat.device_hash for seat in gone])
    elif match.book_id is not None and mine.id == min(seat.id for seat in match.seats):
        _leave_book(match)


def _leave_book(match: Match) -> None:
    """Takes *match* out of its book, with the seats that phones have through it."""
    for seat in match.live_seats:
        if seat.through_book:
            seat.ended_at, seat.through_book = datetime.now(UTC), False
    book_id = match.book_id
    match.leave_book()
    outdate_ratings(book_id, match.played_on)


def end_in_book(book_id: int, devices: Collection[str]) -> None:
    """Ends the seats of devices in a book, and all seats in matches that they got through the book.

    The scoring link of the book is renewed if any had a seat, or they could return.
    """
    now = datetime.now(UTC)
    in_book = select(Match.id).where(Match.book_id == book_id)
    theirs = update(BookSeat).where(BookSeat.book_id == book_id, BookSeat.device_hash.in_(devices))
    ended = db.session.scalars(
        theirs.where(BookSeat.ended_at.is_(None)).values(ended_at=now).returning(BookSeat.id)
    ).all()
    db.session.execute(
        update(Seat)
        .where(Seat.device_hash.in_(devices), Seat.match_id.in_(in_book))
        .where(Seat.through_book, Seat.ended_at.is_(None))
        .values(ended_at=now),
        execution_options={"synchronize_session": "fetch"},
    )
    if ended:
        renew_scoring_link_of(db.session.get_one(Book, book_id, with_for_update={"key_share": True}))


def renew_scoring_link_of(book: Book) -> None:
    """Renews the scoring link of a book, in a transaction that writes."""
    remember_renewed_of_book(book.id, book.score_hash)
    book.score_seed, book.score_hash = new_link(SCORING_BOOK)


def _as_player(match: Match, device: str | None, act: Callable[[Match], None]) -> None:
    """Calls *act* with the match, locked, if *device* has a seat in it."""
    match_id = match.id

    def acting() -> None:
        locked = locked_match(match_id)
        require_seat(locked, device)
        act(locked)

    once(acting)


def locked_match(match_id: int) -> Match:
    """The match, locked and read anew; other writers wait. Ratings can still refer to it."""
    return db.session.get_one(Match, match_id, populate_existing=True, with_for_update={"key_share": True})
