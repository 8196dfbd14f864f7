"""Ratings by the published formula, written down as plainly as possible, for tests.

Algorithm 4 (Plackett–Luce) of Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of
Machine Learning Research 12 (2011), with teams of one or more and ties, and what is added to the variance
before each game.
"""

from collections.abc import Sequence
from math import exp, sqrt

BETA, TAU = 250.0, 3.0
NEW = (1500.0, 150.0)

Pair = tuple[float, float]
"""A rating and its deviation."""


def after_game(teams: Sequence[Sequence[Pair]], ranks: Sequence[int]) -> list[list[Pair]]:
    """The ratings of all teams after a game in which each had this rank, 0 being the best."""
    wider = [[(mean, sqrt(deviation**2 + TAU**2)) for mean, deviation in team] for team in teams]
    means = [sum(mean for mean, _ in team) for team in wider]
    variances = [sum(deviation**2 for _, deviation in team) for team in wider]
    c = sqrt(sum(variance + BETA**2 for variance in variances))
    everyone = range(len(teams))
    behind = [sum(exp(means[s] / c) for s in everyone if ranks[s] >= ranks[q]) for q in everyone]
    level = [sum(ranks[s] == ranks[q] for s in everyone) for q in everyone]
    after = []
    for i in everyone:
        omega = delta = 0.0
        for q in everyone:
            if ranks[q] <= ranks[i]:
                share = exp(means[i] / c) / behind[q]
                omega += ((q == i) - share) / level[q]
                delta += share * (1 - share) / level[q]
        after.append(
            [
                (
                    mean + deviation**2 / c * omega,
                    deviation * sqrt(1 - deviation**2 / c**2 * delta),
                )
                for mean, deviation in wider[i]
            ]
        )
    return after


def played_out(games: Sequence[tuple[Sequence[Sequence[int]], bool]]) -> dict[int, Pair]:
    """The ratings of players after *games*: the sides, the winner first, and whether anybody won."""
    known: dict[int, Pair] = {}
    for sides, won in games:
        captain_twice = [(side[0], side[0]) if len(side) < max(map(len, sides)) else side for side in sides]
        teams = [[known.get(player, NEW) for player in side] for side in captain_twice]
        after = after_game(teams, [0, *[int(won)] * (len(sides) - 1)])
        for side, rated in zip(captain_twice, after, strict=True):
            known.update(zip(side, rated, strict=True))
    return known
