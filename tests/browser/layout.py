"""What is seen on a page, measured by the ink of its letters.

The boxes around neighbouring lines overlap in typefaces with tall lines, such as Noto Sans, though nothing
touches on the screen.
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

from playwright.sync_api import Page

Box = dict[str, Any]
"""A text, and the edges of its letters."""

TARGET = 48
"""The smallest target for a thumb, in pixels."""

HAIR = 2
"""Pixels by which letters may overlap."""

UNSEEN = """.skip, .is-picking :is(.main, .entry__hands, .tray__tab .name), .ranking--short th > a,
  .entry__who .segment__face, .entry__who .segment__face > span,
  .is-counting :is(.entry__hands, .segment__face, .count .name, #save > span),
  :is(.hollywood, .form__scroll, .aside, thead .name, .said__hand, .hand-table tbody th > *),
  :is(.hollywood, .form__scroll, .aside, svg, thead .name, .said__hand, .hand-table tbody th > *) *,
  .won__suits *,
  .page--entry[data-step] .top .top__word, .top :is(h1, .top__back), :is(.match__name, .opponents__names)"""
"""What only screen readers have, what scrolls in a frame, and what is cut short on purpose, or falls."""

TALL_LINES = """async () => {
  const local = ["DejaVu Sans", "Noto Sans", "Liberation Sans", "Arial", "Helvetica Neue"];
  const source = local.map(name => `local("${name}")`).join(", ");
  const metrics = { ascentOverride: "107%", descentOverride: "29.3%", lineGapOverride: "0%" };
  const face = new FontFace("Tall lines", source, metrics);
  document.fonts.add(await face.load());
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { font-family: 'Tall lines' !important }");
  document.adoptedStyleSheets.push(sheet);
}"""
"""A typeface with lines as tall as those of Noto Sans."""

WIDER = """([width, except]) => [...document.querySelectorAll("body *")]
  .filter(each => each.checkVisibility() && !each.matches(except))
  .filter(each => each.getBoundingClientRect().right > width + 0.5)
  .map(each => each.outerHTML.slice(0, 120))"""

INK = """except => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  const inked = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!data.trim() || !parentElement.checkVisibility() || parentElement.matches(except)) continue;
    if (parentElement.closest(".actions, .menu[open] > :not(summary)")) continue;
    const hands = parentElement.closest(":is(.is-counting, .is-picking) .entry__hands");
    const frame = hands?.checkVisibility() ? hands.getBoundingClientRect() : null;
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(parentElement);
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = pen.measureText(data);
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) {
      const baseline = box.top + ink.fontBoundingBoxAscent;
      const top = Math.max(baseline - ink.actualBoundingBoxAscent, frame?.top ?? -Infinity);
      const bottom = Math.min(baseline + ink.actualBoundingBoxDescent, frame?.bottom ?? Infinity);
      inked.push({ text: data.trim(), left: box.left, right: box.right, top, bottom });
    }
  }
  return inked;
}"""
"""The positions of the letters of each line. The bar and an open menu are above the page.

What is said of two numbers, and hands above a pack, scroll in a frame.
"""

CUT_OFF = """except => [...document.querySelectorAll("body *")]
  .filter(each => each.checkVisibility() && !each.matches(except))
  .filter(each => getComputedStyle(each).overflowX !== "visible" && each.tagName !== "INPUT")
  .filter(each => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map(each => each.outerHTML.slice(0, 120))"""

TARGETS = """selector => [...document.querySelectorAll(selector)]
  .filter(each => each.checkVisibility() && !each.matches(".aside, .skip"))
  .flatMap(each => {
    each.scrollIntoView({ block: "center" });
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hits = (x, y) => each.contains(document.elementFromPoint(x, y)?.closest(selector));
    const near = [-24, -18, -12, -6, 0, 6, 12, 18, 23];
    if (near.every(far => hits(x + far, y) && hits(x, y + far))) return [];
    const reach = (dx, dy) => {
      let far = 0;
      while (far < 60 && hits(x + dx * far, y + dy * far)) far += 1;
      return far;
    };
    const sizes = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
    return [[each.getAttribute("aria-label") ?? each.innerText, ...sizes]];
  })"""
"""Targets whose size around their middle is not evidently that of a thumb, with that size."""


def draw_with_tall_lines(page: Page) -> None:
    """Renders *page* in the second typeface that layouts are checked with."""
    page.evaluate(TALL_LINES)


def beyond_the_side(page: Page) -> list[str]:
    """The elements that extend beyond the right edge of the screen."""
    width = page.viewport_size["width"]
    wide = page.evaluate("() => document.scrollingElement.scrollWidth")
    return page.evaluate(WIDER, [width, UNSEEN]) + ([f"the page is {wide} wide"] if wide > width else [])


def cut_off(page: Page) -> list[str]:
    """The elements whose content is cut off."""
    return page.evaluate(CUT_OFF, UNSEEN)


def small_targets(page: Page, selector: str) -> list[tuple[str, float, float]]:
    """Targets that are too small, with the size that can be tapped around their middle."""
    return [target for target in page.evaluate(TARGETS, selector) if min(target[1:]) < TARGET]


def overlapping(page: Page) -> list[tuple[str, str]]:
    """Texts whose letters overlap by more than a hair."""
    return overlaps(page.evaluate(INK, UNSEEN))


def overlaps(inked: list[Box]) -> list[tuple[str, str]]:
    """The texts of boxes that overlap by more than a hair."""
    downwards = sorted(inked, key=lambda box: box["top"])
    return [
        (one["text"], two["text"])
        for index, one in enumerate(downwards)
        for two in starting_within(one, downwards[index + 1 :])
        if min(one["right"], two["right"]) - max(one["left"], two["left"]) > HAIR
        and two["bottom"] - two["top"] > HAIR
    ]


def starting_within(one: Box, below: list[Box]) -> Iterable[Box]:
    """Those of the boxes *below*, from the top down, that start above the bottom of *one*."""
    return takewhile(lambda two: one["bottom"] - two["top"] > HAIR, below)
