"""Books as documents: written for a file, match by match."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from sqlalchemy import select

from models.gin.document import writing_books
from models.gin.document.books import BookHead, BookMatch, BookPlayer, UsualRules
from models.gin.rules.presets import PRESETS
from models.records.books.players import players_of
from models.records.database.base import db
from models.records.files.many_matches import loose_matches, matches_inside
from models.records.files.match_documents import document_of
from models.records.files.unpublished import is_published
from models.records.finding.matches import is_live_seat
from models.records.tables.book import Book
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.player import Player
from models.records.tables.tokens import hashed
from models.records.tables.unreadable import is_damaged, left_out

Progress = Callable[[], None]
"""Told after each match."""


def unseen() -> None:
    """Progress that nobody follows."""


def lines_of_book(book: Book, progress: Progress = unseen) -> Iterator[str]:
    """The file of *book*, line by line. No link, no phone, no history.

    All is of one moment, as long as nothing else is done in the session.
    """
    return writing_books.book_lines(*_book(book, progress), number_left_out)


def lines_of_everything(device: str | None, progress: Progress = unseen) -> Iterator[str]:
    """The file of all books and matches in which *device* can score; without a device, of all there are."""
    books = [_book(book, progress) for book in all_books_of(device)]
    loose = (_entry(match, None, progress) for match in loose_matches(device))
    return writing_books.all_lines(books, loose, number_left_out)


def number_left_out() -> int:
    """How many matches could not be read."""
    return len(left_out())


def all_books_of(device: str | None) -> Sequence[Book]:
    """The books in which *device* can score, the oldest first; without a device, all."""
    query = select(Book).where(is_published()).order_by(Book.id)
    if device is not None:
        query = query.join(Book.seats).where(is_live_seat(hashed(device)))
    return db.session.scalars(query).all()


def _book(book: Book, progress: Progress) -> tuple[BookHead, Iterator[BookMatch]]:
    players = in_order(players_of(book))
    places = {player.id: place for place, player in enumerate(players)}
    return head_of(book, players), (_entry(match, places, progress) for match in matches_inside(book))


def in_order(players: Sequence[Player]) -> list[Player]:
    """*players* by their names, the same on every database."""
    return sorted(players, key=lambda each: (each.folded_name, each.note, each.document_id))


def head_of(book: Book, players: Sequence[Player]) -> BookHead:
    """*book* without its matches."""
    return BookHead(
        book.document_id,
        book.name,
        None if is_damaged(book.created_at) else book.created_at,
        _usual(book.usual_rules) if book.usual_rules else None,
        tuple(BookPlayer(each.document_id, each.name, each.note) for each in players),
    )


def _usual(agreed: Agreement) -> UsualRules:
    preset = agreed.preset if agreed.preset in PRESETS else ""
    return UsualRules(agreed.rules, preset, agreed.rules_name)


def _entry(match: Match, places: Mapping[int, int] | None, progress: Progress) -> BookMatch:
    """A match as an entry; without *places* of players in a book it is in none."""
    progress()
    sitting = () if places is None else match.player_ids
    players = tuple(None if each is None else (places or {})[each] for each in sitting)
    return BookMatch(document_of(match), players, match.played_on)
