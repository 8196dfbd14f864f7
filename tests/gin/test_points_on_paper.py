"""Hands of which only the points are known, as they stand on paper. All sums are counted by hand."""

from dataclasses import dataclass
from decimal import Decimal

import pytest

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand, score
from models.gin.money import account
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import (
    BoxTiming,
    DealRotation,
    Outcome,
    PartnersScore,
    Shutout,
    ShutoutTest,
    Stake,
    ThreePlayers,
)
from models.gin.rules.seating import Table
from models.gin.sheet.columns import ColumnEntry
from models.gin.sheet.extra_lines import Adjustment, ExtraLine
from models.gin.sheet.sheet import disallowed_hands, sheet
from tests.gin.table import ANN, BOB, DEAD, card, gin, knock, won

PLAIN = HouseRules(box_bonus=0, game_bonus=0, shutout=Shutout.NONE)
CID = 2
DEAD_UNDER_A_SPADE = Hand(None, Count(Ending.DEAD, upcard=card("9S")))


@dataclass(frozen=True)
class Written:
    """What is on a sheet, and how it stands."""

    title: str
    lines: tuple[Hand | ExtraLine, ...]
    rules: HouseRules
    running: tuple[int, ...]
    boxes: tuple[int, ...]
    table: Table = Table.TWO

    def __str__(self) -> str:
        return self.title


CASES = [
    Written("the winner gets the points and a box", (won(25),), PLAIN, (25, 0), (1, 0)),
    Written("a hand can be won for no points", (won(0, BOB),), PLAIN, (0, 0), (0, 1)),
    Written(
        "no bonus is added: it is in the points, if it was gin",
        (won(25),),
        PLAIN.but(gin_bonus=20, big_gin_bonus=31, knock_base=10),
        (25, 0),
        (1, 0),
    ),
    Written(
        "its box is that of a knock, whatever gin pays",
        (won(25), gin(18)),
        PLAIN.but(gin_extra_boxes=2, gin_bonus=20),
        (63, 0),
        (4, 0),
    ),
    Written(
        "boxes at once are added to the points",
        (won(25),),
        PLAIN.but(box_bonus=10, box_timing=BoxTiming.IMMEDIATE),
        (35, 0),
        (1, 0),
    ),
    Written(
        "zero sum takes them from the loser",
        (won(25, BOB),),
        PLAIN.but(loser_negative=True),
        (-25, 25),
        (0, 1),
    ),
    Written(
        "the first win is written in one Hollywood column, the second in two",
        (won(10), won(20), won(5, BOB)),
        PLAIN.but(columns=3),
        (10 + 20 + 20, 5),
        (3, 1),
    ),
    Written(
        "a double that a dead hand left is used up, not paid",
        (DEAD_UNDER_A_SPADE, won(25), knock(5, 10, upcard="2H")),
        PLAIN.but(spade_double=True, dead_hand_double_carries=True),
        (30, 0),
        (2, 0),
    ),
    Written(
        "partners take the smaller hand from the larger",
        (won(25), won(10, 3, (2, 3))),
        PLAIN,
        (15, 0),
        (1, 0),
        Table.PARTNERSHIP,
    ),
    Written(
        "or add both",
        (won(25), won(10, 3, (2, 3))),
        PLAIN.but(partners_score=PartnersScore.ADDED),
        (25, 10),
        (1, 1),
        Table.PARTNERSHIP,
    ),
    Written(
        "both who play against one of three score",
        (won(12), won(25, BOB)),
        PLAIN.but(three_players=ThreePlayers.ALL_AGAINST_WINNER),
        (12, 25, 25),
        (1, 1, 1),
        Table.THREE,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_hand_by_its_points_is_a_hand_won(case: Written) -> None:
    game = sheet(case.lines, case.rules, table=case.table).game

    assert (game.running, game.boxes) == (case.running, case.boxes)


def test_it_counts_as_a_hand() -> None:
    whole = sheet([won(25), knock(5, 10), won(31, BOB)], PLAIN.but(max_hands=3))

    assert [(scored_hand.number, scored_hand.outcome) for scored_hand in whole.hands] == [
        (1, Outcome.WON),
        (2, Outcome.KNOCK),
        (3, Outcome.WON),
    ]
    assert (whole.game.over, whole.game.winner) == (True, BOB)


def test_it_ends_a_game_and_shuts_out() -> None:
    game = sheet([won(60), won(40)], PLAIN.but(game_bonus=100, shutout=Shutout.DOUBLE_HAND_POINTS)).game

    assert (game.over, game.winner, game.final) == (True, ANN, (300, 0))


def test_a_hand_won_for_no_points_prevents_a_shutout_without_hands() -> None:
    rules = PLAIN.but(shutout=Shutout.FLAT, shutout_bonus=100, shutout_test=ShutoutTest.ZERO_HANDS)

    assert sheet([won(0, BOB), won(100)], rules).game.final == (100, 0)


@pytest.mark.parametrize(
    "rotation, dealer", [(DealRotation.WINNER, BOB), (DealRotation.LOSER, ANN), (DealRotation.ALTERNATE, BOB)]
)
def test_who_deals_next_is_as_after_any_hand(rotation: DealRotation, dealer: int) -> None:
    assert sheet([won(25, BOB)], PLAIN.but(deal_rotation=rotation)).next_dealer == dealer


def test_of_three_its_loser_sits_out_next() -> None:
    whole = sheet([won(25, CID, (1, 2))], PLAIN, table=Table.THREE)

    assert (whole.sits_out, whole.hands[0].entries) == (BOB, (ColumnEntry(CID, BOB, 25, 1),))


def test_it_is_paid_for_as_points_and_box_but_not_as_gin() -> None:
    stake = Stake(Decimal("0.10"), "EUR")
    rules = PLAIN.but(stake_per_point=stake, stake_per_box=stake, stake_per_gin=stake)
    paid = account(sheet([won(25)], rules))

    assert paid is not None
    assert paid.amounts == (Decimal("2.60"), Decimal("-2.60"))


def test_any_rules_allow_it() -> None:
    assert disallowed_hands([won(25)], PLAIN.but(oklahoma=True, knock_limit=0, spade_double=True)) == ()


def test_a_line_may_stand_between() -> None:
    whole = sheet([won(25), Adjustment(BOB, 5), won(10, BOB)], PLAIN)

    assert [row.totals for row in whole.in_order] == [(25, 0), (25, 5), (25, 15)]


def test_another_entry_agrees_if_it_is_worth_the_same_to_the_same_winner() -> None:
    rules = PLAIN.but(gin_bonus=20)

    def agree(one: Hand, told: Hand) -> bool:
        first, second = (sheet([hand], rules).hands[0] for hand in (one, told))
        return first.agrees_with(second, rules)

    assert agree(won(38), gin(18))
    assert agree(gin(18), won(38))
    assert not agree(won(38), gin(18, BOB))
    assert not agree(won(37), gin(18))
    assert not agree(won(38), DEAD)


def test_its_deadwood_is_not_known() -> None:
    with pytest.raises(ValueError, match="only its points are known"):
        won(25).count(PLAIN)


def test_nobody_is_known_to_have_knocked() -> None:
    assert (won(25).known_knocker, knock(5, 10).known_knocker, DEAD.known_knocker) == (None, ANN, None)
    assert score(won(25).laid, PLAIN).points == 25
