"""Drafts: a half-entered hand, or an extra line, stays on the phone until it is known to be saved."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from tests.browser.table import Player, Sit, match_path
from tests.gin.table import knock
from tests.records.table import ANN_KNOCKS

TAKEN_UP = "Your unfinished hand is still here."
SAVED = "This hand is already saved."

BOB_KNOCKS = knock(4, 31, by=1)

KEPT = "() => Object.keys(localStorage).filter((name) => name.startsWith('draft:')).length"

NOWHERE_TO_KEEP = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("Not here.", "SecurityError"); }
});"""
"""A browser that was told to keep nothing."""

A_MONTH_LATER = """() => {
  const realNow = Date.now;
  Date.now = () => realNow() + 31 * 24 * 60 * 60 * 1000;
}"""


def entering(sit: Sit, by: str = "deadwood") -> Player:
    """Ann, about to enter the first hand of a match."""
    return sit(at=f"/hands/new?by={by}")


def half(ann: Player) -> None:
    """She has told who went out and one of the counts."""
    ann.choose("Ann")
    ann.write(deadwood_0="8")


def is_half(ann: Player) -> None:
    """What she told is there, and she is told so."""
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_visible()
    expect(ann.page.get_by_role("radio", name="Ann", exact=True)).to_be_checked()
    expect(ann.field("deadwood_0")).to_have_value("8")
    expect(ann.field("deadwood_1")).to_have_value("")


def sheet_of(ann: Player) -> str:
    """The address of the sheet that she writes on."""
    return ann.page.url.partition("/hands")[0].partition("?")[0]


def back_at(ann: Player, address: str) -> Player:
    """Ann's phone after its tab was closed."""
    context = ann.page.context
    ann.page.wait_for_load_state()  # What is typed is a draft once the script runs.
    # A tab that is closed at once may not have stored its last word.
    ann.page.goto("about:blank")
    ann.page.close()
    page = context.new_page()
    page.goto(address)
    return Player(page)


@contextmanager
def losing_the_answer(page: Page) -> Iterator[None]:
    """The server hears what is sent, but its answer is lost on the way back."""

    def lose(route: Route) -> None:
        if route.request.method == "POST" and "save" in (route.request.post_data or ""):
            route.fetch(max_redirects=0)
            route.abort("internetdisconnected")
        else:
            route.continue_()

    page.route("**/hands/new*", lose)
    cookies = page.context.cookies()
    with page.expect_event("requestfailed"):
        yield
    page.context.clear_cookies()
    page.context.add_cookies(cookies)


def test_a_half_entered_hand_survives_a_reload_until_one_starts_again(sit: Sit) -> None:
    ann = entering(sit)
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Hand 1")
    assert ann.page.evaluate(KEPT) == 0, "nothing is kept of a page that was only opened"
    half(ann)
    ann.page.reload()
    is_half(ann)

    ann.press("Clear")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()
    expect(ann.field("deadwood_0")).to_have_value("")
    expect(ann.page.get_by_role("radio", name="Ann", exact=True)).not_to_be_checked()
    assert ann.page.evaluate(KEPT) == 0


@pytest.mark.full
def test_what_was_left_for_a_month_is_dropped(sit: Sit) -> None:
    ann = entering(sit)
    half(ann)
    ann.page.add_init_script(f"({A_MONTH_LATER})()")
    ann.page.reload()

    expect(ann.field("deadwood_0")).to_have_value("")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()


def test_cards_that_were_tapped_or_laid_off_survive_a_closed_tab(sit: Sit) -> None:
    ann = entering(sit, by="cards")
    address = ann.page.url
    ann.choose("Ann")
    ann.take("KS KC KD 5S 6S 7S 9C TC JC JD 2S 2C 2D")

    ann = back_at(ann, address)
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_visible()
    ann.sees("Ann knocks with 10", "Bob 3 of 10")
    ann.take("2H 8S 8C 8D 9S 7C AC")
    expect(ann.button("Save: Bob +11")).to_be_visible()
    ann.tap(ann.page.get_by_text("Change melds or lay-offs"))
    ann.press("9 of spades, lay off")
    expect(ann.button("Save: Ann +8")).to_be_visible()

    ann.page.reload()
    ann.tap(ann.page.get_by_text("Change melds or lay-offs"))
    expect(ann.button("Best lay-offs")).to_be_visible()
    ann.save("Save: Ann +8")
    expect(ann.hands).to_have_count(1)


def test_it_is_one_hand_whether_by_cards_or_by_counts(sit: Sit) -> None:
    ann = entering(sit, by="cards")
    ann.choose("Ann")
    ann.take("KS KC KD")
    ann.press("Numbers")
    ann.write(deadwood_0="8")

    ann = back_at(ann, sheet_of(ann) + "/hands/new?by=deadwood")
    is_half(ann)
    ann.press("Cards")
    ann.sees("Ann 3 of 10")


def test_going_back_to_a_saved_hand_says_that_it_is_saved(sit: Sit) -> None:
    ann = entering(sit)
    half(ann)
    ann.write(deadwood_1="20")
    ann.save("Save: Ann +12")
    expect(ann.page.locator("#announced")).to_contain_text("Ann knocks")
    ann.page.go_back()
    expect(ann.page.get_by_text(SAVED)).to_be_visible()
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()
    expect(ann.field("deadwood_0")).to_have_value("8")
    ann.save("Save: Ann +12")
    expect(ann.hands).to_have_count(1)

    ann.follow("Enter hand 2")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()
    expect(ann.field("deadwood_0")).to_have_value("")
    ann.page.goto(f"{sheet_of(ann)}/hands/new?knocker=none")
    ann.save("Save: dead hand")
    ann.page.go_back()
    expect(ann.page.get_by_text(SAVED)).to_be_visible()
    ann.save("Save: dead hand")
    expect(ann.hands).to_have_count(2)


