"""How much one match can hold, so that nobody can make a page that costs everyone else time."""

from enum import StrEnum, auto

MOST_HANDS = 500
"""A long evening has sixty hands. Removed hands count, because they stay in the history."""

MOST_CHANGES = 5_000
"""Ten for each hand."""

MOST_PHONES = 200
"""A room that keeps score together. Removed phones count."""


class Full(StrEnum):
    """What a match has no more room for."""

    HANDS = auto()
    CHANGES = auto()
    PHONES = auto()


class FullMatchError(Exception):
    """Raised if a match has no more room. Nothing was written."""

    def __init__(self, of: Full) -> None:
        self.of = of
        super().__init__(f"no more {of} in this match")
