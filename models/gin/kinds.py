"""What a field of the house rules may hold, and how it is written in a document."""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, Protocol, Self


@dataclass(frozen=True, slots=True)
class Stake:
    """Money for a point.

    >>> str(Stake.parse("0.10 EUR"))
    '0.10 EUR'
    """

    amount: Decimal
    currency: str
    """Three letters, as in ISO 4217."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads an amount of at most four decimals and a currency.

        :raises ValueError: if *text* is no such thing.
        """
        if not (found := re.fullmatch(r"(\d{1,6}(?:\.\d{1,4})?) ([A-Z]{3})", text)):
            raise ValueError(f"not a stake: {text!r}")
        return cls(Decimal(found[1]), found[2])

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


class Kind(Protocol):
    """What a field of the rules may hold, and how it is written in a document."""

    def allows(self, value: object) -> bool:
        """Whether the field may hold *value*."""

    def read(self, written: object) -> Any:
        """The value that stands in a document as *written*.

        :raises ValueError: if the field cannot hold it.
        """

    def write(self, value: Any) -> Any:
        """How *value* stands in a document."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds, or one of a few, or none."""

    least: int
    most: int
    optional: bool = False
    usual: tuple[int, ...] = ()
    """The values tables really play, offered first."""
    only_usual: bool = False

    def allows(self, value: object) -> bool:
        if value is None:
            return self.optional
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return value in self.usual if self.only_usual else self.least <= value <= self.most

    def read(self, written: object) -> int | None:
        if not self.allows(written):
            raise ValueError(f"not from {self.least} to {self.most}: {written!r}")
        return written  # type: ignore[return-value]

    def write(self, value: int | None) -> int | None:
        return value


@dataclass(frozen=True, slots=True)
class Flag:
    """Played or not."""

    def allows(self, value: object) -> bool:
        return isinstance(value, bool)

    def read(self, written: object) -> bool:
        if not isinstance(written, bool):
            raise ValueError(f"neither true nor false: {written!r}")
        return written

    def write(self, value: bool) -> bool:
        return value


@dataclass(frozen=True, slots=True)
class School:
    """One of several named ways to play."""

    schools: type[StrEnum]

    def allows(self, value: object) -> bool:
        return isinstance(value, self.schools)

    def read(self, written: object) -> StrEnum:
        if not isinstance(written, str):
            raise ValueError(f"not a word: {written!r}")
        return self.schools(written)

    def write(self, value: StrEnum) -> str:
        return value.value


@dataclass(frozen=True, slots=True)
class Money:
    """A stake, or none."""

    def allows(self, value: object) -> bool:
        return value is None or isinstance(value, Stake)

    def read(self, written: object) -> Stake | None:
        if written is None:
            return None
        if not isinstance(written, str):
            raise ValueError(f"not a stake: {written!r}")
        return Stake.parse(written)

    def write(self, value: Stake | None) -> str | None:
        return None if value is None else str(value)
