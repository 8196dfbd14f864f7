"""A book with games that are won at a stroke, for tests of ratings."""

from dataclasses import replace
from datetime import date, timedelta
from math import isclose

from sqlalchemy import select

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.options import ThreePlayers
from models.gin.rules.seating import Table
from models.records.books.books import start_book
from models.records.books.players import add_player, players_of
from models.records.database.base import db
from models.records.ratings.rates import RatedGame, Skill, rates
from models.records.ratings.ratings import refresh_ratings
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.rating import Rating
from tests.records.table import ANNS_PHONE, PAGAT, entry, form, in_book, on_day

Pair = tuple[float, float]
"""A rating and its deviation."""

ONE_HAND = replace(PAGAT, target=30, games_to_win=None)
"""Whoever has gin against 40 deadwood wins a game."""

DAY = date(2026, 1, 1)


def a_book(*names: str) -> Book:
    """A book with these players."""
    book = start_book("", [], device=ANNS_PHONE, entry=new_entry_id())
    for name in names:
        add_player(book, name, "", form())
    return book


def player(book: Book, name: str) -> int:
    """The id of the player of this name."""
    return next(each.id for each in players_of(book) if each.name == name)


def a_match_in(
    book: Book,
    *players: int,
    days: int = 0,
    table: Table = Table.TWO,
    three: ThreePlayers = ThreePlayers.LOSER_SITS_OUT,
) -> Match:
    """A match of these players, so many *days* after the first one."""
    agreed = Agreement("pagat", "", replace(ONE_HAND, three_players=three))
    match = in_book(book, *players, agreed=agreed, table=table)
    match.created_at += timedelta(days=days) - (match.created_at.date() - DAY)
    on_day(match, match.created_at.astimezone().date())
    return match


def gin(match: Match, winner: int) -> Hand:
    """A game, or with partners half of a round, won by the player at this place if it is his turn."""
    pairs = match.sheet.to_play
    faced = next((pair for pair in pairs if winner in pair), pairs[0])
    winner = winner if winner in faced else faced[0]
    return Hand(winner, Count(Ending.GIN, defender=40), faced)


def win(match: Match, *winners: int) -> list[int]:
    """Games won by the players at these places; the ids of their hands."""
    return [add_hand(match, gin(match, winner), entry(match)).row_id for winner in winners]


def plainly(book: Book) -> dict[int, Pair]:
    """The ratings by nothing but the sheets, in the order of time."""
    db.session.rollback()
    db.session.expire_all()
    matches = db.session.scalars(select(Match).where(Match.book_id == book.id)).all()
    in_order = sorted(matches, key=lambda match: (match.created_at, match.document_id))
    games = [RatedGame(*game) for match in in_order for game in games_of(match)]
    known: dict[int, Skill] = {}
    for after in rates(games, {}):
        known |= after
    return {player: skill[:2] for player, skill in known.items()}


def games_of(match: Match) -> list[tuple[list[list[int]], bool]]:
    """The finished games of a match that count: the sides, the winner first, and whether anybody won."""
    found = []
    for game in match.sheet.games:
        if not game.over:
            continue
        people: set[int] = set(range(match.table.people))
        if match.table is Table.WINNER_STAYS:
            people = {place for scored_hand in game.hands for place in scored_hand.hand.faced}
        sides = {match.table.side(place): [] for place in sorted(people)}
        for place in sorted(people):
            sides[match.table.side(place)].append(match.player_ids[place])
        order = sorted(sides, key=lambda side: side != game.winner)
        if None not in [each for side in order for each in sides[side]]:
            found.append(([sides[side] for side in order], game.winner is not None))
    return found


def stored(book: Book) -> dict[int, tuple[float, float]]:
    """The newest stored rating of each player, as a page shows it."""
    db.session.rollback()
    assert refresh_ratings(book.id)
    asked = select(Rating).order_by(Rating.played_on, Rating.games)
    return {
        each.player_id: (each.rating, each.deviation)
        for each in db.session.scalars(asked)
        if each.player_id in {person.id for person in players_of(book)}
    }


def same(one: dict[int, Pair], other: dict[int, Pair]) -> bool:
    """Whether the ratings are the same but for the last digits."""
    return one.keys() == other.keys() and all(
        isclose(number, other[key][at], rel_tol=1e-9)
        for key, pair in one.items()
        for at, number in enumerate(pair)
    )
