"""Finds matches of a book: by players, rules, state and date, the newest first, a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, or_, select, union_all

from models.gin.rules.seating import Table
from models.records.books.players import THEIRS, number_of_matches, players_of
from models.records.database.base import db
from models.records.finding.people import ListPosition, earlier
from models.records.tables.book import Book
from models.records.tables.match import Match, enough_readable
from models.records.tables.place import PLACES
from models.records.tables.player import Player, searched

OVER = Match.__table__.c.match_over

MOST_RULES = 40
"""How many sets of rules are offered to choose from."""


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches of a book are looked for; everything if nothing is said."""

    players: tuple[int, ...] = ()
    """Players who all play in them."""
    any_of: tuple[int, ...] = ()
    """Players, at least one of whom plays in them."""
    rules: tuple[str, str] | None = None
    """The preset, and the players' own name for the rules."""
    over: bool | None = None
    """Whether they are over."""
    since: date | None = None
    until: date | None = None
    table: Table | None = None
    """How many play in them."""

    def conditions(self) -> list[ColumnElement[bool]]:
        """What a match has to be, except for its players."""
        conditions: list[ColumnElement[bool]] = []
        if self.over is not None:
            conditions.append(OVER.is_(True) if self.over else OVER.is_(False))
        if self.table is not None:
            conditions.append(Match.seating == self.table)
        if self.rules is not None:
            conditions += [Match.preset == self.rules[0], Match.rules_name == self.rules[1]]
        if self.since is not None:
            conditions.append(Match.played_on >= self.since)
        if self.until is not None:
            conditions.append(Match.played_on <= self.until)
        return conditions


def find_matches(
    book: Book, wanted: MatchFilter, before: ListPosition | None = None, limit: int = 20
) -> list[Match]:
    """The matches of *book* that are *wanted*, newest first, before the place where the last page ended."""
    if len(wanted.players) > 1:
        rarest_first = sorted(wanted.players, key=number_of_matches)
        wanted = replace(wanted, players=tuple(rarest_first))
    return enough_readable(lambda most: db.session.scalars(search(book, wanted, before, most)).all(), limit)


def ids_of_matches(book: Book, wanted: MatchFilter) -> list[int]:
    """The ids of all matches of *book* that are *wanted*."""
    conditions = [*wanted.conditions(), *map(_plays, wanted.players)]
    return list(db.session.scalars(select(Match.id).where(Match.book_id == book.id, *conditions)))


def search(book: Book, wanted: MatchFilter, before: ListPosition | None, limit: int) -> Select[Match]:
    """The query for a page.

    The newest matches of a player come from an index of places.
    """
    newest = (Match.played_on.desc(), Match.id.desc())
    conditions = wanted.conditions()
    if not (wanted.players or wanted.any_of):
        conditions += [Match.book_id == book.id, *earlier(before, Match.played_on, Match.id)]
        return select(Match).where(*conditions).order_by(*newest).limit(limit)
    first, *others = wanted.players or (None,)
    conditions += map(_plays, others)
    if first is not None and wanted.any_of:
        conditions.append(or_(*map(_plays, wanted.any_of)))
    of_player = select(PLACES.c.match_id).join(Match, Match.id == PLACES.c.match_id)
    of_player = of_player.where(*conditions, *earlier(before, PLACES.c.played_on, PLACES.c.match_id))
    of_player = of_player.order_by(PLACES.c.played_on.desc(), PLACES.c.match_id.desc()).limit(limit)
    some = wanted.any_of if first is None else (first,)
    parts = [of_player.where(PLACES.c.player_id == player).subquery() for player in some]
    found_matches = union_all(*(select(part.c.match_id) for part in parts)).subquery()
    inside = Match.book_id == book.id, Match.id.in_(select(found_matches.c.match_id))
    return select(Match).where(*inside).order_by(*newest).limit(limit)


def _plays(player_id: int) -> ColumnElement[bool]:
    """The condition that a player plays in a match."""
    return exists().where(THEIRS.match_id == Match.id, THEIRS.player_id == player_id)


def players_named(book: Book, typed: str) -> Sequence[Player]:
    """The players of *book* in whose name *typed* is found; case and accents don't matter."""
    sought = searched(" ".join(typed.split()))
    return [each for each in players_of(book) if sought in searched(each.name)] if sought else ()


def rules_played(book: Book) -> list[tuple[str, str]]:
    """The rules by which matches of *book* were played: presets, and the players' own names for them.

    Each is found by a step in the index, so that a hundred thousand matches need not be read.
    """
    rules: list[tuple[str, str]] = []
    while len(rules) < MOST_RULES and (row := _rules_after(book, rules[-1] if rules else None)):
        rules.append(row)
    return rules


def _rules_after(book: Book, previous: tuple[str, str] | None) -> tuple[str, str] | None:
    later: list[Any] = [Match.book_id == book.id]
    if previous is not None:
        same = and_(Match.preset == previous[0], Match.rules_name > previous[1])
        later.append(Match.preset >= previous[0])
        later.append(or_(Match.preset > previous[0], same))
    query = select(Match.preset, Match.rules_name).where(*later).order_by(Match.preset, Match.rules_name)
    row = db.session.execute(query.limit(1)).first()
    return None if row is None else (row.preset, row.rules_name)


def newest_unfinished(book: Book, limit: int) -> list[Match]:
    """The matches of *book* that were left open, newest first."""
    return find_matches(book, MatchFilter(over=False), limit=limit)
