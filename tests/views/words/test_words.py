"""Every code has its words: no rule, reason, flaw or outcome is missing on the pages."""

from decimal import Decimal

import pytest

from models.gin.cards.cards import parse_cards
from models.gin.cards.melds import Flaw
from models.gin.hand.problems import Problem, ProblemPlace, Reason
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import KINDS, STANDARD, HouseRules
from models.gin.rules.options import BoxTiming, DealRotation, GameWinner, MatchBy, Multipliers, Outcome, Stake
from models.gin.rules.presets import PRESETS
from tests.gin.table import BOB, DEAD, big_gin, gin, knock
from tests.views.browser import Browser
from tests.views.table import Sit, bill
from views.language.i18n import CATALOGUES, gettext
from views.rules.form import offered, read_typed, suggested
from views.words.hand_result import OUTCOMES
from views.words.problems import Names, explain
from views.words.rule_sets import LINES, SHORT_NAMES, SOURCES
from views.words.rule_sets import NAMES as NAMES_OF_RULES
from views.words.rules.fields import FIELDS, sentence_of
from views.words.rules.page import groups
from views.words.rules.values import in_short

NAMES = Names("Ann", "Bob")


def test_every_field_of_the_rules_has_a_sentence_or_its_options_have() -> None:
    assert sorted(FIELDS) == sorted(KINDS)
    for words in FIELDS.values():
        assert words.sentence or all(option.sentence for option in words.options.values())


def test_every_value_that_is_offered_is_named_with_its_rule(browser: Browser) -> None:
    with browser.client.application.test_request_context():
        named = [
            in_short(name, read_typed(kind, text, "USD"))
            for name, kind in KINDS.items()
            for text in (offered(kind) or suggested(kind))
        ]

    assert len(named) == len(set(named))
    assert {"Columns: 3", "Stake per point: $0.05", "Zero sum: Yes", "Limit of hands: no limit"} <= set(named)


def test_a_triple_is_not_called_a_double(browser: Browser) -> None:
    tripled = HouseRules(suit_multipliers=Multipliers.parse("Hx3"), dead_hand_double_carries=True)
    with browser.client.application.test_request_context():
        said = sentence_of("dead_hand_double_carries", tripled)

        assert said is not None
        assert said.startswith("If nobody wins a multiplied hand")


@pytest.mark.parametrize("house", PRESETS)
def test_the_page_of_a_preset_has_whole_sentences(browser: Browser, house: str) -> None:
    page = browser.get(f"/houses/{house}")

    sentences = [item.text for item in page.root.all("li")]
    assert len(sentences) >= 14
    assert all(sentence[0].isupper() or sentence[0].isdigit() for sentence in sentences)
    assert all(sentence.endswith(".") for sentence in sentences)
    assert "%(" not in page.text


UNLIKE = {
    "knock_limit": 0,
    "ace_points": 15,
    "knock_base": 7,
    "gin_bonus": 33,
    "big_gin_bonus": 44,
    "undercut_bonus": 12,
    "target": 333,
    "max_hands": 9,
    "game_bonus": 55,
    "box_bonus": 13,
    "gin_extra_boxes": 2,
    "big_gin_extra_boxes": 3,
    "undercut_extra_boxes": 1,
    "gin_off_bonus": 17,
    "melded_to_knock": 8,
    "gin_off_extra_boxes": 2,
    "suit_multipliers": Multipliers.parse("Hx3"),
    "rank_multipliers": Multipliers.parse("Ax2"),
    "shutout_bonus": 66,
    "columns": 3,
    "column_multipliers": (1, 1, 2),
    "column_targets": (100, 125, 150),
    "column_bonuses": (100, 200, 300),
    "all_columns_shutout_bonus": 300,
    "all_columns_shutout_times": 3,
    "games_to_win": 3,
    "games_in_match": 5,
    "game_points_win": 3,
    "game_points_shutout": 4,
    "packs": 2,
    "penalty_points": 15,
    "stake_per_point": Stake(Decimal("0.10"), "EUR"),
    "stake_per_game": Stake(Decimal("5"), "EUR"),
    "stake_per_box": Stake(Decimal("0.25"), "EUR"),
    "points_rounding": 100,
    "stake_per_gin": Stake(Decimal("1"), "EUR"),
    "stake_per_undercut": Stake(Decimal("2"), "EUR"),
    "stake_per_shutout": Stake(Decimal("3"), "EUR"),
    "stake_pot": Stake(Decimal("4"), "EUR"),
    "stake_cap": Decimal("20"),
    "stake_rounding": Decimal("0.50"),
}
"""A number, or numbers, of a field that are unlike the standard game's; else a usual value is taken."""

NEEDED = {
    "ace_upcard": {"oklahoma": True},
    "spade_doubles_boxes": {"spade_double": True},
    "spade_doubles_bonus": {"spade_double": True},
    "dead_hand_double_carries": {"spade_double": True},
    "gin_off_vs_gin": {"gin_off_bonus": 10},
    "layoff_vs_big_gin": {"layoff_vs_gin": True, "big_gin_bonus": 31},
    "last_column_double": {"columns": 3},
    "column_multipliers": {"columns": 3},
    "column_targets": {"columns": 3},
    "column_bonuses": {"columns": 3},
    "all_columns_shutout_bonus": {"columns": 3},
    "all_columns_shutout_times": {"columns": 3},
    "big_gin_extra_boxes": {"big_gin_bonus": 31},
    "tied_after_max_hands": {"max_hands": 9},
    "games_in_match": {"match_by": MatchBy.POINTS},
    "game_points_win": {"match_by": MatchBy.GAME_POINTS},
    "game_points_shutout": {"match_by": MatchBy.GAME_POINTS},
    "points_rounding": {"stake_per_point": Stake(Decimal("0.10"), "EUR")},
    "stake_cap": {"stake_per_game": Stake(Decimal("50"), "EUR")},
    "stake_rounding": {"stake_per_game": Stake(Decimal("5"), "EUR")},
}
"""What must be played for a field to mean something."""


