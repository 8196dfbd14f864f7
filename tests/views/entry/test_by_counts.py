"""Entering a hand by deadwood: who knocked, how, both numbers, gin-off, and what counts more than once."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.gin.cards.melds import Aces
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, Multipliers
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table as Seating
from models.gin.sheet.sheet import by_itself, sheet
from tests.gin.table import card, gin, knock
from tests.gin.test_examples import ALL, Example, rules_of
from tests.views.entry.entering import entered
from tests.views.table import (
    ANN,
    BOB,
    BY_CARDS,
    NOBODY,
    Sit,
    Table,
    element,
    faults,
    how_many,
    press_on,
    rows,
    totals,
    typed,
    words,
)
from views.entry.fields import is_unfinished, plain, read_number, sum_shown
from views.words.hand_result import explain, parts

KNOCK = {"knocker": ANN, "outcome": "knock", "deadwood_0": "8", "deadwood_1": "20"}
GIN = {"knocker": ANN, "outcome": "gin", "deadwood_1": "20"}


def last(table: Table) -> str:
    """The sentence at the top of the sheet."""
    return words(table.sheet(), "said")[0]


def test_a_knock_is_written_with_its_sentence(table: Table) -> None:
    sheet = table.enter(KNOCK)

    assert totals(sheet) == ["12", "0"]
    assert "Ann knocks, +12. Ann knocked with 8; Bob had 20. 20 − 8 = 12." in sheet.text
    assert rows(sheet) == [["1", "Knock 8 v 20", "+1212", "0"]]


def test_bob_may_go_out_just_as_well(table: Table) -> None:
    sheet = table.knock(8, 20, by=BOB)

    assert totals(sheet) == ["0", "12"]
    assert "Bob knocks, +12." in sheet.text


def test_a_dead_hand_does_not_mind_what_else_was_typed(table: Table) -> None:
    assert how_many(table.enter({"knocker": NOBODY, "deadwood_0": "abc", "deadwood_1": "500"})) == 1


EXAMPLES = [
    example
    for example in ALL
    if example.kind == "hand_score"
    and {"winner", "points"} <= {*example.expected}
    and "declared" in example.input
]
ENDED = {
    (each.input["declared"], each.expected["winner"], "ledger" in each.expected): each for each in EXAMPLES
}
"""One for each way in which a hand can end; tests/gin/test_examples.py scores all of them."""


@pytest.mark.parametrize("example", ENDED.values(), ids=str)
def test_a_published_hand_scores_on_the_page_as_it_was_published(sit: Sit, example: Example) -> None:
    table, given = sit(rules=rules_of(example.rules), target=1000), example.input
    how = {"knocker": ANN, "outcome": given["declared"]}
    counts = {"deadwood_0": given["knocker_deadwood"], "deadwood_1": given["defender_deadwood_after_layoff"]}
    fields = how | {name: str(count) for name, count in counts.items()}
    if given["declared"] == "draw":
        fields = {"knocker": NOBODY}
    elif given["declared"] == "big_gin" and example.rules["big_gin_bonus"] is None:
        fields |= {"outcome": "gin"}  # where big gin is not played it is not asked
    elif "declared_corrected" in example.expected:
        fields |= {"outcome": example.expected["declared_corrected"]}

    sheet = table.enter(fields)

    won, points = {"knocker": 0, "defender": 1}.get(example.expected["winner"]), example.expected["points"]
    scored = [points if player == won else 0 for player in (0, 1)]
    expected = example.expected.get("ledger", scored)
    assert [int(total.replace("−", "-")) for total in totals(sheet)] == expected


IMPOSSIBLE = [
    ("-1", "Deadwood can’t be less than 0."),
    ("−1", "Deadwood can’t be less than 0."),
    ("99", "Deadwood can’t be more than 98."),
    ("1000000000", "Deadwood can’t be more than 98."),
    ("9" * 5000, "Deadwood can’t be more than 98."),
    ("twenty", "Type a number, or a sum such as 10+7+3."),
    ("2O", "Type a number, or a sum such as 10+7+3."),
    ("12.5", "Type a number, or a sum such as 10+7+3."),
    ("1e3", "Type a number, or a sum such as 10+7+3."),
    ("1_0", "Type a number, or a sum such as 10+7+3."),
    ("0x10", "Type a number, or a sum such as 10+7+3."),
    ("10 5", "Type a number, or a sum such as 10+7+3."),
    ("20             and 5", "Type a number, or a sum such as 10+7+3."),
    ("²", "Type a number, or a sum such as 10+7+3."),
    ("<b>9</b>", "Type a number, or a sum such as 10+7+3."),
]


@pytest.mark.parametrize("typed, said", IMPOSSIBLE, ids=[typed[:20] for typed, _ in IMPOSSIBLE])
def test_a_count_that_cannot_be_is_refused(table: Table, typed: str, said: str) -> None:
    for field in ("deadwood_0", "deadwood_1"):
        refused = entered(table, KNOCK | {field: typed})

        assert (refused.hand, refused.errors) == (None, {field: said})


@pytest.mark.parametrize("typed, said", [IMPOSSIBLE[2], IMPOSSIBLE[-1]], ids=["too much", "a tag"])
@pytest.mark.parametrize("field", ["deadwood_0", "deadwood_1"])
def test_a_count_that_cannot_be_is_said_at_its_field(table: Table, field: str, typed: str, said: str) -> None:
    page = table.enter(KNOCK | {field: typed}, status=422)

    assert faults(page) == {field: said}
    assert page.inputs[field] == typed
    assert how_many(table.sheet()) == 0


TWENTY = [" 20 ", "020", "+20", "２０"]
SUMS = ["10+7+3", "10 + 7 + 3", " 10 +7+ 3 ", "10+10", "020+0", "１０＋７＋３"]


@pytest.mark.parametrize("typed", TWENTY + SUMS)
def test_a_count_may_be_typed_with_care_or_as_the_sum_of_its_cards(table: Table, typed: str) -> None:
    assert entered(table, KNOCK | {"deadwood_1": typed}).hand == knock(8, 20)


def test_a_sum_is_shown_with_what_it_comes_to_and_its_total_is_saved(table: Table) -> None:
    fields = KNOCK | {"deadwood_0": "4 + 4", "deadwood_1": "10+7+3"}

    page = table.preview(fields)

    assert [element(page, f"deadwood_{n}-sum").text for n in (0, 1)] == ["4+4 = 8", "10+7+3 = 20"]
    assert rows(table.enter(fields)) == [["1", "Knock 8 v 20", "+1212", "0"]]


@pytest.mark.parametrize("typed", ["+", "10++", "10++7", "10+x", "+10+7", "10+7+", "-1+5", "10 7+3", "10+-7"])
def test_a_sum_that_is_none_is_said_at_its_field_and_stays_as_it_was_typed(table: Table, typed: str) -> None:
    page = table.enter(KNOCK | {"deadwood_1": typed}, status=422)

    assert faults(page) == {"deadwood_1": "Type a number, or a sum such as 10+7+3."}
    assert page.inputs["deadwood_1"] == typed


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"deadwood_0": "9+2"}, {"deadwood_0": "Ann can’t knock: 11 deadwood (limit 10)."}),
        ({"deadwood_1": "90+9"}, {"deadwood_1": "Deadwood can’t be more than 98."}),
        ({"deadwood_1": "9" * 5000 + "+1"}, {"deadwood_1": "Deadwood can’t be more than 98."}),
    ],
    ids=["knock limit", "ten cards", "5000 digits"],
)
def test_a_sum_obeys_the_same_limits_as_a_number(
    table: Table, fields: dict[str, str], said: dict[str, str]
) -> None:
    assert entered(table, KNOCK | fields).errors == said


def test_a_sum_of_nothing_is_gin(table: Table) -> None:
    assert entered(table, KNOCK | {"deadwood_0": "0+0"}).outcome == "gin"


def test_a_sum_that_goes_on_is_asked_for_and_not_called_wrong(table: Table) -> None:
    so_far = entered(table, KNOCK | {"deadwood_1": "10+"}, finished=False)

    assert (so_far.errors, so_far.label) == ({}, "Bob’s deadwood?")


@pytest.mark.parametrize(
    "anns, bobs, said",
    [
        (
            "15",
            "many",
            ["Ann can’t knock: 15 deadwood (limit 10).", "Type a number, or a sum such as 10+7+3."],
        ),
        ("15", "", ["Ann can’t knock: 15 deadwood (limit 10).", "Bob’s deadwood?"]),
        ("", "", ["Ann’s deadwood?", "Bob’s deadwood?"]),
    ],
)
def test_all_that_is_wrong_or_missing_is_said_at_once(
    table: Table, anns: str, bobs: str, said: list[str]
) -> None:
    page = table.enter(KNOCK | {"deadwood_0": anns, "deadwood_1": bobs}, status=422)

    assert faults(page) == dict(zip(("deadwood_0", "deadwood_1"), said, strict=True))


def test_everything_typed_is_still_there(table: Table) -> None:
    typed = {"knocker": BOB, "outcome": "knock", "deadwood_0": " 12", "deadwood_1": "11"}

    page = table.enter(typed, status=422)

    assert typed.items() <= page.inputs.items()
    assert faults(page) == {"deadwood_1": "Bob can’t knock: 11 deadwood (limit 10)."}


def test_the_top_leads_to_the_fields_and_each_error_is_shown_once(table: Table) -> None:
    page = table.enter(KNOCK | {"deadwood_0": "15", "deadwood_1": "99"}, status=422)

    on_top = element(page, "problems")
    listed = {link.text: link["href"] for link in on_top.all("a")}
    assert "Please check 2 fields" in on_top.text
    assert listed == {"Ann’s deadwood": "#deadwood_0", "Bob’s deadwood": "#deadwood_1"}
    assert [page.text.count(error) for error in faults(page).values()] == [1, 1]


@pytest.mark.parametrize("who", [{}, {"knocker": "2"}, {"knocker": ""}, {"knocker": "0 "}])
def test_someone_or_nobody_must_have_gone_out(table: Table, who: dict[str, str]) -> None:
    refused = entered(table, {"deadwood_0": "8", "deadwood_1": "20"} | who)

    assert (refused.hand, refused.errors) == (None, {"knocker": "Who knocked?"})


def test_gin_with_deadwood_is_said_at_the_one_who_has_it(table: Table) -> None:
    page = table.enter(GIN | {"deadwood_0": "3"}, status=422)

    assert faults(page) == {"deadwood_0": "Ann has 3 deadwood, so it isn’t gin."}


@pytest.mark.parametrize("nothing", ["0", "00", " 0 ", "000", "-0", "+0"])
def test_a_knock_with_nothing_left_is_gin(table: Table, nothing: str) -> None:
    knocked = entered(table, KNOCK | {"deadwood_0": nothing})

    assert (knocked.hand, knocked.outcome, knocked.label) == (gin(20), "gin", "Save: Ann +40")


def test_a_knock_with_nothing_left_is_offered_as_gin(table: Table) -> None:
    page = table.enter(KNOCK | {"deadwood_0": "00"}, status=422)

    assert "No deadwood means gin." in page.text
    assert page.inputs["outcome"] == "gin"
    assert "Save again if it was gin." in page.text
    assert element(page, "save").text == "Save: Ann +40"
    assert how_many(table.sheet()) == 0
    assert totals(table.again(page, {})) == ["40", "0"]


def test_a_look_at_a_knock_with_nothing_left_already_shows_gin(table: Table) -> None:
    page = table.preview(KNOCK | {"deadwood_0": "0"})

    assert "No deadwood means gin." in page.text
    assert element(page, "save").text == "Save: Ann +40"


def test_big_gin_is_asked_only_where_it_is_played(sit: Sit) -> None:
    offered = {
        name: "Big gin" in sit(name).browser.get(sit(name).way("deadwood")).text
        for name in ("pagat", "modern", "tournament", "straight", "sydney")
    }

    assert offered == {"pagat": False, "modern": True, "tournament": False, "straight": True, "sydney": True}


BIG_GIN_UNPLAYED = "There is no big gin here. Choose how the hand ended."

ENDINGS = [
    ("pagat", "big_gin", BIG_GIN_UNPLAYED),
    ("straight", "knock", "Nobody can knock here, only go gin. Choose how the hand ended."),
    ("pagat", "nonsense", "Choose how the hand ended."),
    ("pagat", "dead", "Choose how the hand ended."),
    ("pagat", "", "Choose how the hand ended."),
]


@pytest.mark.parametrize("house, ending, said", ENDINGS, ids=[f"{row[0]} {row[1]}" for row in ENDINGS])
def test_an_outcome_that_the_rules_do_not_allow_is_refused(
    sit: Sit, house: str, ending: str, said: str
) -> None:
    table = sit(house)

    page = table.enter(KNOCK | {"outcome": ending, "deadwood_0": "99"}, status=422)

    assert faults(page) == {"outcome": said}
    assert element(page, "save")["data-place"] == "outcome"
    assert (page.inputs["knocker"], page.inputs["deadwood_0"], page.inputs["deadwood_1"]) == (ANN, "99", "20")
    assert how_many(table.sheet()) == 0


def test_how_the_hand_ended_is_chosen_anew_then(table: Table) -> None:
    """Nothing is chosen in the place of what was refused, by the page or by pressing again."""
    page = table.enter(KNOCK | {"outcome": "big_gin"}, status=422)
    assert "outcome" not in page.inputs

    page = table.again(page, {}, status=422)
    assert faults(page) == {"outcome": "Choose how the hand ended."}

    table.again(page, {"outcome": "gin", "deadwood_0": "0"})
    assert "Ann goes gin, +40." in last(table)


def test_a_look_says_at_once_that_big_gin_is_not_played(table: Table) -> None:
    assert faults(table.preview({"knocker": ANN, "outcome": "big_gin"})) == {"outcome": BIG_GIN_UNPLAYED}


def test_how_a_hand_by_cards_ended_is_seen_in_the_cards(table: Table) -> None:
    sheet = table.enter(BY_CARDS | {"outcome": "big_gin"}, by="cards")

    assert totals(sheet) == ["0", "11"]


def test_where_nobody_knocks_knocking_is_not_offered(sit: Sit) -> None:
    table = sit("straight")
    page = table.browser.get(table.way("deadwood"))

    assert [each["value"] for each in page.root.all("input") if each["name"] == "outcome"] == [
        "gin",
        "big_gin",
    ]
    assert "Ann goes gin, +45." in table.enter({"knocker": ANN, "deadwood_1": "20"}).text


@pytest.mark.parametrize(
    "upcard, most", [("7D", 7), ("2c", 2), ("10h", 10), ("K♥", 10), ("AH", 1)], ids=lambda value: str(value)
)
def test_the_upcard_sets_the_knock(sit: Sit, upcard: str, most: int) -> None:
    table = sit("oklahoma")
    fields = {"knocker": ANN, "outcome": "knock", "deadwood_1": "30", "upcard": upcard}

    over = entered(table, fields | {"deadwood_0": str(most + 1)})

    assert over.errors == {"deadwood_0": f"Ann can’t knock: {most + 1} deadwood (limit {most})."}
    assert entered(table, fields | {"deadwood_0": str(most)}).label == f"Save: Ann +{30 - most}"


def test_an_ace_turned_up_is_for_gin_only_in_the_club(sit: Sit) -> None:
    knock = {"knocker": ANN, "outcome": "knock", "deadwood_0": "1", "deadwood_1": "30", "upcard": "AH"}

    page = sit("rummytalk").enter(knock, status=422)

    assert faults(page) == {"deadwood_0": "Ann has 1 deadwood, but only gin counts in this hand."}


def test_a_dead_hand_needs_no_upcard(sit: Sit) -> None:
    assert how_many(sit("oklahoma").enter({"knocker": NOBODY})) == 1


@pytest.mark.parametrize(
    "typed, said",
    [
        ("7", "Not a card: 7. Type rank and suit, for example 7S or 10H."),
        ("7S 8S", "Enter a single card."),
        ("joker", "Not a card: JOKER. Type rank and suit, for example 7S or 10H."),
        ("11H", "Not a card: 11H. Type rank and suit, for example 7S or 10H."),
    ],
)
def test_an_upcard_that_is_none_is_said_at_its_field(sit: Sit, typed: str, said: str) -> None:
    assert entered(sit("oklahoma"), KNOCK | {"upcard": typed}).errors == {"upcard": said}


def test_an_upcard_that_is_none_is_still_there(sit: Sit) -> None:
    page = sit("oklahoma").enter(KNOCK | {"upcard": "joker"}, status=422)

    assert faults(page).keys() == {"upcard"}
    assert page.inputs["upcard"] == "joker"


def test_the_upcard_is_not_asked_where_it_does_not_count(table: Table) -> None:
    assert "upcard" not in table.browser.get(table.way("deadwood")).form_with({"save"}).names


def test_an_ace_of_fifteen_leaves_more(sit: Sit) -> None:
    table = sit(aces=Aces.HIGH_OR_LOW, ace_points=15, target=500)

    page = table.enter(KNOCK | {"deadwood_1": "111"}, status=422)

    assert faults(page) == {"deadwood_1": "Deadwood can’t be more than 110."}
    assert totals(table.enter(KNOCK | {"deadwood_1": "110"})) == ["102", "0"]


@pytest.mark.parametrize(
    "rules, against, said",
    [
        ({}, 30, "Ann goes gin, +50. 30 + 20 for gin = 50."),
        ({"gin_bonus": 0}, 30, "Ann goes gin, +30."),
        ({"gin_bonus": 0}, 0, "Ann goes gin, 0."),
        (
            {"gin_bonus": 0, "loser_negative": True},
            30,
            "Ann goes gin, +30. Bob loses 30.",
        ),
    ],
)
def test_what_the_defender_had_is_no_sum_by_itself(
    sit: Sit, rules: dict[str, Any], against: int, said: str
) -> None:
    page = sit(**rules).preview({"knocker": ANN, "outcome": "gin", "deadwood_1": str(against)})

    assert element(page, "verdict").text.startswith(f"{said} Ann ")


def test_a_look_shows_the_points_and_both_totals_and_writes_nothing(table: Table) -> None:
    table.knock(5, 20, by=BOB)

    page = table.preview(KNOCK)

    assert "Ann knocks, +12. 20 − 8 = 12. Ann 12, Bob 15." in page.text
    assert element(page, "save").text == "Save: Ann +12"
    assert how_many(table.sheet()) == 1


LOOKS = [
    ("nothing yet", {}, "Who knocked?", "knocker"),
    ("who", {"knocker": BOB}, "Bob’s deadwood?", "deadwood_1"),
    ("who, and how", {"knocker": BOB, "outcome": "gin"}, "Ann’s deadwood?", "deadwood_0"),
    ("one count", {"knocker": BOB, "deadwood_1": "3"}, "Ann’s deadwood?", "deadwood_0"),
]


@pytest.mark.parametrize(
    "fields, label, place", [each[1:] for each in LOOKS], ids=[each[0] for each in LOOKS]
)
def test_a_look_says_nothing_of_what_is_still_blank(
    table: Table, fields: dict[str, str], label: str, place: str
) -> None:
    look = entered(table, fields, finished=False)

    assert look.errors == {}
    assert look.preview.save == (label, place)


def test_the_button_leads_to_what_is_still_blank(table: Table) -> None:
    page = table.preview({"knocker": BOB})

    assert faults(page) == {}
    assert element(page, "save").text == "Bob’s deadwood?"
    assert element(page, "save")["data-place"] == "deadwood_1"


def test_a_look_says_what_is_wrong_already(table: Table) -> None:
    page = table.preview({"knocker": ANN, "deadwood_1": "99"})

    assert faults(page) == {"deadwood_1": "Deadwood can’t be more than 98."}


@pytest.mark.parametrize("by", ["cards", "deadwood"])
def test_a_look_may_ask_for_just_the_part_that_changes(table: Table, by: str) -> None:
    form = table.browser.get(table.way(by)).form_with({"save"}).inputs
    answer = table.browser.client.post(
        table.way(by), data=form | KNOCK | {"preview": "1"}, headers={"X-Part": "preview"}
    )

    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert 'id="save"' in answer.text
    assert how_many(table.sheet()) == 0


def test_typed_deadwood_survives_a_switch_to_the_cards(table: Table) -> None:
    form = table.browser.get(table.way("deadwood"))
    page = press_on(table.browser, form, "Cards", KNOCK, status=200)

    assert "cards_0" in page.form_with({"save"}).names
    back = press_on(table.browser, page, "Numbers", status=200)
    assert KNOCK.items() <= back.inputs.items()


@pytest.mark.parametrize("house", PRESETS)
def test_gin_scores_its_bonus_and_the_other_deadwood(sit: Sit, house: str) -> None:
    rules, table = PRESETS[house], sit(house, target=1000)
    upcard = {"upcard": "9H"} if rules.needs_upcard else {}
    hand = entered(table, GIN | upcard).hand
    assert hand == gin(20, upcard=upcard.get("upcard"))
    sheet = table.play(hand)

    boxes = rules.box_bonus if house == "palace" else 0
    won = 20 + rules.gin_bonus + boxes
    assert totals(sheet)[0].strip("+") == str(won)
    paid = rules.loser_negative or rules.columns > 1
    assert totals(sheet)[1] == (f"−{won}" if paid else "0")


def test_a_preview_of_columns_says_what_is_paid_for_all_of_them(sit: Sit) -> None:
    """Ann's first win, 12, is written in one column; her second, 20, in two: 12 + 20 + 20 = 52."""
    table = sit(columns=3)
    table.add(knock(8, 20))

    page = table.preview(typed(knock(5, 25)))

    assert "All columns so far: Ann +52, Bob −52." in page.text


