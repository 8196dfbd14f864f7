"""The effect of a hand on the sheet is shown before it is saved."""

import pytest

from models.gin.hand.scoring import Hand
from models.gin.rules.options import MatchBy, Shutout
from tests.gin.table import BOB, gin, knock
from tests.views.table import Sit, Table, element, press_on, typed

NO_BONUS = {"game_bonus": 0, "box_bonus": 0, "shutout": Shutout.NONE}

EACH = 12
"""What a knock with 8 against 20 is worth."""


def told_of(table: Table, number: int, hand: Hand) -> str:
    """What is said of the sheet when hand *number* is corrected to *hand*."""
    page = table.browser.get(table.browser.get(table.hand(number)).links["Correct"])
    return element(press_on(table.browser, page, "Preview", typed(hand), status=200), "verdict").text


def test_the_hand_that_ends_the_game_says_so_and_names_the_bonuses(table: Table) -> None:
    """Ann had 90 and makes 30; two boxes of 20, the game and the shutout at 100 make 360 of 120."""
    table.add(knock(1, 91))
    page = table.preview(typed(knock(3, 33)))

    assert element(page, "verdict").text.endswith(
        "33 − 3 = 30. Ann 120, Bob 0. Ann wins by 360. With all bonuses: Ann 360, Bob 0."
    )


def test_no_bonus_is_named_where_there_is_none(sit: Sit) -> None:
    table = sit(target=20, **NO_BONUS)
    page = table.preview(typed(knock(3, 33)))

    assert element(page, "verdict").text.endswith("Ann 30, Bob 0. Ann wins by 30.")


def test_a_game_that_nobody_wins_says_so(sit: Sit) -> None:
    table = sit(max_hands=2, **NO_BONUS)
    table.add(knock(3, 33))
    page = table.preview(typed(knock(3, 33, by=BOB)))

    assert element(page, "verdict").text.endswith("Ann 30, Bob 30. Nobody wins this game. Both have 30.")


def test_the_hand_that_ends_a_match_by_points_says_who_wins_it(sit: Sit) -> None:
    """50 for Ann, and 30 for Bob, who wins the second game."""
    table = sit(target=30, match_by=MatchBy.POINTS, games_in_match=2, **NO_BONUS)
    table.add(knock(1, 51))
    page = table.preview(typed(knock(3, 33, by=BOB)))

    assert element(page, "verdict").text.endswith(
        "Ann 0, Bob 30. Ann wins the match. Points of all games: Ann 50, Bob 30. Bob wins game 2 by 30."
    )


def test_a_correction_that_ends_the_game_earlier_names_what_is_past_the_end(table: Table) -> None:
    """88 and 12 are 100 with hand 2; two boxes, the game and the shutout make 340."""
    table.add(*[knock(8, 20)] * 4)
    end = (
        "The game then ends with hand 2. "
        "Hands 3 and 4 were played after the end: they stay on the sheet but don’t count."
    )

    assert told_of(table, 1, knock(1, 89)).endswith(
        f"Ann 100, Bob 0. Ann wins by 340. With all bonuses: Ann 340, Bob 0. {end}"
    )


def test_a_correction_that_opens_a_game_again_says_so(table: Table) -> None:
    table.add(knock(1, 89), knock(8, 20))

    assert told_of(table, 1, knock(8, 20)).endswith("Ann 24, Bob 0. The game then goes on.")


def test_the_game_of_the_hand_is_named_among_several(sit: Sit) -> None:
    """Hand 1 is corrected from 20 to 50: game 1 ends with it, and hand 2 begins the next."""
    table = sit(target=50, games_to_win=2, **NO_BONUS)
    table.add(gin(0), knock(1, 31), knock(8, 20, by=BOB))

    said = told_of(table, 1, gin(30))
    assert said.endswith("Ann 50, Bob 0. Ann wins game 1 by 50. Game 1 then ends with hand 1.")


@pytest.mark.parametrize("number", [1, 3])
def test_a_correction_that_moves_nothing_says_the_totals_alone(table: Table, number: int) -> None:
    table.add(*[knock(8, 20)] * 3)

    assert told_of(table, number, knock(8, 28)).endswith(f"Ann {EACH + EACH + 20}, Bob 0.")
