"""The rules that a new match in a book starts with."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from models.gin.rules.seating import Table
from models.records.books.book_writes import Done, write_book
from models.records.books.match_search import MatchFilter, find_matches
from models.records.database.base import db
from models.records.saving.pipeline import Entry
from models.records.tables.book import Book
from models.records.tables.book_change import BookChange, BookChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match

TWO = 2


def usual_rules(book: Book, player_ids: Sequence[int] = ()) -> Agreement | None:
    """The rules that a new match of these players starts with, or one of anybody; None before the first.

    Two go on with those of their last match, unless the rules of *book* have been changed since. All others
    take the rules of the book, or if there are none, those of their newest match, or of the newest of all.
    """
    if len(player_ids) == TWO and (last := _last_of_two(book, player_ids)):
        return rules_after(book, last)
    if book.usual_rules is not None:
        return book.usual_rules
    theirs = find_matches(book, MatchFilter(tuple(player_ids)), limit=1) if player_ids else []
    newest = theirs or find_matches(book, MatchFilter(), limit=1)
    return newest[0].agreement if newest else None


def rules_after(book: Book, last: Match) -> Agreement:
    """The rules that a new match starts with of the two whose *last* match this is."""
    if book.usual_rules is None:
        return last.agreement
    changed = _changed_at(book)
    return book.usual_rules if changed is not None and changed > last.created_at else last.agreement


def _last_of_two(book: Book, player_ids: Sequence[int]) -> Match | None:
    wanted = MatchFilter(tuple(player_ids), table=Table.TWO)
    return next(iter(find_matches(book, wanted, limit=1)), None)


def _changed_at(book: Book) -> datetime | None:
    """When the rules of *book* were last changed; None if they came with it from a file."""
    changes = select(BookChange.at).where(
        BookChange.book_id == book.id, BookChange.kind == BookChangeKind.RULES
    )
    return db.session.scalar(changes.order_by(BookChange.version.desc()).limit(1))


def agree_on(book: Book, agreed: Agreement | None, entry: Entry) -> None:
    """Sets the usual rules of *book*; None for no rules of its own.

    Matches keep the rules that they were started with.
    """

    def agree(locked: Book) -> Done | None:
        before, locked.usual_rules = locked.usual_rules, agreed
        if before == agreed:
            return None
        return Done(BookChangeKind.RULES, {"agreed_before": before, "agreed_after": agreed})

    write_book(book, entry, agree)
