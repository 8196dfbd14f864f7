"""Correcting, removing and restoring a hand, also after its game has ended."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from models.gin.declaration import Count, Ending
from models.gin.sheet import Hand
from tests.browser.table import Phone, Player, match_path, sit_down
from tests.records.table import ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS

ANN_HAS_GIN = Hand(0, Count(Ending.GIN, defender=80))
"""A hundred points: with the twelve before, Ann has won."""


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def ann(request: pytest.FixtureRequest, app: Flask, server: str, phone: Phone) -> Player:
    """Ann, before the sheet of a game that she has won."""
    ann = Player(sit_down(phone(javascript=request.param), app, server))
    ann.page.goto(match_path(app, ANN_KNOCKS, ANN_HAS_GIN))
    expect(ann.button("Rematch")).to_be_visible()
    return ann


def test_a_correction_opens_a_finished_game_again(ann: Player) -> None:
    ann.follow("Gin")
    ann.follow("Correct")
    expect(ann.page.get_by_role("radio", name="Ann", exact=True)).to_be_checked()
    expect(ann.field("deadwood_1")).to_have_value("80")
    ann.write(deadwood_1="60")
    ann.preview()
    ann.save("Save: Ann +80")

    ann.sees("8 to go")
    expect(ann.page.get_by_role("link", name="Enter hand 3")).to_be_visible()
    ann.open_menu()
    ann.follow("History")
    ann.sees("Hand 2 corrected", "80 + 20 for gin = 100.", "60 + 20 for gin = 80.")


def test_a_hand_is_removed_and_brought_back(ann: Player) -> None:
    ann.follow("Knock")
    ann.press("Remove")
    ann.page.wait_for_url("**/m/*")
    expect(ann.hands).to_have_count(1)

    ann.open_menu()
    ann.follow("History 1 hand removed")
    ann.press("Bring it back")
    ann.page.wait_for_url("**/m/*")
    expect(ann.hands).to_have_count(2)
    expect(ann.page.get_by_text("removed")).to_have_count(0)
    ann.follow("Knock")
    ann.sees("Hand 1 brought back", "Hand 1 removed", "Hand 1 added")


def test_a_hand_of_cards_is_corrected_by_other_cards(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(match_path(app, BOB_BREAKS_HIS_EIGHTS))
    ann.follow("Undercut")
    ann.sees("Bob broke the eights to lay off more.")
    ann.follow("Correct")
    ann.tap(ann.page.get_by_role("button", name="Ann knocks with 10"))
    ann.take("JD AD")
    ann.sees("Ann knocks with 1")
    ann.save("Save: Ann +8")

    ann.sees("Ann knocks, +8.", "9 − 1 = 8.")
    expect(ann.hands).to_have_count(1)
