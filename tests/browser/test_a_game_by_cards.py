"""A whole game, entered by the cards that lie on the table."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Phone, Player

ANN_KNOCKS, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
"""From OpenSpiel's gin_rummy_test.cc, which plays it out: Bob breaks his eights and keeps nine."""

ANN_HAS_GIN, BOB_HAS_48 = "KS KC KD 5S 6S 7S 9C TC JC QC", "AS 3S 2H 4H 6H 8H TH QH AD 3D"
ANN_KNOCKS_WITH_4, BOB_HAS_87 = "AS AH AD 4H 5H 6H 9S 9D 9C 4S", "KH KD QC QS JH JS TD 8C 7D 2C"

THE_END = "Final total 291 31"
"""The hands 68 + 83 and 11, the game 100, boxes of 20: two and one. 291 − 31 = 260."""


def begin(player: Player) -> None:
    """Begins a match of Ann and Bob in the house of Pagat."""
    player.page.goto("/")
    player.follow("Begin a match")
    player.page.get_by_role("textbox", name="First player").fill("Ann")
    player.page.get_by_role("textbox", name="Second player").fill("Bob")
    player.press("Begin")
    player.page.wait_for_url("**/m/*")


def test_with_scripts_the_cards_are_tapped(phone: Phone) -> None:
    ann = Player(phone())
    begin(ann)
    ann.sees("Ann deals.")

    ann.follow("Enter hand 1")
    ann.taps = 0
    ann.choose("Ann")
    ann.take(ANN_KNOCKS)
    ann.sees("Ann knocks with 10")
    ann.take(BOB_UNDERCUTS)
    ann.sees("Bob undercuts, +11.", "Bob broke the eights, laid off 8♠ 9♠ and 8♣ 7♣, and had 9.")
    ann.save("Save: Bob +11")
    assert ann.taps == 22

    ann.follow("Enter hand 2")
    ann.choose("Ann")
    ann.take(ANN_HAS_GIN + " " + BOB_HAS_48)
    ann.sees("Ann goes gin, +68.", "Ann 68, Bob 11.")
    ann.save("Save: Ann +68")

    ann.follow("Enter hand 3")
    ann.choose("Ann")
    ann.take(ANN_KNOCKS_WITH_4 + " " + BOB_HAS_87)
    ann.save("Save: Ann +83")

    ann.sees(THE_END)
    expect(ann.hands).to_have_count(3)
    expect(ann.button("Another game")).to_be_visible()
