"""Upcards: entered first if the rules need them, and used in the score."""

import re

import pytest
from flask import Flask
from playwright.sync_api import expect

from models.gin.presets import PRESETS
from tests.browser.table import Check, Phone, Player, match_path, sit_down

ANN_KNOCKS_WITH_4 = "AS AH AD 4H 5H 6H 9S 9D 9C 4S"
BOB_HAS_87 = "KH KD QC QS JH JS TD 8C 7D 2C"


def at_oklahoma(app: Flask, server: str, phone: Phone, **options: bool) -> Player:
    """Ann, with an empty sheet by Oklahoma rules."""
    ann = Player(sit_down(phone(**options), app, server))
    ann.page.goto(match_path(app, rules=PRESETS["oklahoma"], house="oklahoma"))
    ann.sees("The upcard sets the knock limit")
    return ann


def test_by_cards_it_is_the_first_card_tapped(app: Flask, server: str, phone: Phone) -> None:
    ann = at_oklahoma(app, server, phone)
    ann.follow("Enter hand 1")
    ann.choose("Ann")
    ann.take(f"3D {ANN_KNOCKS_WITH_4} {BOB_HAS_87}")
    ann.sees("Ann can’t knock: 4 deadwood (limit 3).")
    ann.tap(ann.page.get_by_role("button", name="Upcard"))
    ann.take("4S")

    ann.sees("Ann knocks, +166.", "87 − 4 = 83. Doubled for the spade: 166.")
    ann.save("Save: Ann +166")


def test_by_deadwood_it_is_asked_before_the_digits(app: Flask, server: str, phone: Phone) -> None:
    ann = at_oklahoma(app, server, phone)
    ann.page.goto(ann.page.url + "/hands/new?by=deadwood")
    ann.choose("Ann")
    expect(ann.button("7")).to_be_hidden()
    ann.take("7H")
    ann.digits("720")
    ann.save("Save: Ann +13")

    assert ann.taps == 1 + 1 + len("720") + 1, "who, the upcard, the digits, save"


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_it_is_turned_up_before_the_hand_is_played(
    app: Flask, server: str, phone: Phone, axe: Check, javascript: bool
) -> None:
    ann = at_oklahoma(app, server, phone, javascript=javascript)
    ann.follow("Enter the upcard")
    ann.sees("Tap the first card turned up.")
    axe(ann.page)
    ann.take("7S")

    ann.sees("Knock with 7 or less", "Doubled for the spade")
    assert ann.taps == 2
    axe(ann.page)


def test_a_viewer_sees_it_at_once(app: Flask, server: str, phone: Phone) -> None:
    ann = at_oklahoma(app, server, phone)
    bob = Player(phone())
    bob.page.goto(ann.page.url)
    bob.sees("The upcard sets the knock limit")
    screen = Player(phone())
    screen.page.goto(ann.page.url + "/table")

    ann.follow("Enter the upcard")
    ann.take("AD")

    bob.sees("Knock with 1 or less")
    screen.sees("Knock with 1 or less")
    expect(bob.page.get_by_role("link", name="change")).to_have_count(0)


def test_the_hand_is_entered_under_it(app: Flask, server: str, phone: Phone) -> None:
    ann = at_oklahoma(app, server, phone)
    ann.follow("Enter the upcard")
    ann.take("4S")
    ann.follow("Enter hand 1")
    ann.choose("Ann")
    ann.take(f"{ANN_KNOCKS_WITH_4} {BOB_HAS_87}")
    ann.save("Save: Ann +166")

    ann.sees("Ann knocks, +166.", "Doubled for the spade: 166.")


@pytest.mark.parametrize("upcard, worth", [("6h", 13), ("6♠", 26)], ids=["a heart", "a spade"])
def test_without_scripts_it_is_typed(app: Flask, server: str, phone: Phone, upcard: str, worth: int) -> None:
    ann = at_oklahoma(app, server, phone, javascript=False)
    ann.page.goto(ann.page.url + "/hands/new?by=deadwood")
    ann.choose("Ann")
    ann.write(deadwood_0="7", deadwood_1="19")
    ann.press_main()
    expect(ann.field("upcard")).to_have_accessible_description(re.compile("^What’s the upcard?"))
    ann.write(upcard=upcard)
    ann.preview()
    ann.sees("Ann can’t knock: 7 deadwood (limit 6).")
    ann.write(deadwood_0="6")
    ann.preview()
    ann.save(f"Save: Ann +{worth}")


def test_a_hand_half_entered_before_it_was_noted_takes_it(app: Flask, server: str, phone: Phone) -> None:
    ann = at_oklahoma(app, server, phone)
    sheet = ann.page.url
    ann.page.goto(f"{sheet}/hands/new?by=cards")
    ann.choose("Ann")
    ann.page.goto(f"{sheet}/upcard")
    ann.take("7S")
    ann.sees("Knock with 7 or less")
    ann.page.goto(f"{sheet}/hands/new?by=cards")

    expect(ann.page.get_by_text("Your unfinished hand is still here.")).to_be_visible()
    expect(ann.field("upcard")).to_have_value("7S")


def test_what_it_sets_is_seen_on_the_other_phone_too(app: Flask, server: str, phone: Phone) -> None:
    """Bob's phone lies open on the sheet, and nobody touches it."""
    ann = at_oklahoma(app, server, phone)
    bob = Player(phone())
    bob.page.goto(ann.page.url)
    bob.sees("The upcard sets the knock limit")
    ann.follow("Enter the upcard")
    ann.take("7S")

    bob.sees("Knock with 7 or less", "Doubled for the spade")


def test_a_dead_hand_needs_none(app: Flask, server: str, phone: Phone) -> None:
    ann = at_oklahoma(app, server, phone)
    ann.follow("Enter hand 1")
    ann.save("Nobody – save a dead hand")
    ann.sees("Dead hand: nobody scores.")
    assert ann.taps == 2

    ann.follow("Enter hand 2")
    ann.choose("Bob")
    expect(ann.button("Nobody – save a dead hand")).to_be_hidden()
