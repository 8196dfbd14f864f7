"""The rules editor on a phone: previews follow each change, and a few taps are enough."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Check, Phone, Player

NO_ANSWER = "No answer from the server."
TOO_MUCH = "Enter a number from 0 to 1,000."


@pytest.fixture
def ann(phone: Phone) -> Player:
    """Ann on the page of house rules."""
    ann = Player(phone())
    ann.page.goto("/houses")
    return ann


def make(ann: Player) -> None:
    """Opens the rules editor, and the group about scores."""
    ann.follow("Make your own rules")
    open_scores(ann)


def open_scores(ann: Player) -> None:
    """Opens or closes the group about scores."""
    ann.tap(ann.page.get_by_role("heading", name="What a hand scores"))


def write(ann: Player, field: str, text: str) -> None:
    ann.tap(ann.field(field))
    ann.field(field).fill(text)


def test_gin_pays_thirty_at_our_table_in_four_taps(ann: Player) -> None:
    make(ann)
    write(ann, "gin_bonus", "30")
    expect(ann.page.locator("#gin_bonus-note")).to_contain_text("Ann has gin, Bob has 24 deadwood")
    ann.press("Save these rules")

    ann.sees("Standard (changed) · Gin: 30", "Saved on this phone")
    assert ann.taps == 4


def test_what_it_comes_to_follows_each_change_and_nothing_is_lost(ann: Player) -> None:
    make(ann)
    note = ann.page.locator("#gin_bonus-note")
    ann.press("Gin: 25")
    expect(ann.field("gin_bonus")).to_have_value("25")
    expect(ann.button("Gin: 25")).to_have_attribute("aria-pressed", "true")
    expect(note).to_contain_text("Ann +49")
    expect(ann.page.locator("#worked .is-changed").first).to_contain_text("Ann +49")
    expect(ann.page.locator("#summary-hand")).to_contain_text("1 changed")

    ann.field("gin_bonus").fill("30")
    ann.field("gin_bonus").press("Enter")
    expect(note).to_contain_text("Ann +54")
    expect(ann.page).to_have_url("/houses/own/change?from=pagat")

    ann.page.reload()
    expect(ann.field("gin_bonus")).to_have_value("30")
    expect(ann.page.locator("#summary-hand")).to_contain_text("Gin: 30")
    open_scores(ann)

    ann.page.context.set_offline(True)
    ann.field("gin_bonus").fill("40")
    expect(ann.page.get_by_text(NO_ANSWER)).to_be_visible()
    ann.page.context.set_offline(False)
    expect(note).to_contain_text("Ann +64")
    expect(ann.page.get_by_text(NO_ANSWER)).to_be_hidden()
    expect(ann.field("gin_bonus")).to_have_value("40")


def test_what_cannot_be_is_said_while_it_is_typed_and_led_to(ann: Player) -> None:
    make(ann)
    write(ann, "undercut_bonus", "1001")
    expect(ann.page.locator("#undercut_bonus-error")).to_have_text(TOO_MUCH)
    open_scores(ann)
    ann.press("Use these rules")
    expect(ann.field("undercut_bonus")).to_be_focused()
    expect(ann.page).to_have_url("/houses/own/change?from=pagat")
    ann.field("undercut_bonus").fill("15")
    expect(ann.button("Save these rules")).to_be_visible()

    # Also among the rules that few tables play.
    rare = ann.page.locator("#hand .rule-group__rare > summary")
    ann.tap(rare)
    write(ann, "gin_off_bonus", "1001")
    expect(ann.page.locator("#gin_off_bonus-error")).to_have_text(TOO_MUCH)
    ann.tap(rare)
    open_scores(ann)
    ann.press("Use these rules")
    expect(ann.field("gin_off_bonus")).to_be_focused()


def test_each_column_has_its_number_and_a_chip_fills_all_of_them(ann: Player) -> None:
    ann.page.goto("/houses/own/change?from=rummytalk")
    ann.tap(ann.page.get_by_role("heading", name="The match"))
    ann.tap(ann.page.locator("#format .rule-group__rare > summary"))

    ann.press("Target of each column: 100–125–150")

    inputs = [ann.field(f"column_targets-{column}") for column in range(1, 6)]
    for each, number in zip(inputs, ["100", "125", "150", "", ""], strict=True):
        expect(each).to_have_value(number)
    inputs[2].fill("200")
    expect(ann.page.locator("#summary-format")).to_contain_text("Target of each column: 100–125–200")


def test_each_suit_has_its_multiplier_and_comes_back_with_the_page(ann: Player) -> None:
    make(ann)
    ann.tap(ann.page.locator("#hand .rule-group__rare > summary"))
    ann.page.locator('[name="suit_multipliers-S"]').select_option("2")
    ann.page.locator('[name="suit_multipliers-H"]').select_option("3")
    expect(ann.page.locator("#suit_multipliers-note")).to_contain_text("none")

    ann.page.goto("/houses")
    ann.page.go_back()
    expect(ann.page.locator('[name="suit_multipliers-H"]')).to_have_value("3")
    ann.press("Save these rules")

    ann.sees("Bonuses are multiplied with the hand.")


def test_the_examples_stay_in_view_on_a_tablet_and_nothing_is_wider_than_a_phone_for_small_hands(
    phone: Phone, axe: Check
) -> None:
    ann = Player(phone(viewport={"width": 1024, "height": 768}))
    ann.page.goto("/houses/own/change?from=rummytalk")
    ann.tap(ann.page.get_by_role("heading", name="The end of a game"))
    ann.field("shutout_bonus").scroll_into_view_if_needed()
    expect(ann.page.get_by_role("heading", name="What hands score")).to_be_in_viewport()
    axe(ann.page)

    ann.page.set_viewport_size({"width": 320, "height": 568})
    ann.page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 320