NUMBERS = st.lists(st.integers(0, 98), min_size=2, max_size=10)


@given(NUMBERS, st.sampled_from(["+", " + ", " +", "+  "]))
def test_a_sum_is_worth_its_numbers_however_it_is_spaced(numbers: list[int], plus: str) -> None:
    typed = plus.join(map(str, numbers))

    assert read_number(plain(typed)) == sum(numbers)
    assert sum_shown(typed) == f"{'+'.join(map(str, numbers))} = {sum(numbers)}"
    assert is_unfinished(f"{typed} +")


@given(st.text("0123456789+- x", max_size=12))
def test_whatever_is_typed_is_a_number_or_a_sum_or_refused(typed: str) -> None:
    """Beside it stands what Python itself takes for whole numbers."""
    terms = [term.strip() for term in typed.split("+")]
    is_sum = len(terms) > 1 and all(term.isdecimal() for term in terms)
    sign, digits = typed.strip()[:1], typed.strip().lstrip("+-")
    is_number = digits.isdecimal() and typed.strip() in (digits, sign + digits)

    assert (read_number(plain(typed)) is not None) == (is_sum or is_number)


NAMES = ("Ann", "Bob")
GIN_OFF = HouseRules(gin_off_bonus=25, gin_off_extra_boxes=1)
GIN_TOO = GIN_OFF.but(gin_off_vs_gin=True)
TABLE = HouseRules(suit_multipliers=Multipliers.parse("Sx2 Hx3"), rank_multipliers=Multipliers.parse("Ax2"))
CARRY = HouseRules(spade_double=True, dead_hand_double_carries=True)

