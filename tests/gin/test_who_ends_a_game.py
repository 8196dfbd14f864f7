"""Who plays a game, who ends it and who is shut out: three players, partners, and extra lines.

The texts are silent on most of it; docs/rules.md says what is played. All sums are counted by hand.
"""

import json
from collections.abc import Mapping
from itertools import permutations

import pytest

from models.gin.counting import results_of
from models.gin.document.reading import read_match
from models.gin.document.writing import write_sheet
from models.gin.money import points_owed
from models.gin.sheet.sheet import Sheet, sheet

NAMES = ["Ann", "Bob", "Carl", "Dan"]


def scored(table: str, rules: Mapping[str, object], *hands: object, first_dealer: int = 0) -> Sheet:
    """The sheet of a match by Pagat's rules, some of which are others."""
    people = {"two": 2, "three": 3, "partnership": 4}[table]
    document = {
        "format": "gin-match/1",
        "table": table,
        "players": NAMES[:people],
        "rules": {"preset": "pagat", **rules},
        "first_dealer": first_dealer,
        "hands": list(hands),
    }
    match = read_match(json.dumps(document))
    return sheet(match.hands, match.rules, match.first_dealer, match.table)


def won(winner: int, points: int, *faced: int) -> dict[str, object]:
    """A hand of which only the points are known."""
    return {"winner": winner, "points": points, "faced": list(faced)}


def dead(*faced: int) -> dict[str, object]:
    return {"outcome": "dead", "faced": list(faced)}


def penalty(player: int, points: int) -> dict[str, object]:
    return {"penalty": {"player": player, "for": "other", "points": points}}


def adjustment(player: int, points: int) -> dict[str, object]:
    return {"adjustment": {"player": player, "points": points}}


STAYS = {"three_players": "winner_stays", "games_to_win": 4}


# Who plays a game that the third sits out


def test_a_game_in_which_nobody_won_a_hand_is_drawn_by_the_two_who_played_it() -> None:
    whole = scored("three", STAYS | {"max_hands": 2}, dead(1, 2), dead(1, 2))

    assert list(map(str, results_of(whole))) == ["1=2"]


def test_a_game_that_a_penalty_decides_is_paid_between_the_two_who_play_it() -> None:
    """Bob gets 100, the game bonus of 100 and the shutout of 100."""
    whole = scored("three", STAYS, penalty(0, 100), first_dealer=2)

    assert points_owed(whole.games[0]) == (-300, 300, 0)
    assert list(map(str, results_of(whole))) == ["1>0"]


def test_in_every_column_of_hollywood_too() -> None:
    whole = scored("three", STAYS | {"columns": 3}, penalty(0, 100), first_dealer=2)

    assert points_owed(whole.games[0]) == (-900, 900, 0)


@pytest.mark.parametrize("bobs", [-10, 5])
def test_who_sits_out_is_never_ahead(bobs: int) -> None:
    """Ann has -30 and wins a hand of 5; Carl has no part in the game, and so no 0 either."""
    taken = [adjustment(0, -30), adjustment(1, bobs)]

    whole = scored("three", STAYS | {"max_hands": 1}, *taken, won(0, 5, 0, 1), first_dealer=2)

    assert (whole.games[0].winner, whole.games[0].columns[0].ended_by) == (1, 1)


def test_whoever_is_level_with_nothing_is_ahead_of_less() -> None:
    """Ann -25 and Bob 0: at a table for two, Bob is ahead as well."""
    for table, rules in (("three", STAYS), ("two", {})):
        lines = [adjustment(0, -30), won(0, 5, 0, 1)]
        whole = scored(table, rules | {"max_hands": 1}, *lines, first_dealer=2 * (table == "three"))
        assert whole.games[0].winner == 1


def test_two_who_play_although_another_was_to_play_have_the_game_to_themselves() -> None:
    whole = scored("three", STAYS, won(0, 120, 0, 1), first_dealer=1)

    assert whole.games[0].playing == (0, 1)
    assert points_owed(whole.games[0])[2] == 0


