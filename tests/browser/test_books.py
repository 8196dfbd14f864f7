"""A book on a phone: from the matches there to who leads, with as few taps as it takes."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.table import Phone, Player, match_path, sit_down
from tests.gin.table import gin


@pytest.mark.parametrize("javascript", [True, False])
def test_two_players_keep_their_matches_together(
    app: Flask, server: str, phone: Phone, javascript: bool
) -> None:
    match_path(app, gin(98))
    match_path(app)
    ann = Player(sit_down(phone(javascript=javascript), app, server))
    ann.page.goto("/")
    ann.tap(ann.page.get_by_role("link", name="Start a book"))
    ann.press("Start the book")

    ann.sees("Ann", "Bob", "is ahead by 1 match.")
    assert ann.taps == 2
    ann.tap(ann.page.get_by_role("link", name="New match"))
    ann.press("Start")
    ann.page.wait_for_url("**/m/*")
    ann.open_menu()
    ann.tap(ann.page.get_by_role("link", name="The book", exact=True))
    ann.page.wait_for_url("**/b/*")
    ann.tap(ann.page.get_by_role("link", name="Find a match").last)
    expect(ann.page.locator(".matches .match")).to_have_count(3)
    ann.page.get_by_label("Name of a player").fill("ANN")
    ann.tap(ann.page.get_by_role("button", name="Find").first)
    expect(ann.page.locator(".chip--off")).to_have_text("“ANN” ×: remove")
    ann.tap(ann.page.locator(".chip--off"))
    expect(ann.page.locator(".chip--off")).to_have_count(0)
