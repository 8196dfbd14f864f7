"""Penalties, adjustments, opening scores, and hands of which only the points are known, counted by hand."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from models.gin.hand.declaration import Count, Ending, Points
from models.gin.hand.problems import InvalidDeclarationError, Reason
from models.gin.hand.scoring import Hand, score
from models.gin.money import account, points_owed
from models.gin.rules.house_rules import Fault, HouseRules
from models.gin.rules.options import (
    BoxTiming,
    DealRotation,
    FalseKnock,
    MatchBy,
    Outcome,
    PartnersScore,
    Redeal,
    Settlement,
    Shutout,
    ShutoutTest,
    Stake,
    ThreePlayers,
    TiedGame,
)
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.columns import Bonus, ColumnEntry
from models.gin.sheet.extra_lines import (
    Adjustment,
    ColumnScores,
    ExtraLine,
    OpeningKind,
    OpeningScores,
    Penalty,
)
from models.gin.sheet.sheet import Sheet, disallowed_extra_lines, disallowed_hands, sheet
from tests.gin.table import ANN, BOB, DEAD, card, gin, knock, won

PLAIN = HouseRules(box_bonus=0, game_bonus=0, shutout=Shutout.NONE)
ANN_SHOWS = Penalty(ANN, Fault.EXPOSED_CARD)
ANN_KNOCKS_FALSELY = Penalty(ANN, Fault.FALSE_KNOCK)
CID = 2


def paper(*points: tuple[int, ...], boxes: tuple[int, ...] = (), **more: Any) -> OpeningScores:
    """A match that was started on paper."""
    return OpeningScores(
        OpeningKind.CARRIED_OVER, tuple(ColumnScores(each, boxes) for each in points), **more
    )


def handicap(*points: int) -> OpeningScores:
    """A start for the weaker player."""
    return OpeningScores(OpeningKind.HANDICAP, (ColumnScores(points),))


@dataclass(frozen=True)
class Written:
    """What is on a sheet, and how it stands."""

    title: str
    lines: tuple[Hand | ExtraLine, ...]
    rules: HouseRules
    running: tuple[int, ...]
    boxes: tuple[int, ...] | None = None
    table: Table = Table.TWO

    def __str__(self) -> str:
        return self.title


CASES = [
    Written("a false knock scores nothing where play goes on", (ANN_KNOCKS_FALSELY,), PLAIN, (0, 0)),
    Written(
        "a false knock costs the fixed penalty",
        (ANN_KNOCKS_FALSELY,),
        PLAIN.but(false_knock=FalseKnock.PENALTY),
        (0, 10),
    ),
    Written(
        "a false knock pays the other player the undercut bonus",
        (ANN_KNOCKS_FALSELY,),
        PLAIN.but(false_knock=FalseKnock.UNDERCUT, undercut_bonus=25),
        (0, 25),
    ),
    Written(
        "a card shown costs what the table says",
        (knock(8, 20), ANN_SHOWS),
        PLAIN.but(penalty_points=15),
        (12, 15),
    ),
    Written("an agreed penalty overrides the rules", (Penalty(BOB, Fault.FALSE_KNOCK, 40),), PLAIN, (40, 0)),
    Written(
        "a penalty can come with a box",
        (knock(8, 20), ANN_SHOWS),
        PLAIN.but(penalty_box=True, box_bonus=20),
        (12, 10),
        (1, 1),
    ),
    Written(
        "with boxes at once, its box counts toward the target",
        (ANN_SHOWS,),
        PLAIN.but(penalty_box=True, box_bonus=20, box_timing=BoxTiming.IMMEDIATE),
        (0, 30),
        (0, 1),
    ),
    Written(
        "in zero-sum rules a penalty is taken from who made the mistake",
        (knock(8, 20), ANN_SHOWS),
        PLAIN.but(loser_negative=True),
        (2, -2),
    ),
    Written("with three, each of the others gets it", (ANN_SHOWS,), PLAIN, (0, 10, 10), table=Table.THREE),
    Written(
        "with three and zero-sum rules, it is paid twice",
        (ANN_SHOWS,),
        PLAIN.but(loser_negative=True),
        (-20, 10, 10),
        table=Table.THREE,
    ),
    Written(
        "a partner's mistake costs the side",
        (Penalty(CID, Fault.EXPOSED_CARD),),
        PLAIN,
        (0, 10),
        table=Table.PARTNERSHIP,
    ),
    Written(
        "a forgotten box is added, a miscounted hand taken off",
        (knock(8, 20), Adjustment(BOB, 20, "box"), Adjustment(ANN, -3, "counted twice")),
        PLAIN,
        (9, 20),
    ),
    Written("an adjustment may leave less than nothing", (Adjustment(ANN, -3),), PLAIN, (-3, 0)),
    Written(
        "in zero-sum rules an adjustment is taken from the other",
        (Adjustment(ANN, 5),),
        PLAIN.but(loser_negative=True),
        (5, -5),
    ),
    Written("a handicap is where the game starts", (handicap(0, 30), knock(8, 20)), PLAIN, (12, 30)),
    Written(
        "a paper match goes on with its boxes",
        (paper((62, 40), boxes=(3, 2)), gin(18)),
        PLAIN.but(box_bonus=25),
        (100, 40),
        (4, 2),
    ),
    Written(
        "totals on paper contain boxes that are added at once",
        (paper((62, 40), boxes=(3, 2)),),
        PRESETS["palace"],
        (62, 40),
        (3, 2),
    ),
    Written(
        "opening scores come first whenever they are written",
        (knock(8, 20), paper((62, 40))),
        PLAIN,
        (74, 40),
    ),
    Written(
        "penalties after the game are not in the totals",
        (knock(8, 20), ANN_SHOWS),
        PLAIN.but(penalties_count=False),
        (12, 0),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_lines_that_are_not_hands_add_up(case: Written) -> None:
    game = sheet(case.lines, case.rules, table=case.table).game

    assert game.running == case.running
    assert case.boxes in (None, game.boxes)


def test_a_penalty_that_reaches_the_target_ends_the_game() -> None:
    whole = sheet([knock(2, 97, BOB), ANN_SHOWS, knock(8, 20)], PLAIN.but(games_to_win=None))

    assert [(game.over, game.winner) for game in whole.games] == [(True, BOB), (False, None)]
    assert whole.games[0].running == (0, 105)
    assert [scored_hand.game for scored_hand in whole.hands] == [1, 2]


def test_of_three_who_reach_the_target_with_a_penalty_the_one_with_more_points_wins() -> None:
    bob_has, cid_has = Adjustment(BOB, 92), Adjustment(CID, 95)
    game = sheet([bob_has, cid_has, ANN_SHOWS], PLAIN, table=Table.THREE).game

    assert (game.over, game.winner) == (True, CID)


def test_points_that_are_taken_away_never_end_a_game() -> None:
    game = sheet([Adjustment(BOB, 95), Adjustment(BOB, -1)], PLAIN).game

    assert not game.over


def test_after_the_end_a_line_is_kept_but_not_counted() -> None:
    whole = sheet([gin(90), knock(8, 20), ANN_SHOWS], PLAIN)

    assert whole.game.running == (110, 0)
    assert [line.past_the_end for line in whole.extra_lines] == [True]
    assert whole.extra_lines[0].points == (0, 0)
    assert whole.extra_lines[0].place == 2


def test_no_line_but_a_hand_counts_as_a_hand() -> None:
    """Neither for the numbers, nor for a limited game, nor for who deals."""
    whole = sheet([ANN_SHOWS, knock(8, 20), Adjustment(ANN, 5), DEAD], PLAIN.but(max_hands=3))

    assert [(scored_hand.number, scored_hand.dealer) for scored_hand in whole.hands] == [(1, ANN), (2, BOB)]
    assert not whole.game.over


def test_the_hands_on_paper_count_where_a_game_has_a_limited_number() -> None:
    whole = sheet([paper((62, 40), played=9), knock(8, 20, BOB)], PLAIN.but(max_hands=10))

    assert (whole.game.over, whole.game.winner) == (True, ANN)


def test_opening_scores_say_who_deals() -> None:
    assert sheet([paper((62, 40), dealer=BOB), DEAD], PLAIN).hands[0].dealer == BOB
    assert sheet([handicap(0, 30), DEAD], PLAIN, first_dealer=BOB).hands[0].dealer == BOB


SHUTOUTS = [
    # what Bob has when Ann ends the game, what is asked, whether penalties prevent it, is it a shutout?
    ((), ShutoutTest.ZERO_POINTS, False, True),
    ((ANN_SHOWS,), ShutoutTest.ZERO_POINTS, False, True),
    ((ANN_SHOWS,), ShutoutTest.ZERO_POINTS, True, False),
    ((ANN_SHOWS,), ShutoutTest.ZERO_HANDS, True, True),
    ((handicap(0, 30),), ShutoutTest.ZERO_POINTS, False, True),
    ((handicap(0, 30),), ShutoutTest.ZERO_POINTS, True, False),
    ((Adjustment(BOB, 5),), ShutoutTest.ZERO_POINTS, False, False),
    ((Adjustment(BOB, 5), Adjustment(BOB, -5)), ShutoutTest.ZERO_POINTS, False, True),
    ((Adjustment(BOB, -5),), ShutoutTest.ZERO_POINTS, False, True),
    ((Adjustment(BOB, 5),), ShutoutTest.ZERO_HANDS, False, True),
    ((paper((0, 30)),), ShutoutTest.ZERO_POINTS, False, False),
    ((paper((0, 30)),), ShutoutTest.ZERO_HANDS, False, False),
    ((paper((0, 0), boxes=(0, 1)),), ShutoutTest.ZERO_HANDS, False, False),
    ((paper((30, 0), boxes=(2, 0)),), ShutoutTest.ZERO_HANDS, False, True),
]


@pytest.mark.parametrize("lines, test, prevents, expected", SHUTOUTS)
def test_who_has_nothing_but_penalties(
    lines: tuple[ExtraLine, ...], test: ShutoutTest, prevents: bool, expected: bool
) -> None:
    rules = HouseRules(shutout_test=test, penalties_prevent_shutout=prevents)

    game = sheet([*lines, gin(90)], rules).game

    assert game.is_shutout is expected


def test_penalties_after_the_game_are_a_line_of_the_bill() -> None:
    rules = PRESETS["pagat"].but(penalties_count=False)
    [column] = sheet([knock(2, 97, BOB), ANN_SHOWS, ANN_SHOWS, gin(80)], rules).game.columns

    assert column.running == (100, 95)
    assert column.bonuses[Bonus.PENALTIES] == (0, 20)
    assert column.final == (100 + 20 + 100, 95 + 20 + 20)


def test_a_shutout_does_not_double_penalties_after_the_game() -> None:
    rules = PLAIN.but(penalties_count=False, shutout=Shutout.DOUBLE_TOTAL)
    [column] = sheet([Penalty(BOB, Fault.OTHER, 7), gin(80)], rules).game.columns

    assert column.final == (2 * 100 + 7, 0)


def test_in_zero_sum_rules_penalties_after_the_game_are_paid_once() -> None:
    rules = PLAIN.but(penalties_count=False, loser_negative=True, settlement=Settlement.TOTALS)
    game = sheet([Penalty(BOB, Fault.OTHER, 7), gin(80)], rules).game

    assert game.final == (107, -107)
    assert points_owed(game) == (107, -107)


HOLLYWOOD = PLAIN.but(columns=3)


def test_boxes_on_paper_were_paid_by_the_other_of_the_two_who_play() -> None:
    """Bob's 3 boxes less the one of Ann are 20, the game is 100: a shutout adds both again."""
    rules = HouseRules(
        three_players=ThreePlayers.WINNER_STAYS,
        loser_negative=True,
        box_bonus=10,
        box_timing=BoxTiming.IMMEDIATE,
        game_bonus=100,
        shutout=Shutout.DOUBLE_BONUSES,
    )
    start = paper((0, 0, 0), boxes=(1, 2, 0))
    hands = [start, Adjustment(ANN, -30), Hand(BOB, Points(80))]
    game = sheet(hands, rules, first_dealer=CID, table=Table.THREE).games[0]

    assert [game.columns[0].running[BOB], game.final[BOB]] == [120, 120 + 100 + 20 + 100]


