"""Hands of which only the points are known: entered, shown, corrected, exported."""

import json

import pytest

from models.gin.rules.options import BoxTiming, PartnersScore, ThreePlayers
from models.gin.rules.seating import Table as Seating
from tests.gin.table import BOB, knock, won
from tests.views.browser import Page
from tests.views.exports.test_exports import rows as csv_rows
from tests.views.table import (
    ANN_KNOCKS,
    BY_CARDS,
    Sit,
    Table,
    bill,
    element,
    faults,
    press_on,
    rows,
    totals,
    words,
)

ANN_WON_25 = {"winner": "0", "points": "25"}


def form(table: Table) -> str:
    """The address of the form for a new one."""
    return f"{table.path}/lines/new?kind=hand"


def write(table: Table, fields: dict[str, str] = ANN_WON_25, status: int = 303) -> Page:
    """Enters one; returns the sheet, or the form with its errors."""
    return table.browser.send(form(table), fields, status)


def story(page: Page) -> str:
    """What the sheet says about the last hand."""
    return " ".join(words(page, "said"))


def test_a_hand_from_paper_is_where_penalties_are_and_counts_as_a_hand(table: Table) -> None:
    table.add(knock(8, 20))
    page = table.browser.get(table.sheet().links["Penalty or adjustment"])
    page = table.browser.get(page.links["From paper"])
    assert page.heading == "Hand from paper"
    sheet = press_on(table.browser, page, "Save", ANN_WON_25)

    assert totals(sheet) == ["37", "0"]
    assert story(sheet) == "Ann wins the hand, +25. From paper: only the points are known."
    assert rows(sheet) == [
        ["2", "Hand won from paper", "+2537", "0"],
        ["1", "Knock 8 v 20", "+1212", "0"],
    ]
    assert "Enter hand 3" in sheet.text
    assert table.sheet().links["Hand from paper"] == form(table)


def test_what_it_comes_to_is_shown_before_it_is_saved(sit: Sit) -> None:
    table = sit("pagat", target=30)
    table.add(knock(8, 20))
    page = press_on(table.browser, table.browser.get(form(table)), "Preview", ANN_WON_25, status=200)

    assert element(page, "preview").text.startswith(
        "Ann wins the hand, +25. From paper: only the points are known. Ann 37, Bob 0. Ann wins by "
    )
    assert element(page, "save").text == "Save: Ann +25"
    assert faults(page) == {}


def test_a_box_at_once_is_said_with_it(sit: Sit) -> None:
    table = sit("pagat", box_timing=BoxTiming.IMMEDIATE)

    assert story(write(table)) == (
        "Ann wins the hand, +45. From paper: only the points are known. With a box of 20 at once: 45."
    )


WRONG = [
    ({}, {"winner": "Choose who won the hand.", "points": "How many points?"}),
    (ANN_WON_25 | {"points": "-5"}, {"points": "Type a whole number from 0 to 10,000."}),
    (ANN_WON_25 | {"points": "10001"}, {"points": "Type a whole number from 0 to 10,000."}),
    (ANN_WON_25 | {"points": "many"}, {"points": "Type a number, or a sum such as 10+7+3."}),
]


@pytest.mark.parametrize("fields, wrong", WRONG)
def test_what_is_missing_is_explained_and_everything_typed_is_kept(
    table: Table, fields: dict[str, str], wrong: dict[str, str]
) -> None:
    page = write(table, fields, status=422)

    assert faults(page) == wrong
    assert {name: page.inputs[name] for name in fields} == fields
    assert rows(table.sheet()) == []


def test_its_page_shows_its_points(table: Table) -> None:
    write(table)
    page = table.browser.get(table.hand(1))

    assert page.heading == "Hand 1"
    assert bill(page) == {"Points on paper": ("25",), "Ann scores": ("25",)}
    assert "Hand 1 added" in page.text
    assert "Check this hand with the judge" not in page.text


def test_it_is_corrected_removed_brought_back_and_undone(table: Table) -> None:
    write(table)
    page = table.browser.get(table.browser.get(table.hand(1)).links["Correct"])
    assert (page.heading, page.inputs["winner"], page.inputs["points"]) == (
        "Correct the hand from paper",
        "0",
        "25",
    )
    assert totals(press_on(table.browser, page, "Save: Ann +25", {"winner": "1", "points": "31"})) == [
        "0",
        "31",
    ]
    path = table.hand(1)
    assert totals(table.browser.press(path, "Remove")) == ["0", "0"]
    removed = f"{table.path}/hands/removed/1"
    assert "This hand was removed from the sheet." in table.browser.get(removed).text
    assert table.browser.get(f"{table.path}/lines/1/correct").heading == "A removed hand"
    assert totals(table.browser.press(removed, "Bring it back")) == ["0", "31"]
    assert totals(table.browser.press(table.path, "Undo")) == ["0", "0"]

    history = table.browser.get(f"{table.path}/history").text
    for done in ("Hand 1 added", "Hand 1 corrected", "Hand 1 removed", "Hand 1 brought back"):
        assert done in history
    assert "Ann wins the hand, +25. From paper: only the points are known." in history


