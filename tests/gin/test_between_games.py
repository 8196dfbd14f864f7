"""Matches of several games: what decides them, ties after the last hand, who deals first in the next game.

No book names these ways to decide a match: leagues and clubs agree on them. All numbers are counted by hand.
"""

import pytest

from models.gin.document.writing import write_sheet
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD
from models.gin.rules.options import (
    DealRotation,
    MatchBy,
    NextGameDealer,
    Redeal,
    Settlement,
    Shutout,
    TiedGame,
)
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import sheet
from tests.gin.table import ANN, BOB, DEAD
from tests.gin.table import worth as won

CID = 2
PLAIN = STANDARD.but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE)


# The points of so many games

BY_POINTS = PLAIN.but(target=60, match_by=MatchBy.POINTS, games_in_match=3)


def test_the_points_of_all_games_decide_and_not_the_games_won() -> None:
    """Ann wins two games 60-50 and 60-40, Bob one 90-0: 120 to 180."""
    hands = [won(50, BOB), won(60), won(40, BOB), won(60), won(90, BOB)]
    match = sheet(hands, BY_POINTS).match

    assert (match.over, match.winner) == (True, BOB)
    assert (match.games_won, match.score) == ((2, 1), (120, 180))


@pytest.mark.parametrize("games", [2, 3, 5])
def test_a_match_by_points_ends_after_its_games(games: int) -> None:
    rules = BY_POINTS.but(games_in_match=games)
    over = [sheet([won(60)] * played, rules).match.over for played in range(7)]

    assert over == [played >= games for played in range(7)]
    assert len(sheet([won(60)] * 7, rules).past_the_end) == 7 - games


def test_a_match_by_points_is_drawn_if_both_have_as_many() -> None:
    match = sheet([won(60), won(60, BOB)], BY_POINTS.but(games_in_match=2)).match

    assert (match.over, match.winner, match.score) == (True, None, (60, 60))


def test_all_that_a_game_pays_counts_in_a_match_by_points() -> None:
    """60 and a bonus of 100; a shutout doubles the difference, and so counts twice: 320."""
    rules = BY_POINTS.but(game_bonus=100, shutout=Shutout.DOUBLE_DIFFERENCE)

    assert sheet([won(60)], rules).match.score == (320, 0)


@pytest.mark.parametrize("settlement", Settlement)
def test_columns_count_in_a_match_by_points_as_often_as_they_pay(settlement: Settlement) -> None:
    """60 in the first column and twice 60 in the second: 180."""
    rules = BY_POINTS.but(columns=2, column_multipliers=(1, 2), settlement=settlement)

    assert sheet([won(60), won(60)], rules).match.score == (180, 0)


# Game points

BY_GAME_POINTS = PLAIN.but(
    target=60, match_by=MatchBy.GAME_POINTS, games_in_match=4, game_points_win=2, game_points_shutout=3
)


def test_a_shutout_is_worth_more_game_points() -> None:
    """Ann wins once with a shutout, 3, and once without, 2; Bob twice with one, 6."""
    hands = [won(60), won(10, BOB), won(60), won(60, BOB), won(60, BOB)]
    match = sheet(hands, BY_GAME_POINTS).match

    assert (match.over, match.winner) == (True, BOB)
    assert (match.games_won, match.score) == ((2, 2), (5, 6))


def test_a_drawn_game_is_worth_nothing() -> None:
    match = sheet([DEAD, won(60)], BY_GAME_POINTS.but(max_hands=1, games_in_match=2)).match

    assert (match.over, match.winner, match.score) == (True, ANN, (0 + 3, 0))


def test_with_several_columns_a_shutout_is_one_in_all_of_them() -> None:
    rules = BY_GAME_POINTS.but(columns=2)

    assert sheet([won(60), won(60)], rules).match.score == (3, 0)
    assert sheet([won(60), won(10, BOB), won(60)], rules).match.score == (2, 0)


def test_games_won_decide_a_match_as_ever() -> None:
    match = sheet([won(60), won(90, BOB), won(60)], PLAIN.but(target=60, games_to_win=2)).match

    assert (match.over, match.winner, match.games_won, match.score) == (True, ANN, (2, 1), (2, 1))


