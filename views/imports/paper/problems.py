"""What can be wrong with a table, and where. The words are in ``views/imports/table_words.py``."""

from dataclasses import dataclass
from enum import StrEnum, auto

from views.imports.paper.table_text import Row

MOST_FOUND = 10_000
"""After so many, a table is read no further; equal ones are told once."""

LONGEST_TEXT = 40
"""Characters of a cell that are quoted."""


class Wrong(StrEnum):
    """What is wrong, or has to be chosen."""

    NO_NUMBERS = auto()
    NO_POINTS = auto()
    UNCLEAR_COLUMN = auto()
    DAY_MISSING = auto()
    YEAR_MISSING = auto()
    NO_DAY = auto()
    POINTS_MISSING = auto()
    NOT_POINTS = auto()
    TWO_READINGS = auto()
    LARGE_POINTS = auto()
    LARGE_HAND = auto()
    LARGE_TOTAL = auto()
    NOT_BOTH = auto()
    RESULT_UNTOLD = auto()
    NOT_A_NUMBER = auto()
    NAME_MISSING = auto()
    OTHER_NAME = auto()
    NAMED_TWICE = auto()
    ONE_NAMED = auto()
    ONE_HAS_POINTS = auto()
    SEVERAL_HAVE_POINTS = auto()
    SEVERAL_IN_A_LINE = auto()
    LOSER_MISSING = auto()
    WHO_AGAINST_WHOM = auto()
    WINNER_HAS_FEWER = auto()
    COLUMNS_OF_TWO = auto()
    COLUMNS_UNNAMED = auto()
    COLUMNS_OF_ONE_NAME = auto()
    NAMES_AND_POINTS = auto()
    SEVERAL_NAMES = auto()
    WINNER_AND_POINTS = auto()
    WINNERS_OR_COLUMNS = auto()
    ONE_COLUMN_OF_POINTS = auto()
    LINES_OF_A_GAME = auto()
    HALVES_ALIKE = auto()
    GAMES_WON = auto()
    NOT_A_HEADING = auto()
    MANY_MATCHES = auto()
    MANY_LINES = auto()
    LINES_OF_A_MATCH = auto()


@dataclass(frozen=True, slots=True)
class PaperProblem:
    """Something that is wrong with a table."""

    wrong: Wrong
    line: int = 0
    column: int = 0
    """Where, both from 1; 0 if it is in no line, or in all of one."""
    text: str = ""
    """What stands there."""
    num: int = 0
    """How many there are."""


Problems = list[PaperProblem]


def in_cell(row: Row, column: int, wrong: Wrong, *, quoted: bool = False, num: int = 0) -> PaperProblem:
    """Something wrong in a cell, perhaps with what is written there."""
    line, nth = row.place(column)
    return PaperProblem(wrong, line, nth, row.cell(column)[:LONGEST_TEXT] if quoted else "", num)
