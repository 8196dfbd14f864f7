"""Seed 001, White Knuckle: twenty-five for gin and for an undercut, and nothing after the game."""

import pytest

from models.gin.cards.cards import parse_cards
from models.gin.hand.arrangements import least_deadwood
from models.gin.hand.problems import Reason
from models.gin.hand.scoring import score
from models.gin.rules.options import Outcome, Side
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import sheet
from tests.gin.table import ANN, DEAD, Said, big_gin, gin, knock, laid, reasons, said

WHITE_KNUCKLE = PRESETS["white-knuckle"]

SENTENCES = [
    said("less than his opponent’s: he scores the difference", knock(4, 30), gives=(26, 0)),
    said("goes gin: he adds a bonus of 25", gin(18), gives=(43, 0)),
    said(
        "even if the opponent can reduce his score to zero … still scores his bonus 25", gin(0), gives=(25, 0)
    ),
    said("only the knocker can go gin", knock(3, 0), gives=(0, 28)),
    said("an equal count … adds a bonus of 25 for undercut", knock(6, 6), gives=(0, 25)),
    said("a lower count: the difference, and also a bonus of 25", knock(9, 4), gives=(0, 30)),
    said("no eleven-card gin is named: it is gin", big_gin(18), gives=(43, 0)),
    said("nobody knocks", DEAD, gives=(0, 0)),
]


@pytest.mark.parametrize("sentence", SENTENCES, ids=str)
def test_a_sentence_of_the_text(sentence: Said) -> None:
    assert sentence.sheet(WHITE_KNUCKLE).hands[-1].totals == sentence.totals


def test_ace_equals_one_and_any_court_card_equals_ten() -> None:
    assert [WHITE_KNUCKLE.deadwood(parse_cards(cards)) for cards in ("AS", "JS QH KD", "9C")] == [1, 30, 9]
    assert least_deadwood(parse_cards("QS KS AS"), WHITE_KNUCKLE) == 21


def test_his_unmeldable_cards_total_ten_or_less() -> None:
    assert reasons(knock(10, 30), WHITE_KNUCKLE) == set()
    assert reasons(knock(11, 30), WHITE_KNUCKLE) == {Reason.OVER_KNOCK_LIMIT}


def test_laying_off_to_the_knockers_melds_as_he_or_she_chooses() -> None:
    """A king that may be laid off, kept and laid off."""
    knocker = "6C7C8C KSKHKD 2S2H2D / 6S"
    kept = laid(knocker, "QSQHQD TSTHTD 3C4C5C / KC")
    laid_off = laid(knocker, "QSQHQD TSTHTD 3C4C5C /", "KC>KSKHKD")

    assert (score(kept, WHITE_KNUCKLE).winner, score(kept, WHITE_KNUCKLE).points) == (Side.KNOCKER, 4)
    assert (score(laid_off, WHITE_KNUCKLE).winner, score(laid_off, WHITE_KNUCKLE).points) == (
        Side.DEFENDER,
        6 + 25,
    )


def test_the_opponent_at_zero_by_laying_off_has_undercut() -> None:
    hand = laid("ASACAD TCTDTH JSQSKS / 2H", "4S4C4D4H 5S5C5D5H /", "TS9S>JSQSKS")

    result = score(hand, WHITE_KNUCKLE)

    assert (result.outcome, result.winner, result.points) == (Outcome.UNDERCUT, Side.DEFENDER, 2 + 25)


def test_if_the_knocker_went_gin_his_opponent_may_not_lay_off() -> None:
    melds = "KSKCKD 5S6S7S 9CTCJCQC /"
    without = laid(melds, "2S2C2D2H 8S8C8D / 9S7CAC")
    against = laid(melds, "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQC")

    assert score(without, WHITE_KNUCKLE).points == 25 + 17
    assert reasons(against, WHITE_KNUCKLE) == {Reason.LAYOFF_AGAINST_GIN}


def test_no_target_and_no_bonus_is_named_so_a_hundred_and_nothing_after_it() -> None:
    game = sheet([gin(33), knock(5, 1), gin(17)], WHITE_KNUCKLE).game

    assert game.winner == ANN
    assert game.final == (58 + 42, 29)
