"""A book on paper: who leads, the players, and the matches with their results."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from babel.dates import format_date
from flask import url_for

from models.records.books.match_search import MatchFilter, find_matches
from models.records.finding.people import ListPosition
from models.records.tables.book import Book
from models.records.tables.match import Match
from views.language.i18n import gettext as _
from views.language.i18n import locale, ngettext
from views.shared.book_card import BookCard
from views.shared.listed_match import totals_of
from views.shared.rules_links import CustomRules
from views.words.books import number_of_matches_said

MOST_PRINTED = 200
"""Matches on one printout, some five pages. Earlier ones are on the next."""


@dataclass(frozen=True, slots=True)
class PrintedPlayer:
    """A player with the matches played to their end, and won."""

    name: str
    played: int
    won: int
    share: str


@dataclass(frozen=True, slots=True)
class PrintedMatch:
    """A match in a row."""

    day: str
    sides: str
    result: str
    rules: str


class PrintedBook(BookCard):
    """A book to print, with the newest matches before a place in the list."""

    def __init__(self, book: Book, before: ListPosition | None) -> None:
        super().__init__(book)
        self._found = find_matches(book, MatchFilter(), before, MOST_PRINTED + 1)

    @cached_property
    def leaders(self) -> Sequence[PrintedPlayer]:
        """The players, who has won most first."""
        listed = [
            PrintedPlayer(
                player.full_name,
                self.standings.finished.get(player.id, 0),
                self.standings.won.get(player.id, 0),
                self.share_won(player),
            )
            for player in self.players
        ]
        return sorted(listed, key=lambda each: (-each.won, each.played))

    @property
    def facts(self) -> str:
        """How many matches there are, and the day of the newest."""
        total = number_of_matches_said(self.standings.matches)
        return (
            # Translators: “240 matches until 22 Nov 2026”, the day of the newest.
            _("%(matches)s until %(day)s", matches=total, day=_day(self._found[0])) if self._found else total
        )

    @property
    def matches(self) -> Sequence[PrintedMatch]:
        """The matches, the newest first."""
        return [
            _printed_match(match, match.table.by_side(self.names_in(match)))
            for match in self._found[:MOST_PRINTED]
        ]

    @property
    def left_out(self) -> str:
        """How many matches of the book are not on this printout; "" if all are."""
        count = self.standings.matches - len(self.matches)
        return (
            ngettext(
                "%(num)s match of this book is not on this printout.",
                "%(num)s matches of this book are not on this printout.",
                count,
            )
            if count > 0
            else ""
        )

    @property
    def earlier_url(self) -> str:
        """The printout with the matches before; "" if there are none."""
        if len(self._found) <= MOST_PRINTED:
            return ""
        last = self._found[MOST_PRINTED - 1]
        return url_for(
            "exports.print_book", book=self.link, before=str(ListPosition(last.played_on, last.id))
        )


def _printed_match(match: Match, sides: Sequence[str]) -> PrintedMatch:
    rules = CustomRules.agreed(match.agreement)
    return PrintedMatch(_day(match), " – ".join(sides), _result(match, sides), rules.name or rules.title)


def _day(match: Match) -> str:
    return format_date(match.played_on, "medium", locale=locale())


def _result(match: Match, sides: Sequence[str]) -> str:
    """Who won, with the totals; of an unfinished match only these."""
    snapshot = match.snapshot
    if not (snapshot.hands or snapshot.match_over or any(snapshot.totals)):
        return _("no hand played")
    totals = "\u00a0:\u00a0".join(totals_of(match))
    if not snapshot.match_over:
        # Translators: %(totals)s are the final points of each player, “87 : 62”. Also in the sentences below.
        return _("unfinished, %(totals)s", totals=totals)
    if snapshot.winner is None:
        return _("tied, %(totals)s", totals=totals)
    return _("%(name)s, %(totals)s", name=sides[snapshot.winner], totals=totals)
