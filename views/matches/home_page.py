"""The home page of a phone: the match to continue, who played last, its books, and its other matches."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from flask import url_for

from models.records.books.books import books_at, books_of
from models.records.books.match_search import newest_unfinished
from models.records.finding.matches import matches_at, matches_of
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from views.matches.match_list import ListedGroup, MatchOfPhone, SampleSheet, grouped
from views.shared.book_card import RECENT, BookCard
from views.shared.listed_match import ListedMatch

LISTED = 100
"""How many matches are listed."""

CARDS = 5
"""How many books show their newest matches; the others are only named."""

UNFINISHED_SHOWN = 2
"""How many unfinished matches are shown below the one to continue before the others are folded."""

OPPONENTS = 4
"""How many groups of players are offered a new match."""


class Opponents(NamedTuple):
    """People who played lately, and the form for a new match of theirs."""

    title: str
    url: str


class HomePage:
    """What this phone plays and follows. Each match is listed once."""

    def __init__(self, device: str | None, watched: Sequence[str], followed: Sequence[str]) -> None:
        self._device, self._mine = device, matches_of(device, LISTED)
        self.books = list(map(BookCard, books_of(device)))
        seated, own_ids = {match.id for match in self._mine}, set(self._cards)
        others = [each for each in matches_at(watched) if each.id not in seated]
        self.watched = [MatchOfPhone(each) for each in others if each.book_id not in own_ids]
        self.followed_books = [BookCard(book) for book in books_at(followed) if book.id not in own_ids]

    @cached_property
    def _cards(self) -> Mapping[int | None, BookCard]:
        """The books of this phone by their ids."""
        return {card.book.id: card for card in self.books}

    @property
    def first_books(self) -> Sequence[BookCard]:
        """The books that are shown with their newest matches."""
        return self.books[:CARDS]

    @property
    def other_books(self) -> Sequence[BookCard]:
        """The books that are only named."""
        return self.books[CARDS:]

    @cached_property
    def unfinished(self) -> Sequence[MatchOfPhone]:
        """The unfinished matches that this phone plays, the one changed last first.

        In a book of one table, these are also those that the other phone has started.
        """
        own = [match for match in self._mine if not match.snapshot.match_over]
        series = [card for card in self.first_books if card.is_of_one_table]
        found = (match for card in series for match in newest_unfinished(card.book, LISTED))
        return list(map(self._listed, newest_first([*own, *found])))

    def _listed(self, match: Match) -> MatchOfPhone:
        """A match in the list, with the names that its book has for the players."""
        card = self._cards.get(match.book_id)
        return MatchOfPhone(match, card.names_in(match) if card else ())

    @property
    def going_on(self) -> MatchOfPhone | None:
        """The match to continue."""
        return next(iter(self.unfinished), None)

    @property
    def next_unfinished(self) -> Sequence[MatchOfPhone]:
        """The unfinished matches that are shown below it."""
        return self.unfinished[1 : UNFINISHED_SHOWN + 1]

    @property
    def other_unfinished(self) -> Sequence[MatchOfPhone]:
        """The unfinished matches that are folded."""
        return self.unfinished[UNFINISHED_SHOWN + 1 :]

    @cached_property
    def opponents(self) -> Sequence[Opponents]:
        """Who played lately."""
        in_books = (match for card in self.first_books for match in card.newest)
        played = newest_first([*self._mine, *in_books])
        groups: dict[frozenset[str], MatchOfPhone] = {}
        for each in map(self._listed, played):
            if None not in each.match.names:
                groups.setdefault(each.people, each)
        newest = islice(groups.values(), OPPONENTS)
        return [Opponents(each.who, self._again_url(each.match)) for each in newest]

    def _again_url(self, match: Match) -> str:
        """The form for a new match with the players and the rules of *match*; in a club, that of the book."""
        card, again = self._cards.get(match.book_id), watch_token(match)
        if card is None or card.is_of_one_table:
            return url_for("matches.new", again=again)
        return url_for("new_in_book.new", book=card.link, again=again)

    def recent_of(self, book: BookCard) -> Sequence[ListedMatch]:
        """The newest matches of a book that are not on top."""
        return self._all_of(book)[:RECENT]

    def earlier_of(self, book: BookCard) -> Sequence[ListedMatch]:
        """Other matches of the same players that are not in the book."""
        return [each for each in self._all_of(book)[RECENT:] if each.match.book_id is None]

    def _all_of(self, book: BookCard) -> Sequence[ListedMatch]:
        on_top = {each.match.id for each in self.unfinished}
        same = self._same_people[book.people] is book and self._outside.get(book.people)
        listed = [*book.recent, *(book.listed(each.match) for each in (same.matches if same else ()))]
        listed = [each for each in listed if each.match.id not in on_top]
        return sorted(listed, key=lambda each: (each.match.played_on, each.match.id), reverse=True)

    @property
    def groups(self) -> Sequence[ListedGroup]:
        """The matches in none of these books, by who plays."""
        return [group for people, group in self._outside.items() if people not in self._same_people]

    @cached_property
    def _same_people(self) -> Mapping[frozenset[str], BookCard]:
        """The first of the books that are shown with these players."""
        return {card.people: card for card in reversed(self.first_books)}

    @cached_property
    def _outside(self) -> Mapping[frozenset[str], ListedGroup]:
        """The finished matches in no book of this phone, by who plays."""
        outside = (each for each in self._all_mine if each.book_id not in self._cards)
        others = [MatchOfPhone(each) for each in outside if each.snapshot.match_over]
        groups = grouped(others, {match.id for match in self._mine})
        return {group.people: group for group in groups}

    @property
    def _all_mine(self) -> Sequence[Match]:
        """The matches that count in a series: also those that are too old to be listed."""
        return self._mine if len(self._mine) < LISTED else matches_of(self._device, None)

    @property
    def plays_for_money(self) -> bool:
        """Whether there is something to settle."""
        followed = (listed.match for listed in self.watched)
        in_books = (match for card in self.first_books for match in card.newest)
        return any(match.rules.stakes for match in (*self._mine, *followed, *in_books))

    @cached_property
    def sample(self) -> SampleSheet | None:
        """What a sheet looks like, for a first visit."""
        there = self._mine or self.watched or self.books or self.followed_books
        return None if there else SampleSheet()


def newest_first(matches: Iterable[Match]) -> Sequence[Match]:
    """*matches*, each once, the one that was changed last first."""
    each_once = {match.id: match for match in matches}.values()
    return sorted(each_once, key=lambda match: (match.changed_at, match.id), reverse=True)
