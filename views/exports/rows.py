"""Matches as tables: the hands of a match or of a whole book, as CSV."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from typing import cast

from models.gin.cards.cards import Cards, Group, format_cards
from models.gin.document.writing import write_rules
from models.gin.hand.declaration import Count, Declaration
from models.gin.rules.options import Outcome
from models.gin.rules.presets import PRESETS
from models.gin.sheet.extra_lines import (
    Adjustment,
    ExtraLine,
    OpeningScores,
    Penalty,
    ScoredExtraLine,
    charged,
    reason_of,
)
from models.gin.sheet.games import Game, ScoredHand, ScoredLine
from models.gin.sheet.sheet import Sheet
from models.records.books.players import players_of
from models.records.files.documents import matches_inside
from models.records.finding.earlier_sheets import times_of_hands
from models.records.tables.book import Book
from models.records.tables.local_time import local_time
from models.records.tables.match import Match
from models.records.tables.sheet_row import Record
from views.language.asked_languages import without_isolates
from views.language.i18n import gettext as _
from views.language.i18n import locale, marked
from views.shared.errors import left_out_said
from views.shared.rules_links import CustomRules

BYTE_ORDER_MARK = "\ufeff"
"""At the start of a file: without it, Excel takes UTF-8 for something else."""

STARTS_FORMULA = re.compile('(?:^|(?<=[,;|]))(?="*[=+@\t\r\n\uff1d\uff0b\uff0d\uff20-])')
"""Where a spreadsheet would calculate what follows; also full width, as typed in Japan.

A formula can also stand after what separates columns elsewhere, and behind quotes, which a file has twice:
read with another separator, they are an empty text before the formula.
"""

CsvCell = str | int | None


def csv_lines(rows: Iterable[Sequence[CsvCell]], separator: str) -> Iterator[str]:
    """The lines of a file, each made when it is asked for, so that a long file needs no memory."""
    yield BYTE_ORDER_MARK
    for row in rows:
        line = StringIO()
        csv.writer(line, delimiter=separator, lineterminator="\r\n").writerow(map(harmless, row))
        yield line.getvalue()


def harmless(cell: CsvCell) -> CsvCell:
    r"""*cell* as no spreadsheet takes it for a formula. Numbers stay numbers, also negative ones.

    >>> harmless("=1+1"), harmless("-5"), harmless(-5), harmless("Ann"), harmless("Ann,=1+1")
    ("'=1+1", "'-5", -5, 'Ann', "Ann,'=1+1")
    >>> harmless('a;"=1+1;b')
    'a;\'"=1+1;b'
    """
    return STARTS_FORMULA.sub("'", without_isolates(cell)) if isinstance(cell, str) else cell


def usual_separator() -> str:
    """What separates columns where the reader lives: a semicolon, if decimals have a comma there."""
    from babel.numbers import get_decimal_symbol

    return ";" if get_decimal_symbol(locale()) == "," else ","


HEADINGS = (
    # Translators: heads of columns in a table for spreadsheets; also all below.
    marked("Date"),
    marked("Game"),
    marked("Hand"),
    marked("Players"),
    marked("Dealer"),
    # Translators: who knocked.
    marked("Knocked"),
    # Translators: how the hand ended: knock, gin, undercut, dead hand …
    marked("Outcome"),
    marked("Knocker’s deadwood"),
    marked("Defender’s deadwood"),
    marked("Winner"),
    marked("Points"),
    marked("Boxes"),
)
"""The headings before the totals of the players."""

LAST_HEADINGS = (
    # Translators: whether the hand counts: yes or no.
    marked("Counts"),
    marked("Upcard"),
    marked("Knocker’s melds"),
    # Translators: the knocker’s deadwood, as cards.
    marked("Knocker’s cards left"),
    marked("Defender’s melds"),
    marked("Defender’s cards left"),
    # Translators: the cards that were laid off.
    marked("Laid off"),
    # Translators: why a penalty or an adjustment was entered.
    marked("Reason"),
)
"""The headings after them."""

OUTCOME_CODES: Mapping[Outcome, str] = {outcome: outcome.value for outcome in Outcome}
"""Outcomes as in the match document, the same in every language."""

CODES: Mapping[type[ExtraLine], str] = {
    Penalty: "penalty",
    Adjustment: "adjustment",
    OpeningScores: "opening",
}
"""Extra lines as in the match document."""


def hand_rows(match: Match) -> Iterator[Sequence[CsvCell]]:
    """The headings, and a row for each hand on the sheet; extra lines, without a number, are between them."""
    totals = [_("Total of %(name)s", name=side) for side in match.sides]
    yield [*map(_, HEADINGS), *totals, *map(_, LAST_HEADINGS)]
    cells = cells_of(match, match.players)
    for row, (first, last) in zip(match.sheet.in_order, cells, strict=True):
        yield [*first, *row.totals, *last]


def cells_of(match: Match, names: Sequence[str]) -> Iterator[tuple[list[CsvCell], list[CsvCell]]]:
    """For each line on the sheet the cells before the totals and those after; *names* are the players'."""
    sheet, times = match.sheet, times_of_hands(match)
    for record, row in zip(match.on_sheet, sheet.in_order, strict=True):
        day = _day(record, times)
        if isinstance(row, ScoredExtraLine):
            last: list[CsvCell] = [_counts(row), *[""] * 6, reason_of(row.line)]
            yield [day, *_other(row, match, names)], last
        else:
            yield [day, *_result(row, sheet, names)], [*_cards(row), ""]


