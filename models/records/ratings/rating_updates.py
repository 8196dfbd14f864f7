"""Works out the ratings of a book again, from the first match on for which they may have changed.

If few matches follow, that is done in the transaction of the change itself. Otherwise the book remembers
from where on its ratings are outdated, and they are worked out in pieces, each in a transaction of its own:
whoever is interrupted goes on where the last piece ended.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from typing import Any

from flask import g
from sqlalchemy import ColumnElement, Select, bindparam, delete, func, insert, literal, select, tuple_

from models.gin.game_results import read_results, results_of, write_results
from models.gin.problems import InvalidDeclarationError
from models.records.base import db
from models.records.match import Match
from models.records.place import PLACES
from models.records.ratings.rated_book import FIRST, Moment, RatedBook
from models.records.ratings.rates import RatedGame, Skill, Skills, rates
from models.records.ratings.rating import Rating
from models.records.transactions import once

FEW = 20
"""How many matches are rated again at once: a few milliseconds."""

PIECE = 500
"""How many matches are rated in one transaction: about a tenth of a second, in which others wait."""

IN_ORDER = (Match.played_on, Match.created_at, Match.document_id, Match.id)
"""The order in which games are rated; those of one match by their numbers."""

AT_ONCE = 500
"""How many ids one query has."""

MOST_PLAYERS = 4
"""How many can play in a match."""


def lock_ratings(book_id: int) -> RatedBook:
    """Locks the ratings of a book, in a transaction that writes; others wait.

    Whoever deletes matches, players or the book does so before that: a rating that is being written refers to
    them. No other row is locked after it.
    """
    asked = select(RatedBook).where(RatedBook.book_id == book_id).with_for_update()
    found = db.session.scalar(asked, execution_options={"populate_existing": True})
    if found is None:
        found = RatedBook(book_id=book_id)
        db.session.add(found)
        db.session.flush()
    return found


def rate_from(book_id: int, moment: Moment) -> None:
    """Rates the games of a book again, from the match at *moment* on, now or a little later."""
    rated = lock_ratings(book_id)
    if rated.outdated_from is not None and rated.outdated_from <= moment:
        g.ratings_outdated = True
        return
    found = matches_from(book_id, moment, FEW + 1)
    if rated.outdated_from is None and len(found) <= FEW:
        _rate(found)
    else:
        rated.outdated_from = moment
        g.ratings_outdated = True


def rate_from_day(book_id: int, day: date | None) -> None:
    """Does the same from a day on; nothing if there is none."""
    if day is not None:
        rate_from(book_id, FIRST._replace(played_on=day))


def first_day(match_ids: Sequence[int]) -> date | None:
    """The day of the earliest of these matches; None without one."""
    parts = (match_ids[start : start + AT_ONCE] for start in range(0, len(match_ids), AT_ONCE))
    asked = (select(func.min(Match.played_on)).where(Match.id.in_(part)) for part in parts)
    return min(filter(None, map(db.session.scalar, asked)), default=None)


def first_rated(player_id: int) -> date | None:
    """The day of the first game that a player was rated for; None without one."""
    return db.session.scalar(select(func.min(Rating.played_on)).where(Rating.player_id == player_id))


def rate_with(match: Match) -> None:
    """Rates the games of *match* and all that follow, because one was won, or it joins its book."""
    if match.book_id is not None:
        rate_from(match.book_id, Moment.of(match))


def rate_without(book_id: int | None, match: Match) -> None:
    """Rates the games after *match* again, which has left a book."""
    if book_id is not None:
        lock_ratings(book_id)
        _forget([match.id])
        rate_from(book_id, Moment.of(match))


def outdated_books() -> Sequence[int]:
    """The books with ratings that have to be worked out again."""
    return db.session.scalars(select(RatedBook.book_id).where(RatedBook.played_on.is_not(None))).all()


def rate_next(book_id: int) -> bool:
    """Rates the next few matches of a book again; whether there are more."""

    def rate() -> bool:
        rated = lock_ratings(book_id)
        if rated.outdated_from is None:
            return False
        found = matches_from(book_id, rated.outdated_from, PIECE + 1)
        _rate(found[:PIECE])
        rated.outdated_from = moment_of(found[PIECE]) if len(found) > PIECE else None
        return rated.outdated_from is not None

    return once(rate)


def matches_from(book_id: int, moment: Moment, limit: int) -> Sequence[Any]:
    """The matches of a book from *moment* on, in the order in which they are rated."""
    players = [_player_at(place) for place in range(MOST_PLAYERS)]
    asked = select(*IN_ORDER, Match.__table__.c.results, *players).where(
        # The first condition says no more, but lets every database read only a part of the index.
        Match.book_id == book_id,
        Match.played_on >= moment.played_on,
        _place() >= _place(moment),
    )
    return db.session.execute(asked.order_by(*IN_ORDER).limit(limit)).all()


def _player_at(place: int) -> ColumnElement[int | None]:
    """Who plays at a place of a match; None if nobody of the book does."""
    here = PLACES.c.match_id == Match.id, PLACES.c.place == place
    return select(PLACES.c.player_id).where(*here).scalar_subquery()


def _place(moment: Moment | None = None) -> ColumnElement[Any]:
    """The place of a match in the order, or of *moment*, to be compared by the database."""
    if moment is None:
        return tuple_(*IN_ORDER)
    return tuple_(*(literal(each, column.type) for each, column in zip(moment, IN_ORDER, strict=True)))


def moment_of(row: Any) -> Moment:
    """Where a row of :func:`matches_from` stands in the order."""
    return Moment(*row[:4])


def games_of(row: Any) -> Iterator[tuple[int, RatedGame]]:
    """The games of such a row that count, with their numbers: those of players who all are in the book."""
    players = row[5:]
    for number, result in enumerate(read_results(_results(row)), 1):
        sides = tuple(tuple(players[place] for place in side) for side in result.sides)
        if not any(player is None for side in sides for player in side):
            yield number, RatedGame(sides, result.won)


def _results(row: Any) -> str:
    """The results of a match; from its sheet, if it has not been written since they are stored with it."""
    if row.results is not None:
        return str(row.results)
    try:
        return write_results(results_of(db.session.get_one(Match, row.id).sheet))
    except InvalidDeclarationError:
        return ""


def _rate(matches: Sequence[Any]) -> None:
    """Writes the ratings after each game of these *matches*, all that follow on those before."""
    if not matches:
        return
    _forget([row.id for row in matches])
    games = [(row, number, game) for row in matches for number, game in games_of(row)]
    before = skills_before(
        moment_of(matches[0]), {player for *_which, game in games for player in game.players}
    )
    rows = [
        {
            "match_id": row.id,
            "game": number,
            "player_id": player,
            "played_on": row.played_on,
            **skill._asdict(),
        }
        for (row, number, _game), after in zip(games, rates(_only(games), before), strict=True)
        for player, skill in after.items()
    ]
    if rows:
        db.session.connection().execute(insert(Rating), rows)


def _forget(match_ids: Collection[int]) -> None:
    """Deletes the ratings after games of these matches."""
    db.session.execute(
        delete(Rating).where(Rating.match_id.in_(match_ids)), execution_options={"synchronize_session": False}
    )


def _only(games: Iterable[tuple[Any, int, RatedGame]]) -> Iterator[RatedGame]:
    return (game for *_which, game in games)


def skills_before(moment: Moment, players: Collection[int]) -> Skills:
    """What is known about each of these *players* from the games before *moment*."""
    asked, connection = dict(zip(_BEFORE, moment, strict=True)), db.session.connection()
    found = {
        player: connection.execute(_last_before(), asked | {"player": player}).first() for player in players
    }
    return {player: Skill(*row) for player, row in found.items() if row is not None}


_BEFORE = ("day", "time", "document", "match")


@cache
def _last_before() -> Select[float, float, int]:
    """The last rating of a player before a moment."""
    before = tuple_(
        *(bindparam(name, type_=column.type) for name, column in zip(_BEFORE, IN_ORDER, strict=True))
    )
    return (
        select(Rating.rating, Rating.deviation, Rating.games)
        .join(Match, Match.id == Rating.match_id)
        .where(
            Rating.player_id == bindparam("player"),
            Rating.played_on <= bindparam("day", type_=Match.played_on.type),
            tuple_(*IN_ORDER) < before,
        )
        .order_by(Rating.played_on.desc(), Rating.games.desc())
        .limit(1)
    )
