"""Seed 004, the section "Play" of the encyclopaedia: undercut 15, gin 25, big gin 31."""

import pytest

from models.gin.cards.cards import format_cards, parse_cards, read_groups
from models.gin.hand.arrangements import best_arrangements, least_deadwood
from models.gin.hand.defence import best_defence
from models.gin.hand.problems import Reason
from models.gin.hand.scoring import score
from models.gin.rules.options import Side
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import sheet
from tests.gin.table import ANN, BOB, DEAD, Said, big_gin, gin, knock, laid, reasons, said
from tests.gin.table import worth as won

PLAY = PRESETS["wikipedia-play"]

SENTENCES = [
    said("the lower count: points equal to the difference", knock(4, 30), gives=(26, 0)),
    said("a lower count: the difference plus a bonus (usually 15 points)", knock(9, 4), gives=(0, 20)),
    said("an equal count: the bonus", knock(7, 7), gives=(0, 15)),
    said("goes Gin: a bonus (typically 25 points)", gin(18), gives=(43, 0)),
    said("no deadwood is a Gin hand, even called a knock", knock(0, 18), gives=(43, 0)),
    said("Big Gin bonus (typically 31 points) plus the deadwood count", big_gin(18), gives=(49, 0)),
    said("only two cards remain in the stock: no points are awarded", DEAD, gives=(0, 0)),
]


@pytest.mark.parametrize("sentence", SENTENCES, ids=str)
def test_a_sentence_of_the_text(sentence: Said) -> None:
    assert sentence.sheet(PLAY).hands[-1].totals == sentence.totals


def test_ten_or_fewer_points_of_deadwood_may_knock() -> None:
    assert reasons(knock(10, 30), PLAY) == set()
    assert reasons(knock(11, 30), PLAY) == {Reason.OVER_KNOCK_LIMIT}


def test_aces_are_scored_at_one_point_face_cards_at_ten() -> None:
    assert [PLAY.deadwood(parse_cards(cards)) for cards in ("AS", "JS QH KD", "6C")] == [1, 30, 6]


def test_the_seven_of_diamonds_is_in_the_set_or_in_the_run_but_not_in_both() -> None:
    [best] = best_arrangements(parse_cards("7C 7S 7D 8D 9D"), PLAY)

    assert format_cards(best.melds[0]) == "7D 8D 9D"
    assert least_deadwood(parse_cards("7C 7S 7D 8D 9D"), PLAY) == 14


def test_the_fourth_king_laid_off_reduces_the_deadwood_count_by_ten() -> None:
    without = least_deadwood(parse_cards("KS 4D"), PLAY)

    assert without - best_defence(read_groups("KH KD KC"), parse_cards("KS 4D"), PLAY).deadwood == 10


def test_an_undercut_may_occur_before_or_after_laying_off() -> None:
    knocker = "KHKDKC 5S6S7S 2H3H4H / 6D"
    before = laid(knocker, "QSQHQD 8C9CTCJC / AS2S2C")
    after = laid(knocker, "QSQHQD 8C9CTCJC / AS2S", "KS>KHKDKC")

    assert (score(before, PLAY).winner, score(before, PLAY).points) == (Side.DEFENDER, 1 + 15)
    assert (score(after, PLAY).winner, score(after, PLAY).points) == (Side.DEFENDER, 3 + 15)


def test_the_knocking_player_can_never_lay_off() -> None:
    """A lay-off names a meld of the knocker's; the defender's melds are none."""
    hand = laid("4S5S6S TDTHTC 2H2D2C / 7H", "4H5H6H QSQHQD / AS3CKC", "8C>4H5H6H")

    assert Reason.LAYOFF_NOT_ON_A_MELD in reasons(hand, PLAY)


def test_lay_offs_only_provided_that_the_knocking_player_does_not_go_gin() -> None:
    hand = laid("KHKDKC 5S6S7S 2H3H4H5H /", "QSQHQD 8C9CTCJC / AS2S", "KS>KHKDKC")

    assert reasons(hand, PLAY) == {Reason.LAYOFF_AGAINST_GIN}


def test_against_big_gin_that_player_may_not_lay_off_any_cards() -> None:
    big = "KHKDKC 5S6S7S 2H3H4H5H6H /"

    assert reasons(laid(big, "QSQHQD 8C9CTCJC / AS2S", "KS>KHKDKC"), PLAY) == {Reason.LAYOFF_AGAINST_GIN}
    assert score(laid(big, "QSQHQD 8C9CTCJC / AS2SKS"), PLAY).points == 31 + 13


def test_the_game_ends_when_a_player_reaches_100_or_more_points() -> None:
    assert not sheet([won(90, ANN), won(9, ANN)], PLAY).game.over
    game = sheet([won(90, BOB), won(10, BOB)], PLAY).game
    assert (game.winner, game.final) == (BOB, (0, 100))


def test_in_tournament_rules_the_game_is_best_of_five_with_250_points_per_game() -> None:
    tournament = PRESETS["tournament"]
    assert not sheet([gin(98)] * 2, tournament).games[0].over
    assert sheet([gin(98)] * 6, tournament).match.games_won == (2, 0)
    assert sheet([gin(98)] * 9, tournament).match.winner == ANN
