"""Two phones in one match: both with seats, or one a viewer."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.table import Phone, Player, match_path, sit_down
from tests.records.table import ANN_KNOCKS

both = pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without scripts"])


def enter(player: Player, who: str, deadwood_0: str, deadwood_1: str) -> None:
    """Enters a hand by counts, up to its saving."""
    player.choose(who)
    player.write(deadwood_0=deadwood_0, deadwood_1=deadwood_1)
    player.preview()


@both
def test_a_hand_from_an_old_sheet_is_shown_beside_what_came_between(
    app: Flask, server: str, phone: Phone, javascript: bool
) -> None:
    ann, bob = (Player(sit_down(phone(javascript=javascript), app, server)) for _ in range(2))
    sheet = match_path(app)
    for player in (ann, bob):
        player.page.goto(f"{sheet}/hands/new?by=deadwood")
    enter(ann, "Ann", "8", "20")
    enter(bob, "Bob", "31", "4")
    ann.save("Save: Ann +12")
    bob.press("Save: Bob +27")

    bob.sees("Ann knocks, +12.", "Bob knocks, +27.", "Yours is not saved yet.")
    ann.page.reload()
    expect(ann.hands).to_have_count(1)
    bob.press("Add mine as hand 2 too")
    bob.page.wait_for_url("**/m/*")
    expect(bob.hands).to_have_count(2)
    ann.page.reload()
    ann.sees("Bob knocks, +27.")


def test_the_same_hand_entered_on_both_phones_is_one(app: Flask, server: str, phone: Phone) -> None:
    ann, bob = (Player(sit_down(phone(), app, server)) for _ in range(2))
    sheet = match_path(app)
    for player in (ann, bob):
        player.page.goto(f"{sheet}/hands/new?by=deadwood")
        enter(player, "Ann", "8", "20")
    ann.save("Save: Ann +12")
    bob.press("Save: Ann +12")
    bob.page.wait_for_url("**/m/*")
    bob.sees("Hand 1 was already saved on another phone. It counts only once.")

    expect(bob.hands).to_have_count(1)


def test_mine_is_changed_before_it_is_added(app: Flask, server: str, phone: Phone) -> None:
    ann, bob = (Player(sit_down(phone(), app, server)) for _ in range(2))
    sheet = match_path(app)
    for player in (ann, bob):
        player.page.goto(f"{sheet}/hands/new?by=deadwood")
    enter(ann, "Ann", "8", "20")
    enter(bob, "Bob", "31", "4")
    ann.save("Save: Ann +12")
    bob.press("Save: Bob +27")
    bob.press("Change mine first")
    expect(bob.field("deadwood_0")).to_have_value("31")
    bob.write(deadwood_0="41")
    bob.save("Save: Bob +37")

    expect(bob.hands).to_have_count(2)


@both
def test_a_phone_without_a_seat_is_a_viewer(app: Flask, server: str, phone: Phone, javascript: bool) -> None:
    carol = Player(phone(javascript=javascript))
    sheet = match_path(app, ANN_KNOCKS)
    carol.page.goto(sheet)

    carol.sees("Ann knocks, +12.", "88 to go")
    expect(carol.page.get_by_role("button")).to_have_count(0)
    expect(carol.page.get_by_role("link", name="hand 2")).to_have_count(0)
    carol.follow("Knock")
    carol.sees("Ann scores")
    expect(carol.page.get_by_role("button")).to_have_count(0)
    expect(carol.page.get_by_role("link", name="Correct")).to_have_count(0)
    carol.page.goto(f"{sheet}/hands/new")
    expect(carol.page.get_by_role("form")).to_have_count(0)
    expect(carol.page.get_by_role("heading", level=1)).not_to_contain_text("who went out")
