"""What a field of the house rules can hold besides numbers and words: stakes, and multipliers."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

AMOUNT = r"[0-9]{1,6}(?:\.[0-9]{1,4})?"
"""How an amount of money is written."""

_COINS = dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), Decimal("0.001"))
"""Currencies with smaller parts than a hundredth."""


@dataclass(frozen=True, slots=True)
class Stake:
    """Money for a point, a game or a box.

    >>> str(Stake.parse("0.10 EUR"))
    '0.10 EUR'
    """

    amount: Decimal
    currency: str
    """Three letters, as in ISO 4217."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads an amount of at most four decimals and a currency.

        :raises ValueError: if *text* is not a stake.
        """
        if not (parts := re.fullmatch(rf"({AMOUNT}) ([A-Z]{{3}})", text)):
            raise ValueError(f"not a stake: {text!r}")
        return cls(Decimal(parts[1]), parts[2])

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


@dataclass(frozen=True, slots=True)
class Multipliers:
    """How often a hand counts, by the suit or the rank of its upcard.

    >>> str(Multipliers.parse("Sx2 Hx3")), Multipliers.parse("Sx2 Hx3").of("H")
    ('Sx2 Hx3', 3)
    """

    times: tuple[tuple[str, int], ...]
    """Letters of suits or ranks, in the order of the pack, each with its multiplier."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads letters with their multipliers.

        :raises ValueError: if *text* is none.
        """
        words = text.split(" ")
        if not all(re.fullmatch("[A-Z2-9]x[2-9]", word) for word in words):
            raise ValueError(f"not multipliers: {text!r}")
        return cls(tuple((word[0], int(word[2])) for word in words))

    def of(self, letter: str, usual: int = 1) -> int:
        """How often a hand counts for *letter*; *usual* if the table does not say."""
        return next((times for each, times in self.times if each == letter), usual)

    def __str__(self) -> str:
        return " ".join(f"{letter}x{times}" for letter, times in self.times)


def is_amount(value: object) -> bool:
    """Whether *value* is an exact amount of at most six digits before the point and four after it.

    >>> is_amount(Decimal("0.05")), is_amount(0.05), is_amount(Decimal("NaN"))
    (True, False, False)
    """
    return isinstance(value, Decimal) and re.fullmatch(AMOUNT, str(value)) is not None


def is_stake(value: object) -> bool:
    """Whether *value* is a stake that can be written and read again.

    >>> is_stake(Stake(Decimal("0.10"), "EUR")), is_stake(Stake(Decimal("0.10"), "euros"))
    (True, False)
    """
    return (
        isinstance(value, Stake)
        and is_amount(value.amount)
        and re.fullmatch("[A-Z]{3}", value.currency) is not None
    )


def coin(currency: str) -> Decimal:
    """The smallest part of a currency.

    >>> coin("EUR"), coin("KWD")
    (Decimal('0.01'), Decimal('0.001'))
    """
    return _COINS.get(currency, Decimal("0.01"))
