"""Correcting a hand with the pack."""

from playwright.sync_api import expect

from tests.browser.table import Sit
from tests.records.table import BOB_BREAKS_HIS_EIGHTS


def test_a_hand_of_cards_is_corrected_by_other_cards(sit: Sit) -> None:
    ann = sit(BOB_BREAKS_HIS_EIGHTS, at="/hands/1/correct")
    ann.tap(ann.page.get_by_role("button", name="Ann knocks with 10"))
    ann.take("JD AD")
    ann.sees("Ann knocks with 1")
    ann.save("Save: Ann +8")

    ann.sees("Ann knocks, +8.", "9 − 1 = 8.")
    expect(ann.hands).to_have_count(1)
