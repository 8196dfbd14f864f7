"""A game as a table of hands, or of several columns, in words and formatted figures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from models.gin.hand.declaration import Declaration
from models.gin.money import column_owed, column_payment
from models.gin.rules.options import BoxTiming, Outcome, Side
from models.gin.rules.seating import Table, Totals
from models.gin.sheet.columns import Bonus, Column
from models.gin.sheet.extra_lines import OpeningScores, Penalty, ScoredExtraLine
from models.gin.sheet.games import Game, ScoredHand, ScoredLine
from models.gin.sheet.sheet import Sheet
from views.language.i18n import gettext as _
from views.shared.seating import shortened
from views.words import rounds
from views.words.extra_lines import box_at_once, kind_on
from views.words.extra_lines import in_short as about
from views.words.game_summary import (
    Figures,
    SummaryRow,
    bill_of,
    both,
    ending,
    paid_in,
    playing,
    settled,
    summary,
    to_go,
    where_any,
)
from views.words.hand_result import OUTCOMES, Words, number, signed
from views.words.lists import in_a_row
from views.words.seating import pair_named
from views.words.uncounted import in_short

FIGURES = 6
"""How many columns fit side by side on a phone, with figures of three digits."""


SHORT = 5
"""How many Latin letters of a name fit above a column."""


@dataclass(frozen=True, slots=True)
class ColumnCell:
    """A cell under a name in a column."""

    text: str = ""
    kind: str = ""
    """"ruled" under the last figures of a closed column, "out" for a player who was shut out."""


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """A row of bonuses or payments under closed columns: a label, and a figure for each side."""

    label: str
    cells: Figures
    strong: bool = False


@dataclass(frozen=True, slots=True)
class ColumnHead:
    number: int
    state: str
    closed: bool
    totals: Figures
    times: str
    """"×2" if it counts more than once, else ""."""


@dataclass(frozen=True, slots=True)
class Block:
    """Columns that are shown side by side."""

    names: tuple[str, ...]
    """The names of the sides, shortened to fit."""
    columns: tuple[ColumnHead, ...]
    rows: tuple[tuple[ColumnCell, ...], ...]
    """Running totals, in the order in which they were written."""
    settled: tuple[SettlementRow, ...]


def blocks(game: Game, sides: Sequence[str]) -> list[Block]:
    """The columns of a game with several of them, in blocks that fit a phone."""
    if len(game.columns) == 1:
        return []
    written = [_written(game.in_order, index, len(sides)) for index in range(len(game.columns))]
    lines = ceil(len(game.columns) * len(sides) / FIGURES)
    size = ceil(len(game.columns) / lines)
    return [
        _block(game.columns[first : first + size], written[first : first + size], first, sides)
        for first in range(0, len(game.columns), size)
    ]


Running = tuple[tuple[str, ...], ...]
"""The running totals of each side in a column, in the order in which they were written."""


def _written(rows: Sequence[ScoredLine], index: int, sides: int) -> Running:
    """What was written in a column for each side."""
    lists: list[list[str]] = [[] for _side in range(sides)]
    before: Totals = (0,) * sides
    for row in rows:
        after = row.column_totals[index]
        for side in range(sides):
            if after[side] != before[side] or _wins(row, index, side):
                lists[side].append(number(after[side]))
        before = after
    return tuple(map(tuple, lists))


def _wins(row: ScoredLine, index: int, side: int) -> bool:
    """Whether a hand won by *side* went into a column, even for no points."""
    return isinstance(row, ScoredHand) and any(
        entry.winner == side and entry.hands and index in columns
        for entry, columns in zip(row.entries, row.places, strict=False)
    )


def _block(columns: Sequence[Column], written: Sequence[Running], first: int, sides: Sequence[str]) -> Block:
    longest = max(1, *(len(figures) for each in written for figures in each))
    places = list(zip(columns, written, strict=True))
    return Block(
        names=shortened(sides, SHORT),
        columns=tuple(_head(column, first + index, sides) for index, column in enumerate(columns, 1)),
        rows=tuple(
            tuple(cell for column, each in places for cell in _cells(column, each, row))
            for row in range(longest)
        ),
        settled=tuple(_settled(columns, len(sides))),
    )


def _head(column: Column, number: int, sides: Sequence[str]) -> ColumnHead:
    return ColumnHead(
        number,
        _state(column, sides),
        column.ended,
        both(column.final or column.running, column.rules),
        f"×{column.factor}" if column.factor > 1 else "",
    )


def _state(column: Column, sides: Sequence[str]) -> str:
    """How many points the column needs, or who closed it."""
    if not column.ended:
        return to_go(column.rules.target - max(column.running))
    return _("closed") if column.ended_by is None else _("closed by %(name)s", name=sides[column.ended_by])


def _cells(column: Column, written: Running, row: int) -> Iterator[ColumnCell]:
    """A row of a column. A closed column has a line under its last figures.

    If nobody won a column, nobody is shut out of it: the game ended before anything was written there.
    """
    last = max(1, *map(len, written)) - 1
    for figures in written:
        if column.ended_by is not None and not figures and row == 0:
            # Translators: in a column, under a player who scored nothing in it.
            yield ColumnCell(_("shut out"), "out ruled" if last == 0 else "out")
        else:
            yield ColumnCell(
                figures[row] if row < len(figures) else "", "ruled" if column.ended and row == last else ""
            )


def _settled(columns: Sequence[Column], sides: int) -> Iterator[SettlementRow]:
    """The rows under closed columns: each bonus, the totals, and what is paid."""
    blank = ("",) * sides
    for label, figures in _lines(columns):
        cells = [text for column in columns for text in (figures(column) if column.ended else blank)]
        if any(cells):
            yield SettlementRow(label, tuple(cells), strong=figures in (_total, paid_in))


def _lines(columns: Sequence[Column]) -> Iterator[tuple[str, Callable[[Column], Figures]]]:
    """The label of each row, and its figures in a closed column."""
    rules = columns[0].rules
    if rules.box_timing is BoxTiming.END:
        yield _("Boxes, %(each)s each", each=rules.box_bonus), _bonus(Bonus.BOXES)
    yield _("Game bonus"), _bonus(Bonus.GAME)
    yield _("Shutout"), _bonus(Bonus.SHUTOUT)
    yield _("Penalties"), _bonus(Bonus.PENALTIES)
    yield _("Final total"), _total
    yield _("Difference"), _once
    yield _("Shutout"), _again
    # Translators: rows of a bill: the factor of the last column of Hollywood, or of each column.
    multiplier = _("The last column") if rules.column_multipliers is None else _("Column multiplier")
    yield multiplier, _multiplied(lambda column: column.factor)
    if any(column.ended and column.shutout_times * column.factor > 1 for column in columns):
        yield _("What is paid"), paid_in


def _bonus(bonus: Bonus) -> Callable[[Column], Figures]:
    return lambda column: where_any(column.bonuses.get(bonus) or (0,) * len(column.boxes))


def _total(column: Column) -> Figures:
    return both(column.final or column.running, column.rules)


def _once(column: Column) -> Figures:
    """The difference before doubling; blank if the totals are paid."""
    once = column_payment(column).once
    return ("",) * len(once) if once == column.final else settled(once, playing(column))


def _again(column: Column) -> Figures:
    """A "×2" if a shutout doubles the difference; what it adds, if that is not all of it."""
    payment = column_payment(column)
    if payment.is_doubled_in_part:
        return settled(payment.again, playing(column))
    return _multiplied(lambda each: each.shutout_times)(column)


def _multiplied(times: Callable[[Column], int]) -> Callable[[Column], Figures]:
    """A "×2" under the side that gains by doubling."""

    def figures(column: Column) -> Figures:
        factor = times(column)
        return tuple(f"×{factor}" if factor > 1 and points > 0 else "" for points in column_owed(column))

    return figures


def starting_late(hands: Sequence[ScoredHand]) -> dict[int, int]:
    """The hands with a player's first win that starts in a later column because the first one is closed.

    Each with that column, from 1.
    """
    late: dict[int, int] = {}
    winners = set()
    for scored_hand in hands:
        for entry, columns in zip(scored_hand.entries, scored_hand.places, strict=False):
            if entry.hands and entry.winner not in winners:
                winners.add(entry.winner)
                late |= {scored_hand.number: columns[0] + 1} if columns and columns[0] else {}
    return late


def spans(numbers: Sequence[int]) -> str:
    """Numbers in a row as from and to.

    >>> spans([1, 2, 3, 5])
    '1–3, 5'
    """
    ranges: list[list[int]] = []
    for each in numbers:
        if ranges and ranges[-1][-1] == each - 1:
            ranges[-1].append(each)
        else:
            ranges.append([each])
    return in_a_row([f"{span[0]}–{span[-1]}" if len(span) > 1 else str(span[0]) for span in ranges])


class PointsCell(NamedTuple):
    """A cell under a name: the points of a hand, and the total after it."""

    points: str = ""
    running: str = ""
    out: str = ""
    """Set if the player sat out."""


class SheetTableRow(NamedTuple):
    """A hand as a row; or a round of two hands, which has no number and no link."""

    outcome: str
    how: str
    places: tuple[PointsCell, ...]
    number: str = ""
    label: str = ""
    """What its number says aloud: "Hand 7:"."""
    url: str = ""
    past: str = ""
    kind: str = ""
    """"past" the end of the match, a "round" of two hands, "netted" with the other hand of its round, or an
    "other" line that is not a hand."""


@dataclass(frozen=True, slots=True)
class GameTable:
    title: str
    summary: str
    rows: list[SheetTableRow]
    ending: Words | None
    bill: list[SummaryRow]
    columns: list[Block]

    @property
    def has_hundreds(self) -> bool:
        """Whether a total has more than two figures."""
        return any(len(place.running) > 2 for row in self.rows for place in row.places)

    @property
    def signs(self) -> int:
        """How many letters and figures the longest points and total beside each other have."""
        return max(
            (len(place.points + place.running) for row in self.rows for place in row.places), default=0
        )

    @property
    def widest(self) -> int:
        """How many letters and figures the longest points or total have, also of a column or in the bill."""
        cells = [text for row in self.rows for place in row.places for text in (place.points, place.running)]
        totals = [each for block in self.columns for column in block.columns for each in column.totals]
        billed = [each for row in self.bill for each in row.values if each.lstrip("+−").isdecimal()]
        return max(map(len, (*cells, *totals, *billed)), default=0)


@dataclass(frozen=True, slots=True)
class GameTables:
    """Builds the tables of a sheet's games, with a link to each hand."""

    sheet: Sheet
    names: Sequence[str]
    """The names of the players."""
    sides: Sequence[str]
    """The names above the totals."""
    url: Callable[[ScoredLine], str]
    """The page of a hand or an extra line."""

    def game(self) -> GameTable:
        """The current game, or the last one; what was written after the end of the match is in it."""
        late = [line for line in self.sheet.extra_lines if line.past_the_end]
        return self._game(
            self.sheet.game,
            (*self.sheet.game.hands, *self.sheet.past_the_end),
            (*self.sheet.game.extra_lines, *late),
        )

    def earlier(self) -> list[GameTable]:
        """The earlier games, newest first."""
        return [self._game(game, game.hands, game.extra_lines) for game in self.sheet.games[-2::-1]]

    def _game(self, game: Game, hands: Sequence[ScoredHand], others: Sequence[ScoredExtraLine]) -> GameTable:
        return GameTable(
            title=_("Game %(number)s", number=game.number),
            summary=summary(game, self.sheet, self.sides),
            rows=list(self._rows(hands, others)),
            ending=ending(game, self.sheet, self.sides),
            bill=bill_of(game) if game.in_order and not self.sheet.is_of_totals else [],
            columns=blocks(game, self.sides),
        )

    def _rows(
        self, hands: Sequence[ScoredHand], others: Sequence[ScoredExtraLine]
    ) -> Iterator[SheetTableRow]:
        """The rows, newest first; with partners, each round above its two hands."""
        late, scored, left = starting_late(hands), len(hands), list(others)
        for together in reversed(rounds_of(hands)):
            while left and left[-1].place >= scored:
                yield self._other(left.pop())
            scored -= len(together)
            if self.sheet.table is Table.PARTNERSHIP:
                yield self._round(together, late)
                yield from (self._netted(scored_hand) for scored_hand in together)
            else:
                yield self._hand(together[0], late)
        yield from map(self._other, reversed(left))

    def _hand(self, scored_hand: ScoredHand, late: Mapping[int, int]) -> SheetTableRow:
        return SheetTableRow(
            outcome=_(OUTCOMES[scored_hand.outcome]),
            how=_joined(self._left(scored_hand), self._by_cards(scored_hand), _late(scored_hand, late)),
            places=self._places(scored_hand, self._scored_alone(scored_hand), self._running(scored_hand)),
            **self._known(scored_hand),
        )

    def _scored_alone(self, scored_hand: ScoredHand) -> Mapping[int, str]:
        """The points of a single hand, also for a third player who scores the same or loses the same."""
        if self.sheet.table is not Table.WINNER_ALONE:
            return self._scored(scored_hand)
        return {
            side: signed(points)
            for side, points in rounds.rises(scored_hand.entries, self.sheet.rules).items()
        }

    def _other(self, line: ScoredExtraLine) -> SheetTableRow:
        """The row of an extra line; of totals from paper, only the points."""
        later = self._is_added_later(line)
        of_totals = self.sheet.is_of_totals
        has_running = len(line.column_totals) == 1 and not of_totals
        running = both(line.totals, self.sheet.rules) if has_running else ()
        written = number if of_totals else signed
        return SheetTableRow(
            outcome=kind_on(self.sheet, line.line),
            how=_joined(about(line.line), *(self._when_added() if later else ())),
            places=tuple(
                PointsCell(written(points) if points else "", running[side] if running else "")
                for side, points in enumerate(line.points if later else self._changes(line))
            ),
            url=self.url(line),
            past=in_short(line, self.sides),
            kind="other" if line.counts else "past other",
        )

    def _is_added_later(self, line: ScoredExtraLine) -> bool:
        """Whether an extra line gives points that don't count until the game is over."""
        return isinstance(line.line, Penalty) and any(line.points) and not self.sheet.rules.penalties_count

    def _when_added(self) -> Iterator[str]:
        """Says that the points of a penalty are added after the game, and its box perhaps at once."""
        # Translators: when the points of a penalty are added.
        yield _("after the game")
        if box_at_once(self.sheet.rules):
            # Translators: %(each)s is the points of a box (also called a line): a bonus for winning a hand.
            yield _("a box of %(each)s at once", each=self.sheet.rules.box_bonus)

    def _changes(self, line: ScoredExtraLine) -> Totals:
        """What an extra line gave each side; nothing if every column starts with other scores."""
        several = isinstance(line.line, OpeningScores) and len(line.line.columns) > 1
        return (0,) * len(self.sides) if several else line.change

    def _round(self, hands: Sequence[ScoredHand], late: Mapping[int, int]) -> SheetTableRow:
        """The row of a round: two hands combined, or one that waits for the other."""
        last = hands[-1]
        rises = rounds.rises(last.entries, self.sheet.rules)
        scored = {side: signed(points) for side, points in rises.items()}
        return SheetTableRow(
            outcome=_("Round %(number)s", number=last.round),
            how=_joined(rounds.round_said(hands, self.sheet, self.names, self.sides), _late(last, late)),
            places=self._places(last, scored, () if last.waits else self._running(last)),
            past=in_short(last, self.names),
            kind="round" if last.counts else "past round",
        )

    def _netted(self, scored_hand: ScoredHand) -> SheetTableRow:
        """The row of one hand of a round, with what it would score alone."""
        return SheetTableRow(
            outcome=_(OUTCOMES[scored_hand.outcome]),
            how=_joined(self._faced(scored_hand), self._by_cards(scored_hand)),
            places=self._places(scored_hand, self._scored(scored_hand)),
            **self._known(scored_hand)
            | {"past": "", "kind": "netted" if scored_hand.counts else "past netted"},
        )

    def _known(self, scored_hand: ScoredHand) -> dict[str, str]:
        """The hand's number, its page, and whether it counts."""
        return {
            "number": str(scored_hand.number),
            "label": _("%(label)s:", label=_("Hand %(number)s", number=scored_hand.number)),
            "url": self.url(scored_hand),
            "past": in_short(scored_hand, self.names),
            "kind": "" if scored_hand.counts else "past",
        }

    def _left(self, scored_hand: ScoredHand) -> str:
        """The deadwood of both players, if it is known."""
        if scored_hand.outcome is Outcome.WON:
            # Translators: a hand of which only the points are known.
            return _("from paper")
        if scored_hand.outcome is Outcome.DEAD:
            return ""
        count = scored_hand.hand.count(self.sheet.rules)
        return deadwood_of(count.knocker, count.defender)

    def _faced(self, scored_hand: ScoredHand) -> str:
        """Who played, with their deadwood if it is known, in names that fit a line on a phone."""
        names = shortened(self.names, SHORT)
        if scored_hand.outcome in (Outcome.DEAD, Outcome.WON):
            return pair_named(scored_hand.hand.faced, names)
        count = scored_hand.hand.count(self.sheet.rules)
        # Translators: names with their deadwood: “Ann 8, Bob 20”.
        return _(
            "%(knocker)s %(left)s, %(defender)s %(against)s",
            knocker=names[scored_hand.hand.player(Side.KNOCKER)],
            left=count.knocker,
            defender=names[scored_hand.hand.player(Side.DEFENDER)],
            against=count.defender,
        )

    def _by_cards(self, scored_hand: ScoredHand) -> str:
        # Translators: that a hand was entered by all its cards.
        return _("cards") if isinstance(scored_hand.hand.laid, Declaration) else ""

    def _scored(self, scored_hand: ScoredHand) -> Mapping[int, str]:
        """What a hand adds to the totals of its two players."""
        if scored_hand.result.winner is None:
            return {}
        side = self.sheet.table.side
        winner, loser = (
            scored_hand.hand.player(each)
            for each in (scored_hand.result.winner, scored_hand.result.winner.other)
        )
        scored = {side(winner): signed(scored_hand.gain)}
        if scored_hand.gains.loser or self.sheet.rules.loser_negative:
            scored[side(loser)] = signed(scored_hand.gains.loser)
        return scored

    def _running(self, scored_hand: ScoredHand) -> Figures:
        """The totals after a hand; with several columns, those it was written in, under its winner."""
        if len(scored_hand.column_totals) == 1:
            return both(scored_hand.totals, self.sheet.rules)
        into = [""] * len(self.sides)
        for entry, columns in zip(scored_hand.entries, scored_hand.places, strict=False):
            if entry.hands and columns:
                # Translators: the columns in which a hand was written: “in 1–3”.
                into[entry.winner] = _("in %(columns)s", columns=spans([index + 1 for index in columns]))
        return tuple(into)

    def _places(
        self, scored_hand: ScoredHand, scored: Mapping[int, str], running: Figures = ()
    ) -> tuple[PointsCell, ...]:
        """The cells under each name; a player who sat out is marked."""
        played = {self.sheet.table.side(player) for player in scored_hand.hand.faced}
        return tuple(
            [
                PointsCell(
                    scored.get(side, ""),
                    running[side] if running else "",
                    # Translators: under a player who sits out this hand.
                    "" if side in played or side in scored else _("out"),
                )
                for side in range(len(self.sides))
            ]
        )


def deadwood_of(knocker: object, defender: object) -> str:
    """The deadwood of both: “8 v 20”; the defender's alone if the knocker has none."""
    if not knocker:
        # Translators: after gin: the defender’s deadwood, “v 20”.
        return _("v %(defender)s", defender=defender)
    return _("%(knocker)s v %(defender)s", knocker=knocker, defender=defender)


def rounds_of(hands: Sequence[ScoredHand]) -> list[list[ScoredHand]]:
    """Hands grouped into rounds; with two and three players each hand is a round."""
    rounds_by_number: dict[int, list[ScoredHand]] = {}
    for scored_hand in hands:
        first = scored_hand.beside if scored_hand.beside in rounds_by_number else scored_hand.number
        rounds_by_number.setdefault(first, []).append(scored_hand)
    return list(rounds_by_number.values())


def _late(scored_hand: ScoredHand, late: Mapping[int, int]) -> str:
    """The note at the first win of a player who was shut out of the first column."""
    return (
        _("starts in column %(number)s", number=late[scored_hand.number])
        if scored_hand.number in late
        else ""
    )


def _joined(*sentences: str) -> str:
    return " · ".join(filter(None, sentences))
