"""The home page of a phone: the match to continue, who played last, its books, and its other matches."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from flask import url_for

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.player_names import without_variants
from models.gin.rules.house_rules import STANDARD
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import sheet
from models.records.books.books import books_at, books_of
from models.records.books.match_search import newest_unfinished
from models.records.finding.matches import matches_at, matches_of
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from views.language.i18n import gettext as _
from views.matches.game_table import GameTables
from views.matches.sheet_content import SheetTotals
from views.shared import listed_match
from views.shared.book_card import RECENT, BookCard
from views.shared.listed_match import ListedMatch
from views.words.game_summary import figures_said
from views.words.seating import title

FIRST_SHOWN = 3
"""How many matches of a group are shown before the others are folded."""

SAMPLE = (
    Hand(0, Count(Ending.KNOCK, knocker=8, defender=40)),
    Hand(1, Count(Ending.GIN, defender=21)),
    Hand(0, Count(Ending.GIN, defender=23)),
)
"""The hands behind the totals that a first visit shows."""


class MatchOfPhone(listed_match.ListedMatch):
    """A match in the list, in which the one that was changed last comes first."""

    def _when(self) -> str:
        return listed_match.changed_when(self.match)

    @property
    def rivals(self) -> tuple[str, ...]:
        """Who wins matches in a series: sides, or each of three players if a captain changes."""
        return self.match.table.payers(self.match.players)

    @property
    def people(self) -> frozenset[str]:
        """Who plays, in whatever order."""
        return frozenset(map(without_variants, self.rivals))

    @property
    def who(self) -> str:
        return self.title if self.sides == self.rivals else title(Table.THREE, self.rivals)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners among the rivals; none while nobody has won."""
        side, table = self.winning_side, self.match.table
        if side is None:
            return ()
        members = table.members(side) if table is Table.CAPTAIN else (side,)
        return tuple(self.rivals[member] for member in members)


@dataclass(frozen=True)
class ListedGroup:
    """The matches of the same players, newest first."""

    matches: Sequence[MatchOfPhone]
    """The matches that are listed."""
    played: Sequence[MatchOfPhone]
    """All matches that they played."""

    @property
    def title(self) -> str:
        return self.matches[0].who

    @property
    def people(self) -> frozenset[str]:
        return self.matches[0].people

    @cached_property
    def series(self) -> str:
        """How many matches each of them has won, if there are two or more: "Ann 5, Bob 3".

        Of players without a name nobody knows whether they are the same.
        """
        if not all(each.match.is_named for each in self.played):
            return ""
        if sum(each.winner is not None for each in self.played) < 2:
            return ""
        won = Counter(without_variants(name) for each in self.played for name in each.winners)
        rivals = self.matches[0].rivals
        return figures_said(tuple(str(won[without_variants(name)]) for name in rivals), rivals)

    @property
    def shown(self) -> Sequence[MatchOfPhone]:
        """The matches that are shown at once."""
        return self.matches[:FIRST_SHOWN]

    @property
    def earlier(self) -> Sequence[MatchOfPhone]:
        """The matches that are folded."""
        return self.matches[FIRST_SHOWN:]


def grouped(played: Sequence[MatchOfPhone], listed: Collection[int]) -> list[ListedGroup]:
    """The matches that a phone *played*, grouped by players in any order of names.

    *listed* are the ids of those that are listed; the others only count.
    """
    groups: dict[frozenset[str], list[MatchOfPhone]] = {}
    for match in played:
        groups.setdefault(match.people, []).append(match)
    shown = (
        ListedGroup([each for each in group if each.match.id in listed], group) for group in groups.values()
    )
    return [group for group in shown if group.matches]


class SampleSheet:
    """A small score sheet, for the first visit."""

    def __init__(self) -> None:
        self.names, played = (_("Ann"), _("Bob")), sheet(SAMPLE, STANDARD)
        self.totals = SheetTotals(played, self.names).each
        self.game = GameTables(played, self.names, self.names, lambda _line: "").game()


LISTED = 100
"""How many matches are listed."""

CARDS = 5
"""How many books show their newest matches; the others are only named."""

UNFINISHED_SHOWN = 2
"""How many unfinished matches are shown beside the one to continue before the others are folded."""

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
        """The unfinished matches that this phone plays, the one changed last first; empty ones come last.

        In a book of one table, these are also those that the other phone has started.
        """
        own = [match for match in self._mine if not match.snapshot.match_over]
        series = [card for card in self.first_books if card.is_of_one_table]
        found = (match for card in series for match in newest_unfinished(card.book, LISTED))
        newest = map(self._listed, newest_first([*own, *found]))
        return sorted(newest, key=lambda each: each.is_empty)

    def _listed(self, match: Match) -> MatchOfPhone:
        """A match in the list, with the names that its book has for the players."""
        card = self._cards.get(match.book_id)
        return MatchOfPhone(match, card.names_in(match) if card else ())

    @property
    def going_on(self) -> MatchOfPhone | None:
        """The match to continue, shown large; None if all are empty."""
        return next((each for each in self.unfinished[:1] if not each.is_empty), None)

    @property
    def next_unfinished(self) -> Sequence[MatchOfPhone]:
        """The unfinished matches that are shown below it."""
        return self._not_on_top[:UNFINISHED_SHOWN]

    @property
    def other_unfinished(self) -> Sequence[MatchOfPhone]:
        """The unfinished matches that are folded."""
        return self._not_on_top[UNFINISHED_SHOWN:]

    @property
    def _not_on_top(self) -> Sequence[MatchOfPhone]:
        return self.unfinished[1:] if self.going_on else self.unfinished

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
