"""A match as a score sheet on paper: every game with its hands, oldest first; and an empty one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from models.gin.rules.options import Outcome
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import ScoredExtraLine
from models.gin.sheet.games import Game, ScoredHand, ScoredLine
from models.records.tables.local_time import local_time
from models.records.tables.match import Match
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.shared.rules_links import CustomRules
from views.shared.seating import shortened
from views.words import match_summary, rounds
from views.words.dates import day_said
from views.words.extra_lines import in_short as about
from views.words.extra_lines import kind_of
from views.words.game_summary import SummaryRow, bill_of, both, ending, standing
from views.words.hand_result import OUTCOMES, signed
from views.words.lists import paragraph
from views.words.rule_sets import LINES
from views.words.seating import title
from views.words.uncounted import in_short

EMPTY_ROWS = 22
"""How many rows of an empty form fit on a page, A4 or Letter."""


LONGEST_IN_ROW = 10
"""Latin letters of a name beside a hand."""


class PrintedCell(NamedTuple):
    """What is written for one side in one row."""

    points: str = ""
    total: str = ""
    boxes: int = 0


class PrintedRow(NamedTuple):
    """A hand: its number, who dealt it, how it ended, and a cell for each side of each column."""

    number: str
    dealer: str
    outcome: str
    how: str
    columns: tuple[tuple[PrintedCell, ...], ...]
    past: bool = False


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game on paper."""

    title: str
    rows: list[PrintedRow]
    bill: list[SummaryRow]
    ending: str


class EmptyForm:
    """A score sheet to fill in by hand."""

    match_rows: Sequence[SummaryRow] = ()
    date = remark = ""
    is_empty = True

    def __init__(self, sides: Sequence[str], columns: int, title: str = "", rules: str = "") -> None:
        self.sides, self.column_count, self.title, self.rules = sides, columns, title, rules

    @property
    def games(self) -> list[SheetGame]:
        """One game, its rows without anything."""
        columns = ((PrintedCell(),) * len(self.sides),) * self.column_count
        rows = [PrintedRow(str(nth), "", "", "", columns) for nth in range(1, EMPTY_ROWS + 1)]
        labels = (marked("Boxes"), marked("Game bonus"), marked("Final total"))
        bill = [SummaryRow(_(label), ("",) * len(self.sides), strong=label == labels[-1]) for label in labels]
        return [SheetGame("", rows, bill, "")]


