"""The state of a match that an ETag is computed from, in one query."""

import hmac
from contextlib import closing
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Dialect, Select, and_, bindparam, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import aliased
from sqlalchemy.pool import PoolProxiedConnection

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
    key, dialect = hashed(watch), db.engine.dialect
    text, values = _asked(dialect, watch=key, device=hashed(device or ""))
    raised = _raised_by(dialect)
    # The driver is asked directly: SQLAlchemy's processing of the row costs more than the row.
    try:
        with closing(db.engine.raw_connection()) as connection:
            row = _row(connection, text, values)
    except raised as error:
        raise DBAPIError.instance(text, None, error, raised, hide_parameters=True, dialect=dialect) from error
    if row is None or not hmac.compare_digest(row[0], key):
        return None
    return PageState(*row[1:])


def _raised_by(dialect: Dialect) -> type[Exception]:
    """The class of all errors of the dialect's driver."""
    error: type[Exception] = dialect.dbapi.Error  # type: ignore[union-attr]
    return error


def _row(connection: PoolProxiedConnection, text: str, values: Any) -> Any:
    """The row that a query finds, or None. A connection that was cut is replaced."""
    dialect = db.engine.dialect
    try:
        with closing(connection.cursor()) as cursor:
            cursor.execute(text, values)
            return cursor.fetchone()
    except _raised_by(dialect) as error:
        if dialect.is_disconnect(error, connection, None):  # type: ignore[arg-type]
            connection.invalidate()
        raise


def _asked(dialect: Dialect, **values: str) -> tuple[str, Any]:
    """The query as SQL text, and *values* as the driver takes them."""
    compiled = _compiled(dialect)
    in_order = compiled.positiontup
    return str(compiled), values if in_order is None else tuple(values[name] for name in in_order)


@lru_cache(maxsize=8)
def _compiled(dialect: Dialect) -> Any:
    """Compiled once, because nothing is queried as often."""
    return _query().compile(dialect=dialect)


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
