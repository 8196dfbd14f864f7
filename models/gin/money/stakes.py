"""A score sheet in money: what each player is paid for. All amounts are exact decimals."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from models.gin.money.payments import Amounts, Payment, capped, paid_out
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Outcome, Settlement
from models.gin.rules.seating import Player, Totals
from models.gin.rules.values import coin
from models.gin.sheet.columns import Column
from models.gin.sheet.games import Game, ScoredHand
from models.gin.sheet.sheet import Sheet
from models.gin.sheet.totals import against_each, summed, times

GIN = frozenset({Outcome.GIN, Outcome.BIG_GIN})
"""What is paid for as gin: big gin too."""


@dataclass(frozen=True, slots=True)
class Account:
    """What each player is paid by the others together, negative if they pay. Every sum is zero."""

    owed: Mapping[str, Totals]
    """How many points, games, boxes and so on each player is paid for, by the field of the stake."""
    rules: HouseRules
    """Rules with stakes."""

    @property
    def currency(self) -> str:
        """The currency of all stakes."""
        return self.rules.currency

    @property
    def exact(self) -> Amounts:
        """The amount of each player, not rounded and not capped."""
        stakes = self.rules.stakes.items()
        played_for = [[number * stake.amount for number in self.owed[name]] for name, stake in stakes]
        return tuple(sum(parts, Decimal(0)) for parts in zip(*played_for, strict=True))

    @property
    def amounts(self) -> Amounts:
        """The amount of each player, not rounded: nobody loses more than the cap."""
        return capped(self.exact, self.rules.stake_cap, coin(self.currency))

    @property
    def payments(self) -> tuple[Payment, ...]:
        """Who pays whom how much, rounded by the rules."""
        rules = self.rules
        return tuple(paid_out(self.amounts, self.currency, rules.stake_rounding, rules.stake_cap))


def account(sheet: Sheet) -> Account | None:
    """What *sheet* comes to in money so far; None if there are no stakes."""
    stakes = sheet.rules.stakes
    if not stakes:
        return None
    return Account({name: sheet.table.for_payers(_OWED[name](sheet)) for name in stakes}, sheet.rules)


def points_owed(game: Game) -> Totals:
    """The points for which each player is paid by the others together in *game*, so far."""
    parts = [column_payment(column) for column in game.columns]
    return game.paid(summed(each.paid for each in parts), summed(each.penalties_paid for each in parts))


def points_paid(game: Game) -> Totals:
    """The same, where the difference between each two players is rounded if the rules say so."""
    owed, step = points_owed(game), game.columns[0].rules.points_rounding
    return owed if step is None else rounded(owed, step, game.playing)


def rounded(owed: Totals, step: int, playing: Collection[Player] | None = None) -> Totals:
    """What each is paid if the points between each two players are rounded to *step*, halves upward.

    >>> rounded((234, -234), 10), rounded((130, 40, -170), 100)
    ((230, -230), (100, 100, -200))
    """
    everybody = range(len(owed)) if playing is None else playing
    return tuple(
        sum(_between(amount - owed[other], len(everybody), step) for other in everybody)
        if player in everybody
        else 0
        for player, amount in enumerate(owed)
    )


def _between(apart: int, players: int, step: int) -> int:
    """The points between two players whose sums are *apart*; each sum counts every other player once."""
    steps, rest = divmod(abs(apart), players * step)
    points = (steps + (2 * rest >= players * step)) * step
    return points if apart > 0 else -points


def spares_its_winner(column: Column) -> bool:
    """Whether nothing is paid for a column because its winner has less than the others, and never pays."""
    keeps_totals = column.rules.settlement is Settlement.TOTALS
    return keeps_totals and column.winner is not None and column.owed[column.winner] < 0


class ColumnPayment(NamedTuple):
    """What each player is paid by the others together for a column, step by step."""

    once: Totals
    """The difference of the totals."""
    again: Totals
    """What a shutout adds to it."""
    penalties: Totals
    """How much of the difference is penalties that are added after the game; no shutout doubles them."""
    factor: int
    """How many times the column counts."""

    @property
    def paid(self) -> Totals:
        """What is paid."""
        return times(summed([self.once, self.again]), self.factor)

    @property
    def penalties_paid(self) -> Totals:
        """How much of it is paid for penalties that are added after the game."""
        return times(self.penalties, self.factor)

    @property
    def is_doubled_in_part(self) -> bool:
        """Whether a shutout doubles the difference, but not the penalties in it."""
        return any(self.again) and any(self.penalties)


def column_payment(column: Column) -> ColumnPayment:
    """What each player is paid for a column: the difference of the totals, doubled if it counts double.

    If both keep their totals, the winner of a game never pays for it: if the others have more
    because of boxes, nothing is paid.
    """
    if spares_its_winner(column):
        nothing = (0,) * len(column.owed)
        return ColumnPayment(nothing, nothing, nothing, column.factor)
    penalties = _paid_once(column.penalties_paid, column.penalties_paid, column)
    total = _paid_once(column.doubled, column.running, column)
    return ColumnPayment(
        once=summed([total, penalties]),
        again=times(total, column.shutout_times - 1),
        penalties=penalties,
        factor=column.factor,
    )


def _paid_once(totals: Totals, on_both_sides: Totals, column: Column) -> Totals:
    """What each player is paid for *totals*.

    If both keep their totals in zero-sum rules, the points that one player wins and the other
    loses are already *on both sides* of the sheet, and are paid once.
    """
    owed = against_each(totals, column.playing)
    if column.rules.settlement is Settlement.DIFFERENCE or not column.rules.loser_negative:
        return owed
    twice = against_each(on_both_sides, column.playing)
    return tuple(each - (pair - once) for each, pair, once in zip(owed, twice, on_both_sides, strict=True))


def column_owed(column: Column) -> Totals:
    """What each player is paid for a column, in all."""
    return column_payment(column).paid


def _by_game(won: Callable[[Game, Sheet], Totals]) -> Callable[[Sheet], Totals]:
    """What each player is paid for if the others pay for everything that is *won* in a game."""
    return lambda sheet: summed(against_each(won(game, sheet), game.playing) for game in sheet.games)


def _games_won(game: Game, sheet: Sheet) -> Totals:
    return _counted([game.winner] if game.over else [], sheet)


def _shutouts(game: Game, sheet: Sheet) -> Totals:
    """The columns in which the others have nothing."""
    return _counted([column.ended_by for column in game.columns if column.is_shut_out], sheet)


def _hands_won(outcomes: Collection[Outcome]) -> Callable[[Game, Sheet], Totals]:
    """The hands that ended in one of *outcomes*; each counts once, however many columns it is written in."""
    return lambda game, sheet: _counted(
        [
            _winner(scored_hand, sheet)
            for scored_hand in game.hands
            if scored_hand.outcome in outcomes and scored_hand.counts and not scored_hand.waits
        ],
        sheet,
    )


def _winner(scored_hand: ScoredHand, sheet: Sheet) -> Player | None:
    return None if scored_hand.winner is None else sheet.table.side(scored_hand.winner)


def _counted(winners: Collection[Player | None], sheet: Sheet) -> Totals:
    """How often each side is among *winners*."""
    return tuple([*winners].count(side) for side in range(sheet.table.sides))


def _pots(sheet: Sheet) -> Totals:
    """How many times the pot is paid out: what all put in for a game goes to its winner.

    If nobody wins a game, the pot stays for the next one. Each player's own money comes back.
    """
    owed, waiting = [against_each((0,) * sheet.table.sides)], 0
    for game in sheet.games:
        waiting += game.over
        if game.over and game.winner is not None:
            won = _counted([game.winner], sheet)
            owed.append(tuple(waiting * each for each in against_each(won)))
            waiting = 0
    return summed(owed)


_OWED: Mapping[str, Callable[[Sheet], Totals]] = {
    "stake_per_point": lambda sheet: summed(map(points_paid, sheet.games)),
    "stake_per_game": _by_game(_games_won),
    "stake_per_box": _by_game(lambda game, _sheet: game.boxes),
    "stake_per_gin": _by_game(_hands_won(GIN)),
    "stake_per_undercut": _by_game(_hands_won({Outcome.UNDERCUT})),
    "stake_per_shutout": _by_game(_shutouts),
    "stake_pot": _pots,
}
"""What each player is paid for, by the field of the stake."""
