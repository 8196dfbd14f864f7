"""Deletes books and players for good, each in one transaction."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Select, delete, func, insert, literal, or_, select, update

from models.gin.document.reading import load_line
from models.gin.sheet.extra_lines import reason_of
from models.records.books.book_matches import keep_seats
from models.records.books.book_writes import Done, lock_book, write_book
from models.records.books.players import find_player, matches_with, number_of_matches
from models.records.database.base import db, once
from models.records.database.unreadable import READING, UNREADABLE
from models.records.finding.matches import number_of_hands
from models.records.ratings.ratings import outdate_ratings
from models.records.saving.deletion import (
    overwrite_deleted,
    remove_from_history,
    remove_from_lines,
    remove_from_remarks,
    without_name,
)
from models.records.saving.pipeline import Entry
from models.records.saving.seats import require_looking_after
from models.records.tables.book import Book, BookChange, BookChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match, readable
from models.records.tables.place import PLACES, shown
from models.records.tables.player import DeletedPlayer, Player
from models.records.tables.seat import Seat
from models.records.tables.sheet_row import SheetRow


class NameLeft(NamedTuple):
    """Words with a name that a deletion leaves, and their match."""

    match: Match
    words: str


def names_left(book: Book, player: Player) -> Sequence[NameLeft]:
    """The words that keep the name: it is part of another word there, or the player is not in the match."""
    theirs, found = set(db.session.scalars(matches_with(player.id))), dict[tuple[int, str], None]()
    for match_id, words in _words_in(book):
        if player.name.casefold() in _after(words, player, is_theirs=match_id in theirs).casefold():
            found[match_id, words] = None
    query = select(Match).where(Match.id.in_({match_id for match_id, _words in found}))
    matches = {match.id: match for match in readable(db.session.scalars(query))}
    return [NameLeft(matches[match_id], words) for match_id, words in found if match_id in matches]


def _after(words: str, player: Player, *, is_theirs: bool) -> str:
    """What a deletion makes of *words*."""
    if not is_theirs:
        return words
    for name in (player.full_name, player.name):
        words = without_name(words, name, shown([None])[0])
    return words


def _words_in(book: Book) -> Iterator[tuple[int, str]]:
    """What players wrote in the matches of *book*: titles of rules, remarks, words on extra lines."""
    for column in (Match.rules_name, Match.remark):
        query = select(Match.id, column).where(Match.book_id == book.id, column != "")
        for match_id, words in db.session.execute(query):
            yield match_id, words
    rows = select(SheetRow.match_id, SheetRow.remark, SheetRow.extra_line).join(
        Match, Match.id == SheetRow.match_id
    )
    written = (SheetRow.remark != "") | SheetRow.extra_line.is_not(None)
    for match_id, remark, line in db.session.execute(rows.where(Match.book_id == book.id, written)):
        yield match_id, remark
        with suppress(*READING):
            yield match_id, reason_of(load_line(line)) if line else ""


@dataclass(frozen=True, slots=True)
class BookExtent:
    """What goes with a book."""

    matches: int
    hands: int
    """The hands on the sheets of its matches."""
    players: int
    phones: int
    """The phones that can score in all its matches, the one that asks among them."""


@dataclass(frozen=True, slots=True)
class PlayerExtent:
    """What a player leaves."""

    matches: int
    """The matches, which stay without the name."""
    merged: int
    """The players who were merged into this one, and go too."""


def book_extent(book: Book) -> BookExtent:
    inside = select(Match.id).where(Match.book_id == book.id)
    return BookExtent(
        _count(inside),
        number_of_hands(book),
        _count(select(Player.id).where(Player.book_id == book.id, Player.merged_into.is_(None))),
        len(book.live_seats),
    )


def player_extent(player: Player) -> PlayerExtent:
    """What will be changed and deleted with *player*."""
    merged = select(Player.id).where(Player.merged_into == player.id)
    return PlayerExtent(number_of_matches(player.id), _count(merged))


def _count(query: Select[int]) -> int:
    return db.session.scalar(select(func.count()).select_from(query.subquery())) or 0


def delete_book(book: Book, device: str | None, *, with_matches: bool) -> None:
    """Deletes *book* with its players, its history and its links.

    Its matches go too, or they stay as matches in no book: *device* can score in all of them then, and other
    phones in those in which they have scored.

    :raises NoSeatError: if the device has no seat in the book.
    :raises NotLookingAfterError: if it doesn't look after it.
    :raises sqlalchemy.exc.NoResultFound: if somebody else has deleted it.
    """
    book_id = book.id

    def act() -> None:
        locked, seat = lock_book(book_id, device)
        require_looking_after(locked, seat)
        _lock_matches(book_id)
        outdate_ratings(book_id)
        if with_matches:
            db.session.execute(delete(Match).where(Match.book_id == book_id))
        else:
            _let_go(book_id, seat)
        db.session.expire_all()
        db.session.execute(delete(Book).where(Book.id == book_id))

    once(act)
    overwrite_deleted()


def _lock_matches(book_id: int) -> None:
    """Locks all matches of a book, so that nobody who writes in one of them waits for us meanwhile."""
    inside = select(Match.id).where(Match.book_id == book_id).order_by(Match.id)
    db.session.execute(inside.with_for_update(key_share=True))


def _let_go(book_id: int, seat: Seat) -> None:
    """Takes all matches out of a book."""
    inside = select(Match.id).where(Match.book_id == book_id)
    keep_seats(Seat.match_id.in_(inside))
    matches_with_seat = select(Seat.match_id).where(
        Seat.device_hash == seat.device_hash, Seat.match_id.is_not(None)
    )
    now = literal(datetime.now(UTC), Seat.created_at.type)
    new_seats = select(Match.id, literal(seat.device_hash), literal(seat.label), now)
    new_seats = new_seats.where(Match.book_id == book_id, Match.id.not_in(matches_with_seat))
    columns = ["match_id", "device_hash", "label", "created_at"]
    db.session.execute(insert(Seat).from_select(columns, new_seats, include_defaults=False))
    nobody = dict.fromkeys(("book_id", "player_id", "opponent_id"))
    db.session.execute(update(PLACES).where(PLACES.c.book_id == book_id).values(nobody))
    db.session.execute(
        update(Match).where(Match.book_id == book_id).values(book_id=None),
        execution_options={"synchronize_session": False},
    )


def delete_player(book: Book, player_id: int, entry: Entry) -> None:
    """Deletes a player, and the name of the person in all matches and in the history of *book*.

    The matches stay, with a place without a name. After the player, :func:`overwrite_deleted` removes the
    name from the file.

    :raises LookupError: if there is no such player.
    """

    def act(locked: Book) -> Done:
        player = find_player(locked, player_id)
        merged = db.session.scalars(select(Player).where(Player.merged_into == player.id)).all()
        for name in {each for person in (player, *merged) for each in (person.full_name, person.name)}:
            _forget_name(locked, player, name)
        db.session.add_all(
            DeletedPlayer(book_id=locked.id, document_id=each.document_id) for each in (player, *merged)
        )
        _forget_changes(locked, [player.id, *(each.id for each in merged)])
        _free_places(player)
        db.session.expire_all()
        outdate_ratings(locked.id)
        db.session.execute(delete(Player).where(Player.id == player_id))
        return Done(BookChangeKind.PLAYER_DELETED, {})

    write_book(book, entry, act, by_all=False)
    overwrite_deleted()


def _free_places(player: Player) -> None:
    """Removes the name of *player* from each match."""
    renamed = update(Match).where(Match.id.in_(matches_with(player.id)))
    db.session.execute(
        renamed.values(unversioned_changes=Match.unversioned_changes + 1, undone_to=Match.version),
        execution_options={"synchronize_session": False},
    )
    db.session.execute(update(PLACES).where(PLACES.c.player_id == player.id).values(name=None))


def _forget_name(book: Book, player: Player, name: str) -> None:
    """Removes a name from phones, names of rules and histories, in the matches of *player* and in *book*."""
    [word] = shown([None])
    theirs = matches_with(player.id)
    quiet = {"synchronize_session": False}
    seats = or_(Seat.match_id.in_(theirs), Seat.book_id == book.id)
    db.session.execute(
        update(Seat).where(seats, Seat.label == name).values(label=""), execution_options=quiet
    )
    named = select(Match.id, Match.rules_name).where(Match.id.in_(theirs), Match.rules_name != "")
    for match_id, rules in db.session.execute(named).all():
        if (left := without_name(rules, name, word)) != rules:
            changed = update(Match).where(Match.id == match_id).values(rules_name=left)
            db.session.execute(changed, execution_options=quiet)
    remove_from_lines(theirs, name, word)
    remove_from_remarks(theirs, name, word)
    remove_from_history(theirs, name, word)
    _forget_in_history(book, name, word)
    book.usual_rules = forgotten(book.usual_rules, name, word)
    book.name = without_name(book.name, name, word)
    db.session.flush()


def _forget_in_history(book: Book, name: str, word: str) -> None:
    """Removes a name from the names of rules in the history of *book*."""
    columns = (BookChange.agreed_before, BookChange.agreed_after)
    query = select(BookChange.id, *columns).where(BookChange.book_id == book.id)
    for change_id, *agreements in db.session.execute(query).all():
        left = [forgotten(each, name, word) for each in agreements]
        if left != agreements:
            values = dict(zip(("agreed_before", "agreed_after"), left, strict=True))
            statement = update(BookChange).where(BookChange.id == change_id).values(values)
            db.session.execute(statement, execution_options={"synchronize_session": False})


def forgotten(agreed: Agreement | None, name: str, word: str) -> Agreement | None:
    """Rules without a name in their own name."""
    if agreed is None or agreed is UNREADABLE:
        return agreed
    return replace(agreed, rules_name=without_name(agreed.rules_name, name, word))


def _forget_changes(book: Book, player_ids: Iterable[int]) -> None:
    """Removes the names of players from the history of *book*, and of the book after which it was called."""
    ids = list(player_ids)
    about = or_(BookChange.player_id.in_(ids), BookChange.other_id.in_(ids))
    named = BookChange.kind == BookChangeKind.NAMED
    db.session.execute(
        update(BookChange)
        .where(BookChange.book_id == book.id, or_(about, named))
        .values(name_before="", name_after=""),
        execution_options={"synchronize_session": False},
    )
    # PostgreSQL may otherwise check the one column while it empties the other, when both players are gone.
    for player in (BookChange.player_id, BookChange.other_id):
        db.session.execute(
            update(BookChange).where(player.in_(ids)).values({player: None}),
            execution_options={"synchronize_session": False},
        )
