"""What stands on a page is never under its bar, or can be scrolled clear of it, also by the focus."""

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from tests.browser.table import Phone, Player, Sit, match_path
from tests.gin.table import knock
from views.language.i18n import languages

SIZES = {(320, 568): "", (360, 640): "largest", (390, 664): "", (390, 844): "", (844, 390): ""}
"""Phones, and the size of text that is chosen on them."""

FOCUSABLE = ":is(.main, .actions) :is(a, button, summary, select, input):not(.aside)"

UNDER = """focusable => [...document.querySelectorAll(focusable)]
  .filter(each => {
    document.activeElement.blur();
    each.focus();
    if (!each.checkVisibility() || each.disabled) return false;
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const whole = each.closest("label") ?? each;
    const seen = y => whole.contains(document.elementFromPoint((left + right) / 2, y));
    return !seen(top + 13) || !seen(bottom - 13);
  })
  .map(each => each.outerHTML.slice(0, 120))"""
"""What has the focus and is not seen whole."""

KEYS = """() => [...document.querySelectorAll(".key")].map(each => each.getBoundingClientRect().top)"""


@pytest.mark.parametrize(
    "width, height", [(320, 568), *(pytest.param(*each, marks=pytest.mark.full) for each in [*SIZES][1:])]
)
def test_what_has_the_focus_is_not_under_the_bar(
    app: Flask, sit: Sit, subtests: pytest.Subtests, width: int, height: int
) -> None:
    ann = sit.down(viewport={"width": width, "height": height})
    page, sheet, text = ann.page, match_path(app, *[knock(8, 20)] * 4), SIZES[width, height]
    paths = ("/judge", "/judge?ask=showdown", "/settings", "/matches/new", "/houses/own", sheet)
    for path in (*paths, f"{sheet}/hands/new", f"{sheet}/hands/new?by=deadwood"):
        page.goto(path)
        page.evaluate("size => { document.documentElement.dataset.textSize = size }", text)
        if "/hands/" in path:
            ann.tap(page.locator("label.segment").first)
        with subtests.test(path):
            assert page.evaluate(UNDER, FOCUSABLE) == []


@pytest.mark.parametrize("language", languages())
def test_both_players_and_the_whole_pack_are_before_the_judge(phone: Phone, language: str) -> None:
    page = phone(viewport={"width": 390, "height": 664}, locale=language)
    for asked in ("hand", "showdown"):
        page.goto(f"/judge?ask={asked}")
        for place in (".segment", ".tray__tab", ".key"):
            expect(page.locator(place).last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", ["", "largest"])
def test_an_answer_that_comes_late_moves_no_card(phone: Phone, size: str) -> None:
    ann = Player(phone(viewport={"width": 360, "height": 640}))
    waiting: list[Route] = []
    ann.page.goto("/judge")
    ann.page.evaluate("size => { document.documentElement.dataset.textSize = size }", size)
    ann.page.route("**/judge?*", lambda route: waiting.append(route))
    ann.press("Type the cards")
    with ann.page.expect_request("**/judge?*"):
        ann.write(cards="5C-7C-9C")
    ann.tap(ann.page.locator("[data-tap]"))
    ann.page.locator(".is-typed").wait_for()
    before = ann.page.evaluate(KEYS)
    waiting.pop().continue_()

    expect(ann.page.locator("#cards-error")).to_be_visible()
    assert ann.page.evaluate(KEYS) == before


BELOW = """() => document.querySelector(".actions__row").getBoundingClientRect().top - Math.max(
  ...[...document.querySelectorAll(".paper, .foot")].map(each => each.getBoundingClientRect().bottom))"""


def test_on_a_computer_the_bar_follows_a_short_page(app: Flask, sit: Sit) -> None:
    page, sheet = sit.down(viewport={"width": 1280, "height": 800}).page, match_path(app, knock(8, 20))
    short = ("/settings", sheet, f"{sheet}/hands/1", f"{sheet}/hands/new?by=deadwood", "/judge?cards=7S7H7D")
    for path in short:
        page.goto(path)
        assert 0 <= page.evaluate(BELOW) <= 64, path
    page.goto("/houses/pagat")
    expect(page.locator(".actions__row")).to_be_in_viewport(ratio=1)
