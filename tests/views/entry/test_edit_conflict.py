"""Edit conflicts: no hand is counted twice, and no version of one is lost."""

from collections.abc import Callable

import pytest
from flask import Flask

from models.records.saving.seats import name_seat, take_seat
from tests.gin.table import BOB, DEAD, gin, knock
from tests.records.table import match_at
from tests.views.browser import Browser, Page
from tests.views.table import ANN_KNOCKS, BY_CARDS, Table, how_many, press_on, totals, typed


@pytest.fixture
def bobs(app: Flask, table: Table, another_phone: Callable[[], Browser]) -> Table:
    """The match on Bob's phone, which has a seat of its own."""
    browser = another_phone()
    browser.device = "Bob's phone"
    with app.app_context():
        match = match_at(table.path)
        take_seat(match, "Bob's phone")
        name_seat(match, "Bob's phone", "Bob")
    return Table(browser, table.path)


def by_counts(table: Table) -> Page:
    """The form for the next hand, open on a phone."""
    return table.browser.get(table.way("deadwood"))


def by_cards(table: Table) -> Page:
    """The form for the next hand by cards, open on a phone."""
    return table.browser.get(table.way("cards"))


def history(table: Table) -> str:
    """All that was done."""
    return table.browser.get(f"{table.path}/history").text


@pytest.mark.parametrize("hand", [knock(8, 20), gin(17, by=BOB), DEAD], ids=["knock", "gin", "dead"])
def test_the_same_hand_from_both_phones_is_one(table: Table, bobs: Table, hand: object) -> None:
    mine, his = by_counts(table), by_counts(bobs)
    table.again(mine, typed(hand))

    sheet = bobs.again(his, typed(hand))

    assert "Hand 1 was already saved on another phone. It counts only once." in sheet.text
    assert how_many(sheet) == 1
    assert history(table).count("Hand 1 added") == 1


def test_cards_on_one_phone_and_counts_on_the_other_are_one_hand_with_its_cards(
    table: Table, bobs: Table
) -> None:
    his = by_cards(bobs)
    table.add(knock(10, 9))

    sheet = bobs.again(his, BY_CARDS)

    assert how_many(sheet) == 1
    assert "10 v 9 · cards" in sheet.text
    assert "Hand 1 checked" in history(table)
    assert how_many(bobs.again(his, BY_CARDS)) == 1


def test_cards_that_are_there_already_are_not_lost_to_counts(table: Table, bobs: Table) -> None:
    his = by_counts(bobs)
    table.add(ANN_KNOCKS)

    sheet = bobs.again(his, typed(knock(10, 9)))

    assert how_many(sheet) == 1
    assert "10 v 9 · cards" in sheet.text


def test_two_versions_of_a_hand_are_shown_side_by_side_and_one_is_chosen(table: Table, bobs: Table) -> None:
    his = by_counts(bobs)
    table.add(knock(8, 20))

    beside = bobs.again(his, typed(knock(8, 28)), status=409)

    assert "Ann knocks, +12." in beside.text
    assert "Ann knocks, +20." in beside.text
    assert beside.links["This is right"] == table.path
    sheet = press_on(bobs.browser, beside, "This is right")
    assert totals(sheet) == ["20", "0"]
    assert "Hand 1 corrected" in history(table)


def test_the_same_correction_from_both_phones_is_one(table: Table, bobs: Table) -> None:
    table.add(knock(8, 20))
    forms = [each.browser.get(each.browser.get(each.hand(1)).links["Correct"]) for each in (table, bobs)]
    table.again(forms[0], {"deadwood_1": "30"})

    sheet = bobs.again(forms[1], {"deadwood_1": "30"})

    assert totals(sheet) == ["22", "0"]
    assert history(table).count("Hand 1 corrected") == 1


def test_a_hand_removed_on_both_phones_is_removed_once(table: Table, bobs: Table) -> None:
    table.add(knock(8, 20))
    pages = [each.browser.get(each.hand(1)) for each in (table, bobs)]
    press_on(table.browser, pages[0], "Remove")

    assert how_many(press_on(bobs.browser, pages[1], "Remove")) == 0
    assert history(table).count("Hand 1 removed") == 1


def test_the_history_says_whose_phone_it_was(table: Table, bobs: Table) -> None:
    table.add(knock(8, 20))
    bobs.add(gin(5))

    assert "Bob’s phone" in history(table)
    assert "this phone" in history(table)
    assert "Bob’s phone (this one)" in history(bobs)
    assert "another phone" in history(bobs)
    assert "Hand 2 added · Bob’s phone" in table.sheet().text


