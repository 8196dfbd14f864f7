"""Remarks on a hand and on a match: written by players, read by all."""

import pytest

from tests.gin.table import knock
from tests.views.browser import Browser
from tests.views.table import Table, element, faults, press_on

WORDS = "“Gin” <b>at</b> the lake & so on"
ON_A_HAND, ON_THE_MATCH = "/hands/1", ""


@pytest.fixture
def played(table: Table) -> Table:
    """A match after one hand."""
    table.add(knock(8, 20))
    return table


@pytest.mark.parametrize("page", [ON_A_HAND, ON_THE_MATCH])
def test_a_remark_is_written_in_one_line_changed_and_removed(
    played: Table, viewer: Browser, page: str
) -> None:
    browser, shown = played.browser, played.path + page
    assert browser.get(shown).links["Remark"] == f"{shown}/remark"

    after = press_on(
        browser, browser.get(f"{shown}/remark"), "Save", {"remark": f"  {WORDS.replace(' ', '  ')}\t"}
    )
    assert after.path == shown
    assert WORDS in after.text
    assert WORDS in viewer.get(shown).text
    assert "Remark" not in viewer.get(shown).links

    form = browser.get(f"{shown}/remark")
    assert element(form, "remark")["value"] == WORDS
    assert WORDS not in press_on(browser, form, "Save", {"remark": " "}).text


def test_the_remark_on_a_match_is_printed_and_that_on_a_hand_is_on_its_page_alone(played: Table) -> None:
    browser = played.browser
    for page, words in ((ON_A_HAND, "On the hand"), (ON_THE_MATCH, WORDS)):
        press_on(browser, browser.get(f"{played.path}{page}/remark"), "Save", {"remark": words})

    printed = browser.get(f"{played.path}/score-sheet").text
    assert WORDS in printed
    assert "On the hand" not in printed + played.sheet().text
    assert WORDS not in browser.get(played.path + ON_A_HAND).text


@pytest.mark.parametrize("page", [ON_A_HAND, ON_THE_MATCH])
@pytest.mark.parametrize(
    "typed, said",
    [
        ("x" * 201, "At most 200 letters fit on the sheet."),
        ("a\u202eb", "These words have characters that can’t be shown."),
    ],
)
def test_what_is_no_remark_is_said_at_the_field(played: Table, page: str, typed: str, said: str) -> None:
    form = played.browser.get(f"{played.path}{page}/remark")
    again = press_on(played.browser, form, "Save", {"remark": typed}, status=422)

    assert faults(again) == {"remark": said}
    assert element(again, "remark")["value"] == typed
    assert press_on(played.browser, again, "Save", {"remark": "x" * 200}).path == played.path + page


def test_it_is_written_on_the_hand_that_was_open_whatever_its_number_is_by_now(played: Table) -> None:
    played.add(knock(3, 30))
    browser = played.browser
    form = browser.get(f"{played.path}/hands/2/remark")
    press_on(browser, browser.get(f"{played.path}/hands/1"), "Remove")

    after = press_on(browser, form, "Save", {"remark": WORDS})

    assert after.path == f"{played.path}/hands/1"
    assert WORDS in after.text


def test_a_removed_hand_shows_its_remark(played: Table) -> None:
    browser = played.browser
    form = browser.get(f"{played.path}/hands/1/remark")
    press_on(browser, browser.get(f"{played.path}/hands/1"), "Remove")

    after = press_on(browser, form, "Save", {"remark": WORDS})

    assert after.heading == "A removed hand"
    assert WORDS in after.text
    assert "Remark" not in after.links