UNDERCUT, AGAINST_GIN = Count(Ending.KNOCK, 6, 0), Count(Ending.GIN, 0, 0)

SAID = [
    (
        GIN_OFF,
        UNDERCUT,
        (
            "Bob undercuts, +41. Ann knocked with 6; Bob had 0. 6 − 0 = 6. 6 + 10 for the undercut = 16. "
            "16 + 25 for gin-off = 41. 2 boxes: 1 + 1."
        ),
    ),
    (GIN_OFF, AGAINST_GIN, "Ann goes gin, +20. Bob had 0 deadwood. 0 + 20 for gin = 20."),
    (
        GIN_TOO,
        AGAINST_GIN,
        (
            "Ann goes gin, +20. Bob had 0 deadwood. 0 + 20 for gin = 20. "
            "Bob has no deadwood either: gin-off, +25. 1 box for Bob."
        ),
    ),
    (
        GIN_TOO.but(gin_off_bonus=0),
        AGAINST_GIN,
        (
            "Ann goes gin, +20. Bob had 0 deadwood. 0 + 20 for gin = 20. "
            "Bob has no deadwood either: gin-off. 1 box for Bob."
        ),
    ),
    (
        GIN_TOO.but(loser_negative=True, box_bonus=0),
        AGAINST_GIN,
        (
            "Ann goes gin, −5. Bob had 0 deadwood. 0 + 20 for gin = 20. "
            "Bob has no deadwood either: gin-off, +25. 20 − 25 = −5."
        ),
    ),
    (
        GIN_TOO.but(box_timing=BoxTiming.IMMEDIATE),
        AGAINST_GIN,
        (
            "Ann goes gin, +40. Bob had 0 deadwood. 0 + 20 for gin = 20. With a box of 20 at once: 40. "
            "Bob has no deadwood either: gin-off, +25. With a box of 20 at once: 45."
        ),
    ),
    (
        GIN_TOO.but(spade_double=True, spade_doubles_boxes=True),
        Count(Ending.GIN, 0, 0, card("9S")),
        (
            "Ann goes gin, +40. Bob had 0 deadwood. 0 + 20 for gin = 20. Doubled for the spade: 40. "
            "2 boxes: 2 × 1. Bob has no deadwood either: gin-off, 2 × 25, +50. "
            "2 boxes for Bob: 2 × 1."
        ),
    ),
    (
        TABLE,
        Count(Ending.KNOCK, 5, 15, card("9H")),
        "Ann knocks, +30. Ann knocked with 5; Bob had 15. 15 − 5 = 10. Times 3 for 9♥: 30.",
    ),
    (
        TABLE,
        Count(Ending.KNOCK, 5, 15, card("AD")),
        "Ann knocks, +20. Ann knocked with 5; Bob had 15. 15 − 5 = 10. Doubled for A♦: 20.",
    ),
    (
        TABLE,
        Count(Ending.GIN, 0, 10, card("AH")),
        (
            "Ann goes gin, +180. Bob had 10 deadwood. 10 + 20 for gin = 30. "
            "Times 6 for A♥, 3 for the suit and 2 for the rank: 180."
        ),
    ),
    (
        TABLE.but(spade_doubles_bonus=False),
        Count(Ending.GIN, 0, 10, card("9S")),
        "Ann goes gin, +40. Bob had 10 deadwood. Doubled for the spade: 20. 20 + 20 for gin = 40.",
    ),
    (
        TABLE.but(spade_doubles_boxes=True, gin_extra_boxes=2),
        Count(Ending.GIN, 0, 10, card("9H")),
        (
            "Ann goes gin, +90. Bob had 10 deadwood. 10 + 20 for gin = 30. Times 3 for 9♥: 90. "
            "7 boxes: 1 + 3 × 2."
        ),
    ),
]


