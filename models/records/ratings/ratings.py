"""Reads ratings: the ranking of a book, and what each game made of the rating of a player.

Every query steps through the index of a player, so that it takes no longer with a hundred thousand games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, select

from models.records.database.base import db
from models.records.finding.people import ListPosition, earlier
from models.records.ratings.rates import START, Skill
from models.records.tables.book import Book
from models.records.tables.match import Match, enough_readable
from models.records.tables.player import Player
from models.records.tables.rating import Rating
from models.records.tables.tokens import Link, token

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
        """Whether it rests on few games."""
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
