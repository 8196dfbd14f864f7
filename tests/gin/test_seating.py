"""Three players, and two against two: published rules, and sheets worked out by hand."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.money import Payment, account
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import (
    BoxTiming,
    DealRotation,
    PartnersScore,
    Redeal,
    Shutout,
    ShutoutTest,
    Stake,
    Tie,
    TiedGame,
)
from models.gin.rules.presets import SYDNEY
from models.gin.rules.seating import Faced, Table
from models.gin.sheet.columns import ColumnEntry
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin.table import ANN, BOB

CARL, DORA = 2, 3
PLAIN = STANDARD.but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE)
BOXES = PLAIN.but(box_bonus=20)


def won(by: int, points: int, over: int) -> Hand:
    """A knock with one left that pays *points*."""
    return Hand(by, Count(Ending.KNOCK, 1, 1 + points), faced(by, over))


def gin(by: int, against: int, over: int) -> Hand:
    """Gin, for twenty more than *against*."""
    return Hand(by, Count(Ending.GIN, 0, against), faced(by, over))


def dead(one: int, two: int) -> Hand:
    """A hand that nobody won."""
    return Hand(None, Count(Ending.DEAD), faced(one, two))


def faced(one: int, two: int) -> Faced:
    """Two players in the order of their names."""
    return min(one, two), max(one, two)


def partners(hands: Sequence[Hand], rules: HouseRules = PLAIN, dealer: int = 0) -> Sheet:
    """The sheet of Ann and Carl against Bob and Dora."""
    return sheet(hands, rules, dealer, Table.PARTNERSHIP)


def three(hands: Sequence[Hand], rules: HouseRules = PLAIN, dealer: int = CARL) -> Sheet:
    """The sheet of Ann, Bob and Carl; Carl deals and sits out first."""
    return sheet(hands, rules, dealer, Table.THREE)


# Two against two.

NETTED = [
    # the two hands of a round, the totals and the boxes of both sides
    ("published: +12 and -10 make 2", won(ANN, 12, BOB), won(DORA, 10, CARL), (2, 0), (1, 0)),
    ("published: +30 and -29 make 1", won(ANN, 30, BOB), won(DORA, 29, CARL), (1, 0), (1, 0)),
    ("the other way round", won(BOB, 30, ANN), won(CARL, 29, DORA), (0, 1), (0, 1)),
    ("published: nothing on equal, the box included", won(ANN, 12, BOB), won(DORA, 12, CARL), (0, 0), (0, 0)),
    ("both hands are one side's", won(ANN, 12, BOB), won(CARL, 10, DORA), (22, 0), (1, 0)),
    ("one hand is dead", won(ANN, 12, BOB), dead(CARL, DORA), (12, 0), (1, 0)),
    ("the other hand is dead", dead(ANN, BOB), won(DORA, 12, CARL), (0, 12), (0, 1)),
    ("both are dead", dead(ANN, BOB), dead(CARL, DORA), (0, 0), (0, 0)),
    ("the opponents have changed", won(ANN, 12, DORA), won(BOB, 10, CARL), (2, 0), (1, 0)),
]


@pytest.mark.parametrize(
    "one, other, totals, boxes", [case[1:] for case in NETTED], ids=[case[0] for case in NETTED]
)
def test_a_round_is_netted(one: Hand, other: Hand, totals: tuple[int, int], boxes: tuple[int, int]) -> None:
    game = partners([one, other]).game

    assert (game.running, game.boxes) == (totals, boxes)


GIN_ADDS_TWO = BOXES.but(gin_extra_boxes=2)
BONUS_BOXES = [
    ("gin ahead has its own three", gin(ANN, 10, BOB), won(DORA, 12, CARL), (18, 0), (3, 0)),
    ("gin behind keeps its two", gin(ANN, 10, BOB), won(DORA, 40, CARL), (0, 10), (2, 1)),
    ("gin of both sides", gin(ANN, 10, BOB), gin(DORA, 40, CARL), (0, 30), (2, 3)),
    ("gin in an equal round keeps its two boxes", gin(ANN, 10, BOB), won(DORA, 30, CARL), (0, 0), (2, 0)),
    ("gin of both partners", gin(ANN, 10, BOB), gin(CARL, 20, DORA), (70, 0), (5, 0)),
]


@pytest.mark.parametrize(
    "one, other, totals, boxes", [case[1:] for case in BONUS_BOXES], ids=[case[0] for case in BONUS_BOXES]
)
def test_a_bonus_box_stays_with_the_side_that_earned_it(
    one: Hand, other: Hand, totals: tuple[int, int], boxes: tuple[int, int]
) -> None:
    game = partners([one, other], GIN_ADDS_TWO).game

    assert (game.running, game.boxes) == (totals, boxes)


def test_a_hand_counts_when_the_one_beside_it_is_played() -> None:
    alone = partners([won(ANN, 12, BOB)])
    both = partners([won(ANN, 12, BOB), won(DORA, 10, CARL)])

    assert (alone.game.running, alone.hands[0].beside) == ((0, 0), None)
    assert [(scored_hand.beside, scored_hand.totals, scored_hand.entries) for scored_hand in both.hands] == [
        (2, (0, 0), ()),
        (1, (2, 0), (ColumnEntry(0, 1, points=2, boxes=1),)),
    ]
    assert (alone.to_play, both.to_play) == (((2, 3),), ((0, 1), (2, 3)))


def test_a_pair_need_not_wait_to_note_its_next_hand() -> None:
    """Ann and Bob are a hand ahead: their second hand waits for the other pair's."""
    ahead = [won(ANN, 12, BOB), won(BOB, 40, ANN), won(DORA, 10, CARL)]

    whole = partners(ahead)
    assert [scored_hand.number for scored_hand in whole.hands] == [1, 2, 3]
    assert [scored_hand.beside for scored_hand in whole.hands] == [3, None, 1]
    assert whole.game.running == (2, 0)
    assert partners([*ahead, won(CARL, 50, DORA)]).game.running == (12, 0)


