"""Who plays a game, who ends it, who wins it, who is shut out; and matches that end after their last line."""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations

import pytest

from models.gin.counting import GameResult, read_results, results_of, statistics, write_results
from models.gin.document.json_reader import InvalidDocumentError
from models.gin.document.reading import read_match
from models.gin.document.writing import MatchDocument, write_lines, write_sheet
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.money import points_owed
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import GameWinner, ThreePlayers
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import Adjustment, ExtraLine
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin.table import ANN, BOB, knock, won

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


def win_of(winner: int, points: int, *faced: int) -> dict[str, object]:
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

    whole = scored("three", STAYS | {"max_hands": 1}, *taken, win_of(0, 5, 0, 1), first_dealer=2)

    assert (whole.games[0].winner, whole.games[0].columns[0].ended_by) == (1, 1)


def test_whoever_is_level_with_nothing_is_ahead_of_less() -> None:
    """Ann -25 and Bob 0: at a table for two, Bob is ahead as well."""
    for table, rules in (("three", STAYS), ("two", {})):
        lines = [adjustment(0, -30), win_of(0, 5, 0, 1)]
        whole = scored(table, rules | {"max_hands": 1}, *lines, first_dealer=2 * (table == "three"))
        assert whole.games[0].winner == 1


def test_two_who_play_although_another_was_to_play_have_the_game_to_themselves() -> None:
    whole = scored("three", STAYS, win_of(0, 120, 0, 1), first_dealer=1)

    assert whole.games[0].playing == (0, 1)
    assert points_owed(whole.games[0])[2] == 0


@pytest.mark.parametrize("line", [penalty(2, 10), adjustment(2, 10)])
def test_a_line_about_who_sits_out_the_game_says_so_and_gives_nobody_anything(line: object) -> None:
    """Carl deals and sits out a whole game; at the usual table for three, he sits out only a hand."""
    stays = scored("three", STAYS, line, win_of(0, 5, 0, 1), first_dealer=2)
    usual = scored("three", {}, line, win_of(0, 5, 0, 1), first_dealer=2)

    assert stays.game.running == (5, 0, 0)
    assert [each.get("sits_out", False) for each in write_sheet(stays)["hands"]] == [True, False]
    assert [each.get("sits_out", False) for each in write_sheet(usual)["hands"]] == [False, False]
    assert usual.game.running != (5, 0, 0)


# Several reach the target together


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_of_three_who_are_level_nobody_has_ended_the_game(order: tuple[int, ...]) -> None:
    """Two have 95 each when the third shows a card: both have 105, whoever was named first."""
    one, other, third = order
    hands = [win_of(one, 95, *sorted((one, third))), win_of(other, 95, *sorted((other, third)))]

    whole = scored("three", {}, *hands, penalty(third, 10))

    assert not whole.game.over
    assert sorted(whole.game.running) == [0, 105, 105]


def test_the_next_hand_decides_between_two_who_are_level() -> None:
    level = [win_of(0, 95, 0, 1), win_of(2, 95, 1, 2), penalty(1, 10)]

    assert scored("three", {}, *level, win_of(2, 3, 0, 2)).games[0].winner == 2
    assert not scored("three", {}, *level, win_of(1, 30, 0, 1)).games[0].over


@pytest.mark.parametrize("nothing", [penalty(0, 0), adjustment(1, -5), adjustment(2, -5)])
def test_what_gives_nobody_points_ends_no_game(nothing: object) -> None:
    """Also not one in which two are level with more than the target."""
    rules = {"three_players": "all_against_winner"}
    level = [win_of(0, 95, 0, 1), win_of(2, 95, 1, 2), penalty(1, 10)]

    assert not scored("three", {}, *level, nothing).game.over
    assert not scored("three", rules, win_of(1, 110, 0, 1), nothing).game.over


def test_a_penalty_ends_the_game_for_the_one_who_has_more_by_it() -> None:
    level = [win_of(0, 95, 0, 1), win_of(2, 95, 1, 2), penalty(1, 10)]

    assert scored("three", {}, *level, adjustment(2, 1)).games[0].winner == 2


PALACE = {"preset": "palace", "gin_extra_boxes": 2, "target": 20}
GIN_OF_CARL = {"knocker": 2, "outcome": "gin", "deadwood": {"knocker": 0, "defender": 0}, "faced": [2, 1]}
GIN_OF_DAN = {"knocker": 3, "outcome": "gin", "deadwood": {"knocker": 0, "defender": 0}, "faced": [0, 3]}


