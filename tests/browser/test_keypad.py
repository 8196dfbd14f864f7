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


@pytest.mark.full
def test_next_never_leads_back_to_the_knocker(ann: Player, subtests: pytest.Subtests) -> None:
    cases = [("Ann", 0, each) for each in KNOCKS] + [("Bob", 1, each) for each in KNOCKS[:2]]
    for who, knocker, (keys, *counts) in cases:
        start_anew(ann, who)
        with subtests.test(keys, who=who):
            press_keys(ann, keys)
            for player, count in zip((knocker, 1 - knocker), counts, strict=True):
                expect(ann.field(f"deadwood_{player}")).to_have_value(count)


def test_a_sum_is_shown_as_its_keys_are_tapped_and_its_total_is_saved(ann: Player) -> None:
    """One that goes on is neither called wrong nor saved, and a count is tapped to be written anew."""
    ann.choose("Ann")
    press_keys(ann, "8 1 0 +")
    ann.press("Bob’s deadwood?")
    expect(ann.page.locator(".field__error")).to_have_count(0)
    press_keys(ann, "7 + 3")
    ann.sees("10+7+3 = 20", "20 − 8 = 12.")
    ann.tap(ann.field("deadwood_0"))
    press_keys(ann, "7")
    ann.save("Save: Ann +13")
    ann.sees("Ann knocked with 7; Bob had 20.")


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


def test_tab_leads_from_number_to_number_and_to_the_button(ann: Player) -> None:
    for who, first in (("Ann", 0), ("Bob", 1)):
        start_anew(ann, who)
        ann.field(f"deadwood_{first}").focus()
        for number, stop in (("8", ann.field(f"deadwood_{1 - first}")), ("20", ann.page.locator("#save"))):
            ann.page.keyboard.type(number)
            ann.page.keyboard.press("Tab")
            expect(stop).to_be_focused()


def test_digits_go_to_the_player_whose_cards_are_unknown(ann: Player) -> None:
    """On the deadwood page only the knocker was chosen: its draft, two blank numbers, blanks no known one."""
    ann.choose("Ann")
    ann.press("Cards")
    ann.take("KS KC KD 5S 6S 7S 9C TC JC JD")
    ann.press("Didn’t see Bob’s cards? Enter the deadwood")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Bob’s deadwood")
    press_keys(ann, "3 5")
    expect(ann.field("deadwood_0")).to_have_value("10")
    ann.save("Save: Ann +25")


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
