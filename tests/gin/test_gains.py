"""What a hand adds to the totals: its steps add up, and the totals rise by no other figure."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import assume, given

from models.gin.document.writing import MatchDocument
from models.gin.hand.scoring import Hand, StepKind
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, PartnersScore, ThreePlayers
from models.gin.rules.seating import Table, Totals
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin.strategies import evenings
from tests.gin.table import ANN, BOB, gin, knock

ZERO_SUM = HouseRules(loser_negative=True, box_timing=BoxTiming.IMMEDIATE, box_bonus=20)
ALONE = ZERO_SUM.but(three_players=ThreePlayers.ALL_AGAINST_WINNER)


def rises(whole: Sheet) -> Iterator[tuple[ScoredHand, Totals]]:
    """The hands that count on a sheet of one column, each with what it added to every total."""
    for game in whole.games:
        before: Totals = (0,) * whole.table.sides
        for row in game.in_order:
            if isinstance(row, ScoredHand) and row.counts and not row.waits:
                yield row, tuple(now - then for now, then in zip(row.totals, before, strict=True))
            before = row.totals


@given(evenings())
def test_a_hand_adds_what_its_steps_come_to(match: MatchDocument) -> None:
    assume(match.rules.columns == 1)
    whole = sheet(match.hands, match.rules, match.first_dealer, match.table)
    for scored_hand in whole.hands:
        steps = scored_hand.gains.steps
        assert steps[: len(scored_hand.result.steps)] == scored_hand.result.steps
        assert all(after.total == before.total + after.amount for before, after in pairwise(steps))
        assert (scored_hand.winner is None) is (steps == ())

    side, score = whole.table.side, whole.rules.partners_score
    for scored_hand, risen in rises(whole):
        if scored_hand.winner is not None and scored_hand.beside is None:
            assert risen[side(scored_hand.winner)] == scored_hand.gain
            assert risen[side(sum(scored_hand.hand.faced) - scored_hand.winner)] == scored_hand.gains.loser
        elif scored_hand.beside and scored_hand.beside < scored_hand.number and score is PartnersScore.ADDED:
            both = [scored_hand, whole.hands[scored_hand.beside - 1]]
            assert sum(risen) == sum(each.gain + each.gains.loser for each in both)


GAINS = [
    # rules, hands of three players of whom Ann deals first, gains of the last: points of the hand, its
    # winner, its loser
    pytest.param(ALONE, [knock(5, 15)], 10, 60, -30, id="alone, and paid by both"),
    pytest.param(ALONE, [knock(5, 15, by=BOB)], 10, 30, -60, id="against both"),
]


@pytest.mark.parametrize("rules, played, points, won, lost", GAINS)
def test_who_plays_alone_is_paid_by_both_or_pays_both(
    rules: HouseRules, played: list[Hand], points: int, won: int, lost: int
) -> None:
    scored_hand = sheet(played, rules, ANN, Table.THREE).hands[-1]

    assert (scored_hand.points, scored_hand.gain, scored_hand.gains.loser) == (points, won, lost)
    assert [(step.kind, step.amount) for step in scored_hand.gains.steps[:2]] == [
        (StepKind.DIFFERENCE, 10),
        (StepKind.BOXES, 20),
    ]


def test_a_winner_who_pays_for_gin_off_gains_what_is_left() -> None:
    rules = ZERO_SUM.but(gin_off_bonus=25, gin_off_vs_gin=True, box_bonus=0)
    scored_hand = sheet([gin(0)], rules).hands[0]

    assert (scored_hand.points, scored_hand.gain, scored_hand.gains.loser) == (20, -5, 5)
