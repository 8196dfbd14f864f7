"""The state of a match that an ETag is computed from, in one query."""

import hmac
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, bindparam, func, select
from sqlalchemy.orm import aliased

from models.records.database.base import db
from models.records.finding.matches import is_book_seat, is_seat
from models.records.tables.book import Book
from models.records.tables.change import Change
from models.records.tables.match import Match
from models.records.tables.seat import Seat
from models.records.tables.shared import hashed


class PageState(NamedTuple):
    """Everything in a match that its pages depend on, for one device. Equal states make equal pages."""

    match_id: int
    version: int
    last_entry: str
    upcard: str | None
    tells_missed: bool
    seat_id: int | None
    """The device's own seat; None for a viewer."""
    seat_label: str | None
    writer_label: str | None
    """The label of the seat that made the last change."""
    rematch_id: int | None
    """The rematch that was started last."""
    unversioned_changes: int
    book_seat_id: int | None
    """The device's seat in the book of the match."""
    through_book: bool | None
    """Whether its own seat is through the book."""
    looks_after_book: bool | None
    all_look_after_book: bool | None

    @property
    def may_score(self) -> bool:
        """Whether the device has a seat, or gets one through the book."""
        return self.seat_id is not None or self.book_seat_id is not None


def state_of(watch: str, device: str | None) -> PageState | None:
    """The state of the match of a viewing link, for *device*.

    :raises sqlalchemy.exc.DBAPIError: if the database fails.
    """
    key = hashed(watch)
    with db.engine.connect() as connection:
        row = connection.execute(_query(), {"watch": key, "device": hashed(device or "")}).first()
    if row is None or not hmac.compare_digest(row[0], key):
        return None
    return PageState(*row[1:])


@cache
def _query() -> Select[Any]:
    """Selects columns only, no records."""
    in_book, writer, rematch = aliased(Seat), aliased(Seat), aliased(Match)
    newest = select(func.max(rematch.id)).where(rematch.rematch_of == Match.id).scalar_subquery()
    return (
        select(
            Match.watch_hash,
            Match.id,
            Match.version,
            Match.last_entry,
            Match.upcard,
            Match.tells_missed,
            Seat.id,
            Seat.label,
            writer.label,
            newest,
            Match.unversioned_changes,
            in_book.id,
            Seat.through_book,
            in_book.looks_after,
            Book.all_look_after,
        )
        .outerjoin(Book, Book.id == Match.book_id)
        .outerjoin(Seat, is_seat(bindparam("device")))
        .outerjoin(in_book, is_book_seat(bindparam("device"), in_book))
        .outerjoin(Change, and_(Change.match_id == Match.id, Change.version == Match.version))
        .outerjoin(writer, writer.id == Change.seat_id)
        .where(Match.watch_hash == bindparam("watch"))
    )
