"""Creates and finds matches."""

import hmac
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import BindParameter, ColumnElement, Select, and_, bindparam, func, select
from sqlalchemy.orm import aliased, contains_eager, lazyload

from models.records.database import schema
from models.records.database.base import db
from models.records.tables.book import Book
from models.records.tables.change import Change
from models.records.tables.match import Match, readable
from models.records.tables.place import Place
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, RenewedLink, SharedRecord, hashed, token, watch_token

S = TypeVar("S", bound=SharedRecord)


@dataclass(frozen=True, slots=True)
class Opened:
    """A match as a device sees it at its viewing link."""

    match: Match
    seat: Seat | None
    """The device's own seat, or the one that it gets through the book; None for a viewer."""
    last_change: Change | None
    """The last change; None if there is none."""
    rematch: str | None
    """The viewing link of the rematch that was started last."""


def open_match(watch: str, device: str | None) -> Opened | None:
    """The match of a viewing link, with everything its sheet needs except the hands: one query."""
    key = hashed(watch)
    values = {"watch": key, "device": hashed(device or "")}
    row = db.session.execute(_opening(), values).unique().first()
    if row is None or not hmac.compare_digest(row[0].watch_hash, key):
        return None
    match, seat, change, _writer, seed = row
    own_seat = seat or seat_through_book(match, device)
    return Opened(match, own_seat, change, seed and token(Link.VIEWING, seed))


@cache
def _opening() -> Select[Match, Seat, Change, Seat, str]:
    """The query of :func:`open_match`, built once.

    The seat of the last change is selected beside it: SQLAlchemy finds it among the records of the session,
    which takes less than to load it as part of the change.
    """
    rematch, any_rematch, writer = aliased(Match), aliased(Match), aliased(Seat)
    newest = select(func.max(any_rematch.id)).where(any_rematch.rematch_of == Match.id).correlate(Match)
    return (
        select(Match, Seat, Change, writer, rematch.watch_seed)
        .join(Match.places)
        .options(contains_eager(Match.places), lazyload(Change.seat))
        .outerjoin(Seat, is_seat(bindparam("device")))
        .outerjoin(Change, and_(Change.match_id == Match.id, Change.version == Match.version))
        .outerjoin(writer, writer.id == Change.seat_id)
        .outerjoin(rematch, rematch.id == newest.scalar_subquery())
        .where(Match.watch_hash == bindparam("watch"))
        .order_by(Place.place)
    )


def is_live_seat(device_hash: str | BindParameter[Any], seat: type[Seat] = Seat) -> ColumnElement[bool]:
    """The condition that finds the seats of a device."""
    return and_(seat.device_hash == device_hash, seat.ended_at.is_(None))


def is_seat(device_hash: str | BindParameter[Any]) -> ColumnElement[bool]:
    """The condition that finds a device's own seat."""
    return and_(Seat.match_id == Match.id, is_live_seat(device_hash))


def is_book_seat(device_hash: str | BindParameter[Any], seat: type[Seat] = Seat) -> ColumnElement[bool]:
    """The condition that finds a device's own seat in the book of a match."""
    return and_(seat.book_id == Match.book_id, is_live_seat(device_hash, seat))


def open_to_write(watch: str, device: str | None) -> Opened | None:
    """The match for a device that wants to change something, without what only the sheet needs."""
    key = hashed(watch)
    asked = {"watch": key, "device": hashed(device or "")}
    row = db.session.execute(_writing(), asked).unique().first()
    if row is None or not hmac.compare_digest(row[0].watch_hash, key):
        return None
    return Opened(row[0], row[1] or seat_through_book(row[0], device), None, None)


@cache
def _writing() -> Select[Match, Seat]:
    """The query of :func:`open_to_write`, built once."""
    return (
        select(Match, Seat)
        .join(Match.places)
        .options(contains_eager(Match.places))
        .outerjoin(Seat, is_seat(bindparam("device")))
        .where(Match.watch_hash == bindparam("watch"))
        .order_by(Place.place)
    )


