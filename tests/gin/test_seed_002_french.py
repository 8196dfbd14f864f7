"""Seed 002, in French: 20 and 10, boxes after the game, and the higher final total wins."""

import pytest

from models.gin.cards.cards import parse_cards
from models.gin.hand.arrangements import least_deadwood
from models.gin.hand.problems import Reason
from models.gin.hand.scoring import score
from models.gin.rules.options import FirstDealer
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import sheet
from tests.gin.table import ANN, BOB, DEAD, Said, big_gin, gin, knock, laid, reasons, said
from tests.gin.table import worth as won

FRENCH = PRESETS["french"]

SENTENCES = [
    said("les heurtoir scores les différences", knock(4, 30), gives=(26, 0)),
    said("si les chiffres sont égaux … en plus de dix points", knock(8, 8), gives=(0, 10)),
    said("l’adversaire obtient la différence … en plus de dix points", knock(7, 5), gives=(0, 12)),
    said("un bonus de 20 points et toutes les valeurs de l’adversaire", gin(72), gives=(92, 0)),
    said("gin contre zéro: le bonus", gin(0), gives=(20, 0)),
    said("un rejet peut ou ne peut pas être utilisé: onze cartes, 20 points", big_gin(30), gives=(50, 0)),
    said("la main est annulée, aucun joueur marque", DEAD, gives=(0, 0)),
]


@pytest.mark.parametrize("sentence", SENTENCES, ids=str)
def test_a_sentence_of_the_text(sentence: Said) -> None:
    assert sentence.sheet(FRENCH).hands[-1].totals == sentence.totals


def test_court_cards_ten_the_ace_one_each_number_its_face_value() -> None:
    assert [FRENCH.deadwood(parse_cards(cards)) for cards in ("JS QH KD", "AS", "6C")] == [30, 1, 6]


def test_the_ace_is_never_played_at_the_end_of_a_king() -> None:
    assert least_deadwood(parse_cards("QS KS AS"), FRENCH) == 21


def test_deadwood_must_be_worth_ten_or_less() -> None:
    assert reasons(knock(10, 30), FRENCH) == set()
    assert reasons(knock(11, 30), FRENCH) == {Reason.OVER_KNOCK_LIMIT}


def test_unmatched_cards_may_be_laid_on_the_knockers_sets_and_runs() -> None:
    hand = laid("KSKCKD 5S6S7S 9CTCJC / JD", "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJC")

    assert score(hand, FRENCH).points == 1 + 10


def test_against_gin_the_opponent_has_no_right_to_a_turn() -> None:
    melds = "KSKCKD 5S6S7S 9CTCJCQC /"
    without = laid(melds, "2S2C2D2H 8S8C8D / 9S7CAC")
    against = laid(melds, "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQC")

    assert score(without, FRENCH).points == 20 + 17
    assert reasons(against, FRENCH) == {Reason.LAYOFF_AGAINST_GIN}


def test_un_concessionnaire_aleatoire() -> None:
    assert FRENCH.first_dealer is FirstDealer.RANDOM


def test_after_a_dead_hand_le_cycle_recommence_avec_le_meme_concessionnaire() -> None:
    assert [sheet([DEAD], FRENCH, dealer).next_dealer for dealer in (ANN, BOB)] == [ANN, BOB]


def test_a_hundred_or_more_ends_the_game() -> None:
    assert not sheet([won(99 - 60, ANN), won(60, ANN)], FRENCH).game.over
    assert sheet([won(40, ANN), won(60, ANN)], FRENCH).game.over


def test_le_premier_joueur_a_atteindre_100_gagne_100_points() -> None:
    """100 points, the bonus of 100 and one box a hand: 20 each, five against one."""
    hands = [won(25, ANN), won(12, BOB), won(20, ANN), won(20, ANN), won(20, ANN), won(15, ANN)]

    game = sheet(hands, FRENCH).game

    assert game.running == (100, 12)
    assert game.final == (100 + 100 + 5 * 20, 12 + 20)
    assert game.difference == 268


def test_if_the_opponent_never_won_a_hand_200_points_against_100() -> None:
    game = sheet([won(30, ANN), won(30, ANN), won(45, ANN)], FRENCH).game

    assert game.is_shutout
    assert game.final == (105 + 200 + 3 * 20, 0)


def test_20_points_a_hand_do_not_count_toward_the_game() -> None:
    """Four hands of 20 are 80, not 160."""
    game = sheet([won(20, ANN)] * 4, FRENCH).game

    assert game.running == (80, 0)
    assert not game.over


def test_le_joueur_avec_le_plus_de_points_gagne() -> None:
    """Ann is first to 100 and has the bonus; nine boxes against three give Bob the game."""
    small = [won(points, BOB) for points in (10, 11, 10, 11, 10, 11, 10, 11, 11)]
    hands = [*small[:3], won(45, ANN), *small[3:6], won(30, ANN), *small[6:], won(25, ANN)]

    game = sheet(hands, FRENCH).game

    assert game.running == (100, 95)
    assert game.final == (260, 275)
    assert game.winner == BOB


def test_cette_personne_recoit_la_difference() -> None:
    game = sheet([won(90, BOB), won(60, ANN), won(40, ANN)], FRENCH).game

    assert game.final == (100 + 100 + 40, 90 + 20)
    assert game.difference == 130
