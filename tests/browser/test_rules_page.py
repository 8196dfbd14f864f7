"""The page of the rules: read on a phone, and printed on one sheet."""

import re

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin import PRESETS
from tests.browser.conftest import Phone
from tests.browser.table import match_path, sit_down

PAPERS = ("A4", "Letter")


def sheets(page: Page, paper: str) -> int:
    """How many sheets the page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))


@pytest.fixture
def ann(app: Flask, server: str, phone: Phone) -> Page:
    """A phone at the table."""
    return sit_down(phone(), app, server)


def test_every_preset_is_printed_on_one_sheet(ann: Page) -> None:
    printed = {}
    for preset in PRESETS:
        ann.goto(f"/houses/{preset}")
        printed[preset] = [sheets(ann, paper) for paper in PAPERS]

    assert printed == {preset: [1, 1] for preset in PRESETS}


def test_the_rules_of_a_match_are_printed_on_one_sheet(ann: Page, app: Flask) -> None:
    ann.goto(match_path(app, rules=PRESETS["oklahoma"], house="oklahoma") + "/rules")

    assert [sheets(ann, paper) for paper in PAPERS] == [1, 1]


def test_so_are_rules_of_ones_own_with_much_that_is_unusual(ann: Page) -> None:
    ann.goto(
        "/houses/own?from=rummytalk&name=All+we+ever+agreed&big_gin_bonus=50&aces=round&ace_points=15&packs=2"
        "&knock_signal=any&layoff_vs_gin=true&max_hands=30&big_gin_extra_boxes=3&games_to_win=3"
        "&last_column_double=true&first_dealer=high_card&stake_per_point=0.10+EUR&stake_per_box=0.50+EUR"
    )

    assert [sheets(ann, paper) for paper in PAPERS] == [1, 1]


def test_what_is_on_the_sheet_is_the_game_and_nothing_else(ann: Page) -> None:
    ann.goto("/houses/fournier")
    ann.emulate_media(media="print")

    expect(ann.get_by_role("heading", name="Fournier")).to_be_visible()
    expect(ann.get_by_text("You need two packs")).to_be_visible()
    expect(ann.get_by_text("Usually: one pack.")).to_be_visible()
    for other in ("#disputes", ".own-ways", ".leaflet__contents", ".actions"):
        expect(ann.locator(other)).to_be_hidden()


def test_the_contents_lead_to_a_section(ann: Page) -> None:
    ann.goto("/houses/pagat")
    ann.get_by_role("link", name="Scoring").click()

    expect(ann.get_by_role("heading", name="Scoring", level=2)).to_be_in_viewport()


def test_a_button_prints_it(ann: Page) -> None:
    ann.goto("/houses/pagat")
    ann.evaluate("window.print = () => { document.title = 'printed' }")
    ann.get_by_role("button", name="Print on one sheet").click()

    expect(ann).to_have_title("printed")
