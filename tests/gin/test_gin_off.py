"""Gin-off: the defender has no deadwood left.

Rummytalk's glossary defines it: the knocker's opponent lays off every unmelded card; and it lists gin-off
beside knock, gin and roodles among what gives boxes of 25. Pagat says that gin is never undercut, not even
by a defender without deadwood: so against gin the knocker wins, whatever else is agreed. What a gin-off
against gin gives is worked out by hand here, because no text says it.
"""

import pytest

from models.gin.hand.declaration import Count, Ending, Points
from models.gin.hand.scoring import Hand, score
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, Outcome, Side
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import sheet
from tests.gin.table import card, laid

BONUS = HouseRules(gin_off_bonus=25)
BOXES = HouseRules(undercut_extra_boxes=1, gin_off_extra_boxes=2)
GIN_TOO = HouseRules(gin_off_bonus=10, gin_off_extra_boxes=1, gin_off_vs_gin=True)

UNDERCUTS = [
    # rules, the defender's deadwood, points of the defender, boxes
    (BONUS, 0, 10 + 10 + 25, 1),
    (BONUS, 1, 9 + 10, 1),
    (BOXES, 0, 10 + 10, 1 + 1 + 2),
    (BOXES, 4, 6 + 10, 1 + 1),
    (GIN_TOO, 0, 10 + 10 + 10, 1 + 1),
    (HouseRules(), 0, 10 + 10, 1),
]


@pytest.mark.parametrize("rules, defender, points, boxes", UNDERCUTS)
def test_an_undercut_with_nothing_left_is_worth_more(
    rules: HouseRules, defender: int, points: int, boxes: int
) -> None:
    result = score(Count(Ending.KNOCK, 10, defender), rules)

    assert (result.outcome, result.winner) == (Outcome.UNDERCUT, Side.DEFENDER)
    assert (result.points, result.boxes) == (points, boxes)
    assert (result.loser_points, result.loser_boxes) == (0, 0)


def test_all_cards_laid_off_are_a_gin_off() -> None:
    """The hand of shared words: three twos, three aces and a four-card run take everything."""
    hand = laid("ASACAD TCTDTH JSQSKS / 2H", "4S4C4D4H 5S5C5D5H /", "9STS>JSQSKS")

    assert score(hand, BONUS).points == 2 + 10 + 25


AGAINST_GIN = [
    # ending, rules, the knocker's points and boxes, the defender's
    (Ending.GIN, GIN_TOO, (20, 1), (10, 1)),
    (Ending.BIG_GIN, GIN_TOO.but(big_gin_bonus=31, big_gin_extra_boxes=2), (31, 3), (10, 1)),
    (Ending.GIN, GIN_TOO.but(gin_off_vs_gin=False), (20, 1), (0, 0)),
    (Ending.GIN, HouseRules(), (20, 1), (0, 0)),
]


@pytest.mark.parametrize("ending, rules, knocker, defender", AGAINST_GIN)
def test_gin_is_never_undercut_whatever_a_defender_without_deadwood_has(
    ending: Ending, rules: HouseRules, knocker: tuple[int, int], defender: tuple[int, int]
) -> None:
    result = score(Count(ending, 0, 0), rules)

    assert result.winner is Side.KNOCKER
    assert (result.points, result.boxes) == knocker
    assert (result.loser_points, result.loser_boxes) == defender


def test_a_spade_doubles_it_like_any_bonus() -> None:
    rules = GIN_TOO.but(spade_double=True, spade_doubles_boxes=True)

    undercut = score(Count(Ending.KNOCK, 10, 0, card("9S")), rules)
    against_gin = score(Count(Ending.GIN, 0, 0, card("9S")), rules)

    assert (undercut.points, undercut.boxes) == (2 * (10 + 10 + 10), 1 + 2)
    assert (against_gin.points, against_gin.loser_points, against_gin.loser_boxes) == (40, 20, 2)


def test_a_gin_off_against_gin_is_written_for_the_defender() -> None:
    game = sheet([Hand(0, Count(Ending.GIN, 0, 0))], GIN_TOO).game

    assert (game.running, game.boxes) == ((20, 10), (1, 1))
    assert game.columns[0].hands_won == (1, 0)
    assert game.columns[0].points_won == (20, 10)


def test_in_zero_sum_rules_it_is_taken_from_the_winner() -> None:
    game = sheet([Hand(0, Count(Ending.GIN, 0, 0))], GIN_TOO.but(loser_negative=True)).game

    assert game.running == (20 - 10, 10 - 20)


def test_boxes_at_once_are_added_for_both() -> None:
    rules = GIN_TOO.but(box_timing=BoxTiming.IMMEDIATE, box_bonus=20)

    assert sheet([Hand(1, Count(Ending.GIN, 0, 0))], rules).game.running == (10 + 20, 20 + 20)


def test_who_has_gin_ends_the_game_though_gin_off_brings_the_other_further() -> None:
    """Ann has 110 by gin for 20, Bob 121 by gin-off for 31: both are past the target."""
    hands = [Hand(0, Points(90)), Hand(1, Points(90)), Hand(0, Count(Ending.GIN, 0, 0))]
    rules = GIN_TOO.but(gin_off_bonus=31, target=100)

    assert sheet(hands, rules).game.running == (110, 121)
    assert sheet(hands, rules).games[0].winner == 0


def test_partners_keep_a_gin_off_beside_the_combined_result() -> None:
    """One side has gin for 20 against nothing, the other wins 30: 10 ahead, and 10 for gin-off."""
    hands = [
        Hand(0, Count(Ending.GIN, 0, 0), (0, 1)),
        Hand(3, Count(Ending.KNOCK, 2, 32), (2, 3)),
    ]

    game = sheet(hands, GIN_TOO, table=Table.PARTNERSHIP).game

    assert (game.running, game.boxes) == ((0, 10 + 10), (0, 1 + 1))


def test_in_hollywood_it_is_written_where_the_defender_has_scored() -> None:
    won, gin = Hand(1, Count(Ending.KNOCK, 5, 15)), Hand(0, Count(Ending.GIN, 0, 0))

    game = sheet([won, won, gin], GIN_TOO.but(columns=3)).game

    assert [column.running for column in game.columns] == [(20, 30), (0, 20), (0, 0)]


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_has_it(preset: str) -> None:
    rules = PRESETS[preset]

    assert score(Count(Ending.GIN, 0, 0, card("TD")), rules).loser_points == 0
    assert (rules.gin_off_bonus, rules.gin_off_extra_boxes) == (0, 0)
