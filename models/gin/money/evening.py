"""The money of several matches together, settled between people in as few payments as possible."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from models.gin.money.payments import Payment, fewest, shared
from models.gin.money.stakes import account
from models.gin.player_names import without_variants
from models.gin.rules.seating import Player, Table
from models.gin.rules.values import coin
from models.gin.sheet.sheet import Sheet


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


def settled(matches: Iterable[tuple[Sheet, Sequence[str]]]) -> list[Settled]:
    """The money of several matches, each with the names of its players, by currency.

    The same name is the same person. Partners share equally what their side pays or is paid.
    """
    sums: dict[str, dict[str, Decimal]] = {}
    called: dict[str, str] = {}
    for sheet, players in matches:
        called = {without_variants(name): name for name in players} | called
        for currency, name, amount in _paid(sheet, players):
            owed = sums.setdefault(currency, dict.fromkeys(map(without_variants, players), Decimal(0)))
            owed[name] = owed.get(name, Decimal(0)) + amount
    return [_settled(currency, owed, called) for currency, owed in sums.items()]


def _settled(currency: str, owed: Mapping[str, Decimal], called: Mapping[str, str]) -> Settled:
    return Settled(currency, tuple(called[name] for name in owed), tuple(owed.values()))


def _paid(sheet: Sheet, players: Sequence[str]) -> Iterator[tuple[str, str, Decimal]]:
    """What everybody is paid in one match: the currency, the person, and the amount."""
    stood = account(sheet)
    if stood is None:
        return
    yield from ((stood.currency, without_variants(name), Decimal(0)) for name in players)
    for payment in stood.payments:
        for side, amount in ((payment.payer, -payment.amount), (payment.payee, payment.amount)):
            people = _people(side, sheet.table)
            parts = shared(abs(amount), [Decimal(1)] * len(people), coin(stood.currency))
            for player, part in zip(people, parts, strict=True):
                yield stood.currency, without_variants(players[player]), part if amount > 0 else -part


def _people(payer: Player, table: Table) -> tuple[Player, ...]:
    """Who pays together: partners; against a captain, everybody by themselves."""
    return (payer,) if table is Table.CAPTAIN else table.members(payer)
