"""Players down, and evenings or hands across: a column for each player, with rows and columns swapped."""

from collections.abc import Iterator
from dataclasses import replace

from views.imports.days import looks_like_day
from views.imports.paper.headings import Meaning, means_only
from views.imports.paper.layouts.player_columns import PlayerColumns
from views.imports.paper.problems import Problems, Wrong
from views.imports.paper.reading import RowPoints, TableReading, Way
from views.imports.paper.table import PaperTable, day_alone
from views.imports.paper.table_rows import table_of
from views.imports.paper.table_text import MOST_COLUMNS, Row

NUMBERED = (Meaning.NUMBER, Meaning.DAY, Meaning.WEEKDAY, Meaning.GAMES)
"""What headings with numbers are called; in French and Spanish, weeks have the word of weekdays."""

DOWN = {Way.PLAYERS: Way.PLAYERS_DOWN, Way.RUNNING: Way.RUNNING_DOWN}
"""The ways to read a column for each player, and what they are with players down."""


class PlayersDown:
    """Players down, evenings or hands across."""

    def guesses(self, table: PaperTable) -> Iterator[TableReading]:
        """Recognised if the headings are days or numbers, beside one column of names."""
        if _names_at(table) is None:
            return
        for reading in PlayerColumns().guesses(transposed(table)):
            yield replace(reading, way=DOWN[reading.way])

    def takes(self, reading: TableReading) -> bool:
        return reading.way in DOWN.values()

    def missing(self, table: PaperTable, reading: TableReading) -> Iterator[Wrong]:
        yield from PlayerColumns().missing(transposed(table), reading)

    def points_in(self, table: PaperTable, reading: TableReading, problems: Problems) -> Iterator[RowPoints]:
        yield from PlayerColumns().points_in(transposed(table), reading, problems)


def _names_at(table: PaperTable) -> int | None:
    """The column with the players, if all others are evenings or hands."""
    names = [column for column in table.columns if column.has_names]
    if table.headings is None or len(names) != 1 or len(table.rows) > MOST_COLUMNS:
        return None
    at, is_listed_once = names[0].index, len(names[0].values) == len(names[0].cells)
    told = [cell for cell in table.headings.cells[at + 1 :] if cell and not means_only(cell, Meaning.TOTAL)]
    are_across = all(map(looks_like_day, told)) or all(map(_is_numbered, told))
    return at if is_listed_once and len(told) > 1 and are_across else None


def _is_numbered(heading: str) -> bool:
    """Whether a heading is the number of a hand, of a round or of an evening: “3”, “Hand 3”, “R3”."""
    figures = "".join(sign for sign in heading if sign.isdigit())
    rest = "".join(sign for sign in heading if not sign.isdigit()).strip(" .#")
    return bool(figures) and (len(rest) <= 1 or means_only(rest, *NUMBERED))


def transposed(table: PaperTable) -> PaperTable:
    """*table* with rows and columns swapped. Cells keep their places in the text."""
    at, across = _names_at(table) or 0, table.headings or Row(0, ())
    days = [row for row in table.rows if day_alone(row) is not None]
    rows = [row for row in table.rows if day_alone(row) is None]
    lines = (across.line, *(row.line for row in rows))

    def column(index: int, heading: str) -> Row:
        return Row(across.line, (heading, *(row.cell(index) for row in rows)), index, lines)

    # Numbers of hands are left out by their heading, so that no number is one of a day.
    headings = column(at, "Date" if any(map(looks_like_day, across.cells[at + 1 :])) else "#")
    data = [column(index, across.cell(index)) for index in range(at + 1, table.width)]
    below = table_of([headings, *days, *[row for row in data if len(row.filled) > 1]])
    return replace(below, left_out=(*table.left_out, *below.left_out))
