"""How much one match or book can hold, so that nobody can make a page that costs everyone else time."""

from enum import StrEnum, auto

MOST_HANDS = 500
"""A long evening has sixty hands. Removed hands count, because they stay in the history."""

MOST_CHANGES = 5_000
"""Ten for each hand."""

MOST_PHONES = 200
"""A room that keeps score together. Removed phones don't count, so room can be made."""

MOST_PLAYERS = 500
"""In one book. Merged players count."""

MOST_BOOK_CHANGES = 20_000
"""In the history of a book. Matches that are started in it are no change."""

MOST_BOOK_PHONES = 500
"""Phones that can score in a book."""


class Full(StrEnum):
    """What a match or a book has no more room for."""

    HANDS = auto()
    CHANGES = auto()
    PHONES = auto()
    PLAYERS = auto()
    BOOK_CHANGES = auto()


class FullMatchError(Exception):
    """Raised if a match or a book has no more room. Nothing was written."""

    def __init__(self, of: Full) -> None:
        self.of = of
        super().__init__(f"no more room for {of}")
