"""The presets, value by value, what a field may hold, and warnings about rules without effect."""

from decimal import Decimal
from typing import Any

import pytest

from models.gin.cards.cards import Card
from models.gin.cards.melds import Aces
from models.gin.document.reading import read_rules
from models.gin.document.writing import write_rules
from models.gin.rules.field_types import InvalidRulesError, MultiplierTable, Refusal, Topic, Whole
from models.gin.rules.house_rules import KINDS, TOPICS, HouseRules
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

# The five seeds' own texts.
SEEDS = """
field                   sydney           white-knuckle    french              fournier            wikipedia-play
knock_limit             10               10               10                  10                  10
knock_base              15               0                0                   0                   0
gin_bonus               25               25               20                  20                  25
big_gin_bonus           35               none             20                  none                31
undercut_bonus          25               25               10                  10                  15
tie                     undercut         undercut         undercut            undercut            undercut
layoff_vs_gin           no               no               no                  yes                 no
loser_negative          yes              no               no                  no                  no
target                  150              100              100                 100                 100
game_bonus              0                0                100                 100                 0
box_bonus               0                0                20                  20                  0
box_timing              end              end              end                 end                 end
shutout                 none-            none-            flat                flat                none-
shutout_bonus           100              100              100                 100                 100
shutout_test            -                -                zero_hands          zero_hands          -
game_winner             first_to_target  first_to_target  higher_final_total  first_to_target     first_to_target
settlement              totals           totals           difference          totals              totals
initial_deal            eleven_ten       ten_ten_upcard   ten_ten_upcard      ten_ten_upcard      ten_ten_upcard
first_dealer            random           random           random              high_card           agreed
deal_rotation           alternate        alternate        alternate           winner              alternate
redeal_after_dead_hand  rotate           same_dealer      same_dealer         same_dealer         same_dealer
packs                   1                1                1                   2                   1
knock_signal            said             face_down        face_down           points_said         any
"""  # noqa: E501

# Published rules from elsewhere.
OTHERS = """
field                 pagat        wikipedia           modern        bicycle      oklahoma     tournament  palace     rummytalk          straight
knock_limit           10           10                  10            10           10           10          10         10                 0
oklahoma              no           no                  no            no           yes          no          no         yes                no
ace_upcard            -            -                   -             -            one          -           -          gin                -
gin_bonus             20           25                  25            20           20           25          25         25                 25
big_gin_bonus         none         31                  31            none         none         none        none       none               31
undercut_bonus        10           25                  25            10           10           25          20         25                 25
target                100          100                 100           100          150          250         100        250                100
games_to_win          1            1                   1             1            1            3           1          1                  1
columns               1            1                   1             1            1            1           1          3                  1
game_bonus            100          100                 100           100          100          0           0          250                100
box_bonus             20           25                  25            20           20           0           10         25                 25
box_timing            end          end                 end           end          end          end         immediate  end                end
gin_extra_boxes       0            0                   0             0            0            0           0          2                  0
undercut_extra_boxes  0            0                   0             0            0            0           0          1                  0
shutout               flat         double_hand_points  double_total  flat         flat         none-       none-      double_difference  none-
shutout_bonus         100          -                   -             100          100          -           -          -                  -
shutout_test          zero_points  zero_hands          zero_points   zero_points  zero_points  -           -          zero_points        -
spade_double          no           no                  no            no           yes          no          no         yes                no
spade_doubles_boxes   no           no                  no            no           no           no          no         yes                no
deal_rotation         loser        alternate           winner        alternate    loser        alternate   alternate  alternate          alternate
knock_signal          face_down    any                 -             -            -            -           -          -                  -
"""  # noqa: E501

NEUTRAL = {
    "oklahoma": False,
    "aces": "low",
    "ace_points": 1,
    "knock_base": 0,
    "tie": "undercut",
    "layoff_vs_gin": False,
    "loser_negative": False,
    "spade_double": False,
    "spade_doubles_boxes": False,
    "spade_doubles_bonus": True,
    "suit_multipliers": None,
    "rank_multipliers": None,
    "dead_hand_double_carries": False,
    "melded_to_knock": 0,
    "layoff_vs_big_gin": True,
    "fiftieth_card": "knock",
    "gin_off_bonus": 0,
    "gin_off_vs_gin": False,
    "gin_off_extra_boxes": 0,
    "max_hands": None,
    "gin_extra_boxes": 0,
    "big_gin_extra_boxes": 0,
    "undercut_extra_boxes": 0,
    "game_winner": "first_to_target",
    "columns": 1,
    "last_column_double": False,
    "games_to_win": 1,
    "initial_deal": "ten_ten_upcard",
    "packs": 1,
    "upcard_offer": "both",
    "discard_taken_card": False,
    "false_knock": "play_on",
    "penalty_points": 10,
    "penalties_count": True,
    "penalty_box": False,
    "penalties_prevent_shutout": False,
    "stake_per_point": None,
    "stake_per_game": None,
    "stake_per_box": None,
    "stake_rounding": None,
}
"""What a field holds where no table names it."""