@pytest.mark.parametrize("rules, laid, said", SAID)
def test_every_part_of_a_hand_is_said(rules: HouseRules, laid: Count, said: str) -> None:
    assert str(explain(by_itself(Hand(0, laid), rules), NAMES, rules)) == said


CARRIED = [
    (1, "9D", "15 − 5 = 10. Doubled, carried over from the hand before: 20."),
    (2, "9D", "15 − 5 = 10. Times 4, carried over: 40."),
    (1, "9S", "15 − 5 = 10. Times 4, 2 for 9♠ and 2 carried over: 40."),
]


@pytest.mark.parametrize("dead_hands, upcard, said", CARRIED)
def test_a_double_that_was_carried_over_is_said(dead_hands: int, upcard: str, said: str) -> None:
    dead = [Hand(None, Count(Ending.DEAD, upcard=card("9S")))] * dead_hands
    won = Hand(0, Count(Ending.KNOCK, 5, 15, card(upcard)))

    assert explain(sheet([*dead, won], CARRY).hands[-1], NAMES, CARRY).sum == said


def test_the_bill_of_a_hand_has_the_same_parts() -> None:
    def bill(laid: Count, rules: HouseRules) -> list[tuple[str, str]]:
        return [(part.label, part.points) for part in parts(by_itself(Hand(0, laid), rules), NAMES, rules)]

    assert bill(UNDERCUT, GIN_OFF) == [
        ("Difference, 6 − 0", "6"),
        ("Undercut bonus", "10"),
        ("Gin-off bonus", "25"),
        ("Bob scores", "41"),
    ]
    assert bill(AGAINST_GIN, GIN_TOO)[-2:] == [("Ann scores", "20"), ("Bob scores for gin-off", "25")]
    assert bill(Count(Ending.GIN, 0, 10, card("9S")), TABLE.but(spade_doubles_bonus=False)) == [
        ("The other player’s deadwood", "10"),
        ("Doubled for the spade", "10"),
        ("Gin bonus", "20"),
        ("Ann scores", "40"),
    ]


