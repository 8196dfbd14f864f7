"""How many matches the players of a book have played and won, and against whom: sums over places."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import func, select

from models.records.database.base import db
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.place import PLACES

OVER = Match.__table__.c.match_over
ROW = PLACES.c


@dataclass(frozen=True, slots=True)
class Standings:
    """The matches of a book, counted for each player."""

    matches: int = 0
    unfinished: int = 0
    played: Mapping[int, int] = field(default_factory=dict)
    """How many matches each player has played, with those that are not over."""
    finished: Mapping[int, int] = field(default_factory=dict)
    """How many of them are over."""
    won: Mapping[int, int] = field(default_factory=dict)
    """How many each has won, alone or with a partner."""


def standings_of(book: Book) -> Standings:
    """Counts the matches of *book*."""
    by_state = select(OVER, func.count()).where(Match.book_id == book.id).group_by(OVER)
    matches = {bool(over): number for over, number in db.session.execute(by_state)}
    sums = select(ROW.player_id, func.count(), func.sum(ROW.matches), func.sum(ROW.matches_won))
    by_player = sums.where(ROW.book_id == book.id, ROW.player_id.is_not(None)).group_by(ROW.player_id)
    played, finished, won = Counter[int](), Counter[int](), Counter[int]()
    for player, *numbers in db.session.execute(by_player):
        played[player], finished[player], won[player] = map(int, numbers)
    return Standings(sum(matches.values()), matches.get(False, 0), played, finished, +won)


def opponents_of(book: Book, player_id: int) -> Mapping[int, tuple[int, int]]:
    """The opponents of a player in matches of two: how many the player has won, and how many lost."""
    inside = ROW.book_id == book.id, ROW.matches_won > 0
    won = select(ROW.opponent_id, func.count()).where(*inside, ROW.player_id == player_id)
    lost = select(ROW.player_id, func.count()).where(*inside, ROW.opponent_id == player_id)
    wins: dict[int, int] = dict(map(tuple, db.session.execute(won.group_by(ROW.opponent_id))))
    losses: dict[int, int] = dict(map(tuple, db.session.execute(lost.group_by(ROW.player_id))))
    return {each: (wins.get(each, 0), losses.get(each, 0)) for each in wins.keys() | losses.keys() if each}
