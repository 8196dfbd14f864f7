"""Figures as tables: a row for each, a column for each player, every cell with what it rests on."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from models.gin.counting.player_counts import Statistics
from views.language.i18n import gettext as _
from views.statistics.figure import Figure
from views.statistics.figures import FIGURES, Group

MISSED = FIGURES["missed"]
"""The figure that needs hands entered by cards."""


class Cell(NamedTuple):
    text: str
    basis: str
    """What it rests on."""
    url: str = ""
    """The page with the hands behind it; "" if there are none."""


class StatisticsRow(NamedTuple):
    label: str
    cells: tuple[Cell, ...]


class StatisticsTable(NamedTuple):
    """Figures under a heading."""

    name: str
    heading: str
    rows: tuple[StatisticsRow, ...]
    note: str = ""
    """What is still missing."""


class Column(NamedTuple):
    """Whose figures, and the address of the page behind one."""

    counted: Statistics
    behind: Callable[[Figure], str]

    def cell(self, figure: Figure) -> Cell:
        _count, base = figure.of(self.counted)
        url = self.behind(figure) if figure.leads_to_any(self.counted) else ""
        if base and figure.rests_on_few(self.counted):
            return Cell(figure.text(self.counted), figure.noun.total(base), url)
        return Cell(figure.text(self.counted), figure.basis_said(self.counted), url)


def tables(
    groups: Iterable[Group], columns: Sequence[Column], more: Sequence[StatisticsRow] = ()
) -> Sequence[StatisticsTable]:
    """The *groups* of figures, with *more* rows at the end of the first."""
    all_tables = [_table(group, columns) for group in groups]
    return [all_tables[0]._replace(rows=(*all_tables[0].rows, *more)), *all_tables[1:]]


def _table(group: Group, columns: Sequence[Column]) -> StatisticsTable:
    lacks_cards = MISSED in group.figures and not any(column.counted.defended for column in columns)
    shown = [figure for figure in group.figures if not (lacks_cards and figure is MISSED)]
    rows = tuple(
        StatisticsRow(figure.called, tuple(column.cell(figure) for column in columns)) for figure in shown
    )
    missing = _("Missed lay-offs appear once a hand has been entered by cards.") if lacks_cards else ""
    return StatisticsTable(group.name, _(group.label), rows, missing)
