"""Finds matches of a book: by players, rules, state and date, the newest first, a page at a time."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Self

from sqlalchemy import ColumnElement, Select, and_, false, or_, select, tuple_, union_all

from models.gin.seating import Table
from models.records.base import db
from models.records.books.book import Book
from models.records.books.player import Player, folded
from models.records.books.players import PLACES, number_of_matches
from models.records.match import Match

OVER = Match.__table__.c.match_over

MOST_RULES = 40
"""How many sets of rules are offered to choose from."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the list of matches: before which match a page begins."""

    played_on: date
    match_id: int

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The place that an address names, or None.

        >>> Place.read("2026-11-22.17"), Place.read("yesterday")
        (Place(played_on=datetime.date(2026, 11, 22), match_id=17), None)
        """
        found = re.fullmatch(r"(\d{4}-\d{2}-\d{2})\.(\d{1,18})", text, re.ASCII)
        try:
            return cls(date.fromisoformat(found[1]), int(found[2])) if found else None
        except ValueError:
            return None

    def __str__(self) -> str:
        return f"{self.played_on.isoformat()}.{self.match_id}"


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches of a book are looked for; everything if nothing is said."""

    players: tuple[int, ...] = ()
    """Players who all play in them."""
    any_of: tuple[int, ...] = ()
    """Players of whom at least one plays in them."""
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
        found: list[ColumnElement[bool]] = []
        if self.over is not None:
            found.append(OVER.is_(True) if self.over else OVER.is_(False))
        if self.table is not None:
            found.append(Match.seating == self.table)
        if self.rules is not None:
            found += [Match.house == self.rules[0], Match.house_name == self.rules[1]]
        if self.since is not None:
            found.append(Match.played_on >= self.since)
        if self.until is not None:
            found.append(Match.played_on <= self.until)
        return found


def find_matches(
    book: Book, wanted: MatchFilter, before: Place | None = None, limit: int = 20
) -> list[Match]:
    """The matches of *book* that are *wanted*, newest first, before the place where the last page ended."""
    if len(wanted.players) > 1:
        rarest_first = sorted(wanted.players, key=number_of_matches)
        wanted = replace(wanted, players=tuple(rarest_first))
    return list(db.session.scalars(search(book, wanted, before, limit)))


def ids_of_matches(book: Book, wanted: MatchFilter) -> list[int]:
    """The ids of all matches of *book* that are *wanted*."""
    conditions = [*wanted.conditions(), *map(_plays, wanted.players)]
    return list(db.session.scalars(select(Match.id).where(Match.book_id == book.id, *conditions)))


def search(book: Book, wanted: MatchFilter, before: Place | None, limit: int) -> Select[Match]:
    """The query for a page.

    The newest matches of a player at each place come from an index of their own. Only the matches found there
    are asked for their book: else a database may prefer an index of the book, and read far more.
    """
    conditions = wanted.conditions()
    if before is not None:
        earlier = tuple_(Match.played_on, Match.id) < tuple_(before.played_on, before.match_id)
        # The first condition says no more, but lets every database read only a part of the index.
        conditions += [Match.played_on <= before.played_on, earlier]
    newest = (Match.played_on.desc(), Match.id.desc())
    if not (wanted.players or wanted.any_of):
        return select(Match).where(Match.book_id == book.id, *conditions).order_by(*newest).limit(limit)
    first, *others = wanted.players or (None,)
    some = wanted.any_of if first is None else (first,)
    conditions += [_plays(each) for each in others]
    if first is not None and wanted.any_of:
        conditions.append(or_(*map(_plays, wanted.any_of)))
    parts = [
        select(Match.id).where(place == player, *conditions).order_by(*newest).limit(limit).subquery()
        for player in some
        for place in PLACES
    ]
    found = union_all(*(select(part.c.id) for part in parts)).subquery()
    inside = Match.book_id == book.id, Match.id.in_(select(found.c.id))
    return select(Match).where(*inside).order_by(*newest).limit(limit)


def _plays(player_id: int) -> ColumnElement[bool]:
    """That a player plays in a match."""
    return or_(*(place == player_id for place in PLACES)) if PLACES else false()


def players_named(book: Book, typed: str) -> Sequence[Player]:
    """The players of *book* in whose name *typed* is found; case and accents don't matter."""
    sought = folded(" ".join(typed.split()))
    if not sought:
        return ()
    return db.session.scalars(
        select(Player)
        .where(
            Player.book_id == book.id,
            Player.merged_into.is_(None),
            Player.folded_name.contains(sought, autoescape=True),
        )
        .order_by(Player.folded_name, Player.note, Player.id)
    ).all()


def rules_played(book: Book) -> list[tuple[str, str]]:
    """The rules by which matches of *book* were played: presets, and the players' own names for them.

    Each is found by a step in the index, so that a hundred thousand matches need not be read.
    """
    found: list[tuple[str, str]] = []
    while len(found) < MOST_RULES and (row := _rules_after(book, found[-1] if found else None)):
        found.append(row)
    return found


def _rules_after(book: Book, known: tuple[str, str] | None) -> tuple[str, str] | None:
    later: list[Any] = [Match.book_id == book.id]
    if known is not None:
        same = and_(Match.house == known[0], Match.house_name > known[1])
        later.append(Match.house >= known[0])
        later.append(or_(Match.house > known[0], same))
    asked = select(Match.house, Match.house_name).where(*later).order_by(Match.house, Match.house_name)
    row = db.session.execute(asked.limit(1)).first()
    return None if row is None else (row.house, row.house_name)


def newest_unfinished(book: Book, limit: int) -> list[Match]:
    """The matches of *book* that were left open, newest first."""
    return find_matches(book, MatchFilter(over=False), limit=limit)
