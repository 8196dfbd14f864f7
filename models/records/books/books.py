"""Creates and finds books; their standings and usual rules."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import Select, exists, func, or_, select

from models.gin.player_names import is_name, without_variants
from models.gin.rules.seating import Table
from models.records.books.book_matches import InBookError, put_all_into
from models.records.books.book_writes import Done, add_to_book_history, write_book
from models.records.books.match_search import MatchFilter, find_matches
from models.records.database.base import db, once
from models.records.finding.matches import find_seat, find_shared, is_book_seat, is_live_seat, is_seat
from models.records.saving.pipeline import Entry
from models.records.tables.book import Book, BookChange, BookChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match, readable
from models.records.tables.place import PLACES, Place
from models.records.tables.player import Player, cleaned
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, hashed

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
    """Puts the matches in which the device can score into *book*.

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
    """Locks the matches in which *device* can score.

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
    """The matches in which *device* can score and that are in no book, of these ids; the newest first.

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


OVER = Match.__table__.c.match_over
ROW = PLACES.c


@dataclass(frozen=True, slots=True)
class Standings:
    """The matches of a book, counted for each player."""

    matches: int = 0
    unfinished: int = 0
    played: Mapping[int, int] = field(default_factory=dict)
    """How many matches each player has played, with those that are not over."""
    finished: Mapping[int, int] = field(default_factory=dict)
    """How many of them are over."""
    won: Mapping[int, int] = field(default_factory=dict)
    """How many each has won, alone or with a partner."""


def standings_of(book: Book) -> Standings:
    """Counts the matches of *book*."""
    by_state = select(OVER, func.count()).where(Match.book_id == book.id).group_by(OVER)
    matches = {bool(over): number for over, number in db.session.execute(by_state)}
    sums = select(ROW.player_id, func.count(), func.sum(ROW.matches), func.sum(ROW.matches_won))
    by_player = sums.where(ROW.book_id == book.id, ROW.player_id.is_not(None)).group_by(ROW.player_id)
    played, finished, won = Counter[int](), Counter[int](), Counter[int]()
    for player, *numbers in db.session.execute(by_player):
        played[player], finished[player], won[player] = map(int, numbers)
    return Standings(sum(matches.values()), matches.get(False, 0), played, finished, +won)


def opponents_of(book: Book, player_id: int) -> Mapping[int, tuple[int, int]]:
    """The opponents of a player in matches of two: how many the player has won, and how many lost."""
    inside = ROW.book_id == book.id, ROW.matches_won > 0
    won = select(ROW.opponent_id, func.count()).where(*inside, ROW.player_id == player_id)
    lost = select(ROW.player_id, func.count()).where(*inside, ROW.opponent_id == player_id)
    wins: dict[int, int] = dict(map(tuple, db.session.execute(won.group_by(ROW.opponent_id))))
    losses: dict[int, int] = dict(map(tuple, db.session.execute(lost.group_by(ROW.player_id))))
    return {each: (wins.get(each, 0), losses.get(each, 0)) for each in wins.keys() | losses.keys() if each}


TWO = 2


def usual_rules(book: Book, player_ids: Sequence[int] = ()) -> Agreement | None:
    """The rules that a new match of these players starts with, or one of anybody; None before the first.

    Two go on with those of their last match, unless the rules of *book* have been changed since. All others
    take the rules of the book, or if there are none, those of their newest match, or of the newest of all.
    """
    if len(player_ids) == TWO and (last := _last_of_two(book, player_ids)):
        return rules_after(book, last)
    if book.usual_rules is not None:
        return book.usual_rules
    theirs = find_matches(book, MatchFilter(tuple(player_ids)), limit=1) if player_ids else []
    newest = theirs or find_matches(book, MatchFilter(), limit=1)
    return newest[0].agreement if newest else None


def rules_after(book: Book, last: Match) -> Agreement:
    """The rules that a new match of two players starts with, after their *last* match."""
    if book.usual_rules is None:
        return last.agreement
    changed = _changed_at(book)
    return book.usual_rules if changed is not None and changed > last.created_at else last.agreement


def _last_of_two(book: Book, player_ids: Sequence[int]) -> Match | None:
    wanted = MatchFilter(tuple(player_ids), table=Table.TWO)
    return next(iter(find_matches(book, wanted, limit=1)), None)


def _changed_at(book: Book) -> datetime | None:
    """When the rules of *book* were last changed; None if they came with it from a file."""
    changes = select(BookChange.at).where(
        BookChange.book_id == book.id, BookChange.kind == BookChangeKind.RULES
    )
    return db.session.scalar(changes.order_by(BookChange.version.desc()).limit(1))


def agree_on(book: Book, agreed: Agreement | None, entry: Entry) -> None:
    """Sets the usual rules of *book*; None for no rules of its own.

    Matches keep the rules that they were started with.
    """

    def agree(locked: Book) -> Done | None:
        before, locked.usual_rules = locked.usual_rules, agreed
        if before == agreed:
            return None
        return Done(BookChangeKind.RULES, {"agreed_before": before, "agreed_after": agreed})

    write_book(book, entry, agree)