def test_in_hollywood_a_penalty_is_written_in_every_open_column() -> None:
    whole = sheet([ANN_SHOWS, knock(8, 20, BOB)], HOLLYWOOD)

    assert [column.running for column in whole.game.columns] == [(0, 22), (0, 10), (0, 10)]
    assert whole.extra_lines[0].columns == (0, 1, 2)


def test_a_hollywood_match_on_paper_goes_on_in_its_columns() -> None:
    whole = sheet([paper((104, 30), (60, 0)), knock(8, 20), knock(8, 20, BOB)], HOLLYWOOD)

    assert [column.running for column in whole.game.columns] == [(104, 30), (72, 12), (12, 0)]
    assert [column.ended for column in whole.game.columns] == [True, False, False]


def test_a_handicap_is_given_in_every_column() -> None:
    assert [column.running for column in sheet([handicap(0, 30)], HOLLYWOOD).game.columns] == [(0, 30)] * 3


PARTNERS = [
    Hand(0, knock(8, 20).laid, (0, 1)),
    ANN_SHOWS,
    Hand(2, knock(8, 20).laid, (2, 3)),
    Hand(0, knock(8, 20).laid, (0, 1)),
    Adjustment(ANN, 1),
]


def test_a_line_between_the_two_hands_of_a_round_comes_before_the_round() -> None:
    whole = sheet(PARTNERS, PLAIN, table=Table.PARTNERSHIP)

    assert [(line.place, line.totals) for line in whole.extra_lines] == [(0, (0, 10)), (2, (25, 10))]
    assert [scored_hand.totals for scored_hand in whole.hands] == [(0, 10), (24, 10), (25, 10)]
    assert [scored_hand.waits for scored_hand in whole.hands] == [False, False, True]


