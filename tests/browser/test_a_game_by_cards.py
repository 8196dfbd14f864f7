"""Hands entered by cards: tapped, laid otherwise, laid off."""

from playwright.sync_api import expect

from tests.browser.table import Player, Sit
from tests.gin.table import gin
from tests.records.table import BOB_BREAKS_HIS_EIGHTS

ANN_KNOCKS, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
"""From OpenSpiel's gin_rummy_test.cc, which plays it out: Bob breaks his eights and keeps nine."""

ANN_HAS_GIN = gin(48)
ANN_KNOCKS_WITH_4, BOB_HAS_87 = "AS AH AD 4H 5H 6H 9S 9D 9C 4S", "KH KD QC QS JH JS TD 8C 7D 2C"

THREE_SETS_OR_RUNS, BOB_FITS_THE_RUNS = "7S 8S 9S 7H 8H 9H 7D 8D 9D AC", "TS JS 6H KC KD 2C 2H 4D QC 3C"
"""As sets nothing of Bob's 67 fits; as runs TS, JS and 6H do, and leave 41."""

THE_END = "Final total 291 31"
"""The hands 68 + 83 and 11, the game 100, boxes of 20: two and one. 291 − 31 = 260."""


def tapping(sit: Sit, cards: str) -> Player:
    """Ann, who has tapped *cards* into the first hand of a match, which she knocked."""
    ann = sit(at="/hands/new")
    ann.choose("Ann")
    ann.take(cards)
    return ann


def test_the_last_hand_of_a_game_takes_22_taps(sit: Sit) -> None:
    ann = sit(BOB_BREAKS_HIS_EIGHTS, ANN_HAS_GIN, at="/hands/new?by=cards")
    ann.choose("Ann")
    ann.take(ANN_KNOCKS_WITH_4)
    ann.sees("Ann knocks with 4")
    ann.take(BOB_HAS_87)
    ann.save("Save: Ann +83")
    assert ann.taps == 22

    ann.sees(THE_END)
    expect(ann.hands).to_have_count(3)
    expect(ann.button("Rematch")).to_be_visible()


def test_lay_offs_and_melds_are_proposed_and_changed_by_a_tap(sit: Sit) -> None:
    ann = tapping(sit, f"{ANN_KNOCKS} {BOB_UNDERCUTS}")
    ann.sees("Bob undercuts, +11.", "Bob broke the eights, laid off 8♠ 9♠ and 8♣ 7♣, and had 9.")
    ann.tap(ann.page.get_by_text("Change melds or lay-offs"))
    ann.press("9 of spades, lay off")
    ann.sees("Ann knocks, +8.", "Bob 18 deadwood")

    # The last change of lay-offs takes its own button away; the keyboard goes on beside it.
    best = ann.button("Best lay-offs")
    best.focus()
    ann.page.keyboard.press("Enter")
    expect(best).to_have_count(0)
    assert ann.page.evaluate("document.activeElement.closest('[data-tray]')?.dataset.tray") == "cards_1"
    ann.sees("Bob undercuts, +11.")

    # Bob keeps his eights: three sets of his own, and nothing laid off.
    for card in ("9 of spades", "8 of spades", "8 of clubs"):
        ann.press(f"{card}, lay off")
    ann.sees("Bob 10 deadwood")
    ann.press("7 of clubs, lay off")
    ann.sees("Ann knocks, +7.", "Bob 17 deadwood")
    bobs = ann.page.locator("[data-tray=cards_1]")
    for card in ("2 of spades", "2 of clubs", "2 of diamonds"):
        ann.tap(bobs.get_by_role("button", name=card, exact=True))
    ann.tap(bobs.get_by_role("button", name="Make a meld"))
    ann.sees("Bob 43 deadwood")
    ann.tap(bobs.get_by_role("button", name="Best melds"))
    ann.sees("Bob 17 deadwood")

    ann.press("Best lay-offs")
    ann.sees("Bob undercuts, +11.")
    ann.press("9 of spades, lay off")
    ann.save("Save: Ann +8")
    ann.sees("Bob broke the eights, laid off 8♠ and 8♣ 7♣, and had 18.")


def test_the_knocker_lays_otherwise_with_one_tap(sit: Sit) -> None:
    ann = tapping(sit, f"{THREE_SETS_OR_RUNS} {BOB_FITS_THE_RUNS}")
    ann.sees("Ann knocks, +66.")
    ann.tap(ann.page.get_by_text("Change melds").first)
    ann.tap(ann.page.get_by_role("button", name="7 of spades 8 of spades 9 of spades"))

    ann.sees("Ann knocks, +40.", "Bob laid off 10♠ J♠ and 6♥ and had 41.")
    ann.save("Save: Ann +40")
