"""Correcting, removing and restoring a hand: later scores are updated, and nothing is lost."""

import re
from itertools import product

import pytest

from tests.gin.table import ANN, BOB, gin, knock
from tests.views.browser import Browser, Page
from tests.views.table import (
    ANN_KNOCKS,
    BY_CARDS,
    Sit,
    Table,
    element,
    faults,
    hands,
    how_many,
    of_class,
    press_on,
    rows,
    totals,
    typed,
    words,
)


@pytest.fixture
def played(table: Table) -> Table:
    """Three hands: Ann 12, Bob 37, Ann 25."""
    table.add(knock(8, 20), gin(17, by=BOB), gin(5))
    return table


def history(table: Table, browser: Browser | None = None) -> list[str]:
    """Each change in the match's history, newest first."""
    return words((browser or table.browser).get(f"{table.path}/history"), "change")


def correcting(table: Table, number: int) -> str:
    """Where a hand is corrected."""
    return table.browser.get(table.hand(number)).links["Correct"]


def correct(table: Table, number: int, fields: dict[str, str], status: int = 303) -> Page:
    """Corrects a hand; answers the sheet."""
    return table.browser.send(correcting(table, number), fields, status)


# Correcting


def test_a_corrected_hand_moves_every_total_after_it(played: Table) -> None:
    sheet = correct(played, 1, {"deadwood_1": "30"})

    assert totals(sheet) == ["47", "37"]
    assert [row[2:] for row in rows(sheet)] == [["+2547", "37"], ["22", "+3737"], ["+2222", "0"]]


def test_the_form_shows_what_was_entered(played: Table) -> None:
    page = played.browser.get(correcting(played, 2))

    assert page.heading == "Correct hand 2"
    expected = {"knocker": "1", "outcome": "gin", "deadwood_0": "17"}
    assert expected.items() <= page.inputs.items()
    assert "Bob goes gin, +37." in page.text
    assert element(page, "save").text == "Save: Bob +37"


def test_a_correction_can_change_who_knocked_and_how(played: Table) -> None:
    sheet = correct(played, 2, {"knocker": "0", "outcome": "knock", "deadwood_0": "3", "deadwood_1": "4"})

    assert totals(sheet) == ["38", "0"]


def test_a_hand_by_counts_can_be_corrected_by_its_cards(played: Table) -> None:
    form = played.browser.get(correcting(played, 2).split("?")[0] + "?by=cards")
    sheet = played.browser._send(form, form.form_with({"save"}), BY_CARDS, 303)

    assert "10 v 9 · cards" in sheet.text
    assert totals(sheet) == ["37", "11"]


def test_a_hand_by_cards_comes_back_to_the_form_as_it_was_laid(table: Table) -> None:
    laid = BY_CARDS | {"layoff_choice": "own", "layoffs": "8S"}
    table.enter(laid, by="cards")

    page = table.browser.get(correcting(table, 1))

    assert (page.inputs["layoff_choice"], page.inputs["layoffs"]) == ("own", "8S")
    assert page.inputs["melds_0"] == "", "the best melds need not be said"
    before = table.sheet().text
    assert table.again(page, {}).text == before
    assert len(history(table)) == 1


def test_one_card_of_a_hand_can_be_corrected_where_the_melds_stay(table: Table) -> None:
    table.add(ANN_KNOCKS)
    cards = table.browser.get(correcting(table, 1)).inputs["cards_0"].replace("JD", "2D")

    page = correct(table, 1, {"cards_0": cards}, status=422)
    assert "2♦︎ can’t be in both hands." in faults(page)["cards_1"]

    sheet = correct(table, 1, {"cards_0": cards.replace("2D", "AD")})
    assert "Ann knocked with 1" in sheet.text


def test_a_wrong_correction_changes_nothing_and_keeps_what_was_typed(played: Table) -> None:
    before = rows(played.sheet())

    page = correct(played, 1, {"deadwood_0": "11"}, status=422)

    assert faults(page) == {"deadwood_0": "Ann can’t knock: 11 deadwood (limit 10)."}
    assert page.inputs["deadwood_0"] == "11"
    assert page.heading == "Correct hand 1"
    assert rows(played.sheet()) == before


# Removing and bringing back


def test_a_removed_hand_is_off_the_sheet_and_can_be_seen_in_the_history(played: Table) -> None:
    sheet = played.browser.press(played.hand(2), "Remove")

    assert totals(sheet) == ["37", "0"]
    assert list(hands(sheet)) == [2, 1]
    assert played.browser.get(sheet.links["History 1 hand removed"]).heading == "History"


