"""How many matches the players of a book have played and won, and against whom.

Everything is counted in indexes that have the whole result, without reading a single match.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import JSON, ColumnElement, Select, func, literal, select, type_coerce, union_all

from models.gin.rule_options import ThreePlayers
from models.gin.seating import Table
from models.records.base import db
from models.records.books.book import Book
from models.records.match import Match
from models.records.match_constraints import PLAYERS

MATCHES = Match.__table__.c


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


def standings_of(book: Book, player_id: int | None = None) -> Standings:
    """Counts the matches of *book*, or only those of one player."""
    places = [_at_place(book, place, player_id) for place in range(len(PLAYERS))]
    standings = counted(db.session.execute(union_all(*places)))
    return replace(standings, won=Counter(standings.won) + _second_partners(book, player_id))


def _second_partners(book: Book, player_id: int | None) -> Counter[int]:
    """How many matches against a captain each player has won as the second of the partners, who are one side.

    Only the rules say whether three have a captain, so these few matches are read.
    """
    rules = type_coerce(MATCHES.rules, JSON)["three_players"].as_string()
    partner = MATCHES.player_2
    asked = select(partner, func.count()).where(
        MATCHES.book_id == book.id,
        partner.is_not(None) if player_id is None else partner == player_id,
        MATCHES.match_over,
        MATCHES.winner == 1,
        MATCHES.seating == Table.THREE,
        rules == ThreePlayers.CAPTAIN.value,
    )
    return Counter({each: number for each, number in db.session.execute(asked.group_by(partner)) if each})


def _at_place(book: Book, place: int, player_id: int | None) -> Select[Any]:
    """How many matches each player has played at one place of the table, by their results."""
    player = MATCHES[PLAYERS[place]]
    result = (MATCHES.match_over, MATCHES.winner, MATCHES.seating)
    asked = select(
        literal(place).label("place"), player.label("player"), *result, func.count().label("number")
    )
    # Only the first place is taken in every match, so that those of deleted players are counted there.
    taken: list[ColumnElement[bool]] = [] if place == 0 else [player.is_not(None)]
    taken += [] if player_id is None else [player == player_id]
    return asked.where(MATCHES.book_id == book.id, *taken).group_by(player, *result)


def counted(rows: Iterable[Any]) -> Standings:
    """The standings that follow from the numbers of matches by place, player and result."""
    total, unfinished = 0, 0
    played, finished, won = Counter[int](), Counter[int](), Counter[int]()
    for place, player, over, winner, table, number in rows:
        if place == 0:
            total += number
            unfinished += 0 if over else number
        if player is not None:
            played[player] += number
            finished[player] += number if over else 0
            if over and winner is not None and Table(table).side(place) == winner:
                won[player] += number
    return Standings(total, unfinished, played, finished, won)


def opponents_of(book: Book, player_id: int) -> Mapping[int, tuple[int, int]]:
    """The opponents of a player in matches of two: how many the player has won, and how many lost."""
    won, lost = Counter[int](), Counter[int]()
    for place in (0, 1):
        mine, other = MATCHES[PLAYERS[place]], MATCHES[PLAYERS[1 - place]]
        asked = select(other, MATCHES.winner, func.count()).where(
            MATCHES.book_id == book.id,
            mine == player_id,
            MATCHES.match_over,
            MATCHES.winner.is_not(None),
            MATCHES.seating == Table.TWO,
            other.is_not(None),
        )
        for opponent, winner, number in db.session.execute(asked.group_by(other, MATCHES.winner)):
            (won if winner == place else lost)[opponent] += number
    return {each: (won[each], lost[each]) for each in won | lost}
