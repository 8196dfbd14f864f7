"""Stakes of a match, who pays whom, and an evening of several matches settled with few payments."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import NamedTuple

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Outcome, Settlement, coin
from models.gin.rules.seating import Player, Table, Totals
from models.gin.sheet.columns import Column, against_each, summed, times
from models.gin.sheet.games import Game, ScoredHand
from models.gin.sheet.sheet import Sheet

Amounts = tuple[Decimal, ...]
"""What each player is paid by the others together, negative if they pay. The sum is zero."""


MOST_MATCHED = 10
"""Up to so many people, the fewest payments are searched for; among more, each sum is just paid off."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Money that one player owes another."""

    payer: Player
    payee: Player
    amount: Decimal
    currency: str


def to_step(amount: Decimal, step: Decimal | None) -> Decimal:
    """*amount* rounded to a multiple of *step*, halves upward.

    >>> to_step(Decimal("3.125"), Decimal("0.05")), to_step(Decimal("2.25"), Decimal("0.50"))
    (Decimal('3.15'), Decimal('2.50'))
    """
    if step is None:
        return amount
    steps, rest = divmod(amount, step)
    return (steps + (2 * rest >= step)) * step


def capped(amounts: Amounts, cap: Decimal | None, unit: Decimal) -> Amounts:
    """*amounts* where nobody loses more than *cap*, and the winners share what the losers pay.

    The shares are in proportion to what each winner won, in whole *units*.

    >>> losing_25 = (Decimal(20), Decimal(5), Decimal(-25))
    >>> capped(losing_25, Decimal(10), Decimal("0.01"))
    (Decimal('8.00'), Decimal('2.00'), Decimal('-10'))
    """
    if cap is None or min(amounts) >= -cap:
        return amounts
    lost = [max(amount, -cap) for amount in amounts]
    nothing = Decimal(0)
    paid = -sum((amount for amount in lost if amount < 0), nothing)
    shares = shared(paid, [max(amount, nothing) for amount in amounts], unit)
    return tuple(amount if amount < 0 else share for share, amount in zip(shares, lost, strict=True))


def shared(total: Decimal, weights: Sequence[Decimal], unit: Decimal) -> list[Decimal]:
    """*total* divided in proportion to *weights*, in whole units.

    A unit left over goes to whoever lost most by rounding down, then to the next; less than a unit
    to whoever has the largest weight. Of equals, the first.

    >>> shared(Decimal(10), [Decimal(1)] * 3, Decimal("0.01"))
    [Decimal('3.34'), Decimal('3.33'), Decimal('3.33')]
    """
    units, rest = divmod(total, unit)
    exact = [Fraction(units) * Fraction(weight) / Fraction(sum(weights)) for weight in weights]
    nearest_above = sorted(range(len(exact)), key=lambda place: floor(exact[place]) - exact[place])
    more = nearest_above[: int(units) - sum(map(floor, exact))]
    shares = [(floor(each) + (place in more)) * unit for place, each in enumerate(exact)]
    shares[exact.index(max(exact))] += rest
    return shares


def transfers(amounts: Sequence[Decimal]) -> Iterator[tuple[Player, Player, Decimal]]:
    """What each player below zero pays to each above it, in their order."""
    left = list(amounts)
    for payer in range(len(left)):
        for payee in range(len(left)):
            if (paid := min(-left[payer], left[payee])) > 0:
                left[payer] += paid
                left[payee] -= paid
                yield payer, payee, paid


def paid_out(amounts: Amounts, currency: str, step: Decimal | None, cap: Decimal | None) -> Iterator[Payment]:
    """The payments of *amounts*, each rounded to a multiple of *step*, without those that round to zero.

    Players below zero pay those above it, so that nobody both pays and is paid. Where rounding would
    lift what somebody pays over *cap*, the last payment is rounded down.
    """
    left = [cap] * len(amounts)
    for payer, payee, exact in transfers(amounts):
        amount, most = to_step(exact, step), left[payer]
        if most is not None:
            amount = min(amount, most - most % step if step else most)
            left[payer] = most - amount
        if amount:
            yield Payment(payer, payee, amount, currency)


