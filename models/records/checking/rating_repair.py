"""Compares the ratings with the games that they follow from, and works all of them out anew."""

from datetime import date
from math import isclose

from sqlalchemy import select

from models.records.database.base import db, once
from models.records.ratings.rates import Skill
from models.records.ratings.ratings import EVERYTHING, outdate_ratings, outdated, refresh_ratings, worked_out
from models.records.tables.book import Book
from models.records.tables.player import Player
from models.records.tables.rating import Rating

Rated = dict[tuple[int, int, int], Skill]
"""Ratings by match, game and player."""

SAME = 1e-9
"""Computers may differ in the last digits of a logarithm, but by no more than this part of it."""


def is_rated(book_id: int) -> bool:
    """Whether the ratings of a book follow from its games, up to where they are outdated."""
    until, _version = outdated(book_id) or (date.max, 0)
    return _agree(_worked_out(book_id, until), _stored(book_id, until))


def _worked_out(book_id: int, until: date) -> Rated:
    """The ratings of a book before a day, worked out from the first game on."""
    rows = (row for row in worked_out(book_id, EVERYTHING) if row["played_on"] < until)
    return {
        (row["match_id"], row["game"], row["player_id"]): Skill(row["rating"], row["deviation"], row["games"])
        for row in rows
    }


def _stored(book_id: int, until: date) -> Rated:
    """The stored ratings of a book before a day."""
    columns = (Rating.match_id, Rating.game, Rating.player_id)
    query = select(*columns, Rating.rating, Rating.deviation, Rating.games)
    theirs = select(Player.id).where(Player.book_id == book_id)
    rows = db.session.execute(query.where(Rating.player_id.in_(theirs), Rating.played_on < until))
    return {(row[0], row[1], row[2]): Skill(*row[3:]) for row in rows}


def _agree(one: Rated, other: Rated) -> bool:
    return one.keys() == other.keys() and all(
        isclose(number, other[key][at], rel_tol=SAME)
        for key, skill in one.items()
        for at, number in enumerate(skill)
    )


def rate_everything() -> None:
    """Works out the ratings of all books anew."""
    for book_id in db.session.scalars(select(Book.id).where(Book.seats.any()).order_by(Book.id)).all():
        once(lambda which=book_id: outdate_ratings(which))  # type: ignore[misc]
        refresh_ratings(book_id)
