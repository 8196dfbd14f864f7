"""Hands are corrected with the pack, wrong entries explained while they are entered, and lines entered."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import Player, Sit, signs
from tests.records.table import ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS


def test_a_hand_of_cards_is_corrected_by_other_cards(sit: Sit) -> None:
    ann = sit(BOB_BREAKS_HIS_EIGHTS, at="/hands/1/correct")
    ann.tap(ann.page.get_by_role("button", name="Ann knocks with 10"))
    ann.take("JD AD")
    ann.sees("Ann knocks with 1")
    ann.save("Save: Ann +8")

    ann.sees("Ann knocks, +8.", "9 − 1 = 8.")
    expect(ann.hands).to_have_count(1)


CARDS_0 = "Ann can’t knock: 32 deadwood (limit 10)."
"""Beside KS KC KD and 5S 6S 7S lie a nine, a ten, a three and a jack."""

MELDS_1 = "8♠ 9♠ 8♣ is neither a set of one rank nor a run of one suit."


@pytest.fixture
def ann(sit: Sit) -> Player:
    """Ann, with a fresh sheet before her."""
    return sit(at="/hands/new")


def says(ann: Player, **sentences: str) -> None:
    """Each sentence is heard with its field, and read beside it."""
    for name, sentence in sentences.items():
        words = re.compile(re.escape(signs(sentence)))
        expect(ann.field(name)).to_have_accessible_description(words)
        beside = ann.page.locator(f"#{name}-error")
        expect(beside).to_be_visible()
        expect(beside).to_contain_text(words)


def test_wrong_deadwood_is_explained_at_both_fields(ann: Player) -> None:
    ann.press("Numbers")
    ann.choose("Ann")
    ann.write(deadwood_0="11", deadwood_1="99")
    ann.press_main()

    says(
        ann,
        deadwood_0="Ann can’t knock: 11 deadwood (limit 10).",
        deadwood_1="Deadwood can’t be more than 98.",
    )
    expect(ann.field("deadwood_0")).to_have_value("11")
    expect(ann.field("deadwood_1")).to_have_value("99")
    expect(ann.page.get_by_role("radio", name="Ann", exact=True)).to_be_checked()

    ann.write(deadwood_0="10", deadwood_1="98")
    ann.save("Save: Ann +88")
    expect(ann.hands).to_have_count(1)


def test_what_is_wrong_with_the_cards_is_said_as_they_are_tapped(ann: Player) -> None:
    ann.choose("Ann")
    ann.take("KS KC KD 5S 6S 7S 9C TC 3D JD")
    ann.take("QS 2S 2C 2D 2H 8S 8C 8D 9S 3H")
    says(ann, cards_0=CARDS_0)
    ann.tap(ann.page.locator(".tray__tab", has_text="Bob"))
    ann.press("Type the cards")
    ann.page.get_by_text("Change melds").nth(1).tap()
    ann.write(melds_1="2S 2C 2D / 8S 8C 9S")

    says(ann, cards_0=CARDS_0, melds_1=MELDS_1)
    ann.press_main()
    says(ann, cards_0=CARDS_0, melds_1=MELDS_1)
    expect(ann.field("melds_1")).to_have_value("2S 2C 2D / 8S 8C 9S")


def test_a_penalty_takes_five_taps(sit: Sit) -> None:
    ann = sit(ANN_KNOCKS)

    ann.open_menu()
    ann.follow("Penalty or adjustment")
    ann.choose("Ann")
    ann.choose("A card was shown")
    ann.sees("Bob gets 10. Ann showed a card.", "Ann 12, Bob 10.")
    expect(ann.button("Preview")).to_be_hidden()
    ann.press("Save: Bob +10")
    ann.page.wait_for_url("**/m/*")

    ann.sees("Bob gets 10. Ann showed a card.")
    assert ann.taps == 5
