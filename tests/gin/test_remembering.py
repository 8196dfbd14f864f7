"""What a hand brings to mind, counted by hand."""

from datetime import date, timedelta

import pytest

from models.gin.hand.scoring import Hand
from models.gin.remembering import Memory, Moment, Played, Question, remembered
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Outcome
from models.gin.rules.seating import Player, Table
from models.gin.sheet.sheet import sheet
from tests.gin.table import ANN, BOB, DEAD, big_gin, gin, knock, laid, won

RULES = HouseRules(gin_bonus=25, undercut_bonus=25, target=100, games_to_win=None)
TODAY = date(2026, 11, 29)
BOB_UNDERCUTS, BOB_HAS_GIN = knock(9, 2), gin(5, BOB)


def earlier(
    *won_by: Player, days: int = 0, best: int = 40, bobs: int = 0, evening: date | None = TODAY
) -> Played:
    times = {Outcome.UNDERCUT: (0, bobs), Outcome.GIN: (0, bobs)}
    return Played(TODAY - timedelta(days), evening, best, times, won_by)


def after(*series: Played) -> list[Played]:
    return [earlier(), *series]


SMALLER = [earlier()] * 3
TWO_MONTHS_AGO = earlier(days=60, best=50)
TWO_WAYS = laid("5S6S7S 5H6H7H 5D6D7D / 9C", "KSKHKD 2S2H2D / AC", "4S8S>5S6S7S 8H>5H6H7H")
"""Ann's nine cards are three sets too, on which Bob lays nothing off: then he has 1 + 4 + 8 + 8."""
ONE_WAY = laid("5S6S7S 8D9DTD KSKHKD / 9C", "QSQHQD 2S2H2D / AC", "4S8S9S>5S6S7S")

TOLD: list[tuple[Question, int | date, list[Hand], list[Played]]] = [
    (Moment.games_in_a_row, 3, [gin(98)], after(earlier(ANN), earlier(BOB, ANN))),
    (Moment.games_in_a_row, 4, [gin(98), DEAD, gin(70), knock(5, 10)], after(earlier(ANN, ANN))),
    (Moment.best_since, TWO_MONTHS_AGO.changed_on, [gin(15), gin(25)], after(*SMALLER, TWO_MONTHS_AGO)),
    (Moment.undercuts, 3, [knock(9, 2, BOB), *[BOB_UNDERCUTS] * 3], after()),
    (Moment.undercuts, 3, [BOB_UNDERCUTS], after(earlier(bobs=1), earlier(bobs=1))),
    (Moment.gins, 3, [BOB_HAS_GIN, big_gin(5), big_gin(5, BOB), BOB_HAS_GIN], after()),
    (Moment.gins, 3, [BOB_HAS_GIN], after(earlier(bobs=2))),
    (Moment.hands_in_a_row, 5, [BOB_UNDERCUTS, *[won(2)] * 5], after()),
    (Moment.hands_in_a_row, 10, [won(2, BOB)] * 10, after()),
    (Moment.other_melds, 21, [Hand(ANN, TWO_WAYS)], after()),
]

NOT_TOLD: list[tuple[list[Hand], list[Played]]] = [
    ([gin(98)], after(earlier(BOB, ANN), earlier(ANN))),
    ([gin(98), won(2)], after(earlier(ANN, ANN, ANN))),
    ([gin(25)], after(*SMALLER, earlier(days=59, best=50))),
    ([gin(25)], after(*SMALLER[1:], TWO_MONTHS_AGO)),
    ([gin(25), gin(25)], after(*SMALLER, TWO_MONTHS_AGO)),
    ([gin(25)], after(*SMALLER)),
    ([BOB_UNDERCUTS] * 2, after(earlier(bobs=9, evening=None))),
    ([BOB_UNDERCUTS] * 3, [earlier(evening=None)]),
    ([*[BOB_HAS_GIN] * 3, knock(2, 5)], after()),
    ([won(2)] * 4, after()),
    ([won(2)] * 6, after()),
    ([Hand(ANN, ONE_WAY)], after()),
    ([DEAD], after()),
    ([], after()),
]


@pytest.mark.parametrize("ask, answer, hands, series", TOLD)
def test_what_is_rare_is_told(
    ask: Question, answer: int | date, hands: list[Hand], series: list[Played]
) -> None:
    played = sheet(hands, RULES)
    winner = played.hands[-1].winner
    assert winner is not None
    assert remembered(played, series) == Memory(ask, winner, answer)


@pytest.mark.parametrize("hands, series", NOT_TOLD)
def test_what_is_not_rare_is_not_told(hands: list[Hand], series: list[Played]) -> None:
    assert remembered(sheet(hands, RULES), series) is None


def test_it_is_told_once_in_three_hands_at_most() -> None:
    hands = [*[BOB_UNDERCUTS] * 5, DEAD, BOB_UNDERCUTS, DEAD, DEAD, BOB_UNDERCUTS]
    told = [end for end in range(11) if remembered(sheet(hands[:end], RULES), after())]
    assert told == [3, 10]


def test_only_two_are_told() -> None:
    assert remembered(sheet([won(2)] * 5, RULES, table=Table.THREE), after()) is None
