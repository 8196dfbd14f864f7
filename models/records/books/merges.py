"""Merges of players, as the history of a book knows them, so that each can be undone."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Integer, and_, cast, func, or_, select, true
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from models.records.books.players import LARGEST_ID
from models.records.database.base import db
from models.records.tables.book import Book
from models.records.tables.book_change import BookChange, BookChangeKind
from models.records.tables.place import PLACES
from models.records.tables.player import Player


class Merge(NamedTuple):
    """A merge of somebody into a player."""

    version: int
    """Its version in the history of the book."""
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