def _day(record: Record, times: Mapping[int, datetime]) -> str:
    """The day on which a hand was saved, in local time; "" if it is not known."""
    at = times.get(record.id)
    return local_time(at).date().isoformat() if at else ""


def _result(scored_hand: ScoredHand, sheet: Sheet, names: Sequence[str]) -> Iterator[CsvCell]:
    knocker, count = scored_hand.hand.known_knocker, _count(scored_hand, sheet)
    yield scored_hand.game
    yield scored_hand.number
    yield " – ".join(names[player] for player in scored_hand.hand.faced)
    yield names[scored_hand.dealer]
    yield "" if knocker is None else names[knocker]
    yield OUTCOME_CODES[scored_hand.outcome]
    yield None if count is None else count.knocker
    yield None if count is None else count.defender
    yield "" if scored_hand.winner is None else names[scored_hand.winner]
    yield scored_hand.points
    yield scored_hand.boxes


def _count(scored_hand: ScoredHand, sheet: Sheet) -> Count | None:
    """The deadwood of a hand, if a player knocked and it is known."""
    is_known = scored_hand.outcome not in (Outcome.DEAD, Outcome.WON)
    return scored_hand.hand.count(sheet.rules) if is_known else None


def _other(line: ScoredExtraLine, match: Match, names: Sequence[str]) -> Iterator[CsvCell]:
    """An extra line: what it is, whom it is about, and its points."""
    yield line.game
    yield None
    about, points = "", cast("int | None", None)
    match line.line:
        case Penalty(player=player):
            about, points = names[player], charged(line.line, match.rules)
        case Adjustment(player=player, points=points):
            about = match.table.by_side(names)[player]
    yield about
    yield from ["", "", CODES[type(line.line)], None, None, "", points, sum(line.boxes)]


def _counts(row: ScoredLine) -> str:
    return _("yes") if row.counts else _("no")


def _cards(scored_hand: ScoredHand) -> Iterator[CsvCell]:
    """Whether it counts, the upcard, and the cards as they were laid down."""
    laid = scored_hand.hand.laid
    yield _counts(scored_hand)
    yield str(laid.upcard or "")
    if not isinstance(laid, Declaration):
        yield from [""] * 5
        return
    for spread in (laid.knocker, laid.defender):
        yield _melds(spread.melds)
        yield format_cards(spread.unmatched)
    yield " / ".join(f"{format_cards(each.cards)} > {format_cards(each.onto)}" for each in laid.layoffs)


def _melds(melds: Sequence[Cards | Group]) -> str:
    return " / ".join(map(format_cards, melds))


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


def book_rows(book: Book) -> Iterator[Sequence[CsvCell]]:
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

    def all(self) -> Iterator[Sequence[CsvCell]]:
        """A row for each line."""
        head, sheet = list(self._head()), self.match.sheet
        games = {game.number: list(self._game(game)) for game in sheet.games}
        blank: list[CsvCell] = [""] * len(GAME_HEADINGS)
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

    def _head(self) -> Iterator[CsvCell]:
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

    def _game(self, game: Game) -> Iterator[CsvCell]:
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

    def _written(self, row: ScoredLine) -> Iterator[CsvCell]:
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


def _padded(cells: Sequence[CsvCell], number: int) -> list[CsvCell]:
    """*cells*, and empty ones up to a *number*."""
    return [*cells, *[""] * (number - len(cells))]


def _yes(is_so: bool) -> str:
    return _("yes") if is_so else _("no")
