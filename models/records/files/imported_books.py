"""The books that those of a file go into: found or started, with their players, rules and history."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from sqlalchemy import select

from models.gin.document.books import BookHead, UsualRules
from models.gin.document.writing import nearest_preset
from models.records.base import db
from models.records.books.book import Book
from models.records.books.book_change import BookChangeKind
from models.records.books.book_writes import add_to_book_history, lock_book
from models.records.books.books import book_started_with, create_book
from models.records.books.player import Player
from models.records.column_types import Agreement
from models.records.files.file_checks import Spooled
from models.records.files.import_matching import book_here, label_in, players_in
from models.records.files.import_outlook import BookOutlook
from models.records.files.import_rows import SeatToGive, begun_with
from models.records.limits import MOST_PLAYERS, Full, FullMatchError
from models.records.ratings.rating_updates import outdate_ratings
from models.records.seats import NoSeatError
from models.records.tokens import hashed


@dataclass(slots=True)
class ImportedBook:
    """The book of this phone that a book of the file goes into."""

    head: BookHead
    outlook: BookOutlook
    book: Book | None
    players: list[Player]
    """The players of the file as those of the book, in the order of the file; new ones are not saved yet."""
    seat: SeatToGive
    match_ids: list[int] = field(default_factory=list)
    """The matches that were put into it."""

    def save(self, device: str, entry: str) -> None:
        """Starts a new book, or takes the one here, and adds the players that it lacks."""
        book = self.book = self._new_book(device, entry) if self.outlook.is_new else self._locked(device)
        self.outlook.book = book
        added = [player for player in self.players if player.id is None]
        if len(added) + _number_of_players(book) > MOST_PLAYERS:
            raise FullMatchError(Full.PLAYERS)
        for player in added:
            player.book_id = book.id
            db.session.add(player)
        db.session.flush()

    def _locked(self, device: str) -> Book:
        if self.book is None:
            raise LookupError("no book")
        return lock_book(self.book.id, device)[0]

    def _new_book(self, device: str, entry: str) -> Book:
        head = self.head
        usual = begun_with("book", device, head.id)
        key = usual
        for nth in count():
            if book_started_with(key) is None:
                break
            # The seat in that book was ended, or the file has two of the same id.
            key = begun_with("book", device, head.id, entry, str(nth))
        book = create_book(key, head.name, {hashed(device): ""}, [], f"{entry}-book")
        book.document_id, book.usual_rules = head.id, _agreed(head.rules)
        book.created_at = min(head.started or book.created_at, book.created_at)
        return book

    def ids_of(self, match: Spooled) -> tuple[int | None, ...]:
        """The players of a match of the file in the book."""
        return tuple(None if place is None else self.players[place].id for place in match.players)

    def finish(self, entry: str) -> None:
        """Tells the history of the book of the import, and rates what has come with it."""
        book = self.book
        if book is None or not (self.match_ids or self.outlook.new_players or self.outlook.is_new):
            return
        seat = next((each for each in book.seats if each.device_hash == self.seat.device_hash), None)
        if seat is None:
            raise NoSeatError(f"no seat in book {book.id}")
        about = {"match_ids": self.match_ids}
        add_to_book_history(book, entry, seat, BookChangeKind.IMPORTED, **about)
        if self.match_ids:
            outdate_ratings(book.id)


def imported_books(heads: Sequence[BookHead], device: str) -> list[ImportedBook]:
    """For each book of a file the one here in which *device* can score, if there is one."""
    found: list[ImportedBook] = []
    for head in heads:
        taken = [imported.book.id for imported in found if imported.book]
        book = book_here(head.id, device, taken)
        outlook = BookOutlook(head.name, tuple(each.name for each in head.players), book, book is None)
        seat = SeatToGive(hashed(device), label_in(book, device), through_book=True)
        players = players_in(book, head.players)
        outlook.new_players = sum(player.id is None for player in players)
        outlook.pairs_left_out = head.pairs
        found.append(ImportedBook(head, outlook, book, players, seat))
    return found


def _agreed(usual: UsualRules | None) -> Agreement | None:
    if usual is None:
        return None
    return Agreement(usual.preset or nearest_preset(usual.rules), usual.name, usual.rules)


def _number_of_players(book: Book) -> int:
    return len(db.session.scalars(select(Player.id).where(Player.book_id == book.id)).all())