def test_nobody_plays_twice_in_a_round() -> None:
    """Ann and Bob say twice that it was the first: the second of these is their next."""
    said = [
        replace(won(ANN, 12, BOB), round=1),
        replace(won(ANN, 40, BOB), round=1),
        replace(won(CARL, 9, DORA), round=9),
        won(CARL, 5, DORA),
        won(DORA, 10, CARL),
    ]
    whole = partners(said)

    assert [scored_hand.round for scored_hand in whole.hands] == [1, 2, 9, 1, 2]
    assert [scored_hand.beside for scored_hand in whole.hands] == [4, 5, None, 1, 2]
    assert whole.game.running == (12 + 5 + 40 - 10, 0)


def test_a_hand_that_has_to_leave_its_round_takes_no_place_there() -> None:
    """Ann can't play twice in the second round: her second hand is not in it, so Dora can still play."""
    said = [
        won(ANN, 12, BOB),
        replace(won(ANN, 40, BOB), round=2),
        replace(won(DORA, 9, ANN), round=2),
        replace(won(CARL, 10, DORA), round=2),
    ]

    assert [scored_hand.round for scored_hand in partners(said).hands] == [1, 2, 3, 2]


def test_a_hand_noted_early_belongs_to_the_game_in_which_it_counts() -> None:
    """The second hand of Ann and Bob is noted before the round that ends the first game is complete."""
    hands = [won(ANN, 90, BOB), won(BOB, 40, ANN), won(CARL, 20, DORA), won(DORA, 5, CARL)]

    whole = partners(hands, PLAIN.but(games_to_win=None))

    assert [scored_hand.game for scored_hand in whole.hands] == [1, 2, 1, 2]
    assert [game.running for game in whole.games] == [(110, 0), (0, 45)]


def test_partners_end_a_game_and_are_paid_its_bonuses() -> None:
    """110 to 0 after two rounds: two boxes, the game and the shutout."""
    hands = [won(ANN, 80, BOB), won(DORA, 10, CARL), won(CARL, 40, DORA), dead(ANN, BOB)]
    game = partners(hands, STANDARD).game

    assert (game.over, game.winner, game.final) == (True, 0, (110 + 40 + 100 + 100, 0))


def test_a_side_that_is_never_ahead_is_shut_out_though_it_won_a_hand() -> None:
    rules = STANDARD.but(shutout_test=ShutoutTest.ZERO_HANDS)

    assert partners([won(ANN, 97, BOB), won(DORA, 1, CARL)] * 2, rules).game.is_shutout


def test_of_two_against_two_a_game_of_limited_length_counts_rounds() -> None:
    rules = PLAIN.but(max_hands=2)
    hands = [won(ANN, 12, BOB), won(DORA, 10, CARL), dead(ANN, BOB), won(DORA, 1, CARL)]

    assert [partners(hands[:number], rules).game.over for number in range(1, 5)] == [False] * 3 + [True]


def test_a_level_round_that_is_dealt_again_is_no_turn_of_a_tied_game() -> None:
    """Level, so the same side deals again: the other side deals for the first time in the third round."""
    rules = PLAIN.but(
        partners_score=PartnersScore.ADDED, max_hands=1, tied_after_max_hands=TiedGame.END_OF_ROUND
    )
    level = [won(ANN, 12, BOB), won(DORA, 12, CARL)]
    ahead = [won(ANN, 12, BOB), dead(CARL, DORA)]
    over = [partners([*level, *ahead * rounds], rules).game.over for rounds in range(3)]

    assert over == [False, False, True]


