"""A whole game, entered by deadwood."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Player, Sit

BILL = (
    "Hand points 122 53",
    "Boxes (line bonus), 20 each: 2–2 40 40",
    "Game bonus 100",
    "Final total 262 93",
    "Difference 169",
)
"""12 and 110 for Ann, 38 and 15 for Bob; Ann's second hand ended the game. 262 − 93 = 169."""


@pytest.fixture
def ann(sit: Sit) -> Player:
    """Ann, with a fresh sheet before her."""
    ann = sit()
    ann.enter_deadwood()
    ann.taps = 0
    return ann


def test_with_scripts_it_is_who_the_digits_and_save(ann: Player) -> None:
    ann.choose("Ann")
    ann.digits("820")
    ann.sees("Ann knocks, +12.", "20 − 8 = 12.", "Ann 12, Bob 0.")
    ann.save("Save: Ann +12")
    assert ann.taps == 1 + len("820") + 1

    ann.taps = 0
    ann.follow("Enter hand 2")
    ann.choose("Bob")
    ann.choose("Gin")
    ann.digits("18")
    ann.sees("Bob goes gin, +38.", "18 + 20 for gin = 38.", "Ann 12, Bob 38.")
    ann.save("Save: Bob +38")
    assert ann.taps == 2 + len("18") + 2, "gin is one tap more, and so is coming from the sheet"

    ann.taps = 0
    ann.follow("Enter hand 3")
    ann.save("Nobody – save a dead hand")
    ann.sees("Dead hand: nobody scores.")
    assert ann.taps == 2

    ann.follow("Enter hand 4")
    ann.choose("Ann")
    ann.digits("94")
    ann.sees("Bob undercuts, +15.", "9 − 4 = 5. 5 + 10 for the undercut = 15.")
    ann.save("Save: Bob +15")

    ann.follow("Enter hand 5")
    ann.choose("Ann")
    ann.choose("Gin")
    ann.digits("90")
    ann.sees("Ann goes gin, +110.", "Ann 262, Bob 93.")
    ann.save("Save: Ann +110")

    expect(ann.hands).to_have_count(5)
    for row in BILL:
        expect(ann.page.get_by_role("row", name=row)).to_be_visible()
    ann.press("Rematch")
    ann.sees("Play the hand, then enter it here.")


def test_a_knock_with_one_is_one_tap_more(ann: Player) -> None:
    ann.choose("Bob")
    ann.press("1")
    ann.press("Next")
    ann.digits("31")
    ann.save("Save: Bob +30")

    assert ann.taps == 6


def test_a_knock_with_nothing_left_is_gin(ann: Player) -> None:
    ann.choose("Ann")
    ann.press("0")

    ann.sees("No deadwood means gin.")
    expect(ann.page.get_by_role("radio", name="Gin", exact=True)).to_be_checked()
    ann.digits("40")
    ann.save("Save: Ann +60")


def test_a_digit_too_many_is_taken_away_again(ann: Player) -> None:
    ann.choose("Ann")
    ann.digits("833")
    ann.press("Delete the last digit")
    ann.press("0")
    ann.save("Save: Ann +22")
