"""The named rules. The first five are the seed documents 000 to 004, scored as their texts say."""

from collections.abc import Mapping

from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import (
    AceUpcard,
    BoxTiming,
    DealRotation,
    FirstDealer,
    GameWinner,
    InitialDeal,
    KnockSignal,
    Redeal,
    Settlement,
    Shutout,
    ShutoutTest,
)

_PLAIN = HouseRules(
    gin_bonus=25,
    undercut_bonus=25,
    game_bonus=0,
    box_bonus=0,
    shutout=Shutout.NONE,
    settlement=Settlement.TOTALS,
    deal_rotation=DealRotation.ALTERNATE,
)
"""Points up to the target, and no bonuses after the game."""

SYDNEY = _PLAIN.but(
    knock_base=15,
    big_gin_bonus=35,
    loser_negative=True,
    target=150,
    initial_deal=InitialDeal.ELEVEN_TEN,
    redeal_after_dead_hand=Redeal.ROTATE,
    knock_signal=KnockSignal.SAID,
)
"""Seed 000: zero sum, and points for a knock too."""

WHITE_KNUCKLE = _PLAIN
"""Seed 001: 25 for gin and for an undercut."""

FRENCH = STANDARD.but(
    big_gin_bonus=20,
    shutout_test=ShutoutTest.ZERO_HANDS,
    game_winner=GameWinner.HIGHER_FINAL_TOTAL,
    deal_rotation=DealRotation.ALTERNATE,
)
"""Seed 002: the higher final total wins, the difference is paid."""

FOURNIER = STANDARD.but(
    layoff_vs_gin=True,
    shutout_test=ShutoutTest.ZERO_HANDS,
    settlement=Settlement.TOTALS,
    first_dealer=FirstDealer.HIGH_CARD,
    deal_rotation=DealRotation.WINNER,
    packs=2,
    knock_signal=KnockSignal.POINTS_SAID,
)
"""Seed 003: whoever reaches 100 first wins; lay-offs even against gin."""

WIKIPEDIA_PLAY = _PLAIN.but(
    big_gin_bonus=31, undercut_bonus=15, first_dealer=FirstDealer.AGREED, knock_signal=KnockSignal.ANY
)
"""Seed 004: only the section "Play", which has no bonuses after the game."""

WIKIPEDIA = HouseRules(
    gin_bonus=25,
    big_gin_bonus=31,
    undercut_bonus=25,
    box_bonus=25,
    shutout=Shutout.DOUBLE_HAND_POINTS,
    shutout_test=ShutoutTest.ZERO_HANDS,
    deal_rotation=DealRotation.ALTERNATE,
    knock_signal=KnockSignal.ANY,
)
"""The complete article of 2018."""

MODERN = WIKIPEDIA.but(
    shutout=Shutout.DOUBLE_TOTAL,
    shutout_test=ShutoutTest.ZERO_POINTS,
    deal_rotation=DealRotation.WINNER,
    knock_signal=KnockSignal.FACE_DOWN,
)
"""25 for everything."""

PRESETS: Mapping[str, HouseRules] = {
    "sydney": SYDNEY,
    "white-knuckle": WHITE_KNUCKLE,
    "french": FRENCH,
    "fournier": FOURNIER,
    "wikipedia-play": WIKIPEDIA_PLAY,
    "pagat": STANDARD,
    "wikipedia": WIKIPEDIA,
    "modern": MODERN,
    "bicycle": STANDARD.but(deal_rotation=DealRotation.ALTERNATE),
    "oklahoma": STANDARD.but(oklahoma=True, spade_double=True, target=150),
    "tournament": _PLAIN.but(target=250, games_to_win=3),
    "palace": _PLAIN.but(undercut_bonus=20, box_bonus=10, box_timing=BoxTiming.IMMEDIATE),
    "rummytalk": HouseRules(
        oklahoma=True,
        ace_upcard=AceUpcard.GIN,
        gin_bonus=25,
        undercut_bonus=25,
        spade_double=True,
        spade_doubles_boxes=True,
        target=250,
        game_bonus=250,
        box_bonus=25,
        gin_extra_boxes=2,
        undercut_extra_boxes=1,
        shutout=Shutout.DOUBLE_DIFFERENCE,
        columns=3,
        deal_rotation=DealRotation.ALTERNATE,
    ),
    "straight": HouseRules(
        knock_limit=0,
        gin_bonus=25,
        big_gin_bonus=31,
        undercut_bonus=25,
        box_bonus=25,
        shutout=Shutout.NONE,
        deal_rotation=DealRotation.ALTERNATE,
    ),
}
"""Every set of named rules, by its name in documents."""