def test_what_partners_win_is_taken_from_the_other_side_in_zero_sum_rules() -> None:
    assert partners([won(ANN, 12, BOB), won(DORA, 10, CARL)], SYDNEY).game.running == (2, -2)


def test_boxes_that_count_at_once_can_end_a_game() -> None:
    """Ten short of the target, Ann's side loses the round and keeps the box for its gin."""
    rules = PLAIN.but(box_bonus=10, box_timing=BoxTiming.IMMEDIATE, gin_extra_boxes=1)
    hands = [won(ANN, 80, BOB), dead(CARL, DORA), gin(ANN, 10, BOB), won(DORA, 40, CARL)]
    game = partners(hands, rules).game

    assert (game.over, game.winner, game.running) == (True, 0, (100, 20))


def test_a_box_of_a_side_without_a_win_stands_in_the_first_hollywood_column() -> None:
    rules = GIN_ADDS_TWO.but(columns=3)
    lost_with_gin = [gin(ANN, 10, BOB), won(DORA, 40, CARL)]
    then_won = [won(ANN, 12, BOB), dead(CARL, DORA)]

    first = partners(lost_with_gin, rules).game
    later = partners([*lost_with_gin, *then_won], rules).game

    assert [column.boxes for column in first.columns] == [(2, 1), (0, 0), (0, 0)]
    assert [column.running for column in later.columns] == [(12, 10), (0, 0), (0, 0)]


DEALS = [
    # rotation, redeal, the hands of one round, the side that deals next after side 0
    (DealRotation.ALTERNATE, Redeal.SAME_DEALER, won(ANN, 12, BOB), won(DORA, 10, CARL), 1),
    (DealRotation.WINNER, Redeal.SAME_DEALER, won(ANN, 12, BOB), won(DORA, 10, CARL), 0),
    (DealRotation.LOSER, Redeal.SAME_DEALER, won(ANN, 12, BOB), won(DORA, 10, CARL), 1),
    (DealRotation.LOSER, Redeal.SAME_DEALER, won(ANN, 12, BOB), won(DORA, 12, CARL), 0),
    (DealRotation.LOSER, Redeal.ROTATE, won(ANN, 12, BOB), won(DORA, 12, CARL), 1),
    (DealRotation.WINNER, Redeal.ROTATE, dead(ANN, BOB), dead(CARL, DORA), 1),
]


@pytest.mark.parametrize("rotation, redeal, one, other, side", DEALS)
def test_sides_deal_as_players_do(
    rotation: DealRotation, redeal: Redeal, one: Hand, other: Hand, side: int
) -> None:
    whole = partners([one, other], PLAIN.but(deal_rotation=rotation, redeal_after_dead_hand=redeal))

    assert [scored_hand.dealer for scored_hand in whole.hands] == [ANN, CARL]
    assert whole.next_dealer == side


# Three.


def test_the_loser_sits_out_the_next_hand_and_deals_it() -> None:
    hands = [won(ANN, 12, BOB), won(CARL, 20, ANN), won(CARL, 5, BOB)]
    whole = three(hands)

    assert [scored_hand.dealer for scored_hand in whole.hands] == [CARL, BOB, ANN]
    assert [scored_hand.totals for scored_hand in whole.hands] == [(12, 0, 0), (12, 0, 20), (12, 0, 25)]
    assert [three(hands[:number]).to_play for number in range(4)] == [
        ((ANN, BOB),),
        ((ANN, CARL),),
        ((BOB, CARL),),
        ((ANN, CARL),),
    ]


def test_after_a_dead_hand_the_same_two_play_again() -> None:
    whole = three([won(ANN, 12, BOB), dead(ANN, CARL)])

    assert (whole.next_dealer, whole.to_play) == (BOB, ((ANN, CARL),))


def test_an_equal_count_that_is_nobodys_is_played_again() -> None:
    equal = Hand(ANN, Count(Ending.KNOCK, 5, 5), (ANN, CARL))

    assert three([won(ANN, 12, BOB), equal], PLAIN.but(tie=Tie.VOID)).to_play == ((ANN, CARL),)


def test_who_played_is_a_fact_that_a_correction_leaves_alone() -> None:
    """Bob is said to have won the first hand after all: Ann should have sat out the second, and did not."""
    whole = three([won(BOB, 12, ANN), won(CARL, 20, ANN)])

    assert [scored_hand.dealer for scored_hand in whole.hands] == [CARL, BOB]
    assert whole.game.running == (0, 12, 20)