class ScoreSheet:
    is_empty = False

    def __init__(self, match: Match) -> None:
        self._match, self._sheet = match, match.sheet
        self.sides = match.sides
        self.column_count = match.rules.columns
        self.title = title(match.table, match.sides)
        named = match.rules_name if self._sheet.is_of_totals else ""
        self.rules, self.remark = named or rules_line(match), match.remark

    @property
    def date(self) -> str:
        """Its day, and that of its last change in local time."""
        first = self._match.played_on
        last = first if self._match.has_only_a_day else local_time(self._match.changed_at).date()
        days = [day_said(day) for day in (first, last)]
        # Translators: two dates or two months.
        return days[0] if first >= last else _("%(first)s to %(last)s", first=days[0], last=days[1])

    @cached_property
    def games(self) -> list[SheetGame]:
        """Every game, oldest first; hands after the end of the match stand with the last one."""
        return [self._game(game) for game in self._sheet.games if game.in_order or game.number == 1]

    @property
    def match_rows(self) -> list[SummaryRow]:
        """The bill over all games."""
        return match_summary.rows(self._sheet)

    def _game(self, game: Game) -> SheetGame:
        late = self._late if game is self._sheet.games[-1] else ()
        ended = ending(game, self._sheet, self.sides)
        return SheetGame(
            _("Game %(number)s", number=game.number) if self._has_games else "",
            self._totals or [self._row(line) for line in (*game.in_order, *late)],
            bill_of(game) if game.in_order and not self._totals else [],
            paragraph((ended.head, ended.story)) if ended else "",
        )

    @cached_property
    def _totals(self) -> list[PrintedRow]:
        """The only row of a match with nothing but totals, as from paper."""
        if not self._sheet.is_of_totals:
            return []
        cells = tuple(PrintedCell(total=total) for total in standing(self._sheet.game, self._sheet.rules))
        return [PrintedRow("", "", _("From paper"), "", (cells,))]

    @property
    def _late(self) -> list[ScoredLine]:
        """What was written after the end of the match."""
        return [row for row in self._sheet.in_order if row.past_the_end]

    @property
    def _has_games(self) -> bool:
        return self._sheet.rules.games_to_win != 1

    @cached_property
    def _short_names(self) -> tuple[str, ...]:
        """The players in a narrow column; their names stand above the totals in full."""
        return shortened(self._match.players, LONGEST_IN_ROW)

    def _row(self, row: ScoredLine) -> PrintedRow:
        if isinstance(row, ScoredExtraLine):
            return self._other(row)
        return PrintedRow(
            str(row.number),
            self._short_names[row.dealer],
            _(OUTCOMES[row.outcome]),
            " · ".join(self._how(row)),
            tuple(self._cells(row, index) for index in range(self.column_count)),
            not row.counts,
        )

    def _how(self, scored_hand: ScoredHand) -> Iterator[str]:
        """Who played, if that is not always the same, and the deadwood."""
        names, hand = self._short_names, scored_hand.hand
        if self._sheet.table is not Table.TWO:
            # Translators: the two who played a hand, on paper.
            yield _("%(one)s – %(two)s", one=names[hand.faced[0]], two=names[hand.faced[1]])
        if scored_hand.outcome is Outcome.WON:
            # Translators: a hand of which only the points are known: it was copied from a paper score sheet.
            yield _("from paper")
        elif scored_hand.outcome is not Outcome.DEAD:
            count = hand.count(self._sheet.rules)
            # Translators: the deadwood of both players, two numbers: “8 v 20”.
            yield _("%(knocker)s v %(defender)s", knocker=count.knocker, defender=count.defender)
        if self._sheet.table is Table.PARTNERSHIP and scored_hand.winner is not None:
            yield signed(scored_hand.gain)
        if why := in_short(scored_hand, names):
            yield why

    def _other(self, line: ScoredExtraLine) -> PrintedRow:
        """The row of an extra line."""
        late = in_short(line, self.sides)
        return PrintedRow(
            "",
            "",
            kind_of(line.line),
            " · ".join(filter(None, (about(line.line), late))),
            tuple(self._other_cells(line, index) for index in range(self.column_count)),
            not line.counts,
        )

    def _cells(self, scored_hand: ScoredHand, index: int) -> tuple[PrintedCell, ...]:
        """The cells of one column: what the hand has written there under each side, and boxes to mark."""
        if scored_hand.waits or not scored_hand.counts:
            return self._blank
        entries = [
            entry
            for entry, columns in zip(scored_hand.entries, scored_hand.places, strict=False)
            if index in columns
        ]
        points = rounds.rises(entries, self._sheet.rules)
        totals = both(scored_hand.column_totals[index], self._sheet.rules)
        return tuple(
            PrintedCell(
                signed(points[side]) if points.get(side) else "",
                totals[side] if self.column_count == 1 or side in points else "",
                sum(entry.boxes for entry in entries if entry.winner == side) * self._marks_boxes,
            )
            for side in range(len(self.sides))
        )

    def _other_cells(self, line: ScoredExtraLine, index: int) -> tuple[PrintedCell, ...]:
        """The cells of one column for an extra line."""
        if line.past_the_end or (index not in line.columns and self.column_count > 1):
            return self._blank
        totals = both(line.column_totals[index], self._sheet.rules)
        return tuple(
            PrintedCell(signed(points) if points else "", total if points or self.column_count == 1 else "")
            for points, total in zip(line.change, totals, strict=True)
        )

    @property
    def _blank(self) -> tuple[PrintedCell, ...]:
        return (PrintedCell(),) * len(self.sides)

    @property
    def _marks_boxes(self) -> bool:
        return self._sheet.rules.box_bonus > 0 or bool(self._sheet.rules.stake_per_box)


def rules_line(match: Match) -> str:
    """The house rules in a line: their name, and what matters most of them."""
    agreed = CustomRules.agreed(match.agreement)
    if agreed.is_preset:
        return _name_and_line(agreed.title, _(LINES[agreed.preset]))
    return _name_and_line(agreed.name, agreed.line) if agreed.name else agreed.line


def _name_and_line(name: str, line: str) -> str:
    # Translators: the name of rules, and what matters most of them, without a full stop at its end.
    return _("%(name)s. %(line)s", name=name, line=line)


def empty_form(match: Match) -> EmptyForm:
    """An empty form for the players and rules of *match*."""
    return EmptyForm(match.sides, match.rules.columns, title(match.table, match.sides), rules_line(match))