def test_it_is_brought_back_to_its_own_place(played: Table) -> None:
    before = rows(played.sheet())
    played.browser.press(played.hand(2), "Remove")

    address = f"{played.path}/hands/removed/2"
    page = played.browser.get(address)
    assert page.heading == "A removed hand"
    assert "This hand was removed from the sheet." in page.text
    assert "Correct" not in page.links
    played.browser.press(address, "Bring it back")

    assert rows(played.sheet()) == before


def test_several_removed_hands_are_counted(played: Table) -> None:
    played.browser.press(played.hand(3), "Remove")
    sheet = played.browser.press(played.hand(1), "Remove")

    assert "History 2 hands removed" in sheet.links
    assert how_many(sheet) == 1


def test_every_hand_can_be_removed(table: Table) -> None:
    table.add(knock(8, 20))

    sheet = table.browser.press(table.hand(1), "Remove")

    assert totals(sheet) == ["0", "0"]
    assert of_class(sheet, "total")[ANN].text.startswith("Ann deals")


def test_a_removed_hand_keeps_its_address_until_it_is_brought_back(played: Table) -> None:
    """Hand 2 is removed, and hand 3 is then hand 2: its number leads there."""
    played.browser.press(played.hand(2), "Remove")
    removed = f"{played.path}/hands/removed/2"

    assert removed in [each["href"] for each in played.browser.get(f"{played.path}/history").root.all("a")]
    assert "Ann goes gin" in played.browser.get(played.hand(2)).text
    played.browser.press(removed, "Bring it back")
    assert played.browser.get(removed).path == played.hand(2)


def test_a_correction_finds_its_hand_though_its_number_is_another_by_now(played: Table) -> None:
    """While hand 3 is corrected another phone removes hand 1: hand 3 is hand 2 then."""
    page = played.browser.get(correcting(played, 3))
    played.browser.press(played.hand(1), "Remove")

    beside = played.again(page, {"deadwood_1": "40"}, status=409)
    sheet = press_on(played.browser, beside, "Save my correction of hand 2")

    assert [row[0] for row in rows(sheet)][:2] == ["2", "1"]
    assert "Hand 2 corrected" in played.browser.get(f"{played.path}/history").text
    assert "Ann goes gin, +60." in played.browser.get(played.hand(2)).text
    assert "Bob goes gin, +37." in played.browser.get(played.hand(1)).text


def test_a_form_that_does_not_say_which_hand_it_was_made_for_is_none_of_ours(played: Table) -> None:
    page = played.browser.get(correcting(played, 1))

    fields = {name: value for name, value in page.inputs.items() if name != "position"}
    answer = played.browser.client.post(page.path, data=fields | {"deadwood_1": "40"})

    assert answer.status_code == 400
    assert "Ann knocks, +12." in played.browser.get(played.hand(1)).text


# After the end


@pytest.fixture
def ended(sit: Sit) -> Table:
    """A game to 50 that Ann has won with her second hand."""
    table = sit(target=50)
    table.add(knock(1, 31), knock(1, 31))
    return table


def test_a_correction_opens_a_game_that_was_over(ended: Table) -> None:
    assert words(ended.sheet(), "verdict")[0].startswith("Ann wins by ")

    sheet = correct(ended, 2, {"deadwood_1": "11"})

    assert words(sheet, "verdict") == []
    assert totals(sheet) == ["40", "0"]
    assert "Enter hand 3" in sheet.links


def test_so_does_a_removal(ended: Table) -> None:
    sheet = ended.browser.press(ended.hand(1), "Remove")

    assert words(sheet, "verdict") == []
    assert words(ended.browser.press(f"{ended.path}/history", "Bring it back"), "verdict")[0].startswith(
        "Ann wins by "
    )


def test_an_earlier_end_leaves_the_hands_after_it_past_the_end(ended: Table) -> None:
    sheet = correct(ended, 1, {"deadwood_1": "61"})

    assert totals(sheet)[0] == str(60 + 20 + 100 + 100)
    assert words(sheet, "verdict")[0].startswith("Ann wins by ")
    assert [row.text for row in of_class(sheet, "past")] == ["2 Hand 2: Knock after the end · 1 v 31 +3060 0"]
    assert "Ann knocks, +60." in words(sheet, "said")[0]
    page = ended.browser.get(ended.hand(2))
    assert (
        "This was written after the end of the match. It stays on the sheet but doesn’t count." in page.text
    )


def test_a_hand_entered_after_the_end_is_said_to_count_for_nothing(ended: Table) -> None:
    page = ended.preview(typed(knock(8, 20)))

    assert "The match is already over: this will stay on the sheet but won’t count." in page.text
    assert totals(ended.play(knock(8, 20))) == totals(ended.sheet()) == ["300", "0"]


