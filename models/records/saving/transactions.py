"""Transactions, repeated once after a conflict."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import IntegrityError

from models.records.database.base import db, start_writing
from models.records.tables.shared import SharedRecord

T = TypeVar("T")
Row = TypeVar("Row", bound=SharedRecord)


def once(write: Callable[[], T], *, keep_read: bool = False) -> T:
    """Calls *write* in one transaction and commits it.

    If the database refuses because another device has just written the same, *write* is called again and
    finds what is there. With *keep_read* it locks what it has read before, and reads it anew only if that is
    outdated.
    """
    try:
        return _in_one_transaction(write, keep_read)
    except IntegrityError:
        return _in_one_transaction(write, keep_read=False)


def _in_one_transaction(write: Callable[[], T], keep_read: bool) -> T:
    start_writing(keep_read=keep_read)
    try:
        answer = write()
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    return answer


def lock_row(of: type[Row], row_id: int) -> Row:
    """A match or a book, locked and read anew; other writers wait. Rows that refer to it can still be added.

    :raises sqlalchemy.exc.NoResultFound: if it was deleted.
    """
    return db.session.get_one(of, row_id, populate_existing=True, with_for_update={"key_share": True})
