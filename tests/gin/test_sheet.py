"""The score sheet: games, boxes, bonuses, columns, matches, dealers, corrections, and what each hand adds."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import assume, given

from models.gin.document.writing import MatchDocument
from models.gin.hand.problems import Reason
from models.gin.hand.scoring import Hand, StepKind
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import (
    BoxTiming,
    DealRotation,
    GameWinner,
    NextGameDealer,
    Outcome,
    PartnersScore,
    Redeal,
    Shutout,
    ShutoutTest,
    ThreePlayers,
    Tie,
)
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Player, Table, Totals
from models.gin.sheet.columns import Bonus
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import Sheet, disallowed_hands, sheet
from tests.gin.strategies import evenings
from tests.gin.table import ANN, BOB, DEAD, big_gin, gin, knock, running
from tests.gin.table import worth as won

PAGAT, SYDNEY, FRENCH, PALACE = (PRESETS[name] for name in ("pagat", "sydney", "french", "palace"))
PLAIN = PRESETS["white-knuckle"]
"""Points to a hundred and nothing after it."""


# Shutouts

THREE_HANDS = [won(40), won(40), won(30)]

SHUTOUTS = [
    # option, box, final total, difference: the same three hands pay 270, 370, 395, 460, 540 or 570
    (Shutout.NONE, 20, 110 + 60 + 100, 270),
    (Shutout.FLAT, 20, 110 + 60 + 100 + 100, 370),
    (Shutout.DOUBLE_HAND_POINTS, 25, 110 * 2 + 75 + 100, 395),
    (Shutout.DOUBLE_BONUSES, 25, 110 + (75 + 100) * 2, 460),
    (Shutout.DOUBLE_TOTAL, 25, (110 + 75 + 100) * 2, 570),
    (Shutout.DOUBLE_DIFFERENCE, 20, 110 + 60 + 100, 540),
]


@pytest.mark.parametrize("option, box, final, difference", SHUTOUTS)
def test_what_a_shutout_pays(option: Shutout, box: int, final: int, difference: int) -> None:
    game = sheet(THREE_HANDS, PAGAT.but(shutout=option, box_bonus=box)).game

    assert game.final == (final, 0)
    assert game.difference == difference
    assert game.is_shutout is (option is not Shutout.NONE)


@pytest.mark.parametrize("option", Shutout)
def test_one_point_of_the_loser_spoils_every_shutout(option: Shutout) -> None:
    game = sheet([*THREE_HANDS[:2], won(1, BOB), THREE_HANDS[2]], PAGAT.but(shutout=option)).game

    assert game.final == (110 + 60 + 100, 1 + 20)
    assert game.difference == 270 - 21
    assert not game.is_shutout


@pytest.mark.parametrize("option", Shutout)
def test_the_second_player_shuts_out_as_the_first_does(option: Shutout) -> None:
    ann = sheet(THREE_HANDS, PAGAT.but(shutout=option)).game
    bob = sheet([won(40, BOB), won(40, BOB), won(30, BOB)], PAGAT.but(shutout=option)).game

    assert ann.final is not None
    assert bob.final == ann.final[::-1]
    assert (bob.winner, bob.difference) == (BOB, -(ann.difference or 0))


@pytest.mark.parametrize(
    "test, is_shutout", [(ShutoutTest.ZERO_HANDS, False), (ShutoutTest.ZERO_POINTS, True)]
)
def test_a_hand_won_for_nothing_breaks_a_shutout_of_hands_not_one_of_points(
    test: ShutoutTest, is_shutout: bool
) -> None:
    """Both knock with seven: the knocker wins nothing, and a box."""
    tied = PAGAT.but(tie=Tie.KNOCKER, shutout_test=test)

    game = sheet([won(60), knock(7, 7, by=BOB), won(50)], tied).game

    assert game.boxes == (2, 1)
    assert game.is_shutout is is_shutout
    assert game.final == (110 + 40 + 100 + 100 * is_shutout, 20)


def test_what_was_taken_from_the_loser_is_not_what_the_loser_won() -> None:
    zero_sum = PAGAT.but(loser_negative=True)

    assert sheet([won(50), won(50)], zero_sum).game.is_shutout
    assert not sheet([won(10, BOB), won(60), won(50)], zero_sum).game.is_shutout


def test_a_shutout_before_the_end_is_none() -> None:
    game = sheet([won(90)], PAGAT).game

    assert (game.is_shutout, game.final, game.difference, game.winner) == (False, None, None, None)


# The end of a game


@pytest.mark.parametrize("target", [100, 125, 150, 200, 250, 300, 500])
def test_a_game_ends_at_its_target_reached_or_passed(target: int) -> None:
    rules = PLAIN.but(target=target)
    before = [won(50)] * (target // 50 - 1) + ([won(25)] if target % 50 else [])

    assert not sheet([*before, won(49)], rules).game.over
    assert sheet([*before, won(50)], rules).game.over
    assert sheet([*before, won(51)], rules).game.over


def test_the_game_bonus_is_the_players_whose_score_crossed() -> None:
    """Ann knocks and is undercut: Bob crosses."""
    game = sheet([won(95), won(90, BOB), knock(10, 8)], PAGAT).game

    assert game.running == (95, 102)
    assert game.final == (95 + 20, 102 + 40 + 100)
    assert game.winner == BOB


def test_every_bonus_has_its_own_line() -> None:
    [column] = sheet(THREE_HANDS, PAGAT).game.columns

    assert column.bonuses == {Bonus.BOXES: (60, 0), Bonus.GAME: (100, 0), Bonus.SHUTOUT: (100, 0)}


def test_while_a_game_is_under_way_only_its_boxes_stand() -> None:
    [column] = sheet([won(40), won(30, BOB)], PAGAT).game.columns

    assert column.bonuses == {Bonus.BOXES: (20, 20), Bonus.GAME: (0, 0), Bonus.SHUTOUT: (0, 0)}


def test_nine_boxes_win_a_game_that_the_other_ended() -> None:
    small = [won(points, BOB) for points in (10, 11, 10, 11, 10, 11, 10, 11, 11)]
    hands = [won(45), won(30), *small, won(25)]

    by_total, by_target = sheet(hands, FRENCH).game, sheet(hands, PAGAT).game

    assert by_total.final == by_target.final == (260, 275)
    assert (by_total.winner, by_target.winner) == (BOB, ANN)
    assert by_total.difference == by_target.difference == -15


def test_equal_final_totals_leave_the_game_with_the_player_who_ended_it() -> None:
    """100 + 100 + 20 against 80 + 7 boxes of 20."""
    hands = [*[won(11, BOB)] * 4, *[won(12, BOB)] * 3, won(97), won(3)]
    rules = FRENCH.but(box_bonus=20, game_bonus=80)

    game = sheet(hands, rules).game

    assert game.final == (100 + 80 + 40, 80 + 140)
    assert (game.winner, game.difference) == (ANN, 0)


# Boxes


def test_boxes_at_the_end_do_not_count_toward_the_target() -> None:
    game = sheet([won(20)] * 4, PAGAT).game

    assert game.running == (80, 0)
    assert not game.over


def test_boxes_at_once_do() -> None:
    """40 + 10, 40 + 10: two hands are a hundred."""
    score_sheet = sheet([won(40), won(30, BOB), won(40)], PALACE)

    assert [scored_hand.totals for scored_hand in score_sheet.hands] == [(50, 0), (50, 40), (100, 40)]
    assert score_sheet.game.over
    assert score_sheet.game.final == (100, 40)


def test_a_box_can_end_a_game() -> None:
    assert not sheet([won(79)], PALACE).game.over
    assert sheet([won(90)], PALACE).game.final == (100, 0)


def test_boxes_at_once_are_doubled_with_the_bonuses() -> None:
    game = sheet([won(40), won(40)], PALACE.but(shutout=Shutout.DOUBLE_TOTAL)).game

    assert game.final == (2 * (80 + 20), 0)


def test_extra_boxes_for_gin_and_undercut_doubled_under_a_spade() -> None:
    """One and one; one, two; one, one; one, and twice two."""
    rules = PLAIN.but(
        target=150,
        box_bonus=25,
        gin_extra_boxes=2,
        undercut_extra_boxes=1,
        spade_double=True,
        spade_doubles_boxes=True,
    )
    hands = [knock(3, 15, upcard="4H"), gin(14, upcard="5D"), knock(8, 7, upcard="9C"), gin(30, upcard="2S")]

    score_sheet = sheet(hands, rules)

    assert [scored_hand.boxes for scored_hand in score_sheet.hands] == [1, 3, 2, 5]
    assert [scored_hand.points for scored_hand in score_sheet.hands] == [12, 39, 26, 110]
    assert score_sheet.game.final == (161 + 9 * 25, 26 + 2 * 25)


def test_a_dead_hand_gives_no_box_and_a_spade_is_not_carried_over() -> None:
    rules = PAGAT.but(spade_double=True)
    dead_under_a_spade = Hand(None, DEAD.laid)

    score_sheet = sheet([dead_under_a_spade, won(20, upcard="9H")], rules)

    assert [(scored_hand.points, scored_hand.boxes) for scored_hand in score_sheet.hands] == [(0, 0), (20, 1)]


def test_big_gin_has_extra_boxes_of_its_own() -> None:
    rules = PLAIN.but(big_gin_bonus=31, gin_extra_boxes=1, big_gin_extra_boxes=2)

    assert [each.boxes for each in sheet([gin(1), big_gin(1)], rules).hands] == [2, 3]
    assert [each.boxes for each in sheet([big_gin(1)], rules.but(big_gin_bonus=None)).hands] == [2]


# Zero sum


def test_what_one_wins_the_other_loses() -> None:
    hands = [knock(4, 30), knock(5, 18, by=BOB), gin(37), gin(60)]

    score_sheet = sheet(hands, SYDNEY)

    assert [scored_hand.totals for scored_hand in score_sheet.hands] == [
        (41, -41),
        (13, -13),
        (75, -75),
        (160, -160),
    ]
    assert (score_sheet.game.winner, score_sheet.game.final) == (ANN, (160, -160))


def test_the_target_is_a_lead_in_zero_sum_rules() -> None:
    """177 points won, 45 lost: no winner yet."""
    hands = [gin(37), gin(20, by=BOB), gin(60), knock(5, 20)]

    assert running(hands, SYDNEY) == (132, -132)
    assert not sheet(hands, SYDNEY).game.over


def test_the_draw_of_zero_sum_rules_takes_nothing_from_anybody() -> None:
    assert running([gin(37), DEAD], SYDNEY) == (62, -62)


def test_boxes_are_not_taken_from_the_loser() -> None:
    game = sheet([won(60), won(50, BOB), won(95)], PAGAT.but(loser_negative=True)).game

    assert game.running == (105, -105)
    assert game.final == (105 + 100 + 40, -105 + 20)


# Hands without end


def test_the_higher_total_wins_after_the_last_hand() -> None:
    game = sheet([knock(4, 30), gin(20, by=BOB), DEAD], SYDNEY.but(max_hands=3)).game

    assert game.over
    assert (game.winner, game.final) == (BOB, (-4, 4))


def test_a_game_drawn_after_the_last_hand_is_nobodys() -> None:
    score_sheet = sheet([won(30), won(30, BOB)], PAGAT.but(max_hands=2))
    game, match = score_sheet.game, score_sheet.match

    assert (game.over, game.winner, game.final, game.difference) == (True, None, (50, 50), 0)
    assert (match.over, match.winner, match.games_won) == (True, None, (0, 0))


def test_in_a_match_a_drawn_game_is_played_again() -> None:
    drawn = [won(30), won(30, BOB)]

    score_sheet = sheet(
        [*drawn, won(30), won(20), *drawn, won(9), DEAD], PAGAT.but(max_hands=2, games_to_win=2)
    )

    assert [game.winner for game in score_sheet.games] == [None, ANN, None, ANN]
    assert (score_sheet.match.winner, score_sheet.match.games_won) == (ANN, (2, 0))


def test_the_player_ahead_after_the_last_hand_has_the_game_bonus_and_the_shutout() -> None:
    game = sheet([won(30), won(20)], PAGAT.but(max_hands=2)).game

    assert game.final == (50 + 40 + 100 + 100, 0)


def test_a_target_reached_with_the_last_hand_is_reached() -> None:
    game = sheet([won(60), won(90, BOB), won(45)], PAGAT.but(max_hands=3)).game

    assert (game.winner, game.running) == (ANN, (105, 90))


def test_dead_hands_are_hands() -> None:
    assert sheet([DEAD, DEAD], PAGAT.but(max_hands=2)).game.over
    assert not sheet([DEAD], PAGAT.but(max_hands=2)).game.over


# Hollywood


def test_a_players_first_win_is_written_in_one_column_the_second_in_two() -> None:
    """A published score sheet."""
    hands = [won(18), won(12, BOB), won(25), won(30, BOB), won(15), won(22), won(20, BOB)]

    score_sheet = sheet(hands, PLAIN.but(columns=3))

    assert [column.running for column in score_sheet.game.columns] == [(80, 62), (62, 50), (37, 20)]
    assert [scored_hand.columns for scored_hand in score_sheet.hands] == [
        (0,),
        (0,),
        (0, 1),
        (0, 1),
        (0, 1, 2),
        (0, 1, 2),
        (0, 1, 2),
    ]


def test_a_player_shut_out_of_a_column_starts_in_the_next_open_one() -> None:
    hands = [won(40), won(35), won(30), won(22, BOB), won(15, BOB), won(40), won(33)]
    rules = PAGAT.but(columns=3, shutout=Shutout.DOUBLE_DIFFERENCE)

    game = sheet(hands, rules).games[0]

    assert [column.running for column in game.columns] == [(105, 0), (105, 37), (103, 15)]
    assert [column.final for column in game.columns] == [(265, 0), (265, 77), (263, 35)]
    assert [column.difference for column in game.columns] == [2 * 265, 188, 228]
    assert (game.over, game.winner, game.difference) == (True, ANN, 946)


def test_nothing_more_is_written_in_a_column_that_has_ended() -> None:
    score_sheet = sheet([won(60, BOB), won(60), won(50), won(9, BOB)], PLAIN.but(columns=3))

    assert [column.running for column in score_sheet.game.columns] == [(110, 60), (50, 9), (0, 0)]
    assert score_sheet.hands[-1].columns == (1,)


def test_a_hand_ends_two_columns_at_once() -> None:
    score_sheet = sheet([won(10), won(80), won(20)], PLAIN.but(columns=2))

    assert [column.running for column in score_sheet.game.columns] == [(110, 0), (100, 0)]
    assert score_sheet.game.over


@pytest.mark.parametrize("bob, winner, difference", [(49, ANN, 1), (50, None, 0), (51, BOB, -1)])
def test_a_single_point_decides_a_hollywood_game(bob: int, winner: int | None, difference: int) -> None:
    """Ann ends the first column, Bob the second."""
    hands = [won(50), won(bob, BOB), won(50), won(97, BOB), won(3, BOB)]

    game = sheet(hands, PLAIN.but(columns=2)).games[0]

    assert [column.running for column in game.columns] == [(100, bob), (50, 100)]
    assert (game.winner, game.difference) == (winner, difference)


def test_a_hollywood_game_is_the_players_who_is_paid() -> None:
    """Ann takes one column by a little, Bob two by more."""
    hands = [won(10), won(95, BOB), won(92), won(97, BOB), won(60, BOB), won(60, BOB)]

    game = sheet(hands, PLAIN.but(columns=3)).games[0]

    assert [column.winner for column in game.columns] == [ANN, BOB, BOB]
    assert [column.difference for column in game.columns] == [102 - 95, 92 - 157, -120]
    assert (game.winner, game.difference) == (BOB, 7 - 65 - 120)


def test_boxes_are_written_in_every_column_of_the_hand() -> None:
    game = sheet([won(10), won(10), won(10)], PAGAT.but(columns=3)).game

    assert [column.boxes for column in game.columns] == [(3, 0), (2, 0), (1, 0)]
    assert game.boxes == (6, 0)


def test_the_club_of_rummytalk_settles_each_column_by_itself() -> None:
    """Gin under no spade: three boxes of 25 each time, 250 a column, doubled against nothing."""
    hands = [gin(75, upcard="5H"), gin(75, upcard="5H"), gin(75, upcard="5H"), gin(75, upcard="5H")]
    score_sheet = sheet([*hands, gin(25, upcard="5H")], PRESETS["rummytalk"])

    first = score_sheet.games[0].columns[0]

    assert first.running == (300, 0)
    assert first.final == (300 + 9 * 25 + 250, 0)
    assert first.difference == 2 * 775
    assert [column.ended for column in score_sheet.games[0].columns] == [True, True, True]
    assert score_sheet.match.over


# Matches


def test_a_match_is_won_by_the_third_game_of_at_most_five() -> None:
    game_of = {ANN: [won(90), won(10)], BOB: [won(90, BOB), won(10, BOB)]}
    winners = [ANN, BOB, BOB, ANN, ANN]
    hands = [hand for winner in winners for hand in game_of[winner]]
    best_of_five = PLAIN.but(games_to_win=3)

    score_sheet = sheet(hands, best_of_five)

    assert [game.winner for game in score_sheet.games] == winners
    assert [scored_hand.game for scored_hand in score_sheet.hands] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    match, before = score_sheet.match, sheet(hands[:-1], best_of_five).match
    assert (match.over, match.winner, match.games_won) == (True, ANN, (3, 2))
    assert (before.over, before.games_won) == (False, (2, 2))


def test_as_many_games_as_they_like() -> None:
    score_sheet = sheet([won(97), won(3)] * 12, PLAIN.but(games_to_win=None))

    assert (score_sheet.match.over, score_sheet.match.games_won) == (False, (12, 0))
    assert score_sheet.past_the_end == ()


def test_a_long_match_is_not_counted_anew_at_every_hand() -> None:
    score_sheet = sheet([won(1)] * 10_000, PLAIN.but(target=1, games_to_win=None))

    assert score_sheet.match.games_won == (10_000, 0)


def test_an_empty_sheet_has_a_game_under_way() -> None:
    score_sheet = sheet([], PAGAT, first_dealer=BOB)

    [game] = score_sheet.games
    assert (game.number, game.over, game.running) == (1, False, (0, 0))
    assert (score_sheet.next_dealer, score_sheet.match.over) == (BOB, False)


def test_the_next_game_starts_with_its_first_hand() -> None:
    between = sheet([won(97), won(3)], PLAIN.but(games_to_win=2))
    score_sheet = sheet([won(97), won(3), won(5, BOB)], PLAIN.but(games_to_win=2))

    assert (between.game.number, between.game.over) == (1, True)
    assert (score_sheet.game.number, score_sheet.game.over, score_sheet.game.running) == (2, False, (0, 5))


def test_a_hand_past_the_end_is_shown_and_counts_for_nothing() -> None:
    score_sheet = sheet([won(97), won(3), won(50, BOB), DEAD], PLAIN)

    assert [scored_hand.past_the_end for scored_hand in score_sheet.hands] == [False, False, True, True]
    assert [scored_hand.points for scored_hand in score_sheet.past_the_end] == [50, 0]
    assert [scored_hand.totals for scored_hand in score_sheet.past_the_end] == [(100, 0), (100, 0)]
    assert score_sheet.game.final == (100, 0)
    assert score_sheet.match.winner == ANN


@pytest.mark.parametrize("rule, dealer", [("passes_on", BOB), ("winner", ANN), ("loser", BOB)])
def test_a_hand_past_the_end_does_not_decide_who_deals_the_rematch(rule: str, dealer: Player) -> None:
    rules = PLAIN.but(deal_rotation=DealRotation.LOSER, next_game_dealer=NextGameDealer(rule))

    assert sheet([won(97), won(3)], rules).next_dealer == dealer
    assert sheet([won(97), won(3), won(50, BOB)], rules).next_dealer == dealer


# Corrections


def test_in_a_match_what_follows_an_earlier_end_belongs_to_the_next_game() -> None:
    hands = [won(70), won(30, BOB), won(30), won(50, BOB), won(31, BOB)]

    score_sheet = sheet(hands, FRENCH.but(games_to_win=2))

    assert [scored_hand.game for scored_hand in score_sheet.hands] == [1, 1, 1, 2, 2]
    assert score_sheet.game.running == (0, 81)


# Dealers

DEALS = [
    # rotation, dealer, hand, next dealer
    (DealRotation.ALTERNATE, ANN, won(5, ANN), BOB),
    (DealRotation.ALTERNATE, ANN, won(5, BOB), BOB),
    (DealRotation.ALTERNATE, BOB, won(5, BOB), ANN),
    (DealRotation.WINNER, ANN, won(5, ANN), ANN),
    (DealRotation.WINNER, ANN, won(5, BOB), BOB),
    (DealRotation.WINNER, BOB, knock(9, 5, by=ANN), BOB),
    (DealRotation.WINNER, ANN, knock(9, 5, by=ANN), BOB),
    (DealRotation.LOSER, ANN, won(5, ANN), BOB),
    (DealRotation.LOSER, ANN, won(5, BOB), ANN),
    (DealRotation.LOSER, BOB, knock(9, 5, by=ANN), ANN),
]


@pytest.mark.parametrize("rotation, dealer, hand, expected", DEALS)
def test_who_deals_next(rotation: DealRotation, dealer: int, hand: Hand, expected: int) -> None:
    assert sheet([hand], PAGAT.but(deal_rotation=rotation), dealer).next_dealer == expected


@pytest.mark.parametrize("rotation", DealRotation)
@pytest.mark.parametrize("dealer", [ANN, BOB])
def test_who_deals_after_a_dead_hand(rotation: DealRotation, dealer: int) -> None:
    rules = PAGAT.but(deal_rotation=rotation)

    assert sheet([DEAD], rules.but(redeal_after_dead_hand=Redeal.SAME_DEALER), dealer).next_dealer == dealer
    assert sheet([DEAD], rules.but(redeal_after_dead_hand=Redeal.ROTATE), dealer).next_dealer == 1 - dealer


def test_a_tie_that_is_nobodys_is_dealt_again_as_a_dead_hand() -> None:
    void = PAGAT.but(tie=Tie.VOID)

    score_sheet = sheet([knock(6, 6)], void, ANN)
    [tied] = score_sheet.hands

    assert (tied.outcome, tied.winner, tied.points, tied.boxes) == (Outcome.TIE, None, 0, 0)
    assert score_sheet.next_dealer == ANN


def test_the_deal_goes_on_from_game_to_game() -> None:
    score_sheet = sheet([won(97), won(3), won(4)], PLAIN.but(games_to_win=2), first_dealer=BOB)

    assert [scored_hand.dealer for scored_hand in score_sheet.hands] == [BOB, ANN, BOB]
    assert [game.next_dealer for game in score_sheet.games] == [BOB, ANN]


# What several rules make together

TOGETHER: list[tuple[str, HouseRules, list[Hand], Totals, int | None]] = [
    # title, rules, hands, final totals, winner
    ("zero sum with bonuses after the game",
     SYDNEY.but(game_bonus=100, box_bonus=20), [gin(98), gin(2)], (150 + 40 + 100, -150), ANN),
    ("boxes at once in a zero-sum rules are taken from the other too",
     SYDNEY.but(box_bonus=10, box_timing=BoxTiming.IMMEDIATE), [gin(98), gin(98, by=BOB), gin(98), gin(2)],
     (123 - 123 + 123 + 27 + 3 * 10 - 10, -(150 + 20)), ANN),
    ("a shutout by doubled difference where the higher total wins",
     FRENCH.but(shutout=Shutout.DOUBLE_DIFFERENCE), THREE_HANDS, (270, 0), ANN),
    ("the higher total at the last hand, boxes in",
     PAGAT.but(max_hands=3, game_bonus=0, game_winner=GameWinner.HIGHER_FINAL_TOTAL),
     [won(30), won(5, BOB), won(6, BOB)], (50, 51), BOB),
    ("equal points at the last hand, and one box more",
     PAGAT.but(max_hands=3, game_winner=GameWinner.HIGHER_FINAL_TOTAL),
     [won(30), won(10, BOB), won(20, BOB)], (50, 70), BOB),
    ("a base for the knock under a spade that doubles it",
     SYDNEY.but(spade_double=True), [won(60, upcard="2S")], (150, -150), ANN),
]  # fmt: skip


@pytest.mark.parametrize(
    "rules, hands, final, winner", [case[1:] for case in TOGETHER], ids=[case[0] for case in TOGETHER]
)
def test_rules_together(rules: HouseRules, hands: list[Hand], final: Totals, winner: int | None) -> None:
    game = sheet(hands, rules).games[0]

    assert (game.final, game.winner) == (final, winner)


EVENING = [knock(8, 20), gin(18), DEAD, knock(3, 20, upcard="9S")]


def test_a_lower_limit_spoils_the_knocks_above_it() -> None:
    [unfit] = disallowed_hands(EVENING, STANDARD.but(knock_limit=5))

    assert unfit.number == 1
    assert [(problem.reason, problem.bound) for problem in unfit.problems] == [(Reason.OVER_KNOCK_LIMIT, 5)]


def test_oklahoma_cannot_judge_hands_without_their_upcard() -> None:
    unfit = disallowed_hands(EVENING, PRESETS["oklahoma"])

    assert [each.number for each in unfit] == [1, 2]
    assert {problem.reason for each in unfit for problem in each.problems} == {Reason.UPCARD_MISSING}


def test_other_bonuses_and_targets_spoil_nothing() -> None:
    assert disallowed_hands(EVENING, PRESETS["sydney"]) == ()


ZERO_SUM = HouseRules(loser_negative=True, box_timing=BoxTiming.IMMEDIATE, box_bonus=20)
ALONE = ZERO_SUM.but(three_players=ThreePlayers.ALL_AGAINST_WINNER)


def rises(whole: Sheet) -> Iterator[tuple[ScoredHand, Totals]]:
    """The hands that count on a sheet of one column, each with what it added to every total."""
    for game in whole.games:
        before: Totals = (0,) * whole.table.sides
        for row in game.in_order:
            if isinstance(row, ScoredHand) and row.counts and not row.waits:
                yield row, tuple(now - then for now, then in zip(row.totals, before, strict=True))
            before = row.totals


@given(evenings())
def test_a_hand_adds_what_its_steps_come_to(match: MatchDocument) -> None:
    assume(match.rules.columns == 1)
    whole = sheet(match.hands, match.rules, match.first_dealer, match.table)
    for scored_hand in whole.hands:
        steps = scored_hand.gains.steps
        assert steps[: len(scored_hand.result.steps)] == scored_hand.result.steps
        assert all(after.total == before.total + after.amount for before, after in pairwise(steps))
        assert (scored_hand.winner is None) is (steps == ())

    side, score = whole.table.side, whole.rules.partners_score
    for scored_hand, risen in rises(whole):
        if scored_hand.winner is not None and scored_hand.beside is None:
            assert risen[side(scored_hand.winner)] == scored_hand.gain
            assert risen[side(sum(scored_hand.hand.faced) - scored_hand.winner)] == scored_hand.gains.loser
        elif scored_hand.beside and scored_hand.beside < scored_hand.number and score is PartnersScore.ADDED:
            both = [scored_hand, whole.hands[scored_hand.beside - 1]]
            assert sum(risen) == sum(each.gain + each.gains.loser for each in both)


GAINS = [
    # rules, hands of three players of whom Ann deals first, gains of the last: points of the hand, its
    # winner, its loser
    pytest.param(ALONE, [knock(5, 15)], 10, 60, -30, id="alone, and paid by both"),
    pytest.param(ALONE, [knock(5, 15, by=BOB)], 10, 30, -60, id="against both"),
]


@pytest.mark.parametrize("rules, played, points, won, lost", GAINS)
def test_who_plays_alone_is_paid_by_both_or_pays_both(
    rules: HouseRules, played: list[Hand], points: int, won: int, lost: int
) -> None:
    scored_hand = sheet(played, rules, ANN, Table.THREE).hands[-1]

    assert (scored_hand.points, scored_hand.gain, scored_hand.gains.loser) == (points, won, lost)
    assert [(step.kind, step.amount) for step in scored_hand.gains.steps[:2]] == [
        (StepKind.DIFFERENCE, 10),
        (StepKind.BOXES, 20),
    ]


def test_a_winner_who_pays_for_gin_off_gains_what_is_left() -> None:
    rules = ZERO_SUM.but(gin_off_bonus=25, gin_off_vs_gin=True, box_bonus=0)
    scored_hand = sheet([gin(0)], rules).hands[0]

    assert (scored_hand.points, scored_hand.gain, scored_hand.gains.loser) == (20, -5, 5)
