"""Upcards: tapped first if the rules need them, also of a dead hand whose double is carried over."""

from playwright.sync_api import expect

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.presets import PRESETS
from tests.browser.table import Check, Player, Sit

ANN_KNOCKS_WITH_4 = "AS AH AD 4H 5H 6H 9S 9D 9C 4S"
BOB_HAS_87 = "KH KD QC QS JH JS TD 8C 7D 2C"


def at_oklahoma(sit: Sit, path: str = "") -> Player:
    """Ann, with an empty sheet by Oklahoma rules, or another page of its match."""
    return sit(at=path, rules=PRESETS["oklahoma"], preset="oklahoma")


def test_by_cards_it_is_the_first_card_tapped(sit: Sit) -> None:
    ann = at_oklahoma(sit, "/hands/new")
    ann.choose("Ann")
    ann.take(f"3D {ANN_KNOCKS_WITH_4} {BOB_HAS_87}")
    ann.sees("Ann can’t knock: 4 deadwood (limit 3).")
    ann.tap(ann.page.get_by_role("button", name="Upcard"))
    ann.take("4S")

    ann.sees("Ann knocks, +166.", "87 − 4 = 83. Doubled for the spade: 166.")
    ann.save("Save: Ann +166")


def test_by_deadwood_it_is_asked_before_the_digits(sit: Sit) -> None:
    ann = at_oklahoma(sit, "/hands/new?by=deadwood")
    ann.choose("Ann")
    expect(ann.button("7")).to_be_hidden()
    ann.take("7H")
    ann.digits("720")
    ann.save("Save: Ann +13")

    assert ann.taps == 1 + 1 + len("720") + 1, "who, the upcard, the digits, save"


def test_it_is_turned_up_before_the_hand_is_played(sit: Sit, axe: Check) -> None:
    """A hand that was started before takes it."""
    ann = at_oklahoma(sit, "/hands/new")
    sheet = ann.page.url.removesuffix("/hands/new")
    ann.choose("Ann")
    ann.page.goto(sheet)
    ann.taps = 0
    ann.follow("Enter the upcard")
    ann.sees("Tap the first card turned up.")
    axe(ann.page)
    ann.take("7S")

    ann.sees("Knock with 7 or less", "Doubled for the spade")
    assert ann.taps == 2
    axe(ann.page)
    ann.follow("Cards")
    expect(ann.page.get_by_text("Your unfinished hand is still here.")).to_be_visible()
    expect(ann.page.get_by_role("radio", name="Ann", exact=True)).to_be_checked()
    expect(ann.field("upcard")).to_have_value("7S")


def test_a_dead_hand_needs_none(sit: Sit) -> None:
    ann = at_oklahoma(sit)
    ann.follow("Cards")
    ann.save("Nobody – save a dead hand")
    ann.sees("Dead hand: nobody scores.")
    assert ann.taps == 2

    ann.follow("Hand 2")
    ann.choose("Bob")
    expect(ann.button("Nobody – save a dead hand")).to_be_hidden()


RULES = HouseRules(spade_double=True, dead_hand_double_carries=True)


def test_a_dead_hand_asks_for_its_upcard_and_nothing_else(sit: Sit) -> None:
    ann = sit(at="/hands/new?by=cards", rules=RULES)
    ann.tap(ann.page.get_by_text("save a dead hand").last)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Tap the upcard")
    ann.take("9S")
    ann.press("Save: dead hand")

    ann.sees("The next hand counts double: nobody won the one before.")
