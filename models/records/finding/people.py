"""Who the players of several matches are: whom two matches have in common."""

from collections.abc import Hashable, Sequence

from sqlalchemy import select

from models.gin.money.evening import Person
from models.gin.player_names import without_variants
from models.records.database.base import db
from models.records.tables.match import Match
from models.records.tables.player import Player


def people_of(matches: Sequence[Match]) -> list[tuple[Person, ...]]:
    """The players of each of *matches*, in the order of the sheet.

    The same name is the same person, also in a book and beside it or in two books. Of two players of a book
    with the same name, each has the note as a part of it. A place without a name is somebody else in each
    match.
    """
    namesakes = _namesakes({match.book_id for match in matches} - {None})
    return [
        tuple(_person(match, place, namesakes) for place in range(match.table.people)) for match in matches
    ]


def _person(match: Match, place: int, namesakes: dict[int, str]) -> Person:
    name, player_id = match.names[place], match.player_ids[place]
    if name is None:
        return Person((match.id, place), match.players[place])
    called = name if player_id is None else namesakes.get(player_id, name)
    return Person(without_variants(called), called)


def _namesakes(book_ids: set[int | None]) -> dict[int, str]:
    """The players of these books with the name of another one there: their full names by id."""
    if not book_ids:
        return {}
    by_name: dict[Hashable, list[Player]] = {}
    for player in db.session.scalars(
        select(Player).where(Player.book_id.in_(book_ids), Player.merged_into.is_(None))
    ):
        by_name.setdefault((player.book_id, without_variants(player.name)), []).append(player)
    return {player.id: player.full_name for alike in by_name.values() if len(alike) > 1 for player in alike}
