"""What an import adds to the books and matches of a phone, or has added."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from models.records.files.import_matching import ImportState
from models.records.tables.book import Book


class Conflict(NamedTuple):
    """A match that can't be imported, because two of its players are one person in the book by now."""

    book: str
    match: int


class ConflictError(Exception):
    """Raised if matches can't be imported. Nothing was written."""

    def __init__(self, conflicts: Sequence[Conflict]) -> None:
        self.conflicts = tuple(conflicts)
        super().__init__(f"the same person twice: {conflicts}")


@dataclass(slots=True)
class BookOutlook:
    """What an import adds to a book, or to the matches in no book."""

    name: str = ""
    players: tuple[str, ...] = ()
    """The names of all players in the file."""
    book: Book | None = None
    """The book here; None for one that is still to be started."""
    is_new: bool = True
    new_players: int = 0
    pairs_left_out: int = 0
    """How many pairs have usual rules in the file, which are left out."""
    matches: dict[ImportState, int] = field(default_factory=lambda: dict.fromkeys(ImportState, 0))
    first_day: str = ""
    last_day: str = ""


@dataclass(slots=True)
class Outlook:
    """What an import adds, or has added."""

    books: list[BookOutlook] = field(default_factory=list)
    loose: BookOutlook = field(default_factory=BookOutlook)
    added: list[int] = field(default_factory=list)
    """The ids of the new matches in no book."""
    conflicts: list[Conflict] = field(default_factory=list)

    @property
    def new_matches(self) -> int:
        return sum(each.matches[ImportState.NEW] for each in (*self.books, self.loose))

    @property
    def adds_anything(self) -> bool:
        joining = sum(each.matches[ImportState.JOINS] for each in self.books)
        is_new = any(each.is_new or each.new_players for each in self.books)
        return bool(self.new_matches or joining or is_new)