def find_match(watch: str) -> Match | None:
    return find_shared(Match, Link.VIEWING, watch)


def find_shared(of: type[S], link: Link, text: str) -> S | None:
    """The match or the book that a link opens, without its path."""
    column, key = f"{link}_hash", hashed(text)
    record = db.session.scalar(select(of).where(getattr(of, column) == key))
    return record if record and hmac.compare_digest(getattr(record, column), key) else None


def find_renewed(watch: str, device: str | None) -> Match | None:
    """The match that a viewing link opened until it was renewed, if *device* has a seat in it."""
    opened = RenewedLink.link_hash == hashed(watch)
    query = select(Match).join(RenewedLink, RenewedLink.match_id == Match.id).where(opened)
    match = db.session.scalar(query)
    return match if match and find_seat(match, device) else None


def opens_newest_match() -> bool:
    """Whether the newest match was started with the secret key that is used now.

    True if there is no match, or the database still has to be migrated.
    """
    if not schema.is_current():
        return True
    newest = db.session.scalar(select(Match).order_by(Match.id.desc()).limit(1))
    return newest is None or hashed(watch_token(newest)) == newest.watch_hash


def matches_of(device: str | None, limit: int | None = 100) -> list[Match]:
    """The matches in which *device* has a seat, the one changed last first; all of them without a *limit*."""
    if device is None:
        return []
    query = select(Match).join(Seat, is_seat(hashed(device)))
    return readable(db.session.scalars(query.order_by(Match.changed_at.desc(), Match.id.desc()).limit(limit)))


def newest_in(books: Collection[Book], limit: int = 100) -> list[Match]:
    """The matches of *books*, the one changed last first."""
    mine = select(Match).where(Match.book_id.in_([book.id for book in books]))
    return readable(db.session.scalars(mine.order_by(Match.changed_at.desc(), Match.id.desc()).limit(limit)))


def matches_at(watched: Iterable[str]) -> list[Match]:
    """The matches of these viewing links, the one changed last first."""
    keys = [hashed(watch) for watch in watched]
    shown = select(Match).where(Match.watch_hash.in_(keys))
    newest = shown.order_by(Match.changed_at.desc(), Match.id.desc())
    return readable(db.session.scalars(newest)) if keys else []


def find_seat(shared: SharedRecord, device: str | None) -> Seat | None:
    """The seat of *device* in a match or a book; None for a viewer, or if the seat was ended."""
    return None if device is None else _live(_seat(shared.key, shared.id, hashed(device)))


def _seat(key: str, shared_id: int, device_hash: str) -> Seat | None:
    """The seat of a device, also one that was ended. *key* is the column of the match or the book."""
    here = getattr(Seat, key) == shared_id
    return db.session.scalar(select(Seat).where(here, Seat.device_hash == device_hash))


def _live(seat: Seat | None) -> Seat | None:
    return seat if seat and seat.ended_at is None else None


def seat_through_book(match: Match, device: str | None) -> Seat | None:
    """The seat that *device* will get in *match* with its first write, because it has one in the book.

    It is not stored yet: a page changes nothing. None if the device has no seat in the book, or was removed
    from the match itself; who looks after the book can't be.
    """
    if device is None or match.book_id is None:
        return None
    in_book = _live(_seat(Book.key, match.book_id, hashed(device)))
    if in_book is None:
        return None
    own = _seat(Match.key, match.id, hashed(device))
    if own is not None and not own.through_book and not in_book.looks_after:
        return _live(own)
    return Seat(device_hash=hashed(device), label=in_book.label, through_book=True)


def number_of_hands(book: Book) -> int:
    """How many hands are on the sheets of *book*."""
    hands = Match.__table__.c.hands_played
    return db.session.scalar(select(func.sum(hands)).where(Match.book_id == book.id)) or 0
