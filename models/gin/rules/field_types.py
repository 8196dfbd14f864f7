"""The fields of the house rules: what each may hold, and how it is written in a document."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum, auto
from typing import Any, Protocol

from models.gin.rules.options import AMOUNT, Multipliers, Stake, is_amount, is_stake


class Refusal(StrEnum):
    """Why a field cannot hold a value. The sentence for each is in ``views/words``."""

    NOT_OF_ITS_KIND = auto()
    TOO_LOW = auto()
    TOO_HIGH = auto()
    OTHER_CURRENCY = auto()
    """All stakes are in one currency."""


class Kind(Protocol):
    """What a field of the rules may hold, and how it is written in a document."""

    def refusal(self, value: object) -> Refusal | None:
        """Why the field cannot hold *value*, or None if it can."""

    def allows(self, value: object) -> bool:
        """Whether the field may hold *value*."""
        return self.refusal(value) is None

    def read(self, written: object) -> Any:
        """The value that is written in a document as *written*.

        :raises ValueError: if the field cannot hold it.
        """

    def write(self, value: Any) -> Any:
        """How *value* is written in a document."""


@dataclass(frozen=True, slots=True)
class Whole(Kind):
    """A whole number within limits, or one of a few, or none."""

    least: int
    most: int
    optional: bool = False
    usual: tuple[int, ...] = ()
    """The values people really play, offered first."""
    only_usual: bool = False
    """Whether they are all values, to be chosen."""

    def refusal(self, value: object) -> Refusal | None:
        if value is None and self.optional:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            return Refusal.NOT_OF_ITS_KIND
        if value < self.least:
            return Refusal.TOO_LOW
        return Refusal.TOO_HIGH if value > self.most else None

    def read(self, written: object) -> int | None:
        if not self.allows(written):
            raise ValueError(f"not from {self.least} to {self.most}: {written!r}")
        return written  # type: ignore[return-value]

    def write(self, value: int | None) -> int | None:
        return value


@dataclass(frozen=True, slots=True)
class Numbers(Kind):
    """A whole number for each of several columns, or none. Written as a text such as ``"1 1 2"``."""

    least: int
    most: int
    usual: tuple[tuple[int, ...], ...] = ()
    """The lists people really play, offered first."""
    longest: int = 5
    """How many numbers there can be."""

    def refusal(self, value: object) -> Refusal | None:
        if value is None:
            return None
        if not isinstance(value, tuple) or not 0 < len(value) <= self.longest:
            return Refusal.NOT_OF_ITS_KIND
        each = Whole(self.least, self.most)
        return next((why for number in value if (why := each.refusal(number))), None)

    def read(self, written: object) -> tuple[int, ...] | None:
        """Reads the text, or a list of numbers."""
        numbers: tuple[int, ...] | None = self.parsed(written)
        if not self.allows(numbers):
            raise ValueError(f"not numbers from {self.least} to {self.most}: {written!r}")
        return numbers

    def parsed(self, written: object) -> Any:
        """A list or a text as a tuple, if it is one; its numbers may still be too high or too low.

        >>> Numbers(1, 10).parsed("1, 1, 2"), Numbers(1, 10).parsed([1, 1, 20])
        ((1, 1, 2), (1, 1, 20))
        """
        if isinstance(written, list):
            return tuple(written)
        if isinstance(written, str) and re.fullmatch(r"[0-9]{1,7}(?:[ ,;-]+[0-9]{1,7})*", written):
            return tuple(map(int, re.findall(r"[0-9]+", written)))
        return written

    def write(self, value: tuple[int, ...] | None) -> str | None:
        return None if value is None else " ".join(map(str, value))


@dataclass(frozen=True, slots=True)
class Flag(Kind):
    """On or off."""

    def refusal(self, value: object) -> Refusal | None:
        return None if isinstance(value, bool) else Refusal.NOT_OF_ITS_KIND

    def read(self, written: object) -> bool:
        if not isinstance(written, bool):
            raise ValueError(f"neither true nor false: {written!r}")
        return written

    def write(self, value: bool) -> bool:
        return value


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of several named options."""

    options: type[StrEnum]

    def refusal(self, value: object) -> Refusal | None:
        return None if isinstance(value, self.options) else Refusal.NOT_OF_ITS_KIND

    def read(self, written: object) -> StrEnum:
        if not isinstance(written, str):
            raise ValueError(f"not a word: {written!r}")
        return self.options(written)

    def write(self, value: StrEnum) -> str:
        return value.value


