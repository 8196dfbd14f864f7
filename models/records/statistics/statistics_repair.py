"""Compares the statistics with the sheets that they are counted from, and counts them anew."""

from sqlalchemy import Exists, delete, select

from models.gin.statistics import Statistics
from models.records.base import db
from models.records.books.book import Book
from models.records.match import Match
from models.records.statistics.match_statistics import MATCH_STATISTICS
from models.records.statistics.period_statistics import PERIOD_STATISTICS
from models.records.statistics.statistics_writes import (
    OF_MATCH,
    OF_PERIOD,
    YEAR,
    Columns,
    Touched,
    Whose,
    add_rows,
    add_up,
    months,
    rows_of,
)
from models.records.transactions import once

Sums = dict[tuple[int | None, str], Statistics]
"""Sums by player, None for the whole book, and by period."""


def is_counted(match: Match) -> bool:
    """Whether the rows of *match* are what its sheet says."""
    kept = select(MATCH_STATISTICS).where(OF_MATCH.match_id == match.id).order_by(OF_MATCH.place)
    stored = [dict(row) for row in db.session.execute(kept).mappings()]
    for row in stored:
        del row["id"]
    return stored == rows_of(match)


def is_added_up(book_id: int) -> bool:
    """Whether the sums of a book are those of its matches."""
    return all(_stored(book_id, whose) == _added_up(book_id, whose) for whose in (Whose.BOOK, Whose.ALL))


def _stored(book_id: int, whose: Whose) -> Sums:
    """The stored sums."""
    columns = [OF_PERIOD.player_id, OF_PERIOD.period, *(OF_PERIOD[each] for each in Statistics._fields)]
    found = db.session.execute(select(*columns).where(*whose.rows(OF_PERIOD)), {"book": book_id})
    return {(row[0], row[1]): Statistics(*row[2:]) for row in found}


def _added_up(book_id: int, whose: Whose) -> Sums:
    """The sums that follow from the rows of the matches."""
    sums: Sums = {}
    for _book, player_id, month, *numbers in db.session.execute(months(whose, ever=True), {"book": book_id}):
        for period in (month, month[:YEAR], ""):
            known = sums.get((player_id, period), Statistics())
            sums[player_id, period] = Statistics.total([known, Statistics(*numbers)])
    return sums


def count_everything() -> None:
    """Counts the statistics of all books anew, a book in each transaction."""
    for book_id in db.session.scalars(select(Book.id).where(Book.seats.any()).order_by(Book.id)).all():
        once(lambda which=book_id: _count_book(which))  # type: ignore[misc]
        db.session.expunge_all()


def _count_book(book_id: int) -> None:
    db.session.execute(delete(MATCH_STATISTICS).where(OF_MATCH.book_id == book_id))
    inside = db.session.scalars(select(Match.id).where(Match.book_id == book_id).order_by(Match.id)).all()
    for match_id in inside:
        add_rows(rows_of(db.session.get_one(Match, match_id)))
    db.session.execute(delete(PERIOD_STATISTICS).where(OF_PERIOD.book_id == book_id))
    add_up(Touched(book_id))


def add_up_missing() -> None:
    """Adds up the statistics of books whose matches are counted, but never added up."""
    asked = select(Book.id).where(Book.seats.any(), _has(OF_MATCH), ~_has(OF_PERIOD)).order_by(Book.id)
    for book_id in db.session.scalars(asked).all():
        once(lambda which=book_id: add_up(Touched(which)))  # type: ignore[misc]


def _has(rows: Columns) -> Exists:
    """Whether a book has *rows* of statistics."""
    return select(rows.id).where(rows.book_id == Book.id).exists()
