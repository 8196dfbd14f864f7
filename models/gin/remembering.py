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
from models.gin.sheet.extra_lines import OpeningScores
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import Sheet


class Earlier(NamedTuple):
    """An earlier match of a series of rematches."""

    changed_on: date
    """None of its hands is later."""
    evening: date | None
    """The day in whose evening all of it was played."""
    best_hand: int
    times: Mapping[Outcome, Sequence[int]]
    """How often each player undercut, and had gin, big or not."""
    winners: Sequence[Player | None]
    """Who won each game that is over."""


class Past(NamedTuple):
    """What is known of a match beside its sheet, and of the matches that it is a rematch of."""

    changed_on: date
    evening: date | None = None
    series: Sequence[Earlier] = ()
    """The last one first."""


class Moment(NamedTuple):
    """A hand that somebody has won, in its match."""

    hands: Sequence[ScoredHand]
    """The hands that count, up to this one."""
    winner: Player
    sheet: Sheet
    past: Past


Question = Callable[[Moment], int | date | None]
"""Answers how many, or since when; None if it is not worth telling."""


class Memory(NamedTuple):
    """What a hand brings to mind: a question and its answer, for the player who has won the hand."""

    question: Question
    winner: Player
    answer: int | date


def games_in_a_row(moment: Moment) -> int | None:
    """How many games, at least three, the player has won in a row, also in the matches before."""
    *games, game = moment.sheet.games[: moment.hands[-1].game]
    if not game.over or game.hands[-1].number != moment.hands[-1].number:
        return None
    here = [each.winner for each in (game, *reversed(games))]
    number = _in_a_row(chain(here, *(each.winners[::-1] for each in moment.past.series)), moment.winner)
    return number if number >= 3 else None


def hands_in_a_row(moment: Moment) -> int | None:
    """How many hands the player has won in a row: five, ten and so on."""
    number = _in_a_row((each.winner for each in reversed(moment.hands)), moment.winner)
    return None if number % 5 else number


def _in_a_row(winners: Iterable[Player | None], winner: Player) -> int:
    return len(list(takewhile(lambda each: each == winner, winners)))


def best_since(moment: Moment) -> date | None:
    """Since when no hand was as good as this one: for two months and three whole matches at least."""
    *before, points = (each.points for each in moment.hands)
    series = moment.past.series
    smaller = len(list(takewhile(lambda match: match.best_hand < points, series)))
    if points <= max(before, default=0) or not 3 <= smaller < len(series):
        return None
    since = series[smaller].changed_on
    return since if moment.past.changed_on - since >= timedelta(days=60) else None


def undercuts(moment: Moment) -> int | None:
    """How often the player has undercut in one evening: three times or more."""
    return _in_the_evening(moment, Outcome.UNDERCUT)


def gins(moment: Moment) -> int | None:
    """How often the player has had gin or big gin in one evening: three times or more."""
    return _in_the_evening(moment, Outcome.GIN, Outcome.BIG_GIN)


def _in_the_evening(moment: Moment, *outcomes: Outcome) -> int | None:
    hands, winner, (_today, evening, series) = moment.hands, moment.winner, moment.past
    if evening is None or hands[-1].outcome not in outcomes:
        return None
    here = sum(each.winner == winner and each.outcome in outcomes for each in hands)
    before = sum(each.times[outcomes[0]][winner] for each in series if each.evening == evening)
    return here + before if here + before >= 3 else None


def other_melds(moment: Moment) -> int | None:
    """How much deadwood an undercutter would have had, had the knocker laid other melds and so won."""
    laid, rules = moment.hands[-1].hand.laid, moment.sheet.rules
    if moment.hands[-1].outcome is not Outcome.UNDERCUT or not isinstance(laid, Declaration):
        return None
    cards = frozenset(laid.defender_cards)
    layings = judge_showdown(laid.knocker, cards, rules, laid.upcard).other_layings
    winning = [each.knocker for each in layings if each.result.outcome is Outcome.KNOCK]
    return max((defended(each, cards, rules).count(rules).defender for each in winning), default=None)


QUESTIONS = (games_in_a_row, best_since, undercuts, gins, hands_in_a_row, other_melds)
"""What is asked of a hand, the most remarkable first."""


def remembered(sheet: Sheet, past: Past) -> Memory | None:
    """What the last hand brings to mind; nothing if one of the two hands before it did.

    So it follows from the hands, is told at most once in three, and is the same on every phone.
    """
    hands = [each for each in sheet.hands if each.counts]
    began_on_paper = any(isinstance(each.line, OpeningScores) for each in sheet.extra_lines)
    if sheet.table is not Table.TWO or began_on_paper:
        return None
    told = _brought_to_mind(hands, sheet, past)
    before = (hands[: max(len(hands) - back, 0)] for back in (1, 2))
    return None if told and any(_brought_to_mind(each, sheet, past) for each in before) else told


def _brought_to_mind(hands: Sequence[ScoredHand], sheet: Sheet, past: Past) -> Memory | None:
    """The first thing that the last of *hands* brings to mind."""
    if not hands or (winner := hands[-1].winner) is None:
        return None
    moment = Moment(hands, winner, sheet, past)
    answers = (Memory(ask, winner, answer) for ask in QUESTIONS if (answer := ask(moment)))
    return next(answers, None)
