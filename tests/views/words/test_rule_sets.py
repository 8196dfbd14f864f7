"""The names of the presets say what they do."""

import pytest

from models.gin.rules.house_rules import STANDARD
from models.gin.rules.options import BoxTiming, DealRotation, GameWinner
from models.gin.rules.presets import PRESETS
from views.words.rule_sets import LINES, NAMES, SHORT_NAMES, SOURCES

WHAT_THEY_DO = {
    "pagat": {"gin_bonus": 20, "big_gin_bonus": None, "target": 100},
    "wikipedia": {"big_gin_bonus": 31, "game_bonus": 100, "target": 100},
    "modern": {"gin_bonus": 25, "undercut_bonus": 25, "box_bonus": 25},
    "bicycle": {"deal_rotation": DealRotation.ALTERNATE},
    "oklahoma": {"oklahoma": True},
    "tournament": {"games_to_win": 3},
    "palace": {"box_timing": BoxTiming.IMMEDIATE},
    "rummytalk": {"columns": 3, "oklahoma": True},
    "straight": {"knock_limit": 0},
    "sydney": {"loser_negative": True},
    "white-knuckle": {"game_bonus": 0, "box_bonus": 0, "undercut_bonus": 25},
    "french": {"game_winner": GameWinner.HIGHER_FINAL_TOTAL},
    "fournier": {"layoff_vs_gin": True},
    "wikipedia-play": {"game_bonus": 0, "box_bonus": 0, "undercut_bonus": 15},
}


@pytest.mark.parametrize("preset, does", WHAT_THEY_DO.items(), ids=list(WHAT_THEY_DO))
def test_a_set_of_rules_does_what_its_name_says(preset: str, does: dict[str, object]) -> None:
    assert {field: getattr(PRESETS[preset], field) for field in does} == does


def test_alternate_deal_is_all_that_bicycle_changes() -> None:
    assert PRESETS["bicycle"] == STANDARD.but(deal_rotation=DealRotation.ALTERNATE)


def test_every_preset_has_names_of_its_own() -> None:
    assert set(PRESETS) == set(NAMES) == set(SHORT_NAMES) == set(LINES) == set(WHAT_THEY_DO)
    assert len(set(NAMES.values())) == len(set(SHORT_NAMES.values())) == len(PRESETS)
    assert set(SOURCES) < set(PRESETS)
