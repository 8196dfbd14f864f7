"""Both numbers, Knock or Gin and the whole keypad are on the screen together, however large the text is."""

from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.layout import beyond_the_side
from tests.browser.table import LONG_NAMES, Player, Sit, match_path
from tests.gin.table import knock
from views.language.i18n import languages

SIZES = [(360, 640), (390, 664), (390, 844), (320, 568), (844, 390)]

LOOKS = {
    "normal": "() => { document.documentElement.dataset.textSize = 'normal' }",
    "very large": "() => { document.documentElement.dataset.textSize = 'largest' }",
    "twice as large": "() => { document.documentElement.style.fontSize = '200%' }",
}
"""From small to large, how the text gets its size."""

ASKED = ".count__input, .entry__outcome .segment, .entry__who .segment, .keypad .button:not([hidden]), #save"
"""What is needed at once."""

OUT_OF_REACH = """asked => [...document.querySelectorAll(asked)].filter(each => {
  const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return !inside || !(each === hit || each.contains(hit)) || Math.min(width, height) < 44;
}).map(each => each.outerHTML.slice(0, 120))"""
"""What is not wholly on the screen, lies under something else, or is smaller than 44 pixels."""

KEYS = """() => [...document.querySelectorAll(".keypad .button:not([hidden])")].map(key => {
  const { x, y, width, height } = key.getBoundingClientRect();
  return { x, y, width, height, letter: parseFloat(getComputedStyle(key).fontSize) };
})"""

BROKEN = """() => [...document.querySelectorAll(".segment__face, .count .name")].filter(each => {
  const words = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    for (const { 0: word, index } of words.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(words.currentNode, index);
      range.setEnd(words.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) return true;
    }
  }
  return false;
}).map(each => each.textContent)"""
"""Names of which a word goes on in the next line."""


@pytest.fixture
def ann(sit: Sit) -> Player:
    """Ann's phone."""
    return sit.down()


def entering(ann: Player, path: str) -> Page:
    """Opens the form for the numbers at *path*, of which Margaret's is asked for."""
    ann.page.goto(path + "/hands/new?by=deadwood")
    ann.tap(ann.page.locator("label.segment").first)
    return ann.page


def keys_of(page: Page) -> list[dict[str, Any]]:
    """Where the keys are, and how large their letters."""
    return list(page.evaluate(KEYS))


def test_both_numbers_and_the_keypad_are_on_the_screen_together(
    app: Flask, ann: Player, subtests: pytest.Subtests
) -> None:
    page = entering(ann, match_path(app, names=("Margaret", "Harold")))
    heights: dict[tuple[int, int], list[tuple[float, float]]] = {size: [] for size in SIZES}
    for look, enlarge in LOOKS.items():
        page.evaluate(enlarge)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            keys = keys_of(page)
            heights[width, height].append((keys[0]["height"], keys[0]["letter"]))
            with subtests.test(look, width=width, height=height):
                assert page.evaluate(OUT_OF_REACH, ASKED) == []
                assert beyond_the_side(page) == []
                assert len({key["x"] for key in keys}) == 3
                assert len({key["y"] for key in keys}) == 4
    for size, sizes in heights.items():
        with subtests.test("keys grow with the text", size=size):
            assert sizes == sorted(sizes)
            assert sizes[0][1] < sizes[-1][1]


@pytest.mark.full
def test_what_is_said_of_the_numbers_moves_nothing(
    app: Flask, ann: Player, subtests: pytest.Subtests
) -> None:
    page = entering(ann, match_path(app, names=("Margaret", "Harold")))
    for look, enlarge in LOOKS.items():
        page.evaluate(enlarge)
        page.set_viewport_size({"width": 360, "height": 640})
        page.locator("[name=deadwood_0]").fill("")
        page.locator("[name=deadwood_1]").fill("")
        expect(ann.button("Margaret’s deadwood?")).to_be_visible()
        before = keys_of(page)
        for fields in ({"deadwood_0": "8", "deadwood_1": "10+7+3"}, {"deadwood_1": "99"}):
            ann.write(**fields)
            said = "10+7+3 = 20" if "deadwood_0" in fields else "Deadwood can’t be more than 98."
            ann.sees(said)
            with subtests.test(look, said=said):
                assert keys_of(page) == before
                assert page.evaluate(OUT_OF_REACH, ASKED) == []


LINES_ARE_WHOLE = """said => {
  const range = document.createRange();
  range.selectNodeContents(said);
  const lines = [...range.getClientRects()];
  const frame = said.closest(".entry__hands").getBoundingClientRect().bottom;
  return lines.length > 1 && lines.every(({ bottom }) => bottom <= frame + 2);
}"""


@pytest.mark.parametrize("language", languages())
def test_all_that_a_correction_scores_is_said_above_the_keypad(app: Flask, sit: Sit, language: str) -> None:
    page = sit.down(viewport={"width": 390, "height": 664}, locale=language).page
    page.goto(match_path(app, knock(10, 9), names=("Margaret", "Harold")) + "/hands/1/correct")

    assert page.locator("#verdict").evaluate(LINES_ARE_WHOLE)


@pytest.mark.parametrize("names", [("Margaret", "Christoph"), LONG_NAMES], ids=["eight letters", "forty"])
def test_no_name_is_broken_within_a_word(
    app: Flask, ann: Player, subtests: pytest.Subtests, names: tuple[str, str]
) -> None:
    path = match_path(app, names=names)
    for width, height in SIZES[:2] + SIZES[3:4]:
        ann.page.set_viewport_size({"width": width, "height": height})
        for step in ("who knocked", "numbers"):
            page = ann.page
            if step == "who knocked":
                page.goto(path + "/hands/new?by=deadwood")
                page.evaluate("localStorage.clear()")
                page.reload()
            else:
                ann.tap(page.locator("label.segment").first)
            page.evaluate(LOOKS["twice as large"])
            with subtests.test(step, width=width):
                assert page.evaluate(BROKEN) == []
                assert beyond_the_side(page) == []


def test_in_forced_colours_the_number_that_takes_the_digits_is_told_apart(app: Flask, ann: Player) -> None:
    ann.page.emulate_media(forced_colors="active")
    page = entering(ann, match_path(app))

    now, other = (colour_of(page, f"[name=deadwood_{n}]", "borderBottomColor") for n in (0, 1))
    assert now != other


def test_in_forced_colours_nothing_shows_through_the_bar(app: Flask, ann: Player) -> None:
    ann.page.emulate_media(forced_colors="active")
    sheet = match_path(app)
    for path in ("", "/hands/new", "/hands/new?by=deadwood"):
        ann.page.goto(sheet + path)
        assert colour_of(ann.page, ".actions", "backgroundColor").startswith("rgb("), path


def colour_of(page: Page, place: str, what: str) -> str:
    """A colour of *place*: "rgb(…)", or "rgba(…)" if something shows through."""
    return str(page.locator(place).evaluate("(each, what) => getComputedStyle(each)[what]", what))
