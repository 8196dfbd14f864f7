"""Ratings game by game, beside figures worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.records.ratings.rates import START, RatedGame, Skill, rates
from tests.profiles import examples

ANN, BOB, CID, DAN = 1, 2, 3, 4

SIDES = [
    ((ANN,), (BOB,)),
    ((BOB,), (ANN,)),
    ((CID,), (ANN,)),
    ((ANN,), (BOB,), (CID,)),
    ((CID,), (BOB,), (DAN,)),
    ((ANN,), (BOB, CID)),
    ((BOB, CID), (ANN,)),
    ((ANN, CID), (BOB, DAN)),
    ((BOB, DAN), (CID, ANN)),
]


def test_the_first_win_worked_out_by_hand() -> None:
    # Two new players: deviation √(150² + 3²) = 150.03, c = √(2 · 150.03² + 2 · 250²) = 412.33.
    # Level, so each wins half of the games: the winner gains 150.03² / 412.33 / 2 = 27.295,
    # and both deviations shrink to 150.03 · √(1 − 150.03² / 412.33² / 4) = 147.53.
    [after] = rates([RatedGame(((ANN,), (BOB,)), won=True)], {})

    assert after[ANN] == Skill(pytest.approx(1527.295, abs=0.001), pytest.approx(147.53, abs=0.01), 1)
    assert after[BOB] == Skill(pytest.approx(1472.705, abs=0.001), pytest.approx(147.53, abs=0.01), 1)


def test_of_three_the_winner_gains_what_both_others_lose() -> None:
    # c = √(3 · 150.03² + 3 · 250²) = 505.0; each wins a third of the games, and the others are level:
    # +150.03² / 505.0 · 2/3 = 29.715 for the winner, half of that for each loser.
    [after] = rates([RatedGame(((CID,), (ANN,), (BOB,)), won=True)], {})

    assert after[CID].rating == pytest.approx(1529.715, abs=0.001)
    assert after[ANN] == after[BOB]
    assert after[ANN].rating == pytest.approx(1485.142, abs=0.001)


def test_a_captain_is_no_weaker_than_two_who_take_turns() -> None:
    # Two against two, where the captain is both: c = √(4 · 150.03² + 2 · 250²) = 463.72.
    # Each side wins half of the games: 150.03² / 463.72 / 2 = 24.270 for everybody.
    [won] = rates([RatedGame(((ANN,), (BOB, CID)), won=True)], {})
    [lost] = rates([RatedGame(((BOB, CID), (ANN,)), won=True)], {})

    assert [won[each].rating - 1500 for each in (ANN, BOB, CID)] == pytest.approx(
        [24.270, -24.270, -24.270], abs=0.001
    )
    assert [lost[each].rating - 1500 for each in (ANN, BOB, CID)] == pytest.approx(
        [-24.270, 24.270, 24.270], abs=0.001
    )


def test_nobody_gains_from_a_game_of_equals_that_nobody_wins() -> None:
    [after] = rates([RatedGame(((ANN,), (BOB,)), won=False)], {})

    assert after[ANN].rating == after[BOB].rating == START.rating
    assert after[ANN].deviation < START.deviation


@pytest.mark.parametrize(
    "sides, won, ann, bob",
    [
        (((ANN,), (BOB,)), True, 1500 + 57.902 * 0.62586, 1700 - 9.283 * 0.62586),
        (((BOB,), (ANN,)), True, 1500 - 57.902 * 0.37414, 1700 + 9.283 * 0.37414),
        (((BOB,), (ANN,)), False, 1500 + 57.902 * 0.12586, 1700 - 9.283 * 0.12586),
    ],
)
def test_a_win_against_somebody_better_counts_for_more(
    sides: tuple, won: bool, ann: float, bob: float
) -> None:
    # Ann is new; Bob's deviation is √(60² + 3²) = 60.075: c = √(150.03² + 60.075² + 2 · 250²) = 388.739.
    # She is expected to win 1 / (1 + e^(200 / 388.739)) = 0.37414 of the games: a win is 0.62586 more, a
    # loss 0.37414 less, and half a win 0.12586 more. What one more is worth: 150.03² / 388.739 = 57.902 of
    # hers, 60.075² / 388.739 = 9.283 of his. Her deviation: 150.03 · √(1 − 150.03² / 388.739² · 0.23416).
    [after] = rates([RatedGame(sides, won)], {BOB: Skill(1700, 60, 200)})

    assert after[ANN].rating == pytest.approx(ann, abs=0.01)
    assert after[BOB].rating == pytest.approx(bob, abs=0.01)
    assert after[ANN].deviation == pytest.approx(147.39, abs=0.01)
    assert (after[ANN].games, after[BOB].games) == (1, 201)


def test_partners_are_rated_by_what_both_are_together() -> None:
    # Ann (1500 ± 150) and Cid (1600 ± 100) win against Bob (1700 ± 60) and Dan, who is new: 3100 to 3200.
    # c = √(2 · 150.03² + 100.045² + 60.075² + 2 · 250²) = 428.528; 1 / (1 + e^(100 / 428.528)) = 0.44192.
    # 0.55808 / 428.528 of each variance: 22509 · 0.0013023 = 29.314; 10009 of Cid 13.035, 3609 of Bob 4.700.
    before = {CID: Skill(1600, 100, 9), BOB: Skill(1700, 60, 9)}
    [after] = rates([RatedGame(((ANN, CID), (BOB, DAN)), won=True)], before)

    assert [after[each].rating for each in (ANN, CID, BOB, DAN)] == pytest.approx(
        [1529.314, 1613.035, 1695.300, 1470.686], abs=0.01
    )


games = st.lists(st.tuples(st.sampled_from(SIDES), st.booleans()), max_size=40)


@given(played=games, at=st.integers(0, 40))
@examples(30)
def test_games_can_be_rated_in_parts(played: list[tuple], at: int) -> None:
    rated = [RatedGame(sides, won) for sides, won in played]
    first = list(rates(rated[:at], {}))
    known = {player: skill for after in first for player, skill in after.items()}

    assert first + list(rates(rated[at:], known)) == list(rates(rated, {}))
