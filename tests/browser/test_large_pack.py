"""In large text the keys of the pack grow, and the pack scrolls between the open tray and the bar."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.table import Phone, Player, Sit, match_path, sit_down
from tests.browser.test_the_pack import finger, holds, middle, slide

SCREENS = [(360, 640), (390, 664), (390, 844)]
LEAST = {"100%": (44, 44), "135%": (64, 56), "200%": (72, 60)}
"""The smallest key, by the size of text: as set in the settings, "Very large", and by the browser."""

ENLARGE = "size => { document.documentElement.style.fontSize = size }"

KEYS = """() => [...document.querySelectorAll(".key")].map(key => {
  const { width, height } = key.getBoundingClientRect();
  return [width, height, parseFloat(getComputedStyle(key).fontSize)];
})"""
"""The width and height of each key, and the size of its rank."""

HIDDEN = """selectors => selectors.filter(selector => {
  const each = document.querySelector(selector);
  const { left, top, right, bottom } = each.getBoundingClientRect();
  const corners = [left + 9, right - 9].flatMap(x => [[x, top + 9], [x, bottom - 9]]);
  return !corners.every(place => each.contains(document.elementFromPoint(...place)));
})"""
"""Those elements of which a corner is off the screen or under something else."""

STILL = 150
"""Milliseconds after which a finger no longer stops a pack that rolls."""

TRAY, BAR = ".is-open .tray__state", "#save"


@pytest.fixture
def ann(sit: Sit) -> Player:
    """Ann, who knocked, with the pack before her."""
    ann = sit(at="/hands/new?by=cards", names=("Margaret", "Harold"), viewport={"width": 390, "height": 664})
    ann.choose("Margaret")
    expect(ann.key("AS")).to_be_visible()
    return ann


def smallest(page: Page) -> list[float]:
    """The least width and height of a key, and the least size of a rank."""
    return [min(each) for each in zip(*page.evaluate(KEYS), strict=True)]


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_keys_and_ranks_grow_with_the_text_between_the_tray_and_the_bar(
    ann: Player, screen: tuple[int, int]
) -> None:
    ann.page.set_viewport_size(dict(zip(("width", "height"), screen, strict=True)))
    normal = smallest(ann.page)
    for size, least in LEAST.items():
        ann.page.evaluate(ENLARGE, size)
        now = smallest(ann.page)
        assert all(a >= b for a, b in zip(now, [*least, normal[2]], strict=True)), (size, now)
        for card in ("KC", "AS"):
            ann.key(card).focus()
            assert ann.page.evaluate(HIDDEN, [TRAY, BAR, ":focus"]) == [], (size, card)
        assert ann.page.locator(".is-open .tray__tab").bounding_box()["height"] <= 60, "one line"


def takes(ann: Player, cards: str) -> bool:
    """Whether a slide takes these *cards*, once the pack stands still: before, a finger only stops it.

    How far the pack has rolled is not known, so they are brought into view first.
    """
    ann.key(cards.split()[0]).focus()
    ann.page.wait_for_timeout(STILL)
    slide(ann, cards)
    return ann.page.locator("[name=cards_0]").input_value() == cards


def test_a_swipe_scrolls_the_large_pack_and_a_slide_along_a_suit_takes_the_run(ann: Player) -> None:
    page = ann.page
    page.evaluate(ENLARGE, "200%")
    scrolled = "() => document.querySelector('.main').scrollTop"
    before = page.evaluate(scrolled)
    page.evaluate("() => { window.end = new Promise(end => addEventListener('scrollend', end, true)) }")
    with finger(page, ann.key("9S")) as move:
        for card in ("5S", "AS"):
            move(ann.key(card))
    page.wait_for_function(f"before => ({scrolled})() > before + 40", arg=before)
    page.evaluate("() => end")
    holds(ann, 0, "")

    assert any(takes(ann, "5H 6H 7H") for _ in range(20))
    ann.sees("Margaret 3 of 10")


def test_after_a_tap_and_a_change_of_trays_no_key_of_the_large_pack_has_moved(ann: Player) -> None:
    ann.page.evaluate(ENLARGE, "200%")
    for card in ("AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S"):
        ann.key(card).tap()
    place = middle(ann.key("TS"))
    ann.page.touchscreen.tap(*place.values())
    ann.sees("Harold 0 of 10")
    assert middle(ann.key("TS")) == place


def test_in_german_the_tip_leaves_room_for_the_second_hand(app: Flask, server: str, phone: Phone) -> None:
    page = phone(viewport={"width": 390, "height": 664}, locale="de")
    ann = Player(sit_down(page, app, server))
    page.goto(match_path(app, names=("Margaret", "Harold")) + "/hands/new?by=cards")
    ann.choose("Margaret")

    expect(page.locator("[data-tip]")).to_be_visible()
    assert page.evaluate(HIDDEN, ["[data-tray=cards_1] .tray__tab"]) == []


def test_cards_of_the_knocker_keep_the_colour_of_the_knocker(ann: Player) -> None:
    blue = ann.page.locator("[data-tray=cards_0] .name").evaluate("each => getComputedStyle(each).color")
    ann.take("KS KC KD 5S 6S 7S 9C TC JC JD")
    ann.sees("Margaret knocks with 10")
    ann.take("2H")

    expect(ann.key("KS")).to_have_css("background-color", blue)
    expect(ann.key("KS")).to_be_disabled()
    expect(ann.key("2H")).not_to_have_css("background-color", blue)
