"""Hands that are not valid under changed rules."""

from models.gin.hand.problems import Reason
from models.gin.rules.house_rules import STANDARD
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import disallowed_hands
from tests.gin.table import DEAD, gin, knock

EVENING = [knock(8, 20), gin(18), DEAD, knock(3, 20, upcard="9S")]


def test_a_lower_limit_spoils_the_knocks_above_it() -> None:
    [unfit] = disallowed_hands(EVENING, STANDARD.but(knock_limit=5))

    assert unfit.number == 1
    assert [(problem.reason, problem.bound) for problem in unfit.problems] == [(Reason.OVER_KNOCK_LIMIT, 5)]


def test_oklahoma_cannot_judge_hands_without_their_upcard() -> None:
    unfit = disallowed_hands(EVENING, PRESETS["oklahoma"])

    assert [each.number for each in unfit] == [1, 2]
    assert {problem.reason for each in unfit for problem in each.problems} == {Reason.UPCARD_MISSING}


def test_other_bonuses_and_targets_spoil_nothing() -> None:
    assert disallowed_hands(EVENING, PRESETS["sydney"]) == ()
