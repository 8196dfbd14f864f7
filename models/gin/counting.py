"""What a sheet counts: numbers of each player for statistics, and who won each game, for ratings.

Every number adds up over matches, except for those in :data:`LARGEST`. Hands after the end of the match are
not counted. Points are those of hands; what games are worth with all bonuses is the balance.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, Self

from models.gin.hand.declaration import Declaration
from models.gin.hand.scoring import HandResult, Situation, score
from models.gin.hand.verdicts import missed
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Outcome, Side
from models.gin.rules.seating import Player, Table
from models.gin.sheet.games import Game, ScoredHand
from models.gin.sheet.sheet import Sheet


class Statistics(NamedTuple):
    """What a player did, in a match or in many."""

    matches: int = 0
    """Matches that are over."""
    matches_won: int = 0
    games: int = 0
    """Games that are over, and that the player had a part in."""
    games_won: int = 0
    balance: int = 0
    """What the others together would pay: all points with every bonus, less theirs."""
    hands: int = 0
    """Hands played, with dead hands."""
    hands_won: int = 0
    gin_wins: int = 0
    undercut_wins: int = 0
    paper_wins: int = 0
    """Hands won that were entered by their points alone."""
    knock_points: int = 0
    gin_points: int = 0
    big_gin_points: int = 0
    undercut_points: int = 0
    tie_points: int = 0
    """Points of hands won with equal deadwood, where that is not an undercut."""
    paper_points: int = 0
    """The points of the hands won in each way."""
    caught: int = 0
    """Hands that an opponent won by a knock or gin."""
    caught_deadwood: int = 0
    """The deadwood that the player was left with in these hands."""
    defended: int = 0
    """Hands by cards in which an opponent knocked or had gin."""
    missed: int = 0
    """How many of these hands could have been defended better."""
    best_hand: int = 0
    """The points of the most valuable hand won."""
    with_points: int = 0
    """Matches with known points. Counted only where matches are added up: each is one or none."""

    @property
    def points(self) -> int:
        """The points of the hands won."""
        return sum(getattr(self, part) for part in PARTS["points"])

    @property
    def known_wins(self) -> int:
        """Hands won in a known way: by a knock, gin, an undercut or a tie."""
        return self.hands_won - self.paper_wins

    @classmethod
    def total(cls, many: Iterable[Self]) -> Self:
        """Several added up.

        >>> both = Statistics.total([Statistics(hands=2, best_hand=40), Statistics(hands=1, best_hand=30)])
        >>> both.hands, both.best_hand
        (3, 40)
        """
        return cls(
            *(
                max(values) if field in LARGEST else sum(values)
                for field, values in zip(cls._fields, zip(cls(), *many, strict=True), strict=True)
            )
        )


STORED = Statistics._fields[:-1]
"""What is stored of each match."""

COUNTING = 1
"""Which way of counting results and statistics this is.