def test_a_hand_whose_saving_got_no_answer_is_still_there_and_is_one_hand(sit: Sit) -> None:
    ann = entering(sit)
    address = ann.page.url
    half(ann)
    ann.write(deadwood_1="20")
    expect(ann.button("Save: Ann +12")).to_be_visible()
    with losing_the_answer(ann.page):
        ann.press("Save: Ann +12")
    ann.page.close()

    ann = Player(ann.page.context.new_page())
    ann.page.goto(address)
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_visible()
    ann.save("Save: Ann +12")
    expect(ann.hands).to_have_count(1)
    ann.follow("Enter hand 2")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()


def test_a_draft_made_for_an_older_sheet_is_shown_beside_what_came_between(sit: Sit) -> None:
    ann = entering(sit)
    sheet = sheet_of(ann)
    half(ann)
    sit.play(sheet, BOB_KNOCKS)

    ann = back_at(ann, f"{sheet}/hands/new?by=deadwood")
    is_half(ann)
    ann.write(deadwood_1="20")
    ann.press("Save: Ann +12")
    ann.sees("Bob knocks, +27.", "Ann knocks, +12.")
    ann.press("Change mine first")
    expect(ann.field("deadwood_0")).to_have_value("8")
    ann.write(deadwood_1="30")

    sit.play(sheet, BOB_KNOCKS)
    ann.press("Save: Ann +22")
    ann.sees("Bob knocks, +27.", "Ann knocks, +22.")
    ann.press("Add mine as hand 3 too")
    expect(ann.hands).to_have_count(3)
    ann.follow("Enter hand 4")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()


def test_a_correction_has_a_draft_of_its_own(app: Flask, sit: Sit) -> None:
    ann = sit.down()
    sheet = match_path(app, ANN_KNOCKS)
    ann.page.goto(f"{sheet}/hands/1/correct")
    ann.write(deadwood_1="28")
    ann.page.goto(f"{sheet}/hands/new?by=deadwood")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()

    ann.page.goto(f"{sheet}/hands/1/correct")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_visible()
    expect(ann.field("deadwood_1")).to_have_value("28")
    ann.save("Save: Ann +20")
    ann.page.goto(f"{sheet}/hands/1/correct")
    expect(ann.page.get_by_text(TAKEN_UP)).to_be_hidden()


def test_a_phone_that_keeps_nothing_enters_hands_all_the_same(app: Flask, sit: Sit) -> None:
    ann = sit.down()
    ann.page.add_init_script(NOWHERE_TO_KEEP)
    ann.page.goto(match_path(app) + "/hands/new?by=deadwood")
    half(ann)
    ann.write(deadwood_1="20")
    ann.save("Save: Ann +12")

    expect(ann.hands).to_have_count(1)


LINE_TAKEN_UP = "What you entered is still here."


def test_a_half_entered_penalty_survives_a_closed_tab_and_counts_once(app: Flask, sit: Sit) -> None:
    ann = sit.down()
    sheet = match_path(app, ANN_KNOCKS)
    ann.page.goto(f"{sheet}/lines/new?kind=penalty")
    ann.choose("Ann")
    ann.choose("A card was shown")
    ann.write(points="15", reason="twice tonight")

    ann = back_at(ann, f"{sheet}/lines/new?kind=penalty")
    expect(ann.page.get_by_text(LINE_TAKEN_UP)).to_be_visible()
    expect(ann.field("reason")).to_have_value("twice tonight")
    ann.save("Save: Bob +15")
    expect(ann.hands).to_have_count(2)

    ann.page.go_back()
    expect(ann.page.get_by_text("This is already saved.")).to_be_visible()
    ann.save("Save: Bob +15")
    expect(ann.hands).to_have_count(2)
    ann.page.goto(f"{sheet}/lines/new?kind=penalty")
    expect(ann.page.get_by_text(LINE_TAKEN_UP)).to_be_hidden()
    expect(ann.field("points")).to_have_value("")


def test_each_kind_of_line_has_a_draft_of_its_own(app: Flask, sit: Sit) -> None:
    ann = sit.down()
    new = match_path(app) + "/lines/new?kind="
    ann.page.goto(new + "paper")
    ann.write(points_0_0="62", points_0_1="40")
    ann.page.goto(new + "penalty")
    expect(ann.page.get_by_text(LINE_TAKEN_UP)).to_be_hidden()
    expect(ann.field("points")).to_have_value("")
    ann.choose("A card was shown")

    # A penalty that the address names is not replaced by a draft.
    ann.page.goto(f"{new}penalty&for=false_knock")
    expect(ann.page.get_by_role("radio", name="False knock")).to_be_checked()
    ann.write(reason="the ten did not fit")
    ann.page.reload()
    expect(ann.field("reason")).to_have_value("the ten did not fit")

    ann.page.goto(new + "paper")
    expect(ann.page.get_by_text(LINE_TAKEN_UP)).to_be_visible()
    ann.sees("Carried over from paper: Ann 62, Bob 40.")
    ann.press("Clear")
    expect(ann.field("points_0_0")).to_have_value("")
