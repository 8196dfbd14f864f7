"""The usual rules of a book and of pairs of its players."""

from collections.abc import Mapping, Sequence

from sqlalchemy import select

from models.records.base import db
from models.records.books.book import Book
from models.records.books.book_change import BookChangeKind
from models.records.books.book_writes import Done, write_book
from models.records.books.pair_rules import PairRules
from models.records.books.players import find_player
from models.records.column_types import Agreement
from models.records.idempotency import Entry

Pair = tuple[int, int]
"""The ids of two players, the smaller one first."""


TWO = 2


def pair_of(one: int, other: int) -> Pair:
    """Two players as a pair.

    >>> pair_of(7, 3)
    (3, 7)
    """
    return (one, other) if one < other else (other, one)


def rules_of_pairs(book: Book) -> Mapping[Pair, Agreement]:
    """The usual rules of all pairs of *book* that have their own."""
    pairs = db.session.scalars(select(PairRules).where(PairRules.book_id == book.id))
    return {(each.player_0, each.player_1): each.agreed for each in pairs}


def usual_rules(book: Book, player_ids: Sequence[int]) -> Agreement | None:
    """The rules that these players usually play by: their own if they are two, else those of *book*."""
    if len(player_ids) != TWO:
        return book.usual_rules
    return rules_of_pairs(book).get(pair_of(*player_ids)) or book.usual_rules


def agree_on(book: Book, agreed: Agreement | None, entry: Entry, pair: Pair | None = None) -> None:
    """Sets the usual rules of *book*, or of two of its players; None if they have none of their own.

    Matches keep the rules that they were started with.

    :raises LookupError: if the book has no such players.
    """
    write_book(book, entry, lambda locked: _agree(locked, agreed, pair))


def _agree(book: Book, agreed: Agreement | None, pair: Pair | None) -> Done | None:
    before = _set_for_pair(book, agreed, pair) if pair else _set_for_book(book, agreed)
    if before == agreed:
        return None
    one, other = pair or (None, None)
    about = {"player_id": one, "other_id": other, "agreed_before": before, "agreed_after": agreed}
    return Done(BookChangeKind.RULES, about)


def _set_for_book(book: Book, agreed: Agreement | None) -> Agreement | None:
    before, book.usual_rules = book.usual_rules, agreed
    return before


def _set_for_pair(book: Book, agreed: Agreement | None, pair: Pair) -> Agreement | None:
    one, other = (find_player(book, each).id for each in pair)
    there = select(PairRules).where(PairRules.player_0 == one, PairRules.player_1 == other)
    known = db.session.scalar(there)
    before = known.agreed if known else None
    if agreed is None:
        if known:
            db.session.delete(known)
    elif known:
        known.agreed = agreed
    else:
        db.session.add(PairRules(book_id=book.id, player_0=one, player_1=other, agreed=agreed))
    return before
