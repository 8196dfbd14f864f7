"""Deadwood entered on the keypad, with and without "Next"."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import Player, Sit

KNOCKS = [
    ("8 3 5", "8", "35"),
    ("8 + 3 5", "8", "35"),
    ("10 3 5", "10", "35"),
    ("1 Next 3 5", "1", "35"),
    ("0 3 5", "0", "35"),
    ("Next 3 5", "", "35"),
    ("8 1 0 + + 0 7 +", "8", "10+7+"),
]
"""The keys in their order; what then stands in the fields of the knocker and the defender."""


@pytest.fixture
def ann(sit: Sit) -> Player:
    """Ann, about to enter counts."""
    return sit(at="/hands/new?by=deadwood")


def press_keys(player: Player, keys: str) -> None:
    """Presses keys of the keypad: digits, and "Next" or +, whichever there is."""
    for key in re.findall(r"Next|\+|\d", keys):
        player.press(key)


def start_anew(player: Player, who: str) -> None:
    """Opens the form again without the draft of before, and says who knocked."""
    player.page.evaluate("localStorage.clear()")
    player.page.reload()
    player.choose(who)


@pytest.mark.parametrize("who, knocker, defender", [("Ann", 0, 1), ("Bob", 1, 0)])
def test_next_never_leads_back_to_the_knocker(
    ann: Player, subtests: pytest.Subtests, who: str, knocker: int, defender: int
) -> None:
    for keys, knockers, defenders in KNOCKS if who == "Ann" else KNOCKS[:2]:
        start_anew(ann, who)
        with subtests.test(keys):
            press_keys(ann, keys)
            expect(ann.field(f"deadwood_{knocker}")).to_have_value(knockers)
            expect(ann.field(f"deadwood_{defender}")).to_have_value(defenders)


def test_the_sum_is_that_of_the_counts_as_they_were_meant(ann: Player) -> None:
    ann.choose("Ann")
    press_keys(ann, "8 3 5")
    ann.sees("Ann knocks, +27.", "35 − 8 = 27.")
    ann.save("Save: Ann +27")


def test_a_sum_is_shown_as_its_keys_are_tapped_and_its_total_is_saved(ann: Player) -> None:
    ann.choose("Ann")
    press_keys(ann, "8 1 0 + 7 + 3")
    ann.sees("10+7+3 = 20", "20 − 8 = 12.")
    ann.save("Save: Ann +12")
    ann.sees("Ann knocked with 8; Bob had 20.")


def test_a_sum_that_goes_on_is_not_called_wrong_and_not_saved(ann: Player) -> None:
    ann.choose("Ann")
    press_keys(ann, "8 1 0 +")
    ann.press("Bob’s deadwood?")
    expect(ann.page.locator(".field__error")).to_have_count(0)
    press_keys(ann, "7")
    ann.save("Save: Ann +9")


@pytest.mark.parametrize("who, first, last", [("Ann", 0, 1), ("Bob", 1, 0)])
def test_a_keyboard_needs_no_mouse_after_who_knocked(ann: Player, who: str, first: int, last: int) -> None:
    """Digits go to the numbers at once, Enter to what is missing, and then it saves."""
    keyboard = ann.page.keyboard
    ann.choose(who)
    keyboard.type("1")
    keyboard.press("Enter")
    expect(ann.field(f"deadwood_{first}")).to_have_value("1")
    expect(ann.field(f"deadwood_{last}")).to_be_focused()
    keyboard.type("10+7 + 3")
    ann.sees("10+7 + 3 = 20".replace(" + ", "+"))
    keyboard.press("Enter")
    ann.page.wait_for_url("**/m/*")
    ann.sees(f"{who} knocks, +19.")


def test_enter_right_after_the_last_digit_saves_what_was_typed(ann: Player) -> None:
    ann.choose("Ann")
    ann.page.keyboard.type("820")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url("**/m/*")
    ann.sees("Ann knocks, +12.")


def test_enter_shows_that_a_knock_is_gin_before_it_saves(ann: Player) -> None:
    ann.choose("Ann")
    ann.tap(ann.field("deadwood_1"))
    ann.page.keyboard.type("20")
    ann.tap(ann.field("deadwood_0"))
    ann.page.keyboard.type("0")
    ann.page.keyboard.press("Enter")
    ann.sees("No deadwood means gin.")
    expect(ann.button("Save: Ann +40")).to_be_visible()
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url("**/m/*")


@pytest.mark.parametrize("who, first, last", [("Ann", 0, 1), ("Bob", 1, 0)])
def test_tab_leads_from_number_to_number_and_to_the_button(
    ann: Player, who: str, first: int, last: int
) -> None:
    ann.choose(who)
    ann.field(f"deadwood_{first}").focus()
    for number, stop in (("8", ann.field(f"deadwood_{last}")), ("20", ann.page.locator("#save"))):
        ann.page.keyboard.type(number)
        ann.page.keyboard.press("Tab")
        expect(stop).to_be_focused()


def test_a_count_is_tapped_to_be_written_anew(ann: Player) -> None:
    ann.choose("Ann")
    press_keys(ann, "8 3 5")
    ann.tap(ann.field("deadwood_0"))
    press_keys(ann, "7 2 0")
    ann.save("Save: Ann +13")


def test_digits_go_to_the_player_whose_cards_are_unknown(ann: Player) -> None:
    ann.press("Cards")
    ann.choose("Ann")
    ann.take("KS KC KD 5S 6S 7S 9C TC JC JD")
    ann.press("Didn’t see Bob’s cards? Enter the deadwood")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Bob’s deadwood")
    press_keys(ann, "3 5")

    expect(ann.field("deadwood_0")).to_have_value("10")
    ann.save("Save: Ann +25")


def test_a_draft_does_not_blank_the_deadwood_of_known_cards(ann: Player) -> None:
    """On the deadwood page only the knocker was chosen: its draft has two blank numbers."""
    ann.choose("Ann")
    ann.press("Cards")
    ann.take("KS KC KD 5S 6S 7S 9C TC JC JD")
    ann.press("Didn’t see Bob’s cards? Enter the deadwood")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Bob’s deadwood")
    expect(ann.field("deadwood_0")).to_have_value("10")


def test_the_digits_stay_where_the_finger_is(ann: Player, subtests: pytest.Subtests) -> None:
    """Whatever is said of the counts appears while the finger is on its way to the next digit."""
    for keys, told in (
        ("8 3 5", "Ann knocks, +27."),
        ("8 3", "Bob undercuts"),
        ("0 3", "No deadwood means gin."),
        ("Next 3 5 9", "Deadwood can’t be more than 98."),
    ):
        start_anew(ann, "Ann")
        before = ann.button("5").bounding_box()
        press_keys(ann, keys)
        with subtests.test(keys):
            ann.sees(told)
            assert ann.button("5").bounding_box() == before