@pytest.mark.parametrize("line", [penalty(2, 10), adjustment(2, 10)])
def test_a_line_about_who_sits_out_the_game_says_so_and_gives_nobody_anything(line: object) -> None:
    """Carl deals and sits out a whole game; at the usual table for three, he sits out only a hand."""
    stays = scored("three", STAYS, line, won(0, 5, 0, 1), first_dealer=2)
    usual = scored("three", {}, line, won(0, 5, 0, 1), first_dealer=2)

    assert stays.game.running == (5, 0, 0)
    assert [each.get("sits_out", False) for each in write_sheet(stays)["hands"]] == [True, False]
    assert [each.get("sits_out", False) for each in write_sheet(usual)["hands"]] == [False, False]
    assert usual.game.running != (5, 0, 0)


# Several reach the target together


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_of_three_who_are_level_nobody_has_ended_the_game(order: tuple[int, ...]) -> None:
    """Two have 95 each when the third shows a card: both have 105, whoever was named first."""
    one, other, third = order
    hands = [won(one, 95, *sorted((one, third))), won(other, 95, *sorted((other, third)))]

    whole = scored("three", {}, *hands, penalty(third, 10))

    assert not whole.game.over
    assert sorted(whole.game.running) == [0, 105, 105]


def test_the_next_hand_decides_between_two_who_are_level() -> None:
    level = [won(0, 95, 0, 1), won(2, 95, 1, 2), penalty(1, 10)]

    assert scored("three", {}, *level, won(2, 3, 0, 2)).games[0].winner == 2
    assert not scored("three", {}, *level, won(1, 30, 0, 1)).games[0].over


@pytest.mark.parametrize("nothing", [penalty(0, 0), adjustment(1, -5), adjustment(2, -5)])
def test_what_gives_nobody_points_ends_no_game(nothing: object) -> None:
    """Also not one in which two are level with more than the target."""
    rules = {"three_players": "all_against_winner"}
    level = [won(0, 95, 0, 1), won(2, 95, 1, 2), penalty(1, 10)]

    assert not scored("three", {}, *level, nothing).game.over
    assert not scored("three", rules, won(1, 110, 0, 1), nothing).game.over


def test_a_penalty_ends_the_game_for_the_one_who_has_more_by_it() -> None:
    level = [won(0, 95, 0, 1), won(2, 95, 1, 2), penalty(1, 10)]

    assert scored("three", {}, *level, adjustment(2, 1)).games[0].winner == 2


PALACE = {"preset": "palace", "gin_extra_boxes": 2, "target": 20}
GIN_OF_CARL = {"knocker": 2, "outcome": "gin", "deadwood": {"knocker": 0, "defender": 0}, "faced": [2, 1]}
GIN_OF_DAN = {"knocker": 3, "outcome": "gin", "deadwood": {"knocker": 0, "defender": 0}, "faced": [0, 3]}


@pytest.mark.parametrize("hands", [(GIN_OF_CARL, GIN_OF_DAN), (GIN_OF_DAN, GIN_OF_CARL)])
def test_of_partners_the_side_with_more_points_ends_the_game_whoever_is_entered_first(
    hands: tuple[object, object],
) -> None:
    """9 and a box of 10, then two extra boxes of 10 for each side: 39 to 20."""
    whole = scored("partnership", PALACE, won(0, 9, 0, 1), dead(2, 3), *hands)

    assert whole.games[0].running == (39, 20)
    assert whole.games[0].columns[0].ended_by == 0


def test_if_partners_are_level_the_winner_of_the_round_ends_the_game() -> None:
    """Ann wins 35 and Dan 15, so her side has 20; his has 15 and 5 by two adjustments."""
    round_of_20 = [won(0, 35, 0, 1), adjustment(1, 5), won(3, 15, 2, 3)]

    whole = scored("partnership", {"target": 20}, adjustment(1, 15), *round_of_20)

    assert whole.games[0].running == (20, 20)
    assert whole.games[0].columns[0].ended_by == 0


