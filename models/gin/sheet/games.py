"""The parts of a score sheet: lines with their gain, games, and the state of the match."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.gin.hand.scoring import NOWHERE, Hand, HandResult, Situation, Step, StepKind
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, Outcome
from models.gin.rules.seating import Faced, Player, Totals
from models.gin.sheet.columns import Column, ColumnEntry, against_each, leader, plus, summed, times
from models.gin.sheet.extra_lines import ScoredExtraLine


class Gains(NamedTuple):
    """What the totals of both players of a hand rise by."""

    steps: tuple[Step, ...] = ()
    """The winner's sum: of the points, and on to what the total rises by."""
    loser: int = 0
    """What the loser's total rises by; negative where the winner's points are taken from it."""
    gin_off: int = 0
    """What the loser has for gin-off, before anything is taken away."""
    third: int = 0
    """What the total of a third player rises by, who scores or pays too; negative if it falls."""

    @property
    def winner(self) -> int:
        """What the winner's total rises by."""
        return self.steps[-1].total if self.steps else 0


def gains_of(result: HandResult, entries: Sequence[ColumnEntry], rules: HouseRules) -> Gains:
    """What a won hand adds to totals.

    :param entries: what it writes by itself, its winner's first. Two against two whose hands are netted, a
        box belongs to the round: then the boxes of the hand are not among them.
    """
    if result.winner is None:
        return Gains()
    winner, loser = entries[0].winner, entries[0].loser
    gin_off = sum(
        [entry.at_once(rules) for entry in entries[1:] if (entry.winner, entry.loser) == (loser, winner)]
    )
    steps = list(result.steps)
    if rules.box_timing is BoxTiming.IMMEDIATE:
        _add(steps, StepKind.BOXES, entries[0].boxes * rules.box_bonus, entries[0].boxes)
    if rules.loser_negative:
        _add(steps, StepKind.GIN_OFF_PAID, -gin_off)
        _add(steps, StepKind.THIRD, net(winner, entries, rules) - steps[-1].total)
    return Gains(tuple(steps), net(loser, entries, rules), gin_off, net(3 - winner - loser, entries, rules))


def _add(steps: list[Step], kind: StepKind, amount: int, times: int = 1) -> None:
    """Adds a step, unless it adds nothing."""
    if amount:
        steps.append(Step(kind, amount, steps[-1].total + amount, times))


def net(player: Player, entries: Iterable[ColumnEntry], rules: HouseRules) -> int:
    """What *entries* add to the total of a player or side; where losers pay, less what they take from it."""
    gained = 0
    for entry in entries:
        if entry.winner == player:
            gained += entry.at_once(rules)
        elif entry.loser == player and rules.loser_negative:
            gained -= entry.at_once(rules)
    return gained


class ScoredHand(NamedTuple):
    """A hand on the sheet."""

    number: int
    """From 1, over the whole match."""
    game: int
    """From 1."""
    dealer: Player
    hand: Hand
    result: HandResult
    columns: tuple[int, ...]
    """The columns it was written in, from 0; those of the first of its entries."""
    column_totals: tuple[Totals, ...]
    """What counted toward the target after it, in each column of its game."""
    past_the_end: bool = False
    """Whether it was dealt after the end of the match: kept and shown, but not counted."""
    no_part: Player | None = None
    """Who of the two has no part in the game that it stands in: it is kept and shown, but not counted."""
    beside: int | None = None
    """Two against two, the number of the hand it is netted with; None until that is entered."""
    round: int = 0
    """The number of its round, from 1."""
    waits: bool = False
    """Whether it counts only together with a hand that has not been entered yet."""
    entries: tuple[ColumnEntry, ...] = ()
    """What was written for it, points first; two against two, with the later hand of a round."""
    places: tuple[tuple[int, ...], ...] = ()
    """The columns of each of these entries."""
    gains: Gains = Gains()
    """What it adds to the totals of its players."""
    situation: Situation = NOWHERE
    """What its score depended on beside its cards and the rules."""

    @property
    def totals(self) -> Totals:
        """What counted toward the target after it, over all columns of its game."""
        return summed(self.column_totals)

    @property
    def winner(self) -> Player | None:
        """Who scored."""
        return None if self.result.winner is None else self.hand.player(self.result.winner)

    @property
    def added(self) -> tuple[Totals, Totals]:
        """What it adds to both totals, and to the boxes of both, at a table of two."""
        boxes = [0, 0]
        for entry in self.entries:
            boxes[entry.winner] += entry.boxes
        gains = (self.gains.winner, self.gains.loser)
        return gains if self.winner == 0 else gains[::-1], tuple(boxes)

    @property
    def outcome(self) -> Outcome:
        """What it turned out to be."""
        return self.result.outcome

    @property
    def points(self) -> int:
        """What the hand itself was worth."""
        return self.result.points

    @property
    def counts(self) -> bool:
        """Whether it stands in a game that both play, and not after the end of the match."""
        return not self.past_the_end and self.no_part is None

    @property
    def gain(self) -> int:
        """What its winner's total rises by."""
        return self.gains.winner

    @property
    def boxes(self) -> int:
        return self.result.boxes

    def agrees_with(self, told: "ScoredHand", rules: HouseRules) -> bool:
        """Whether another entry of this hand in its place says the same.

        If only the points of one are known: who won it, and the points.
        """
        if Outcome.WON in (self.outcome, told.outcome):
            return self._worth == told._worth
        return self.hand.agrees_with(told.hand, rules)

    @property
    def _worth(self) -> tuple[Faced, Player | None, int]:
        """Who played it, who won it, and the points."""
        return self.hand.faced, self.winner, self.points


