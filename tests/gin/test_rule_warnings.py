"""Warnings about rules that have no effect beside others."""

from decimal import Decimal

import pytest

from models.gin.cards.melds import Aces
from models.gin.rules.house_rules import KINDS, HouseRules
from models.gin.rules.options import (
    AceUpcard,
    BoxTiming,
    FalseKnock,
    FiftiethCard,
    GameWinner,
    InitialDeal,
    MatchBy,
    Multipliers,
    Shutout,
    ShutoutTest,
    Stake,
    ThreePlayers,
    Tie,
    TiedGame,
    UpcardOffer,
)
from models.gin.rules.presets import PRESETS
from models.gin.rules.warnings import EVERY_WARNING, NoEffect, RuleWarning, warnings_about

SPADES, ACES = Multipliers.parse("Sx2"), Multipliers.parse("Ax2")
OWN_TARGETS = {"columns": 3, "column_targets": (150, 200, 250)}
CENT = Stake.parse("0.01 EUR")

CASES = [
    # why, rules in which it is so, the one change after which it is not
    (NoEffect.UNDERCUT_CANNOT_OCCUR, {"knock_limit": 0}, {"undercut_bonus": 0}),
    (NoEffect.UNDERCUT_CANNOT_OCCUR, {"knock_limit": 0}, {"knock_limit": 1}),
    (NoEffect.TIE_CANNOT_OCCUR, {"knock_limit": 0, "tie": Tie.VOID}, {"tie": Tie.UNDERCUT}),
    (NoEffect.KNOCK_CANNOT_OCCUR, {"knock_limit": 0, "knock_base": 15}, {"knock_limit": 10}),
    (NoEffect.LIMIT_CANNOT_FALL, {"knock_limit": 0, "oklahoma": True}, {"oklahoma": False}),
    (NoEffect.ACE_UPCARD_SETS_NOTHING, {"ace_upcard": AceUpcard.GIN}, {"oklahoma": True}),
    (
        NoEffect.NO_UPCARD_IS_TURNED,
        {"oklahoma": True, "initial_deal": InitialDeal.ELEVEN_TEN},
        {"initial_deal": InitialDeal.TEN_TEN_UPCARD},
    ),
    (
        NoEffect.NO_UPCARD_IS_TURNED,
        {"spade_double": True, "initial_deal": InitialDeal.ELEVEN_TEN},
        {"spade_double": False},
    ),
    (
        NoEffect.NO_UPCARD_TO_OFFER,
        {"upcard_offer": UpcardOffer.NON_DEALER, "initial_deal": InitialDeal.ELEVEN_TEN},
        {"upcard_offer": UpcardOffer.BOTH},
    ),
    (
        NoEffect.NO_UPCARD_TO_OFFER,
        {"upcard_offer": UpcardOffer.NON_DEALER, "initial_deal": InitialDeal.ELEVEN_TEN},
        {"initial_deal": InitialDeal.TEN_TEN_UPCARD},
    ),
    (
        NoEffect.NO_UPCARD_IS_TURNED,
        {"oklahoma": True, "initial_deal": InitialDeal.ELEVEN_TEN},
        {"initial_deal": InitialDeal.TEN_TEN_UPCARD},
    ),
    (NoEffect.ACE_IS_LOW_AND_DEAR, {"ace_points": 2}, {"ace_points": 1}),
    (NoEffect.ACE_IS_LOW_AND_DEAR, {"ace_points": 11}, {"aces": Aces.HIGH_OR_LOW}),
    (NoEffect.BIG_GIN_IS_CHEAPER, {"big_gin_bonus": 19}, {"big_gin_bonus": 20}),
    (NoEffect.BIG_GIN_IS_NOT_PLAYED, {"big_gin_extra_boxes": 2}, {"big_gin_bonus": 31}),
    (NoEffect.SPADES_DO_NOT_DOUBLE, {"spade_doubles_boxes": True}, {"spade_double": True}),
    (NoEffect.SPADES_DO_NOT_DOUBLE, {"spade_doubles_boxes": True}, {"rank_multipliers": ACES}),
    (NoEffect.SPADES_DO_NOT_DOUBLE, {"spade_doubles_bonus": False}, {"suit_multipliers": SPADES}),
    (
        NoEffect.SPADE_IS_IN_THE_TABLE,
        {"spade_double": True, "suit_multipliers": SPADES},
        {"spade_double": False},
    ),
    (NoEffect.NOTHING_CARRIES_OVER, {"dead_hand_double_carries": True}, {"spade_double": True}),
    (NoEffect.MELDED_CARDS_DO_NOT_MATTER, {"knock_limit": 0, "melded_to_knock": 8}, {"knock_limit": 10}),
    (
        NoEffect.FIFTIETH_CARD_IS_THE_SAME,
        {"knock_limit": 0, "fiftieth_card": FiftiethCard.GIN_ONLY},
        {"fiftieth_card": FiftiethCard.VOID},
    ),
    (
        NoEffect.NOTHING_IS_LAID_OFF,
        {"layoff_vs_big_gin": False, "layoff_vs_gin": True},
        {"big_gin_bonus": 31},
    ),
    (
        NoEffect.NOTHING_IS_LAID_OFF,
        {"layoff_vs_big_gin": False, "big_gin_bonus": 31},
        {"layoff_vs_gin": True},
    ),
    (NoEffect.GIN_OFF_SCORES_NOTHING, {"gin_off_vs_gin": True}, {"gin_off_bonus": 10}),
    (NoEffect.GIN_OFF_SCORES_NOTHING, {"gin_off_vs_gin": True}, {"gin_off_extra_boxes": 1}),
    (NoEffect.GIN_OFF_CANNOT_OCCUR, {"knock_limit": 0, "gin_off_bonus": 10}, {"gin_off_vs_gin": True}),
    (NoEffect.BOXES_ARE_WORTH_NOTHING, {"box_bonus": 0, "gin_extra_boxes": 2}, {"box_bonus": 5}),
    (NoEffect.BOXES_ARE_WORTH_NOTHING, {"box_bonus": 0, "gin_extra_boxes": 2}, {"stake_per_box": CENT}),
    (
        NoEffect.BOXES_ARE_WORTH_NOTHING,
        {"box_bonus": 0, "box_timing": BoxTiming.IMMEDIATE},
        {"box_timing": BoxTiming.END},
    ),
    (NoEffect.SHUTOUT_PAYS_NOTHING, {"shutout_bonus": 0}, {"shutout": Shutout.DOUBLE_TOTAL}),
    (
        NoEffect.SHUTOUT_PAYS_NOTHING,
        {"shutout": Shutout.DOUBLE_BONUSES, "game_bonus": 0, "box_bonus": 0},
        {"game_bonus": 100},
    ),
    (
        NoEffect.SHUTOUT_BONUS_IS_NOT_PAID,
        {"shutout": Shutout.NONE, "shutout_bonus": 50},
        {"shutout": Shutout.FLAT},
    ),
    (
        NoEffect.SHUTOUT_IS_NOT_PLAYED,
        {"shutout": Shutout.NONE, "shutout_test": ShutoutTest.ZERO_HANDS},
        {"shutout": Shutout.FLAT},
    ),
    (
        NoEffect.FALSE_KNOCK_COSTS_NOTHING,
        {"false_knock": FalseKnock.PENALTY, "penalty_points": 0},
        {"penalty_points": 5},
    ),
    (
        NoEffect.FALSE_KNOCK_COSTS_NOTHING,
        {"false_knock": FalseKnock.UNDERCUT, "undercut_bonus": 0},
        {"false_knock": FalseKnock.PLAY_ON},
    ),
    (
        NoEffect.SHUTOUT_IGNORES_PENALTIES,
        {"penalties_prevent_shutout": True, "shutout": Shutout.NONE},
        {"shutout": Shutout.FLAT},
    ),
    (
        NoEffect.SHUTOUT_IGNORES_PENALTIES,
        {"penalties_prevent_shutout": True, "shutout_test": ShutoutTest.ZERO_HANDS},
        {"penalties_prevent_shutout": False},
    ),
    (NoEffect.BOXES_ARE_WORTH_NOTHING, {"box_bonus": 0, "penalty_box": True}, {"penalty_box": False}),
    (NoEffect.UNDERCUT_CANNOT_OCCUR, {"knock_limit": 0}, {"false_knock": FalseKnock.UNDERCUT}),
    (
        NoEffect.WINNER_IS_THE_SAME,
        {"game_winner": GameWinner.HIGHER_FINAL_TOTAL, "box_bonus": 0},
        {"box_bonus": 20},
    ),
    (NoEffect.ONLY_ONE_COLUMN, {"last_column_double": True}, {"columns": 2}),
    (NoEffect.ONLY_ONE_COLUMN, {"column_targets": (100, 150)}, {"columns": 2}),
    (NoEffect.ONLY_ONE_COLUMN, {"all_columns_shutout_times": 3}, {"columns": 3}),
    (
        NoEffect.COLUMNS_ARE_COUNTED_ALREADY,
        {"columns": 3, "last_column_double": True, "column_multipliers": (1, 1, 2)},
        {"last_column_double": False},
    ),
    (
        NoEffect.NOT_A_NUMBER_FOR_EACH_COLUMN,
        {"columns": 3, "column_bonuses": (100, 200)},
        {"columns": 2},
    ),
    (
        NoEffect.NOT_A_NUMBER_FOR_EACH_COLUMN,
        {"columns": 2, "column_multipliers": (1, 1, 2)},
        {"column_multipliers": (1, 2)},
    ),
    (
        NoEffect.SHUTOUT_IS_NOT_PLAYED,
        {"shutout": Shutout.NONE, "shutout_test": ShutoutTest.ZERO_HANDS, "all_columns_shutout_bonus": 100},
        {"columns": 3},
    ),
    (
        NoEffect.SHUTOUT_IS_NOT_PLAYED,
        {"shutout": Shutout.NONE, "shutout_test": ShutoutTest.ZERO_HANDS},
        {"match_by": MatchBy.GAME_POINTS},
    ),
    (NoEffect.COLUMNS_HAVE_TARGETS, OWN_TARGETS, {"column_targets": (150, 200)}),
    (NoEffect.COLUMNS_HAVE_TARGETS, OWN_TARGETS, {"columns": 4}),
    (NoEffect.COLUMNS_HAVE_TARGETS, OWN_TARGETS, {"target": 150}),
    (
        NoEffect.HANDS_ARE_NOT_LIMITED,
        {"tied_after_max_hands": TiedGame.ONE_MORE_HAND},
        {"max_hands": 10},
    ),
    (
        NoEffect.GAMES_WON_DECIDE_NOTHING,
        {"match_by": MatchBy.POINTS, "games_to_win": 3},
        {"games_to_win": 1},
    ),
    (NoEffect.GAMES_ARE_NOT_COUNTED, {"games_in_match": 5}, {"match_by": MatchBy.GAME_POINTS}),
    (NoEffect.GAME_POINTS_ARE_NOT_PLAYED, {"game_points_win": 2}, {"match_by": MatchBy.GAME_POINTS}),
    (
        NoEffect.GAME_POINTS_ARE_NOT_PLAYED,
        {"match_by": MatchBy.POINTS, "game_points_shutout": 3},
        {"match_by": MatchBy.GAME_POINTS},
    ),
    (NoEffect.NOTHING_TO_ROUND, {"stake_rounding": CENT.amount}, {"stake_per_game": CENT}),
    (
        NoEffect.STAKE_OF_NOTHING,
        {"stake_per_point": Stake.parse("0.00 EUR")},
        {"stake_per_point": CENT},
    ),
    (NoEffect.THIRD_NEVER_PLAYS, {"three_players": ThreePlayers.WINNER_STAYS}, {"games_to_win": None}),
    (NoEffect.NO_POINTS_TO_ROUND, {"points_rounding": 10}, {"stake_per_point": CENT}),
    (NoEffect.NOTHING_TO_CAP, {"stake_cap": Decimal(20)}, {"stake_per_game": CENT}),
    (
        NoEffect.UNDERCUT_CANNOT_OCCUR,
        {"knock_limit": 0, "undercut_bonus": 0, "stake_per_undercut": CENT},
        {"stake_per_undercut": None},
    ),
    (
        NoEffect.SHUTOUT_IS_NOT_PLAYED,
        {"shutout": Shutout.NONE, "shutout_test": ShutoutTest.ZERO_HANDS},
        {"stake_per_shutout": CENT},
    ),
    # 1449 points are €7.245.
    (
        NoEffect.FINER_THAN_ANY_COIN,
        {"stake_per_point": Stake.parse("0.005 EUR")},
        {"stake_rounding": Decimal("0.05")},
    ),
    (
        NoEffect.FINER_THAN_ANY_COIN,
        {"stake_per_box": Stake.parse("1.125 EUR"), "stake_per_game": CENT},
        {"stake_per_box": Stake.parse("1.120 EUR")},
    ),
    (
        NoEffect.FINER_THAN_ANY_COIN,
        {"stake_per_point": CENT, "stake_rounding": Decimal("0.025")},
        {"stake_rounding": None},
    ),
    # A dinar has a thousand fils.
    (
        NoEffect.FINER_THAN_ANY_COIN,
        {"stake_per_point": Stake.parse("0.005 EUR")},
        {"stake_per_point": Stake.parse("0.005 KWD")},
    ),
]


@pytest.mark.parametrize("why, rules, otherwise", CASES)
def test_a_pointless_rule_is_remarked_on(
    why: NoEffect, rules: dict[str, object], otherwise: dict[str, object]
) -> None:
    pointless = HouseRules(**rules)  # type: ignore[arg-type]

    assert why in {remark.why for remark in warnings_about(pointless)}
    assert why not in {remark.why for remark in warnings_about(pointless.but(**otherwise))}


def test_every_remark_has_a_case_and_is_about_fields_that_exist() -> None:
    assert {why for why, _, _ in CASES} == set(NoEffect) == set(EVERY_WARNING)
    for why, fields in EVERY_WARNING.items():
        assert set(fields) <= set(KINDS), why


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"straight"}))
def test_presets_have_no_rule_without_effect(preset: str) -> None:
    assert warnings_about(PRESETS[preset]) == ()


def test_straight_gin_names_a_bonus_for_an_undercut_that_cannot_occur() -> None:
    fields = ("knock_limit", "undercut_bonus", "stake_per_undercut")

    assert warnings_about(PRESETS["straight"]) == (RuleWarning(NoEffect.UNDERCUT_CANNOT_OCCUR, fields),)