WORDS: dict[str, Any] = {"yes": True, "no": False, "none": None, "none-": "none"}


def columns_of(table: str) -> dict[str, dict[str, Any]]:
    """The presets of a table, each with its fields as a document writes them; - is not said."""
    (_, *presets), *rows = (line.split() for line in table.strip().splitlines())
    return {
        preset: {name: value_of(values[column]) for name, *values in rows if values[column] != "-"}
        for column, preset in enumerate(presets)
    }


def value_of(word: str) -> Any:
    """``none`` is no number, ``none-`` the option of that name."""
    return int(word) if word.isdigit() else WORDS.get(word, word)


PRESET_TABLES = columns_of(SEEDS) | columns_of(OTHERS)


@pytest.mark.parametrize("preset", PRESET_TABLES)
def test_a_preset_is_as_the_tables_say(preset: str) -> None:
    written = {name: kind.write(getattr(PRESETS[preset], name)) for name, kind in KINDS.items()}
    expected = NEUTRAL | PRESET_TABLES[preset]

    assert {name: written[name] for name in expected} == expected


def test_every_preset_has_its_values_here_and_no_two_are_the_same() -> None:
    assert list(PRESETS) == list(PRESET_TABLES)
    assert len(set(PRESETS.values())) == len(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_written_by_its_name(preset: str) -> None:
    assert write_rules(PRESETS[preset]) == preset
    assert read_rules(preset) == PRESETS[preset]


def test_changed_rules_are_written_with_what_was_changed() -> None:
    rules = PRESETS["french"].but(target=150, layoff_vs_gin=True)

    assert write_rules(rules) == {"preset": "french", "target": 150, "layoff_vs_gin": True}


IMPOSSIBLE = {
    "knock_limit": [11, -1, None, True, "10", 10.0],
    "oklahoma": [1, None, "yes"],
    "ace_upcard": ["one", None],
    "aces": ["low", 1],
    "ace_points": [0, 16, None],
    "knock_base": [-1, 1001],
    "gin_bonus": [-1, 1001, None],
    "big_gin_bonus": [-1, 1001, "none"],
    "undercut_bonus": [-1, None],
    "tie": ["undercut", None],
    "layoff_vs_gin": [0],
    "loser_negative": [0],
    "spade_double": [2],
    "spade_doubles_boxes": [2],
    "spade_doubles_bonus": [1, None],
    "suit_multipliers": ["Sx2", Multipliers(()), Multipliers((("A", 2),)), Multipliers((("S", 10),))],
    "rank_multipliers": ["", Multipliers((("S", 2),)), Multipliers((("K", 2), ("A", 2)))],
    "dead_hand_double_carries": [0],
    "melded_to_knock": [-1, 10, None],
    "layoff_vs_big_gin": [0],
    "fiftieth_card": ["knock", None],
    "gin_off_bonus": [-1, 1001, None],
    "gin_off_vs_gin": [None],
    "gin_off_extra_boxes": [-1, 4],
    "target": [0, -100, 10_000_000, None],
    "max_hands": [0, 1001],
    "tied_after_max_hands": ["drawn", None],
    "game_bonus": [-1, 10_001],
    "box_bonus": [-1, 1001],
    "box_timing": ["end"],
    "gin_extra_boxes": [-1, 4],
    "big_gin_extra_boxes": [-1, 4],
    "undercut_extra_boxes": [-1, 4],
    "shutout": ["flat", None],
    "shutout_bonus": [-1, 10_001],
    "shutout_test": [None],
    "game_winner": [None],
    "settlement": [None],
    "columns": [0, 6, None],
    "last_column_double": [None],
    "column_multipliers": [(), (0,), (1, 11), (1,) * 6, [1, 1, 2], "1 1 2", 2, (True, 1), (1, None)],
    "column_targets": [(), (0, 100), (100, 10_000_000), (100.0,), 100],
    "column_bonuses": [(), (-1,), (10_001,), ("100",)],
    "all_columns_shutout_bonus": [-1, 10_001, None],
    "all_columns_shutout_times": [0, 11, None],
    "games_to_win": [0, 11],
    "match_by": ["games", None],
    "games_in_match": [1, 21, None],
    "game_points_win": [0, 101, None],
    "game_points_shutout": [0, 101, None],
    "initial_deal": [None],
    "first_dealer": [None],
    "deal_rotation": [None],
    "redeal_after_dead_hand": [None],
    "next_game_dealer": ["loser", None],
    "packs": [0, 3, None],
    "upcard_offer": ["both", None],
    "discard_taken_card": [0, None],
    "knock_signal": [None],
    "false_knock": ["play_on", None],
    "penalty_points": [-1, 1001, None],
    "penalties_count": [1, None],
    "penalty_box": [0],
    "penalties_prevent_shutout": [None],
    "partners_score": [None, "netted"],
    "three_players": [None, "captain"],
    "stake_per_point": [5, "0.10 EUR", Stake(Decimal("NaN"), "EUR"), Stake(Decimal("1e9"), "EUR")],
    "stake_per_game": [5, "0.10 EUR", Stake(Decimal("-1"), "EUR")],
    "stake_per_box": [0, Stake(Decimal("0.00001"), "EUR"), Stake(Decimal("1"), "euros")],
    "points_rounding": [1, 1001, 0.5],
    "stake_per_gin": [5, "1 EUR"],
    "stake_per_undercut": [5, "1 EUR"],
    "stake_per_shutout": [5, "1 EUR"],
    "stake_pot": [5, "1 EUR"],
    "stake_cap": [20, "10", Decimal("0"), Decimal("-1")],
    "stake_rounding": [0.5, "0.05", 1, Decimal("0"), Decimal("-0.05"), Decimal("Infinity")],
}


@pytest.mark.parametrize("name, value", [(name, value) for name in IMPOSSIBLE for value in IMPOSSIBLE[name]])
def test_a_value_outside_its_field_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(InvalidRulesError) as caught:
        HouseRules(**{name: value})  # type: ignore[arg-type]

    assert caught.value.fields == (name,)


REFUSED = [
    ("target", 0, Refusal.TOO_LOW),
    ("target", 10_000_000, Refusal.TOO_HIGH),
    ("target", None, Refusal.NOT_OF_ITS_KIND),
    ("max_hands", 0, Refusal.TOO_LOW),
    ("knock_limit", 11, Refusal.TOO_HIGH),
    ("columns", 6, Refusal.TOO_HIGH),
    ("columns", True, Refusal.NOT_OF_ITS_KIND),
    ("ace_points", 16, Refusal.TOO_HIGH),
    ("ace_points", 0, Refusal.TOO_LOW),
    ("oklahoma", 1, Refusal.NOT_OF_ITS_KIND),
    ("tie", "undercut", Refusal.NOT_OF_ITS_KIND),
    ("stake_per_point", 5, Refusal.NOT_OF_ITS_KIND),
    ("stake_rounding", Decimal("0.00"), Refusal.TOO_LOW),
    ("stake_rounding", 0.05, Refusal.NOT_OF_ITS_KIND),
]


@pytest.mark.parametrize("name, value, why", REFUSED)
def test_a_value_is_refused_with_the_reason(name: str, value: object, why: Refusal) -> None:
    with pytest.raises(InvalidRulesError) as caught:
        HouseRules(**{name: value})  # type: ignore[arg-type]

    assert caught.value.refusals == {name: why}


def test_stakes_in_two_currencies_are_refused_each_by_name() -> None:
    euros, pounds = Stake.parse("0.10 EUR"), Stake.parse("1 GBP")
    with pytest.raises(InvalidRulesError) as caught:
        HouseRules(stake_per_point=euros, stake_per_box=pounds)

    assert caught.value.refusals == {
        "stake_per_point": Refusal.OTHER_CURRENCY,
        "stake_per_box": Refusal.OTHER_CURRENCY,
    }


def test_every_reason_to_refuse_has_a_case() -> None:
    assert {why for _, _, why in REFUSED} | {Refusal.OTHER_CURRENCY} == set(Refusal)


def test_every_field_has_something_it_cannot_hold() -> None:
    assert set(IMPOSSIBLE) == set(KINDS)


def test_all_fields_that_are_wrong_are_named() -> None:
    with pytest.raises(InvalidRulesError) as caught:
        PRESETS["pagat"].but(target=0, columns=9)

    assert caught.value.fields == ("target", "columns")


@pytest.mark.parametrize("text", ["0.10 EUR", "5 USD", "0.0025 GBP", "100000 JPY", "0 CHF"])
def test_a_stake_is_an_amount_and_a_currency(text: str) -> None:
    assert str(Stake.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "5", "EUR", "5EUR", "5 eur", "-5 EUR", "5,50 EUR", "1e3 EUR", "0.00001 EUR"]
)
def test_anything_else_is_no_stake(text: str) -> None:
    with pytest.raises(ValueError, match="not a stake"):
        Stake.parse(text)