def test_if_the_round_is_level_too_they_play_on() -> None:
    level = [adjustment(0, 15), adjustment(1, 15), dead(0, 1), adjustment(0, 5), adjustment(1, 5), dead(2, 3)]

    whole = scored("partnership", {"target": 20}, *level)

    assert (whole.game.running, whole.game.over) == ((20, 20), False)


# Shut out


SAVED = {"penalties_prevent_shutout": True, "target": 100}


def handicap(*points: int) -> dict[str, object]:
    return {"opening": {"kind": "handicap", "columns": [{"points": list(points)}]}}


@pytest.mark.parametrize("prevents", [True, False])
def test_who_won_a_hand_is_not_shut_out_whatever_was_taken_before(prevents: bool) -> None:
    """A handicap of -20 and a hand of 15 leave -5, but the hand was won."""
    rules = SAVED | {"penalties_prevent_shutout": prevents}

    whole = scored("two", rules, handicap(0, -20), won(1, 15, 0, 1), won(0, 105, 0, 1))

    assert not whole.games[0].is_shutout


@pytest.mark.parametrize("prevents", [True, False])
def test_a_penalty_saves_from_a_shutout_also_if_an_adjustment_takes_more(prevents: bool) -> None:
    rules = SAVED | {"penalties_prevent_shutout": prevents}

    whole = scored("two", rules, penalty(0, 10), adjustment(1, -30), won(0, 105, 0, 1))

    assert whole.games[0].is_shutout is not prevents


@pytest.mark.parametrize("prevents", [True, False])
def test_a_penalty_saves_from_a_shutout_also_after_a_handicap_below_nothing(prevents: bool) -> None:
    rules = SAVED | {"penalties_prevent_shutout": prevents}

    whole = scored("two", rules, handicap(0, -20), penalty(0, 10), won(0, 105, 0, 1))

    assert whole.games[0].is_shutout is not prevents


@pytest.mark.parametrize("zero_sum", [False, True])
@pytest.mark.parametrize(
    "lines, is_shutout",
    [
        ([penalty(0, 10)], True),
        ([adjustment(1, 10)], False),
        ([adjustment(1, -10)], True),
        ([adjustment(0, -10)], True),
        ([adjustment(1, 10), adjustment(1, -10)], True),
        ([won(1, 15, 0, 1), adjustment(1, -15)], True),
        ([won(1, 15, 0, 1), adjustment(0, 15)], False),
        ([won(1, 15, 0, 1), penalty(1, 30)], False),
    ],
)
def test_an_adjustment_counts_for_its_player_like_points_of_hands(
    lines: list[object], is_shutout: bool, zero_sum: bool
) -> None:
    """What passes to or from Bob by a line of Ann's neither saves him nor shuts him out."""
    whole = scored("two", {"loser_negative": zero_sum}, *lines, won(0, 150, 0, 1))

    assert whole.games[0].is_shutout is is_shutout


@pytest.mark.parametrize("line", [penalty(0, 10), adjustment(1, 10)])
def test_a_line_is_no_hand_where_a_shutout_asks_for_none(line: object) -> None:
    rules = {"shutout_test": "zero_hands", "penalties_prevent_shutout": True}

    assert scored("two", rules, line, won(0, 105, 0, 1)).games[0].is_shutout


# Penalties after the game


LATER = {"shutout": "double_difference", "penalties_count": False}


def test_a_shutout_does_not_double_penalties_after_the_game() -> None:
    """Ann has 100, a box of 20 and the game bonus of 100; Bob has 10: 2 × 220 − 10."""
    game = scored("two", LATER, penalty(0, 10), won(0, 100, 0, 1)).games[0]

    assert game.final == (220, 10)
    assert (game.owed, points_owed(game)) == ((430, -430), (430, -430))


def test_nor_does_one_in_every_column() -> None:
    """220 and 10 in each of three columns, the last of which counts double: 4 × 2 × 2 × 220 − 4 × 10."""
    rules = LATER | {"columns": 3, "last_column_double": True, "all_columns_shutout_times": 2}

    game = scored("two", rules, penalty(0, 10), *[won(0, 100, 0, 1)] * 3).games[0]

    assert (game.owed, points_owed(game)) == ((3480, -3480), (3480, -3480))


