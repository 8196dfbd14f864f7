"""The hands and games behind a number of the statistics, found by hand."""

import pytest

from models.gin.counting import Statistics, counted_games, counted_hands, statistics
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin.table import ANN, BOB, DEAD, gin, knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS

PLAIN = HouseRules(gin_bonus=25, undercut_bonus=25, games_to_win=None)
"""To 100; the loser of a hand deals the next one."""


@pytest.fixture
def evening() -> Sheet:
    """Two games, the first of them won by Ann after three hands in a row, and a hand of a third one."""
    first = knock(8, 20), gin(60), knock(3, 9)
    second = DEAD, gin(30, by=BOB), knock(10, 4, by=BOB), gin(90, by=BOB)
    return sheet([*first, *second, BOB_BREAKS_HIS_EIGHTS], PLAIN)


HANDS = [
    ("hands_won", ANN, [1, 2, 3, 6]),
    ("gin_wins", ANN, [2]),
    ("gin_wins", None, [2, 5, 7]),
    ("undercut_wins", ANN, [6]),
    ("undercut_wins", BOB, [8]),
    ("caught", BOB, [1, 2, 3]),
    ("best_hand", ANN, [2]),
    ("best_hand", None, [7]),
    ("defended", BOB, [8]),
    ("missed", BOB, []),
]


@pytest.mark.parametrize("number, player, expected", HANDS)
def test_the_hands_that_a_number_counts(
    evening: Sheet, number: str, player: int | None, expected: list[int]
) -> None:
    assert [scored_hand.number for scored_hand in counted_hands(evening, number, player)] == expected


@pytest.mark.parametrize("number, player, expected", [("games_won", ANN, [1]), ("games", BOB, [1, 2])])
def test_the_games_that_a_number_counts(
    evening: Sheet, number: str, player: int | None, expected: list[int]
) -> None:
    assert [game.number for game in counted_games(evening, number, player)] == expected


SINGLE = [name for name in Statistics._fields if name.endswith("_wins") or name in {"hands_won", "caught"}]


@pytest.mark.parametrize("number", SINGLE)
def test_a_number_of_single_hands_is_how_many_there_are(evening: Sheet, number: str) -> None:
    for player, counted in enumerate(statistics(evening)):
        assert len(counted_hands(evening, number, player)) == getattr(counted, number)
