"""A dead hand whose double is carried over: its upcard is asked for, and the next hand counts double."""

from flask import Flask
from playwright.sync_api import expect

from models.gin.rules.house_rules import HouseRules
from tests.browser.table import Phone, Player, match_path, sit_down

RULES = HouseRules(spade_double=True, dead_hand_double_carries=True)


def test_a_dead_hand_asks_for_its_upcard_and_nothing_else(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(match_path(app, rules=RULES) + "/hands/new?by=cards")
    ann.tap(ann.page.get_by_text("save a dead hand").last)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Tap the upcard")
    ann.take("9S")
    ann.press("Save: dead hand")

    ann.sees("The next hand counts double: nobody won the one before.")