def test_of_three_everybody_settles_them_once() -> None:
    """Ann has 220 and pays 10 to each of two: 2 × (2 × 220 − 10), and each of them pays half of it."""
    game = scored("three", LATER, penalty(0, 10), won(0, 100, 0, 1)).games[0]

    assert points_owed(game) == (860, -430, -430)


def test_in_zero_sum_they_are_paid_once_if_both_keep_their_totals() -> None:
    """Zero sum: 100 and a penalty of 10 are on both sides already; 120 of box and bonus are not."""
    rules = LATER | {"loser_negative": True, "settlement": "totals"}

    before = scored("two", rules, penalty(0, 10), won(0, 30, 0, 1)).game
    game = scored("two", rules, penalty(0, 10), won(0, 100, 0, 1)).games[0]

    assert points_owed(before) == (30, -30)
    assert points_owed(game) == (2 * (100 + 120) - 10, -2 * (100 + 120) + 10)


# A level game is played on after the last hand


ON = {"max_hands": 2, "games_to_win": None}
LEVEL = [won(0, 10, 0, 1), won(1, 10, 0, 1)]


@pytest.mark.parametrize("level", [LEVEL, [dead(0, 1), dead(0, 1)], [won(0, 0, 0, 1), dead(0, 1)]])
def test_a_game_goes_on_after_a_dead_hand_as_after_any_other(level: list[object]) -> None:
    rules = ON | {"tied_after_max_hands": "one_more_hand"}

    assert not scored("two", rules, *level).games[0].over
    assert not scored("two", rules, *level, dead(0, 1)).games[0].over
    assert scored("two", rules, *level, dead(0, 1), won(0, 1, 0, 1)).games[0].winner == 0


@pytest.mark.parametrize("tied", ["one_more_hand", "end_of_round"])
def test_who_gets_ahead_by_a_line_has_won_after_the_next_hand(tied: str) -> None:
    """A dead hand that the same dealer deals again leaves the round as complete as it was."""
    rules = ON | {"tied_after_max_hands": tied}

    assert not scored("two", rules, *LEVEL, penalty(0, 10)).games[0].over
    assert scored("two", rules, *LEVEL, penalty(0, 10), dead(0, 1)).games[0].winner == 1


@pytest.mark.parametrize("redeal, over", [("same_dealer", True), ("rotate", False)])
def test_a_dead_hand_that_passes_the_deal_begins_a_round(redeal: str, over: bool) -> None:
    rules = ON | {"tied_after_max_hands": "end_of_round", "redeal_after_dead_hand": redeal}

    game = scored("two", rules, *LEVEL, penalty(0, 10), dead(0, 1)).games[0]

    assert game.over is over


def test_a_hand_that_waits_for_the_other_one_of_its_round_ends_no_game() -> None:
    """Level after the last round; an adjustment puts Ann's side ahead, and only one hand is entered then."""
    rules = ON | {"max_hands": 1, "tied_after_max_hands": "one_more_hand"}
    ahead = [dead(0, 1), dead(2, 3), adjustment(0, 5), dead(0, 1)]

    assert not scored("partnership", rules, *ahead).games[0].over
    assert scored("partnership", rules, *ahead, dead(2, 3)).games[0].winner == 0


# Zero sum, one against two


def test_boxes_at_once_are_taken_from_both_losers_and_paid_to_one() -> None:
    """10 and a box of 20 from each of two, or to each of two."""
    rules = {"three_players": "all_against_winner", "loser_negative": True, "box_timing": "immediate"}

    assert scored("three", rules, won(0, 10, 0, 1)).game.running == (60, -30, -30)
    assert scored("three", rules, won(1, 10, 0, 1)).game.running == (-60, 30, 30)
    assert scored("three", rules, won(0, 10, 0, 1)).game.boxes == (1, 0, 0)