@pytest.mark.parametrize("field", KINDS)
def test_a_rule_that_is_changed_is_said_otherwise(field: str) -> None:
    standard = HouseRules(**NEEDED.get(field, {}))
    others = others_than(standard, field)

    said = {str(groups(standard.but(**{field: other}))) for other in others}

    assert str(groups(standard)) not in said
    assert len(said) == len(others) >= 1


def others_than(rules: HouseRules, field: str) -> list[object]:
    """Other values of a field than that of *rules*: every other option, or one other number."""
    if field in UNLIKE:
        return [UNLIKE[field]]
    kind = KINDS[field]
    usual = [read_typed(kind, text, "EUR") for text in offered(kind) or suggested(kind)]
    others = [each for each in usual if each != getattr(rules, field)]
    return others if offered(kind) else others[-1:]


@pytest.mark.parametrize("flaw", Flaw, ids=str)
def test_every_flaw_of_a_meld_is_said_with_its_cards(flaw: Flaw) -> None:
    said = explain(Problem(Reason.NOT_A_MELD, ProblemPlace.KNOCKER, parse_cards("5S 6S 8H"), flaw), NAMES)

    assert said.startswith("5♠ 6♠ 8♥")
    assert said.endswith(".")


@pytest.mark.parametrize("reason", sorted(set(Reason) - {Reason.NOT_A_MELD}), ids=str)
@pytest.mark.parametrize("place, name", [(ProblemPlace.KNOCKER, "Ann"), (ProblemPlace.DEFENDER, "Bob")])
def test_every_reason_is_said_in_a_sentence_that_names_the_right_player(
    reason: Reason, place: ProblemPlace, name: str
) -> None:
    said = explain(Problem(reason, place, figure=12, bound=10, text="100% %(x)s"), NAMES)

    assert said[0].isupper() or said[0].isdigit() or said[0] in " "
    assert said[-1] in ".?"
    other = {"Ann": "Bob", "Bob": "Ann"}[name]
    assert other not in said or reason in {Reason.LAYOFF_NOT_ON_A_MELD, Reason.LAYOFF_DOES_NOT_FIT}


def test_every_outcome_has_a_name() -> None:
    assert set(OUTCOMES) == set(Outcome)


RESULTS = [
    ("pagat", knock(8, 20), {"Difference, 20 − 8": ("12",), "Ann scores": ("12",)}),
    ("pagat", knock(10, 4), {"Difference, 10 − 4": ("6",), "Undercut bonus": ("10",), "Bob scores": ("16",)}),
    ("pagat", knock(8, 8), {"Difference, 8 − 8": ("0",), "Undercut bonus": ("10",), "Bob scores": ("10",)}),
    ("pagat", gin(20), {"The other player’s deadwood": ("20",), "Gin bonus": ("20",), "Ann scores": ("40",)}),
    (
        "modern",
        big_gin(20, by=BOB),
        {"The other player’s deadwood": ("20",), "Big gin bonus": ("31",), "Bob scores": ("51",)},
    ),
    (
        "oklahoma",
        gin(20, upcard="9S"),
        {
            "The other player’s deadwood": ("20",),
            "Gin bonus": ("20",),
            "Doubled for the spade": ("40",),
            "Ann scores": ("80",),
        },
    ),
    (
        "sydney",
        knock(4, 30),
        {"Difference, 30 − 4": ("26",), "Knock bonus": ("15",), "Ann scores": ("41",), "Bob loses": ("41",)},
    ),
    ("pagat", DEAD, {}),
]


@pytest.mark.parametrize(
    "house, hand, expected", RESULTS, ids=[f"{each[0]} {each[1].laid}" for each in RESULTS]
)
def test_what_a_hand_was_worth_stands_on_its_page_part_by_part(
    sit: Sit, house: str, hand: Hand, expected: dict[str, tuple[str]]
) -> None:
    table = sit(house)
    table.add(hand)

    page = table.browser.get(table.hand(1))

    assert bill(page) == expected
    points = [int(figures[0]) for label, figures in expected.items() if label.endswith("scores")]
    parts = [int(figures[0]) for figures in list(expected.values())[: -2 if house == "sydney" else -1]]
    assert points == [sum(parts)] or not expected


def test_a_percent_sign_in_a_value_is_a_percent_sign() -> None:
    assert gettext("%(name)s deals", name="100% %(name)s %s") == "100% %(name)s %s deals"


def test_every_language_has_its_catalogue_where_it_is_looked_for() -> None:
    assert not CATALOGUES.exists() or list(CATALOGUES.glob("*/LC_MESSAGES/messages.po"))


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
    assert set(PRESETS) == set(NAMES_OF_RULES) == set(SHORT_NAMES) == set(LINES) == set(WHAT_THEY_DO)
    assert len(set(NAMES_OF_RULES.values())) == len(set(SHORT_NAMES.values())) == len(PRESETS)
    assert set(SOURCES) < set(PRESETS)
