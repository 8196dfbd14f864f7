"""Figures as tables: a row for each, a column for each player, every cell with what it rests on."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from models.gin.statistics import Statistics
from views.statistics.figure import NOTHING, Figure
from views.statistics.figures import Group
from views.statistics.streaks import Streaks
from views.web.i18n import gettext as _
from views.web.i18n import ngettext, number


class Cell(NamedTuple):
    """A figure of a player."""

    said: str
    basis: str
    """What it rests on."""
    url: str = ""
    """The page with the hands behind it; "" if there are none."""


class Row(NamedTuple):
    """A figure."""

    label: str
    cells: tuple[Cell, ...]


class Table(NamedTuple):
    """Figures under a heading."""

    name: str
    heading: str
    rows: tuple[Row, ...]
    note: str = ""
    """Why there are none yet."""


class Column(NamedTuple):
    """Whose figures, and the address of the page behind one."""

    counted: Statistics
    behind: Callable[[Figure], str]

    def cell(self, figure: Figure) -> Cell:
        """The figure of this column."""
        url = self.behind(figure) if figure.count(self.counted) else ""
        if figure.rests_on_few(self.counted) and figure.base(self.counted):
            return Cell(figure.said(self.counted), figure.noun.total(figure.base(self.counted)), url)
        return Cell(figure.said(self.counted), figure.basis_said(self.counted), url)


def tables(groups: Iterable[Group], columns: Sequence[Column], more: Sequence[Row] = ()) -> Sequence[Table]:
    """The *groups* of figures, with *more* rows at the end of the first."""
    found = [_table(group, columns) for group in groups]
    return [found[0]._replace(rows=(*found[0].rows, *more)), *found[1:]]


def _table(group: Group, columns: Sequence[Column]) -> Table:
    rows = tuple(_rows(group, columns))
    note = ""
    if group.needs_cards and not any(column.counted.defended for column in columns):
        rows, note = (), needs_cards_said()
    return Table(group.name, _(group.label), rows, note)


def _rows(group: Group, columns: Sequence[Column]) -> Iterator[Row]:
    for figure in group.figures:
        if not figure.is_rare or any(figure.count(column.counted) for column in columns):
            yield Row(figure.called, tuple(column.cell(figure) for column in columns))


def needs_cards_said() -> str:
    """What appears once hands are entered by cards."""
    return _(
        "Missed lay-offs and the points they gave away appear here once a hand was entered with its cards."
    )


def streak_rows(results: Sequence[str], urls: Sequence[str]) -> list[Row]:
    """The streaks of each column, from the results of its matches in their order."""
    found = [Streaks.of(each) for each in results]
    linked = list(zip(found, urls, strict=True))
    return [
        Row(_("Longest streak"), tuple(_longest(streaks, url) for streaks, url in linked)),
        Row(_("Streak now"), tuple(_now(streaks, url) for streaks, url in linked)),
    ]


def _longest(streaks: Streaks, url: str) -> Cell:
    return Cell(number(streaks.longest), _won_in_a_row(streaks.longest), url if streaks.longest else "")


def _now(streaks: Streaks, url: str) -> Cell:
    if streaks.without:
        # Translators: below the number, which stands above it in larger type.
        said = ngettext("match without a win", "matches without a win", streaks.without)
        return Cell(number(streaks.without), said, url)
    if not streaks.now:
        return Cell(NOTHING, "")
    return Cell(number(streaks.now), _won_in_a_row(streaks.now), url)


def _won_in_a_row(matches: int) -> str:
    # Translators: below the number, which stands above it in larger type.
    return ngettext("match won in a row", "matches won in a row", matches)
