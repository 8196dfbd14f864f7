"""Figures as tables: a row for each, a column for each player, every cell with what it rests on."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from models.gin.statistics import Statistics
from views.statistics.figure import Figure
from views.statistics.figures import Group
from views.web.i18n import gettext as _


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
