"""A score sheet in money: who pays whom. All amounts are exact decimals."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from models.gin.columns import Column, Player, Totals, against_each, summed
from models.gin.rule_options import Settlement
from models.gin.rules import HouseRules
from models.gin.sheet import Game, Sheet


@dataclass(frozen=True, slots=True)
class Payment:
    """Money that one player owes another."""

    payer: Player
    payee: Player
    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Account:
    """What each player is paid by the others together, negative if they pay. The sum is zero."""

    points: Totals
    games: Totals
    boxes: Totals
    rules: HouseRules
    """Rules with stakes."""

    @property
    def currency(self) -> str:
        """The currency of all stakes."""
        return next(iter(self.rules.stakes.values())).currency

    @property
    def owed(self) -> Mapping[str, Totals]:
        """How many points, games or boxes each player is paid for, by the field of the stake."""
        return {
            "stake_per_point": self.points,
            "stake_per_game": self.games,
            "stake_per_box": self.boxes,
        }

    @property
    def amounts(self) -> tuple[Decimal, ...]:
        """The amount of each player, not rounded."""
        played_for = [
            [number * stake.amount for number in self.owed[name]] for name, stake in self.rules.stakes.items()
        ]
        return tuple(sum(parts, Decimal(0)) for parts in zip(*played_for, strict=True))

    @property
    def payments(self) -> tuple[Payment, ...]:
        """Who pays whom how much, rounded by the rules, without payments that round to zero.

        Players below zero pay those above it, so that nobody both pays and is paid.
        """
        rounded = (
            Payment(payer, payee, to_step(amount, self.rules.stake_rounding), self.currency)
            for payer, payee, amount in _transfers(self.amounts)
        )
        return tuple(payment for payment in rounded if payment.amount)


def account(sheet: Sheet) -> Account | None:
    """What *sheet* comes to in money so far; None if there are no stakes."""
    if not sheet.rules.stakes:
        return None
    points = summed(points_owed(game) for game in sheet.games)
    boxes = summed(game.boxes for game in sheet.games)
    return Account(points, against_each(sheet.match.games_won), against_each(boxes), sheet.rules)


def points_owed(game: Game) -> Totals:
    """The points for which each player is paid by the others together in *game*, so far."""
    return game.paid(summed(column_owed(column) for column in game.columns))


def column_owed(column: Column) -> Totals:
    """What each player is paid for a column: the difference of the totals, doubled if it counts double.

    If both keep their totals, the winner of a game never pays for it: if the others have more
    because of boxes, nothing is paid. In zero-sum rules, the points that one player wins and the
    other loses are already on both sides of the sheet, and are paid once.
    """
    if column.rules.settlement is Settlement.DIFFERENCE:
        return column.owed
    if column.winner is not None and column.owed[column.winner] < 0:
        return (0,) * len(column.owed)
    if not column.rules.loser_negative:
        return column.owed
    twice = against_each(column.running)
    return tuple(
        owed - (pair - once) * column.times
        for owed, pair, once in zip(column.owed, twice, column.running, strict=True)
    )


def to_step(amount: Decimal, step: Decimal | None) -> Decimal:
    """*amount* rounded to a multiple of *step*, halves upward.

    >>> to_step(Decimal("3.125"), Decimal("0.05")), to_step(Decimal("2.25"), Decimal("0.50"))
    (Decimal('3.15'), Decimal('2.50'))
    """
    if step is None:
        return amount
    steps, rest = divmod(amount, step)
    return (steps + (2 * rest >= step)) * step


def _transfers(amounts: tuple[Decimal, ...]) -> Iterator[tuple[Player, Player, Decimal]]:
    """What each player below zero pays to each above it, in the order of their names."""
    left = list(amounts)
    for payer in range(len(left)):
        for payee in range(len(left)):
            if (paid := min(-left[payer], left[payee])) > 0:
                left[payer] += paid
                left[payee] -= paid
                yield payer, payee, paid
