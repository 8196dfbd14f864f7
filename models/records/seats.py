"""Who may write in a match: seats are taken, named and ended, and links renewed."""

from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import select

from models.gin.document.reading import is_name
from models.records.base import db
from models.records.match import Match
from models.records.seat import Seat
from models.records.tokens import SCORING, WATCHING, hashed, new_seed, token
from models.records.transactions import once


class NoSeatError(Exception):
    """Raised when a device writes in a match in which it has no seat."""


def find_seat(match: Match, device: str | None) -> Seat | None:
    """The seat that *device* has in *match*; a viewer has none, and who had one has none any more."""
    if device is None:
        return None
    seat = _seat(match, hashed(device))
    return seat if seat and seat.ended_at is None else None


def require_seat(match: Match, device: str | None) -> Seat:
    """The seat that *device* has in *match*.

    :raises NoSeatError: if it has none.
    """
    seat = find_seat(match, device)
    if seat is None:
        raise NoSeatError(f"no seat in match {match.id}")
    return seat


def take_seat(match: Match, device: str) -> None:
    """Lets *device* write in *match*; one whose seat has ended has it again."""
    match_id, device_hash = match.id, hashed(device)
    once(lambda: admit(db.session.get_one(Match, match_id), device_hash))


def admit(match: Match, device_hash: str) -> None:
    """The same inside a transaction that writes."""
    seat = _seat(match, device_hash)
    if seat is None:
        match.seats.append(Seat(device_hash=device_hash, label="", created_at=datetime.now(UTC)))
    else:
        seat.ended_at = None
    db.session.flush()


def _seat(match: Match, device_hash: str) -> Seat | None:
    return db.session.scalar(select(Seat).where(Seat.match_id == match.id, Seat.device_hash == device_hash))


def name_seat(match: Match, device: str | None, label: str) -> None:
    """Notes whose phone *device* is.

    :raises ValueError: if *label* is no name.
    :raises NoSeatError: if the device has no seat in the match; so do all that follow.
    """
    name = " ".join(label.split())
    if not is_name(name):
        raise ValueError(f"not a name: {label!r}")

    def note(locked: Match) -> None:
        require_seat(locked, device).label = name

    _as_player(match, device, note)


def end_seat(match: Match, seat_id: int, device: str | None) -> None:
    """Takes the right to write away from another device.

    :raises LookupError: if the match has no such seat, or it is the device's own.
    """

    def end(locked: Match) -> None:
        mine = require_seat(locked, device)
        others = {seat.id: seat for seat in locked.live_seats if seat is not mine}
        if seat_id not in others:
            raise LookupError(f"no other seat {seat_id} in match {locked.id}")
        others[seat_id].ended_at = datetime.now(UTC)
        _stand_alone(locked)

    _as_player(match, device, end)


def renew_watching(match: Match, device: str | None, *, end_others: bool = False) -> None:
    """Gives *match* another watching link; the old one shows nothing any more.

    *end_others* ends every seat but the device's own.
    """

    def lead(locked: Match) -> None:
        locked.watch_seed, locked.watch_hash = _new_link(WATCHING)

    _renew(match, device, lead, end_others)


def renew_scoring(match: Match, device: str | None, *, end_others: bool = False) -> None:
    """Gives *match* another scoring link; the old one gives no seat any more. Seats that were taken stay."""

    def lead(locked: Match) -> None:
        locked.score_seed, locked.score_hash = _new_link(SCORING)

    _renew(match, device, lead, end_others)


def _new_link(purpose: str) -> tuple[str, str]:
    """What another link is made from, and what is kept of it."""
    seed = new_seed()
    return seed, hashed(token(purpose, seed))


def _renew(match: Match, device: str | None, lead: Callable[[Match], None], end_others: bool) -> None:
    """Lets another link lead to *match*."""

    def renew(locked: Match) -> None:
        lead(locked)
        _stand_alone(locked)
        if end_others:
            _end_others(locked, device)

    _as_player(match, device, renew)


def _stand_alone(match: Match) -> None:
    """Cuts the way that leads here from the game before: whoever was shut out still has that one's links."""
    match.rematch_of = None


def _end_others(match: Match, device: str | None) -> None:
    mine = require_seat(match, device)
    for seat in match.live_seats:
        if seat is not mine:
            seat.ended_at = datetime.now(UTC)


def _as_player(match: Match, device: str | None, act: Callable[[Match], None]) -> None:
    """Does *act* to the match, read anew and locked, if *device* may write in it."""
    match_id = match.id

    def acting() -> None:
        locked = locked_match(match_id)
        require_seat(locked, device)
        act(locked)

    once(acting)


def locked_match(match_id: int) -> Match:
    """The match, read anew; whoever else wants to write in it waits."""
    return db.session.get_one(Match, match_id, populate_existing=True, with_for_update=True)
