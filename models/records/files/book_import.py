"""Imports a file that was checked: books with their players and matches, in one transaction."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TextIO

from models.records.base import db
from models.records.books.player import NameTakenInBookError
from models.records.files.file_checks import CheckedFile, Progress, Spooled, called, names_at_places, spooled
from models.records.files.import_matching import (
    ImportState,
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
from models.records.tokens import hashed, token
from models.records.transactions import once

AT_ONCE = 100
"""How many matches are written together."""


def command_line_device() -> str:
    """What stands for a phone where a file is imported on the command line; always the same one."""
    return token("command line", "import")


def outlook_of(checked: CheckedFile, spool: TextIO, device: str | None) -> Outlook:
    """What an import of a checked file would add for *device*. Nothing is written."""
    return _Import(checked, device or "", "").looked(spool)


def import_file(checked: CheckedFile, spool: TextIO, device: str, entry: str, progress: Progress) -> Outlook:
    """Adds everything in a checked file that *device* does not have yet, all or nothing.

    *entry* is the id of the form. Sent twice, it adds once: then everything is here.

    :raises ConflictError: if two players of a match are one person in the book by now.
    :raises FullMatchError: if a book would have too many players.
    """

    def write() -> Outlook:
        spool.seek(0)
        lock_imports(device)
        lock_books_here([head.id for head in checked.books], device)
        return _Import(checked, device, entry).written(spool, progress)

    return once(write)


class _Import:
    """One import. Looking and writing ask the same questions."""

    def __init__(self, checked: CheckedFile, device: str, entry: str) -> None:
        self._checked, self._device, self._entry = checked, device, entry
        self._taken: set[int] = set()
        """The matches here that are matches of the file already. A file can have two of the same id."""
        self._books = imported_books(checked.books, device)
        self._outlook = Outlook([imported.outlook for imported in self._books])

    def looked(self, spool: TextIO) -> Outlook:
        """What it would add."""
        for part in _in_parts(spooled(spool)):
            for match, state, _here in self._states(part):
                self._note(match, state)
                if state in (ImportState.NEW, ImportState.JOINS):
                    self._names(match)
        return self._outlook

    def written(self, spool: TextIO, progress: Progress) -> Outlook:
        """What it has added, in a transaction that writes."""
        for imported in self._books:
            imported.save(self._device, self._entry)
        done = 0
        for number, part in enumerate(_in_parts(spooled(spool))):
            self._write(part, f"{self._entry}-{number}")
            done += len(part)
            progress(done, self._checked.matches)
        if self._outlook.conflicts:
            raise ConflictError(self._outlook.conflicts)
        for imported in self._books:
            imported.finish(self._entry)
        return self._outlook

    def _states(self, part: Sequence[Spooled]) -> Iterator[tuple[Spooled, ImportState, int | None]]:
        """What becomes of each match, and the one here that it is."""
        here = matches_here([match.document.id for match in part], self._device)
        for match in part:
            known = [row for row in here.get(match.document.id, ()) if row.id not in self._taken]
            imported = None if match.book is None else self._books[match.book]
            state, row = state_of_match(
                match.document.table, known, None if imported is None else (imported.book,)
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

    def _write(self, part: Sequence[Spooled], entry: str) -> None:
        """Writes the new matches of a part, and puts those that join into the book."""
        new: list[tuple[Spooled, tuple[str | None, ...]]] = []
        for match, state, here in self._states(part):
            self._note(match, state)
            names = self._names(match) if state in (ImportState.NEW, ImportState.JOINS) else None
            if names is not None and state is ImportState.NEW:
                new.append((match, names))
            elif names is not None and here is not None:
                self._join(match, here, names)
        self._add(new, entry)
        db.session.flush()

    def _add(self, new: Sequence[tuple[Spooled, tuple[str | None, ...]]], entry: str) -> None:
        ids = ((nth, self._device, match.document.id) for nth, (match, _names) in enumerate(new))
        free = unused(ids, entry)
        for book, seat in self._places():
            inside = [(nth, *each) for nth, each in enumerate(new) if each[0].book == book]
            ready = [self._ready(match, names, free[nth]) for nth, match, names in inside]
            added = write_ready(ready, seat)
            self._taken.update(added)
            if book is None:
                self._outlook.added += added
            else:
                self._books[book].match_ids += added

    def _places(self) -> Iterator[tuple[int | None, SeatToGive]]:
        """The books of the file, and none, with the seat that the device gets in a match there."""
        yield None, SeatToGive(hashed(self._device))
        for place, imported in enumerate(self._books):
            yield place, imported.seat

    def _ready(self, match: Spooled, names: tuple[str | None, ...], key: str) -> ReadyMatch:
        document = called(match, names)
        ready = ReadyMatch(document, match.snapshot, match.statistics, key, match.played_on)
        if match.book is None:
            return ready
        imported = self._books[match.book]
        book_id = imported.book.id if imported.book else None
        return replace(ready, book_id=book_id, player_ids=imported.ids_of(match))

    def _join(self, match: Spooled, match_id: int, names: tuple[str | None, ...]) -> None:
        """Puts a match that is here into the book."""
        imported = self._books[match.book or 0]
        [joining] = matches_by_id([match_id])
        if imported.book is None:
            return
        joining.book_id = imported.book.id
        joining.place_players(names, imported.ids_of(match))
        joining.names_removed += 1
        db.session.flush()
        imported.match_ids.append(match_id)


def _in_parts(matches: Iterator[Spooled]) -> Iterator[list[Spooled]]:
    while part := list(islice(matches, AT_ONCE)):
        yield part
