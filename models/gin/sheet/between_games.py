"""Between two games of a match: what the one counts in the match, and who deals first in the next."""

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import MatchBy, NextGameDealer
from models.gin.rules.seating import Player, Table, Totals, other
from models.gin.sheet.games import Game
from models.gin.sheet.totals import leader, plus


def worth(game: Game, rules: HouseRules) -> Totals:
    """What a game that is over counts in its match."""
    if rules.match_by is MatchBy.POINTS:
        return game.counted
    nothing = (0,) * len(game.running)
    return nothing if game.winner is None else plus(nothing, game.winner, game_points(game, rules))


def game_points(game: Game, rules: HouseRules) -> int:
    """What winning a game is worth: one, or its game points."""
    if rules.match_by is not MatchBy.GAME_POINTS:
        return 1
    return rules.game_points_shutout if game.is_won_by_shutout else rules.game_points_win


def first_dealer_after(game: Game, rules: HouseRules, table: Table) -> Player:
    """Who deals first after *game*; two against two, the side.

    If nobody won or lost it alone, the deal passes on as after any other hand.
    """
    if rules.next_game_dealer is NextGameDealer.PASSES_ON:
        return game.next_dealer
    if rules.next_game_dealer is NextGameDealer.ALTERNATE:
        return (first_dealer_of(game, table) + 1) % table.sides
    dealer = game.winner if rules.next_game_dealer is NextGameDealer.WINNER else loser(game)
    return game.next_dealer if dealer is None else dealer


def first_dealer_of(game: Game, table: Table) -> Player:
    """Who dealt first in a game; if a penalty ended it before the first hand, who would have."""
    return table.side(game.hands[0].dealer) if game.hands else game.next_dealer


def loser(game: Game) -> Player | None:
    """Who lost a game; of three, the one of the others who is paid least, if nobody is paid the same."""
    if game.winner is None:
        return None
    if len(game.owed) == 2:
        return other(game.winner)
    most = max(game.owed) + 1
    return leader(tuple(-most if side == game.winner else -owed for side, owed in enumerate(game.owed)))
