"""What a hand of two players brings to mind: one thing at most, out of its match and their rematches.

Each question asks whether one thing is true of a hand and rare enough to be told.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain, takewhile
from typing import NamedTuple

from models.gin.hand.declaration import Declaration
from models.gin.hand.verdicts import defended, judge_showdown
from models.gin.rules.options import Outcome
from models.gin.rules.seating import Player, Table
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import Sheet


class Played(NamedTuple):
    """A match of a series of rematches."""

    changed_on: date
    """None of its hands is later."""
    evening: date | None
    """The day in whose evening all of it was played."""
    best_hand: int
    times: Mapping[Outcome, Sequence[int]]
    """How often each player undercut, and had gin, big or not."""
    winners: Sequence[Player | None]
    """Who won each game that is over."""


class Moment(NamedTuple):
    """A hand that somebody has won, in its match and their series of rematches, and what is asked of it.

    A question answers how many, or since when; None if it is not worth telling.
    """

    hands: Sequence[ScoredHand]
    """The hands that count, up to this one."""
    winner: Player
    sheet: Sheet
    match: Played
    earlier: Sequence[Played]
    """The matches that it is a rematch of, the last one first."""

    def games_in_a_row(self) -> int | None:
        """How many games, at least three, the winner has won in a row, also in the matches before."""
        *games, game = self.sheet.games[: self.hands[-1].game]
        if not game.over or game.hands[-1].number != self.hands[-1].number:
            return None
        here = [each.winner for each in (game, *reversed(games))]
        number = self._in_a_row(chain(here, *(each.winners[::-1] for each in self.earlier)))
        return number if number >= 3 else None

    def hands_in_a_row(self) -> int | None:
        """How many hands the winner has won in a row: five, ten and so on."""
        number = self._in_a_row(each.winner for each in reversed(self.hands))
        return None if number % 5 else number

    def _in_a_row(self, winners: Iterable[Player | None]) -> int:
        return len(list(takewhile(lambda each: each == self.winner, winners)))

    def best_since(self) -> date | None:
        """Since when no hand was as good as this one: for two months and three whole matches at least."""
        *before, points = (each.points for each in self.hands)
        smaller = len(list(takewhile(lambda match: match.best_hand < points, self.earlier)))
        if points <= max(before, default=0) or not 3 <= smaller < len(self.earlier):
            return None
        since = self.earlier[smaller].changed_on
        return since if self.match.changed_on - since >= timedelta(days=60) else None

    def undercuts(self) -> int | None:
        """How often the winner has undercut in one evening: three times or more."""
        return self._in_the_evening(Outcome.UNDERCUT)

    def gins(self) -> int | None:
        """How often the winner has had gin or big gin in one evening: three times or more."""
        return self._in_the_evening(Outcome.GIN, Outcome.BIG_GIN)

    def _in_the_evening(self, *outcomes: Outcome) -> int | None:
        if self.match.evening is None or self.hands[-1].outcome not in outcomes:
            return None
        here = [each for each in self.hands if each.winner == self.winner and each.outcome in outcomes]
        before = [each.times for each in self.earlier if each.evening == self.match.evening]
        number = len(here) + sum(times[outcomes[0]][self.winner] for times in before)
        return number if number >= 3 else None

    def other_melds(self) -> int | None:
        """How much deadwood an undercutter would have had, had the knocker laid other melds and so won."""
        laid, rules = self.hands[-1].hand.laid, self.sheet.rules
        if self.hands[-1].outcome is not Outcome.UNDERCUT or not isinstance(laid, Declaration):
            return None
        cards = frozenset(laid.defender_cards)
        layings = judge_showdown(laid.knocker, cards, rules, laid.upcard).other_layings
        winning = [each.knocker for each in layings if each.result.outcome is Outcome.KNOCK]
        return max((defended(each, cards, rules).count(rules).defender for each in winning), default=None)


Question = Callable[[Moment], int | date | None]
QUESTIONS: tuple[Question, ...] = (
    *(Moment.games_in_a_row, Moment.best_since, Moment.undercuts, Moment.gins),
    *(Moment.hands_in_a_row, Moment.other_melds),
)
"""What is asked of a hand, the most remarkable first."""


class Memory(NamedTuple):
    """What a hand brings to mind: a question and its answer, for the player who has won the hand."""

    question: Question
    winner: Player
    answer: int | date


def remembered(sheet: Sheet, series: Sequence[Played]) -> Memory | None:
    """What the last hand brings to mind; nothing if one of the two hands before it did.

    So it follows from the hands, is told at most once in three, and is the same on every phone.

    :param series: the match, and those that it is a rematch of, the last one first.
    """
    hands = [each for each in sheet.hands if each.counts]
    if sheet.table is not Table.TWO or not series:
        return None
    told = _brought_to_mind(hands, sheet, series)
    before = (_brought_to_mind(each, sheet, series) for each in (hands[:-1], hands[:-2]))
    return None if told and any(before) else told


def _brought_to_mind(hands: Sequence[ScoredHand], sheet: Sheet, series: Sequence[Played]) -> Memory | None:
    """The first thing that the last of *hands* brings to mind."""
    if not hands or (winner := hands[-1].winner) is None:
        return None
    moment = Moment(hands, winner, sheet, series[0], series[1:])
    answers = (Memory(ask, winner, answer) for ask in QUESTIONS if (answer := ask(moment)))
    return next(answers, None)
