"""The books that those of a file go into: found or started, with their players, rules and history."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from sqlalchemy import func, select

from models.gin.document.books import BookHead, UsualRules
from models.gin.document.writing import nearest_preset
from models.records.books.book_writes import add_to_book_history, lock_book
from models.records.database.base import db
from models.records.files.import_matching import book_here, label_in, players_in
from models.records.files.import_outlook import BookOutlook
from models.records.files.import_rows import SeatToGive
from models.records.files.spool import Spooled
from models.records.files.unpublished import add_unpublished, move
from models.records.ratings.rating_updates import outdate_ratings
from models.records.saving.limits import MOST_PLAYERS, Full, FullMatchError
from models.records.saving.name_removal import without_name_in
from models.records.saving.seats import require_seat
from models.records.tables.book import Book
from models.records.tables.book_change import BookChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.place import shown
from models.records.tables.player import Player
from models.records.tables.seat import Seat
from models.records.tables.tokens import hashed


@dataclass(slots=True)
class ImportedBook:
    """The book of this phone that a book of the file goes into."""

    head: BookHead
    outlook: BookOutlook
    book: Book | None
    """The book here; None for one that is still to be started."""
    players: list[Player | None]
    """The players of the file as those of the book, in the order of the file; new ones are not saved yet.

    None for those who were deleted from the book.
    """
    seat: SeatToGive
    match_ids: list[int] = field(default_factory=list)
    """The matches that were put into it."""
    staged_id: int = 0
    """The unpublished book in which its new players and matches wait."""
    taken: tuple[int, ...] = ()
    """The books here that others of the file go into."""

    def stage(self) -> None:
        """Adds the players that the book lacks to an unpublished book, in a transaction."""
        head, is_new = self.head, self.book is None
        staged = add_unpublished(head.name if is_new else "")
        if is_new:
            staged.document_id, staged.usual_rules = head.id, _agreed(head.rules)
            staged.created_at = min(head.started or staged.created_at, staged.created_at)
        added = list(_new_among(self.players))
        self._refuse_too_many(len(added))
        for player in added:
            player.book_id = staged.id
            db.session.add(player)
        db.session.flush()
        self.staged_id = staged.id
        self.players = [player and _copied(player) for player in self.players]

    def _refuse_too_many(self, added: int) -> None:
        """:raises FullMatchError: if the book would have too many players."""
        here = _number_of_players(self.book.id) if self.book else 0
        if added + here > MOST_PLAYERS:
            raise FullMatchError(Full.PLAYERS)

    def publish(self, device: str, entry: str) -> Book:
        """Makes the unpublished book one of *device*, or moves what is in it into the book here."""
        if self.book is None:
            book = db.session.get_one(Book, self.staged_id)
            now = datetime.now(UTC)
            seat = Seat(
                book_id=book.id, device_hash=hashed(device), label="", created_at=now, looks_after=True
            )
            db.session.add(seat)
            db.session.flush()
            add_to_book_history(book, f"{entry}-book", seat, BookChangeKind.STARTED)
        else:
            book = lock_book(self.book.id, device)[0]
            self._refuse_too_many(self.outlook.new_players)
            move(self.staged_id, book.id)
        self.outlook.book = book
        return book

    def ids_of(self, match: Spooled) -> tuple[int | None, ...]:
        """The players of a match of the file in the book."""
        sitting = [None if place is None else self.players[place] for place in match.players]
        return tuple(None if player is None else player.id for player in sitting)

    def without_deleted(self, match: Spooled) -> Spooled:
        """A match of the file without the names of those who were deleted from the book."""
        gone = [place is not None and self.players[place] is None for place in match.players]
        if not any(gone):
            return match
        document = match.document
        [word] = shown([None])
        for place in match.players:
            if place is not None and self.players[place] is None:
                document = without_name_in(document, self.head.players[place].name, word)
        names = [None if left else name for left, name in zip(gone, document.players, strict=True)]
        places = [None if left else place for left, place in zip(gone, match.players, strict=True)]
        return match._replace(document=replace(document, players=tuple(names)), players=tuple(places))

    def finish(self, book: Book, device: str, entry: str) -> None:
        """Tells the history of *book* of the import, and rates what has come with it."""
        if not (self.match_ids or self.outlook.new_players or self.outlook.is_new):
            return
        seat, about = require_seat(book, device), {"match_ids": self.match_ids}
        add_to_book_history(book, entry, seat, BookChangeKind.IMPORTED, **about)
        if self.match_ids:
            outdate_ratings(book.id)

    def is_as_before(self, device: str) -> bool:
        """Whether the book here and its players are still those on which the import rests."""
        if self.book is None:
            return book_here(self.head.id, device, self.taken) is None
        here, now = self.book.id, players_in(self.book, self.head.players)
        before = [
            each and (each.id if each.book_id == here else None, each.name, each.note)
            for each in self.players
        ]
        return before == [each and (each.id, each.name, each.note) for each in now]


def _new_among(players: Sequence[Player | None]) -> Iterator[Player]:
    """Those of *players* who are not saved yet."""
    for player in players:
        if player is not None and player.id is None:
            yield player


def _copied(player: Player) -> Player:
    """*player* as it is now, beside the session, so that nothing is read again."""
    return Player(id=player.id, book_id=player.book_id, name=player.name, note=player.note)


def imported_books(heads: Sequence[BookHead], device: str) -> list[ImportedBook]:
    """For each book of a file the one here in which *device* can score, if there is one."""
    books: list[ImportedBook] = []
    for head in heads:
        taken = tuple(imported.book.id for imported in books if imported.book)
        book = book_here(head.id, device, taken)
        outlook = BookOutlook(head.name, tuple(each.name for each in head.players), book, book is None)
        seat = SeatToGive(hashed(device), label_in(book, device), through_book=True)
        players = players_in(book, head.players)
        outlook.new_players = len(list(_new_among(players)))
        outlook.pairs_left_out = head.pairs
        books.append(ImportedBook(head, outlook, book, players, seat, taken=taken))
    return books


def _agreed(usual: UsualRules | None) -> Agreement | None:
    if usual is None:
        return None
    return Agreement(usual.preset or nearest_preset(usual.rules), usual.name, usual.rules)


def _number_of_players(book_id: int) -> int:
    return db.session.scalar(select(func.count()).where(Player.book_id == book_id)) or 0
