"""Creates and finds books."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Select, exists, or_, select

from models.gin.player_names import is_name, without_variants
from models.records.books.book_matches import InBookError, put_all_into
from models.records.books.book_writes import Done, add_to_book_history, write_book
from models.records.database.base import db, once
from models.records.finding.matches import find_seat, find_shared, is_book_seat, is_live_seat, is_seat
from models.records.saving.pipeline import Entry
from models.records.tables.book import Book
from models.records.tables.book_change import BookChangeKind
from models.records.tables.match import Match, readable
from models.records.tables.place import Place
from models.records.tables.player import Player, cleaned
from models.records.tables.seat import Seat
from models.records.tables.tokens import Link, hashed

MOST_AT_START = 500
"""How many matches a book can start with. Others can join later."""


@dataclass(frozen=True, slots=True)
class OpenedBook:
    """A book as a device sees it at its viewing link."""

    book: Book
    seat: Seat | None
    """The device's own seat; None for a viewer."""


def start_book(name: str, match_ids: Sequence[int], *, device: str, entry: str) -> Book:
    """Starts a book with matches in which *device* can score; the same form sent twice starts one book.

    In these matches, the same name is the same player.

    :raises ValueError: if *name* is not valid.
    :raises InBookError: if one of them is in a book by now.
    """
    name = checked_book_name(name)
    begun_with = hashed(device, entry, json.dumps([name, sorted(match_ids)]))

    def start() -> Book:
        if started := book_started_with(begun_with):
            return started
        _refuse_from_books(device, match_ids)
        return create_book(begun_with, name, {hashed(device): ""}, matches_to_keep(device, match_ids), entry)

    return once(start)


def checked_book_name(name: str) -> str:
    """The name of a book with single spaces; it can be blank.

    :raises ValueError: if it is not valid.
    """
    name = cleaned(name)
    if name and not is_name(name):
        raise ValueError(f"not a name: {name!r}")
    return name


def book_started_with(begun_with: str) -> Book | None:
    """The book that a form, or a rematch, started before."""
    return db.session.scalar(select(Book).where(Book.begun_with == begun_with))


def create_book(
    begun_with: str,
    name: str,
    seats: Mapping[str, str],
    matches: Sequence[Match],
    entry: str,
    *,
    all_look_after: bool = False,
) -> Book:
    """A new book, in a transaction that writes; *seats* are the labels of the phones that can score in it.

    The first of them looks after it, or all of them.
    """
    book = with_new_links(begun_with, name)
    book.all_look_after = all_look_after
    at = book.created_at
    book.seats += [Seat(device_hash=each, label=label, created_at=at) for each, label in seats.items()]
    book.seats[0].looks_after = not all_look_after
    db.session.add(book)
    db.session.flush()
    put_all_into(book, matches)
    started = {"match_ids": [match.id for match in matches]}
    add_to_book_history(book, entry, book.seats[0], BookChangeKind.STARTED, **started)
    return book


def with_new_links(begun_with: str, name: str) -> Book:
    """A book without players, matches and seats."""
    now = datetime.now(UTC)
    return Book(
        begun_with=begun_with,
        name=name,
        version=0,
        created_at=now,
        changed_at=now,
        opened_on=now.date(),
        all_look_after=False,
        **Book.new_links(),
    )


def join_many(book: Book, match_ids: Iterable[int], entry: Entry) -> None:
    """Puts those of these matches into *book* in which the device can score.

    The same name is the same player.

    :raises NoSeatError: if the device has no seat in the book.
    :raises InBookError: if one of them is in another book by now.
    :raises ValueError: if the same person would sit in two places.
    """
    ids = sorted(match_ids)

    def join(locked: Book) -> Done | None:
        _refuse_from_books(entry.device or "", ids, but=locked)
        joining = sorted(matches_to_keep(entry.device or "", ids), key=lambda match: match.id)
        put_all_into(locked, joining)
        joined = {"match_ids": [match.id for match in joining]}
        return Done(BookChangeKind.MATCHES_JOINED, joined) if joining else None

    write_book(book, entry, join)