def partners(*rest: Hand | ExtraLine, **rules: object) -> Sheet:
    """Ann and Bob have played their hand of the round when Bob shows a card: 12 and 10, to 10."""
    first = Hand(0, knock(8, 20).laid, (0, 1))
    shown = Penalty(BOB, Fault.EXPOSED_CARD)
    return sheet([first, shown, *rest], PLAIN.but(**{"target": 10} | rules), table=Table.PARTNERSHIP)


def test_a_penalty_ends_no_game_while_a_hand_of_the_round_is_being_played() -> None:
    whole = partners()

    assert (whole.game.over, whole.game.running) == (False, (10, 0))


def test_the_game_ends_with_the_round() -> None:
    """Dan wins the other hand for 30: 18 more than Ann, whose side had reached 10 by the penalty."""
    whole = partners(Hand(3, Count(Ending.KNOCK, 5, 35), (2, 3)))

    assert not whole.past_the_end
    assert (whole.game.running, whole.game.columns[0].ended_by) == ((10, 18), 1)


def test_it_ends_with_a_round_that_nobody_wins() -> None:
    whole = sheet(
        [Hand(None, DEAD.laid, (0, 1)), Penalty(BOB, Fault.EXPOSED_CARD), Hand(None, DEAD.laid, (2, 3))],
        PLAIN.but(target=10),
        table=Table.PARTNERSHIP,
    )

    assert (whole.game.over, whole.game.winner, len(whole.game.hands)) == (True, 0, 2)


