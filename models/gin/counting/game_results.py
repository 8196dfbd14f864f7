"""Who won each finished game of a match: what ratings are worked out from."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from models.gin.rules.seating import Player, Table
from models.gin.sheet.games import Game
from models.gin.sheet.sheet import Sheet


class GameResult(NamedTuple):
    """Who won a game, and against whom."""

    sides: tuple[tuple[Player, ...], ...]
    """Those who played for each side, the winner first."""
    won: bool
    """False if nobody won."""

    @classmethod
    def read(cls, written: str) -> Self:
        """The result that :meth:`__str__` has written.

        >>> GameResult.read("02>13")
        GameResult(sides=((0, 2), (1, 3)), won=True)
        """
        winner, won, others = written.rpartition(">")
        sides = [winner] if won else []
        return cls(tuple(tuple(map(int, side)) for side in (*sides, *others.split("="))), bool(won))

    def __str__(self) -> str:
        """The players of the winner, ``>``, and the others; ``=`` is between sides that are level.

        >>> str(GameResult(((1,), (0,), (2,)), True)), str(GameResult(((0,), (1,)), False))
        ('1>0=2', '0=1')
        """
        first, *others = ("".join(map(str, side)) for side in self.sides)
        return first + (">" if self.won else "=") + "=".join(others)


def results_of(sheet: Sheet) -> Iterator[GameResult]:
    """The results of the games that are over, in their order."""
    return (_result(game, sheet.table) for game in sheet.games if game.over)


def _result(game: Game, table: Table) -> GameResult:
    """The result of a finished game. Of three, the one who sits out a whole game has no part in it."""
    playing = [side for side in range(table.sides) if game.playing is None or side in game.playing]
    in_order = sorted(playing, key=lambda side: side != game.winner)
    return GameResult(tuple(table.members(side) for side in in_order), game.winner is not None)


def write_results(results: Iterable[GameResult]) -> str:
    """All results of a match as one text: ``0>1 1>0``; "" before the first game is over."""
    return " ".join(map(str, results))


def read_results(written: str) -> tuple[GameResult, ...]:
    """The results in a text.

    >>> [result.won for result in read_results("0>1 0=1")]
    [True, False]
    """
    return tuple(GameResult.read(each) for each in written.split())
