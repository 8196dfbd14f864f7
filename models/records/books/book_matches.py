"""Matches in books: they are started there, join, and leave."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import update

from models.gin.player_names import is_same_name
from models.gin.rules.seating import Player as Side
from models.gin.rules.seating import Table
from models.records.books.book_writes import Done, lock_book, write_book
from models.records.books.players import find_player, new_player, players_of
from models.records.database.base import db, once
from models.records.ratings.ratings import outdate_ratings
from models.records.saving.pipeline import Entry
from models.records.saving.seats import require_looking_after, require_seat
from models.records.saving.starting import create_match, match_begun_with
from models.records.tables.book import Book, BookChangeKind
from models.records.tables.column_types import Agreement, write_all
from models.records.tables.match import Match
from models.records.tables.player import Player, names_in_match
from models.records.tables.seat import Seat
from models.records.tables.shared import hashed, lock_row


@dataclass(frozen=True, slots=True)
class Chosen:
    """Who plays at one place of a match: a player of the book, or somebody new."""

    player_id: int | None = None
    name: str = ""
    note: str = ""

    def player(self, book: Book) -> Player:
        """The player, in a transaction that has locked the *book*.

        Somebody new who is called exactly like a player of the book is that one.

        :raises LookupError: if the book has no such player.
        :raises ValueError: if the name is not valid.
        """
        if self.player_id is not None:
            return find_player(book, self.player_id)
        player = next((each for each in players_of(book) if each.is_called(self.name, self.note)), None)
        return player or new_player(book, self.name, self.note)


class InBookError(Exception):
    """Raised if a match is in another book already."""

    def __init__(self, match: Match) -> None:
        self.match = match
        super().__init__(f"match {match.id} is in book {match.book_id}")


class NamelessError(ValueError):
    """Raised if a match is to be put into a book although a player has no name."""


def start_in_book(
    book: Book,
    chosen: Sequence[Chosen],
    agreed: Agreement,
    *,
    first_dealer: Side,
    device: str,
    entry: str,
    table: Table = Table.TWO,
) -> Match:
    """Starts a match of players of *book*; the same form sent twice starts one match.

    :raises ValueError: if the players don't fit the *table*, or the same person sits in two places.
    :raises NameTakenInBookError: if two of them would have the same name.
    :raises NoSeatError: if the device has no seat in the book.
    :raises LookupError: if the book has no such player.
    """
    book_id = book.id
    rules = [agreed.preset, agreed.rules_name, write_all(agreed.rules)]
    form = json.dumps([*rules, first_dealer, table, list(map(str, chosen))])
    begun_with = hashed(device, entry, "book", str(book_id), form)

    def start() -> Match:
        locked, seat = lock_book(book_id, device)
        if existing := match_begun_with(begun_with):
            return existing
        players = _players_of(locked, chosen, table)
        match = _create(locked, players, agreed, begun_with, {"seating": table, "first_dealer": first_dealer})
        match.seats.append(_seat_through(seat, match))
        return match

    return once(start)


def _players_of(book: Book, chosen: Sequence[Chosen], table: Table) -> Sequence[Player]:
    players = [each.player(book) for each in chosen]
    if len({each.id for each in players}) != table.people:
        raise ValueError(f"not {table.people} different players: {chosen}")
    return players


def _seat_through(seat: Seat, match: Match) -> Seat:
    """The seat in a new match of the phone with this *seat* in its book."""
    return Seat(
        device_hash=seat.device_hash, label=seat.label, created_at=match.created_at, through_book=True
    )


def _create(
    book: Book, players: Sequence[Player], agreed: Agreement, begun_with: str, seating: Mapping[str, object]
) -> Match:
    values = {
        **seating,
        "book_id": book.id,
        "preset": agreed.preset,
        "rules_name": agreed.rules_name,
        "rematch_of": None,
        "tells_missed": True,
    }
    book.changed_at = datetime.now(UTC)
    ids = [player.id for player in players]
    return create_match(begun_with, names_in_match(players), agreed.rules, values, {}, ids)


def join_book(book: Book, match: Match, chosen: Sequence[Chosen], entry: Entry) -> None:
    """Puts *match* into *book*, with who its players are.

    :raises InBookError: if it is in another book.
    :raises NamelessError: if a player has no name.
    :raises NoSeatError: if the device has no seat in the book, or none in the match.
    :raises NameTakenInBookError: if two of the players would have the same name.
    :raises ValueError: if the same person would sit in two places.
    :raises LookupError: if the book has no such player.
    """
    match_id = match.id

    def join(locked: Book) -> Done | None:
        joining = lock_row(Match, match_id)
        require_seat(joining, entry.device)
        if joining.book_id == locked.id:
            return None
        if not joining.is_named:
            raise NamelessError(f"a player of match {match_id} has no name")
        if joining.book_id is not None:
            raise InBookError(joining)
        put_into(locked, joining, [each.player(locked) for each in chosen])
        return Done(BookChangeKind.MATCHES_JOINED, {"match_ids": [match_id]})

    write_book(book, entry, join)


def put_into(book: Book, match: Match, players: Sequence[Player] | None = None) -> None:
    """Puts *match* into *book*, in a transaction that writes.

    Without *players*, the same name is the same player.

    :raises NamelessError: if a player has no name.
    :raises ValueError: if the same person would sit in two places.
    """
    _seat(book, match, players if players is not None else players_called(book, match.names))
    db.session.flush()
    if match.snapshot.results:
        outdate_ratings(book.id, match.played_on)


def put_all_into(book: Book, matches: Sequence[Match]) -> None:
    """Puts *matches* into *book*; the same name is the same player. They are rated together.

    :raises NamelessError: if a player has no name.
    :raises ValueError: if the same person would sit in two places.
    """
    if not matches:
        return
    for match in matches:
        _seat(book, match, players_called(book, match.names))
    db.session.flush()
    if days := [match.played_on for match in matches if match.snapshot.results]:
        outdate_ratings(book.id, min(days))


def _seat(book: Book, match: Match, sitting: Sequence[Player]) -> None:
    """Puts *match* into the book, with its players."""
    ids = [each.id for each in sitting]
    if len(ids) != match.table.people or not are_different(ids):
        raise ValueError(f"not the players of match {match.id}: {sitting}")
    match.book_id = book.id
    match.place_players(names_in_match(sitting), ids)
    match.unversioned_changes += 1


def are_different(player_ids: Sequence[int | None]) -> bool:
    """Whether no player is named twice."""
    ids = [each for each in player_ids if each is not None]
    return len(set(ids)) == len(ids)


def players_called(book: Book, names: Sequence[str | None]) -> list[Player]:
    """The players of *book* with these names, who are added to it if they are new.

    :raises NamelessError: if somebody has no name.
    """
    players, known_names = players_of(book), [name for name in names if name is not None]
    if len(known_names) < len(names):
        raise NamelessError
    return [_called(players, name) or new_player(book, name) for name in known_names]


def _called(players: Sequence[Player], name: str) -> Player | None:
    """The player of this name; of several the one without a note, or the first."""
    alike = [each for each in players if is_same_name(each.name, name) or is_same_name(each.full_name, name)]
    return min(alike, key=lambda each: (bool(each.note), each.id), default=None)


def leave_book(book: Book, match: Match, entry: Entry) -> None:
    """Takes *match* out of *book*. Its names stay, and phones that have scored in it still can.

    :raises NoSeatError: if the device has no seat in the book.
    :raises NotLookingAfterError: if it doesn't look after the match.
    """
    match_id = match.id

    def leave(locked: Book) -> Done | None:
        leaving = lock_row(Match, match_id)
        if leaving.book_id != locked.id:
            return None
        require_looking_after(leaving, require_seat(leaving, entry.device))
        leaving.leave_book()
        keep_seats(Seat.match_id == match_id)
        outdate_ratings(locked.id, leaving.played_on)
        return Done(BookChangeKind.MATCH_LEFT, {"match_ids": [match_id]})

    write_book(book, entry, leave)


def keep_seats(which: object) -> None:
    """Makes seats that phones have through a book their own."""
    db.session.execute(
        update(Seat).where(which, Seat.through_book, Seat.ended_at.is_(None)).values(through_book=False),  # type: ignore[arg-type]
        execution_options={"synchronize_session": False},
    )