# Tied after the last hand

LIMITED = PLAIN.but(max_hands=2)
TIED = [won(10), won(10, BOB)]

AFTER_A_TIE: list[tuple[TiedGame, list[Hand], int | None, int | None]] = [
    # what is played, the hands after a tie at 10-10, the hands of the game (None: open), who wins it
    (TiedGame.DRAWN, [won(5)], 2, None),
    (TiedGame.ONE_MORE_HAND, [], None, None),
    (TiedGame.ONE_MORE_HAND, [won(5)], 3, ANN),
    (TiedGame.ONE_MORE_HAND, [DEAD], None, None),
    (TiedGame.ONE_MORE_HAND, [DEAD, won(5, BOB)], 4, BOB),
    (TiedGame.END_OF_ROUND, [won(5)], None, None),
    (TiedGame.END_OF_ROUND, [won(5), won(9, BOB)], 4, BOB),
    (TiedGame.END_OF_ROUND, [won(5), won(5, BOB), won(1)], None, None),
    (TiedGame.END_OF_ROUND, [won(5), won(5, BOB), won(1), DEAD, won(1)], 7, ANN),
    # Who reaches the target has won at once.
    (TiedGame.END_OF_ROUND, [won(90)], 3, ANN),
]


@pytest.mark.parametrize("tied, more, hands, winner", AFTER_A_TIE)
def test_a_game_tied_after_its_last_hand(
    tied: TiedGame, more: list[Hand], hands: int | None, winner: int | None
) -> None:
    game = sheet([*TIED, *more], LIMITED.but(tied_after_max_hands=tied)).games[0]

    assert game.over is (hands is not None)
    assert len(game.hands) == (hands or 2 + len(more))
    assert game.winner == winner


def test_a_hand_that_is_dealt_again_is_none_of_a_round() -> None:
    """Ann's dead hand is hers again: after five hands both have dealt twice, not counting it."""
    rules = PLAIN.but(
        max_hands=3, tied_after_max_hands=TiedGame.END_OF_ROUND, deal_rotation=DealRotation.ALTERNATE
    )
    hands = [DEAD, *TIED, won(5), won(1)]
    games = [sheet(hands[:played], rules).games[0] for played in (4, 5)]

    assert [game.over for game in games] == [False, True]
    assert [scored_hand.dealer for scored_hand in games[1].hands] == [ANN, ANN, BOB, ANN, BOB]


@pytest.mark.parametrize("tied", TiedGame)
def test_a_game_that_is_not_tied_ends_with_its_last_hand(tied: TiedGame) -> None:
    game = sheet([won(10), DEAD], LIMITED.but(tied_after_max_hands=tied)).games[0]

    assert (game.over, game.winner) == (True, ANN)


def test_after_an_odd_last_hand_a_round_is_one_hand_more() -> None:
    """Three hands with Ann dealing two of them: with the fourth, both have dealt twice."""
    rules = PLAIN.but(
        max_hands=3, tied_after_max_hands=TiedGame.END_OF_ROUND, deal_rotation=DealRotation.ALTERNATE
    )
    game = sheet([DEAD, *TIED, won(5)], rules.but(redeal_after_dead_hand=Redeal.ROTATE)).games[0]

    assert (game.over, game.winner) == (True, ANN)
    assert [scored_hand.dealer for scored_hand in game.hands] == [ANN, BOB, ANN, BOB]


def test_only_tied_columns_are_played_on() -> None:
    """Ann is ahead in the first column, 30-20; the second stands 10-10 until Bob wins it."""
    rules = LIMITED.but(columns=2, max_hands=4, tied_after_max_hands=TiedGame.ONE_MORE_HAND)
    hands = [won(20), won(10), won(10, BOB), won(10, BOB)]
    played_on = sheet(hands, rules).game
    ended = sheet([*hands, won(1, BOB)], rules).game

    assert [column.ended for column in played_on.columns] == [True, False]
    assert [column.running for column in ended.columns] == [(30, 20), (10, 11)]
    assert (ended.over, ended.columns[1].ended_by) == (True, BOB)


