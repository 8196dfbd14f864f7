"""What the page of a table says: what columns, lines and ways to read it are called."""

from views.imports.paper.headings import Meaning
from views.imports.paper.reading import Role, RowKind, Way
from views.imports.paper.table import CellKind, WhyLeftOut
from views.language.i18n import marked

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
