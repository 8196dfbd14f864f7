"""A book as a card: what it is called, who leads, and its newest matches."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from flask import url_for

from models.gin.player_names import without_variants
from models.records.books.books import Standings, standings_of
from models.records.books.match_search import MatchFilter, find_matches
from models.records.books.players import players_of
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.player import Player, namesakes
from models.records.tables.shared import watch_token
from views.language.i18n import gettext as _
from views.language.i18n import ngettext, percent
from views.language.name_order import by_name
from views.shared.listed_match import ListedMatch
from views.words.books import book_title, number_of_matches_said, number_of_players_said
from views.words.game_summary import figures_said

RECENT = 3
"""How many matches a card shows."""

TWO = 2
FEW = 4
"""Up to so many players are named with the matches they have won."""


def ahead_by(name: str, matches: int) -> str:
    """Who is ahead of two, and by how many matches.

    >>> ahead_by("Ann", 1), ahead_by("Bob", 12)
    ('Ann is ahead by 1 match.', 'Bob is ahead by 12 matches.')
    """
    return ngettext(
        "%(name)s is ahead by %(num)s match.", "%(name)s is ahead by %(num)s matches.", matches, name=name
    )


class BookCard:
    """A book on the home page, and at the top of its own page."""

    recent_shown = RECENT

    def __init__(self, book: Book) -> None:
        self.book = book
        self.link = watch_token(book)
        self.url = url_for("books.show", book=self.link)
        self.all_url = url_for("books.matches", book=self.link)

    @cached_property
    def players(self) -> Sequence[Player]:
        return by_name(players_of(self.book))

    @property
    def people(self) -> frozenset[str]:
        """Who its players are, in whatever order."""
        return frozenset(without_variants(player.name) for player in self.players)

    @property
    def is_of_one_table(self) -> bool:
        """Whether all its players sit at its newest match: a series, and not a club."""
        return all(match.table.people == len(self.players) for match in self.newest[:1])

    @cached_property
    def standings(self) -> Standings:
        """How many matches they have played and won."""
        return standings_of(self.book)

    def share_won(self, player: Player) -> str:
        """How many of a hundred finished matches *player* has won."""
        finished = self.standings.finished.get(player.id, 0)
        return percent(self.standings.won.get(player.id, 0), finished) if finished else "–"

    @cached_property
    def title(self) -> str:
        return book_title(self.book.name, [player.name for player in self.players])

    @property
    def line(self) -> str:
        """Who leads of a few: "Ann 5, Bob 3"; of more, how many they are."""
        if len(self.players) <= FEW and self.standings.won:
            names = tuple(player.full_name for player in self._as_seated)
            won = tuple(str(self.standings.won.get(player.id, 0)) for player in self._as_seated)
            return figures_said(won, names)
        if len(self.players) > TWO:
            # Translators: for example “12 players, 240 matches”.
            return _(
                "%(players)s, %(matches)s",
                players=number_of_players_said(len(self.players)),
                matches=number_of_matches_said(self.standings.matches),
            )
        return ""

    @property
    def _as_seated(self) -> Sequence[Player]:
        """The players in the order of the newest match."""
        order = [each for match in self.newest[:1] for each in match.player_ids]
        return sorted(self.players, key=lambda each: order.index(each.id) if each.id in order else len(order))

    @cached_property
    def newest(self) -> Sequence[Match]:
        return find_matches(self.book, MatchFilter(), limit=self.recent_shown)

    @cached_property
    def recent(self) -> Sequence[ListedMatch]:
        return list(map(self.listed, self.newest))

    def listed(self, match: Match) -> ListedMatch:
        """A match of the book in a list."""
        return ListedMatch(match, self.names_in(match))

    def names_in(self, match: Match) -> Sequence[str]:
        """The names of its players, with the note where another player of the book has the same name."""
        return [
            name if player_id is None else self._full_names.get(player_id, name)
            for name, player_id in zip(match.players, match.player_ids, strict=True)
        ]

    @cached_property
    def _full_names(self) -> Mapping[int, str]:
        return namesakes(self.players)

    @property
    def all_matches(self) -> str:
        """The label of the link to all matches; "" if all are shown."""
        if self.standings.matches <= len(self.newest):
            return ""
        return ngettext("All %(num)s match", "All %(num)s matches", self.standings.matches)