def test_where_hands_are_added_whoever_has_more_ends_it() -> None:
    whole = partners(Hand(3, Count(Ending.KNOCK, 5, 35), (2, 3)), partners_score=PartnersScore.ADDED)

    assert (whole.game.running, whole.game.winner) == ((22, 30), 1)


def test_between_two_rounds_a_penalty_ends_the_game() -> None:
    other = Hand(2, knock(8, 20).laid, (2, 3))
    whole = partners(Penalty(ANN, Fault.EXPOSED_CARD), other, Penalty(BOB, Fault.OTHER), target=50)
    over = partners(other, Penalty(ANN, Fault.OTHER, 16), target=50)

    assert (whole.game.over, over.game.over) == (False, False)
    assert partners(other, Penalty(BOB, Fault.OTHER, 16), target=50).game.over


def test_games_won_on_paper_count_in_the_match() -> None:
    """Best of three: Ann has one game, and wins the next one."""
    opening = paper((62, 40), games=(1, 0))
    best_of_three = PLAIN.but(games_to_win=2)
    before = sheet([opening], best_of_three).match
    after = sheet([opening, gin(60)], best_of_three).match
    level = sheet([opening, gin(80, BOB)], best_of_three).match

    assert (before.over, before.games_won, before.score) == (False, (1, 0), (1, 0))
    assert (after.over, after.winner, after.games_won) == (True, ANN, (2, 0))
    assert (level.over, level.games_won) == (False, (1, 1))


