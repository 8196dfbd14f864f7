"""The players of a book: added, renamed, merged, split."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, and_, bindparam, cast, exists, func, or_, select, true, update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from models.records.books.book_writes import Done, write_book
from models.records.database.base import db
from models.records.ratings.ratings import outdate_ratings
from models.records.saving.limits import MOST_PLAYERS, Full, FullMatchError
from models.records.saving.pipeline import Entry
from models.records.tables.book import Book, BookChange, BookChangeKind
from models.records.tables.match import Match
from models.records.tables.place import PLACES, opponents
from models.records.tables.player import NameTakenInBookError, Player, checked_name, names_in_match
from models.records.tables.seat import Seat

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
        source, target = find_player(locked, player_id), find_player(locked, into)
        if source is target:
            raise LookupError("a player can't be merged with himself")
        if met := matches_between(locked, source.id, target.id):
            raise MetError(met)
        before = (source.name, source.full_name)
        source.merged_into = target.id
        db.session.execute(
            update(Player).where(Player.merged_into == source.id).values(merged_into=target.id)
        )
        db.session.flush()
        moved = move_matches(locked, source.id, target)
        _rename_phones(locked, target, before)
        # Ratings are locked last, when nothing else is waited for.
        outdate_ratings(locked.id)
        about = {"player_id": source.id, "other_id": target.id, "match_ids": moved}
        return Done(BookChangeKind.PLAYERS_MERGED, about)

    write_book(book, entry, merge, by_all=False)


def split_player(
    book: Book,
    player_id: int,
    match_ids: Collection[int],
    name: str,
    note: str,
    entry: Entry,
    merged: int | None = None,
) -> None:
    """Moves some matches of a player to a new one, because two people were taken for one.

    If that undoes a merge, they go back to who was *merged*, whose addresses then lead there again.

    :raises ValueError: if the name is not valid, or if none of these matches is the player's.
    :raises NameTakenInBookError: if somebody is called so.
    :raises LookupError: if there is no such player.
    """
    chosen = frozenset(match_ids)

    def split(locked: Book) -> Done:
        player = find_player(locked, player_id)
        added = _brought_back(locked, player, merged, name, note) or new_player(locked, name, note)
        moved = move_matches(locked, player.id, added, only=chosen)
        if not moved:
            raise ValueError("no match to move")
        outdate_ratings(locked.id)
        about = {"player_id": player.id, "other_id": added.id, "match_ids": moved}
        return Done(BookChangeKind.PLAYER_SPLIT, about)

    write_book(book, entry, split, by_all=False)


def _brought_back(book: Book, player: Player, merged: int | None, name: str, note: str) -> Player | None:
    """Who was merged into *player*, as a player again; None if nobody was."""
    again = db.session.get(Player, merged) if merged is not None else None
    if again is None or again.book_id != book.id or again.merged_into != player.id:
        return None
    name, note = checked_name(name, note)
    _require_free(book, name, note)
    again.merged_into = None
    again.rename(name, note)
    db.session.flush()
    into = select(BookChange.player_id).where(
        BookChange.book_id == book.id,
        BookChange.kind == BookChangeKind.PLAYERS_MERGED,
        BookChange.other_id == again.id,
    )
    theirs = Player.id.in_(into), Player.merged_into == player.id
    db.session.execute(
        update(Player).where(*theirs).values(merged_into=again.id),
        execution_options={"synchronize_session": False},
    )
    db.session.expire_all()
    return again


def matches_between(book: Book, one: int, other: int) -> int:
    """In how many matches of *book* both play."""
    both = exists().where(THEIRS.match_id == PLACES.c.match_id, THEIRS.player_id == other)
    query = select(func.count()).where(PLACES.c.book_id == book.id, PLACES.c.player_id == one, both)
    return db.session.scalar(query) or 0


THEIRS = PLACES.alias().c
"""Other places at the same tables."""


def number_of_matches(player_id: int) -> int:
    return db.session.scalar(select(func.count()).where(PLACES.c.player_id == player_id)) or 0


def matches_with(player_id: int) -> Select[int]:
    return select(PLACES.c.match_id).where(PLACES.c.player_id == player_id)


def move_matches(book: Book, player_id: int, to: Player, only: frozenset[int] | None = None) -> list[int]:
    """Puts the player *to* in the place of another one, or of himself with a new name; returns the matches.

    The names in each match are those of its players then.

    :raises NameTakenInBookError: if a match would have the same name twice.
    """
    people = {each.id: each for each in db.session.scalars(select(Player).where(Player.book_id == book.id))}
    all_tables = _tables_with(player_id)
    tables = {each: rows for each, rows in all_tables.items() if only is None or each in only}
    written = [row for rows in tables.values() for row in _as_written(rows, {player_id: to.id}, people)]
    write_places(written)
    _count_renamed(tables)
    return list(tables)


def _tables_with(player_id: int) -> dict[int, list[Any]]:
    """All places of each match in which a player plays, by the ids of the matches, which are locked."""
    theirs = Match.id.in_(matches_with(player_id))
    locked = select(Match.id).where(theirs).order_by(Match.id).with_for_update(key_share=True)
    tables: dict[int, list[Any]] = {each: [] for each in db.session.scalars(locked)}
    columns = (PLACES.c.match_id, PLACES.c.place, PLACES.c.name, PLACES.c.player_id)
    query = select(*columns).where(PLACES.c.match_id.in_(matches_with(player_id)))
    for row in db.session.execute(query.order_by(PLACES.c.match_id, PLACES.c.place)):
        tables[row.match_id].append(row)
    return tables


def _as_written(
    rows: Sequence[Any], moved: Mapping[int, int], people: Mapping[int, Player]
) -> Iterator[dict[str, Any]]:
    """The places of a match after players were *moved*."""
    ids = [moved.get(row.player_id, row.player_id) for row in rows]
    called = names_in_match([people.get(each or 0) or row.name for each, row in zip(ids, rows, strict=True)])
    for row, name, player, opponent in zip(rows, called, ids, opponents(ids), strict=True):
        yield {
            "of_match": row.match_id,
            "at": row.place,
            "called": name,
            "player": player,
            "opponent": opponent,
        }


def write_places(rows: Sequence[dict[str, Any]]) -> None:
    """Writes the names and players of many places.

    All names are taken away first: two players of a match may have exchanged theirs.
    """
    here = PLACES.c.match_id == bindparam("of_match"), PLACES.c.place == bindparam("at")
    nameless = update(PLACES).where(*here).values(name=None)
    seated = update(PLACES).where(*here)
    seated = seated.values(
        name=bindparam("called"), player_id=bindparam("player"), opponent_id=bindparam("opponent")
    )
    connection = db.session.connection()
    for start in range(0, len(rows), AT_ONCE):
        connection.execute(nameless, rows[start : start + AT_ONCE])
        connection.execute(seated, rows[start : start + AT_ONCE])


def _count_renamed(match_ids: Collection[int]) -> None:
    """Notes that names in these matches have changed."""
    renamed = update(Match).where(Match.id == bindparam("of_match"))
    renamed = renamed.values(unversioned_changes=Match.unversioned_changes + 1, undone_to=Match.version)
    if match_ids:
        db.session.connection().execute(renamed, [{"of_match": each} for each in match_ids])
    db.session.expire_all()


def _rename_phones(book: Book, player: Player, before: Collection[str]) -> None:
    """Names the phones after *player* that are called by one of the names *before*."""
    seats = or_(Seat.match_id.in_(matches_with(player.id)), Seat.book_id == book.id)
    db.session.execute(
        update(Seat).where(seats, Seat.label.in_(before)).values(label=player.name),
        execution_options={"synchronize_session": False},
    )
    db.session.expire_all()


class Merge(NamedTuple):
    """A merge of somebody into a player."""

    version: int
    """The version of the merge in the history of the book."""
    player: Player
    """Who was merged."""
    matches: int
    """How many of the matches that came with the merge are still the player's."""


