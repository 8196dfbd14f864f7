"""Reads all matches of a book, or of a phone, some at a time, so that a hundred thousand need no memory."""

from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import Select, exists, func, or_, select, tuple_
from sqlalchemy.orm import aliased

from models.records.database.base import db
from models.records.finding.matches import is_book_seat, is_seat
from models.records.tables.book import Book
from models.records.tables.match import Match, readable
from models.records.tables.seat import Seat
from models.records.tables.sheet_row import records_of_all
from models.records.tables.tokens import hashed
from models.records.tables.unreadable import left_out

AT_ONCE = 100
"""How many matches are read together."""


def matches_inside(book: Book) -> Iterator[Match]:
    """The matches of *book* with their hands, the first one first."""
    inside = select(Match).where(Match.book_id == book.id)

    def after(last: Match | None) -> Select[Match]:
        if last is None:
            return inside
        later = tuple_(Match.played_on, Match.id) > tuple_(last.played_on, last.id)
        # The first condition says no more, but lets every database read only a part of the index.
        return inside.where(Match.played_on >= last.played_on, later)

    return _each(lambda last: after(last).order_by(Match.played_on, Match.id))


def loose_matches(device: str | None) -> Iterator[Match]:
    """The matches with their hands in which *device* can score, and which are in no book of the phone.

    Without a device, all that are in no book.
    """
    return _each(lambda last: _loose(device).where(Match.id > (last.id if last else 0)).order_by(Match.id))


def _loose(device: str | None) -> Select[Match]:
    if device is None:
        return select(Match).where(Match.book_id.is_(None))
    key = hashed(device)
    outside = or_(Match.book_id.is_(None), ~exists().where(is_book_seat(key, aliased(Seat))))
    return select(Match).join(Match.seats).where(is_seat(key), outside)


def number_of_loose(device: str | None) -> int:
    """How many there are."""
    return db.session.scalar(select(func.count()).select_from(_loose(device).subquery())) or 0


def number_inside(books: Sequence[Book]) -> int:
    """How many matches *books* have."""
    ids = [book.id for book in books]
    return db.session.scalar(select(func.count()).where(Match.book_id.in_(ids))) or 0


def read_hands(matches: Sequence[Match]) -> None:
    """Reads the hands of *matches* together, before each would ask for its own."""
    records = records_of_all(match.id for match in matches)
    for match in matches:
        if match.id in records:
            match.know_records(records[match.id])


def _each(part: Callable[[Match | None], Select[Match]]) -> Iterator[Match]:
    """The matches that can be read, asked for in parts after the last one; each is forgotten."""
    last: Match | None = None
    while matches := list(db.session.scalars(_others(part(last)).limit(AT_ONCE))):
        read_hands(matches)
        for match in matches:
            db.session.expunge(match)
            for last in readable([match], with_sheets=True):
                yield last


def _others(asked: Select[Match]) -> Select[Match]:
    """Those that were not left out before: a damaged day says nothing about what comes after it."""
    return asked.where(Match.id.not_in(left_out())) if left_out() else asked
