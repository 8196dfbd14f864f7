"""What a hand of two players brings to mind: one thing at most, out of its match and their rematches.

Each question asks whether one thing is true of a hand and rare enough to be told.
"""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import chain, takewhile
from typing import NamedTuple

from models.gin.hand.declaration import Declaration
from models.gin.hand.verdicts import defended, judge_showdown
from models.gin.rules.options import Outcome, Side
from models.gin.rules.seating import Player, Table
from models.gin.sheet.extra_lines import OpeningScores
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import Sheet


class Earlier(NamedTuple):
    """An earlier match of a series of rematches."""

    hands: int
    changed_on: date
    """None of its hands is later."""
    winners: Sequence[Player | None]
    """Who won each game that is over."""
    best_hand: int


class Past(NamedTuple):
    """What is known of a match beside its sheet."""

    changed_on: date
    series: Sequence[Earlier] = ()
    """The matches that it is a rematch of, the last one first."""
    tonight: Sequence[tuple[int, int]] | None = None
    """Both players' undercuts and gins in the evening before it; None if it was not played in one evening."""


class Moment(NamedTuple):
    """A hand that somebody has won, in its match."""

    hands: Sequence[ScoredHand]
    """The hands that count, up to this one."""
    winner: Player
    sheet: Sheet
    past: Past


class Memory(NamedTuple):
    """What a hand brings to mind: the question that it answers, of whom, and how many or since when."""

    kind: "Question"
    player: Player = 0
    number: int = 0
    since: date | None = None


Question = Callable[[Moment], Memory | None]


def games_in_a_row(moment: Moment) -> Memory | None:
    """How many games, at least three, the winner of this one has won in a row, also in the matches before."""
    game = moment.sheet.games[moment.hands[-1].game - 1]
    if game.winner is None or game.hands[-1].number != moment.hands[-1].number:
        return None
    here = [each.winner for each in moment.sheet.games[: game.number]]
    winners = chain(here[::-1], *(each.winners[::-1] for each in moment.past.series))
    number = len(list(takewhile(lambda winner: winner == game.winner, winners)))
    return Memory(games_in_a_row, game.winner, number) if number >= 3 else None


def points_behind(moment: Moment) -> Memory | None:
    """How far behind the player was who now leads: at least half the target, since they last led."""
    in_game = [each.totals for each in reversed(moment.hands) if each.game == moment.hands[-1].game]
    now, *before = (totals[moment.winner] - totals[1 - moment.winner] for totals in in_game)
    number = -min(takewhile(lambda lead: lead <= 0, before), default=0)
    is_much = 2 * number >= moment.sheet.rules.target * moment.sheet.rules.columns
    return Memory(points_behind, moment.winner, number) if now > 0 and is_much else None


def best_since(moment: Moment) -> Memory | None:
    """Since when no hand was as good as this one: for two months and thirty hands at least."""
    *before, hand = moment.hands
    smaller = [*takewhile(lambda match: match.best_hand < hand.points, moment.past.series)]
    as_good = moment.past.series[len(smaller) :]
    is_best = as_good and all(each.points < hand.points for each in before)
    if not is_best or len(before) + sum(each.hands for each in smaller) < 30:
        return None
    since = as_good[0].changed_on
    is_long_ago = moment.past.changed_on - since >= timedelta(days=60)
    return Memory(best_since, since=since) if is_long_ago else None


def undercuts(moment: Moment) -> Memory | None:
    """How often the player has undercut in the evening: three times or more."""
    return _tonight(moment, undercuts, {Outcome.UNDERCUT})


def gins(moment: Moment) -> Memory | None:
    """How often the player has had gin or big gin in the evening: three times or more."""
    return _tonight(moment, gins, {Outcome.GIN, Outcome.BIG_GIN})


def _tonight(moment: Moment, kind: Question, outcomes: set[Outcome]) -> Memory | None:
    if moment.past.tonight is None or moment.hands[-1].outcome not in outcomes:
        return None
    here = sum(each.winner == moment.winner and each.outcome in outcomes for each in moment.hands)
    number = here + moment.past.tonight[moment.winner][kind is gins]
    return Memory(kind, moment.winner, number) if number >= 3 else None


def hands_in_a_row(moment: Moment) -> Memory | None:
    """How many hands the player has won in a row: five, ten and so on."""
    number = len(list(takewhile(lambda each: each.winner == moment.winner, reversed(moment.hands))))
    return None if number % 5 else Memory(hands_in_a_row, moment.winner, number)


def closest(moment: Moment) -> Memory | None:
    """Whether two points of deadwood or less lay between them, fewer than in eight hands or more before."""
    knocks = {Outcome.KNOCK, Outcome.UNDERCUT, Outcome.TIE}
    counts = [each.hand.count(moment.sheet.rules) for each in moment.hands if each.outcome in knocks]
    if moment.hands[-1].outcome not in knocks or len(counts) < 9:
        return None
    *before, margin = (abs(each.knocker - each.defender) for each in counts)
    return Memory(closest) if margin <= 2 and margin < min(before) else None


def other_melds(moment: Moment) -> Memory | None:
    """How much deadwood the defender would have had, had the knocker laid other melds: ten more, or lost."""
    hand, rules = moment.hands[-1].hand, moment.sheet.rules
    if not isinstance(hand.laid, Declaration) or not hand.laid.layoffs:
        return None
    laid, cards, count = hand.laid, frozenset(hand.laid.defender_cards), hand.count(rules)
    layings = judge_showdown(laid.knocker, cards, rules, laid.upcard).other_layings
    others = [defended(each.knocker, cards, rules, laid.upcard).count(rules) for each in layings]
    most = max((each.defender for each in others if each.knocker == count.knocker), default=0)
    is_much = most - count.defender >= 10 or count.defender <= count.knocker < most
    return Memory(other_melds, hand.player(Side.KNOCKER), most) if is_much else None


QUESTIONS = (
    *(games_in_a_row, points_behind, best_since, undercuts, gins),
    *(hands_in_a_row, closest, other_melds),
)
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
    return next(filter(None, (ask(moment) for ask in QUESTIONS)), None)
