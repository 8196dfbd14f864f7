"""Streaks: matches won one after another."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from views.statistics.figure import NOTHING
from views.statistics.tables import Cell, Row
from views.web.i18n import gettext as _
from views.web.i18n import marked, ngettext, number


class Streaks(NamedTuple):
    """The streaks in a row of results, each as the places of its matches in that row."""

    longest: range
    """The most matches won one after another; of several such streaks, the newest."""
    now: range
    """The newest matches, if they were won one after another."""
    without: range
    """The newest matches, if they were not won."""

    @classmethod
    def of(cls, results: str) -> "Streaks":
        """The streaks in matches in their order: "1" for one that was won, "0" for another.

        >>> Streaks.of("110111")
        Streaks(longest=range(3, 6), now=range(3, 6), without=range(6, 6))
        >>> Streaks.of("1100")
        Streaks(longest=range(0, 2), now=range(4, 4), without=range(2, 4))
        """
        longest = max(results.split("0"), key=len)
        start, end = results.rfind(longest), len(results)
        return cls(
            range(start, start + len(longest)),
            range(len(results.rstrip("1")), end),
            range(len(results.rstrip("0")), end),
        )


class Streak(NamedTuple):
    """A streak that pages show."""

    name: str
    """As in addresses."""
    label: str
    of: Callable[[Streaks], range]

    @property
    def called(self) -> str:
        """Its label in the reader's language."""
        return _(self.label)

    def cell(self, results: str, url: str = "") -> Cell:
        """How long it is in these *results*. *url* is the page with its matches."""
        found = self.of(Streaks.of(results))
        if not found:
            return Cell(number(0), _won_in_a_row(0)) if self is LONGEST else Cell(NOTHING, "")
        words = _won_in_a_row if results[found.start] == "1" else _without_a_win
        return Cell(number(len(found)), words(len(found)), url)


LONGEST = Streak("longest-streak", marked("Longest streak"), lambda streaks: streaks.longest)
NOW = Streak("streak-now", marked("Streak now"), lambda streaks: streaks.now or streaks.without)

STREAKS: Mapping[str, Streak] = {streak.name: streak for streak in (LONGEST, NOW)}


def streak_rows(results: Sequence[str], behind: Sequence[Callable[[Streak], str]]) -> list[Row]:
    """The streaks of each column, from the results of its matches, and the address of the page behind one."""
    columns = list(zip(results, behind, strict=True))
    return [
        Row(streak.called, tuple(streak.cell(each, url(streak)) for each, url in columns))
        for streak in STREAKS.values()
    ]


def _won_in_a_row(matches: int) -> str:
    # Translators: below the number, which stands above it in larger type.
    return ngettext("match won in a row", "matches won in a row", matches)


def _without_a_win(matches: int) -> str:
    # Translators: below the number, which stands above it in larger type.
    return ngettext("match without a win", "matches without a win", matches)
