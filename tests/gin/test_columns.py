"""Hollywood sheets of any width: where wins are written, who starts late, and what each column pays."""

from typing import Any

import pytest

from models.gin.document.json_reader import InvalidDocumentError
from models.gin.document.reading import read_rules
from models.gin.document.writing import write_rules, write_sheet
from models.gin.hand.scoring import Hand
from models.gin.money import points_owed
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import Shutout, ThreePlayers
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import sheet
from tests.gin.table import ANN, BOB, knock
from tests.gin.table import worth as won

PLAIN = STANDARD.but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE)


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


# A column of its own kind. No book names these numbers: clubs agree on them. Counted by hand.


def test_the_columns_count_as_listed() -> None:
    """Ann wins 97 three times, each closing a column: 97, then twice 97, then three times 97."""
    game = sheet([won(97)] * 3, PLAIN.but(columns=3, target=97, column_multipliers=(1, 2, 3))).game

    assert [column.difference for column in game.columns] == [97, 194, 291]
    assert game.difference == 582


def test_a_column_that_is_not_listed_counts_once_and_a_number_too_many_does_nothing() -> None:
    rules = PLAIN.but(target=97)
    two_of_three = sheet([won(97)] * 3, rules.but(columns=3, column_multipliers=(2, 2))).game
    three_of_two = sheet([won(97)] * 2, rules.but(columns=2, column_multipliers=(1, 2, 3))).game

    assert [column.difference for column in two_of_three.columns] == [194, 194, 97]
    assert [column.difference for column in three_of_two.columns] == [97, 194]


def test_listed_multipliers_go_before_a_doubled_last_column() -> None:
    rules = PLAIN.but(columns=2, target=97, column_multipliers=(3, 1), last_column_double=True)

    assert [column.difference for column in sheet([won(97)] * 2, rules).game.columns] == [291, 97]


def test_each_column_ends_at_its_own_target() -> None:
    """Ann wins 60 five times: 120 closes the first of 100, 180 the second of 150, 180 the third of 150."""
    rules = PLAIN.but(columns=3, column_targets=(100, 150, 150))
    ends = [[column.ended for column in sheet([won(60)] * n, rules).games[0].columns] for n in range(1, 6)]

    assert ends == [
        [False, False, False],
        [True, False, False],
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]
    assert running([won(60)] * 5, rules) == [(120, 0), (180, 0), (180, 0)]


def test_each_column_has_its_own_game_bonus() -> None:
    """97 points and a bonus of 100, 200 and, not listed, the usual 50."""
    rules = PLAIN.but(columns=3, target=97, game_bonus=50, column_bonuses=(100, 200))

    assert [column.final for column in sheet([won(97)] * 3, rules).game.columns] == [
        (197, 0),
        (297, 0),
        (147, 0),
    ]


def test_one_column_has_no_numbers_of_its_own() -> None:
    listed = PLAIN.but(
        column_multipliers=(3,), column_targets=(10,), column_bonuses=(500,), all_columns_shutout_bonus=500
    )

    assert sheet([won(60)], listed).game.running == (60, 0)
    assert sheet([won(60)] * 2, listed).game.difference == 120


# A shutout in every column: the players agree a bonus, or pay double or triple. Counted by hand.
ALL_SHUT_OUT = [
    ({}, 3 * 97),
    ({"all_columns_shutout_bonus": 300}, 3 * 97 + 300),
    ({"all_columns_shutout_times": 3}, 9 * 97),
    ({"all_columns_shutout_times": 2, "all_columns_shutout_bonus": 100}, 6 * 97 + 100),
    # Each column is doubled for its own shutout too: 3 times 194, paid twice.
    ({"all_columns_shutout_times": 2, "shutout": Shutout.DOUBLE_DIFFERENCE}, 12 * 97),
]