def fewest(amounts: Sequence[Decimal]) -> list[tuple[Player, Player, Decimal]]:
    """The payments that settle *amounts*, as few as possible.

    Every group of people whose sum is zero can settle within itself, with one payment less than it
    has people; so the more such groups, the fewer payments.

    >>> [(payer, payee) for payer, payee, _ in fewest([Decimal(each) for each in (5, 3, -3, -5)])]
    [(2, 1), (3, 0)]
    """
    owing = tuple(place for place, amount in enumerate(amounts) if amount)
    payments = (
        (group[payer], group[payee], paid)
        for group in _groups(owing, amounts)
        for payer, payee, paid in transfers([amounts[place] for place in group])
    )
    return sorted(payments)


def _groups(places: tuple[Player, ...], amounts: Sequence[Decimal]) -> list[tuple[Player, ...]]:
    """As many groups of *places* as possible, each with a sum of zero."""
    if not places:
        return []
    first, *others = places
    for other in others:
        if amounts[first] + amounts[other] == 0:
            rest = tuple(place for place in others if place != other)
            return [(first, other), *_groups(rest, amounts)]
    if len(places) > MOST_MATCHED:
        return [places]
    return max((_with(group, places, amounts) for group in _zero(first, others, amounts)), key=len)


def _with(
    group: tuple[Player, ...], places: tuple[Player, ...], amounts: Sequence[Decimal]
) -> list[tuple[Player, ...]]:
    return [group, *_groups(tuple(place for place in places if place not in group), amounts)]


def _zero(
    first: Player, others: Sequence[Player], amounts: Sequence[Decimal]
) -> Iterator[tuple[Player, ...]]:
    """The groups of *first* and some *others* with a sum of zero; one of them is everybody."""
    for size in range(2, len(others) + 1):
        for rest in combinations(others, size):
            if sum(amounts[place] for place in rest) == -amounts[first]:
                yield (first, *rest)


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
    """The points for which each player is paid in *game*, rounded between each two if the rules say so."""
    owed, step = points_owed(game), game.columns[0].rules.points_rounding
    return owed if step is None else rounded(owed, step, game.playing)


def rounded(owed: Totals, step: int, playing: Collection[Player] | None = None) -> Totals:
    """What each player is paid if points are rounded to *step* between each two players, halves upward.

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


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who played. In several matches, the same key is the same person."""

    key: Hashable
    name: str


@dataclass(frozen=True, slots=True)
class Settled:
    """What everybody is paid in one currency, and who pays whom. The sum is zero."""

    currency: str
    names: tuple[str, ...]
    amounts: tuple[Decimal, ...]
    """What each is paid by the others together, negative if they pay."""

    @property
    def payments(self) -> tuple[Payment, ...]:
        """As few payments as possible, by the places of the names."""
        transfers = fewest(self.amounts)
        return tuple(Payment(payer, payee, amount, self.currency) for payer, payee, amount in transfers)


def settled(matches: Iterable[tuple[Sheet, Sequence[Person]]]) -> list[Settled]:
    """The money of several matches, each with its players, by currency.

    Partners share equally what their side pays or is paid.
    """
    sums: dict[str, dict[Hashable, Decimal]] = {}
    names: dict[Hashable, str] = {}
    for sheet, players in matches:
        names = {person.key: person.name for person in players} | names
        for currency, key, amount in _paid(sheet, players):
            owed = sums.setdefault(currency, {})
            owed[key] = owed.get(key, Decimal(0)) + amount
    return [_settled(currency, owed, names) for currency, owed in sums.items()]


def _settled(currency: str, owed: Mapping[Hashable, Decimal], names: Mapping[Hashable, str]) -> Settled:
    return Settled(currency, tuple(names[key] for key in owed), tuple(owed.values()))


def _paid(sheet: Sheet, players: Sequence[Person]) -> Iterator[tuple[str, Hashable, Decimal]]:
    """What everybody is paid in one match: the currency, the key of the person, and the amount."""
    stood = account(sheet)
    if stood is None:
        return
    yield from ((stood.currency, person.key, Decimal(0)) for person in players)
    for payment in stood.payments:
        for side, amount in ((payment.payer, -payment.amount), (payment.payee, payment.amount)):
            people = _people(side, sheet.table)
            parts = shared(abs(amount), [Decimal(1)] * len(people), coin(stood.currency))
            for player, part in zip(people, parts, strict=True):
                yield stood.currency, players[player].key, part if amount > 0 else -part


def _people(payer: Player, table: Table) -> tuple[Player, ...]:
    """Who pays together: partners; against a captain, everybody by themselves."""
    return (payer,) if table is Table.CAPTAIN else table.members(payer)
