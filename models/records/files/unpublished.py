"""Books that nobody sees yet: an import writes its matches into them, a few in each transaction.

A book without a seat is unpublished: no phone can score in it, nobody knows its links, and the seats in its
matches have ended. Only the last transaction of an import publishes what is in it. One that is left after its
import was killed is removed when Deadwood starts.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, delete, select, update

from models.records.books.books import with_new_links
from models.records.database.base import db, once
from models.records.saving.deletion import overwrite_deleted
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.place import PLACES
from models.records.tables.player import Player
from models.records.tables.seat import Seat
from models.records.tables.shared import hashed, new_seed

AT_ONCE = 100
"""How many matches are deleted in one transaction."""


def is_published() -> ColumnElement[bool]:
    """The condition for books that a phone has ever been able to score in."""
    return Book.seats.any()


def add_unpublished(name: str = "") -> Book:
    """A new book that nobody sees, in a transaction that writes."""
    book = with_new_links(hashed("unpublished", new_seed()), name)
    db.session.add(book)
    db.session.flush()
    return book


def are_left(book_ids: Collection[int]) -> bool:
    """Whether unpublished books are still there, in a transaction that keeps them."""
    query = select(Book.id).where(Book.id.in_(book_ids)).order_by(Book.id).with_for_update(key_share=True)
    return len(db.session.scalars(query).all()) == len(book_ids)


def give_seats(book_ids: Collection[int]) -> None:
    """Lets the phone that imports score in the matches of unpublished books."""
    inside = select(Match.id).where(Match.book_id.in_(book_ids))
    _quietly(update(Seat).where(Seat.match_id.in_(inside)).values(ended_at=None))


def move(book_id: int, into: int | None) -> None:
    """Moves everything in an unpublished book into another one, or its matches into none, and deletes it."""
    if into:
        _quietly(update(Player).where(Player.book_id == book_id).values(book_id=into))
    _quietly(update(PLACES).where(PLACES.c.book_id == book_id).values(book_id=into))
    _quietly(update(Match).where(Match.book_id == book_id).values(book_id=into))
    _quietly(delete(Book).where(Book.id == book_id))


def _quietly(statement: object) -> None:
    db.session.execute(statement, execution_options={"synchronize_session": False})  # type: ignore[call-overload]


def remove_unpublished(book_ids: Sequence[int] | None = None) -> int:
    """Deletes unpublished books with their matches, a few in each transaction; without ids, all there are.

    An import that goes on meanwhile notices, and starts again.
    """
    query = select(Book.id).where(~is_published())
    ids = db.session.scalars(query if book_ids is None else query.where(Book.id.in_(book_ids))).all()
    # A server that starts asks this too, and a reader that stays keeps SQLite from writing its log back.
    db.session.rollback()
    for book_id in ids:
        while once(lambda which=book_id: _remove_some(which)):  # type: ignore[misc]
            pass
    if ids:
        overwrite_deleted()
    return len(ids)


def _remove_some(book_id: int) -> bool:
    """Deletes some matches of a book, and at the end the book itself; whether there is more."""
    if not db.session.scalar(select(Book.id).where(Book.id == book_id, ~is_published())):
        return False
    some = db.session.scalars(select(Match.id).where(Match.book_id == book_id).limit(AT_ONCE)).all()
    if some:
        _quietly(delete(Match).where(Match.id.in_(some)))
    else:
        _quietly(delete(Book).where(Book.id == book_id))
    return bool(some)
