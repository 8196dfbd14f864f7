"""The players of a book: added, renamed, merged, split."""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute

from models.records.base import db
from models.records.books.book import Book
from models.records.books.book_change import BookChangeKind
from models.records.books.book_seat import BookSeat
from models.records.books.book_writes import Done, write_book
from models.records.books.pair_rules import PairRules
from models.records.books.player import NameTakenInBookError, Player, checked_name, names_in_match
from models.records.idempotency import Entry
from models.records.limits import MOST_PLAYERS, Full, FullMatchError
from models.records.match import Match
from models.records.ratings.rating_updates import outdate_ratings
from models.records.seat import Seat
from models.records.statistics.statistics_writes import hand_over_statistics

PLACES: tuple[InstrumentedAttribute[int | None], ...] = (
    Match.player_0,
    Match.player_1,
    Match.player_2,
    Match.player_3,
)
"""The columns of a match with its players."""

NAMES = (Match.name_0, Match.name_1, Match.name_2, Match.name_3)

LARGEST_ID = 2**31 - 1
"""No database can be asked for a larger one."""

AT_ONCE = 500
"""How many matches are written together."""


class MetError(ValueError):
    """Raised if two players can't be the same person, because they have played each other."""

    def __init__(self, matches: int) -> None:
        self.matches = matches
        super().__init__(f"they met in {matches} matches")


def players_of(book: Book) -> list[Player]:
    """The players of *book* by their names, without those that were merged into others."""
    return list(
        db.session.scalars(
            select(Player)
            .where(Player.book_id == book.id, Player.merged_into.is_(None))
            .order_by(Player.folded_name, Player.note, Player.id)
        )
    )


def find_player(book: Book, player_id: int) -> Player:
    """The player of *book* with this id.

    :raises LookupError: if there is none, or if that one was merged into another.
    """
    player = db.session.get(Player, player_id) if 0 < player_id <= LARGEST_ID else None
    if player is None or player.book_id != book.id or player.merged_into is not None:
        raise LookupError(f"no player {player_id} in book {book.id}")
    return player


def new_player(book: Book, name: str, note: str = "") -> Player:
    """A new player of *book*, in a transaction that has locked it.

    :raises ValueError: if the name is not valid.
    :raises NameTakenInBookError: if somebody is called so already.
    :raises FullMatchError: if the book has no room for another player.
    """
    name, note = checked_name(name, note)
    _require_free(book, name, note)
    there = select(func.count()).where(Player.book_id == book.id)
    if (db.session.scalar(there) or 0) >= MOST_PLAYERS:
        raise FullMatchError(Full.PLAYERS)
    player = Player(book_id=book.id, created_at=datetime.now(UTC))
    player.rename(name, note)
    db.session.add(player)
    db.session.flush()
    return player


def _require_free(book: Book, name: str, note: str, but: Player | None = None) -> None:
    if any(each.is_called(name, note) for each in players_of(book) if each is not but):
        raise NameTakenInBookError(f"book {book.id} has a player {name!r} {note!r}")


def add_player(book: Book, name: str, note: str, entry: Entry) -> None:
    """Adds a player who may not have played yet."""

    def add(locked: Book) -> Done:
        player = new_player(locked, name, note)
        return Done(BookChangeKind.PLAYER_ADDED, {"player_id": player.id, "name_after": player.full_name})

    write_book(book, entry, add)


def rename_player(book: Book, player_id: int, name: str, note: str, entry: Entry) -> None:
    """Gives a player another name, in all matches of the book.

    :raises ValueError: if the name is not valid.
    :raises NameTakenInBookError: if another player is called so, or if somebody is in one of the matches.
    :raises LookupError: if there is no such player.
    """
    name, note = checked_name(name, note)

    def rename(locked: Book) -> Done | None:
        player = find_player(locked, player_id)
        before = (player.name, player.full_name)
        if (player.name, player.note) == (name, note):
            return None
        _require_free(locked, name, note, but=player)
        player.rename(name, note)
        db.session.flush()
        move_matches(locked, player.id, player)
        _rename_phones(locked, player, before)
        names = {"name_before": before[1], "name_after": player.full_name}
        return Done(BookChangeKind.PLAYER_RENAMED, {"player_id": player.id, **names})

    write_book(book, entry, rename)


def merge_players(book: Book, player_id: int, into: int, entry: Entry) -> None:
    """Moves all matches of a player to another one, who is the same person.

    :raises MetError: if they have played each other.
    :raises NameTakenInBookError: if a match would have the same name twice.
    :raises LookupError: if there is no such player.
    """

    def merge(locked: Book) -> Done:
        gone, kept = find_player(locked, player_id), find_player(locked, into)
        if gone is kept:
            raise LookupError("a player can't be merged with himself")
        if met := matches_between(locked, gone.id, kept.id):
            raise MetError(met)
        before = (gone.name, gone.full_name)
        gone.merged_into = kept.id
        db.session.execute(update(Player).where(Player.merged_into == gone.id).values(merged_into=kept.id))
        db.session.flush()
        moved = move_matches(locked, gone.id, kept)
        _rename_phones(locked, kept, before)
        _merge_pairs(locked, gone.id, kept.id)
        # Sums and ratings are locked last, when nothing else is waited for.
        hand_over_statistics(locked.id, moved, gone.id, kept.id)
        outdate_ratings(locked.id)
        about = {"player_id": gone.id, "other_id": kept.id, "match_ids": moved}
        return Done(BookChangeKind.PLAYERS_MERGED, about)

    write_book(book, entry, merge)


