"""In each line who won, perhaps who lost, and the points."""

from collections.abc import Iterator
from dataclasses import replace

from models.gin.player_names import without_variants
from views.imports.contents import ImportProblem
from views.imports.paper.headings import Meaning
from views.imports.paper.layouts.common import (
    name_at,
    number,
    rows_with_games,
    wrong,
)
from views.imports.paper.layouts.name_columns import candidates_in, shared_numbers
from views.imports.paper.reading import Reading, Role, RowPoints, Way
from views.imports.paper.table import Table
from views.language.i18n import gettext as _


class Winners:
    def guesses(self, table: Table) -> Iterator[Reading]:
        """If there is one column of points beside the names."""
        found = candidates_in(table)
        if len(found.points) != 1 or not 1 <= len(found.names) <= 3 or found.both:
            return
        points = {found.points[0]: Role.POINTS}
        winner, loser = found.meaning(Meaning.WINNER), found.meaning(Meaning.LOSER)
        others = [column for column in found.names if column not in (winner, loser)]
        if winner is not None and (loser is not None or len(others) <= 1):
            losers = [column for column in found.names if column.meaning is Meaning.LOSER] or others
            lost = dict.fromkeys(losers, Role.LOSER)
            yield found.reading(Way.WINNERS, points | {winner: Role.WINNER} | lost)
        elif winner is not None:
            yield found.reading(
                Way.WINNERS, points | {winner: Role.WINNER} | dict.fromkeys(others, Role.NAME)
            )
        elif loser is not None and len(others) == 1:
            yield found.reading(Way.WINNERS, points | {others[0]: Role.WINNER, loser: Role.LOSER})
        elif len(others) == 2:
            for way, (won, lost_it) in ((Way.FIRST_WON, others), (Way.SECOND_WON, others[::-1])):
                yield found.reading(way, points | {won: Role.WINNER, lost_it: Role.LOSER})
        elif len(others) == 1:
            reading = found.reading(Way.WINNERS, points | {others[0]: Role.WINNER})
            yield replace(reading, is_likely=not shared_numbers(found))

    def takes(self, reading: Reading) -> bool:
        """If a column has who won or lost."""
        return bool(reading.columns(Role.WINNER, Role.LOSER))

    def missing(self, table: Table, reading: Reading) -> Iterator[str]:
        """Who won, and the points."""
        if len(reading.columns(Role.WINNER)) != 1 or len(reading.columns(Role.POINTS)) != 1:
            yield _("Choose one column with who won, and one with the points.")
        elif reading.columns(Role.PLAYER):
            yield _("Choose either one column with winners and one with points, or a column for each player.")

    def points_in(self, table: Table, reading: Reading, problems: list[ImportProblem]) -> Iterator[RowPoints]:
        """The points of each winner, and who lost, if that is said."""
        winner, points = reading.columns(Role.WINNER)[0], reading.columns(Role.POINTS)[0]
        losers = reading.columns(Role.LOSER) or reading.columns(Role.NAME)
        named = not reading.columns(Role.LOSER)
        for row, day, game in rows_with_games(table, reading, problems):
            before = len(problems)
            name, won = name_at(row, winner, problems), number(row, points, problems)
            others = [name_at(row, column, problems) for column in losers]
            if len(problems) > before or name is None or won is None:
                continue
            lost = [other for other in others if other and without_variants(other) != without_variants(name)]
            if losers and len(lost) != len(losers) - named:
                said = _("It is not said who won against whom. Correct it, or delete the line.")
                problems.append(wrong(row, winner, said))
                continue
            yield RowPoints(row.place(0)[0], day, {name: won} | dict.fromkeys(lost, 0), game)
