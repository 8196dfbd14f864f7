"""Ratings of a book: worked out again where games changed, and read for the ranking and for a player.

They are worked out when somebody opens them, from the first day on which something changed: a change only
stores that day. Every query steps through the index of a player, so that it takes no longer with a hundred
thousand games.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, delete, insert, select

from models.gin.counting import read_results
from models.records.database.base import db, once
from models.records.database.sqlite import FAILURES
from models.records.database.unreadable import READING, is_damaged
from models.records.finding.people import ListPosition, earlier
from models.records.ratings.rates import START, RatedGame, Skill, Skills, rates
from models.records.tables.book import Book
from models.records.tables.match import Match, enough_readable
from models.records.tables.place import PLACES
from models.records.tables.player import Player
from models.records.tables.rating import RatedBook, Rating
from models.records.tables.shared import Link, token

EVERYTHING = date.min
"""Before every match."""

IN_ORDER = (Match.played_on, Match.created_at, Match.document_id, Match.id)
"""The order in which games are rated; within a match, by their numbers."""


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
    """The games of a row of :func:`matches_from` that count, with their numbers; none if it can't be read."""
    try:
        return list(_games(row))
    except READING:
        return ()


def _games(row: Any) -> Iterator[tuple[int, RatedGame]]:
    """The games whose players are all in the book."""
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


PROVISIONAL = 20
"""A rating that rests on fewer games is provisional."""

POINTS = 40
"""How many ratings a chart shows; of more, those at the ends of equal times."""

SKILL = (Rating.rating, Rating.deviation, Rating.games)
NEWEST = (Rating.played_on.desc(), Rating.games.desc())


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player of a book with the rating after the last game."""

    player: Player
    skill: Skill
    since: date
    """The day of the first game."""

    @property
    def is_provisional(self) -> bool:
        return self.skill.games < PROVISIONAL


class RatedDay(NamedTuple):
    """The rating of a player at the end of some day."""

    played_on: date
    """The day of the last game until then."""
    link: str
    """The viewing link of its match, without its path."""
    skill: Skill


class RatedMatch(NamedTuple):
    """What a game of a match made of the rating of a player."""

    match: Match
    game: int
    """The number of the game in the match, from 1."""
    before: Skill
    after: Skill

    @property
    def place(self) -> ListPosition:
        """Where it stands in the list."""
        return ListPosition(self.match.played_on, self.after.games)


def ranking(book: Book) -> list[Ranked]:
    """The players of *book* who have played a game that counts, the best first, the provisional ones last."""
    players = [_ranked(*row) for row in db.session.execute(_ranking(Player.book_id == book.id))]
    return sorted(players, key=lambda each: (each.is_provisional, -each.skill.rating, each.player.id))


def ranked(player: Player) -> Ranked | None:
    """*player* with the rating; None before the first game."""
    row = db.session.execute(_ranking(Player.id == player.id)).first()
    return None if row is None else _ranked(*row)


def _ranked(player: Player, since: date, *skill: Any) -> Ranked:
    return Ranked(player, Skill(*skill), since)


def _ranking(which: Any) -> Select[Player, date, float, float, int]:
    """The newest rating of each player, and the day of the first."""
    theirs = Rating.player_id == Player.id
    newest = select(Rating.id).where(theirs).order_by(*NEWEST).limit(1).correlate(Player).scalar_subquery()
    oldest = select(Rating.played_on).where(theirs).order_by(Rating.played_on).limit(1)
    query = select(Player, oldest.correlate(Player).scalar_subquery(), *SKILL)
    return query.join(Rating, Rating.id == newest).where(which, Player.merged_into.is_(None))


def rated_games(player: Player, before: ListPosition | None = None, limit: int = 20) -> list[RatedMatch]:
    """The games of *player* that count, newest first, before the place where the last page ended."""

    def rated(most: int) -> list[RatedMatch]:
        rows = db.session.execute(games_before(player.id, before, most + 1)).all()
        older = [Skill(*row[2:]) for row in rows[1:]] + [START]
        return [
            RatedMatch(row[0], row[1], was, Skill(*row[2:]))
            for row, was in zip(rows[:most], older, strict=False)
        ]

    return enough_readable(rated, limit)


def games_before(
    player_id: int, before: ListPosition | None, limit: int
) -> Select[Match, int, float, float, int]:
    """The query for a page of the rated games of a player."""
    conditions = [Rating.player_id == player_id, *earlier(before, Rating.played_on, Rating.games)]
    query = select(Match, Rating.game, *SKILL).join(Match, Match.id == Rating.match_id)
    return query.where(*conditions).order_by(*NEWEST).limit(limit)


def rating_curve(ranked_player: Ranked) -> Sequence[RatedDay]:
    """The ratings of a player in the order of time: all, or of many those at the ends of equal times."""
    theirs = ranked_player.player.id
    if ranked_player.skill.games <= POINTS:
        return _curve(theirs, None, POINTS)[::-1]
    [last] = _curve(theirs, None, 1)
    days = (last.played_on - ranked_player.since).days
    ends = sorted(
        {ranked_player.since + timedelta(days=days * step // POINTS) for step in range(1, POINTS + 1)}
    )
    games = (game for day in ends for game in _curve(theirs, day, 1))
    return list({game.skill.games: game for game in games}.values())


def _curve(player_id: int, until: date | None, limit: int) -> list[RatedDay]:
    """The newest ratings of a player, or the newest until the end of a day."""
    values = {"player": player_id, "until": until or date.max, "limit": limit}
    rows = db.session.connection().execute(_newest(), values)
    return [RatedDay(row[0], token(Link.VIEWING, row[1]), Skill(*row[2:])) for row in rows]


@cache
def _newest() -> Select[date, str, float, float, int]:
    """The query of :func:`_curve`, built once: a chart asks it for each of its points."""
    query = select(Rating.played_on, Match.watch_seed, *SKILL).join(Match, Match.id == Rating.match_id)
    until = bindparam("until", type_=Rating.played_on.type)
    theirs = (Rating.player_id == bindparam("player"), Rating.played_on <= until)
    return query.where(*theirs).order_by(*NEWEST).limit(bindparam("limit"))
