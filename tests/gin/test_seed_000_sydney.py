"""Seed 000, a Sydney club: a base for every outcome, and zero sum."""

import pytest

from models.gin.cards.cards import parse_cards
from models.gin.hand.arrangements import least_deadwood
from models.gin.hand.problems import Reason
from models.gin.hand.scoring import score
from models.gin.rules.options import InitialDeal, Side
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import sheet
from tests.gin.table import ANN, BOB, DEAD, Said, big_gin, gin, knock, laid, reasons, said

SYDNEY = PRESETS["sydney"]

SENTENCES = [
    said("15 base points plus the difference", knock(4, 30), gives=(41, -41)),
    said("15 base points plus the difference, one at the least", knock(10, 11), gives=(16, -16)),
    said("equal to … his opponent's deadwood: undercut", knock(9, 9), gives=(-25, 25)),
    said("25 base points plus the difference", knock(9, 4), gives=(-30, 30)),
    said("small gin: 25 base points plus the deadwood held by his opponent", gin(18), gives=(43, -43)),
    said("small gin against a hand that is all melded", gin(0), gives=(25, -25)),
    said("Big Gin: 35 bonus points plus the deadwood held by his opponent", big_gin(20), gives=(55, -55)),
    said("a draw to both players: a score of ZERO", DEAD, gives=(0, 0)),
    said(
        "negative points are accrued to the losing player",
        knock(4, 30),
        knock(5, 20, by=BOB),
        gives=(11, -11),
    ),
    said("additional rounds are played", gin(98), DEAD, gin(1), gives=(149, -149)),
    said("150 points or more", gin(98), gin(2), gives=(150, -150)),
]


@pytest.mark.parametrize("sentence", SENTENCES, ids=str)
def test_a_sentence_of_the_text(sentence: Said) -> None:
    assert sentence.sheet(SYDNEY).hands[-1].totals == sentence.totals


def test_until_one_players_cumulative_score_reaches_150_points_or_more() -> None:
    assert not sheet([gin(98), gin(1)], SYDNEY).match.over
    assert sheet([gin(98), gin(2)], SYDNEY).match.winner == ANN


def test_that_player_is_the_winner_and_nothing_is_added() -> None:
    game = sheet([gin(98, by=BOB), gin(2, by=BOB)], SYDNEY).game

    assert game.winner == BOB
    assert game.final == (-150, 150)


def test_face_cards_are_worth_ten_number_cards_their_face_value_an_ace_one() -> None:
    assert [SYDNEY.deadwood(parse_cards(cards)) for cards in ("KS", "QH JD", "7C", "AS")] == [10, 20, 7, 1]


def test_an_ace_cannot_be_used_as_high_card() -> None:
    assert least_deadwood(parse_cards("QS KS AS"), SYDNEY) == 21
    assert least_deadwood(parse_cards("AS 2S 3S"), SYDNEY) == 0


def test_a_single_card_cannot_belong_to_two_melds() -> None:
    assert least_deadwood(parse_cards("7S 7H 7D 8D 9D"), SYDNEY) == 14


def test_the_sum_of_those_cards_is_ten_points_or_less() -> None:
    assert reasons(knock(10, 30), SYDNEY) == set()
    assert reasons(knock(11, 30), SYDNEY) == {Reason.OVER_KNOCK_LIMIT}


def test_adding_a_fourth_card_to_a_group_or_further_cards_to_a_sequence() -> None:
    """Bob lays off a king, an eight and a nine and keeps 25: the knock with 5 is worth 15 + 20."""
    hand = laid("KSKCKD 5S6S7S 2H3H4H / 5D", "JDJHJC / TD7C6D2C", "KH>KSKCKD 8S9S>5S6S7S")

    assert score(hand, SYDNEY).points == 15 + 20


def test_the_declarer_who_is_laid_off_against_has_been_undercut() -> None:
    hand = laid("KSKCKD 5S6S7S 9CTCJC / JD", "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJC")

    assert score(hand, SYDNEY).points == 25 + 1
    assert score(hand, SYDNEY).winner is Side.DEFENDER


def test_his_opponent_cannot_lay_off_against_gin() -> None:
    melds = "KSKCKD 5S6S7S 9CTCJCQC /"
    without = laid(melds, "2S2C2D2H 8S8C8D / 9S7CAC")
    against = laid(melds, "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQC")

    assert score(without, SYDNEY).points == 25 + 17
    assert reasons(against, SYDNEY) == {Reason.LAYOFF_AGAINST_GIN}


def test_nor_against_big_gin() -> None:
    melds = "KSKCKDKH 5S6S7S 9CTCJCQC /"
    without = laid(melds, "2S2C2D2H 8S8C8D / 9S7CAC")
    against = laid(melds, "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQC")

    assert score(without, SYDNEY).points == 35 + 17
    assert reasons(against, SYDNEY) == {Reason.LAYOFF_AGAINST_GIN}


def test_eleven_cards_to_the_non_dealer_and_ten_to_the_dealer() -> None:
    assert SYDNEY.initial_deal is InitialDeal.ELEVEN_TEN
    assert not SYDNEY.needs_upcard


def test_the_players_take_turns_in_shuffling_and_dealing() -> None:
    assert [
        scored_hand.dealer for scored_hand in sheet([knock(4, 30), DEAD, knock(9, 4), gin(3)], SYDNEY).hands
    ] == [
        0,
        1,
        0,
        1,
    ]