@pytest.mark.parametrize("hands", [(GIN_OF_CARL, GIN_OF_DAN), (GIN_OF_DAN, GIN_OF_CARL)])
def test_of_partners_the_side_with_more_points_ends_the_game_whoever_is_entered_first(
    hands: tuple[object, object],
) -> None:
    """9 and a box of 10, then two extra boxes of 10 for each side: 39 to 20."""
    whole = scored("partnership", PALACE, win_of(0, 9, 0, 1), dead(2, 3), *hands)

    assert whole.games[0].running == (39, 20)
    assert whole.games[0].columns[0].ended_by == 0


def test_if_partners_are_level_the_winner_of_the_round_ends_the_game() -> None:
    """Ann wins 35 and Dan 15, so her side has 20; his has 15 and 5 by two adjustments."""
    round_of_20 = [win_of(0, 35, 0, 1), adjustment(1, 5), win_of(3, 15, 2, 3)]

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

    whole = scored("two", rules, handicap(0, -20), win_of(1, 15, 0, 1), win_of(0, 105, 0, 1))

    assert not whole.games[0].is_shutout


@pytest.mark.parametrize("taken", [adjustment(1, -30), handicap(0, -20)])
@pytest.mark.parametrize("prevents", [True, False])
def test_a_penalty_saves_from_a_shutout_also_if_more_was_taken(prevents: bool, taken: object) -> None:
    rules = SAVED | {"penalties_prevent_shutout": prevents}

    whole = scored("two", rules, penalty(0, 10), taken, win_of(0, 105, 0, 1))

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
        ([win_of(1, 15, 0, 1), adjustment(1, -15)], True),
        ([win_of(1, 15, 0, 1), adjustment(0, 15)], False),
        ([win_of(1, 15, 0, 1), penalty(1, 30)], False),
    ],
)
def test_an_adjustment_counts_for_its_player_like_points_of_hands(
    lines: list[object], is_shutout: bool, zero_sum: bool
) -> None:
    """What passes to or from Bob by a line of Ann's neither saves him nor shuts him out."""
    whole = scored("two", {"loser_negative": zero_sum}, *lines, win_of(0, 150, 0, 1))

    assert whole.games[0].is_shutout is is_shutout


@pytest.mark.parametrize("line", [penalty(0, 10), adjustment(1, 10)])
def test_a_line_is_no_hand_where_a_shutout_asks_for_none(line: object) -> None:
    rules = {"shutout_test": "zero_hands", "penalties_prevent_shutout": True}

    assert scored("two", rules, line, win_of(0, 105, 0, 1)).games[0].is_shutout


# Penalties after the game


LATER = {"shutout": "double_difference", "penalties_count": False}


def test_a_shutout_does_not_double_penalties_after_the_game() -> None:
    """Ann has 100, a box of 20 and the game bonus of 100; Bob has 10: 2 × 220 − 10."""
    game = scored("two", LATER, penalty(0, 10), win_of(0, 100, 0, 1)).games[0]

    assert game.final == (220, 10)
    assert (game.owed, points_owed(game)) == ((430, -430), (430, -430))


def test_nor_does_one_in_every_column() -> None:
    """220 and 10 in each of three columns, the last of which counts double: 4 × 2 × 2 × 220 − 4 × 10."""
    rules = LATER | {"columns": 3, "last_column_double": True, "all_columns_shutout_times": 2}

    game = scored("two", rules, penalty(0, 10), *[win_of(0, 100, 0, 1)] * 3).games[0]

    assert (game.owed, points_owed(game)) == ((3480, -3480), (3480, -3480))


def test_of_three_everybody_settles_them_once() -> None:
    """Ann has 220 and pays 10 to each of two: 2 × (2 × 220 − 10), and each of them pays half of it."""
    game = scored("three", LATER, penalty(0, 10), win_of(0, 100, 0, 1)).games[0]

    assert points_owed(game) == (860, -430, -430)


def test_in_zero_sum_they_are_paid_once_if_both_keep_their_totals() -> None:
    """Zero sum: 100 and a penalty of 10 are on both sides already; 120 of box and bonus are not."""
    rules = LATER | {"loser_negative": True, "settlement": "totals"}

    before = scored("two", rules, penalty(0, 10), win_of(0, 30, 0, 1)).game
    game = scored("two", rules, penalty(0, 10), win_of(0, 100, 0, 1)).games[0]

    assert points_owed(before) == (30, -30)
    assert points_owed(game) == (2 * (100 + 120) - 10, -2 * (100 + 120) + 10)


# A level game is played on after the last hand