def test_a_gin_off_against_gin_stands_on_the_sheet_for_both(sit: Sit) -> None:
    sheet = sit(rules=GIN_TOO).gin(0)

    assert totals(sheet) == ["20", "25"]
    assert rows(sheet)[0] == ["1", "Gin v 0", "+2020", "+2525"]


# A dead hand's double


def test_a_dead_hand_needs_its_upcard_where_its_double_is_carried_over(sit: Sit) -> None:
    table = sit(rules=CARRY)

    page = table.enter({"knocker": NOBODY}, status=422)
    assert faults(page) == {"upcard": "What’s the upcard?"}

    table.again(page, {"upcard": "9S"})
    sheet = table.knock(5, 15, upcard="9D")
    assert totals(sheet) == ["20", "0"]
    assert "Doubled, carried over from the hand before: 20." in sheet.text


def test_the_preview_the_button_the_page_of_the_hand_and_the_history_count_it_too(sit: Sit) -> None:
    table = sit(rules=CARRY)
    table.enter({"knocker": NOBODY, "upcard": "9S"})
    knock = {"knocker": ANN, "outcome": "knock", "deadwood_0": "5", "deadwood_1": "15", "upcard": "9D"}

    preview = table.preview(knock)
    assert "Ann knocks, +20." in preview.text
    assert "Save: Ann +20" in preview.text

    table.enter(knock)
    page = table.browser.get(table.hand(2))
    assert "Doubled, carried over from the hand before: 20." in page.text
    assert "Ann knocks, +20." in table.browser.get(f"{table.path}/history").text