def test_games_won_on_paper_are_nothing_where_points_decide_the_match() -> None:
    by_points = PLAIN.but(match_by=MatchBy.POINTS)

    assert sheet([paper((62, 40), games=(1, 0))], by_points).match.score == (0, 0)


WRONG = [
    ([paper((0, 0), games=(2, 0))], PLAIN.but(games_to_win=2), Reason.OPENING_WINS_MATCH),
    ([paper((0, 0), games=(0, 1))], PLAIN, Reason.OPENING_WINS_MATCH),
    ([paper((62, 100))], PLAIN, Reason.OPENING_REACHES_TARGET),
    ([handicap(0, 100)], HOLLYWOOD, Reason.OPENING_REACHES_TARGET),
    ([paper((100, 0), (100, 0), (100, 0))], HOLLYWOOD, Reason.OPENING_REACHES_TARGET),
    ([paper((62, 40))], PLAIN.but(loser_negative=True), Reason.OPENING_NOT_ZERO_SUM),
    ([paper((62, 40), played=10)], PLAIN.but(max_hands=10), Reason.OPENING_AFTER_LAST_HAND),
    ([paper((62, 40), (40, 0))], PLAIN, Reason.OPENING_TOO_MANY_COLUMNS),
    ([paper((62, 40)), DEAD, handicap(0, 30)], PLAIN, Reason.OPENING_TWICE),
]


@pytest.mark.parametrize("lines, rules, reason", WRONG)
def test_opening_scores_are_refused_with_the_reason(
    lines: list[Hand | ExtraLine], rules: HouseRules, reason: Reason
) -> None:
    with pytest.raises(InvalidDeclarationError) as caught:
        sheet(lines, rules)

    assert [problem.reason for problem in caught.value.problems] == [reason]


def test_other_rules_may_not_allow_the_opening_scores() -> None:
    found = disallowed_extra_lines([ANN_SHOWS, paper((62, 40))], PLAIN.but(target=50))

    assert [(each.line, [problem.reason for problem in each.problems]) for each in found] == [
        (paper((62, 40)), [Reason.OPENING_REACHES_TARGET])
    ]


# How large a total can be