ON = {"max_hands": 2, "games_to_win": None}
LEVEL = [win_of(0, 10, 0, 1), win_of(1, 10, 0, 1)]


@pytest.mark.parametrize("level", [LEVEL, [dead(0, 1), dead(0, 1)], [win_of(0, 0, 0, 1), dead(0, 1)]])
def test_a_game_goes_on_after_a_dead_hand_as_after_any_other(level: list[object]) -> None:
    rules = ON | {"tied_after_max_hands": "one_more_hand"}

    assert not scored("two", rules, *level).games[0].over
    assert not scored("two", rules, *level, dead(0, 1)).games[0].over
    assert scored("two", rules, *level, dead(0, 1), win_of(0, 1, 0, 1)).games[0].winner == 0


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

    assert scored("three", rules, win_of(0, 10, 0, 1)).game.running == (60, -30, -30)
    assert scored("three", rules, win_of(1, 10, 0, 1)).game.running == (-60, 30, 30)
    assert scored("three", rules, win_of(0, 10, 0, 1)).game.boxes == (1, 0, 0)


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


PAGAT = PRESETS["pagat"]
"""To 100, a game bonus of 100, a box of 20 for each hand."""


def ended(*written: Hand | ExtraLine, table: Table = Table.TWO, **changed: object) -> Sheet:
    """The sheet of a match that ends after its last line."""
    return sheet(written, PAGAT.but(**changed), table=table, ends_after_last=True)


def test_the_higher_total_wins_without_any_bonus() -> None:
    scored = ended(knock(8, 20), knock(5, 45, BOB))

    assert scored.match.over
    assert scored.ended_here
    assert scored.match.winner == BOB
    assert scored.game.final == (12, 40)


def test_level_totals_are_a_draw() -> None:
    scored = ended(won(25), won(25, BOB))

    assert scored.match.over
    assert scored.match.winner is scored.game.winner is None
    assert scored.game.final == (25, 25)


def test_a_shutout_adds_nothing() -> None:
    assert ended(won(25)).game.final == (25, 0)


def test_boxes_that_are_in_the_totals_already_stay() -> None:
    """Where a box is added with its hand, the total that stands on the sheet has it."""
    at_once = sheet([won(25)], PRESETS["palace"], ends_after_last=True)

    assert at_once.game.final == at_once.game.running


def test_who_is_ahead_wins_also_where_the_first_at_the_target_would() -> None:
    assert ended(won(25), game_winner=GameWinner.FIRST_TO_TARGET).match.winner == ANN


def test_a_match_that_the_rules_have_ended_is_not_ended_again() -> None:
    whole = [won(60), won(50)]

    assert ended(*whole) == sheet(whole, PAGAT)
    assert not ended(*whole).ended_here


def test_an_empty_match_has_not_ended() -> None:
    assert not ended().match.over


def test_what_is_written_later_counts_and_the_match_ends_after_it() -> None:
    later = ended(won(25), won(30, BOB), won(12))

    assert later.match.winner == ANN
    assert not any(scored_hand.past_the_end for scored_hand in later.hands)


def test_of_several_games_those_that_were_won_decide() -> None:
    one_game = [won(100), won(20, BOB)]

    assert ended(*one_game, games_to_win=2).match.games_won == (1, 1)
    assert ended(won(100), games_to_win=2).match.winner == ANN


def test_the_totals_of_three_players_decide() -> None:
    scored = ended(Adjustment(0, 30), Adjustment(2, 40), table=Table.THREE)

    assert scored.match.winner == 2


def test_statistics_and_ratings_count_it() -> None:
    ann, bob = statistics(ended(won(25), won(30, BOB)))

    assert (ann.matches, ann.matches_won, ann.games, ann.games_won) == (1, 0, 1, 0)
    assert (bob.matches, bob.matches_won, bob.games, bob.games_won) == (1, 1, 1, 1)
    assert [str(each) for each in results_of(ended(won(25), won(25, BOB)))] == ["0=1"]


def test_a_document_says_so_only_if_it_is_so() -> None:
    match = MatchDocument(("Ann", "Bob"), PAGAT, (won(25),))
    over = replace(match, ends_after_last=True)

    assert read_match("\n".join(write_lines(over))) == over
    assert "ends_after_last" not in "\n".join(write_lines(match))


def test_a_document_says_it_with_true_or_false() -> None:
    written = "\n".join(write_lines(MatchDocument(("Ann", "Bob"), PAGAT, ends_after_last=True)))

    with pytest.raises(InvalidDocumentError):
        read_match(written.replace('"ends_after_last": true', '"ends_after_last": 1'))
