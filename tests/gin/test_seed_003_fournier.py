"""Seed 003, Fournier: lay-offs even against gin, and bonuses after the game."""

from decimal import Decimal

import pytest

from models.gin.cards.cards import parse_cards, read_groups
from models.gin.hand.arrangements import least_deadwood
from models.gin.hand.defence import best_defence
from models.gin.hand.problems import Reason
from models.gin.hand.scoring import score
from models.gin.money import Payment, account
from models.gin.rules.options import FirstDealer, Stake
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import sheet
from tests.gin.table import ANN, BOB, DEAD, Said, gin, knock, laid, reasons, said
from tests.gin.table import worth as won

FOURNIER = PRESETS["fournier"]

SENTENCES = [
    said("Gin, scores 20 points plus the value of the opponent’s unmatched cards", gin(35), gives=(55, 0)),
    said("Gin, they win, whatever the other lays off", gin(0), gives=(20, 0)),
    said("Knocked wins, they score the difference", knock(4, 30), gives=(26, 0)),
    said("the opponent wins: 10 points plus the difference", knock(7, 5), gives=(0, 12)),
    said("equal: if there is no difference, the 10 point bonus remains", knock(8, 8), gives=(0, 10)),
    said("only two cards left in the deck, this game is declared null", DEAD, gives=(0, 0)),
]


@pytest.mark.parametrize("sentence", SENTENCES, ids=str)
def test_a_sentence_of_the_text(sentence: Said) -> None:
    assert sentence.sheet(FOURNIER).hands[-1].totals == sentence.totals


def test_figure_cards_are_worth_ten_the_others_their_pips() -> None:
    assert [FOURNIER.deadwood(parse_cards(cards)) for cards in ("JS QH KD", "AS", "6C TS")] == [30, 1, 16]


def test_the_ace_can_be_combined_with_the_deuce_but_not_with_the_king() -> None:
    assert least_deadwood(parse_cards("AS 2S 3S"), FOURNIER) == 0
    assert least_deadwood(parse_cards("QS KS AS"), FOURNIER) == 21


def test_a_total_value_of_no_more_than_ten_points() -> None:
    assert reasons(knock(10, 30), FOURNIER) == set()
    assert reasons(knock(11, 30), FOURNIER) == {Reason.OVER_KNOCK_LIMIT}


def test_in_either_case_the_opponent_may_combine_cards_with_those_exposed() -> None:
    """Against gin too: eights and nine laid off leave 9, where other rules count 17."""
    knocker = "KSKCKD 5S6S7S 9CTCJCQC"
    hand = laid(f"{knocker} /", "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQC")
    best = best_defence(read_groups(knocker.replace(" ", "/")), hand.defender_cards, FOURNIER)

    assert best.deadwood == 9
    assert score(hand, FOURNIER).points == 20 + 9
    assert score(laid(f"{knocker} /", "2S2C2D2H 8S8C8D / 9S7CAC"), FOURNIER).points == 20 + 17


def test_the_player_who_draws_the_highest_card_deals_first() -> None:
    assert FOURNIER.first_dealer is FirstDealer.HIGH_CARD


def test_the_player_who_wins_the_previous_game_becomes_the_dealer() -> None:
    """Their "game" is our hand; after an undercut the defender deals."""
    hands = [knock(4, 30, by=BOB), knock(4, 30, by=BOB), knock(9, 2, by=BOB), gin(5, by=BOB)]

    score_sheet = sheet(hands, FOURNIER)

    assert [scored_hand.dealer for scored_hand in score_sheet.hands] == [ANN, BOB, BOB, ANN]
    assert score_sheet.next_dealer == BOB


def test_after_a_null_game_the_same_player_deals_out_a_new_hand() -> None:
    assert [sheet([DEAD], FOURNIER, dealer).next_dealer for dealer in (ANN, BOB)] == [ANN, BOB]


def test_one_player_gets_100_or_more_points() -> None:
    assert not sheet([won(90, ANN), won(9, ANN)], FOURNIER).game.over
    assert sheet([won(90, ANN), won(10, ANN)], FOURNIER).game.over


def test_whoever_gets_there_before_their_opponent_wins_the_game() -> None:
    """The OBJECT of the game. Boxes give Bob more in the end: still Ann's game, and she does not pay."""
    stake = Stake.parse("0.10 EUR")
    hands = [*[won(10, BOB)] * 9, gin(70, ANN), won(10, ANN)]

    score_sheet = sheet(hands, FOURNIER.but(stake_per_point=stake, stake_per_game=stake))

    assert score_sheet.game.running == (100, 90)
    assert score_sheet.game.final == (100 + 100 + 2 * 20, 90 + 9 * 20)
    assert (score_sheet.game.winner, score_sheet.match.winner) == (ANN, ANN)
    assert account(score_sheet).payments == (Payment(BOB, ANN, Decimal("0.10"), "EUR"),)


def test_100_points_for_winning_a_game_and_20_points_for_each_partial_game_won() -> None:
    game = sheet([won(50, ANN), won(30, BOB), won(60, ANN)], FOURNIER).game

    assert game.final == (110 + 100 + 2 * 20, 30 + 20)


def test_100_points_for_winning_all_the_rounds_without_the_opponent_having_won_any() -> None:
    game = sheet([won(30, ANN), won(30, ANN), won(45, ANN)], FOURNIER).game

    assert game.final == (105 + 100 + 3 * 20 + 100, 0)