def test_a_match_of_several_games_is_worked_out_anew_from_its_first(sit: Sit) -> None:
    table = sit("tournament", target=50, games_to_win=2)
    over = table.play(knock(1, 61), knock(1, 61))
    assert words(over, "verdict") == ["Ann wins game 2 and the match, 2–0."]

    sheet = correct(table, 1, {"deadwood_1": "11"})

    assert words(sheet, "verdict") == ["Ann wins game 1."]
    assert totals(sheet) == ["70", "0"]


# The history


def test_every_change_stands_in_the_history_with_before_and_after(played: Table) -> None:
    correct(played, 1, {"deadwood_1": "30"})
    played.browser.press(played.hand(2), "Remove")

    removed, corrected, *added = history(played)

    assert removed.startswith("Hand 2 removed")
    assert "Bob goes gin, +37." in removed
    assert corrected.startswith("Hand 1 corrected")
    assert "was Ann knocks, +12." in corrected
    assert "now Ann knocks, +22." in corrected
    assert [each.split(" today")[0] for each in added] == ["Hand 3 added", "Hand 2 added", "Hand 1 added"]
    assert all("this phone" in each for each in [removed, corrected, *added])


def test_a_hand_s_own_page_tells_its_own_changes(played: Table) -> None:
    correct(played, 1, {"deadwood_1": "30"})

    page = played.browser.get(played.hand(1))

    changes = [each.text for each in next(iter(of_class(page, "changes"))).all("li")]
    assert len(changes) == 2
    assert "Ann knocks, +12." in changes[0]
    assert "Ann knocks, +22." in changes[0]
    assert page.links["History of the match"] == f"{played.path}/history"


def test_a_fresh_match_has_no_history(table: Table) -> None:
    assert "No hands yet." in table.browser.get(f"{table.path}/history").text


# Once and never silently


