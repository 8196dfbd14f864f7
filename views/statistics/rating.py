"""The ranking of a book, and the rating of a player: the number, its chart, the games that changed it."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from flask import request, url_for

from models.gin.counting import GameResult, read_results
from models.records.books.books import OpenedBook
from models.records.finding.people import ListPosition
from models.records.ratings.rates import LUCK, START, Skill
from models.records.ratings.ratings import (
    PROVISIONAL,
    Ranked,
    RatedDay,
    RatedMatch,
    ranked,
    ranking,
    rated_games,
    rating_curve,
    refresh_ratings,
)
from models.records.tables.book import Book
from models.records.tables.player import Player
from models.records.tables.shared import watch_token
from views.charts.figure import ChartFigure
from views.charts.player_charts import RatingPoint, rating_chart
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.language.name_order import name_order
from views.statistics.page import StatisticsPage
from views.words.dates import day_said
from views.words.hand_result import number, signed
from views.words.lists import all_of

BAND = 2
"""Ninety-five ratings of a hundred are within so many deviations."""

LEAST_DAYS = 2
"""A line needs a second day."""

GAMES = 20
"""How many games of a player a page lists."""


class GameRow(NamedTuple):
    """A game that changed a rating."""

    text: str
    when: str
    url: str
    change: str
    after: str


class PlayerRating:
    """The rating of a player over time, for the page of the player."""

    def __init__(self, book: Book, player: Player) -> None:
        self.player = player
        self.outdated = refreshed(book)
        self.ranked = ranked(player)
        """None before the first game."""
        self._before = ListPosition.read(request.args.get("before", ""))
        self.is_older = self._before is not None
        """Whether the address asks for older games."""

    @property
    def rating(self) -> str:
        """The rating; "" before the first game."""
        return rating_said(self.ranked.skill) if self.ranked else ""

    @property
    def basis(self) -> str:
        """How sure it is, and what it rests on."""
        if self.ranked is None:
            return ""
        games = self.ranked.skill.games
        return ngettext(
            # Translators: %(between)s is a range of ratings, “1450–1550”; %(when)s a day.
            "Probably %(between)s, after %(num)s game since %(when)s.",
            # Translators: %(between)s is a range of ratings, “1450–1550”; %(when)s a day.
            "Probably %(between)s, after %(num)s games since %(when)s.",
            games,
            between=between(self.ranked.skill),
            when=day_said(self.ranked.since),
        )

    @cached_property
    def chart(self) -> ChartFigure | None:
        """The rating over time; None while all games are of one day."""
        points = [self._point(each) for each in rating_curve(self.ranked)] if self.ranked else []
        if len({point.day for point in points}) < LEAST_DAYS:
            return None
        return rating_chart(self.player.full_name, points)

    def _point(self, each: RatedDay) -> RatingPoint:
        url = url_for("matches.show", watch=each.link)
        return RatingPoint(each.played_on, each.skill.rating, BAND * each.skill.deviation, url)

    @cached_property
    def _games(self) -> Sequence[RatedMatch]:
        return rated_games(self.player, self._before, GAMES + 1)

    @property
    def rows(self) -> Sequence[GameRow]:
        """The games, newest first."""
        return [self._row(each) for each in self._games[:GAMES]]

    def _row(self, each: RatedMatch) -> GameRow:
        return GameRow(
            result_said(each, self.player),
            day_said(each.match.played_on),
            url_for("matches.show", watch=watch_token(each.match)),
            signed(round(each.after.rating) - round(each.before.rating)),
            rating_said(each.after),
        )

    @property
    def older(self) -> str:
        """What an address says to list older games; "" if there are none."""
        return str(self._games[GAMES - 1].place) if len(self._games) > GAMES else ""


def refreshed(book: Book) -> str:
    """Works out what has changed in the ratings of *book*.

    What is said if a book changes just now, or its ratings can't be saved; else "".
    """
    return "" if refresh_ratings(book.id) else _("Ratings are being worked out. Check back in a minute.")


def meaning() -> str:
    """What the number means."""
    return _(
        "Everybody starts at %(start)s. Winning a game adds points, more if the opponent is rated "
        "higher; losing takes points away. A player rated %(points)s points higher wins about two games "
        "of three.",
        start=number(round(START.rating)),
        points=round(LUCK),
    )


def provisional_said() -> str:
    """What provisional means."""
    return ngettext(
        "A rating is provisional until it rests on %(num)s game.",
        "A rating is provisional until it rests on %(num)s games.",
        PROVISIONAL,
    )


def rating_said(skill: Skill) -> str:
    """A rating as pages show it.

    >>> rating_said(Skill(1527.3, 147.5, 1))
    '1527'
    """
    return str(round(skill.rating))


def between(skill: Skill) -> str:
    """Where a rating most probably is.

    >>> between(Skill(1527.3, 147.5, 1))
    '1232–1822'
    """
    return f"{round(skill.rating - BAND * skill.deviation)}–{round(skill.rating + BAND * skill.deviation)}"


def result_said(each: RatedMatch, player: Player) -> str:
    """How a game ended for *player*; the names of the match, if that is not stored."""
    results = read_results(each.match.snapshot.results or "")
    if each.game > len(results):
        return all_of(each.match.players)
    result, me = results[each.game - 1], each.match.player_ids.index(player.id)
    won = result.won and me in result.sides[0]
    names = all_of([each.match.players[place] for place in _opponents(result, me)])
    if not result.won:
        # Translators: of one game of a player.
        return _("Drawn against %(names)s", names=names)
    # Translators: of one game of a player.
    return _("Won against %(names)s", names=names) if won else _("Lost to %(names)s", names=names)


def _opponents(result: GameResult, me: int) -> Sequence[int]:
    """Against whom a player won, or who won."""
    others = [side for side in result.sides if me not in side]
    lost = result.won and me not in result.sides[0]
    return [place for side in (others[:1] if lost else others) for place in side]


SORTS = ("rating", "games", "name")
"""What the players can be sorted by."""


class RatedRow(NamedTuple):
    """A player with the rating, as a table shows it."""

    name: str
    url: str
    rating: str
    between: str
    games: int
    note: str
    """Since when, and whether the rating is provisional."""


class RankingPage(StatisticsPage):
    """The ranking of a book."""

    def __init__(self, opened: OpenedBook, sort: str) -> None:
        super().__init__(opened)
        self.sort = sort if sort in SORTS else SORTS[0]
        self.outdated, self.meaning = refreshed(opened.book), meaning()

    @property
    def provisional(self) -> str:
        """What stands below a rating, what provisional means, and what it means for the order."""
        sentences = [_("The range below each rating shows how sure it is."), provisional_said()]
        if self.sort == SORTS[0]:
            sentences.append(_("Players with a provisional rating come after the others."))
        return " ".join(sentences)

    @cached_property
    def rows(self) -> Sequence[RatedRow]:
        """The players, sorted as asked for."""
        players = ranking(self.book)
        if self.sort == "name":
            players.sort(key=lambda each: (name_order(each.player.name), name_order(each.player.note)))
        elif self.sort == "games":
            players.sort(key=lambda each: -each.skill.games)
        return [self._row(each) for each in players]

    def _row(self, each: Ranked) -> RatedRow:
        return RatedRow(
            each.player.full_name,
            f"{self.url_of(each.player)}#rating",
            rating_said(each.skill),
            between(each.skill),
            each.skill.games,
            # Translators: below a name: a rating that is provisional, or the year of the first game.
            _("provisional") if each.is_provisional else _("since %(when)s", when=each.since.year),
        )

    @property
    def heads(self) -> Sequence[tuple[str, str, bool]]:
        """The columns: what addresses call them, their labels, and whether the least comes first."""
        return (("name", _("Player"), True), ("rating", _("Rating"), False), ("games", _("Games"), False))
