"""The ranking of a book."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from models.records.books.books import OpenedBook
from models.records.ratings.ratings import Ranked, ranking
from views.language.i18n import gettext as _
from views.language.name_order import name_order
from views.statistics.page import StatisticsPage
from views.statistics.rating import between, meaning, provisional_said, rating_said, refreshed

SORTS = ("rating", "games", "name")
"""By what the players can be sorted."""


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
