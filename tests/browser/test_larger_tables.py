"""Three and four players on several phones."""

from flask import Flask
from playwright.sync_api import expect

from models.gin.rules.seating import Table
from tests.browser.table import Phone, Player, Sit, match_path

NAMES = ("Ann", "Bob", "Cid", "Dan")


def test_four_players_start_and_keep_their_places(phone: Phone) -> None:
    """Who deals first is asked of the sides, by their names as they are typed."""
    ann = Player(phone())
    ann.page.goto("/matches/new")
    ann.write(name_0="Ann")
    ann.tap(ann.page.get_by_text("Two players", exact=True))
    ann.press("Two against two")
    expect(ann.field("name_0")).to_have_value("Ann")
    ann.write(name_1="Bob", name_2="Cid")
    ann.field("name_2").press("Enter")
    expect(ann.field("name_3")).to_be_focused()
    ann.write(name_3="Dan")
    ann.choose("Bob & Dan")
    ann.field("name_3").press("Enter")

    ann.page.wait_for_url("**/m/*")
    ann.sees("Ann & Cid", "Bob & Dan")


def test_each_pair_has_a_draft_of_its_own(app: Flask, sit: Sit) -> None:
    """One phone between two pairs: what the one has half entered is not taken for the other's."""
    match = match_path(app, names=NAMES, table=Table.PARTNERSHIP)
    ann = sit.down()
    ann.page.goto(f"{match}/hands/new?by=deadwood&faced=0-1")
    ann.choose("Ann")
    ann.write(deadwood_0="8")

    ann.page.goto(f"{match}/hands/new?by=deadwood&faced=2-3")
    expect(ann.field("deadwood_0")).to_have_value("")
    expect(ann.page.get_by_text("Cid against Dan.")).to_be_visible()

    ann.page.goto(f"{match}/hands/new?by=deadwood&faced=0-1")
    expect(ann.field("deadwood_0")).to_have_value("8")
    expect(ann.page.get_by_role("radio", name="Ann", exact=True)).to_be_checked()


def test_whoever_else_has_played_keeps_what_was_tapped(app: Flask, sit: Sit) -> None:
    match = match_path(app, names=NAMES[:3], table=Table.THREE)
    ann = sit.down()
    ann.page.goto(f"{match}/hands/new?by=deadwood&faced=1-2")
    ann.choose("Bob")
    ann.write(deadwood_0="8", deadwood_1="20")
    ann.page.get_by_text("Different players?").tap()
    ann.press("Ann against Cid")

    ann.page.wait_for_url("**faced=0-2")
    expect(ann.field("deadwood_0")).to_have_value("8")
    expect(ann.field("deadwood_1")).to_have_value("20")
    ann.choose("Ann")
    ann.press("Save: Ann +12")
    ann.page.wait_for_url(f"**{match}")
    ann.sees("Ann knocked with 8; Cid had 20.")