@pytest.mark.parametrize("text", ["Sx2", "Sx2 Hx3", "Hx9", "Sx2 Hx2 Dx2 Cx2"])
def test_multipliers_are_written_as_they_are_read(text: str) -> None:
    assert str(MultiplierTable("SHDC").read(text)) == text


@pytest.mark.parametrize(
    "letters, typed, text",
    [("SHDC", "Hx3 Sx2", "Sx2 Hx3"), ("A23456789TJQK", "Kx4 Tx3 Ax2", "Ax2 Tx3 Kx4")],
)
def test_multipliers_are_read_in_any_order_and_written_in_that_of_the_pack(
    letters: str, typed: str, text: str
) -> None:
    assert str(MultiplierTable(letters).read(typed)) == text


@pytest.mark.parametrize("text", ["S2", "Sx1", "Sx10", "Sx2 Sx3", "Hx3 Sx2 Hx4", "Ax2", "Sx2  Hx3", "sx2", 2])
def test_anything_else_is_no_table_of_suits(text: object) -> None:
    with pytest.raises(ValueError, match="not multipliers"):
        MultiplierTable("SHDC").read(text)


POINTS = [
    # card, where an ace counts one, where it counts fifteen
    ("AS", 1, 15),
    ("2H", 2, 2),
    ("9D", 9, 9),
    ("TC", 10, 10),
    ("KS", 10, 10),
]