def test_it_can_become_a_hand_by_deadwood(table: Table) -> None:
    write(table)
    page = table.browser.get(f"{table.path}/lines/1/correct")
    page = table.browser.get(page.links["Enter the deadwood or the cards instead"])
    assert page.heading == "Correct hand 1"
    fields = {"knocker": "0", "outcome": "knock", "deadwood_0": "3", "deadwood_1": "28"}
    sheet = table.again(page, fields)

    assert rows(sheet) == [["1", "Knock 3 v 28", "+2525", "0"]]
    assert table.browser.client.get(f"{table.path}/lines/1/correct").status_code == 404


def test_its_cards_can_be_entered_and_are_compared_by_the_points(table: Table) -> None:
    """Bob undercuts with these cards, for 11."""
    write(table, {"winner": "1", "points": "11"})
    write(table, {"winner": "1", "points": "12"})

    sheet = table.browser.send(table.hand(1) + "/check", BY_CARDS)
    assert "Hand 1 checked" in table.browser.get(table.path + "/history").text
    assert rows(sheet)[1][1] == "Undercut 10 v 9 · cards"
    page = table.browser.send(table.hand(2) + "/check", BY_CARDS, status=200)
    assert "Bob wins the hand, +12." in page.text
    assert "Bob undercuts, +11." in page.text


def test_the_same_hand_from_two_phones_counts_once(table: Table) -> None:
    mine, theirs = table.browser.get(form(table)), table.browser.get(form(table))
    press_on(table.browser, mine, "Save", ANN_WON_25)
    sheet = press_on(table.browser, theirs, "Save", ANN_WON_25)

    assert totals(sheet) == ["25", "0"]
    assert "Hand 1 was already saved on another phone." in sheet.text
    assert table.browser.get(sheet.links["No, it was another hand"]).heading == "Hand from paper"


def test_the_upcard_of_the_hand_being_played_stays_noted(sit: Sit) -> None:
    table = sit("oklahoma")
    table.browser.send(f"{table.path}/upcard", {"card": "5D"})
    write(table)

    assert element(table.browser.get(table.way("deadwood")), "upcard")["value"] == "5D"


def test_the_next_hand_is_entered_as_the_last_one_that_was_played(table: Table) -> None:
    table.add(knock(8, 20))
    sheet = write(table)

    assert sheet.links["Enter hand 3"].endswith("by=deadwood")
    table.add(ANN_KNOCKS)
    assert write(table).links["Enter hand 5"].endswith("by=cards")


def test_with_partners_it_waits_for_the_other_hand(sit: Sit) -> None:
    names = ("Ann", "Bob", "Cid", "Dan")
    table = sit("pagat", names, table=Seating.PARTNERSHIP, partners_score=PartnersScore.NETTED)
    assert faults(write(table, ANN_WON_25, status=422)) == {"loser": "Choose who lost the hand."}
    assert faults(write(table, ANN_WON_25 | {"loser": "2"}, status=422)) == {
        "loser": "These two don’t play against each other."
    }
    page = press_on(
        table.browser, table.browser.get(form(table)), "Preview", ANN_WON_25 | {"loser": "3"}, status=200
    )
    assert "It will be scored together with the other pair’s hand." in element(page, "preview").text
    write(table, ANN_WON_25 | {"loser": "3"})
    sheet = write(table, {"winner": "1", "loser": "2", "points": "10"})

    assert totals(sheet) == ["15", "0"]
    assert [row[1] for row in rows(sheet)] == [
        "Round 1 +25 and −10 make 15.",
        "Hand won Ann against Dan",
        "Hand won Bob against Cid",
    ]


def test_three_say_against_whom(sit: Sit) -> None:
    rules = {"three_players": ThreePlayers.ALL_AGAINST_WINNER}
    table = sit("pagat", ("Ann", "Bob", "Cid"), table=Seating.THREE, **rules)
    sheet = write(table, {"winner": "1", "loser": "0", "points": "25"})

    assert totals(sheet) == ["0", "25", "25"]
    assert "Cid scores the same." in story(sheet)


def test_the_files_of_a_match_have_it(table: Table) -> None:
    table.add(knock(8, 20), won(25, BOB))

    hands = json.loads(table.browser.client.get(f"{table.path}/match.json").text)["hands"]
    assert hands[1] == {"winner": 1, "points": 25}
    found = csv_rows(table.browser, table.path)[1]
    assert {name: found[name] for name in ("Hand", "Knocked", "Outcome", "Winner", "Points", "Boxes")} == {
        "Hand": "2",
        "Knocked": "",
        "Outcome": "won",
        "Winner": "Bob",
        "Points": "25",
        "Boxes": "1",
    }
    assert (found["Knocker’s deadwood"], found["Defender’s deadwood"]) == ("", "")
    page = table.browser.get(f"{table.path}/score-sheet")
    assert "Hand won from paper" in " ".join(page.text.split())


def test_the_chart_and_the_result_card_name_it(table: Table) -> None:
    table.add(knock(8, 20), won(25, BOB))

    assert "Hand won" in table.browser.get(f"{table.path}/chart").text
    picture = table.browser.client.get(f"{table.path}/result.svg").text
    assert "Best hand: Bob wins the hand, +25." in picture
