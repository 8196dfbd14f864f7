"""Which books, matches and players of a file are here already, and what becomes of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum, auto
from typing import NamedTuple

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import aliased

from models.gin.document.books import BookPlayer
from models.gin.player_names import without_variants
from models.gin.rules.seating import Table
from models.records.database.base import db
from models.records.finding.matches import is_book_seat, is_live_seat, is_seat
from models.records.saving.limits import MOST_PLAYERS
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.player import DeletedPlayer, Player
from models.records.tables.shared import hashed


class ImportState(StrEnum):
    """What becomes of a match in a file."""

    NEW = auto()
    HERE = auto()
    """In the book already; or, without a book, on this phone."""
    JOINS = auto()
    """On this phone, in no book: the match joins this one."""
    ELSEWHERE = auto()
    """In another book of this phone, where the match stays."""


class MatchHere(NamedTuple):
    """A match here that the device can score in."""

    id: int
    document_id: str
    book_id: int | None
    seating: Table
    is_in_book_of_mine: bool


def lock_books_here(document_ids: Collection[str], device: str) -> None:
    """Locks the books of these ids in which *device* can score, in the order of all imports."""
    own_books = Book.document_id.in_(document_ids), Book.seats.any(is_live_seat(hashed(device)))
    query = select(Book.id).where(*own_books).order_by(Book.id).with_for_update(key_share=True)
    db.session.scalars(query).all()


def book_here(document_id: str, device: str, taken: Sequence[int]) -> Book | None:
    """The book of this id in which *device* can score; of several, the first that is not *taken*."""
    query = select(Book).join(Book.seats).where(is_live_seat(hashed(device)), Book.document_id == document_id)
    return db.session.scalar(query.where(Book.id.not_in(taken)).order_by(Book.id).limit(1))


def label_in(book: Book | None, device: str) -> str:
    seats = book.live_seats if book else ()
    return next((seat.label for seat in seats if seat.device_hash == hashed(device)), "")


def matches_here(document_ids: Sequence[str], device: str) -> Mapping[str, list[MatchHere]]:
    """The matches with these ids in which *device* can score, by their ids."""
    key = hashed(device)
    own, through_book = exists().where(is_seat(key)), exists().where(is_book_seat(key))
    columns = (Match.id, Match.document_id, Match.book_id, Match.seating, through_book)
    query = select(*columns).where(Match.document_id.in_(document_ids), or_(own, through_book))
    matches: dict[str, list[MatchHere]] = {}
    for row in db.session.execute(query.order_by(Match.id)):
        matches.setdefault(row[1], []).append(MatchHere(*row))
    return matches


def are_here_since(unpublished: Sequence[int], newest: int, device: str) -> bool:
    """Whether *device* has got a match meanwhile that waits in unpublished books too: a file, sent twice."""
    waiting, key = aliased(Match), hashed(device)
    is_own = or_(exists().where(is_seat(key)), exists().where(is_book_seat(key)))
    query = (
        select(Match.id)
        .join(waiting, waiting.document_id == Match.document_id)
        .where(waiting.book_id.in_(unpublished), Match.id > newest, Match.id != waiting.id, is_own)
    )
    return db.session.scalar(query.limit(1)) is not None


def state_of_match(
    table: Table, matches: Sequence[MatchHere], into: tuple[Book | None] | None
) -> tuple[ImportState, MatchHere | None]:
    """What becomes of a match in the file, and which of *matches*, the ones with its id here, it is.

    *into* is the book here that it goes into, with None for a new one; it is None for a match in no book.
    """
    if into is None:
        return (ImportState.HERE, matches[0]) if matches else (ImportState.NEW, None)
    book_id = into[0].id if into[0] else 0
    matches_by_state = {
        ImportState.HERE: [row for row in matches if row.book_id == book_id],
        ImportState.JOINS: [row for row in matches if row.book_id is None and row.seating is table],
        ImportState.ELSEWHERE: [row for row in matches if row.book_id and row.is_in_book_of_mine],
    }
    return next(
        ((state, rows[0]) for state, rows in matches_by_state.items() if rows), (ImportState.NEW, None)
    )


def players_in(book: Book | None, wanted: Sequence[BookPlayer]) -> list[Player | None]:
    """The players of a file as those of *book*, who may have been renamed or merged; the others are new.

    None for those who were deleted from the book: a file does not bring them back.

    Somebody who is called exactly like a player of the book that the file does not know is that one.
    """
    query = select(Player).where(Player.book_id == (book.id if book else 0))
    everyone = db.session.scalars(query.order_by(Player.id)).all()
    by_row = {player.id: player for player in everyone}
    players_by_id = {each.document_id: by_row[each.merged_into or each.id] for each in everyone}
    named_in_file = {players_by_id[each.id].id for each in wanted if each.id in players_by_id}
    living = [each for each in everyone if each.merged_into is None]
    free = {_called(each): each for each in reversed(living) if each.id not in named_in_file}
    taken = set(map(_called, living))
    deleted = _deleted_from(book)
    players: list[Player | None] = []
    for each in wanted:
        if each.id in deleted:
            players.append(None)
            continue
        same = players_by_id.get(each.id) or free.get(_called(each))
        players.append(same or _new(each, taken))
    return players


def _deleted_from(book: Book | None) -> frozenset[str]:
    """The random ids of the players who were deleted from *book*."""
    if book is None:
        return frozenset()
    asked = select(DeletedPlayer.document_id).where(DeletedPlayer.book_id == book.id)
    return frozenset(db.session.scalars(asked))


def _called(player: Player | BookPlayer) -> tuple[str, str]:
    """What two players can't both be called in one book."""
    return without_variants(player.name), without_variants(player.note)


