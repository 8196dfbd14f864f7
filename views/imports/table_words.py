"""What is said of a table: what its columns, lines and readings are called, and what is wrong with it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from models.gin.sheet.extra_lines import LARGEST_HAND
from models.records.saving.limits import MOST_HANDS
from views.imports.contents import MOST_SHOWN, ImportProblem
from views.imports.paper.headings import Meaning
from views.imports.paper.matches import MOST_LINES
from views.imports.paper.problems import PaperProblem, Wrong
from views.imports.paper.reading import Role, RowKind, Way
from views.imports.paper.table import CellKind, WhyLeftOut
from views.imports.paper_match import MOST_MATCHES
from views.language.i18n import gettext as _
from views.language.i18n import marked, number, pgettext
from views.words.lists import all_of, in_a_row

ROLES = {
    Role.DAY: marked("Date"),
    # Translators: what a column of a table is taken for.
    # Translators: what a column of a table is taken for; the name stands in a field below.
    Role.PLAYER: marked("Points of …"),
    Role.NAME: marked("Name of a player"),
    Role.WINNER: marked("Who won"),
    Role.LOSER: marked("Who lost"),
    # Translators: of the winner, or of who is named in the line.
    Role.POINTS: marked("Points"),
    # Translators: points of two players in one cell, as in 105:62.
    Role.BOTH: marked("Points of both"),
    # Translators: all lines with this number are one game.
    Role.GAME: marked("Number of the game"),
    # Translators: a column of a table: numbers of hands, rounds or tables.
    Role.NUMBER: marked("Number of the hand"),
    # Translators: what a column of a table is taken for.
    Role.NOTES: marked("Notes"),
    # Translators: a column that is not imported.
    Role.NOTHING: marked("Leave out"),
}
ROW_KINDS = {
    # Translators: the answers to “What is in a line?”.
    RowKind.HAND: marked("the points of one hand"),
    RowKind.GAME: marked("the totals of a whole game"),
    RowKind.RUNNING: marked("the totals so far"),
}
WAYS = {
    # Translators: ways to read a table of points.
    Way.PLAYERS: marked("Each line has the points of a hand or a game."),
    Way.RUNNING: marked("Each line has the totals so far."),
    Way.PAIRS: marked("Each line has the names of who played, and the points of each."),
    Way.WINNERS: marked("Each line is a hand that one player won."),
    Way.FIRST_WON: marked("Each line is a hand. The player named first won it."),
    Way.SECOND_WON: marked("Each line is a hand. The player named second won it."),
    Way.LIST: marked("The lines of a day are one game, a line for each player."),
    Way.PLAYERS_DOWN: marked("Each column has the points of a hand or an evening."),
    Way.RUNNING_DOWN: marked("Each column has the totals so far."),
    Way.MATRIX: marked("Each line has the points that its player got from the others."),
    Way.MATRIX_DOWN: marked("Each column has the points that its player got from the others."),
}

MEANINGS = {
    # Translators: why a column is not imported: what is in it.
    Meaning.NUMBER: marked("numbers of hands, rounds or tables"),
    Meaning.GAMES: marked("games won"),
    Meaning.MONEY: marked("money"),
    Meaning.TOTAL: marked("totals"),
    Meaning.RUNNING: marked("totals"),
    Meaning.NOTE: marked("notes"),
    Meaning.WEEKDAY: marked("weekdays"),
    Meaning.DEADWOOD: marked("deadwood"),
    Meaning.BONUS: marked("bonuses"),
}
KINDS = {CellKind.MONEY: marked("money"), CellKind.WEEKDAYS: marked("weekdays")}
WHY_LEFT_OUT = {
    # Translators: why a line is not imported: what it is.
    WhyLeftOut.TITLE: marked("a title"),
    WhyLeftOut.TOTAL: marked("totals"),
    WhyLeftOut.NOTE: marked("a note"),
    # Translators: why a line is not imported: a name in it was said to be no person.
    WhyLeftOut.NOT_TWO: marked("not two people"),
    # Translators: why a line is not imported.
    WhyLeftOut.NOBODY: marked("nobody scored"),
}

SENTENCES = {
    Wrong.NO_NUMBERS: marked(
        "There are no points in it that can be read. Write a column of numbers, or lines such as “Ann 105, "
        "Bob 62”."
    ),
    Wrong.NO_POINTS: marked("There are no points in it."),
    Wrong.UNCLEAR_COLUMN: marked("What is in column %(num)s, “%(text)s”? Choose it below, or leave it out."),
    Wrong.DAY_MISSING: marked("The date is missing. Write it, or put it on a line above."),
    Wrong.YEAR_MISSING: marked("“%(text)s” has no year. Add it, as in 2021-04-13."),
    Wrong.NO_DAY: marked("“%(text)s” is not a date that has been. Write it as in 2021-04-13."),
    Wrong.POINTS_MISSING: marked("The points are missing. Write 0 for none."),
    Wrong.NOT_POINTS: marked(
        "“%(text)s” is not a whole number of points. Write it as in 25 or 25+10, or delete the line."
    ),
    Wrong.TWO_READINGS: marked(
        "“%(text)s” can be read in two ways. Write the number without a dot or comma."
    ),
    Wrong.LARGE_POINTS: marked("“%(text)s” is more than a match can have."),
    Wrong.LARGE_HAND: marked(
        "A hand can have up to %(most)s points. If a line is a whole game, choose that below."
    ),
    Wrong.LARGE_TOTAL: marked("More points than a match can have."),
    Wrong.NOT_BOTH: marked("“%(text)s” is not the points of both, as in 105:62."),
    Wrong.RESULT_UNTOLD: marked(
        "“%(text)s” names two players, but can’t be read. Write it as in “Ann 105, Bob 62”, or delete the "
        "line."
    ),
    Wrong.NOT_A_NUMBER: marked(
        "“%(text)s” is not a number, as in the other lines. Delete the line if it is no hand."
    ),
    Wrong.NAME_MISSING: marked("The name is missing, or longer than 40 letters."),
    Wrong.OTHER_NAME: marked("The name of the other player is longer than 40 letters, or no name."),
    Wrong.NAMED_TWICE: marked("The same player is named twice. Correct it, or delete the line."),
    Wrong.ONE_NAMED: marked("Only one player is named. Who else played?"),
    Wrong.ONE_HAS_POINTS: marked("Only one player has points. Who else played?"),
    Wrong.SEVERAL_HAVE_POINTS: marked("%(num)s people have points. A match has two or three players."),
    Wrong.SEVERAL_IN_A_LINE: marked(
        "%(num)s people have points here. A match has two or three players: write a line for each match."
    ),
    Wrong.LOSER_MISSING: marked("It is not said who lost. Write 0 in the column of who lost."),
    Wrong.WHO_AGAINST_WHOM: marked("It is not said who won against whom. Correct it, or delete the line."),
    Wrong.WINNER_HAS_FEWER: marked("“%(text)s” is said to have won, but has fewer points."),
    Wrong.COLUMNS_OF_TWO: marked("Choose the columns of the players: of two at least."),
    Wrong.COLUMNS_UNNAMED: marked("Who has which column? Enter the names of the players."),
    Wrong.COLUMNS_OF_ONE_NAME: marked("Two columns have the same name. Change one, or leave it out."),
    Wrong.NAMES_AND_POINTS: marked("Choose as many columns with points as with players."),
    Wrong.SEVERAL_NAMES: marked("A match has two or three players."),
    Wrong.WINNER_AND_POINTS: marked("Choose one column with who won, and one with the points."),
    Wrong.WINNERS_OR_COLUMNS: marked(
        "Choose either one column with winners and one with points, or a column for each player."
    ),
    Wrong.ONE_COLUMN_OF_POINTS: marked("Choose one column with points."),
    Wrong.LINES_OF_A_GAME: marked("A game has a line for each of two or three players. Here it has %(num)s."),
    Wrong.HALVES_ALIKE: marked(
        "Both halves of the table say the same: whose points are they? Delete one half."
    ),
    Wrong.GAMES_WON: marked(
        "The numbers may be games won. Points are needed: of games alone nothing is imported."
    ),
    Wrong.NOT_A_HEADING: marked(
        "“%(text)s” is not the heading of a column. Correct the name, or delete the line."
    ),
    Wrong.MANY_MATCHES: marked(
        "An import can have up to %(most)s matches. This one has %(num)s: split the file."
    ),
    Wrong.MANY_LINES: marked(
        "An import can have up to %(most)s lines with points. This one has %(num)s: split the file."
    ),
    Wrong.LINES_OF_A_MATCH: marked(
        "A match can have up to %(most)s lines. These are %(num)s: give each its day, or number the "
        "games in a column."
    ),
}
"""What is wrong, and what to do."""

MOST = {
    Wrong.LARGE_HAND: LARGEST_HAND,
    Wrong.MANY_MATCHES: MOST_MATCHES,
    Wrong.MANY_LINES: MOST_LINES,
    Wrong.LINES_OF_A_MATCH: MOST_HANDS,
}
"""How much there can be of what is too large."""


LINES_NAMED = 3
"""Of those with the same problem, if there are more than one more."""


def told(problems: Iterable[PaperProblem]) -> list[ImportProblem]:
    """The first *problems* in words, equal ones once, with all their lines."""
    found = dict[PaperProblem, list[PaperProblem]]()
    for problem in problems:
        found.setdefault(replace(problem, line=min(problem.line, 1), column=0), []).append(problem)
    return [ImportProblem(_place(equal), _sentence(equal[0])) for equal in islice(found.values(), MOST_SHOWN)]


def _sentence(problem: PaperProblem) -> str:
    most = number(MOST[problem.wrong]) if problem.wrong in MOST else ""
    return _(SENTENCES[problem.wrong], text=problem.text, num=number(problem.num), most=most)


def _place(equal: Sequence[PaperProblem]) -> str:
    """Where *equal* problems are: “Lines 3, 7, 12 and 40 more, column 2”; "" for the whole table."""
    lines, columns = [*{at.line: 0 for at in equal}], {at.column for at in equal}
    column = min(columns) if len(columns) == 1 else 0
    if len(lines) == 1:
        return place_said(lines[0], column)
    named = _named(list(map(str, lines)))
    if column:
        return _("Lines %(lines)s, column %(column)s", lines=named, column=column)
    return _("Lines %(lines)s", lines=named)


def place_said(line: int, column: int) -> str:
    """A place in words; a *line* or a *column* of 0 is not said."""
    if line and column:
        return _("Line %(line)s, column %(column)s", line=line, column=column)
    if line:
        return _("Line %(line)s", line=line)
    return pgettext("of a spreadsheet", "Column %(number)s", number=column) if column else ""


def labelled(label: str, text: str) -> str:
    return _("%(label)s: %(text)s", label=label, text=text)


def _named(lines: Sequence[str]) -> str:
    more = len(lines) - LINES_NAMED
    if more <= 1:
        return all_of(lines)
    # Translators: numbers of lines: “3, 7, 12 and 40 more”.
    return _("%(lines)s and %(num)s more", lines=in_a_row(lines[:LINES_NAMED]), num=more)
