"""Tables of points that are imported: the phone remembers what their columns are."""

from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.table import Phone, sit_down

AN_EVENING = "Date,Ann,Bob,Rest\n2021-01-05,105,62,7\n2021-01-12,40,110,3\n2021-01-19,101,8,1\n"
THE_NEXT = AN_EVENING.replace("2021", "2022")


def preview(page: Page, text: str) -> None:
    page.goto("/import")
    page.get_by_label("Or paste its text").fill(text)
    page.get_by_role("button", name="Preview").tap()
    page.get_by_label("Column 4").wait_for()


def test_columns_are_chosen_once_and_preselected_the_next_time(app: Flask, server: str, phone: Phone) -> None:
    page = sit_down(phone(), app, server)
    preview(page, AN_EVENING)
    page.get_by_label("Column 4").select_option("Leave out")
    expect(page.get_by_text("The columns are as last time.")).to_be_hidden()
    page.get_by_role("button", name="Preview again").tap()
    page.get_by_role("button", name="Import").tap()
    expect(page).to_have_url(f"{server}/?done=imported")

    preview(page, THE_NEXT)

    expect(page.get_by_text("The columns are as last time.")).to_be_visible()
    expect(page.get_by_label("Column 4")).to_have_value("nothing")
    expect(page.get_by_text("Ann 2, Bob 1")).to_be_visible()


def test_neither_names_nor_points_are_remembered(app: Flask, server: str, phone: Phone) -> None:
    page = sit_down(phone(), app, server)
    preview(page, AN_EVENING.replace("Rest", "Notes"))
    page.get_by_role("button", name="Import").tap()
    expect(page).to_have_url(f"{server}/?done=imported")

    kept = page.evaluate("localStorage.getItem('columns-of-tables')")

    assert "day player player notes" in kept
    assert "Ann" not in kept
    assert "105" not in kept
