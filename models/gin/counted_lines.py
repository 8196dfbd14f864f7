"""The hands and games of a sheet that a number of the statistics counts."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from models.gin.games import Game, Line
from models.gin.seating import Player
from models.gin.sheet import Sheet
from models.gin.statistics import Counted, of_defence, of_game, of_hand

DEFENCE = frozenset({"defended", "missed", "given_away"})
"""The numbers about hands by cards, which take the longest to count."""


def counted_hands(sheet: Sheet, numbers: Collection[str], player: Player | None = None) -> Sequence[Line]:
    """The hands that count for one of these *numbers* of a player, or of anybody.

    For the best hand and the most hands won in a row, those that make the number what it is.

    >>> from models.gin.declaration import Count, Ending
    >>> from models.gin.hand import Hand
    >>> from models.gin.rules import HouseRules
    >>> from models.gin.sheet import sheet
    >>> knock, gin = Count(Ending.KNOCK, knocker=8, defender=20), Count(Ending.GIN, defender=30)
    >>> played = sheet([Hand(0, knock), Hand(1, gin), Hand(0, gin)], HouseRules())
    >>> [line.number for line in counted_hands(played, {"gin_wins"}, player=0)]
    [3]
    """
    lines = [line for line in sheet.lines if not line.past_the_end]
    if "hands_in_a_row" in numbers:
        return _longest_row(lines, player)
    counting = of_defence if DEFENCE.issuperset(numbers) else of_hand
    counts = [(line, _sum(counting(line, sheet.rules), numbers, player)) for line in lines]
    least = max((count for _, count in counts), default=0) if "best_hand" in numbers else 1
    return [line for line, count in counts if count >= max(least, 1)]


def counted_games(sheet: Sheet, numbers: Collection[str], player: Player | None = None) -> Sequence[Game]:
    """The games that count for one of these *numbers* of a player, or of anybody."""
    return [game for game in sheet.games if _sum(of_game(game, sheet.table), numbers, player)]


def _sum(counted: Iterable[Counted], numbers: Collection[str], player: Player | None) -> int:
    return sum(count for who, name, count in counted if name in numbers and player in (None, who))


def _longest_row(lines: Sequence[Line], player: Player | None) -> Sequence[Line]:
    """The first of the longest rows of hands won by a player, or by anybody."""
    players = {each for line in lines for each in line.hand.faced}
    rows = [row for each in sorted(players) if player in (None, each) for row in _rows_won(lines, each)]
    return max(rows, key=len, default=())


def _rows_won(lines: Sequence[Line], player: Player) -> Iterator[Sequence[Line]]:
    played = [line for line in lines if player in line.hand.faced]
    for is_won, row in groupby(played, key=lambda line: line.winner == player):
        if is_won:
            yield list(row)
