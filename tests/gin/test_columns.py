"""Hollywood sheets of any width: where wins are written, who starts late, and what each column pays."""

import pytest

from models.gin import Hand, HouseRules, sheet
from models.gin.presets import STANDARD
from models.gin.rule_options import Shutout
from tests.gin.table import ANN, BOB, knock

PLAIN = STANDARD.but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE)


def won(points: int, by: int = ANN) -> Hand:
    """A knock with one left that pays *points*."""
    return knock(1, 1 + points, by=by)


def running(hands: list[Hand], rules: HouseRules) -> list[tuple[int, ...]]:
    """What stands in each column of the first game."""
    return [column.running for column in sheet(hands, rules).games[0].columns]


# Ann wins 5, 6, 7, 8 and 9 in turn: a win more for each column to the left.
FIVE_WINS = {
    1: [35],
    2: [35, 30],
    3: [35, 30, 24],
    4: [35, 30, 24, 17],
    5: [35, 30, 24, 17, 9],
}


@pytest.mark.parametrize("columns, points", FIVE_WINS.items())
def test_each_win_stands_in_one_column_more(columns: int, points: list[int]) -> None:
    wins = [won(points) for points in (5, 6, 7, 8, 9)]

    assert running(wins, PLAIN.but(columns=columns)) == [(total, 0) for total in points]


@pytest.mark.parametrize("columns", range(2, 6))
def test_who_was_shut_out_of_a_column_starts_in_the_next_open_one(columns: int) -> None:
    """Ann closes the first column with her second win; Bob's first win then stands in the second."""
    hands = [won(60), won(50), won(20, by=BOB)]

    assert running(hands, PLAIN.but(columns=columns)) == [(110, 0), (50, 20), *[(0, 0)] * (columns - 2)]


def test_a_late_start_after_two_closed_columns() -> None:
    """60, 50 and 60 close two columns of five; Bob's wins stand in the third, then in the fourth too."""
    hands = [won(60), won(50), won(60), won(20, by=BOB), won(30, by=BOB)]

    assert running(hands, PLAIN.but(columns=5)) == [(110, 0), (110, 0), (60, 50), (0, 30), (0, 0)]


@pytest.mark.parametrize("columns", range(1, 6))
def test_the_game_is_over_when_every_column_is(columns: int) -> None:
    """Every win of 97 closes the one column that it is the first to stand in."""
    hands = [knock(1, 98)] * 11
    ends = [
        sheet(hands[:number], PLAIN.but(columns=columns, target=97)).games[0].over for number in range(12)
    ]

    assert ends.index(True) == columns


# Each column is 97 to 0, and with a box of 20 is settled at 117.
DOUBLED = {1: 117, 2: 3 * 117, 3: 4 * 117, 4: 5 * 117, 5: 6 * 117}


@pytest.mark.parametrize("columns, paid", DOUBLED.items())
def test_the_last_of_several_columns_is_settled_double(columns: int, paid: int) -> None:
    rules = PLAIN.but(columns=columns, target=97, box_bonus=20, last_column_double=True)
    game = sheet([knock(1, 98)] * columns, rules).game

    assert [column.factor for column in game.columns] == [1] * (columns - 1) + [1 + (columns > 1)]
    assert (game.over, game.difference) == (True, paid)


def test_every_column_has_its_own_shutout() -> None:
    """Bob is shut out of the first column, and has 20 in the second: 100 more for Ann in one of them."""
    rules = PLAIN.but(columns=2, shutout=Shutout.FLAT)
    game = sheet([won(60), won(50), won(20, by=BOB), won(60)], rules).game

    assert [(column.final, column.is_shutout) for column in game.columns] == [
        ((210, 0), True),
        ((110, 20), False),
    ]
    assert (game.winner, game.difference) == (ANN, 300)


def test_whoever_is_paid_over_all_columns_has_the_game() -> None:
    """Ann has the first column by 20, Bob the second by 87."""
    rules = PLAIN.but(columns=2, target=97)
    hands = [won(87), won(77, by=BOB), won(10), won(20, by=BOB), won(77, by=BOB)]
    game = sheet(hands, rules).game

    assert [column.difference for column in game.columns] == [20, -87]
    assert (game.winner, game.difference) == (BOB, -67)
