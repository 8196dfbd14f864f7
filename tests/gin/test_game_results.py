"""Who won each game, at every kind of table."""

from dataclasses import replace

import pytest

from models.gin.counting import GameResult, read_results, results_of, write_results
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import ThreePlayers
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import sheet

TO_FIFTY = replace(PRESETS["pagat"], target=50, games_to_win=None)


def gin(player: int, *against: int) -> Hand:
    """A gin with which *player* reaches fifty: 20 or more, and 40 deadwood."""
    faced = tuple(sorted((player, *against)))
    return Hand(player, Count(Ending.GIN, defender=40), **({"faced": faced} if against else {}))


def by(three: ThreePlayers) -> HouseRules:
    """Rules to fifty for three players."""
    return replace(TO_FIFTY, three_players=three)


def test_a_result_is_written_and_read() -> None:
    for written in ("0>1", "0=1", "2>0=1", "0>12", "12>0", "02>13", "1>2"):
        assert str(GameResult.read(written)) == written
    assert read_results("") == ()


def test_a_game_counts_as_soon_as_it_is_over() -> None:
    ten_points = Hand(0, Count(Ending.KNOCK, knocker=5, defender=15))

    assert write_results(results_of(sheet([], TO_FIFTY))) == ""
    assert write_results(results_of(sheet([ten_points], TO_FIFTY))) == ""
    assert write_results(results_of(sheet([ten_points, gin(1)], TO_FIFTY))) == "1>0"
    assert write_results(results_of(sheet([gin(0), gin(1), gin(0), ten_points], TO_FIFTY))) == "0>1 1>0 0>1"


@pytest.mark.parametrize(
    "rules, table, hands, results",
    [
        # Everybody for themselves: the winner before both others, whatever these have.
        (by(ThreePlayers.LOSER_SITS_OUT), Table.THREE, [gin(2, 0)], "2>0=1"),
        # The captain plays every hand; the partners are one side.
        (by(ThreePlayers.CAPTAIN), Table.THREE, [gin(0, 1)], "0>12"),
        (by(ThreePlayers.CAPTAIN), Table.THREE, [gin(1, 0)], "12>0"),
        # Two against two, a round of two hands: one side has both.
        (TO_FIFTY, Table.PARTNERSHIP, [gin(1, 0), gin(3, 2)], "13>02"),
    ],
)
def test_who_plays_for_whom(rules: HouseRules, table: Table, hands: list[Hand], results: str) -> None:
    assert write_results(results_of(sheet(hands, rules, table=table))) == results


def test_where_the_winner_stays_only_the_two_who_played_have_a_result() -> None:
    rules = by(ThreePlayers.WINNER_STAYS)
    first = sheet([], rules, table=Table.THREE).to_play[0]
    one = sheet([gin(first[0], first[1])], rules, table=Table.THREE)
    second = one.to_play[0]

    assert write_results(results_of(one)) == f"{first[0]}>{first[1]}"
    assert [first[0] in second, first[1] in second] == [True, False]


def test_a_drawn_game_has_a_result_in_which_nobody_won() -> None:
    dead = Hand(None, Count(Ending.DEAD))

    assert write_results(results_of(sheet([dead], TO_FIFTY.but(max_hands=1)))) == "0=1"
