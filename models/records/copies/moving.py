"""Copies the database at one URL into an empty one at another URL, and proves the two equal."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError

from models.records.copies.copying import (
    Progress,
    copy_tables,
    counts,
    digests,
    is_empty,
    reading_one_state,
    unseen,
)
from models.records.database import postgresql, schema, sqlite
from models.records.database.base import UnusableDatabaseError, database_at, db
from models.records.database.refusals import RefusedError, Why
from models.records.database.unreadable import READING


@dataclass(frozen=True, slots=True)
class Moved:
    """What was copied, and is equal in both databases."""

    matches: int
    hands: int
    is_outdated: bool
    """Whether something was written to the original meanwhile."""
    left_out: tuple[int, ...] = ()
    """The ids of matches that the copy can't hold, because something of them is damaged."""


def copy_database(source: str, target: str, progress: Progress = unseen) -> Moved:
    """Copies everything from the database at the URL *source* to the one at *target*, as it is at one moment.

    Every row of the copy is compared with the original before the copy is saved.

    :raises RefusedError: if *source* is no database of this version, if *target* is not empty, if one of them
        does not answer, or if the copy is not equal to the original.
    :raises UnusableDatabaseError: if a URL is not valid.
    """
    with answering_at(source):
        require_current()
        original = reading_one_state()
        rows = digests(original)
        with answering_at(target):
            _make_ready()
            copy = db.session.connection(execution_options={"writing": True})
            if copy.dialect.name == "postgresql":
                postgresql.may_take_long(copy)
            without = copy_tables(original, copy, progress)
            if digests(copy) != (digests(original, without) if without else rows):
                raise RefusedError(Why.DIFFERENT, db.engine.url)
            copied = counts(copy)
            db.session.commit()
        is_outdated = digests(reading_one_state()) != rows
    return Moved(copied["matches"], copied["sheet_rows"], is_outdated, tuple(sorted(without)))


@contextmanager
def answering_at(url: str) -> Iterator[None]:
    """Makes the database at *url* the current one; refuses if it does not answer."""
    with database_at(url):
        try:
            yield
        except DBAPIError as error:
            reason = " ".join(str(error.orig).split())
            raise RefusedError(Why.NO_ANSWER, db.engine.url, reason) from error
        except UnusableDatabaseError:
            raise
        except READING as error:
            raise RefusedError(Why.DAMAGED_DATABASE, db.engine.url) from error


def require_current() -> None:
    """Refuses to use the current database if it is missing, or of another version."""
    if schema.current_revision() is None:
        raise RefusedError(Why.NO_DATABASE, db.engine.url)
    if not schema.is_current():
        raise RefusedError(Why.NOT_CURRENT, db.engine.url)


def _make_ready() -> None:
    """Creates the tables of the current database.

    :raises RefusedError: if it is not empty.
    """
    sqlite.create(db.engine)
    with db.engine.connect() as connection:
        if not is_empty(connection):
            raise RefusedError(Why.NOT_EMPTY, db.engine.url)
    schema.upgrade()
