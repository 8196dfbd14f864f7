"""The home page of a phone: the match to continue, its books, and its matches that are in no book."""

from collections.abc import Sequence
from functools import cached_property

from models.records.books.books import books_at, books_of
from models.records.finding.matches import matches_at, matches_of
from models.records.tables.match import Match
from views.matches.match_list import ListedGroup, MatchOfPhone, SampleSheet, grouped
from views.shared.book_card import BookCard

CARDS = 5
"""How many books show their newest matches; the others are only named."""


class HomePage:
    """What this phone plays and follows."""

    def __init__(self, device: str | None, watched: Sequence[str], followed: Sequence[str]) -> None:
        own_matches = matches_of(device)
        own = books_of(device)
        seated = {match.id for match in own_matches}
        self._mine = own_matches
        self.books = list(map(BookCard, own))
        self.watched = [MatchOfPhone(each) for each in matches_at(watched) if each.id not in seated]
        own_ids = {book.id for book in own}
        self.followed_books = [BookCard(book) for book in books_at(followed) if book.id not in own_ids]

    @property
    def first_books(self) -> Sequence[BookCard]:
        """The books that are shown with their newest matches."""
        return self.books[:CARDS]

    @property
    def other_books(self) -> Sequence[BookCard]:
        """The books that are only named."""
        return self.books[CARDS:]

    @cached_property
    def going_on(self) -> MatchOfPhone | None:
        """The match changed last, if it is not over."""
        last = max(self._newest, key=lambda each: (each.changed_at, each.id), default=None)
        return MatchOfPhone(last) if last and not last.snapshot.match_over else None

    @property
    def _newest(self) -> list[Match]:
        in_books = [match for card in self.first_books for match in card.newest]
        return [*self._mine[:1], *in_books]

    @property
    def groups(self) -> list[ListedGroup]:
        """The matches in none of these books, by who plays."""
        shown = {card.book.id for card in self.books}
        going_on = self.going_on and self.going_on.match.id
        others = (each for each in self._mine if each.book_id not in shown and each.id != going_on)
        return grouped(list(map(MatchOfPhone, others)))

    @property
    def can_start_book(self) -> bool:
        """Whether there are finished or unfinished matches to put into a book."""
        return any(match.book_id is None for match in self._mine)

    @property
    def plays_for_money(self) -> bool:
        """Whether there is something to settle."""
        followed = (listed.match for listed in self.watched)
        in_books = (match for card in self.first_books for match in card.newest)
        return any(match.rules.stakes for match in (*self._mine, *followed, *in_books))

    @property
    def sample(self) -> SampleSheet | None:
        """The small sheet for a first visit."""
        there = self._mine or self.watched or self.books or self.followed_books
        return None if there else SampleSheet()
