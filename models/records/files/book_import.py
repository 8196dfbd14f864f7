"""Imports a file that was checked: books with their players and matches, in portions, and all or nothing."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TextIO

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError, NoResultFound, SQLAlchemyError
from sqlalchemy.orm.exc import ObjectDeletedError

from models.records.database.base import db, once
from models.records.files.file_checks import CheckedFile, Progress, names_at_places
from models.records.files.import_matching import (
    ImportState,
    are_here_since,
    lock_books_here,
    matches_here,
    state_of_match,
)
from models.records.files.import_outlook import Conflict, ConflictError, Outlook
from models.records.files.import_rows import (
    ReadyMatch,
    SeatToGive,
    lock_imports,
    matches_by_id,
    unused,
    write_ready,
)
from models.records.files.imported_books import imported_books
from models.records.files.spool import Spooled, called, spooled
from models.records.files.unpublished import add_unpublished, are_left, give_seats, move, remove_unpublished
from models.records.saving.seats import NoSeatError
from models.records.tables.match import Match
from models.records.tables.player import NameTakenInBookError
from models.records.tables.tokens import hashed, token

AT_ONCE = 50
"""How many matches are written together."""

HANDS_AT_ONCE = 1_000
"""Or how many hands, if that is less."""

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
        if match.played_on:
            day = match.played_on.isoformat()
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
        self._outlook.conflicts.append(Conflict(imported.head.name, match.number))
        return None

    def _write(self, new: Sequence[tuple[Spooled, tuple[str | None, ...]]], entry: str) -> None:
        """Writes new matches into the unpublished books, in one short transaction."""
        now = datetime.now(UTC)
        ready = [(match.book, self._ready(match, names)) for match, names in new]

        def write() -> None:
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
        ready = ReadyMatch(
            document, match.snapshot, match.statistics, played_on=match.played_on, book_id=self._loose_id
        )
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
    """*matches* in parts of which each is written in a tenth of a second."""
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