def _refuse_from_books(device: str, match_ids: Sequence[int], but: Book | None = None) -> None:
    """Locks those of these matches in which *device* can score.

    :raises InBookError: if one of them is in another book.
    """
    key = hashed(device)
    is_own = or_(exists().where(is_seat(key)), exists().where(is_book_seat(key)))
    query = select(Match).where(Match.id.in_(match_ids[:MOST_AT_START]), is_own).order_by(Match.id)
    query = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    for match in db.session.scalars(query).all():
        if match.book_id not in (None, but and but.id):
            raise InBookError(match)


def matches_to_keep(device: str, match_ids: Iterable[int]) -> list[Match]:
    """Those of these matches in which *device* can score, and which are in no book; the newest first.

    Not those in which a player has no name.
    """
    query = _outside_books(device).where(Match.id.in_(list(match_ids)[:MOST_AT_START]))
    return readable(db.session.scalars(query))


def matches_outside_books(device: str | None, limit: int = MOST_AT_START) -> list[Match]:
    """The matches in which *device* can score and every player has a name, in no book; the newest first."""
    return [] if device is None else readable(db.session.scalars(_outside_books(device).limit(limit)))


def _outside_books(device: str) -> Select[Match]:
    named = ~Match.places.any(Place.name.is_(None))
    query = select(Match).join(Match.seats).where(is_seat(hashed(device)), Match.book_id.is_(None), named)
    return query.order_by(Match.created_at.desc(), Match.id.desc())


def open_book(watch: str, device: str | None) -> OpenedBook | None:
    """The book of a viewing link, and the seat of *device* in it."""
    book = find_shared(Book, Link.VIEWING, watch)
    return OpenedBook(book, find_seat(book, device)) if book else None


def read_again(book: Book) -> Book:
    """*book* as it is now, in the current session.

    :raises sqlalchemy.exc.NoResultFound: if it was deleted.
    """
    return db.session.get_one(Book, book.id, populate_existing=True)


def book_of(match: Match) -> Book | None:
    return None if match.book_id is None else db.session.get(Book, match.book_id)


def books_of(device: str | None, limit: int = 50) -> list[Book]:
    """The books in which *device* has a seat, the one changed last first."""
    if device is None:
        return []
    query = select(Book).join(Book.seats).where(is_live_seat(hashed(device)))
    return list(db.session.scalars(query.order_by(Book.changed_at.desc(), Book.id.desc()).limit(limit)))


def books_by_players(device: str | None) -> dict[Book, list[Player]]:
    """The books in which *device* has a seat, the one changed last first, each with its players."""
    books = books_of(device)
    among = Player.book_id.in_([book.id for book in books]), Player.merged_into.is_(None)
    players: dict[int, list[Player]] = {book.id: [] for book in books}
    for player in db.session.scalars(select(Player).where(*among).order_by(Player.id)):
        players[player.book_id].append(player)
    return {book: players[book.id] for book in books}


def book_of_the_same(names: Sequence[str | None], device: str) -> tuple[Book, list[Player]] | None:
    """The book in which *device* has a seat and whose players have exactly these names, with these players.

    Of several, the one changed last. The players are in the order of the names.
    """
    if None in names:
        return None
    sought = [without_variants(name) for name in names if name]
    for book, players in books_by_players(device).items():
        called = {without_variants(player.name): player for player in players}
        if len(players) == len(sought) and called.keys() == set(sought):
            return book, [called[name] for name in sought]
    return None


def books_at(links: Iterable[str]) -> list[Book]:
    """The books of these viewing links, the one changed last first."""
    keys = [hashed(link) for link in links]
    if not keys:
        return []
    return list(
        db.session.scalars(select(Book).where(Book.watch_hash.in_(keys)).order_by(Book.changed_at.desc()))
    )
