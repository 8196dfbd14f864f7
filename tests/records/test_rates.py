"""Ratings game by game, beside the published formula and figures worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.records.ratings.rates import START, RatedGame, Skill, rates
from tests.profiles import examples
from tests.records.plain_ratings import played_out

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


def test_a_win_against_somebody_better_counts_for_more() -> None:
    better = {BOB: Skill(1700, 60, 200)}
    [upset] = rates([RatedGame(((ANN,), (BOB,)), won=True)], better)
    [expected] = rates([RatedGame(((BOB,), (ANN,)), won=True)], better)

    assert upset[ANN].rating - START.rating > START.rating - expected[ANN].rating


games = st.lists(st.tuples(st.sampled_from(SIDES), st.booleans()), max_size=40)


@given(played=games)
@examples(60)
def test_any_games_have_the_ratings_of_the_published_formula(played: list[tuple]) -> None:
    known: dict[int, Skill] = {}
    for after in rates([RatedGame(sides, won) for sides, won in played], {}):
        known |= after

    plain = played_out(played)
    assert known.keys() == plain.keys()
    for player, (rating, deviation) in plain.items():
        assert known[player][:2] == pytest.approx((rating, deviation), rel=1e-9)
        assert known[player].games == sum(
            player in [each for side in sides for each in side] for sides, _ in played
        )


@given(played=games, at=st.integers(0, 40))
@examples(30)
def test_games_can_be_rated_in_parts(played: list[tuple], at: int) -> None:
    rated = [RatedGame(sides, won) for sides, won in played]
    first = list(rates(rated[:at], {}))
    known = {player: skill for after in first for player, skill in after.items()}

    assert first + list(rates(rated[at:], known)) == list(rates(rated, {}))
