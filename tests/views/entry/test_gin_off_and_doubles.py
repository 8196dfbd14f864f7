"""Gin-off, and hands that count more than once: every number is explained where it appears."""

import pytest

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, Multipliers
from models.gin.rules.seating import Table as Seating
from models.gin.sheet.sheet import by_itself, sheet
from tests.gin.table import card
from tests.views.table import ANN, NOBODY, Sit, faults, rows, totals
from views.words.hand_result import explain, parts

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


def test_the_preview_the_button_and_the_page_of_the_hand_count_it_too(sit: Sit) -> None:
    table = sit(rules=CARRY)
    table.enter({"knocker": NOBODY, "upcard": "9S"})
    knock = {"knocker": ANN, "outcome": "knock", "deadwood_0": "5", "deadwood_1": "15", "upcard": "9D"}

    preview = table.preview(knock)
    assert "Ann knocks, +20." in preview.text
    assert "Save: Ann +20" in preview.text

    table.enter(knock)
    page = table.browser.get(table.hand(2))
    assert "Doubled, carried over from the hand before: 20." in page.text


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


def test_the_history_says_it_as_the_sheet_does(sit: Sit) -> None:
    table = sit(rules=CARRY)
    table.enter({"knocker": NOBODY, "upcard": "9S"})
    table.knock(5, 15, upcard="9D")

    assert "Ann knocks, +20." in table.browser.get(f"{table.path}/history").text


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


def test_two_numbers_are_not_checked_for_melds(sit: Sit) -> None:
    assert totals(sit(rules=HouseRules(melded_to_knock=8)).knock(5, 15)) == ["10", "0"]
