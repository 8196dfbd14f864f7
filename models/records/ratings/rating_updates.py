"""Ratings of a book are worked out when somebody opens them, from the first day on which something changed.

A change only stores that day.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, delete, insert, select

from models.gin.counting.game_results import read_results
from models.records.database.base import db, once
from models.records.database.sqlite import FAILURES
from models.records.ratings.rates import RatedGame, Skill, Skills, rates
from models.records.tables.match import Match
from models.records.tables.place import PLACES
from models.records.tables.player import Player
from models.records.tables.rated_book import RatedBook
from models.records.tables.rating import Rating
from models.records.tables.unreadable import READING, is_damaged

EVERYTHING = date.min
"""Before every match."""

IN_ORDER = (Match.played_on, Match.created_at, Match.document_id, Match.id)
"""The order in which games are rated; those of one match by their numbers."""


MOST_PLAYERS = 4
"""How many can play in a match."""


def outdate_ratings(book_id: int | None, day: date = EVERYTHING) -> None:
    """Has the games of a book rated again from *day* on, in a transaction that writes; others wait.

    Whoever deletes matches or players does so after it: a rating that is being written refers to them.
    """
    if book_id is not None:
        rated = _locked(book_id)
        rated.outdated_from = min(day, rated.outdated_from or day)
        rated.version += 1


def _locked(book_id: int) -> RatedBook:
    query = select(RatedBook).where(RatedBook.book_id == book_id).with_for_update()
    rated_book = db.session.scalar(query, execution_options={"populate_existing": True})
    if rated_book is None:
        rated_book = RatedBook(book_id=book_id, version=0)
        db.session.add(rated_book)
        db.session.flush()
    return rated_book


def refresh_ratings(book_id: int) -> bool:
    """Works out the ratings of a book that are outdated; whether all are right now.

    They are worked out without a lock, and thrown away if something has changed meanwhile: the next one who
    opens them works them out.
    """
    seen = outdated(book_id)
    if seen is None:
        return True
    day, version = seen
    rows = list(worked_out(book_id, day))
    with suppress(*FAILURES):
        return once(lambda: _replace(book_id, day, version, rows), keep_read=True)
    return False


def outdated(book_id: int) -> tuple[date, int] | None:
    """From which day on the ratings of a book are outdated, and at which version; None if all are right."""
    query = select(RatedBook.outdated_from, RatedBook.version).where(RatedBook.book_id == book_id)
    row = db.session.execute(query).first()
    return None if row is None or row[0] is None else (row[0], row[1])


def _replace(book_id: int, day: date, version: int, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Replaces the ratings from *day* on, unless they were outdated again."""
    rated = _locked(book_id)
    if rated.version != version:
        return False
    theirs = select(Player.id).where(Player.book_id == book_id)
    connection = db.session.connection()
    connection.execute(delete(Rating).where(Rating.player_id.in_(theirs), Rating.played_on >= day))
    if rows:
        connection.execute(insert(Rating), rows)
    rated.outdated_from = None
    return True


def worked_out(book_id: int, day: date) -> Iterator[dict[str, Any]]:
    """The ratings after each game of a book from *day* on, as rows of their table."""
    games = [(row, number, game) for row in matches_from(book_id, day) for number, game in games_of(row)]
    skills = rates((game for *_which, game in games), skills_before(book_id, day))
    for (row, number, _game), after in zip(games, skills, strict=True):
        which = {"match_id": row.id, "game": number, "played_on": row.played_on}
        for player, skill in after.items():
            yield {**which, "player_id": player, **skill._asdict()}


def matches_from(book_id: int, day: date) -> Sequence[Any]:
    """The matches of a book from *day* on, in the order in which they are rated."""
    players = [_player_at(place) for place in range(MOST_PLAYERS)]
    query = select(Match.id, Match.played_on, Match.__table__.c.results, *players)
    rows = db.session.execute(
        query.where(Match.book_id == book_id, Match.played_on >= day).order_by(*IN_ORDER)
    )
    return [row for row in rows if not is_damaged(row.played_on)]


def _player_at(place: int) -> ColumnElement[int | None]:
    """Who plays at a place of a match; None if nobody of the book does."""
    here = PLACES.c.match_id == Match.id, PLACES.c.place == place
    return select(PLACES.c.player_id).where(*here).scalar_subquery()


def games_of(row: Any) -> Sequence[tuple[int, RatedGame]]:
    """The games of such a row that count, with their numbers; none if its results can't be read."""
    try:
        return list(_games(row))
    except READING:
        return ()


def _games(row: Any) -> Iterator[tuple[int, RatedGame]]:
    """Those of players who all are in the book."""
    players = row[3:]
    for number, result in enumerate(read_results(row.results or ""), 1):
        sides = tuple(tuple(players[place] for place in side) for side in result.sides)
        if not any(player is None for side in sides for player in side):
            yield number, RatedGame(sides, result.won)


def skills_before(book_id: int, day: date) -> Skills:
    """What is known about each player of a book from the games before *day*."""
    newest = (
        select(Rating.id)
        .where(Rating.player_id == Player.id, Rating.played_on < day)
        .order_by(Rating.played_on.desc(), Rating.games.desc())
        .limit(1)
        .correlate(Player)
        .scalar_subquery()
    )
    query = select(Player.id, Rating.rating, Rating.deviation, Rating.games)
    rows = db.session.execute(query.join(Rating, Rating.id == newest).where(Player.book_id == book_id))
    return {row[0]: Skill(*row[1:]) for row in rows}