A change by which what was played counts otherwise makes it one more: then all matches are counted again.
"""

LARGEST = ("best_hand",)
"""Numbers whose maximum counts, not their sum."""

WAYS: Mapping[Outcome, str] = {
    Outcome.KNOCK: "knock",
    Outcome.GIN: "gin",
    Outcome.BIG_GIN: "big_gin",
    Outcome.UNDERCUT: "undercut",
    Outcome.TIE: "tie",
    Outcome.WON: "paper",
}
"""How a hand can be won, as it is called in the names of the numbers."""

COUNTED_WAYS = {
    "gin": "gin_wins",
    "big_gin": "gin_wins",
    "undercut": "undercut_wins",
    "paper": "paper_wins",
}
"""The ways of winning whose hands are counted, not only their points: big gin counts as gin."""

PARTS: Mapping[str, tuple[str, ...]] = {
    "points": tuple(f"{way}_points" for way in WAYS.values()),
    "known_wins": ("hands_won", "paper_wins"),
}
"""What is worked out from other numbers."""

OF_POINTS = frozenset(("balance", *PARTS["points"], "best_hand"))
"""Numbers that are points, of which a match can have billions."""

Counted = tuple[Player, str, int]
"""A number of a player: whose, which one, and how much."""


def statistics(sheet: Sheet) -> tuple[Statistics, ...]:
    """What each player did in the match of *sheet*.

    >>> from models.gin.hand.declaration import Count, Ending
    >>> from models.gin.hand.scoring import Hand
    >>> from models.gin.sheet.sheet import sheet
    >>> ann, bob = statistics(sheet([Hand(0, Count(Ending.KNOCK, knocker=8, defender=20))], HouseRules()))
    >>> ann.hands_won, ann.points, bob.caught_deadwood
    (1, 12, 20)
    """
    counts: list[dict[str, int]] = [{} for _player in range(sheet.table.people)]
    for player, field, number in chain.from_iterable(_counted(sheet)):
        sofar = counts[player].get(field, 0)
        counts[player][field] = max(sofar, number) if field in LARGEST else sofar + number
    return tuple(Statistics(**numbers) for numbers in counts)


def _counted(sheet: Sheet) -> Iterator[Iterable[Counted]]:
    """What is counted of the match, of each game and of each hand."""
    yield _of_match(sheet)
    for game in sheet.games:
        yield of_game(game, sheet.table)
    for scored_hand in sheet.hands:
        if scored_hand.counts:
            yield of_hand(scored_hand, sheet.rules)
            yield of_defence(scored_hand, sheet.rules)


def _of_match(sheet: Sheet) -> Iterator[Counted]:
    table = sheet.table
    if not sheet.match.over:
        return
    for player in range(table.people):
        yield player, "matches", 1
        yield player, "matches_won", int(table.side(player) == sheet.match.winner)


def of_game(game: Game, table: Table) -> Iterator[Counted]:
    """What each player did in a game as a whole."""
    owed = table.for_payers(game.owed)
    for player in range(table.people):
        yield player, "balance", owed[table.side(player)]
    if not game.over:
        return
    for player in range(table.people):
        side = table.side(player)
        if game.playing is None or side in game.playing:
            yield player, "games", 1
            yield player, "games_won", int(side == game.winner)


def of_hand(scored_hand: ScoredHand, rules: HouseRules) -> Iterator[Counted]:
    """What each player did in a hand."""
    won = scored_hand.winner
    for player in scored_hand.hand.faced:
        yield player, "hands", 1
        yield player, "hands_won", int(player == won)
    if won is None:
        return
    way = WAYS[scored_hand.outcome]
    if number := COUNTED_WAYS.get(way):
        yield won, number, 1
    yield won, f"{way}_points", scored_hand.points
    yield won, "best_hand", scored_hand.points
    if scored_hand.outcome is not Outcome.WON and won == scored_hand.hand.player(Side.KNOCKER):
        defender = scored_hand.hand.player(Side.DEFENDER)
        yield defender, "caught", 1
        yield defender, "caught_deadwood", scored_hand.hand.count(rules).defender


def of_defence(scored_hand: ScoredHand, rules: HouseRules) -> Iterator[Counted]:
    """Whether a hand by cards could have been defended better."""
    if isinstance(scored_hand.hand.laid, Declaration) and scored_hand.winner is not None:
        defender = scored_hand.hand.player(Side.DEFENDER)
        lost = given_away(scored_hand.hand.laid, rules, scored_hand.situation)
        yield defender, "defended", 1
        yield defender, "missed", int(lost is not None)


@lru_cache(maxsize=500)
def given_away(laid: Declaration, rules: HouseRules, situation: Situation) -> int | None:
    """How many points the defender lost by not defending as well as possible; None if nothing was missed.

    Cached, because the statistics of a match are worked out again after each of its hands.
    """
    better = missed(laid, rules)
    if better is None:
        return None
    return _for_defender(score(better, rules, situation)) - _for_defender(score(laid, rules, situation))


def _for_defender(result: HandResult) -> int:
    """What a hand is worth to the defender; negative if the knocker wins it."""
    if result.winner is Side.DEFENDER:
        return result.points
    return result.loser_points - result.points


DEFENCE = frozenset({"defended", "missed"})
"""The numbers about hands by cards, which take the longest to count."""


def counted_hands(sheet: Sheet, number: str, player: Player | None = None) -> Sequence[ScoredHand]:
    """The hands that a *number* of a player counts, or of anybody; the best hands for the best hand.

    >>> from models.gin.hand.declaration import Count, Ending
    >>> from models.gin.hand.scoring import Hand
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


class GameResult(NamedTuple):
    """Who won a game, and against whom."""

    sides: tuple[tuple[Player, ...], ...]
    """The players of each side, the winner first."""
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