LARGE = PLAIN.but(target=9_999_999)
TOO_LARGE = [
    ([paper((9_999_990, 0)), won(10)], LARGE, 2, 10_000_000),
    ([Adjustment(BOB, -9_999_999), won(10), Adjustment(BOB, -1)], LARGE, 3, -10_000_000),
    (
        [Adjustment(BOB, 5_000_000), Adjustment(BOB, 5_000_000)],
        LARGE.but(loser_negative=True),
        2,
        -10_000_000,
    ),
    ([won(10), paper((9_999_900, 0)), won(89)], LARGE.but(game_bonus=100), 3, 10_000_099),
]
"""Lines, the place of the one that takes a total too far, and that total, perhaps with a bonus."""


@pytest.mark.parametrize("lines, rules, place, total", TOO_LARGE)
def test_a_line_that_takes_a_total_beyond_seven_digits_is_refused(
    lines: list[Hand | ExtraLine], rules: HouseRules, place: int, total: int
) -> None:
    with pytest.raises(InvalidDeclarationError) as caught:
        sheet(lines, rules)

    assert [(each.reason, each.line, each.figure) for each in caught.value.problems] == [
        (Reason.TOTAL_TOO_LARGE, place, total)
    ]


def test_seven_digits_win_a_game_for_life() -> None:
    game = sheet([paper((9_999_989, -9_999_999)), won(10)], LARGE).game

    assert (game.final, game.winner) == ((9_999_999, -9_999_999), ANN)


# What counts for a shutout

TWICE = HouseRules(game_bonus=100, box_bonus=20, shutout=Shutout.DOUBLE_HAND_POINTS)


DOUBLED = [
    # what is written, what changes in the rules, the points of Ann, what of them a shutout doubles
    ([handicap(10, 0), Hand(ANN, Points(25)), gin(30), Adjustment(ANN, 25)], {}, 110, 25 + 50 + 25),
    ([handicap(10, 0), Penalty(BOB, Fault.OTHER), gin(60)], {}, 100, 80),
    ([handicap(10, 0), gin(70)], {"shutout": Shutout.DOUBLE_TOTAL}, 100, 100 + 20 + 100),
    ([paper((30, 0), boxes=(1, 0)), gin(50)], {}, 100, 30 + 70),
    ([ANN_SHOWS, gin(90)], {"loser_negative": True}, 100, 110),
]


@pytest.mark.parametrize("lines, changed, points, again", DOUBLED)
def test_hand_points_that_a_shutout_doubles_are_of_no_handicap_and_no_penalty(
    lines: list[Hand | ExtraLine], changed: dict[str, Any], points: int, again: int
) -> None:
    """Beside them are 100 for the game; boxes are added then too."""
    [column] = sheet(lines, TWICE.but(**changed)).game.columns

    assert (column.running[ANN], column.bonuses[Bonus.SHUTOUT][ANN]) == (points, again)


BOXES_OF_BOB = paper((0, 0), boxes=(0, 3))
ON_PAPER = [
    # what Bob has; whether that is a shutout for who has no points, and for who has won no hand
    ([BOXES_OF_BOB], True, False),
    ([BOXES_OF_BOB, knock(5, 15, BOB), Adjustment(BOB, -10)], True, False),
    ([paper((0, 1), boxes=(0, 3))], False, False),
    ([paper((0, 1), boxes=(0, 3)), Adjustment(BOB, -1)], True, False),
]


@pytest.mark.parametrize("lines, without_points, without_hands", ON_PAPER)
def test_boxes_on_paper_are_hands_but_no_points(
    lines: list[Hand | ExtraLine], without_points: bool, without_hands: bool
) -> None:
    by_points, by_hands = (
        sheet([*lines, gin(90)], TWICE.but(shutout_test=test)).game.is_shutout
        for test in (ShutoutTest.ZERO_POINTS, ShutoutTest.ZERO_HANDS)
    )
    assert (by_points, by_hands) == (without_points, without_hands)


