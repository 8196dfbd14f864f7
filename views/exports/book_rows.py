"""The hands of all matches of a book as one table, from which every figure can be worked out again."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from models.gin.document.writing import write_rules
from models.gin.rules.presets import PRESETS
from models.gin.sheet.games import Game, ScoredHand
from models.gin.sheet.scored_extra_lines import ScoredExtraLine
from models.records.books.players import players_of
from models.records.files.many_matches import matches_inside
from models.records.tables.book import Book
from models.records.tables.match import Match
from views.exports.csv_text import Cell
from views.exports.hand_rows import HEADINGS, LAST_HEADINGS, cells_of
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.shared.errors import left_out_said
from views.shared.rules_links import CustomRules

SIDES = 3
PLACES = 4

Heading = str | tuple[str, int]
"""A heading, perhaps with the number of a place or a side."""


def numbered(heading: str, most: int) -> list[tuple[str, int]]:
    """A heading for each place or side, from 1."""
    return [(heading, number) for number in range(1, most + 1)]


MATCH_HEADINGS: Sequence[Heading] = (
    # Translators: heads of columns in a table for spreadsheets; also all below.
    marked("Match"),
    marked("Match id"),
    marked("Played on"),
    marked("Rules"),
    marked("All rules"),
    marked("Target"),
    # Translators: how the players sit: two, three, or two against two.
    marked("Table"),
    *numbered(marked("Player"), PLACES),
    marked("Match over"),
    marked("Match won by"),
)
GAME_HEADINGS: Sequence[Heading] = (
    marked("Game over"),
    marked("Game won by"),
    # Translators: by whom the loser was shut out, that is, scored nothing in the game.
    marked("Game shut out by"),
    marked("Game played by"),
    *numbered(marked("Final total"), SIDES),
    *numbered(marked("Balance"), PLACES),
)
WRITTEN_HEADINGS: Sequence[Heading] = (
    *numbered(marked("Points"), SIDES),
    *numbered(marked("Boxes"), SIDES),
    *numbered(marked("Total"), SIDES),
    marked("Loser’s points"),
    # Translators: by how much the next hand counts more because this one was a dead hand or a tie.
    marked("Carried"),
)

# Translators: a player who was deleted from the book.
NOT_IN_BOOK = marked("%(name)s (no longer in the book)")


def book_rows(book: Book) -> Iterator[Sequence[Cell]]:
    """The headings, and a row for each hand or extra line of each match; one for a match without any.

    At the end, a row says how many matches are left out, if any are.
    """
    parts = (MATCH_HEADINGS, HEADINGS, WRITTEN_HEADINGS, LAST_HEADINGS, GAME_HEADINGS)
    yield [_headed(heading) for part in parts for heading in part]
    names = unique_names(book)
    for number, match in enumerate(matches_inside(book), 1):
        yield from _Rows(number, match, names).all()
    if said := left_out_said():
        yield [said]


def _headed(heading: Heading) -> str:
    return _(heading) if isinstance(heading, str) else f"{_(heading[0])} {heading[1]}"


def unique_names(book: Book) -> dict[int, str]:
    """What each player of *book* is called, with the note; no two alike."""
    names: dict[int, str] = {}
    for player in players_of(book):
        name = player.full_name
        names[player.id] = f"{name} ({player.id})" if name in names.values() else name
    return names


@dataclass(frozen=True, slots=True)
class _Rows:
    number: int
    match: Match
    called: Mapping[int, str]

    def all(self) -> Iterator[Sequence[Cell]]:
        """A row for each line."""
        head, sheet = list(self._head()), self.match.sheet
        games = {game.number: list(self._game(game)) for game in sheet.games}
        blank: list[Cell] = [""] * len(GAME_HEADINGS)
        cells = cells_of(self.match, self.names)
        for row, (first, last) in zip(sheet.in_order, cells, strict=True):
            yield [*head, *first, *self._written(row), *last, *games.get(row.game, blank)]
        if not sheet.in_order:
            others = len(HEADINGS) + len(WRITTEN_HEADINGS) + len(LAST_HEADINGS)
            yield [*head, *[""] * others, *blank]

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, by names that are unique in the book."""
        sitting = zip(self.match.player_ids, self.match.players, strict=True)
        return tuple(
            _(NOT_IN_BOOK, name=name) if player is None else self.called[player] for player, name in sitting
        )

    @property
    def _sides(self) -> tuple[str, ...]:
        return self.match.table.by_side(self.names)

    def _head(self) -> Iterator[Cell]:
        match, standing = self.match, self.match.sheet.match
        preset = match.preset if match.preset in PRESETS else ""
        yield self.number
        yield match.document_id
        yield match.played_on.isoformat()
        yield CustomRules.agreed(match.agreement).title
        yield json.dumps(write_rules(match.rules, preset))
        yield match.rules.target
        yield match.table.value
        yield from _padded(self.names, PLACES)
        yield _yes(standing.over)
        yield self._side(standing.winner if standing.over else None)

    def _game(self, game: Game) -> Iterator[Cell]:
        owed = self.match.table.for_payers(game.owed)
        each = len(owed) == len(self.names)
        side: Callable[[int], int] = (lambda player: player) if each else self.match.table.side
        playing = range(len(self._sides)) if game.playing is None else sorted(game.playing)
        yield _yes(game.over)
        yield self._side(game.winner if game.over else None)
        yield self._side(game.winner if game.over and game.is_won_by_shutout else None)
        yield " – ".join(self._sides[each] for each in playing)
        yield from _padded(game.final or (), SIDES)
        yield from _padded([owed[side(player)] for player in range(len(self.names))], PLACES)

    def _side(self, side: int | None) -> str:
        return "" if side is None else self._sides[side]

    def _written(self, row: ScoredHand | ScoredExtraLine) -> Iterator[Cell]:
        sides = range(len(self._sides))
        if isinstance(row, ScoredExtraLine):
            points, boxes = list(row.points), list(row.boxes)
        else:
            points = [sum(each.points for each in row.entries if each.winner == side) for side in sides]
            boxes = [sum(each.boxes for each in row.entries if each.winner == side) for side in sides]
        for numbers in (points, boxes, row.totals):
            yield from _padded(numbers, SIDES)
        yield None if isinstance(row, ScoredExtraLine) else row.result.loser_points
        yield None if isinstance(row, ScoredExtraLine) else row.situation.carried


def _padded(cells: Sequence[Cell], number: int) -> list[Cell]:
    """*cells*, and empty ones up to a *number*."""
    return [*cells, *[""] * (number - len(cells))]


def _yes(is_so: bool) -> str:
    return _("yes") if is_so else _("no")
