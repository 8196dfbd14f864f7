"""Entering a hand by its cards, and checking those of a hand that was saved."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from models.gin.cards.cards import PACK, Card, read_cards
from models.gin.cards.melds import Aces, Flaw
from models.gin.hand.declaration import Points
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD
from tests.gin.table import DEAD, knock, laid
from tests.gin.test_examples import ALL, Example
from tests.views.browser import Page
from tests.views.entry.entering import entered
from tests.views.table import (
    ANN,
    ANN_KNOCKS,
    ANN_LAYS,
    BOB,
    BOB_HOLDS,
    BY_CARDS,
    NOBODY,
    Sit,
    Table,
    element,
    faults,
    how_many,
    of_class,
    press_on,
    totals,
    words,
)

VARIANT = "\ufe0e"
"""What pages put after suit signs, so that no phone draws them as emoji."""

GIN = {"knocker": ANN, "cards_0": "AS 2S 3S 7H 7D 7C 9C TC JC QC", "cards_1": "4S 7S KH 2D 2C 9H QH QD 3H 5D"}
"""Bob could lay off 4S, 7S and nothing else; he keeps 56."""


def lying_before(page: Page, player: str) -> list[str]:
    """What lies before a player: each meld, then the deadwood, then what is laid off."""
    fans = [each for each in element(page, f"laid-{player}").all("span") if "fan" in each["class"].split()]
    return [" ".join(card.text for card in fan.all("i", "button")) for fan in fans]


def test_the_hand_that_open_spiel_plays_out_is_an_undercut_of_twenty_one(sit: Sit) -> None:
    sheet = sit(undercut_bonus=20).enter(BY_CARDS, by="cards")

    assert totals(sheet) == ["0", "21"]
    assert (
        "Bob undercuts, +21. Ann knocked with 10; Bob broke the eights, laid off 8♠︎ 9♠︎ and 8♣︎ 7♣︎,"
        " and had 9. 10 − 9 = 1. 1 + 20 for the undercut = 21." in sheet.text
    )


NOTATIONS = {
    "as it is printed": "KS KC KD 5S 6S 7S 9C TC JC JD",
    "small letters": "ks kc kd 5s 6s 7s 9c tc jc jd",
    "ten in digits": "ks kc kd 5s 6s 7s 9c 10c jc jd",
    "suit signs": "K♠ K♣ K♦ 5♠ 6♠ 7♠ 9♣ 10♣ J♣ J♦",
    "coloured suit signs": "K♠️ K♣️ K♦️ 5♠️ 6♠️ 7♠️ 9♣️ 10♣️ J♣️ J♦️",
    "hollow suit signs": "K♤ K♧ K♢ 5♤ 6♤ 7♤ 9♧ 10♧ J♧ J♢",
    "suit first": "sk ck dk s5 s6 s7 c9 c10 cj dj",
    "no spaces": "KSKCKD5S6S7S9C10CJCJD",
    "commas": "KS,KC,KD,5S,6S,7S,9C,TC,JC,JD",
    "any order": "9C JD 7S KD 5S JC KS TC 6S KC",
    "groups and the rest": "KS-KC-KD + 5S-6S-7S + 9C-TC-JC; JD.",
    "spaces all over": "  KS   KC\tKD 5S 6S 7S 9C TC JC JD ",
}


@pytest.mark.parametrize("typed", NOTATIONS.values(), ids=NOTATIONS.keys())
def test_cards_are_read_however_they_are_typed(table: Table, typed: str) -> None:
    assert entered(table, BY_CARDS | {"cards_0": typed}, by="cards").hand == ANN_KNOCKS


def test_the_cards_may_be_typed_by_either_player(table: Table) -> None:
    swapped = {"knocker": BOB, "cards_0": BOB_HOLDS, "cards_1": ANN_LAYS}

    sheet = table.enter(swapped, by="cards")

    assert totals(sheet) == ["11", "0"]
    assert "Ann undercuts, +11. Bob knocked with 10; Ann broke the eights" in sheet.text


def test_the_melds_arrange_themselves_at_their_best(table: Table) -> None:
    page = table.preview(BY_CARDS, by="cards")

    assert set(lying_before(page, ANN)) == {"K K K", "5 6 7 8 9", "7 8 9 10 J", "J"}
    assert set(lying_before(page, BOB)) >= {"2 2 2 2"}
    assert "knocks with 10" in element(page, "state-0").text
    assert "9 deadwood" in element(page, "state-1").text
    assert element(page, "save").text == "Save: Bob +11"


LOOKS = [
    ("nothing yet", {}, "Who knocked?"),
    ("who", {"knocker": ANN}, "10 more cards"),
    ("nine cards", {"knocker": ANN, "cards_0": "KS KC KD 5S 6S 7S 9C TC JC"}, "1 more card"),
    ("one hand", {"knocker": ANN, "cards_0": ANN_LAYS}, "10 more cards"),
    ("the other hand", {"knocker": BOB, "cards_0": ANN_LAYS}, "10 more cards"),
    ("nobody chosen", {"cards_0": ANN_LAYS, "cards_1": BOB_HOLDS}, "Who knocked?"),
]


@pytest.mark.parametrize("fields, label", [each[1:] for each in LOOKS], ids=[each[0] for each in LOOKS])
def test_a_look_says_nothing_of_what_is_still_blank(table: Table, fields: dict[str, str], label: str) -> None:
    look = entered(table, fields, by="cards", finished=False)

    assert look.errors == {}
    assert look.label == label


def test_a_dead_hand_needs_no_cards(table: Table) -> None:
    assert "Dead hand: nobody scores." in table.enter({"knocker": NOBODY, "cards_0": "KS"}, by="cards").text


# What is wrong


WRONG = [
    (
        "a card in both hands",
        {"cards_1": BOB_HOLDS.replace("AC", "JD")},
        {"cards_1": "J♦︎ can’t be in both hands."},
    ),
    ("a card twice", {"cards_0": ANN_LAYS.replace("JD", "JC")}, {"cards_0": "Ann has J♣︎ twice."}),
    ("a card of Bob’s twice", {"cards_1": BOB_HOLDS.replace("AC", "7C")}, {"cards_1": "Bob has 7♣︎ twice."}),
    ("nine cards", {"cards_0": ANN_LAYS[:-3]}, {"cards_0": "Ann has 9 cards, not ten."}),
    ("nine cards of Bob’s", {"cards_1": BOB_HOLDS[:-3]}, {"cards_1": "Bob has 9 cards, not ten."}),
    ("one card", {"cards_1": "AC"}, {"cards_1": "Bob has 1 card, not ten."}),
    ("twelve cards", {"cards_0": ANN_LAYS + " AH AD"}, {"cards_0": "Ann has 12 cards, not ten."}),
    ("eleven of Bob’s", {"cards_1": BOB_HOLDS + " AH"}, {"cards_1": "Bob has 11 cards, not ten."}),
    (
        "eleven with deadwood",
        {"cards_0": ANN_LAYS + " AH"},
        {"cards_0": "Ann has eleven cards, and not all are melded: leave out the discard."},
    ),
    (
        "no cards",
        {"cards_0": "", "cards_1": " "},
        {"cards_0": "Ann has no cards yet.", "cards_1": "Bob has no cards yet."},
    ),
    ("nobody chosen", {"knocker": ""}, {"knocker": "Who knocked?"}),
    (
        "words that are no cards",
        {"cards_0": "KS KC king 11H 5S"},
        {"cards_0": "Not a card: KING, 11H. Type rank and suit, for example 7S or 10H."},
    ),
    (
        "a rank without a suit",
        {"cards_1": BOB_HOLDS.replace("AC", "A")},
        {"cards_1": "Not a card: A. Type rank and suit, for example 7S or 10H."},
    ),
    (
        "a word that would be a tag",
        {"cards_0": "<b>KS</b>"},
        {"cards_0": "Not a card: <B>KS</B>. Type rank and suit, for example 7S or 10H."},
    ),
    (
        "percent signs",
        {"cards_0": "100% %(cards)s %s"},
        {"cards_0": "Not a card: 100%, %(CARDS)S, %S. Type rank and suit, for example 7S or 10H."},
    ),
    ("more than a pack", {"cards_0": "KS " * 200}, {"cards_0": "That’s more than ten cards."}),
    (
        "a knock above the limit",
        {"cards_0": "KS KC KD 5S 6S 7S 9C TC AH JD"},
        {"cards_0": "Ann can’t knock: 30 deadwood (limit 10)."},
    ),
]


@pytest.mark.parametrize("fields, said", [each[1:] for each in WRONG], ids=[each[0] for each in WRONG])
def test_what_is_wrong_is_refused(table: Table, fields: dict[str, str], said: dict[str, str]) -> None:
    refused = entered(table, BY_CARDS | fields, by="cards")

    assert refused.hand is None
    assert {name: refused.errors.get(name) for name in said} == {
        name: text.replace(VARIANT, "") for name, text in said.items()
    }
    assert set(refused.errors) - set(said) <= {"cards_0", "cards_1"}


ON_THE_PAGE = [each for each in WRONG if each[0] in ("a card in both hands", "a word that would be a tag")]


@pytest.mark.parametrize(
    "fields, said", [each[1:] for each in ON_THE_PAGE], ids=[each[0] for each in ON_THE_PAGE]
)
def test_what_is_wrong_is_said_at_its_field(
    table: Table, fields: dict[str, str], said: dict[str, str]
) -> None:
    page = table.enter(BY_CARDS | fields, by="cards", status=422)

    found = faults(page)
    assert {name: found.get(name) for name in said} == said
    assert set(found) - set(said) <= {"cards_0", "cards_1"}
    assert (BY_CARDS | fields).items() <= (page.inputs | {"knocker": (BY_CARDS | fields)["knocker"]}).items()
    assert how_many(table.sheet()) == 0


def test_the_knock_above_the_limit_is_bobs_where_bob_knocked(table: Table) -> None:
    fields = {"knocker": BOB, "cards_0": BOB_HOLDS, "cards_1": "KS KC KD 5S 6S 7S 9C TC AH JD"}

    assert faults(table.enter(fields, by="cards", status=422)) == {
        "cards_1": "Bob can’t knock: 30 deadwood (limit 10)."
    }


def test_all_that_is_wrong_is_said_at_once(table: Table) -> None:
    fields = {"cards_0": "KS KC KD 5S 6S 7S 9C TC JC JD JD", "cards_1": BOB_HOLDS.replace("AC", "KS zz")}

    page = table.enter(fields | {"melds_0": "KS KC"}, by="cards", status=422)

    assert faults(page).keys() == {"knocker", "cards_0", "cards_1", "melds_0"}
    assert "Ann has J♦︎ twice." in faults(page)["cards_0"]
    assert "Not a card: ZZ." in faults(page)["cards_1"]


FLAWS = {
    Flaw.TOO_FEW: ("KS KC", "K♠︎ K♣︎: a meld needs at least three cards."),
    Flaw.CARD_REPEATED: ("KS KS KD", "K♠︎ K♦︎: the same card appears twice."),
    Flaw.ACE_ABOVE_KING: (
        "QS KS AS",
        "A♠︎ Q♠︎ K♠︎ is not a run: aces are low here, so an ace can’t follow a king.",
    ),
    Flaw.ROUND_THE_CORNER: (
        "KS AS 2S",
        "A♠︎ 2♠︎ K♠︎ is not a run: it can’t go around the corner from king to two.",
    ),
    Flaw.GAP_IN_RUN: ("5S 6S 8S", "5♠︎ 6♠︎ 8♠︎ is not a run: a card is missing."),
    Flaw.MIXED_SUITS: ("5S 6S 7H", "5♠︎ 6♠︎ 7♥︎ is not a run: the cards must all be of one suit."),
    Flaw.NEITHER_SET_NOR_RUN: (
        "5S 5H 6S",
        "5♠︎ 6♠︎ 5♥︎ is neither a set of one rank nor a run of one suit.",
    ),
}


def holding(meld: str) -> str:
    """Ten different cards, with those of *meld* among them."""
    cards = list(dict.fromkeys(read_cards(meld)))
    return " ".join(map(str, [*cards, *(card for card in PACK[::-1] if card not in cards)][:10]))


@pytest.mark.parametrize("flaw", FLAWS, ids=str)
def test_a_meld_that_is_none_is_said_and_why(table: Table, flaw: Flaw) -> None:
    meld, said = FLAWS[flaw]

    refused = entered(table, {"knocker": ANN, "cards_0": holding(meld), "melds_0": meld}, by="cards")

    assert said.replace(VARIANT, "") in refused.errors["melds_0"]


def test_a_meld_that_is_none_is_still_there(table: Table) -> None:
    fields = {"knocker": ANN, "cards_0": holding("KS KC"), "melds_0": "KS KC"}
    page = table.enter(fields, by="cards", status=422)

    assert FLAWS[Flaw.TOO_FEW][1] in faults(page)["melds_0"]
    assert page.inputs["melds_0"] == "KS KC"


def test_every_flaw_of_a_meld_has_a_case() -> None:
    five_of_a_rank_need_two_packs = {Flaw.MORE_THAN_FOUR_OF_A_RANK}

    assert set(FLAWS) | five_of_a_rank_need_two_packs == set(Flaw)


def test_the_defender_s_melds_are_judged_too(table: Table) -> None:
    page = table.enter(BY_CARDS | {"melds_1": "2S 2C / 8S 9S 7C"}, by="cards", status=422)

    assert faults(page).keys() == {"melds_1"}
    assert "2♠︎ 2♣︎: a meld needs at least three cards." in faults(page)["melds_1"]


def test_melds_with_cards_that_are_not_in_the_hand_are_said_at_the_melds(table: Table) -> None:
    page = table.enter(BY_CARDS | {"melds_0": "KS KC KH / 5S 6S 7S / 9C TC JC"}, by="cards", status=422)

    assert faults(page) == {"melds_0": "Not one of the ten cards: K♥︎."}


def test_melds_and_the_rest_may_be_typed_apart(table: Table) -> None:
    apart = {"cards_0": "JD", "melds_0": "KS KC KD / 5S 6S 7S / 9C TC JC"}

    assert totals(table.enter(BY_CARDS | apart, by="cards")) == ["0", "11"]


def test_melds_alone_are_enough(sit: Sit) -> None:
    fields = GIN | {"cards_0": "", "melds_0": "AS 2S 3S / 7H 7D 7C / 9C TC JC QC"}

    assert "Ann goes gin" in sit(target=500).enter(fields, by="cards").text


# The upcard


OVER_BY_ONE = "AS AH AD 4H 5H 6H 9S 9D 9C 8C"
"""Eight deadwood beside an upcard of seven."""

ONE_CARD_SHORT = "AS 2S 3S 7H 7D 7C 9C TC QC KC"
"""Big gin with the jack of clubs; until then 9C TC QC KC are deadwood."""


@pytest.mark.parametrize(
    "house, fields, said",
    [
        ("oklahoma", {"cards_0": OVER_BY_ONE}, "Ann can’t knock: 8 deadwood (limit 7)."),
        ("oklahoma", {"cards_0": OVER_BY_ONE[:-3]}, None),
        (
            "wikipedia",
            {"cards_0": "AS AH AD 4H 5H 6H 9S 9D 8C KD"},
            "Ann can’t knock: 36 deadwood (limit 10).",
        ),
        ("wikipedia", {"cards_0": ONE_CARD_SHORT}, None),
        (
            "wikipedia",
            {"cards_0": ONE_CARD_SHORT, "cards_1": "2H"},
            "Ann can’t knock: 39 deadwood (limit 10).",
        ),
    ],
    ids=["ten cards", "nine cards", "not near big gin", "an eleventh makes big gin", "no eleventh follows"],
)
def test_a_knock_above_the_limit_is_said_before_the_other_hand(
    sit: Sit, house: str, fields: dict[str, str], said: str | None
) -> None:
    fields = {"knocker": ANN, "upcard": "7S"} | fields
    look = entered(sit(house), fields, by="cards", finished=False)

    assert look.errors == ({"cards_0": said} if said else {})
    assert "knocks with" not in look.preview.trays[0].state


def test_the_upcard_is_missed_beside_everything_else(sit: Sit) -> None:
    page = sit("oklahoma").enter({"knocker": ANN, "cards_0": ANN_LAYS}, by="cards", status=422)

    assert faults(page) == {"upcard": "What’s the upcard?", "cards_1": "Bob has no cards yet."}


def test_an_upcard_that_cannot_be_read_is_said_once(sit: Sit) -> None:
    page = sit("oklahoma").enter(BY_CARDS | {"upcard": "queen"}, by="cards", status=422)

    assert faults(page) == {"upcard": "Not a card: QUEEN. Type rank and suit, for example 7S or 10H."}


# Gin, big gin


def test_nothing_is_laid_off_against_gin(table: Table) -> None:
    own = GIN | {"layoff_choice": "own", "layoffs": "4S 7S"}

    page = table.enter(own, by="cards", status=422)

    assert faults(page) == {"layoffs": "You can’t lay off against gin here: 4♠︎ 7♠︎."}
    assert own.items() <= page.inputs.items()


def test_under_fournier_s_rules_it_is(sit: Sit) -> None:
    sheet = sit("fournier").enter(GIN, by="cards")

    assert totals(sheet) == ["71", "0"]
    assert "Bob laid off 7♠︎ and 4♠︎ and had 51 deadwood." in sheet.text


ELEVEN = {
    "knocker": ANN,
    "cards_0": "AS 2S 3S 4S 7H 7D 7C 9C TC JC QC",
    "cards_1": GIN["cards_1"].replace("4S", "4D"),
}


def test_eleven_melded_cards_are_big_gin_where_it_is_played(sit: Sit) -> None:
    sheet = sit("modern", target=500).enter(ELEVEN, by="cards")

    assert "Ann has big gin, +93. Bob had 62 deadwood. 62 + 31 for big gin = 93." in sheet.text


def test_elsewhere_they_are_gin(table: Table) -> None:
    assert "Ann goes gin, +82." in table.enter(ELEVEN, by="cards").text


# Lay-offs


def test_the_defender_need_not_lay_off(table: Table) -> None:
    sheet = table.enter(BY_CARDS | {"layoff_choice": "own", "layoffs": ""}, by="cards")

    assert totals(sheet) == ["7", "0"]
    assert "Ann knocks, +7. Ann knocked with 10; Bob had 17. 17 − 10 = 7." in sheet.text


def test_a_chain_is_laid_off_in_any_order(table: Table) -> None:
    sheet = table.enter(BY_CARDS | {"layoff_choice": "own", "layoffs": "9s 8s"}, by="cards")

    assert "Bob broke the eights, laid off 8♠︎ 9♠︎, and had 24." in sheet.text


def test_lay_offs_are_read_only_where_just_these_are_meant(table: Table) -> None:
    assert totals(table.enter(BY_CARDS | {"layoffs": "2S"}, by="cards")) == ["0", "11"]


@pytest.mark.parametrize(
    "typed, said",
    [
        ("2S", "No place for 2♠︎ on Ann’s melds."),
        ("9s", "No place for 9♠︎ on Ann’s melds."),
        ("8S AC", "No place for A♣︎ on Ann’s melds."),
        ("8S 2x", "Not a card: 2X. Type rank and suit, for example 7S or 10H."),
        ("KH", "Not one of the ten cards: K♥︎."),
    ],
)
def test_a_lay_off_that_fits_nowhere_is_said(table: Table, typed: str, said: str) -> None:
    page = table.enter(BY_CARDS | {"layoff_choice": "own", "layoffs": typed}, by="cards", status=422)

    assert faults(page) == {"layoffs": said}
    assert (page.inputs["layoff_choice"], page.inputs["layoffs"]) == ("own", typed)


# Laying otherwise


THREE_SETS = "5S 5C 5D / 6S 6C 6D / 7S 7C 7D"
THREE_RUNS = "5S 6S 7S / 5C 6C 7C / 5D 6D 7D"
BOUND = {
    "knocker": ANN,
    "cards_0": "5S 6S 7S 5C 6C 7C 5D 6D 7D AH",
    "cards_1": "3S 4S 8S 4C 8C 4D 8D 5H 6H 7H",
}


@pytest.mark.parametrize(
    "laid, expected", [(THREE_SETS, ["2", "0"]), (THREE_RUNS, ["0", "26"])], ids=["sets", "runs"]
)
def test_the_knocker_is_bound_by_what_is_laid(sit: Sit, laid: str, expected: list[str]) -> None:
    assert totals(sit("white-knuckle").enter(BOUND | {"melds_0": laid}, by="cards")) == expected


def test_the_knocker_may_lay_otherwise_with_one_press(sit: Sit) -> None:
    table = sit("white-knuckle")
    page = table.preview(BOUND, by="cards")
    ways = of_class(page, "way")
    assert ways[0]["value"] == "5S 5D 5C / 6S 6D 6C / 7S 7D 7C"
    assert [way["aria-current"] for way in ways][:2] == ["true", ""]

    form = page.form_with({"save"})
    runs = table.browser._send(page, form, {"lay_0": THREE_RUNS}, 200)

    assert runs.inputs["melds_0"] == THREE_RUNS
    assert element(runs, "save").text == "Save: Bob +26"
    assert how_many(table.sheet()) == 0
    assert totals(table.again(runs, {})) == ["0", "26"]


def test_forged_ways_to_lay_are_judged_like_any_melds(table: Table) -> None:
    page = table.preview(BY_CARDS, by="cards")

    forged = table.browser._send(page, page.form_with({"save"}), {"lay_0": "KS KC"}, 200)

    assert "K♠︎ K♣︎: a meld needs at least three cards." in faults(forged)["melds_0"]


def test_the_defender_may_keep_what_was_melded(table: Table) -> None:
    sheet = table.enter(BY_CARDS | {"melds_1": "2S 2C 2D 2H / 8S 8C 8D"}, by="cards")

    assert totals(sheet) == ["7", "0"]
    assert "Bob had 17." in sheet.text


# Published hands


LAID = [
    example
    for example in ALL
    if example.kind == "layoff"
    and {"winner", "points"} <= {*example.expected}
    and len(read_cards(example.input["defender_cards"])) == 10
]


def deadwood_of(example: Example) -> str:
    """A card worth what the knocker had left, that nobody holds."""
    held = read_cards(" ".join([*example.input["knocker_melds"], example.input["defender_cards"]]))
    left = example.input["knocker_deadwood"]
    return str(next(card for card in PACK if card not in held and card.points == left))


@pytest.mark.parametrize("example", LAID, ids=str)
def test_a_published_hand_is_worth_on_the_page_what_was_published(sit: Sit, example: Example) -> None:
    fields = {
        "knocker": ANN,
        "melds_0": " / ".join(example.input["knocker_melds"]),
        "cards_0": deadwood_of(example),
        "cards_1": example.input["defender_cards"],
    }

    sheet = sit("pagat", undercut_bonus=example.rules["undercut_bonus"]).enter(fields, by="cards")

    points = str(example.expected["points"])
    assert totals(sheet) == ([points, "0"] if example.expected["winner"] == "knocker" else ["0", points])
    story = words(sheet, "said")[0].partition("laid off")[2].partition("had")[0]
    published = {spoken(card) for card in example.expected["laid_off"]}
    assert set(re.findall(r"\w+[♠♥♦♣]︎", story)) <= published
    assert bool(story) == bool(published)


def spoken(card: str) -> str:
    """A card as a sentence has it."""
    signs = {"S": "♠︎", "H": "♥︎", "D": "♦︎", "C": "♣︎"}
    read = Card.parse(card)
    return ("10" if read.rank.letter == "T" else read.rank.letter) + signs[read.suit]


def test_where_the_ace_is_high_queen_king_ace_is_a_run(sit: Sit) -> None:
    fields = {
        "knocker": ANN,
        "cards_0": "QS KS AS 7H 7D 7C 9C TC JC 2D",
        "cards_1": BOB_HOLDS.replace("7C", "3D").replace("2D", "3H"),
    }

    low = sit().enter(fields, by="cards", status=422)
    high = sit(aces=Aces.HIGH_OR_LOW, ace_points=15).enter(fields, by="cards")

    assert faults(low) == {"cards_0": "Ann can’t knock: 23 deadwood (limit 10)."}
    assert "Ann knocks" in high.text


def test_what_was_typed_as_cards_is_still_there_after_a_look_at_the_counts(table: Table) -> None:
    typed = BY_CARDS | {"melds_0": "KS KC KD", "layoff_choice": "own", "layoffs": "8S"}
    page = press_on(table.browser, table.browser.get(table.way("cards")), "Numbers", typed, status=200)

    back = press_on(table.browser, page, "Cards", status=200)

    assert typed.items() <= back.inputs.items()


def test_where_nobody_knocks_cards_that_leave_something_are_for_gin_only(sit: Sit) -> None:
    page = sit("straight").enter(BY_CARDS, by="cards", status=422)

    assert faults(page) == {"cards_0": "Ann has 10 deadwood, but only gin counts in this hand."}


# Cards that nobody showed


def test_cards_that_were_not_shown_lead_to_deadwood_with_what_is_known(table: Table) -> None:
    """Ann shows her hand and knocks with ten; Bob throws his in and says seventeen."""
    shown = {"knocker": ANN, "cards_0": ANN_LAYS}
    refused = table.enter(shown, by="cards", status=422)

    page = press_on(table.browser, refused, "Didn’t see Bob’s cards? Enter the deadwood", status=200)

    assert (page.inputs["deadwood_0"], page.inputs["deadwood_1"]) == ("10", "")
    assert element(page, "save").text == "Bob’s deadwood?"
    sheet = table.again(page, {"deadwood_1": "17"})
    assert totals(sheet) == ["7", "0"]
    assert "· cards" not in sheet.text, "no cards prove it"


@pytest.mark.parametrize(
    "house, cards, outcome",
    [("pagat", GIN["cards_0"], "gin"), ("modern", "AS 2S 3S 4S 7H 7D 7C 9C TC JC QC", "big_gin")],
)
def test_how_the_hand_ended_is_known_from_the_knocker_s_cards(
    sit: Sit, house: str, cards: str, outcome: str
) -> None:
    table = sit(house)
    preview = table.preview({"knocker": ANN, "cards_0": cards}, by="cards")

    page = press_on(table.browser, preview, "Didn’t see Bob’s cards? Enter the deadwood", status=200)

    assert page.inputs["outcome"] == outcome
    assert page.inputs["deadwood_1"] == ""


def test_both_hands_by_cards_fill_in_both_numbers(table: Table) -> None:
    page = press_on(table.browser, table.browser.get(table.way("cards")), "Numbers", BY_CARDS, status=200)

    assert (page.inputs["deadwood_0"], page.inputs["deadwood_1"]) == ("10", "9")


def test_nothing_is_offered_where_neither_hand_is_all_there(table: Table) -> None:
    page = table.enter({"knocker": ANN, "cards_0": ANN_LAYS[:-3]}, by="cards", status=422)

    assert "Didn’t see" not in page.text


# Fewer melds than there could be


# Ann knocks with 10. Bob holds four twos, three eights, 9S 7C AC; the pairs 8S 9S and 8C 7C fit Ann's runs.
FEWER = [
    ("the twos, and the pairs laid off", {"melds_1": "2S 2C 2D 2H"}, "Bob +11"),
    ("no melds, yet the pairs laid off", {"melds_1": "none"}, "Ann +7"),
    (
        "the twos, and nothing laid off",
        {"melds_1": "2S 2C 2D 2H", "layoff_choice": "own"},
        "Ann +31",
    ),
    ("no melds, and nothing laid off", {"melds_1": "none", "layoff_choice": "own"}, "Ann +39"),
]


@pytest.mark.parametrize("fields, scored", [each[1:] for each in FEWER], ids=[each[0] for each in FEWER])
def test_a_defender_may_lay_fewer_melds_than_possible(
    table: Table, fields: dict[str, str], scored: str
) -> None:
    assert entered(table, BY_CARDS | fields, by="cards").label == f"Save: {scored}"


def test_fewer_melds_can_be_chosen_without_typing(table: Table) -> None:
    page = table.preview(BY_CARDS | {"layoff_choice": "own"}, by="cards")
    buttons = {button.text: button for button in element(page, "ways-1").all("button")}
    none = next(button for label, button in buttons.items() if "no melds" in label)

    page = table.preview(BY_CARDS | {"layoff_choice": "own", none["name"]: none["value"]}, by="cards")

    assert element(page, "save").text == "Save: Ann +39"
    assert page.inputs["melds_1"] == "none"


def test_fewer_melds_are_still_there_when_the_hand_is_corrected(table: Table) -> None:
    table.enter(BY_CARDS | {"melds_1": "none", "layoff_choice": "own"}, by="cards")

    page = table.browser.get(table.hand(1) + "/correct")

    assert (page.inputs["melds_0"], page.inputs["melds_1"]) == ("", "none")
    assert "Ann knocks, +39." in table.again(page, {}).text


DATA = Path(__file__).parents[2] / "data"
SHOWDOWNS = [json.loads(line) for line in (DATA / "layoffs.jsonl").read_text(encoding="utf-8").splitlines()]
HARD = [deal for deal in SHOWDOWNS if deal["chain_matters"] and deal["break_matters"]][:12]


@pytest.mark.parametrize("deal", HARD, ids=lambda deal: deal["defender_cards"])
def test_where_chains_and_broken_melds_matter_the_page_finds_the_least(
    sit: Sit, deal: dict[str, Any]
) -> None:
    laid = " / ".join(" ".join(meld) for meld in deal["knocker_melds"])

    fields = {"knocker": ANN, "melds_0": laid, "cards_1": deal["defender_cards"]}
    look = entered(sit("fournier"), fields, by="cards", finished=False)

    assert look.preview.trays[1].state == f"{deal['min_deadwood_after_layoff']} deadwood"


NONE_LAID_OFF = BY_CARDS | {"layoff_choice": "own", "layoffs": ""}
"""Bob keeps his eights and lays nothing off: seventeen, where nine would have been an undercut."""


def test_cards_that_agree_with_the_counts_check_the_hand(table: Table) -> None:
    table.add(knock(10, 9))

    sheet = table.browser.send(table.hand(1) + "/check", BY_CARDS)

    assert "10 v 9 · cards" in sheet.text
    assert totals(sheet) == ["0", "11"]
    assert "Hand 1 checked" in table.browser.get(table.path + "/history").text


def test_cards_agree_with_points_on_paper_if_they_come_to_them_in_their_place(sit: Sit) -> None:
    """Nobody won the hand before, and so this one counts twice: 2 × 11."""
    table = sit(rules=STANDARD.but(spade_double=True, dead_hand_double_carries=True))
    table.add(replace(DEAD, laid=replace(DEAD.laid, upcard=Card.parse("KS"))), Hand(1, Points(22)))

    sheet = table.browser.send(table.hand(2) + "/check", BY_CARDS | {"upcard": "KH"})

    assert totals(sheet) == ["0", "22"]
    assert "Hand 2 checked" in table.browser.get(table.path + "/history").text


def test_a_hand_entered_by_cards_is_checked_from_the_start(table: Table) -> None:
    assert "10 v 9 · cards" in table.enter(BY_CARDS, by="cards").text


def test_cards_that_disagree_stand_beside_the_sheet_and_one_tap_corrects_it(table: Table) -> None:
    table.add(knock(10, 17))
    hand = table.hand(1)

    page = table.browser.send(hand + "/check", BY_CARDS, status=200)

    assert "Ann knocks, +7." in page.text
    assert "Bob undercuts, +11." in page.text
    assert totals(table.sheet()) == ["7", "0"], "nothing is corrected by looking"

    sheet = press_on(table.browser, page, "Correct the sheet")

    assert totals(sheet) == ["0", "11"]
    assert "Hand 1 corrected" in table.browser.get(table.path + "/history").text


def test_cards_that_disagree_only_in_the_counts_are_shown_too(table: Table) -> None:
    """17 less 10 is 7, and so is 18 less 11: but somebody has miscounted."""
    table.add(knock(9, 16))

    page = table.browser.send(table.hand(1) + "/check", NONE_LAID_OFF, status=200)

    assert "Ann knocked with 9; Bob had 16." in page.text
    assert "Ann knocked with 10; Bob had 17." in page.text


def test_the_knocker_is_known_when_a_hand_is_checked(table: Table) -> None:
    table.add(knock(10, 9))

    page = table.browser.get(table.hand(1) + "/check")

    assert page.inputs["knocker"] == ANN
    assert page.heading == "Check hand 1"


def test_a_dead_hand_has_no_cards_to_check(table: Table) -> None:
    table.add(DEAD)

    assert "Check this hand" not in table.browser.get(table.hand(1)).text
    table.browser.get(table.hand(1) + "/check", status=404)


def test_missed_layoffs_are_shown_with_cards(table: Table) -> None:
    sheet = table.enter(NONE_LAID_OFF, by="cards")

    assert "Bob could have had 9 deadwood instead of 17." in sheet.text
    hand = table.browser.get(table.hand(1))
    assert "Missed lay-offs" in hand.text
    assert "Bob broke the eights to lay off more." in hand.text
    assert "one example" not in hand.text


def test_melds_that_were_missed_against_gin_are_no_layoffs(sit: Sit) -> None:
    """Bob has laid down only the sevens: nine, ten and jack of hearts are a run of 29."""
    table = sit("sydney")
    table.add(Hand(0, laid("KSKCKD QSQCQD 2C3C4C5C /", "7S7C7D / 9HTHJHKH8D6DAC")))
    hand = table.browser.get(table.hand(1))

    assert "Bob could have had 25 deadwood instead of 54." in hand.text
    assert "Missed melds" in hand.text
    assert "Missed lay-offs" not in hand.text


def test_a_missed_defence_is_an_example_where_others_are_as_good(table: Table) -> None:
    """Three sets are as good as three runs: Bob laid down one run, and has 9 + 9 + 10."""
    table.add(Hand(0, laid("KSKCKD 5S6S7S 9CTCJC / JD", "2H3H4H / 2D3D4D2C3C4CQH")))
    said = table.browser.get(table.hand(1)).text

    assert "10 deadwood instead of 28. This is one example. Other ways are just as good." in said


def test_nothing_is_said_of_a_hand_played_at_its_best(table: Table) -> None:
    assert "could have" not in table.enter(BY_CARDS, by="cards").text


def test_missed_layoffs_can_be_hidden(table: Table) -> None:
    table.enter(NONE_LAID_OFF, by="cards")

    sheet = table.browser.press(table.hand(1), "Don’t show this again in this match")

    assert "could have" not in sheet.text
    assert "Missed lay-offs" not in table.browser.get(table.hand(1)).text
    assert "could have" in press_on(table.browser, sheet, "Show missed lay-offs again").text
