"""Who deals the next hand and, of three, who sits it out."""

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import DealRotation, Redeal
from models.gin.rules.seating import Faced, Player, Table, other
from models.gin.sheet.columns import ColumnEntry
from models.gin.sheet.games import Game


def first_places(table: Table, first: Player) -> tuple[Player, Player]:
    """Who deals first, and of three who sits out first, if *first* was said to deal.

    Against a captain, the second player plays first. Who plays alone deals to the next player.
    """
    if table is Table.CAPTAIN:
        return table.side(first), 2
    return first, (first + 2) % 3 if table is Table.WINNER_ALONE else first


def out_next(table: Table, faced: Faced, won: ColumnEntry | None) -> Player:
    """Who of three sits out after a hand of two: usually its loser; after a dead hand, who sat out.

    A captain never sits out, and whoever won against one plays on; so do both players of a whole game.
    """
    waiting = table.others(faced)[0]
    if won is None or table is Table.WINNER_STAYS:
        return waiting
    if table is Table.CAPTAIN:
        return faced[1] if won.winner == 0 else waiting
    return won.loser


def out_of_next_game(game: Game, sits_out: Player) -> Player:
    """Who of three sits out after a whole game: its loser; if nobody won it, who sat it out."""
    faced = Table.WINNER_STAYS.others((sits_out,))
    return sum(faced) - game.winner if game.winner in faced else sits_out


def deals_again(rules: HouseRules, table: Table) -> bool:
    """Whether the same dealer deals after a hand that nobody won."""
    return table.sides == 3 or rules.redeal_after_dead_hand is Redeal.SAME_DEALER


def next_dealer(dealer: Player, winner: Player | None, rules: HouseRules) -> Player:
    """Who deals after a hand that *dealer* dealt and *winner* (None: nobody) won."""
    if winner is None:
        return dealer if rules.redeal_after_dead_hand is Redeal.SAME_DEALER else other(dealer)
    if rules.deal_rotation is DealRotation.ALTERNATE:
        return other(dealer)
    return winner if rules.deal_rotation is DealRotation.WINNER else other(winner)
