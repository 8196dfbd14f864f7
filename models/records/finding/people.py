"""Who the players of several matches are: whom two matches have in common."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

from sqlalchemy import ColumnElement, select, tuple_

from models.gin.money import Person
from models.gin.player_names import without_variants
from models.records.database.base import db
from models.records.tables.match import Match
from models.records.tables.player import Player, namesakes


def people_of(matches: Sequence[Match]) -> list[tuple[Person, ...]]:
    """The players of each of *matches*, in the order of the sheet.

    The same name is the same person, also in a book and beside it or in two books. Of two players of a book
    with the same name, each has the note as a part of it. A place without a name is somebody else in each
    match.
    """
    books = {match.book_id for match in matches if match.book_id is not None}
    in_books = select(Player).where(Player.book_id.in_(books), Player.merged_into.is_(None))
    full_names = namesakes(db.session.scalars(in_books)) if books else {}
    return [
        tuple(_person(match, place, full_names) for place in range(match.table.people)) for match in matches
    ]


def _person(match: Match, place: int, full_names: Mapping[int, str]) -> Person:
    name, player_id = match.names[place], match.player_ids[place]
    if name is None:
        return Person((match.id, place), match.players[place])
    called = name if player_id is None else full_names.get(player_id, name)
    return Person(without_variants(called), called)


@dataclass(frozen=True, slots=True)
class ListPosition:
    """A place in a list by days: before which match, or which rated game of a player, a page begins."""

    played_on: date
    number: int
    """The id of the match; of a game, how many the player has been rated for."""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The place that an address names, or None.

        >>> ListPosition.read("2026-11-22.17"), ListPosition.read("yesterday")
        (ListPosition(played_on=datetime.date(2026, 11, 22), number=17), None)
        """
        parts = re.fullmatch(r"(\d{4}-\d{2}-\d{2})\.(\d{1,18})", text, re.ASCII)
        try:
            return cls(date.fromisoformat(parts[1]), int(parts[2])) if parts else None
        except ValueError:
            return None

    def __str__(self) -> str:
        return f"{self.played_on.isoformat()}.{self.number}"


def earlier(before: ListPosition | None, day: Any, number: Any) -> list[ColumnElement[bool]]:
    """The condition that something of a list comes before the place where the last page ended."""
    if before is None:
        return []
    # The first condition says no more, but lets every database read only a part of the index.
    return [day <= before.played_on, tuple_(day, number) < tuple_(before.played_on, before.number)]
