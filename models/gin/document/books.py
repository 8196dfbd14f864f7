"""What a book is in a file: its players, their usual rules, and its matches."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from models.gin.document.writing import Match
from models.gin.rules import HouseRules

BOOK_FORMAT = "gin-book/1"
ALL_FORMAT = "gin-all/1"
"""The format of a file with several books, and with matches that are in none."""


@dataclass(frozen=True, slots=True)
class BookPlayer:
    """A person in a book."""

    id: str
    """The same in every file of the book, so that an import recognises the person."""
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class UsualRules:
    """The rules that a book, or two of its players, usually play by."""

    rules: HouseRules
    preset: str = field(default="", compare=False)
    """The preset that they are written with; "" for the nearest one."""
    name: str = ""
    """The players' own name for them."""


@dataclass(frozen=True, slots=True)
class BookHead:
    """Everything in the file of a book but the matches."""

    id: str
    """The same in every file of the book."""
    name: str = ""
    started: datetime | None = None
    rules: UsualRules | None = None
    players: tuple[BookPlayer, ...] = ()
    pairs: Mapping[tuple[int, int], UsualRules] = field(default_factory=dict)
    """The usual rules of two players, by their places in the list of players."""


@dataclass(frozen=True, slots=True)
class BookMatch:
    """A match in a file of many."""

    match: Match
    players: tuple[int | None, ...] = ()
    """Who plays, by the places in the list of players; None for somebody who is no player of the book.

    Empty for a match that is in no book.
    """
    played_on: date | None = None
    """The day of the match where it was played."""
