"""A dead hand whose double is carried over: its upcard is asked for, and the next hand counts double."""

from playwright.sync_api import expect

from models.gin.rules.house_rules import HouseRules
from tests.browser.table import Sit

RULES = HouseRules(spade_double=True, dead_hand_double_carries=True)


def test_a_dead_hand_asks_for_its_upcard_and_nothing_else(sit: Sit) -> None:
    ann = sit(at="/hands/new?by=cards", rules=RULES)
    ann.tap(ann.page.get_by_text("save a dead hand").last)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Tap the upcard")
    ann.take("9S")
    ann.press("Save: dead hand")

    ann.sees("The next hand counts double: nobody won the one before.")