def test_a_noted_upcard_goes_with_the_dead_hand(sit: Sit) -> None:
    table = sit(rules=CARRY)
    table.browser.send(f"{table.path}/upcard", {"card": "9S"})

    sheet = table.enter({"knocker": NOBODY})

    assert "The next hand counts double: nobody won the one before." in sheet.text
    noted = table.browser.send(f"{table.path}/upcard", {"card": "8S"})
    assert "× 4" in noted.text


def test_partners_are_told_whose_next_hand_it_is(sit: Sit) -> None:
    table = sit(rules=CARRY, names=("Ann", "Bob", "Cid", "Dan"), table=Seating.PARTNERSHIP)
    table.add(
        Hand(None, Count(Ending.DEAD, upcard=card("9S")), (0, 1)),
        Hand(2, Count(Ending.KNOCK, 5, 15, card("9D")), (2, 3)),
    )

    assert "Ann against Bob: the next hand counts double, carried over." in table.sheet().text


def test_the_preview_of_a_dead_hand_says_what_it_leaves(sit: Sit) -> None:
    page = sit(rules=CARRY).preview({"knocker": NOBODY, "upcard": "9S"})

    assert "The next hand counts double: nobody won the one before." in page.text


def test_correcting_the_dead_hand_changes_the_next_one(sit: Sit) -> None:
    table = sit(rules=CARRY)
    table.enter({"knocker": NOBODY, "upcard": "9S"})
    table.knock(5, 15, upcard="9D")

    correct = table.browser.get(table.hand(1)).links["Correct"]
    sheet = table.browser.send(correct, {"upcard": "9D"})

    assert totals(sheet) == ["10", "0"]


# Melded cards to knock


def test_a_knock_by_cards_needs_so_many_melded(sit: Sit) -> None:
    table = sit(rules=HouseRules(melded_to_knock=8))
    bob = "2S2C2D9H9D9CJHQHTH4C"

    page = table.enter({"knocker": ANN, "cards_0": "5S6S7SKSKCKDKHACAD2H", "cards_1": bob}, "cards", 422)
    assert faults(page) == {"cards_0": "Ann can’t knock: 7 cards melded, and a knock needs 8."}

    sheet = table.again(page, {"cards_0": "5S6S7S8SKSKCKDKHACAD"})
    assert "Ann knocks" in sheet.text


def test_melds_that_may_knock_are_proposed_although_others_leave_less(sit: Sit) -> None:
    page = sit(rules=HouseRules(melded_to_knock=7)).preview(
        {"knocker": ANN, "cards_0": "AC2C3C4C2S3S4S3D4DAH", "cards_1": "KSKHKDKC9S9H9DQSJD7C"}, "cards"
    )

    assert "knocks with 8" in page.text
    assert "Ann knocks" in page.text
