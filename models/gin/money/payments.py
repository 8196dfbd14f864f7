"""Money between people: who pays whom, a cap on losses, rounding. All amounts are exact decimals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import floor

from models.gin.rules.seating import Player

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
