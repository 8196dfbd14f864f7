"""The way of a new phone to its first scored hand: how much it taps and reads."""

import re

from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.layout import beyond_the_side, small_targets
from tests.browser.table import Phone, Player

MOST_TAPS = 8
MOST_WORDS = {"new match": 35, "empty sheet": 30}


SEEN = """() => {
  const texts = [...document.querySelectorAll("body, .skip, .aside")].filter(each => each.checkVisibility());
  return texts.map(each => each.innerText);
}"""
"""The text of a page, and what is in it for screen readers only."""


def words_on(page: Page) -> int:
    """How many words are seen on a page."""
    all_words, *unseen = (len(re.findall(r"[^\W_]+(?:[’'-][^\W_]+)*", text)) for text in page.evaluate(SEEN))
    return all_words - sum(unseen)


def test_a_first_hand_by_numbers_takes_eight_taps(phone: Phone) -> None:
    ann = Player(phone())
    ann.page.goto("/")
    ann.follow("New match")
    ann.page.wait_for_url("**/matches/new")
    read = {"new match": words_on(ann.page)}
    ann.press("Start")
    ann.page.wait_for_url("**/m/*")
    read["empty sheet"] = words_on(ann.page)
    ann.follow("Numbers")
    ann.choose("Player 1")
    ann.digits("325")
    ann.save("Save: Player 1 +22")
    ann.sees("Player 1 knocks, +22.")

    assert ann.taps <= MOST_TAPS
    assert {page: words for page, words in read.items() if words > MOST_WORDS[page]} == {}

    ann.page.goto("/matches/new")
    ann.press("Start")
    ann.page.wait_for_url("**/m/*")
    ann.follow("Enter hand 1")
    expect(ann.page.get_by_text("Numbers", exact=True)).to_have_attribute("aria-current", "true")


def test_a_new_match_has_large_targets_also_where_rules_are_chosen(phone: Phone) -> None:
    ann = Player(phone())
    ann.page.goto("/matches/new")
    for line in ("Two players", "Rules: Standard, to 100", "More rules", "Hollywood, stakes, your own rules"):
        ann.tap(ann.page.get_by_text(line))

    assert (
        small_targets(ann.page, "main :is(a, button, summary, .segment, .choice__label, .field__input)") == []
    )
    assert beyond_the_side(ann.page) == []


def test_the_line_of_the_rules_says_what_was_chosen(app: Flask, phone: Phone) -> None:
    ann = Player(phone())
    ann.page.goto("/matches/new")
    line = ann.page.locator(".opens__line").last
    ann.tap(line)
    ann.tap(ann.page.get_by_role("radio", name="All bonuses 25"))
    expect(line).to_have_text("Rules: All 25, to 100")
    ann.tap(ann.page.get_by_text("Hollywood, stakes, your own rules"))
    ann.choose("Hollywood: three columns")
    expect(line).to_have_text("Rules: All 25, Hollywood")

    ann.press("Done")
    expect(ann.page.get_by_role("radio", name="All bonuses 25")).to_be_hidden()
    expect(line).to_be_focused()
    ann.press("Start")
    ann.page.wait_for_url("**/m/*")
    expect(ann.page.get_by_role("link", name="All 25, Hollywood")).to_be_visible()