def split_player(
    book: Book, player_id: int, match_ids: Collection[int], name: str, note: str, entry: Entry
) -> None:
    """Moves some matches of a player to a new one, because two people were taken for one.

    :raises ValueError: if the name is not valid, or if none of these matches is the player's.
    :raises NameTakenInBookError: if somebody is called so.
    :raises LookupError: if there is no such player.
    """
    chosen = frozenset(match_ids)

    def split(locked: Book) -> Done:
        player = find_player(locked, player_id)
        added = new_player(locked, name, note)
        moved = move_matches(locked, player.id, added, only=chosen)
        if not moved:
            raise ValueError("no match to move")
        hand_over_statistics(locked.id, moved, player.id, added.id)
        outdate_ratings(locked.id)
        about = {"player_id": player.id, "other_id": added.id, "match_ids": moved}
        return Done(BookChangeKind.PLAYER_SPLIT, about)

    write_book(book, entry, split)


def matches_between(book: Book, one: int, other: int) -> int:
    """In how many matches of *book* both play."""
    both = or_(
        *((first == one) & (second == other) for first in PLACES for second in PLACES if first is not second)
    )
    return db.session.scalar(select(func.count()).where(Match.book_id == book.id, both)) or 0


def number_of_matches(player_id: int) -> int:
    """In how many matches a player plays."""
    return sum(db.session.scalar(select(func.count()).where(place == player_id)) or 0 for place in PLACES)


def move_matches(book: Book, player_id: int, to: Player, only: frozenset[int] | None = None) -> list[int]:
    """Puts the player *to* in the place of another one, or of himself with a new name; returns the matches.

    The names in each match are those of its players then.

    :raises NameTakenInBookError: if a match would have the same name twice.
    """
    people = {each.id: each for each in db.session.scalars(select(Player).where(Player.book_id == book.id))}
    rows = [row for row in _matches_with(player_id) if only is None or row.id in only]
    write_matches(dict(_as_written(row, {player_id: to.id}, people)) for row in rows)
    return [row.id for row in rows]


def _matches_with(player_id: int) -> Sequence[Any]:
    """The matches in which a player plays, locked, with all their players and names."""
    plays = or_(*(place == player_id for place in PLACES))
    asked = select(Match.id, *PLACES, *NAMES).where(plays).order_by(Match.id)
    return db.session.execute(asked.with_for_update(key_share=True)).all()


def _as_written(row: Any, moved: dict[int, int], people: dict[int, Player]) -> Iterator[tuple[str, Any]]:
    """The players and names of a match after players were *moved*."""
    names = [name for name in row[5:9] if name is not None]
    ids = [moved.get(each, each) for each in row[1:5]]
    called = names_in_match([people.get(ids[place] or 0) or name for place, name in enumerate(names)])
    yield "match_id", row.id
    for place in range(len(PLACES)):
        yield f"player_{place}", ids[place]
        yield f"called_{place}", called[place] if place < len(called) else None


def write_matches(rows: Iterator[dict[str, Any]]) -> None:
    """Writes the players and names of many matches."""
    written = list(rows)
    columns: dict[str, Any] = {
        f"player_{place}": bindparam(f"player_{place}") for place in range(len(PLACES))
    }
    columns |= {f"name_{place}": bindparam(f"called_{place}") for place in range(len(PLACES))}
    statement = (
        update(Match)
        .where(Match.id == bindparam("match_id"))
        .values({**columns, "names_removed": Match.names_removed + 1})
    )
    for start in range(0, len(written), AT_ONCE):
        db.session.connection().execute(statement, written[start : start + AT_ONCE])
    db.session.expire_all()


def _rename_phones(book: Book, player: Player, before: Collection[str]) -> None:
    """Names the phones after *player* that are called by one of the names *before*."""
    plays = or_(*(place == player.id for place in PLACES))
    for phones, where in (
        (Seat, Seat.match_id.in_(select(Match.id).where(plays))),
        (BookSeat, BookSeat.book_id == book.id),
    ):
        db.session.execute(
            update(phones).where(where, phones.label.in_(before)).values(label=player.name),
            execution_options={"synchronize_session": False},
        )
    db.session.expire_all()


def _merge_pairs(book: Book, gone: int, kept: int) -> None:
    """Moves the usual rules that a player has with others; those of the other one come first."""
    agreed = {frozenset((each.player_0, each.player_1)): each for each in _pairs(book)}
    for pair, rules in agreed.items():
        if gone not in pair:
            continue
        moved = (pair - {gone}) | {kept}
        if len(moved) < len(pair) or moved in agreed:
            db.session.delete(rules)
        else:
            rules.player_0, rules.player_1 = sorted(moved)


def _pairs(book: Book) -> Sequence[PairRules]:
    return db.session.scalars(select(PairRules).where(PairRules.book_id == book.id)).all()
