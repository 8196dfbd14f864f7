"""Who the players of several matches are: whom two matches have in common."""

from collections.abc import Mapping, Sequence

from sqlalchemy import select

from models.gin.money.evening import Person
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