def test_undo_takes_back_whatever_was_done_last(table: Table) -> None:
    table.add(knock(8, 20), gin(5))
    table.browser.press(table.hand(1), "Remove")

    assert totals(table.browser.press(table.path, "Undo")) == ["37", "0"]
    sheet = table.sheet()
    assert "Hand 1 brought back" in sheet.text
    assert totals(table.browser.press(table.path, "Undo")) == ["12", "0"]
    assert totals(table.browser.press(table.path, "Undo")) == ["0", "0"]
    assert "Undo" not in table.sheet().text
    for total in ("12", "37", "25"):
        assert totals(table.browser.press(table.path, "Redo")) == [total, "0"]
    assert "Redo" not in table.sheet().text


def test_undo_names_what_it_undoes(table: Table) -> None:
    table.add(knock(8, 20), gin(5))
    page = table.browser.get(table.browser.get(table.hand(2)).links["Correct"])
    table.again(page, {"deadwood_1": "30"})
    table.browser.press(table.hand(1), "Remove")

    for name in ("removal 1", "correction 2", "hand 2", "hand 1"):
        assert undo_label(table) == f"Undo {name}"
        table.browser.press(table.path, "Undo")


def undo_label(table: Table) -> str:
    """What the button says."""
    _form, button = table.sheet().buttons["Undo"]
    return button.text


def test_undo_says_where_it_stops(table: Table) -> None:
    table.add(knock(8, 20))
    rules = table.browser.get(f"{table.path}/rules/change")
    seen = press_on(table.browser, rules, "Preview", {"gin_bonus": "30"}, status=200)
    press_on(table.browser, seen, "Use these rules")
    assert undo_label(table) == "Undo change of rules"
    table.add(gin(5))

    sheet = table.browser.press(table.path, "Undo")
    assert "Undo stops here" not in sheet.text
    assert "Undo" not in sheet.buttons
    said = table.browser.get(sheet.links["Undo"])
    assert "Undo stops here: the rules were changed." in said.text
    assert totals(table.browser.press(table.path, "Redo")) == ["47", "0"]


def test_undo_on_both_phones_undoes_once(table: Table, bobs: Table) -> None:
    table.add(knock(8, 20), gin(5))
    pages = table.sheet(), bobs.sheet()
    press_on(table.browser, pages[0], "Undo")

    sheet = press_on(bobs.browser, pages[1], "Undo")
    assert totals(sheet) == ["12", "0"]
    assert "This was already undone on another phone." in sheet.text
    assert "already undone" not in press_on(table.browser, pages[0], "Undo").text


def test_undo_on_an_old_sheet_undoes_nothing(table: Table, bobs: Table) -> None:
    table.add(knock(8, 20))
    page = bobs.sheet()
    table.add(gin(5))

    refused = press_on(bobs.browser, page, "Undo", status=409)

    assert refused.heading == "Someone else got there first"
    assert how_many(table.sheet()) == 2


def test_what_the_rules_of_today_forbid_is_not_undone_on_an_old_sheet(table: Table, bobs: Table) -> None:
    """A knock with eight is removed; then the rules allow five. Bob's phone still offers to bring it back."""
    table.add(knock(8, 20), knock(2, 12))
    table.browser.press(table.hand(1), "Remove")
    page = bobs.sheet()
    rules = table.browser.get(f"{table.path}/rules/change")
    seen = press_on(table.browser, rules, "Preview", {"knock_limit": "5"}, status=200)
    press_on(table.browser, seen, "Use these rules")

    assert press_on(bobs.browser, page, "Undo", status=409).heading == "Someone else got there first"
    assert how_many(table.sheet()) == 1


@pytest.mark.parametrize("version", ["0", "-1", "2", "9" * 30, "x", ""])
def test_an_undo_of_what_never_was_changes_nothing(table: Table, version: str) -> None:
    token = by_counts(table).inputs["csrf_token"]
    table.add(knock(8, 20))

    answer = table.browser.client.post(
        f"{table.path}/undo", data={"csrf_token": token}, query_string={"version": version}
    )

    assert answer.status_code == 409
    assert how_many(table.sheet()) == 1


def test_where_only_the_rules_have_changed_a_hand_is_counted_by_them(table: Table, bobs: Table) -> None:
    """Bob has gin against 30 while Ann makes gin worth 50: it is 80 now, and no other hand is meant."""
    form = bobs.browser.get(bobs.way("deadwood"))
    rules = table.browser.get(f"{table.path}/rules/change")
    seen = press_on(table.browser, rules, "Preview", {"gin_bonus": "50"}, status=200)
    press_on(table.browser, seen, "Use these rules")
    beside = bobs.again(form, {"knocker": BOB, "outcome": "gin", "deadwood_0": "30"}, status=409)

    assert "The rules have changed. Below is what your hand scores now." in beside.text
    assert "Bob goes gin, +80." in beside.text
    assert totals(press_on(bobs.browser, beside, "Add mine as hand 1")) == ["0", "80"]