ScoredLine = ScoredHand | ScoredExtraLine
"""A line of the sheet."""


@dataclass(frozen=True, slots=True)
class Game:
    """Hands up to the target, in one column or, in Hollywood, several."""

    number: int
    hands: tuple[ScoredHand, ...]
    columns: tuple[Column, ...]
    next_dealer: Player
    extra_lines: tuple[ScoredExtraLine, ...] = ()
    """Penalties, adjustments and opening scores."""

    @property
    def in_order(self) -> tuple[ScoredLine, ...]:
        """Everything that was written, hands and extra lines, in the order in which it was scored."""
        return in_order(self.hands, self.extra_lines)

    @property
    def over(self) -> bool:
        """Whether every column has ended."""
        return all(column.ended for column in self.columns)

    @property
    def running(self) -> Totals:
        """What counts toward the target, over all columns."""
        return summed(column.running for column in self.columns)

    @property
    def boxes(self) -> Totals:
        """The boxes of each player, over all columns."""
        return summed(column.boxes for column in self.columns)

    @property
    def is_shutout(self) -> bool:
        """Whether a column was a shutout, under rules that play it."""
        return any(column.is_shutout for column in self.columns)

    @property
    def shut_out_by(self) -> Player | None:
        """Who shut the others out of every column."""
        by = self.columns[0].ended_by
        all_of_them = all(column.ended_by == by and column.is_shut_out for column in self.columns)
        return by if all_of_them else None

    @property
    def is_won_by_shutout(self) -> bool:
        """Whether the winner shut the others out, whatever that scores."""
        return self.winner is not None and self.shut_out_by == self.winner

    @property
    def all_columns_shut_out_by(self) -> Player | None:
        """Who shut the others out of every column, if there are several and that pays something extra."""
        played = len(self.columns) > 1 and self._rules.pays_all_columns_shutout
        return self.shut_out_by if played else None

    @property
    def _rules(self) -> HouseRules:
        return self.columns[0].rules

    @property
    def final(self) -> Totals | None:
        """The totals with every bonus, once the game is over."""
        if not self.over:
            return None
        return self._with_bonus(summed(column.final or () for column in self.columns))

    @property
    def counted(self) -> Totals:
        """The totals so far as they count: each column as often as it does, and every extra."""
        points = summed(column.counted for column in self.columns)
        once = summed(times(column.penalties_paid, column.factor) for column in self.columns)
        return self._with_bonus(self._repeated(points, once))

    def _repeated(self, points: Totals, once: Totals) -> Totals:
        """*points* times what :attr:`times` says, except the part that counts only *once*."""
        return summed([points, times(summed([points, times(once, -1)]), self.times - 1)])

    @property
    def times(self) -> int:
        """How many times all columns are paid together."""
        return 1 if self.all_columns_shut_out_by is None else self._rules.all_columns_shutout_times

    def _with_bonus(self, totals: Totals) -> Totals:
        """*totals* with the bonus for a shutout in every column."""
        by = self.all_columns_shut_out_by
        return totals if by is None else plus(totals, by, self._rules.all_columns_shutout_bonus)

    def paid(self, owed: Totals, once: Totals) -> Totals:
        """What each player is paid in the game, from what they are *owed* for its columns.

        *once*: what of it no shutout doubles.
        """
        if self.all_columns_shut_out_by is None:
            return owed
        return summed([self._repeated(owed, once), self.all_columns_bonus])

    @property
    def all_columns_bonus(self) -> Totals:
        """What each player is paid as the bonus for a shutout in every column."""
        return against_each(self._with_bonus((0,) * len(self.running)), self.playing)

    @property
    def playing(self) -> Collection[Player] | None:
        """The two of three who play it, if the third has no part in it; None if all settle with all."""
        return self.columns[0].playing

    @property
    def difference(self) -> int | None:
        """What the first player is paid over all columns, once the game is over."""
        return self.owed[0] if self.over else None

    @property
    def owed(self) -> Totals:
        """What each player is paid by the others together over all columns, so far."""
        return against_each(self.counted, self.playing)

    @property
    def winner(self) -> Player | None:
        """Who won: with several columns, the player who is paid."""
        if len(self.columns) == 1:
            return self.columns[0].winner
        return leader(self.owed) if self.over else None


def in_order(
    hands: tuple[ScoredHand, ...], extra_lines: tuple[ScoredExtraLine, ...]
) -> tuple[ScoredLine, ...]:
    """Hands and extra lines of one game, in the order in which they were scored."""
    rows: list[ScoredLine] = list(hands)
    for other in reversed(extra_lines):
        rows.insert(other.place, other)
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of the match."""

    over: bool
    winner: Player | None
    games_won: Totals
    score: Totals
    """What decides it: games won, points of all its games, or game points."""
