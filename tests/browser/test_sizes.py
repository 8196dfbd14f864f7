"""Small phones, long names, long evenings, large text and broad thumbs."""

from itertools import cycle, islice

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.presets import PRESETS
from tests.browser.table import LONG_NAMES, Phone, Player, begun, sit_down
from tests.records.table import ANN_KNOCKS, ANN_LAYS_GIN, BOB_BREAKS_HIS_EIGHTS, BOB_HAS_GIN, DEAD

FORTY = tuple(islice(cycle((ANN_KNOCKS, BOB_HAS_GIN, DEAD, BOB_BREAKS_HIS_EIGHTS, ANN_LAYS_GIN)), 40))
ANN_KNOCKS_WITH_10, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
TARGET = 48
EVERY = "button, summary, label.segment, .actions a, .top a, .pad a, .match a, .house a, .choice__link"

both = pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without scripts"])

UNSEEN = """.skip, .ask__house > label, :is(.hollywood, .aside, thead .name),
  :is(.hollywood, .aside, svg, thead .name) *"""
"""What is only heard, scrolls in a frame of its own, or is a name cut short that stands in full above."""

WIDER = """([width, except]) => [...document.querySelectorAll("body *")]
  .filter(each => each.checkVisibility() && !each.matches(except))
  .filter(each => each.getBoundingClientRect().right > width + 0.5)
  .map(each => each.outerHTML.slice(0, 120))"""
"""What reaches over the right side of the screen."""

TEXTS = """except => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!data.trim() || !parentElement.checkVisibility() || parentElement.matches(except)) continue;
    if (parentElement.closest(".actions")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const { left, right, top, bottom } of range.getClientRects())
      texts.push({ text: data.trim(), left, right, top, bottom });
  }
  return texts;
}"""
"""Where each line of text stands; the bar lies over the page, which scrolls under it."""

CUT_OFF = """except => [...document.querySelectorAll("body *")]
  .filter(each => each.checkVisibility() && !each.matches(except))
  .filter(each => getComputedStyle(each).overflowX !== "visible" && each.tagName !== "INPUT")
  .filter(each => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map(each => each.outerHTML.slice(0, 120))"""
"""What does not show all that it holds."""

TARGETS = """selector => [...document.querySelectorAll(selector)]
  .filter(each => each.checkVisibility() && !each.matches(".aside, .skip"))
  .map(each => {
    each.scrollIntoView({ block: "center" });
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hits = (x, y) => each.contains(document.elementFromPoint(x, y)?.closest(selector));
    const reach = (dx, dy) => {
      let far = 0;
      while (far < 60 && hits(x + dx * far, y + dy * far)) far += 1;
      return far;
    };
    const sizes = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
    return [each.getAttribute("aria-label") ?? each.innerText, ...sizes];
  })"""
"""How far around its middle each thing can be tapped, across and down."""


def forms_of(sheet: str) -> list[str]:
    """The pages that are another matter without scripts."""
    return [f"{sheet}/hands/{last}" for last in ("4/correct", "1/correct", "new", "new?by=deadwood")]


def pages_of(app: Flask, names: tuple[str, str], scripts: bool) -> list[str]:
    """The pages on an evening of forty hands."""
    rules = PRESETS["pagat"].but(target=5000)
    if not scripts:
        return ["/judge", *forms_of(begun(app, *FORTY[:5], rules=rules, names=names))]
    sheet = begun(app, *FORTY, rules=rules, names=names)
    columns = begun(app, *FORTY[:8], rules=rules.but(columns=3), names=names)
    over = begun(app, *FORTY[:8], names=names)
    rest = [f"{sheet}/history", f"{sheet}/hands/1", f"{sheet}/hands/4", *forms_of(sheet)]
    return [
        "/",
        "/matches/new",
        "/houses",
        "/houses/rummytalk",
        "/judge",
        sheet,
        columns,
        over,
        *rest,
        "/nowhere",
    ]


def small_targets(page: Page, selector: str) -> list[tuple[str, float, float]]:
    """What a broad thumb would miss, with its width and height."""
    return [target for target in page.evaluate(TARGETS, selector) if min(target[1:]) < TARGET]


@both
def test_nothing_reaches_over_the_side_of_a_small_phone_or_is_smaller_than_a_thumb(
    app: Flask, server: str, phone: Phone, subtests: pytest.Subtests, javascript: bool
) -> None:
    page = sit_down(phone(javascript=javascript), app, server)
    for path in pages_of(app, LONG_NAMES, javascript):
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(path)
        with subtests.test(path):
            assert small_targets(page, EVERY) == []
        for width in (390, 360, 320):
            page.set_viewport_size({"width": width, "height": 700})
            with subtests.test(path, width=width):
                assert page.evaluate(WIDER, [width, UNSEEN]) == []
                assert page.evaluate("() => document.scrollingElement.scrollWidth") <= width


def overlapping(texts: list[dict]) -> list[tuple[str, str]]:
    """Lines of text that stand on one another; letters may touch by a hair."""
    hair = 4
    return [
        (one["text"], two["text"])
        for index, one in enumerate(texts)
        for two in texts[index + 1 :]
        if min(one["right"], two["right"]) - max(one["left"], two["left"]) > hair
        and min(one["bottom"], two["bottom"]) - max(one["top"], two["top"]) > hair
    ]


@both
def test_text_twice_as_large_is_all_there(
    app: Flask, server: str, phone: Phone, subtests: pytest.Subtests, javascript: bool
) -> None:
    page = sit_down(phone(javascript=javascript), app, server)
    for path in pages_of(app, ("Margaret", "Christopher"), javascript):
        page.goto(path)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
        with subtests.test(path):
            assert page.evaluate(WIDER, [390, UNSEEN]) == []
            assert page.evaluate(CUT_OFF, UNSEEN) == []
            assert overlapping(page.evaluate(TEXTS, UNSEEN)) == []


def test_the_pack_and_all_that_is_laid_is_as_large_as_a_thumb(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(begun(app) + "/hands/new")
    ann.choose("Ann")
    assert small_targets(ann.page, ".pack button") == []
    ann.take(ANN_KNOCKS_WITH_10)
    bob = ann.page.get_by_role("button", name="Ann knocks with 10")
    expect(bob).to_be_visible()
    ann.take(BOB_UNDERCUTS)
    ann.sees("Bob undercuts")

    assert small_targets(ann.page, "button, summary") == []


@pytest.mark.parametrize("width, height", [(390, 844), (390, 664), (360, 740)])
def test_the_whole_pack_fits_beside_the_main_button(
    app: Flask, server: str, phone: Phone, width: int, height: int
) -> None:
    viewport = {"width": width, "height": height}
    ann = Player(sit_down(phone(viewport=viewport), app, server))
    ann.page.goto(begun(app) + "/hands/new")
    ann.choose("Ann")

    bar = ann.page.get_by_role("region", name="What next").bounding_box()
    pack = ann.page.get_by_role("toolbar").bounding_box()
    assert pack["y"] + pack["height"] <= bar["y"] + 24, "the bar begins with a shade"
    assert ann.page.evaluate("() => document.scrollingElement.scrollHeight") <= height
