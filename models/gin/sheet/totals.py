"""A number for each player or side, and what is worked out from them."""

from collections.abc import Collection, Iterable
from operator import sub

from models.gin.rules.seating import Player, Totals


def leader(totals: Totals, playing: Collection[Player] | None = None) -> Player | None:
    """Who is ahead, or None if nobody is. If only some are *playing*, nobody else can be.

    >>> leader((12, 40)), leader((40, 12, 40)), leader((-25, -10, 0), [0, 1])
    (1, None, 1)
    """
    compared = range(len(totals)) if playing is None else playing
    most = max(totals[player] for player in compared)
    ahead = [player for player in compared if totals[player] == most]
    return ahead[0] if len(ahead) == 1 else None


def summed(many: Iterable[Totals]) -> Totals:
    """Totals added up, player by player."""
    return tuple(map(sum, zip(*many, strict=True)))


def against_each(totals: Totals, playing: Collection[Player] | None = None) -> Totals:
    """What each player is paid if everybody pays everybody else the difference.

    If only some are *playing*, only they pay and are paid; the others have no points.

    >>> against_each((100, 70)), against_each((100, 70, 0)), against_each((100, 70, 0), [0, 1])
    ((30, -30), (130, 40, -170), (30, -30, 0))
    """
    if playing is None:
        return tuple(len(totals) * total - sum(totals) for total in totals)
    return tuple(
        len(playing) * total - sum(totals) if player in playing else 0 for player, total in enumerate(totals)
    )


def times(totals: Totals, factor: int) -> Totals:
    return tuple(points * factor for points in totals)


def plus(totals: Totals, player: Player, more: int) -> Totals:
    """Totals with *more* for one player."""
    return (*totals[:player], totals[player] + more, *totals[player + 1 :])


def difference(after: Iterable[Totals], before: Iterable[Totals]) -> Totals:
    """How much more each player has in all.

    >>> difference([(10, 4), (1, 1)], [(9, 4)])
    (2, 1)
    """
    return tuple(map(sub, summed(after), summed(before)))
