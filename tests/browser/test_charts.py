"""Charts and the result card on a phone, on a wide screen, with large letters, in the dark and on paper."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.rules.presets import PRESETS
from tests.browser.chart_gallery import show_gallery
from tests.browser.layout import beyond_the_side, overlaps
from tests.browser.table import LONG_NAMES, Check, Phone, Player, Sit, match_path
from tests.browser.test_small_phones import FORTY
from tests.gin.table import gin, knock

LETTERS = """() => [...document.querySelectorAll(".chart__svg text")]
  .filter(each => each.checkVisibility()).map(each => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const fifth = (bottom - top) / 5;
  return { text: each.textContent, left, right, top: top + fifth, bottom: bottom - fifth,
           size: (bottom - top) / 1.2, level: each.matches(".chart__text--level") };
})"""
"""The labels that are seen, and how large they are."""

FRAME = """() => {
  const svg = [...document.querySelectorAll(".chart__svg")].find(each => each.checkVisibility());
  const { left, right, top, bottom } = svg.getBoundingClientRect();
  return { left, right, top, bottom };
}"""

WAYS = {
    "on a phone": {"width": 390},
    "on a small phone": {"width": 320},
    "on a wide screen": {"width": 1280},
    "with large letters": {"width": 390, "large": True},
    "on paper": {"width": 794, "media": "print"},
}


def show(page: Page, width: int, *, large: bool = False, media: str = "screen") -> None:
    """Shows *page* in one of the ways."""
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(media=media)
    page.evaluate("size => { document.documentElement.style.fontSize = size }", "200%" if large else "")


def seen(page: Page) -> list[dict[str, float]]:
    """The labels of the chart, all of them inside it and none over another."""
    labels, frame = page.evaluate(LETTERS), page.evaluate(FRAME)
    assert labels
    assert overlaps([label for label in labels if not label["level"]]) == []
    for label in labels:
        assert frame["left"] - 1 <= label["left"] <= label["right"] <= frame["right"] + 1, label
        assert frame["top"] - 4 <= label["top"] <= label["bottom"] <= frame["bottom"] + 4, label
    return labels


def test_a_chart_can_be_read_everywhere(app: Flask, sit: Sit, subtests: pytest.Subtests) -> None:
    page = sit.down().page
    games = PRESETS["pagat"].but(games_to_win=None)
    matches = {
        "forty hands": match_path(app, *FORTY, rules=PRESETS["pagat"].but(target=500), names=LONG_NAMES),
        "games": match_path(app, *[gin(98), knock(8, 20), gin(90)] * 5, rules=games),
        "zero sum": match_path(app, *FORTY[:12], rules=PRESETS["sydney"]),
    }
    for name, path in matches.items():
        page.goto(f"{path}/chart")
        for way, look in WAYS.items():
            with subtests.test(name, way=way):
                show(page, **look)
                labels = seen(page)
                assert beyond_the_side(page) == [] or look.get("large")
                least = 14 if look["width"] < 390 else 28 if look.get("large") else 17
                assert min(label["size"] for label in labels) >= least


def test_the_frame_scrolls_where_letters_are_large_and_the_page_does_not(sit: Sit) -> None:
    page = sit(*FORTY[:9], at="/chart").page
    show(page, 390, large=True)
    frame = page.locator(".chart__frame--phone")

    assert frame.evaluate("each => each.scrollWidth > each.clientWidth")
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == 390
    frame.focus()
    expect(frame).to_be_focused()


def test_the_chart_follows_the_match(sit: Sit) -> None:
    path = sit.match()
    page = sit.down().page
    page.goto(f"{path}/chart")
    expect(page.get_by_text("No hand has been entered yet.")).to_be_visible()
    other = Player(page.context.new_page())
    other.page.goto(f"{path}/hands/new?by=deadwood")
    other.choose("Ann")
    other.write(deadwood_0="8", deadwood_1="20")
    other.preview()
    other.save("Save: Ann +12")
    other.page.close()

    expect(page.locator("figcaption")).to_have_text("After 1 hand: Ann 12, Bob 0.")
    expect(page.locator(".chart__frame--phone .chart__mark")).to_have_count(1)


def test_the_charts_of_a_book_can_be_read_and_are_accessible(
    app: Flask, server: str, phone: Phone, axe: Check, subtests: pytest.Subtests
) -> None:
    page = phone()
    show_gallery(page, app)
    axe(page)
    for way, look in WAYS.items():
        with subtests.test(way):
            show(page, **look)
            labels = page.evaluate(LETTERS)
            assert overlaps([label for label in labels if not label["level"]]) == []


def test_a_result_is_shared_from_a_finished_match(sit: Sit) -> None:
    page = sit(knock(8, 20), gin(98)).page
    page.get_by_role("link", name="Share the result").tap()
    picture = page.locator("img.result")

    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("naturalWidth", 1200)
    assert beyond_the_side(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the picture").tap()
    assert saved.value.suggested_filename.endswith(".png")
    expect(page.locator("[data-address]")).to_contain_text("/m/")
