"""The page of the rules, read on a phone and printed on one sheet, and changing those of a match."""

import re

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.rules.presets import PRESETS
from tests.browser.table import Check, Player, Sit, match_path
from tests.gin.table import gin, knock

PAPERS = ("A4", "Letter")

POINTS_8_5 = "11.3333px"
"""The usual size of the letters on paper."""


def sheets(page: Page, paper: str) -> int:
    """How many sheets the page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))


@pytest.fixture
def ann(sit: Sit) -> Page:
    """A phone at the table."""
    return sit.down().page


@pytest.mark.parametrize(
    "presets",
    [("rummytalk", "pagat"), pytest.param(tuple(PRESETS), marks=pytest.mark.full)],
    ids=["the longest", "all"],
)
def test_every_preset_is_printed_on_one_sheet(ann: Page, presets: tuple[str, ...]) -> None:
    printed = {}
    for preset in presets:
        ann.goto(f"/houses/{preset}")
        printed[preset] = [sheets(ann, paper) for paper in PAPERS]

    assert printed == {preset: [1, 1] for preset in presets}


@pytest.mark.full
def test_the_rules_of_a_match_are_printed_on_one_sheet(ann: Page, app: Flask) -> None:
    ann.goto(match_path(app, rules=PRESETS["oklahoma"], preset="oklahoma") + "/rules")

    assert [sheets(ann, paper) for paper in PAPERS] == [1, 1]


def test_so_are_rules_of_ones_own_with_much_that_is_unusual(ann: Page) -> None:
    ann.goto(
        "/houses/own?from=rummytalk&name=All+we+ever+agreed&big_gin_bonus=50&aces=round&ace_points=15&packs=2"
        "&knock_signal=any&layoff_vs_gin=true&max_hands=30&big_gin_extra_boxes=3&games_to_win=3"
        "&last_column_double=true&first_dealer=high_card&stake_per_point=0.10+EUR&stake_per_box=0.50+EUR"
    )

    assert [sheets(ann, paper) for paper in PAPERS] == [1, 1]


def test_where_nearly_all_is_unusual_it_takes_both_sides_and_can_still_be_read(ann: Page) -> None:
    ann.goto(
        "/houses/own?from=pagat&name=All&oklahoma=true&ace_upcard=gin&melded_to_knock=8&aces=high_or_low&knock_base=15"
        "&gin_bonus=25&big_gin_bonus=50&undercut_bonus=25&gin_off_bonus=25&gin_off_vs_gin=true&loser_negative=true"
        "&spade_double=true&dead_hand_double_carries=true&spade_doubles_boxes=true&target=250&max_hands=10"
        "&tied_after_max_hands=end_of_round&game_bonus=250&box_bonus=25&gin_extra_boxes=2&big_gin_extra_boxes=1"
        "&undercut_extra_boxes=1&gin_off_extra_boxes=1&shutout=double_difference&game_winner=higher_final_total"
        "&columns=3&last_column_double=true&column_targets=150+200+250&column_bonuses=100+200+300"
        "&all_columns_shutout_bonus=100&all_columns_shutout_times=2&games_to_win=2&match_by=game_points"
        "&first_dealer=low_card&deal_rotation=alternate&redeal_after_dead_hand=rotate"
        "&next_game_dealer=loser&packs=2&knock_signal=points_said&fiftieth_card=either&false_knock=undercut"
        "&penalties_count=false&penalty_box=true&penalties_prevent_shutout=true&partners_score=added"
        "&three_players=all_against_winner"
    )

    assert [sheets(ann, paper) for paper in PAPERS] == [2, 2]
    ann.emulate_media(media="print")
    expect(ann.locator(".leaflet")).to_have_css("font-size", POINTS_8_5)


def test_what_is_on_the_sheet_is_the_game_and_nothing_else(ann: Page) -> None:
    ann.goto("/houses/fournier")
    ann.emulate_media(media="print")

    expect(ann.get_by_role("heading", name="Lay-offs against gin")).to_be_visible()
    expect(ann.get_by_text("You need two packs")).to_be_visible()
    expect(ann.get_by_text("Usually: 1.")).to_be_visible()
    for other in (".own-ways", ".leaflet__contents", ".actions"):
        expect(ann.locator(other)).to_be_hidden()


def test_a_button_prints_it(ann: Page) -> None:
    ann.goto("/houses/pagat")
    ann.evaluate("window.print = () => { document.title = 'printed' }")
    ann.get_by_role("button", name="Print on one sheet").click()

    expect(ann).to_have_title("printed")


NOW = "Use these rules"


def at_a_sheet(sit: Sit) -> Player:
    """Ann, with 40 to Bob's 32 by Pagat."""
    ann = sit(knock(5, 45), gin(12, by=1))
    ann.sees("Bob goes gin")
    return ann


def open_group(ann: Player, title: str) -> None:
    """Opens a group of rules."""
    ann.tap(ann.page.locator("summary").filter(has_text=title))


def set_to(ann: Player, name: str, value: str) -> None:
    """Taps a usual value of a rule."""
    ann.tap(ann.page.locator(f"#{name}-chips button[value='{name}={value}']"))


def test_one_number_takes_six_taps(sit: Sit, axe: Check) -> None:
    ann = at_a_sheet(sit)
    ann.follow("Standard, to 100")
    ann.follow("Change these rules")
    open_group(ann, "What a hand scores")
    set_to(ann, "gin_bonus", "25")
    ann.press("Preview")
    expect(ann.button(NOW)).to_be_visible()
    expect(ann.page.locator(".compared__after")).to_be_in_viewport()
    for scheme in ("dark", "light"):
        ann.page.emulate_media(color_scheme=scheme)
        axe(ann.page)
    ann.save(NOW)

    expect(ann.page.locator(".total__points")).to_have_text(["40", "37"])
    ann.sees("Rules changed")
    assert ann.taps == 6


def test_before_and_after_follow_each_tap(sit: Sit) -> None:
    ann = at_a_sheet(sit)
    ann.page.goto(f"{ann.page.url}/rules/change")
    open_group(ann, "The end of a game")
    ann.field("target").fill("40")
    ann.sees("now over", "Hand 2 was played after the end")
    ann.field("target").fill("0")
    expect(ann.page.locator("#target-error")).not_to_be_empty()
    expect(ann.button("Use these rules")).to_be_visible()
    ann.field("target").fill("200")
    expect(ann.button("Preview")).to_be_visible()
