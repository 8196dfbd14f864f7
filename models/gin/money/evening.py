"""The money of several matches together, settled between people in as few payments as possible."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from models.gin.money.payments import Payment, fewest, shared
from models.gin.money.stakes import account
from models.gin.rules.seating import Player, Table
from models.gin.rules.values import coin
from models.gin.sheet.sheet import Sheet


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
