"""The page of a book: who leads, the match to continue, the newest matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import url_for

from models.records.books.books import OpenedBook
from models.records.books.match_search import newest_unfinished
from models.records.finding.matches import find_seat
from models.records.saving.seats import looks_after
from models.records.tables.player import Player
from views.language.i18n import ngettext
from views.shared.book_card import TWO, BookCard, ahead_by
from views.shared.listed_match import ListedMatch
from views.web.access import device

LEADERS = 10
"""How many players of a club its page shows."""

SORTS = ("won", "played", "name")
"""What the players can be sorted by."""


@dataclass(frozen=True, slots=True)
class BookLeader:
    """A player with the matches played to their end, and won."""

    name: str
    url: str
    won: int
    played: int
    share: str


class BookPage(BookCard):
    """The page of a book, for a phone with a seat or for a viewer."""

    recent_shown = 5

    def __init__(self, opened: OpenedBook, sort: str = SORTS[0]) -> None:
        super().__init__(opened.book)
        self.may_score = opened.seat is not None
        self.looks_after = looks_after(opened.book, opened.seat)
        self.sort = sort if sort in SORTS else SORTS[0]

    @cached_property
    def to_continue(self) -> ListedMatch | None:
        """The newest match that was left open, if possible one with something on its sheet."""
        unfinished = map(self.listed, newest_unfinished(self.book, self.recent_shown))
        return min(unfinished, key=lambda each: each.is_empty, default=None)

    @property
    def going_on(self) -> ListedMatch | None:
        """This match, shown large; None if it is empty."""
        return None if self.to_continue is None or self.to_continue.is_empty else self.to_continue

    @property
    def may_continue(self) -> bool:
        """Whether this phone plays it: in a club, others do too."""
        if not self.may_score or self.to_continue is None:
            return False
        return self.is_of_one_table or find_seat(self.to_continue.match, device()) is not None

    @property
    def more_unfinished(self) -> str:
        """How many other matches were left open; "" if there are none."""
        others = self.standings.unfinished - 1
        if others < 1:
            return ""
        return ngettext("%(num)s more unfinished match", "%(num)s more unfinished matches", others)

    @property
    def unfinished_url(self) -> str:
        """The list of the matches that were left open."""
        return url_for("books.matches", book=self.link, state="open")

    @cached_property
    def past(self) -> Sequence[ListedMatch]:
        """The newest matches, without the one to continue."""
        shown = self.going_on and self.going_on.match.id
        return [match for match in self.recent if match.match.id != shown]

    @property
    def is_pair(self) -> bool:
        """Whether two play here, so that their figures can be large."""
        return len(self.players) == TWO

    @property
    def statistics_url(self) -> str:
        """The statistics of the book; of a book of two, the two against each other."""
        if not self.is_pair:
            return url_for("statistics.book", book=self.link)
        one, other = (player.id for player in self.players)
        return url_for("statistics.pair", book=self.link, player_id=one, other_id=other)

    @cached_property
    def leaders(self) -> Sequence[BookLeader]:
        """All players, sorted as asked for; two in the order of their names."""
        listed = [self._leader(player) for player in self.players]
        if self.is_pair or self.sort == "name":
            return listed
        if self.sort == "played":
            return sorted(listed, key=lambda each: -each.played)
        return sorted(listed, key=lambda each: (-each.won, each.played))

    def _leader(self, player: Player) -> BookLeader:
        return BookLeader(
            player.full_name,
            url_for("statistics.player", book=self.link, player_id=player.id),
            self.standings.won.get(player.id, 0),
            self.standings.finished.get(player.id, 0),
            self.share_won(player),
        )

    @property
    def first_leaders(self) -> Sequence[BookLeader]:
        """The players that the page of the book shows."""
        return self.leaders[:LEADERS]

    @property
    def lead(self) -> str:
        """Who is ahead of two, in a sentence; "" before a match was won."""
        if not self.is_pair or not self.standings.won:
            return ""
        one, other = self.leaders
        if one.won == other.won:
            over = self.standings.matches - self.standings.unfinished
            return ngettext("Level after %(num)s match.", "Level after %(num)s matches.", over)
        ahead = max(one, other, key=lambda each: each.won)
        return ahead_by(ahead.name, abs(one.won - other.won))
