"""A dead hand whose double is carried over: its upcard is asked for, and the next hand counts double."""

from flask import Flask
from playwright.sync_api import expect

from models.gin.rules import HouseRules
from tests.browser.conftest import Phone
from tests.browser.table import match_path, sit_down

RULES = HouseRules(spade_double=True, dead_hand_double_carries=True)


def test_a_dead_hand_asks_for_its_upcard_and_nothing_else(app: Flask, server: str, phone: Phone) -> None:
    page = phone()
    sit_down(page, app, server)
    path = match_path(app, rules=RULES)

    page.goto(f"{path}/hands/new?by=cards")
    page.get_by_text("save a dead hand").last.click()
    expect(page.locator("h1")).to_have_text("Tap the upcard")
    page.locator('.key[data-card="9S"]').click()
    page.get_by_role("button", name="Save: dead hand").click()

    expect(page.get_by_text("The next hand counts double: nobody won the one before.")).to_be_visible()


def test_one_tap_is_enough_where_nothing_is_carried_over(app: Flask, server: str, phone: Phone) -> None:
    page = phone()
    sit_down(page, app, server)
    path = match_path(app, rules=RULES.but(dead_hand_double_carries=False))

    page.goto(f"{path}/hands/new?by=cards")
    page.get_by_text("save a dead hand").last.click()

    expect(page.get_by_role("link", name="Dead hand: nobody scores.")).to_be_visible()
