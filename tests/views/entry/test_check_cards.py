"""Checking a hand by its cards if only the deadwood was entered; showing and hiding missed lay-offs."""

from dataclasses import replace

import pytest

from models.gin.cards.cards import Card
from models.gin.hand.declaration import Points
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD
from tests.gin.table import DEAD, knock, laid
from tests.views.browser import Browser
from tests.views.table import ANN, ANN_KNOCKS, BY_CARDS, Sit, Table, press_on, totals

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


def test_a_hand_by_cards_opens_in_the_judge(table: Table) -> None:
    table.add(ANN_KNOCKS)
    hand = table.browser.get(table.hand(1))

    verdict = table.browser.get(hand.links["Check this hand with the judge"])

    assert "undercuts" in verdict.text
    assert "9 against 10" in verdict.text


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


def test_melds_that_were_missed_against_gin_are_no_layoffs(sit: Sit) -> None:
    """Bob has laid down only the sevens: nine, ten and jack of hearts are a run of 29."""
    table = sit("sydney")
    table.add(Hand(0, laid("KSKCKD QSQCQD 2C3C4C5C /", "7S7C7D / 9HTHJHKH8D6DAC")))
    hand = table.browser.get(table.hand(1))

    assert "Bob could have had 25 deadwood instead of 54." in hand.text
    assert "Missed melds" in hand.text
    assert "Missed lay-offs" not in hand.text


def test_nothing_is_said_of_a_hand_played_at_its_best(table: Table) -> None:
    assert "could have" not in table.enter(BY_CARDS, by="cards").text


def test_missed_layoffs_can_be_hidden(table: Table) -> None:
    table.enter(NONE_LAID_OFF, by="cards")

    sheet = table.browser.press(table.hand(1), "Don’t show this again in this match")

    assert "could have" not in sheet.text
    assert "Missed lay-offs" not in table.browser.get(table.hand(1)).text
    assert "could have" in press_on(table.browser, sheet, "Show missed lay-offs again").text


@pytest.mark.parametrize("way", ["/hands/1/check", "/hands/missed?tell=0"])
def test_a_viewer_cannot_check_a_hand_or_hide_missed_layoffs(table: Table, viewer: Browser, way: str) -> None:
    table.add(knock(10, 9))

    token = viewer.get("/matches/new").inputs["csrf_token"]

    assert viewer.client.post(table.path + way, data={"csrf_token": token}).status_code == 403
    assert "Check this hand" not in viewer.get(table.hand(1)).text
