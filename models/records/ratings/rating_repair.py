"""Compares the ratings with the games that they follow from, and works all of them out anew."""

from collections.abc import Iterator, Sequence
from math import isclose
from typing import Any

from sqlalchemy import delete, func, select

from models.records.base import db
from models.records.books.book import Book
from models.records.books.player import Player
from models.records.match import Match
from models.records.ratings.rated_book import FIRST, Moment, RatedBook
from models.records.ratings.rates import Skill, rates
from models.records.ratings.rating import Rating
from models.records.ratings.rating_updates import (
    PIECE,
    games_of,
    lock_ratings,
    matches_from,
    moment_of,
    rate_next,
)
from models.records.transactions import once

Rated = dict[tuple[int, int, int], Skill]
"""Ratings by match, game and player."""

SAME = 1e-9
"""Computers may differ in the last digits of a logarithm, but by no more than this part of it."""


def is_rated(book_id: int) -> bool:
    """Whether the ratings of a book follow from its games, up to where they are outdated."""
    rated = db.session.scalar(select(RatedBook).where(RatedBook.book_id == book_id))
    until = None if rated is None else rated.outdated_from
    number, known = 0, dict[int, Skill]()
    for matches in _pieces(book_id, until):
        worked_out = _worked_out(matches, known)
        if not _agree(worked_out, _stored([row.id for row in matches])):
            return False
        number += len(worked_out)
    return until is not None or number == _number_stored(book_id)


def _pieces(book_id: int, until: Moment | None) -> Iterator[Sequence[Any]]:
    """The matches of a book before *until*, in the order in which they are rated, some at a time."""
    start: Moment | None = FIRST
    while start is not None:
        found = matches_from(book_id, start, PIECE + 1)
        yield [row for row in found[:PIECE] if until is None or moment_of(row) < until]
        start = moment_of(found[PIECE]) if len(found) > PIECE else None


def _worked_out(matches: Sequence[Any], known: dict[int, Skill]) -> Rated:
    """The ratings after the games of *matches*, which change what is *known*."""
    games = [(row.id, number, game) for row in matches for number, game in games_of(row)]
    found: Rated = {}
    for (match_id, number, _game), after in zip(
        games, rates([game for *_which, game in games], known), strict=True
    ):
        known |= after
        found |= {(match_id, number, player): skill for player, skill in after.items()}
    return found


def _stored(match_ids: Sequence[int]) -> Rated:
    """The stored ratings after the games of these matches."""
    columns = (Rating.match_id, Rating.game, Rating.player_id)
    asked = select(*columns, Rating.rating, Rating.deviation, Rating.games)
    found = db.session.execute(asked.where(Rating.match_id.in_(match_ids)))
    return {(row[0], row[1], row[2]): Skill(*row[3:]) for row in found}


def _agree(one: Rated, other: Rated) -> bool:
    return one.keys() == other.keys() and all(
        isclose(number, other[key][at], rel_tol=SAME)
        for key, skill in one.items()
        for at, number in enumerate(skill)
    )


def _number_stored(book_id: int) -> int:
    """How many ratings the players of a book have."""
    theirs = select(Player.id).where(Player.book_id == book_id)
    return db.session.scalar(select(func.count()).where(Rating.player_id.in_(theirs))) or 0


def rate_everything() -> None:
    """Works out the ratings of all books anew, each in pieces."""
    for book_id in db.session.scalars(select(Book.id).where(Book.seats.any()).order_by(Book.id)).all():
        once(lambda which=book_id: _outdate(which))  # type: ignore[misc]
        while rate_next(book_id):
            db.session.expunge_all()


def _outdate(book_id: int) -> None:
    """Marks all ratings of a book as outdated, and deletes those of matches that are not in it."""
    lock_ratings(book_id).outdated_from = FIRST
    theirs = select(Player.id).where(Player.book_id == book_id)
    inside = select(Match.id).where(Match.book_id == book_id)
    db.session.execute(
        delete(Rating).where(Rating.player_id.in_(theirs), Rating.match_id.not_in(inside)),
        execution_options={"synchronize_session": False},
    )
