"""The longest streak: the most matches won one after another."""

from collections.abc import Sequence

from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext, number
from views.statistics.tables import Cell, StatisticsRow

MEANING = marked("Matches won one after another, in the order of the days on which they were played.")


def longest(results: str) -> int:
    """The longest streak in matches in their order: "1" for one that was won, "0" for another.

    >>> longest("110111")
    3
    """
    return max(map(len, results.split("0")))


def streak_row(results: Sequence[str]) -> StatisticsRow:
    """The longest streak of each column, from the results of its matches."""
    return StatisticsRow(_("Longest streak"), tuple(_cell(longest(each)) for each in results))


def _cell(matches: int) -> Cell:
    # Translators: below the number, which stands above it in larger type.
    return Cell(number(matches), ngettext("match won in a row", "matches won in a row", matches))
