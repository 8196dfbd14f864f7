"""Transactions, repeated once after a conflict."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import IntegrityError

from models.records.base import db, start_writing

T = TypeVar("T")


def once(write: Callable[[], T]) -> T:
    """Calls *write* in one transaction and commits it.

    If the database refuses because another device has just written the same, *write* is called again and
    finds what is there.
    """
    try:
        return _in_one_transaction(write)
    except IntegrityError:
        return _in_one_transaction(write)


def _in_one_transaction(write: Callable[[], T]) -> T:
    start_writing()
    try:
        answer = write()
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    return answer
