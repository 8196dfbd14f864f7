"""The ranking of a book, and the rating of a player, as pages show them."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from flask import url_for

from models.gin.counting.game_results import GameResult, read_results
from models.records.books.books import OpenedBook
from models.records.books.match_search import newest_unfinished
from models.records.finding.matches import watch_token
from models.records.ratings.rates import LUCK, START, Skill
from models.records.ratings.rating_updates import refresh_ratings
from models.records.ratings.ratings import (
    PROVISIONAL,
    Ranked,
    RatedDay,
    RatedMatch,
    RatedPlace,
    ranked,
    ranking,
    rated_games,
    rating_curve,
)
from models.records.tables.player import Player
from views.charts.figure import ChartFigure
from views.charts.player_charts import Rated, rating_chart
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.shared.book_card import BookCard
from views.shared.listed_match import ListedMatch
from views.words.dates import day_said
from views.words.hand_sum import number, signed
from views.words.lists import all_of

SORTS = ("rating", "games", "name")
"""By what the players can be sorted."""

BAND = 2
"""Of a hundred ratings, ninety-five are within so many deviations."""

LEAST_DAYS = 2
"""A line needs a second day."""

GAMES = 20
"""How many games of a player a page lists."""


class RatedRow(NamedTuple):
    """A player with the rating, as a table shows it."""

    name: str
    url: str
    rating: str
    between: str
    games: int
    note: str
    """Since when, and whether the rating is provisional."""


class GameRow(NamedTuple):
    """A game that changed a rating."""

    said: str
    when: str
    url: str
    change: str
    after: str


class RatingsPage(BookCard):
    """What all pages of ratings have in common."""

    def __init__(self, opened: OpenedBook) -> None:
        super().__init__(opened.book)
        self.may_score = opened.seat is not None
        self.ratings_url = url_for("ratings.show", book=self.link)
        self.outdated = "" if refresh_ratings(opened.book.id) else _being_worked_out()

    @cached_property
    def going_on(self) -> str:
        """The address of the match that was left open; "" without one."""
        return next((ListedMatch(match).url for match in newest_unfinished(self.book, 1)), "")

    @property
    def explained(self) -> str:
        """What the number means."""
        return _(
            "Everybody starts at %(start)s. Winning a game adds points, more if the opponent is rated "
            "higher; losing takes points away. A player rated %(points)s points higher wins about two games "
            "of three.",
            start=number(round(START.rating)),
            points=round(LUCK),
        )

    @property
    def provisional(self) -> str:
        """What provisional means, and the range below a rating."""
        range_said = _("Below each rating is the range in which it most probably is.")
        return (
            range_said
            + " "
            + ngettext(
                "A rating is provisional until it rests on %(num)s game.",
                "A rating is provisional until it rests on %(num)s games.",
                PROVISIONAL,
            )
        )

    def url_of(self, player: Player) -> str:
        """The page of the rating of a player."""
        return url_for("ratings.player", book=self.link, player_id=player.id)


def _being_worked_out() -> str:
    """What is said if a book changes just now, or its ratings can't be saved."""
    return _("Ratings are being worked out. Look again in a minute.")


class RankingPage(RatingsPage):
    """The ranking of a book."""

    def __init__(self, opened: OpenedBook, sort: str) -> None:
        super().__init__(opened)
        self.sort = sort if sort in SORTS else SORTS[0]

    @property
    def provisional(self) -> str:
        """What provisional means, also for the order."""
        said = super().provisional
        return (
            said + " " + _("Players with a provisional rating come after the others.")
            if self.sort == SORTS[0]
            else said
        )

    @cached_property
    def rows(self) -> Sequence[RatedRow]:
        """The players, sorted as asked for."""
        found = ranking(self.book)
        if self.sort == "name":
            found.sort(key=lambda each: (each.player.folded_name, each.player.note))
        elif self.sort == "games":
            found.sort(key=lambda each: -each.skill.games)
        return [self._row(each) for each in found]

    def _row(self, each: Ranked) -> RatedRow:
        return RatedRow(
            each.player.full_name,
            self.url_of(each.player),
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


class PlayerRatingPage(RatingsPage):
    """The rating of a player over time."""

    def __init__(self, opened: OpenedBook, player: Player, before: RatedPlace | None) -> None:
        super().__init__(opened)
        self.player, self.before = player, before
        self.ranked = ranked(player)
        self.player_url = url_for("statistics.player", book=self.link, player_id=player.id)

    @property
    def rating(self) -> str:
        """The rating; "" before the first game."""
        return rating_said(self.ranked.skill) if self.ranked else ""

    @property
    def said(self) -> str:
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

    def _point(self, each: RatedDay) -> Rated:
        url = url_for("matches.show", watch=each.link)
        return Rated(each.played_on, each.skill.rating, BAND * each.skill.deviation, url)

    @cached_property
    def _games(self) -> Sequence[RatedMatch]:
        return rated_games(self.player, self.before, GAMES + 1)

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
    def older_url(self) -> str:
        """The page with older games; "" if there are none."""
        if len(self._games) <= GAMES:
            return ""
        place = str(self._games[GAMES - 1].place)
        return url_for("ratings.player", book=self.link, player_id=self.player.id, before=place)


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
