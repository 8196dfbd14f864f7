"""What each player did in a match, counted: games, hands and how they were won, deadwood, lay-offs.

Every number adds up over matches, except for those in :data:`LARGEST`. Hands after the end of the match are
not counted. Points are those of hands; what games are worth with all bonuses is the balance.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, Self

from models.gin.declaration import Declaration
from models.gin.games import Game, Line
from models.gin.rule_options import Outcome, Side
from models.gin.rules import HouseRules
from models.gin.scoring import HandResult, Situation, score
from models.gin.seating import Player, Table
from models.gin.sheet import Sheet
from models.gin.verdicts import missed

COMEBACK = 2
"""A comeback is a game won by a player who was behind by the target divided by this, or more."""


class Statistics(NamedTuple):
    """What a player did, in a match or in many."""

    matches: int = 0
    """Matches that are over."""
    matches_won: int = 0
    games: int = 0
    """Games that are over, and that the player had a part in."""
    games_won: int = 0
    shutouts: int = 0
    """Games won in which the others have nothing, whatever that scores."""
    shut_out: int = 0
    """Games lost in which the player has nothing."""
    comebacks: int = 0
    """Games won after being behind by half the target or more."""
    balance: int = 0
    """What the others together would pay: all points with every bonus, less theirs."""
    hands: int = 0
    """Hands played, with dead hands."""
    hands_won: int = 0
    dead: int = 0
    """Hands played that nobody won."""
    knock_wins: int = 0
    gin_wins: int = 0
    big_gin_wins: int = 0
    undercut_wins: int = 0
    tie_wins: int = 0
    """Hands won with equal deadwood, where that is not an undercut."""
    paper_wins: int = 0
    """Hands won of which only the points are known."""
    knock_points: int = 0
    gin_points: int = 0
    big_gin_points: int = 0
    undercut_points: int = 0
    tie_points: int = 0
    paper_points: int = 0
    """The points of these hands."""
    other_points: int = 0
    """Points of hands that the player did not win: for no deadwood when the opponent has gin."""
    points_against: int = 0
    """Points of the opponents in hands against the player."""
    knocks: int = 0
    """Hands in which the player knocked with deadwood, won or not."""
    knock_deadwood: int = 0
    """The deadwood of these knocks together."""
    caught: int = 0
    """Hands that an opponent won by a knock or gin."""
    caught_deadwood: int = 0
    """The deadwood that the player was left with in these hands."""
    dealt: int = 0
    """Hands that the player dealt and played, and that somebody won, but none from paper."""
    dealt_won: int = 0
    defended: int = 0
    """Hands by cards in which an opponent knocked or had gin."""
    missed: int = 0
    """Of these, hands that could have been defended better."""
    given_away: int = 0
    """What the better defence would have saved or won in these hands."""
    best_hand: int = 0
    """The points of the most valuable hand won."""
    hands_in_a_row: int = 0
    """The most hands won one after another in one match."""
    table_matches: int = 0
    table_games: int = 0
    table_hands: int = 0
    table_dead: int = 0
    """The same, counted for the first player only: added up over all players, each counts once."""

    @property
    def points(self) -> int:
        """Points of hands."""
        return sum(getattr(self, f"{way}_points") for way in (*WAYS.values(), "other"))

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


LARGEST = ("best_hand", "hands_in_a_row")
"""Of these, the largest counts and not the sum."""

WAYS: Mapping[Outcome, str] = {
    Outcome.KNOCK: "knock",
    Outcome.GIN: "gin",
    Outcome.BIG_GIN: "big_gin",
    Outcome.UNDERCUT: "undercut",
    Outcome.TIE: "tie",
    Outcome.WON: "paper",
}
"""How a hand can be won, as it is called in the names of the numbers."""

Counted = tuple[Player, str, int]
"""A number of a player: whose, which one, and how much."""


def statistics(sheet: Sheet) -> tuple[Statistics, ...]:
    """What each player did in the match of *sheet*.

    >>> from models.gin.declaration import Count, Ending
    >>> from models.gin.hand import Hand
    >>> from models.gin.sheet import sheet
    >>> ann, bob = statistics(sheet([Hand(0, Count(Ending.KNOCK, knocker=8, defender=20))], HouseRules()))
    >>> ann.knock_wins, ann.points, bob.caught_deadwood
    (1, 12, 20)
    """
    found: list[dict[str, int]] = [{} for _player in range(sheet.table.people)]
    for player, field, number in _counted(sheet):
        sofar = found[player].get(field, 0)
        found[player][field] = max(sofar, number) if field in LARGEST else sofar + number
    return tuple(Statistics(**numbers) for numbers in found)


def _counted(sheet: Sheet) -> Iterator[Counted]:
    lines = [line for line in sheet.lines if not line.past_the_end]
    yield from _of_match(sheet, len(lines))
    for game in sheet.games:
        yield from of_game(game, sheet.table)
    for line in lines:
        yield from of_hand(line, sheet.rules)
        yield from of_defence(line, sheet.rules)
    yield from _in_a_row(lines)


def _of_match(sheet: Sheet, hands: int) -> Iterator[Counted]:
    table = sheet.table
    yield 0, "table_hands", hands
    if not sheet.match.over:
        return
    yield 0, "table_matches", 1
    for player in range(table.people):
        yield player, "matches", 1
        yield player, "matches_won", int(table.side(player) == sheet.match.winner)


def of_game(game: Game, table: Table) -> Iterator[Counted]:
    """What each player did in a game as a whole."""
    owed = table.for_payers(game.owed)
    for player in range(table.people):
        yield player, "balance", owed[player if len(owed) == table.people else table.side(player)]
    if not game.over:
        return
    yield 0, "table_games", 1
    for player in range(table.people):
        side = table.side(player)
        if game.playing is None or side in game.playing:
            yield player, "games", 1
            yield from _of_winner(player, game) if side == game.winner else _of_loser(player, game)


def _of_winner(player: Player, game: Game) -> Iterator[Counted]:
    yield player, "games_won", 1
    yield player, "shutouts", int(game.is_won_by_shutout)
    yield player, "comebacks", int(_is_comeback(game))


def _of_loser(player: Player, game: Game) -> Iterator[Counted]:
    yield player, "shut_out", int(game.is_won_by_shutout)


def _is_comeback(game: Game) -> bool:
    """Whether the winner was behind by half the target or more at some time."""
    target = sum(column.rules.target for column in game.columns)
    return any(
        COMEBACK * (max(line.totals) - line.totals[game.winner or 0]) >= target for line in game.in_order
    )


def of_hand(line: Line, rules: HouseRules) -> Iterator[Counted]:
    """What each player did in a hand."""
    won = line.winner
    for player in line.hand.faced:
        yield player, "hands", 1
        yield player, "hands_won", int(player == won)
        yield player, "dead", int(won is None)
    if won is None:
        yield 0, "table_dead", 1
        return
    yield from _of_points(line, won)
    if line.outcome is Outcome.WON:
        return
    yield from _of_deadwood(line, rules)
    if line.dealer in line.hand.faced:
        yield line.dealer, "dealt", 1
        yield line.dealer, "dealt_won", int(line.dealer == won)


def _of_points(line: Line, won: Player) -> Iterator[Counted]:
    lost, way, result = sum(line.hand.faced) - won, WAYS[line.outcome], line.result
    yield won, f"{way}_wins", 1
    yield won, f"{way}_points", line.points
    yield won, "best_hand", line.points
    yield won, "points_against", result.loser_points
    yield lost, "points_against", line.points
    yield lost, "other_points", result.loser_points


def _of_deadwood(line: Line, rules: HouseRules) -> Iterator[Counted]:
    """What the knocker knocked with, and what the defender was left with."""
    knocker, defender = line.hand.player(Side.KNOCKER), line.hand.player(Side.DEFENDER)
    count = line.hand.count(rules)
    if line.outcome not in (Outcome.GIN, Outcome.BIG_GIN):
        yield knocker, "knocks", 1
        yield knocker, "knock_deadwood", count.knocker
    if line.winner == knocker:
        yield defender, "caught", 1
        yield defender, "caught_deadwood", count.defender


def of_defence(line: Line, rules: HouseRules) -> Iterator[Counted]:
    """Whether a hand by cards could have been defended better."""
    if isinstance(line.hand.laid, Declaration) and line.winner is not None:
        defender = line.hand.player(Side.DEFENDER)
        lost = given_away(line.hand.laid, rules, line.situation)
        yield defender, "defended", 1
        yield defender, "missed", int(lost is not None)
        yield defender, "given_away", lost or 0


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


def _in_a_row(lines: Sequence[Line]) -> Iterator[Counted]:
    """The runs of hands won by the same player among the hands that he or she played."""
    for player in {player for line in lines for player in line.hand.faced}:
        played = [line.winner == player for line in lines if player in line.hand.faced]
        for is_won, run in groupby(played):
            yield player, "hands_in_a_row", len(list(run)) * is_won
