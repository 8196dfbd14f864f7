"""What every hand by two numbers comes to under some rules: for a phone that can't ask the engine."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from models.gin.hand.declaration import DEAD_HAND, Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import LARGEST_TOTAL, HouseRules
from models.gin.rules.options import MatchBy
from models.gin.rules.seating import Player, Totals
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.rounds import next_dealer
from models.gin.sheet.sheet import sheet


class Worth(NamedTuple):
    """What a hand adds to the sheet of two, if player 0 knocked."""

    hand: ScoredHand
    points: Totals
    """What both totals rise by: with boxes that are added at once, and what is taken from the loser."""
    boxes: Totals


@lru_cache(20)
def worth_of_each(rules: HouseRules) -> Mapping[Count, Worth]:
    """Every hand by numbers that the rules allow, where no upcard is asked for and there is one column.

    No hand of such a game depends on those before it, so all of them can stand on one endless sheet.
    """
    hands = [Hand(0, count) for count in _counts(rules)] + [Hand(None, DEAD_HAND)]
    endless = rules.but(
        target=LARGEST_TOTAL, max_hands=None, games_to_win=None, match_by=MatchBy.GAMES, columns=1
    )
    return {scored.hand.count(rules): Worth(scored, *scored.added) for scored in sheet(hands, endless).hands}


def _counts(rules: HouseRules) -> Iterator[Count]:
    """A knock without deadwood is gin, which players have to say."""
    knocks = [(Ending.KNOCK, knocker) for knocker in range(1, rules.knock_limit + 1)]
    for ending, knocker in (*knocks, (Ending.GIN, 0), *([(Ending.BIG_GIN, 0)] * rules.plays_big_gin)):
        for defender in range(rules.most_deadwood + 1):
            yield Count(ending, knocker, defender)


def dealers_after(rules: HouseRules) -> tuple[tuple[Player, ...], ...]:
    """Who deals next, by who dealt: if player 0 won, if player 1 did, if nobody did."""
    return tuple(tuple([next_dealer(dealer, winner, rules) for winner in (0, 1, None)]) for dealer in (0, 1))