def test_the_first_of_three_to_the_target_takes_the_game() -> None:
    """120, 30 and 12: the game, and a box for each hand won; two have points, so nobody is shut out."""
    hands = [won(ANN, 60, BOB), won(CARL, 12, ANN), won(BOB, 30, CARL), won(ANN, 60, BOB)]
    game = three(hands, STANDARD).game

    assert (game.over, game.winner, game.is_shutout) == (True, ANN, False)
    assert game.final == (120 + 40 + 100, 30 + 20, 12 + 20)
    assert game.difference == (260 - 50) + (260 - 32)


def test_of_three_a_shutout_is_against_both_others() -> None:
    whitewash = [won(ANN, 60, BOB), won(ANN, 60, CARL)]
    one_has_points = [won(ANN, 60, BOB), won(CARL, 5, ANN), won(ANN, 60, CARL)]

    assert three(whitewash, STANDARD).game.is_shutout
    assert not three(one_has_points, STANDARD).game.is_shutout


def test_what_one_of_three_wins_is_taken_from_who_lost_that_hand() -> None:
    whole = three([won(ANN, 40, BOB), won(CARL, 5, ANN)], SYDNEY)

    assert whole.game.running == (55 - 20, -55, 20)


def test_boxes_at_once_are_taken_from_who_lost_that_hand() -> None:
    rules = SYDNEY.but(box_bonus=10, box_timing=BoxTiming.IMMEDIATE)

    assert three([won(ANN, 40, BOB), won(CARL, 5, ANN)], rules).game.running == (65 - 30, -65, 30)


def test_three_on_a_hollywood_sheet() -> None:
    """Everybody's first win stands in the first column, the second in two."""
    hands = [won(ANN, 10, BOB), won(CARL, 20, ANN), won(BOB, 30, CARL), won(BOB, 40, ANN)]
    game = three(hands, PLAIN.but(columns=3)).game

    assert [column.running for column in game.columns] == [(10, 70, 20), (0, 40, 0), (0, 0, 0)]


def test_three_settle_everybody_with_everybody() -> None:
    """260, 50 and 32 after the game: Bob and Carl each pay Ann; Bob has eighteen to come from Carl."""
    hands = [won(ANN, 60, BOB), won(CARL, 12, ANN), won(BOB, 30, CARL), won(ANN, 60, BOB)]
    stood = account(three(hands, STANDARD.but(stake_per_point=Stake.parse("0.10 EUR"))))
    assert stood is not None

    assert stood.owed["stake_per_point"] == (438, -192, -246)
    assert stood.payments == (
        Payment(BOB, ANN, Decimal("19.20"), "EUR"),
        Payment(CARL, ANN, Decimal("24.60"), "EUR"),
    )


def test_a_zero_sum_account_of_three_is_what_stands_on_the_sheet() -> None:
    rules = SYDNEY.but(stake_per_point=Stake.parse("1 EUR"))
    stood = account(three([won(ANN, 40, BOB), won(CARL, 5, ANN)], rules))

    assert stood is not None
    assert stood.owed["stake_per_point"] == (35, -55, 20)


def test_several_games_of_three() -> None:
    rules = PLAIN.but(games_to_win=2)
    whole = three([won(ANN, 97, BOB), won(ANN, 10, CARL), gin(BOB, 90, ANN), gin(ANN, 95, BOB)], rules)

    assert (whole.match.over, whole.match.winner, whole.match.games_won) == (True, ANN, (2, 1, 0))


# Who can face whom.

IMPOSSIBLE = [
    (Table.TWO, won(ANN, 12, CARL)),
    (Table.TWO, Hand(CARL, Count(Ending.GIN, 0, 20))),
    (Table.THREE, won(ANN, 12, DORA)),
    (Table.THREE, Hand(CARL, Count(Ending.GIN, 0, 20), (ANN, BOB))),
    (Table.THREE, Hand(BOB, Count(Ending.GIN, 0, 20), (BOB, ANN))),
    (Table.PARTNERSHIP, won(ANN, 12, CARL)),
    (Table.PARTNERSHIP, won(BOB, 12, DORA)),
    (Table.PARTNERSHIP, dead(ANN, ANN)),
]


@pytest.mark.parametrize("table, hand", IMPOSSIBLE)
def test_nobody_plays_with_a_partner_or_from_another_table(table: Table, hand: Hand) -> None:
    with pytest.raises(ValueError, match="not played at a table of"):
        sheet([hand], PLAIN, table=table)
