"""Imports a file that was checked: books with their players and matches, in portions, and all or nothing."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TextIO

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError, NoResultFound, SQLAlchemyError
from sqlalchemy.orm.exc import ObjectDeletedError

from models.gin.document.books import BookHead, UsualRules
from models.gin.document.writing import nearest_preset
from models.records.books.book_writes import add_to_book_history, lock_book
from models.records.database.base import db, once
from models.records.files.file_checks import CheckedFile, Progress, Spooled, called, names_at_places, spooled
from models.records.files.import_matching import (
    BookOutlook,
    ConflictError,
    ImportConflict,
    ImportState,
    Outlook,
    are_here_since,
    book_here,
    label_in,
    lock_books_here,
    matches_here,
    players_in,
    state_of_match,
)
from models.records.files.import_rows import (
    ReadyMatch,
    SeatToGive,
    lock_imports,
    matches_by_id,
    unused,
    write_ready,
)
from models.records.files.unpublished import add_unpublished, are_left, give_seats, move, remove_unpublished
from models.records.ratings.ratings import outdate_ratings
from models.records.saving.deletion import without_name_in
from models.records.saving.limits import MOST_PLAYERS, Full, FullMatchError
from models.records.saving.seats import NoSeatError, require_seat
from models.records.tables.book import Book, BookChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.place import shown
from models.records.tables.player import NameTakenInBookError, Player
from models.records.tables.seat import Seat
from models.records.tables.shared import hashed, token


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
    """The *players* who are not saved yet."""
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


AT_ONCE = 50
"""How many matches are written together."""

HANDS_AT_ONCE = 1_000
"""How many hands are written together, if that is less."""

TRIES = 3
"""How often an import starts again, if what it rests on has changed meanwhile."""

IS_GONE = (IntegrityError, NoResultFound, ObjectDeletedError, NoSeatError)
"""What is raised where a book, a player or the seat of the phone was deleted meanwhile."""


def command_line_device() -> str:
    """What stands for a phone where a file is imported on the command line; always the same one."""
    return token("command line", "import")


def outlook_of(checked: CheckedFile, spool: TextIO, device: str | None) -> Outlook:
    """What an import of a checked file would add for *device*. Nothing is written."""
    return _Import(checked, device or "", "").looked(spool)


def import_file(checked: CheckedFile, spool: TextIO, device: str, entry: str, progress: Progress) -> Outlook:
    """Adds everything in a checked file that *device* does not have yet, all or nothing.

    It is written in portions, which nobody sees before the last transaction, so that whoever saves a hand
    waits for one of them at most. *progress* is told after each, while nobody waits.

    *entry* is the id of the form. Sent twice, it adds once: then everything is here.

    :raises ConflictError: if two players of a match are one person in the book by now.
    :raises FullMatchError: if a book would have too many players.
    :raises OvertakenError: if what is here has changed again and again.
    """
    for nth in range(TRIES):
        spool.seek(0)
        try:
            return _Import(checked, device, entry).written(spool, progress)
        except (OvertakenError, *IS_GONE) as error:
            db.session.rollback()
            if nth + 1 == TRIES:
                raise OvertakenError from error
    raise OvertakenError


class OvertakenError(Exception):
    """Raised if what an import rests on has changed while it was written. Nothing was published."""


class _Import:
    """One import. Looking and writing ask the same questions."""

    def __init__(self, checked: CheckedFile, device: str, entry: str) -> None:
        self._checked, self._device, self._entry = checked, device, entry
        self._taken: set[int] = set()
        """The matches here that are matches of the file already. A file can have two of the same id."""
        self._newest = db.session.scalar(select(func.max(Match.id))) or 0
        """The newest match before anything was written."""
        self._books = imported_books(checked.books, device)
        self._outlook = Outlook([imported.outlook for imported in self._books])
        self._joining: list[tuple[Spooled, int, tuple[str | None, ...]]] = []
        """Matches that are here and join a book, with their ids and names."""
        self._loose_id = 0
        """The unpublished book of new matches that will be in none."""

    def looked(self, spool: TextIO) -> Outlook:
        """What it would add."""
        for part in _in_parts(spooled(spool)):
            self._sorted(part)
        return self._outlook

    def written(self, spool: TextIO, progress: Progress) -> Outlook:
        """What it has added."""
        once(self._stage)
        try:
            done = 0
            for number, part in enumerate(_in_parts(spooled(spool))):
                self._write(self._sorted(part), f"{self._entry}-{number}")
                done += len(part)
                progress(done, self._checked.matches)
            if self._outlook.conflicts:
                raise ConflictError(self._outlook.conflicts)
            once(self._publish)
        except BaseException:
            db.session.rollback()
            with suppress(SQLAlchemyError):
                remove_unpublished(self._staged)
            raise
        return self._outlook

    def _stage(self) -> None:
        for imported in self._books:
            imported.stage()
        self._loose_id = add_unpublished().id

    @property
    def _staged(self) -> list[int]:
        """The unpublished books."""
        return sorted([*(imported.staged_id for imported in self._books), self._loose_id])

    def _publish(self) -> None:
        """Publishes everything, if nothing that it rests on has changed."""
        lock_imports(self._device)
        lock_books_here([head.id for head in self._checked.books], self._device)
        joining = {match.id: match for match in matches_by_id([each[1] for each in self._joining])}
        if (
            not are_left(self._staged)
            or are_here_since(self._staged, self._newest, self._device)
            or not all(imported.is_as_before(self._device) for imported in self._books)
            or not all(which in joining and joining[which].book_id is None for _, which, _ in self._joining)
        ):
            raise OvertakenError
        give_seats(self._staged)
        books = [imported.publish(self._device, self._entry) for imported in self._books]
        move(self._loose_id, None)
        db.session.expire_all()
        for match, match_id, names in self._joining:
            self._join(match, joining[match_id], names)
        for imported, book in zip(self._books, books, strict=True):
            imported.finish(book, self._device, self._entry)

    def _sorted(self, part: Sequence[Spooled]) -> list[tuple[Spooled, tuple[str | None, ...]]]:
        """The new matches of a part with their names. Notes what becomes of all."""
        new: list[tuple[Spooled, tuple[str | None, ...]]] = []
        for match, state, here in self._states(part):
            self._note(match, state)
            names = self._names(match) if state in (ImportState.NEW, ImportState.JOINS) else None
            if names is not None and state is ImportState.NEW:
                new.append((match, names))
            elif names is not None and here is not None:
                self._joining.append((match, here, names))
        return new

    def _states(self, part: Sequence[Spooled]) -> Iterator[tuple[Spooled, ImportState, int | None]]:
        """What becomes of each match, and the one here that it is."""
        here = matches_here([match.document.id for match in part], self._device)
        for written in part:
            match = written if written.book is None else self._books[written.book].without_deleted(written)
            rows = [row for row in here.get(match.document.id, ()) if row.id not in self._taken]
            imported = None if match.book is None else self._books[match.book]
            state, row = state_of_match(
                match.document.table, rows, None if imported is None else (imported.book,)
            )
            if row:
                self._taken.add(row.id)
            yield match, state, row and row.id

    def _note(self, match: Spooled, state: ImportState) -> None:
        outlook = self._outlook.loose if match.book is None else self._outlook.books[match.book]
        outlook.matches[state] += 1
        if match.document.played_on:
            day = match.document.played_on.isoformat()
            outlook.first_day = min(outlook.first_day or day, day)
            outlook.last_day = max(outlook.last_day, day)

    def _names(self, match: Spooled) -> tuple[str | None, ...] | None:
        """The names of a match as its players in the book are called; None, noted, if they can't be."""
        if match.book is None:
            return match.document.players
        imported = self._books[match.book]
        sitting = [id(imported.players[place]) for place in match.players if place is not None]
        try:
            if len(set(sitting)) == len(sitting):
                return names_at_places(match, imported.players)
        except NameTakenInBookError:
            pass
        self._outlook.conflicts.append(ImportConflict(imported.head.name, match.number))
        return None

    def _write(self, new: Sequence[tuple[Spooled, tuple[str | None, ...]]], entry: str) -> None:
        """Writes new matches into the unpublished books, in one short transaction."""
        now = datetime.now(UTC)
        ready = [(match.book, self._ready(match, names)) for match, names in new]

        def write() -> None:
            lock_imports(self._device)
            if not are_left(self._staged):
                raise OvertakenError
            ids = ((nth, self._device, each.document.id) for nth, (_book, each) in enumerate(ready))
            free = unused(ids, entry)
            written = [(book, replace(each, begun_with=free[nth])) for nth, (book, each) in enumerate(ready)]
            for book, seat in self._places(now):
                self._added(book, write_ready([each for where, each in written if where == book], seat))

        if ready:
            once(write)

    def _added(self, book: int | None, ids: Sequence[int]) -> None:
        self._taken.update(ids)
        if book is None:
            self._outlook.added += ids
        else:
            self._books[book].match_ids += ids

    def _places(self, now: datetime) -> Iterator[tuple[int | None, SeatToGive]]:
        """The books of the file, and none, with the seat that the device gets in a match there."""
        yield None, SeatToGive(hashed(self._device), ended_at=now)
        for place, imported in enumerate(self._books):
            yield place, replace(imported.seat, ended_at=now)

    def _ready(self, match: Spooled, names: tuple[str | None, ...]) -> ReadyMatch:
        document = called(match, names)
        ready = ReadyMatch(document, match.snapshot, match.statistics, book_id=self._loose_id)
        if match.book is None:
            return ready
        imported = self._books[match.book]
        return replace(ready, book_id=imported.staged_id, player_ids=imported.ids_of(match))

    def _join(self, match: Spooled, joining: Match, names: tuple[str | None, ...]) -> None:
        """Puts a match that is here into the book."""
        imported = self._books[match.book or 0]
        if imported.outlook.book is None:
            return
        joining.book_id = imported.outlook.book.id
        joining.place_players(names, imported.ids_of(match))
        joining.unversioned_changes += 1
        db.session.flush()
        imported.match_ids.append(joining.id)


def _in_parts(matches: Iterator[Spooled]) -> Iterator[list[Spooled]]:
    """*matches* in parts that are each written in a tenth of a second."""
    part: list[Spooled] = []
    hands = 0
    for match in matches:
        part.append(match)
        hands += len(match.document.hands)
        if len(part) >= AT_ONCE or hands >= HANDS_AT_ONCE:
            yield part
            part, hands = [], 0
    if part:
        yield part