def test_nor_are_boxes_on_paper_that_were_added_at_once() -> None:
    """All of the 60 on paper are three boxes of 20; 61 would be a point."""
    at_once = TWICE.but(box_timing=BoxTiming.IMMEDIATE)

    assert sheet([paper((0, 60), boxes=(0, 3)), gin(90)], at_once).game.is_shutout
    assert not sheet([paper((0, 61), boxes=(0, 3)), gin(90)], at_once).game.is_shutout


@pytest.mark.parametrize("ann_won, is_shutout", [(30, True), (31, False)])
def test_of_three_in_zero_sum_rules_an_adjustment_takes_twice(ann_won: int, is_shutout: bool) -> None:
    """15 go to each of the others: 30 are set against what Ann has won."""
    lines = [Hand(ANN, Points(ann_won)), Adjustment(ANN, -15), Hand(CID, Points(120), (0, 2))]
    whole = sheet(lines, TWICE.but(loser_negative=True, target=120), table=Table.THREE)

    assert whole.extra_lines[0].change == (-30, 15, 15)
    assert whole.game.is_shutout is is_shutout


def test_hands_on_paper_are_hands_of_a_round_where_a_tied_game_goes_on() -> None:
    """One on paper, and a dead one: level after both; so the game goes on to the end of its second round."""
    rules = PLAIN.but(max_hands=2, tied_after_max_hands=TiedGame.END_OF_ROUND)
    rules = rules.but(redeal_after_dead_hand=Redeal.ROTATE)
    lines = [paper((10, 10), played=1), DEAD, knock(5, 15)]

    assert not sheet(lines, rules).game.over
    assert sheet([*lines, DEAD], rules).game.winner == ANN


DEAD_UNDER_A_SPADE = Hand(None, Count(Ending.DEAD, upcard=card("9S")))


WON_ON_PAPER = [
    Written("the winner gets the points and a box", (won(25),), PLAIN, (25, 0), (1, 0)),
    Written("a hand can be won for no points", (won(0, BOB),), PLAIN, (0, 0), (0, 1)),
    Written(
        "no bonus is added: it is in the points, if it was gin",
        (won(25),),
        PLAIN.but(gin_bonus=20, big_gin_bonus=31, knock_base=10),
        (25, 0),
        (1, 0),
    ),
    Written(
        "its box is that of a knock, whatever gin pays",
        (won(25), gin(18)),
        PLAIN.but(gin_extra_boxes=2, gin_bonus=20),
        (63, 0),
        (4, 0),
    ),
    Written(
        "boxes at once are added to the points",
        (won(25),),
        PLAIN.but(box_bonus=10, box_timing=BoxTiming.IMMEDIATE),
        (35, 0),
        (1, 0),
    ),
    Written(
        "zero sum takes them from the loser",
        (won(25, BOB),),
        PLAIN.but(loser_negative=True),
        (-25, 25),
        (0, 1),
    ),
    Written(
        "the first win is written in one Hollywood column, the second in two",
        (won(10), won(20), won(5, BOB)),
        PLAIN.but(columns=3),
        (10 + 20 + 20, 5),
        (3, 1),
    ),
    Written(
        "a double that a dead hand left is used up, not paid",
        (DEAD_UNDER_A_SPADE, won(25), knock(5, 10, upcard="2H")),
        PLAIN.but(spade_double=True, dead_hand_double_carries=True),
        (30, 0),
        (2, 0),
    ),
    Written(
        "partners take the smaller hand from the larger",
        (won(25), won(10, 3, (2, 3))),
        PLAIN,
        (15, 0),
        (1, 0),
        Table.PARTNERSHIP,
    ),
    Written(
        "or add both",
        (won(25), won(10, 3, (2, 3))),
        PLAIN.but(partners_score=PartnersScore.ADDED),
        (25, 10),
        (1, 1),
        Table.PARTNERSHIP,
    ),
    Written(
        "both who play against one of three score",
        (won(12), won(25, BOB)),
        PLAIN.but(three_players=ThreePlayers.ALL_AGAINST_WINNER),
        (12, 25, 25),
        (1, 1, 1),
        Table.THREE,
    ),
]