def test_a_double_tap_is_one_hand(table: Table) -> None:
    form = table.browser.get(table.way("deadwood")).form_with({"save"}).inputs | typed(knock(8, 20))

    answers = [table.browser.client.post(table.way("deadwood"), data=form) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [303, 303, 303]
    assert how_many(table.sheet()) == 1


def test_a_form_sent_again_after_its_hand_was_removed_does_not_bring_it_back(table: Table) -> None:
    form = table.browser.get(table.way("deadwood")).form_with({"save"}).inputs | typed(knock(8, 20))
    table.browser.client.post(table.way("deadwood"), data=form)
    table.browser.press(table.hand(1), "Remove")

    table.browser.client.post(table.way("deadwood"), data=form)

    assert how_many(table.sheet()) == 0


def stale(table: Table, way: str = "deadwood") -> Page:
    """A form that was opened before another hand came in."""
    page = table.browser.get(table.way(way))
    table.add(gin(17, by=BOB))
    return page


def test_a_hand_entered_on_an_old_sheet_is_shown_beside_what_came_in_between(table: Table) -> None:
    page = stale(table)

    beside = table.again(page, typed(knock(8, 20)), status=409)

    assert beside.heading == "Two versions of hand 1"
    assert re.search("this phone Bob goes gin, [+]37.* Hand 1 added, today, [0-9: PAM]+", beside.text)
    assert "Ann knocks, +12." in beside.text
    assert "Yours is not saved yet." in beside.text
    assert beside.links["This is right"] == table.path
    assert how_many(table.sheet()) == 1


def test_adding_it_after_all_twice_is_one_hand(table: Table) -> None:
    beside = table.again(stale(table), typed(knock(8, 20)), status=409)

    for _ in range(2):
        sheet = press_on(table.browser, beside, "Add mine as hand 2 too")

    assert how_many(sheet) == 2


def test_it_can_be_changed_first_with_everything_still_there(table: Table) -> None:
    beside = table.again(stale(table), typed(knock(8, 20)), status=409)

    form = press_on(table.browser, beside, "Change mine first", status=200)

    assert typed(knock(8, 20)).items() <= form.inputs.items()
    assert totals(table.again(form, {"deadwood_1": "30"})) == ["22", "37"]


def test_nothing_of_a_hand_by_cards_is_lost_on_the_way(table: Table) -> None:
    own = BY_CARDS | {"layoff_choice": "own", "layoffs": "8S", "melds_0": "KS KC KD / 5S 6S 7S / 9C TC JC"}
    beside = table.again(stale(table, "cards"), own, status=409)
    assert own.items() <= beside.inputs.items()

    sheet = press_on(table.browser, beside, "Add mine as hand 2 too")

    assert "laid off 8♠︎" in sheet.text


def test_cards_entered_twice_are_reported_twice(table: Table) -> None:
    beside = table.again(stale(table), typed(knock(8, 20)), status=409)
    table.add(knock(3, 4))

    again = press_on(table.browser, beside, "Add mine as hand 2 too", status=409)

    assert "Hand 2 added" in again.text
    assert totals(press_on(table.browser, again, "Add mine as hand 3 too")) == ["13", "37"]


def test_going_back_to_a_form_and_sending_another_hand_is_asked_first(table: Table) -> None:
    page = table.browser.get(table.way("deadwood"))
    table.again(page, typed(knock(8, 20)))

    beside = table.again(page, typed(knock(8, 21)), status=409)

    assert "Ann knocks, +12." in beside.text
    assert "Ann knocks, +13." in beside.text
    assert totals(press_on(table.browser, beside, "Add mine as hand 2 too")) == ["25", "0"]


def test_a_correction_on_an_old_sheet_is_asked_first_too(played: Table) -> None:
    page = played.browser.get(correcting(played, 1))
    correct(played, 1, {"deadwood_1": "30"})

    beside = played.again(page, {"deadwood_1": "40"}, status=409)

    assert "Hand 1 corrected" in beside.text
    assert "Ann knocks, +22." in beside.text
    assert "Ann knocks, +32." in beside.text
    assert totals(press_on(played.browser, beside, "Save my correction of hand 1")) == ["57", "37"]


def test_a_correction_of_a_hand_that_was_removed_meanwhile_is_not_lost(played: Table) -> None:
    page = played.browser.get(correcting(played, 1))
    played.browser.press(played.hand(1), "Remove")

    beside = played.again(page, {"deadwood_1": "40"}, status=409)

    assert "Hand 1 removed" in beside.text
    assert "Ann knocks, +32." in beside.text
    sheet = press_on(played.browser, beside, "Add mine as hand 3")
    assert totals(sheet) == ["57", "37"]


def test_neither_are_the_cards_of_a_hand_that_was_removed_meanwhile(played: Table) -> None:
    page = played.browser.get(played.hand(1) + "/check")
    played.browser.press(played.hand(1), "Remove")

    beside = played.again(page, BY_CARDS, status=409)

    assert "Bob undercuts, +11." in beside.text
    assert totals(press_on(played.browser, beside, "Add mine as hand 3")) == ["25", "48"]


def test_the_cards_of_a_hand_that_was_dead_meanwhile_are_shown_beside_it(played: Table) -> None:
    page = played.browser.get(played.hand(1) + "/check")
    correct(played, 1, {"knocker": "none"})

    beside = played.again(page, BY_CARDS, status=200)

    assert "Dead hand: nobody scores." in beside.text
    again = press_on(played.browser, beside, "Correct the sheet", status=409)
    assert totals(press_on(played.browser, again, "Save my correction of hand 1")) == ["25", "48"]


def test_a_removal_on_an_old_sheet_removes_nothing(played: Table) -> None:
    page = played.browser.get(played.hand(1))
    played.add(knock(8, 20))

    refused = press_on(played.browser, page, "Remove", status=409)

    assert refused.heading == "Someone else got there first"
    assert refused.links["To the score sheet"] == played.path
    assert how_many(played.sheet()) == 4


def test_a_double_tap_removes_a_hand_or_brings_it_back_once(played: Table) -> None:
    removed = f"{played.path}/hands/removed/1"
    for address, button, left in ((played.hand(1), "Remove", 2), (removed, "Bring it back", 3)):
        page = played.browser.get(address)
        for _ in range(2):
            sheet = press_on(played.browser, page, button)
        assert how_many(sheet) == left

    assert len(history(played)) == 5


ACTS = ["/{}", "/removed/{}", "/{}/correct", "/{}/check", "/{}/remove", "/removed/{}/restore"]


def test_a_hand_that_is_not_there_is_nowhere(played: Table) -> None:
    token = played.browser.get(played.way("deadwood")).inputs["csrf_token"]
    for act, number in product(ACTS, ("0", "999", "9" * 30)):
        address = f"{played.path}/hands" + act.format(number)
        button = {"entry": "x", "version": "3", "position": number}

        if act.endswith(("/remove", "/restore")):
            answer = played.browser.client.post(address, data={"csrf_token": token}, query_string=button)
        else:
            answer = played.browser.client.get(address)

        assert answer.status_code == 404, address


@pytest.mark.parametrize(
    "button", [{}, {"entry": "x"}, {"entry": "", "version": "3"}, {"entry": "x", "version": "y"}]
)
@pytest.mark.parametrize("act", ["1/remove", "removed/2/restore"])
def test_an_address_that_was_cut_short_changes_nothing(
    played: Table, act: str, button: dict[str, str]
) -> None:
    token = played.browser.get(played.way("deadwood")).inputs["csrf_token"]

    answer = played.browser.client.post(
        f"{played.path}/hands/{act}",
        data={"csrf_token": token},
        query_string={"position": "1"} | button,
    )

    assert answer.status_code == 400
    assert how_many(played.sheet()) == 3