@dataclass(frozen=True, slots=True)
class Money(Kind):
    """A stake, or none."""

    amounts: tuple[Decimal, ...] = ()
    """The amounts offered first, in any currency."""

    def refusal(self, value: object) -> Refusal | None:
        return None if value is None or is_stake(value) else Refusal.NOT_OF_ITS_KIND

    def read(self, written: object) -> Stake | None:
        if written is None:
            return None
        if not isinstance(written, str):
            raise ValueError(f"not a stake: {written!r}")
        return Stake.parse(written)

    def write(self, value: Stake | None) -> str | None:
        return None if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Amount(Kind):
    """An amount above zero without a currency, or none."""

    usual: tuple[Decimal, ...] = ()
    """The amounts offered first."""

    def refusal(self, value: object) -> Refusal | None:
        if value is None:
            return None
        if not is_amount(value):
            return Refusal.NOT_OF_ITS_KIND
        return None if value else Refusal.TOO_LOW

    def read(self, written: object) -> Decimal | None:
        if written is None:
            return None
        if not isinstance(written, str) or not re.fullmatch(AMOUNT, written) or not Decimal(written):
            raise ValueError(f"not an amount: {written!r}")
        return Decimal(written)

    def write(self, value: Decimal | None) -> str | None:
        return None if value is None else str(value)


@dataclass(frozen=True, slots=True)
class MultiplierTable(Kind):
    """Multipliers from 2 to 9 for some of the *letters*, in their order, or none."""

    letters: str
    most: int = 9

    def refusal(self, value: object) -> Refusal | None:
        if value is None:
            return None
        return None if isinstance(value, Multipliers) and self._is_table(value) else Refusal.NOT_OF_ITS_KIND

    def _is_table(self, value: Multipliers) -> bool:
        letters = [letter for letter, _ in value.times]
        in_order = [letter for letter in self.letters if letter in letters]
        return (
            bool(letters)
            and letters == in_order
            and all(isinstance(times, int) and 2 <= times <= self.most for _, times in value.times)
        )

    def read(self, written: object) -> Multipliers | None:
        """Reads the text, in any order."""
        if written in (None, ""):
            return None
        if not isinstance(written, str) or not self.allows(read := self._sorted(Multipliers.parse(written))):
            raise ValueError(f"not multipliers: {written!r}")
        return read

    def _sorted(self, value: Multipliers) -> Multipliers:
        return Multipliers(tuple(sorted(value.times, key=lambda each: self.letters.find(each[0]))))

    def write(self, value: Multipliers | None) -> str | None:
        return None if value is None else str(value)


class InvalidRulesError(ValueError):
    """Raised when rules are not valid. Holds the wrong fields, each with the reason."""

    def __init__(self, refusals: Mapping[str, Refusal]) -> None:
        self.refusals = refusals
        super().__init__("not valid: " + ", ".join(f"{name} {why}" for name, why in refusals.items()))

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that are wrong."""
        return tuple(self.refusals)


class Topic(StrEnum):
    """What a field is about. Pages show the rules topic by topic, in this order."""

    GOING_OUT = auto()
    HAND = auto()
    """What a hand scores."""
    END = auto()
    """The end of a game, and its bonuses."""
    FORMAT = auto()
    """Columns and games of a match."""
    DEAL = auto()
    PLAY = auto()
    """How a hand is played."""
    PENALTIES = auto()
    """Penalties, adjustments and opening scores."""
    SEATS = auto()
    """Partners and three players."""
    STAKE = auto()


def rule(default: Any, kind: Kind, topic: Topic) -> Any:
    """A field of the rules with its usual value, the values it may have, and its topic."""
    return field(default=default, metadata={"kind": kind, "topic": topic})


COINS = tuple(map(Decimal, ("0.05", "0.10", "0.50", "1")))
"""What payments are usually rounded to."""

FOR_A_POINT = tuple(map(Decimal, ("0.01", "0.05", "0.10")))
FOR_A_BOX = tuple(map(Decimal, ("0.10", "0.50", "1")))
FOR_A_GAME = tuple(map(Decimal, ("1", "5", "10")))
"""The usual stakes."""

CAPS = tuple(map(Decimal, ("10", "20", "50")))
"""The most that somebody usually may lose."""

EXTRA_BOXES = Whole(0, 3, usual=(0, 1, 2, 3))
"""How many boxes an outcome may add."""
