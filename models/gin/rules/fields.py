"""What a field of the rules is: its kind, its topic, and the values that tables really play."""

from collections.abc import Mapping
from dataclasses import field
from decimal import Decimal
from enum import StrEnum, auto
from typing import Any

from models.gin.rules.field_types import Kind, Refusal, Whole


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
