"""Starting a match with the phone's keyboard."""

from playwright.sync_api import expect

from tests.browser.table import Phone, Player


def test_after_the_first_name_comes_the_second(phone: Phone) -> None:
    ann = Player(phone())
    ann.page.goto("/matches/new")
    ann.write(name_0="Ann")
    ann.field("name_0").press("Enter")

    expect(ann.field("name_1")).to_be_focused()
    ann.write(name_1="Bob")
    ann.field("name_1").press("Enter")
    ann.page.wait_for_url("**/m/*")
    ann.sees("Ann", "Bob")