def test_three_players_play_on_while_two_of_them_lead() -> None:
    rules = LIMITED.but(tied_after_max_hands=TiedGame.ONE_MORE_HAND)
    hands = [won(10), won(10).played_by((1, 2))]
    tied = sheet(hands, rules, table=Table.THREE).games[0]

    assert (tied.over, tied.running) == (False, (10, 10, 0))
    assert sheet([*hands, won(1)], rules, table=Table.THREE).games[0].winner == ANN


# Who deals first in the next game

NEXT = PLAIN.but(target=60, games_to_win=3, deal_rotation=DealRotation.ALTERNATE)
DEALERS = [
    # Ann deals first and wins in two hands, so that the deal would pass to her again.
    (NextGameDealer.PASSES_ON, [won(30), won(30)], ANN),
    (NextGameDealer.WINNER, [won(30), won(30)], ANN),
    (NextGameDealer.LOSER, [won(30), won(30)], BOB),
    (NextGameDealer.ALTERNATE, [won(30), won(30)], BOB),
    # Bob wins in one hand, which Ann dealt.
    (NextGameDealer.PASSES_ON, [won(60, BOB)], BOB),
    (NextGameDealer.WINNER, [won(60, BOB)], BOB),
    (NextGameDealer.LOSER, [won(60, BOB)], ANN),
    (NextGameDealer.ALTERNATE, [won(60, BOB)], BOB),
]


@pytest.mark.parametrize("rule, hands, dealer", DEALERS)
def test_who_deals_first_in_the_next_game(rule: NextGameDealer, hands: list[Hand], dealer: int) -> None:
    whole = sheet([*hands, DEAD], NEXT.but(next_game_dealer=rule))

    assert (whole.games[0].over, whole.games[0].next_dealer) == (True, dealer)
    assert whole.hands[-1].dealer == dealer


@pytest.mark.parametrize("rule", [NextGameDealer.WINNER, NextGameDealer.LOSER])
def test_after_a_drawn_game_the_deal_passes_on(rule: NextGameDealer) -> None:
    whole = sheet([DEAD], NEXT.but(max_hands=1, redeal_after_dead_hand=Redeal.ROTATE, next_game_dealer=rule))

    assert whole.next_dealer == BOB


# Ann wins 60 against Bob: Bob has the least if Cid has 10, and nobody does if both have nothing.
OF_THREE = [
    (NextGameDealer.WINNER, [won(60)], ANN),
    (NextGameDealer.LOSER, [won(10, BOB).played_by((0, 2)), won(60)], BOB),
    (NextGameDealer.LOSER, [won(60)], BOB),
    (NextGameDealer.LOSER, [won(60).played_by((0, 2))], CID),
    (NextGameDealer.ALTERNATE, [won(60)], ANN),
]


@pytest.mark.parametrize("rule, hands, dealer", OF_THREE)
def test_who_deals_first_of_three(rule: NextGameDealer, hands: list[Hand], dealer: int) -> None:
    """In the first hand Cid sits out and deals, except where Bob does; the loser would deal next."""
    rules = NEXT.but(next_game_dealer=rule)

    assert sheet(hands, rules, CID, Table.THREE).next_dealer == dealer


def test_of_partners_the_side_deals_first_that_lost() -> None:
    hands = [won(60), won(60).played_by((2, 3))]
    rules = NEXT.but(next_game_dealer=NextGameDealer.LOSER)

    assert sheet(hands, rules, ANN, Table.PARTNERSHIP).next_dealer == BOB


# In the document of a sheet


def test_a_sheet_says_the_score_of_a_match_that_points_decide() -> None:
    by_points = write_sheet(sheet([won(60)] * 3, BY_POINTS))["match"]
    by_games = write_sheet(sheet([won(60)], PLAIN.but(target=60)))["match"]

    assert by_points == {"over": True, "winner": ANN, "games_won": [3, 0], "score": [180, 0]}
    assert by_games == {"over": True, "winner": ANN, "games_won": [1, 0]}
