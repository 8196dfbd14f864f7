"""On which day a match or a book was last opened, and deleting those that nobody opens any more.

A match in a book stays as long as the book, or any of its matches, is opened.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime

from sqlalchemy import ColumnElement, Connection, Update, and_, delete, select, update

from models.records.database import postgresql, sqlite
from models.records.database.base import db, once
from models.records.saving.deletion import delete_row, overwrite_deleted
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.shared import SharedRecord
from models.records.tables.unreadable import is_damaged


def note_opening(shared: SharedRecord) -> None:
    """Stores that a page of a match, and so of its book, or of a book was opened today, once a day.

    Nobody waits for it: if the database is locked, full or read-only, another page will store it.
    """
    today = datetime.now(UTC).date()
    if is_damaged(shared.opened_on) or shared.opened_on >= today:
        return
    notes = [_opened(type(shared), shared.id, today)]
    if isinstance(shared, Match) and shared.book_id is not None:
        notes.append(_opened(Book, shared.book_id, today))
    with suppress(*sqlite.FAILURES):
        _write_at_once(notes)


def _opened(of: type[SharedRecord], shared_id: int, today: date) -> Update:
    return update(of).where(of.id == shared_id, of.opened_on < today).values(opened_on=today)


def _write_at_once(notes: Iterable[Update]) -> None:
    with db.engine.connect().execution_options(writing=True) as connection:
        if connection.dialect.name == "sqlite":
            with sqlite.waiting_at_most(0, connection), connection.begin():
                _write(connection, notes)
        else:
            with connection.begin():
                postgresql.without_waiting(connection)
                _write(connection, notes)


def _write(connection: Connection, notes: Iterable[Update]) -> None:
    for note in notes:
        connection.execute(note)


def months_ago(months: int) -> date:
    """The first day that is at most so many *months* ago, in UTC."""
    return _months_before(datetime.now(UTC).date(), months)


def _months_before(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, 28))


def unused_between(months: int) -> tuple[date, date] | None:
    """The days of last use between which the line is drawn if the clock may be years ahead, else None.

    It may be if what was not used for so many *months* is all there is, or was last used as long before
    everything else. Then what was used while the clock was ahead is all that would stay.
    """
    day, uses = months_ago(months), _last_uses()
    newest = max((each for each in uses if each < day), default=None)
    oldest = min((each for each in uses if each >= day), default=datetime.now(UTC).date())
    is_far = newest is not None and newest <= _months_before(oldest, months)
    return (newest, oldest) if newest and is_far else None


def _last_uses() -> list[date]:
    """On which day each match, and each book without one, was last opened or changed, itself or its book."""
    matches = select(Match.opened_on, Match.changed_at, Book.opened_on).outerjoin(Book)
    empty = select(Book.opened_on).where(~_has_matches())
    return [
        max(opened, changed.astimezone(UTC).date(), of_book or date.min)
        for opened, changed, of_book in db.session.execute(matches)
    ] + list(db.session.scalars(empty))


def unopened_since(day: date) -> list[int]:
    """The ids of the matches that were neither opened nor changed since *day*."""
    return list(db.session.scalars(select(Match.id).where(_unopened(day)).order_by(Match.id)))


def _unopened(day: date) -> ColumnElement[bool]:
    """Selects the matches that were neither opened nor changed since *day*, and neither was their book."""
    in_use = select(Book.id).where(Book.id == Match.book_id, Book.opened_on >= day)
    return and_(
        Match.opened_on < day,
        Match.changed_at < datetime(day.year, day.month, day.day, tzinfo=UTC),
        ~in_use.exists(),
    )


def delete_unopened(match_ids: Iterable[int], day: date) -> Iterator[bool]:
    """Deletes these matches one after another, except those that were opened since *day* after all."""
    for match_id in match_ids:

        def act(which: int = match_id) -> bool:
            unopened = select(Match).where(Match.id == which, _unopened(day))
            match = db.session.scalar(unopened.with_for_update(key_share=True))
            if match is not None:
                delete_row(match)
            return match is not None

        yield once(act)
        db.session.remove()
    once(lambda: _delete_empty_books(day))
    overwrite_deleted()


def _delete_empty_books(day: date) -> None:
    """Deletes the books that were not opened since *day*, and have no match any more."""
    db.session.execute(
        delete(Book).where(Book.opened_on < day, ~_has_matches()),
        execution_options={"synchronize_session": False},
    )


def _has_matches() -> ColumnElement[bool]:
    return select(Match.id).where(Match.book_id == Book.id).exists()