def _new(wanted: BookPlayer, taken: set[tuple[str, str]]) -> Player:
    """A new player, with a number as the note if somebody else is called so. Adds both to what is *taken*."""
    player = Player(document_id=wanted.id, created_at=datetime.now(UTC))
    name, note = _called(wanted)
    notes = (note, *map(str, range(2, MOST_PLAYERS * 2)))
    free = next(each for each in notes if (name, each) not in taken)
    taken.add((name, free))
    player.rename(wanted.name, wanted.note if free == note else free)
    return player


class ImportConflict(NamedTuple):
    """A match that can't be imported, because two of its players are one person in the book by now."""

    book: str
    match: int


class ConflictError(Exception):
    """Raised if matches can't be imported. Nothing was written."""

    def __init__(self, conflicts: Sequence[ImportConflict]) -> None:
        self.conflicts = tuple(conflicts)
        super().__init__(f"the same person twice: {conflicts}")


@dataclass(slots=True)
class BookOutlook:
    """What an import adds to a book, or to the matches in no book."""

    name: str = ""
    players: tuple[str, ...] = ()
    """The names of all players in the file."""
    book: Book | None = None
    """The book here; None for one that is still to be started."""
    is_new: bool = True
    new_players: int = 0
    pairs_left_out: int = 0
    """How many pairs have usual rules in the file, which are left out."""
    matches: dict[ImportState, int] = field(default_factory=lambda: dict.fromkeys(ImportState, 0))
    first_day: str = ""
    last_day: str = ""


@dataclass(slots=True)
class Outlook:
    """What an import adds, or has added."""

    books: list[BookOutlook] = field(default_factory=list)
    loose: BookOutlook = field(default_factory=BookOutlook)
    added: list[int] = field(default_factory=list)
    """The ids of the new matches in no book."""
    conflicts: list[ImportConflict] = field(default_factory=list)

    @property
    def new_matches(self) -> int:
        return sum(each.matches[ImportState.NEW] for each in (*self.books, self.loose))

    @property
    def adds_anything(self) -> bool:
        joining = sum(each.matches[ImportState.JOINS] for each in self.books)
        is_new = any(each.is_new or each.new_players for each in self.books)
        return bool(self.new_matches or joining or is_new)
