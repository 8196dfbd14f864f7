"""Ratings, game by game, from nothing but who won: the Plackett–Luce model of OpenSkill.

docs/decisions/0029-ratings.md says why, and where its numbers come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


class Skill(NamedTuple):
    """What is known about how well a player plays."""

    rating: float
    deviation: float
    """How far the rating may be off: one standard deviation."""
    games: int
    """The games it rests on."""


START = Skill(1500.0, 150.0, 0)
"""The rating of somebody who has not played. Of ten players, nine and a half are within two deviations."""

LUCK = 250.0
"""How much the cards decide: 250 points more win about two games of three."""

CHANGE = 3.0
"""How much a player may change from game to game, so that old games count less and less."""


class RatedGame(NamedTuple):
    """A game of players of a book."""

    sides: tuple[tuple[int, ...], ...]
    """The ids of the players of each side, the winner first."""
    won: bool
    """False if nobody won."""

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody who has a part in it."""
        return tuple(player for side in self.sides for player in side)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The sides, equally large: against partners who take turns, a captain plays twice as much.

        >>> RatedGame(((7,), (8, 9)), won=True).teams
        ((7, 7), (8, 9))
        """
        size = max(map(len, self.sides))
        return tuple((side * size)[:size] for side in self.sides)

    @property
    def ranks(self) -> list[float]:
        """The rank of each side, 0 being the best."""
        return [float(self.won and place > 0) for place in range(len(self.sides))]


Skills = Mapping[int, Skill]
"""What is known about each player, by id."""


def rates(games: Iterable[RatedGame], before: Skills) -> Iterator[Skills]:
    """What is known about the players of each game after it, one game after another.

    Whoever is not in *before* has not played.
    """
    skills = dict(before)
    for game in games:
        after = _rated(game, skills)
        skills |= after
        yield after


def _rated(game: RatedGame, before: Skills) -> Skills:
    """The players of *game* after it."""
    model, sides = _model(), game.teams
    skills = [[before.get(player, START) for player in side] for side in sides]
    teams = [[model.create_rating([each.rating, each.deviation]) for each in side] for side in skills]
    after = model.rate(teams, ranks=game.ranks)
    return {
        player: Skill(rated.mu, rated.sigma, skill.games + 1)
        for side, team, was in zip(sides, after, skills, strict=True)
        for player, rated, skill in zip(side, team, was, strict=True)
    }


@cache
def _model() -> PlackettLuce:
    """The library's model. It is only imported when a game is over that counts."""
    from openskill.models import PlackettLuce

    return PlackettLuce(START.rating, START.deviation, beta=LUCK, gamma=_as_published, tau=CHANGE)


def _as_published(*_about: Any) -> float:
    """How fast deviations get smaller: as in the formula, where the library slows it down."""
    return 1.0