class JsonElements(FunctionElement[Any]):
    """The elements of a JSON array, a row for each."""

    inherit_cache = True


@compiles(JsonElements, "sqlite")
def _on_sqlite(element: JsonElements, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_each({compiler.process(element.clauses, **how)})"


@compiles(JsonElements, "postgresql")
def _on_postgresql(element: JsonElements, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_array_elements_text({compiler.process(element.clauses, **how)})"


def merges_into(book: Book, player: Player) -> Sequence[Merge]:
    """The merges into *player* that can be undone, the newest first; of the same matches, only the newest.

    So can those into somebody who was merged into *player* later. The database counts their matches: a merge
    can have moved ten thousand.
    """
    moved = JsonElements(BookChange.match_ids).table_valued("value")
    still = and_(PLACES.c.match_id == cast(moved.c.value, Integer), PLACES.c.player_id == player.id)
    query = (
        select(BookChange.version, Player, func.count(), func.min(PLACES.c.match_id))
        .select_from(BookChange)
        .join(Player, Player.id == BookChange.player_id)
        .join(moved, true())
        .join(PLACES, still)
        .where(*_into(book, player))
        .group_by(BookChange.id, Player.id)
    )
    # Those of two merges are the same, or some of the others, or others altogether.
    merges = {
        (row[2], row[3]): Merge(*row[:3]) for row in db.session.execute(query.order_by(BookChange.version))
    }
    return sorted(merges.values(), key=lambda merge: -merge.version)


def matches_of_merge(book: Book, player: Player, version: int) -> Sequence[int]:
    """The matches that a merge moved to *player*; some may have been moved on or deleted since.

    :raises LookupError: if this version of the book is no merge into the player.
    """
    match_ids = None
    if 0 < version <= LARGEST_ID:
        this = BookChange.version == version
        match_ids = db.session.scalar(select(BookChange.match_ids).where(*_into(book, player), this))
    if match_ids is None:
        raise LookupError(f"no merge {version} into player {player.id}")
    return match_ids


def _into(book: Book, player: Player) -> tuple[Any, ...]:
    """The condition on a change: it merged somebody into *player*, or into one who is that player now."""
    same = select(Player.id).where(or_(Player.id == player.id, Player.merged_into == player.id))
    return (
        BookChange.book_id == book.id,
        BookChange.kind == BookChangeKind.PLAYERS_MERGED,
        BookChange.other_id.in_(same),
    )