@pytest.mark.parametrize("case", WON_ON_PAPER, ids=str)
def test_a_hand_by_its_points_is_a_hand_won(case: Written) -> None:
    game = sheet(case.lines, case.rules, table=case.table).game

    assert (game.running, game.boxes) == (case.running, case.boxes)


def test_it_counts_as_a_hand() -> None:
    whole = sheet([won(25), knock(5, 10), won(31, BOB)], PLAIN.but(max_hands=3))

    assert [(scored_hand.number, scored_hand.outcome) for scored_hand in whole.hands] == [
        (1, Outcome.WON),
        (2, Outcome.KNOCK),
        (3, Outcome.WON),
    ]
    assert (whole.game.over, whole.game.winner) == (True, BOB)


def test_it_ends_a_game_and_shuts_out() -> None:
    game = sheet([won(60), won(40)], PLAIN.but(game_bonus=100, shutout=Shutout.DOUBLE_HAND_POINTS)).game

    assert (game.over, game.winner, game.final) == (True, ANN, (300, 0))


def test_a_hand_won_for_no_points_prevents_a_shutout_without_hands() -> None:
    rules = PLAIN.but(shutout=Shutout.FLAT, shutout_bonus=100, shutout_test=ShutoutTest.ZERO_HANDS)

    assert sheet([won(0, BOB), won(100)], rules).game.final == (100, 0)


@pytest.mark.parametrize(
    "rotation, dealer", [(DealRotation.WINNER, BOB), (DealRotation.LOSER, ANN), (DealRotation.ALTERNATE, BOB)]
)
def test_who_deals_next_is_as_after_any_hand(rotation: DealRotation, dealer: int) -> None:
    assert sheet([won(25, BOB)], PLAIN.but(deal_rotation=rotation)).next_dealer == dealer


def test_of_three_its_loser_sits_out_next() -> None:
    whole = sheet([won(25, CID, (1, 2))], PLAIN, table=Table.THREE)

    assert (whole.sits_out, whole.hands[0].entries) == (BOB, (ColumnEntry(CID, BOB, 25, 1),))


def test_it_is_paid_for_as_points_and_box_but_not_as_gin() -> None:
    stake = Stake(Decimal("0.10"), "EUR")
    rules = PLAIN.but(stake_per_point=stake, stake_per_box=stake, stake_per_gin=stake)
    paid = account(sheet([won(25)], rules))

    assert paid is not None
    assert paid.amounts == (Decimal("2.60"), Decimal("-2.60"))


def test_any_rules_allow_it() -> None:
    assert disallowed_hands([won(25)], PLAIN.but(oklahoma=True, knock_limit=0, spade_double=True)) == ()


def test_a_line_may_stand_between() -> None:
    whole = sheet([won(25), Adjustment(BOB, 5), won(10, BOB)], PLAIN)

    assert [row.totals for row in whole.in_order] == [(25, 0), (25, 5), (25, 15)]


def test_another_entry_agrees_if_it_is_worth_the_same_to_the_same_winner() -> None:
    rules = PLAIN.but(gin_bonus=20)

    def agree(one: Hand, told: Hand) -> bool:
        first, second = (sheet([hand], rules).hands[0] for hand in (one, told))
        return first.agrees_with(second, rules)

    assert agree(won(38), gin(18))
    assert agree(gin(18), won(38))
    assert not agree(won(38), gin(18, BOB))
    assert not agree(won(37), gin(18))
    assert not agree(won(38), DEAD)


def test_its_deadwood_is_not_known() -> None:
    with pytest.raises(ValueError, match="only its points are known"):
        won(25).count(PLAIN)


def test_nobody_is_known_to_have_knocked() -> None:
    assert (won(25).known_knocker, knock(5, 10).known_knocker, DEAD.known_knocker) == (None, ANN, None)
    assert score(won(25).laid, PLAIN).points == 25
