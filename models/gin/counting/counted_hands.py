"""The hands and games of a sheet that a number of the statistics counts."""

from collections.abc import Iterable, Sequence

from models.gin.counting.player_counts import LARGEST, Counted, of_defence, of_game, of_hand
from models.gin.rules.seating import Player
from models.gin.sheet.games import Game, ScoredHand
from models.gin.sheet.sheet import Sheet

DEFENCE = frozenset({"defended", "missed"})
"""The numbers about hands by cards, which take the longest to count."""


def counted_hands(sheet: Sheet, number: str, player: Player | None = None) -> Sequence[ScoredHand]:
    """The hands that a *number* of a player counts, or of anybody; the best hands for the best hand.

    >>> from models.gin.hand.declaration import Count, Ending
    >>> from models.gin.hand.hand import Hand
    >>> from models.gin.rules.house_rules import HouseRules
    >>> from models.gin.sheet.sheet import sheet
    >>> knock, gin = Count(Ending.KNOCK, knocker=8, defender=20), Count(Ending.GIN, defender=30)
    >>> played = sheet([Hand(0, knock), Hand(1, gin), Hand(0, gin)], HouseRules())
    >>> [line.number for line in counted_hands(played, "gin_wins", player=0)]
    [3]
    """
    counting = of_defence if number in DEFENCE else of_hand
    hands = [scored_hand for scored_hand in sheet.hands if scored_hand.counts]
    counts = [
        (scored_hand, _sum(counting(scored_hand, sheet.rules), number, player)) for scored_hand in hands
    ]
    least = max((count for _, count in counts), default=0) if number in LARGEST else 1
    return [scored_hand for scored_hand, count in counts if count >= max(least, 1)]


def counted_games(sheet: Sheet, number: str, player: Player | None = None) -> Sequence[Game]:
    """The games that a *number* of a player counts, or of anybody; of a balance, level ones too."""
    if number == "balance":
        return sheet.games
    return [game for game in sheet.games if _sum(of_game(game, sheet.table), number, player)]


def _sum(counted: Iterable[Counted], number: str, player: Player | None) -> int:
    return sum(count for who, name, count in counted if name == number and player in (None, who))