@pytest.mark.parametrize("card, one, fifteen", POINTS)
def test_what_a_card_counts(card: str, one: int, fifteen: int) -> None:
    assert HouseRules().points(Card.parse(card)) == one
    assert HouseRules(ace_points=15).points(Card.parse(card)) == fifteen


USUAL = {
    "knock_limit": (10, 0),
    "ace_points": (1, 15),
    "knock_base": (0, 15),
    "gin_bonus": (20, 25),
    "big_gin_bonus": (20, 31, 35, 50),
    "undercut_bonus": (10, 15, 20, 25),
    "target": (100, 125, 150, 200, 250, 300, 500),
    "game_bonus": (0, 100, 250),
    "box_bonus": (0, 10, 20, 25),
    "gin_extra_boxes": (0, 1, 2, 3),
    "big_gin_extra_boxes": (0, 1, 2, 3),
    "undercut_extra_boxes": (0, 1, 2, 3),
    "melded_to_knock": (0, 8),
    "gin_off_bonus": (0, 10, 20, 25),
    "gin_off_extra_boxes": (0, 1, 2, 3),
    "shutout_bonus": (100,),
    "columns": (1, 3),
    "packs": (1, 2),
    "games_to_win": (1, 2, 3, 4),
}
"""What tables are published to play."""


@pytest.mark.parametrize("preset", PRESETS)
def test_values_of_presets_are_among_the_usual_values(preset: str) -> None:
    played = {name: kind for name, kind in KINDS.items() if isinstance(kind, Whole)}

    for name, kind in played.items():
        assert getattr(PRESETS[preset], name) in (*kind.usual, *([None] if kind.optional else []))


def test_every_field_has_a_topic() -> None:
    assert list(TOPICS) == list(KINDS)
    assert set(TOPICS.values()) <= set(Topic)


@pytest.mark.parametrize("name, values", USUAL.items())
def test_what_tables_play_is_offered_first(name: str, values: tuple[int, ...]) -> None:
    kind = KINDS[name]

    assert isinstance(kind, Whole)
    assert set(values) <= set(kind.usual)
    assert all(map(kind.allows, kind.usual))


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
