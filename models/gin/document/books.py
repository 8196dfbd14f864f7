"""What a book is in a file: its players, its usual rules, and its matches."""

from dataclasses import dataclass, field
from datetime import date, datetime

from models.gin.document.writing import MatchDocument
from models.gin.rules.house_rules import HouseRules

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
    """The rules that a book usually plays by."""

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
    pairs: int = field(default=0, compare=False)
    """How many pairs have usual rules of their own, in files from before version 1.0. These are left out."""


@dataclass(frozen=True, slots=True)
class BookMatch:
    """A match in a file of many."""

    match: MatchDocument
    players: tuple[int | None, ...] = ()
    """Who plays, by the places in the list of players; None for somebody who is no player of the book.

    Empty for a match that is in no book.
    """
    played_on: date | None = None
    """The day of the match where it was played."""
