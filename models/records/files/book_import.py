"""Imports a file that was checked: books with their players and matches, in one transaction."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from typing import TextIO

from sqlalchemy import select

from models.gin.document.books import BookHead, UsualRules
from models.gin.document.writing import nearest_preset
from models.records.base import db
from models.records.books.book import Book
from models.records.books.book_change import BookChangeKind
from models.records.books.book_matches import in_book
from models.records.books.book_writes import add_to_book_history, lock_book
from models.records.books.books import book_started_with, create_book
from models.records.books.pair_rules import PairRules
from models.records.books.player import NameTakenInBookError, Player
from models.records.books.usual_rules import pair_of, rules_of_pairs
from models.records.column_types import Agreement
from models.records.files.file_checks import Checked, Progress, Spooled, called, names_at_places, spooled
from models.records.files.import_matching import (
    ImportState,
    book_here,
    label_in,
    lock_books_here,
    matches_here,
    players_in,
    state_of_match,
)
from models.records.files.import_outlook import BookOutlook, Conflict, ConflictError, Outlook
from models.records.files.import_rows import (
    ReadyMatch,
    SeatToGive,
    begun_with,
    lock_imports,
    matches_by_id,
    unused,
    write_ready,
)
from models.records.limits import MOST_PLAYERS, Full, FullMatchError
from models.records.matches import name_columns
from models.records.ratings.rating_updates import first_day, rate_from_day
from models.records.seats import NoSeatError
from models.records.statistics.statistics_writes import Touched, add_rows, add_up, rows_of
from models.records.tokens import hashed, token
from models.records.transactions import once

AT_ONCE = 100
"""How many matches are written together."""


@dataclass(slots=True)
class _Target:
    """The book of this phone that a book of the file goes into."""

    head: BookHead
    outlook: BookOutlook
    book: Book | None
    players: list[Player]
    """The players of the file as those of the book, in the order of the file; new ones are not saved yet."""
    seat: SeatToGive
    match_ids: list[int] = field(default_factory=list)


def command_line_device() -> str:
    """What stands for a phone where a file is imported on the command line; always the same one."""
    return token("command line", "import")


def outlook_of(checked: Checked, spool: TextIO, device: str | None) -> Outlook:
    """What an import of a checked file would add for *device*. Nothing is written."""
    return _Import(checked, device or "", "").looked(spool)


def import_file(checked: Checked, spool: TextIO, device: str, entry: str, progress: Progress) -> Outlook:
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

    def __init__(self, checked: Checked, device: str, entry: str) -> None:
        self._checked, self._device, self._entry = checked, device, entry
        self._taken: set[int] = set()
        """The matches here that are matches of the file already. A file can have two of the same id."""
        self._outlook = Outlook()
        self._targets = self._found_targets()

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
        for target in self._targets:
            self._save_book(target)
        done = 0
        for number, part in enumerate(_in_parts(spooled(spool))):
            self._write(part, f"{self._entry}-{number}")
            done += len(part)
            progress(done, self._checked.matches)
        if self._outlook.conflicts:
            raise ConflictError(self._outlook.conflicts)
        for target in self._targets:
            self._tell_history(target)
            if target.book and target.match_ids:
                add_up(Touched(target.book.id))
                rate_from_day(target.book.id, first_day(target.match_ids))
        return self._outlook

    # The books

    def _found_targets(self) -> list[_Target]:
        """For each book of the file the one here, if there is one."""
        found: list[_Target] = []
        for head in self._checked.books:
            taken = [target.book.id for target in found if target.book]
            book = book_here(head.id, self._device, taken)
            outlook = BookOutlook(head.name, tuple(each.name for each in head.players), book, book is None)
            seat = SeatToGive(hashed(self._device), label_in(book, self._device), through_book=True)
            players = players_in(book, head.players)
            outlook.new_players = sum(player.id is None for player in players)
            found.append(_Target(head, outlook, book, players, seat))
            self._outlook.books.append(outlook)
        return found

    def _save_book(self, target: _Target) -> None:
        """Starts a new book, or takes the one here, and adds the players that it lacks."""
        is_new = target.outlook.is_new
        book = target.book = self._new_book(target.head) if is_new else self._locked(target.book)
        target.outlook.book = book
        added = [player for player in target.players if player.id is None]
        if len(added) + _number_of_players(book) > MOST_PLAYERS:
            raise FullMatchError(Full.PLAYERS)
        for player in added:
            player.book_id = book.id
            db.session.add(player)
        db.session.flush()
        self._agree(target, {player.id for player in added})

    def _locked(self, book: Book | None) -> Book:
        if book is None:
            raise LookupError("no book")
        return lock_book(book.id, self._device)[0]

    def _new_book(self, head: BookHead) -> Book:
        usual = begun_with("book", self._device, head.id)
        key = usual
        for nth in count():
            if book_started_with(key) is None:
                break
            # The seat in that book was ended, or the file has two of the same id.
            key = begun_with("book", self._device, head.id, self._entry, str(nth))
        book = create_book(key, head.name, {hashed(self._device): ""}, [], f"{self._entry}-book")
        book.document_id, book.usual_rules = head.id, _agreed(head.rules)
        book.created_at = min(head.started or book.created_at, book.created_at)
        return book

    def _agree(self, target: _Target, added: set[int]) -> None:
        """Adds the usual rules of pairs with somebody new; all others stay as the book has them."""
        if target.book is None:
            return
        known = rules_of_pairs(target.book)
        for (one, other), usual in target.head.pairs.items():
            pair = pair_of(target.players[one].id, target.players[other].id)
            agreed = _agreed(usual)
            if agreed and pair not in known and added & set(pair) and pair[0] != pair[1]:
                rules = PairRules(book_id=target.book.id, player_0=pair[0], player_1=pair[1], agreed=agreed)
                db.session.add(rules)
        db.session.flush()

    def _tell_history(self, target: _Target) -> None:
        """Adds the import to the history of a book that it has changed."""
        book, outlook = target.book, target.outlook
        if book is None or not (target.match_ids or outlook.new_players or outlook.is_new):
            return
        seat = next((each for each in book.seats if each.device_hash == target.seat.device_hash), None)
        if seat is None:
            raise NoSeatError(f"no seat in book {book.id}")
        about = {"match_ids": target.match_ids}
        add_to_book_history(book, self._entry, seat, BookChangeKind.IMPORTED, **about)

    # The matches

    def _states(self, part: Sequence[Spooled]) -> Iterator[tuple[Spooled, ImportState, int | None]]:
        """What becomes of each match, and the one here that it is."""
        here = matches_here([match.document.id for match in part], self._device)
        for match in part:
            known = [row for row in here.get(match.document.id, ()) if row.id not in self._taken]
            target = None if match.book is None else self._targets[match.book]
            state, row = state_of_match(
                match.document.table, known, None if target is None else (target.book,)
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

    def _names(self, match: Spooled) -> tuple[str, ...] | None:
        """The names of a match as its players in the book are called; None, noted, if they can't be."""
        if match.book is None:
            return match.document.players
        target = self._targets[match.book]
        sitting = [id(target.players[place]) for place in match.players if place is not None]
        try:
            if len(set(sitting)) == len(sitting):
                return names_at_places(match, target.players)
        except NameTakenInBookError:
            pass
        self._outlook.conflicts.append(Conflict(target.head.name, match.number))
        return None

    def _write(self, part: Sequence[Spooled], entry: str) -> None:
        """Writes the new matches of a part, and puts those that join into the book."""
        new: list[tuple[Spooled, tuple[str, ...]]] = []
        for match, state, here in self._states(part):
            self._note(match, state)
            names = self._names(match) if state in (ImportState.NEW, ImportState.JOINS) else None
            if names is not None and state is ImportState.NEW:
                new.append((match, names))
            elif names is not None and here is not None:
                self._join(match, here, names)
        self._add(new, entry)
        db.session.flush()

    def _add(self, new: Sequence[tuple[Spooled, tuple[str, ...]]], entry: str) -> None:
        ids = ((nth, self._device, match.document.id) for nth, (match, _names) in enumerate(new))
        free = unused(ids, entry)
        for book, seat in self._places():
            inside = [(nth, *each) for nth, each in enumerate(new) if each[0].book == book]
            ready = [self._ready(match, names, free[nth]) for nth, match, names in inside]
            added = write_ready(ready, seat)
            self._taken.update(added)
            if book is None:
                self._outlook.added += added[: AT_ONCE - len(self._outlook.added)]
            else:
                self._targets[book].match_ids += added

    def _places(self) -> Iterator[tuple[int | None, SeatToGive]]:
        """The books of the file, and none, with the seat that the device gets in a match there."""
        yield None, SeatToGive(hashed(self._device))
        for place, target in enumerate(self._targets):
            yield place, target.seat

    def _ready(self, match: Spooled, names: tuple[str, ...], key: str) -> ReadyMatch:
        document = called(match, names)
        if match.book is None:
            return ReadyMatch(document, match.snapshot, key, match.played_on)
        target = self._targets[match.book]
        book_id = target.book.id if target.book else None
        inside = (book_id, _ids(match, target), match.statistics)
        return ReadyMatch(document, match.snapshot, key, match.played_on, *inside)

    def _join(self, match: Spooled, match_id: int, names: tuple[str, ...]) -> None:
        """Puts a match that is here into the book."""
        target = self._targets[match.book or 0]
        [joining] = matches_by_id([match_id])
        if target.book is None:
            return
        for column, value in (in_book(target.book, _ids(match, target)) | name_columns(names)).items():
            setattr(joining, column, value)
        joining.names_removed += 1
        db.session.flush()
        add_rows(rows_of(joining))
        target.match_ids.append(match_id)


def _ids(match: Spooled, target: _Target) -> tuple[int | None, ...]:
    """The players of a match in the book."""
    return tuple(None if place is None else target.players[place].id for place in match.players)


def _in_parts(matches: Iterator[Spooled]) -> Iterator[list[Spooled]]:
    while part := list(islice(matches, AT_ONCE)):
        yield part


def _agreed(usual: UsualRules | None) -> Agreement | None:
    return (
        None
        if usual is None
        else Agreement(usual.preset or nearest_preset(usual.rules), usual.name, usual.rules)
    )


def _number_of_players(book: Book) -> int:
    return len(db.session.scalars(select(Player.id).where(Player.book_id == book.id)).all())