@pytest.mark.parametrize("changed, paid", ALL_SHUT_OUT)
def test_a_shutout_in_every_column_pays_extra(changed: dict[str, Any], paid: int) -> None:
    game = sheet([won(97)] * 3, PLAIN.but(columns=3, target=97, **changed)).game

    assert (game.shut_out_by, game.difference, game.winner) == (ANN, paid, ANN)
    assert sum(points_owed(game)) == 0
    assert points_owed(game)[ANN] == paid


def test_a_single_point_in_the_last_column_saves_from_a_shutout_in_every_column() -> None:
    rules = PLAIN.but(columns=2, target=97, all_columns_shutout_bonus=300)
    game = sheet([won(97), won(1, by=BOB), won(97)], rules).game

    assert [column.running for column in game.columns] == [(97, 0), (97, 1)]
    assert (game.shut_out_by, game.difference) == (None, 97 + 96)


def test_a_column_in_which_nobody_wrote_is_no_shutout() -> None:
    """The only hand is in the first column."""
    rules = PLAIN.but(columns=2, max_hands=1, all_columns_shutout_bonus=300)
    game = sheet([won(60)], rules).game

    assert (game.over, game.shut_out_by, game.difference) == (True, None, 60)


def test_of_three_players_both_others_pay_for_a_shutout_in_every_column() -> None:
    """Ann wins 97 twice, against each of the others: 97 from both in two columns, and 100 from each."""
    rules = PLAIN.but(columns=2, target=97, all_columns_shutout_bonus=100)
    hands = [won(97), won(97).played_by((0, 2))]
    game = sheet(hands, rules, table=Table.THREE).game

    assert game.owed == (4 * 97 + 200, -2 * 97 - 100, -2 * 97 - 100)


def test_a_third_player_without_part_in_the_game_pays_no_bonus() -> None:
    """Winner stays: Ann and Bob play a whole game, and Cid sits out."""
    rules = PLAIN.but(
        columns=2, target=97, all_columns_shutout_bonus=100, three_players=ThreePlayers.WINNER_STAYS
    )
    game = sheet([won(97)] * 2, rules, first_dealer=2, table=Table.THREE).games[0]

    assert game.owed == points_owed(game) == (2 * 97 + 100, -2 * 97 - 100, 0)
    assert game.all_columns_bonus == (100, -100, 0)


def test_with_listed_columns_and_no_numbers_nothing_changes() -> None:
    """Numbers that say what is played anyway."""
    rules = PRESETS["rummytalk"]
    said = rules.but(
        column_multipliers=(1, 1, 1), column_targets=(250, 250, 250), column_bonuses=(250, 250, 250)
    )
    hands = [knock(1, 90, upcard="TD")] * 6

    assert sheet(hands, said).game.difference == sheet(hands, rules).game.difference


@pytest.mark.parametrize("written", ["1 1 2", "1, 1, 2", "1-1-2", [1, 1, 2]])
def test_a_document_says_the_numbers_of_columns_as_a_text_or_a_list(written: object) -> None:
    rules = read_rules({"preset": "rummytalk", "column_multipliers": written})

    assert rules.column_multipliers == (1, 1, 2)
    assert write_rules(rules) == {"preset": "rummytalk", "column_multipliers": "1 1 2"}


@pytest.mark.parametrize(
    "written", ["", "1 1 x", "0 1", "1 1 1 1 1 1", [], [1, None], [[1]], 2, True, {"1": 1}]
)
def test_a_document_with_other_numbers_of_columns_is_refused(written: object) -> None:
    with pytest.raises(InvalidDocumentError):
        read_rules({"preset": "rummytalk", "column_multipliers": written})


def test_a_sheet_says_that_every_column_was_a_shutout() -> None:
    rules = PLAIN.but(columns=2, target=97)
    paid, unpaid = (
        write_sheet(sheet([won(97)] * 2, rules.but(all_columns_shutout_bonus=bonus)))["games"][0]
        for bonus in (100, 0)
    )

    assert (paid["all_columns_shutout"], paid["difference"]) == (True, 2 * 97 + 100)
    assert ("all_columns_shutout" in unpaid, unpaid["difference"]) == (False, 2 * 97)
