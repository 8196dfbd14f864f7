"""Small phones: long names, large text, wide thumbs, the keyboard, the head and the foot of pages."""

from itertools import cycle, islice

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.presets import PRESETS
from tests.browser.layout import beyond_the_side, cut_off, draw_with_tall_lines, overlapping, small_targets
from tests.browser.table import LONG_NAMES, Phone, Player, Sit, book_path, match_path
from tests.gin.table import knock
from tests.records.table import ANN_KNOCKS, ANN_LAYS_GIN, BOB_BREAKS_HIS_EIGHTS, BOB_HAS_GIN, DEAD


def test_after_the_first_name_comes_the_second(phone: Phone) -> None:
    ann = Player(phone())
    ann.page.goto("/matches/new")
    ann.write(name_0="Ann")
    ann.field("name_0").press("Enter")

    expect(ann.field("name_1")).to_be_focused()
    ann.write(name_1="Bob")
    ann.field("name_1").press("Enter")
    ann.page.wait_for_url("**/m/*")
    ann.sees("Ann", "Bob")


ANN_WINS = Hand(0, Count(Ending.GIN, defender=98))
LONG = "The Thursday evening club of the mill"
SMALL = {"width": 390, "height": 664}
DESKTOP = {"width": 1280, "height": 800}

HEAD = """() => {
  const parts = [...document.querySelector(".top").children];
  const boxes = parts.map(each => [each.tagName, each.getBoundingClientRect()]);
  const title = boxes.find(([tag]) => tag === "H1")[1];
  const others = boxes.map(([, box]) => box).filter(box => box !== title && box.width > 1);
  return {
    left: title.left, right: title.right, height: title.height,
    before: Math.max(0, ...others.filter(box => box.left < title.left).map(box => box.right)),
    after: Math.min(innerWidth, ...others.filter(box => box.left > title.left).map(box => box.left)),
    width: innerWidth,
  };
}"""
"""The title in the head of a page, and where what stands beside it ends and begins."""

LETTERS = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".top h1"));
  const { left, right } = range.getBoundingClientRect();
  return { left, right };
}"""
"""Where the letters of the title are."""


def top_of(page: Page, selector: str) -> float:
    """How far down the first element of *selector* begins."""
    return float(page.locator(selector).first.evaluate("each => each.getBoundingClientRect().top + scrollY"))


def test_a_title_stands_in_the_middle_on_one_line_and_touches_nothing(app: Flask, sit: Sit) -> None:
    page = sit.down(viewport=SMALL).page
    sheet = match_path(app, ANN_WINS)
    club = book_path(app, (("Ann", "Bob"), (ANN_WINS,)), name="Our club")
    for path in ("/matches/new", "/settings", "/houses", f"{sheet}/history", club, "/nowhere"):
        page.goto(path)
        head, letters = page.evaluate(HEAD), page.evaluate(LETTERS)
        assert abs(letters["left"] + letters["right"] - head["width"]) <= 2, path
        assert head["before"] + 4 <= head["left"]
        assert head["right"] + 4 <= head["after"]
        assert head["height"] < 40


def test_a_title_too_long_for_one_line_is_cut_and_heard_whole(app: Flask, sit: Sit) -> None:
    page = sit.down(viewport=SMALL).page
    page.goto(book_path(app, (("Ann", "Bob"), ()), name=LONG))

    head = page.evaluate(HEAD)
    assert head["before"] + 4 <= head["left"]
    assert head["right"] + 4 <= head["after"]
    assert head["height"] < 40
    expect(page.get_by_role("heading", level=1, name=LONG, exact=True)).to_be_visible()
    assert LONG in page.title()


def test_home_is_an_icon_with_a_name_and_the_foot_a_list_for_thumbs(app: Flask, sit: Sit) -> None:
    page = sit.down(viewport=SMALL).page
    sheet = match_path(app, ANN_WINS)
    page.goto("/houses")
    page.get_by_role("link", name="Home", exact=True).tap()
    page.wait_for_url("**/")
    foot = page.locator(".foot").get_by_role("listitem")
    expect(foot).to_have_text(["Rules", "Judge", "Settings", "Start a book", "Export", "Import"])

    for path in ("/", "/settings", f"{sheet}/history"):
        page.goto(path)
        assert page.locator(".foot a").count() > 0
        assert small_targets(page, ".foot a, .top a") == []


def test_nothing_in_the_head_of_a_low_screen_touches_its_edge(sit: Sit) -> None:
    ann = sit(at="/hands/new?by=deadwood", viewport=SMALL)
    ann.choose("Ann")

    assert top_of(ann.page, ".entry__who .segment") >= 4


def test_home_begins_with_what_is_unfinished_and_then_who_played_last(app: Flask, sit: Sit) -> None:
    """On a desktop, what was played stands beside it."""
    page = sit.down(viewport=SMALL).page
    going_on = match_path(app, knock(8, 20), names=("Cid", "Dan"))
    match_path(app, ANN_WINS)
    page.goto("/")

    expect(page.get_by_role("link", name="Continue")).to_have_attribute("href", going_on)
    downwards = [".match__link--going-on", ".opponents", ".match", ".foot"]
    assert sorted(downwards, key=lambda each: top_of(page, each)) == downwards
    page.set_viewport_size(DESKTOP)
    assert top_of(page, ".column + .column > .paper") == top_of(page, ".column > .paper")


def test_settings_show_colours_without_scrolling_and_at_once(app: Flask, server: str, phone: Phone) -> None:
    page = phone(viewport=SMALL)
    page.goto("/settings")
    colours = page.locator("#theme").evaluate("each => each.getBoundingClientRect().bottom")
    assert colours <= top_of(page, ".actions__row")

    page.get_by_label("Dark", exact=True).tap()
    page.get_by_label("Very large", exact=True).tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-text-size", "largest")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "auto")


FORTY = tuple(islice(cycle((ANN_KNOCKS, BOB_HAS_GIN, DEAD, BOB_BREAKS_HIS_EIGHTS, ANN_LAYS_GIN)), 40))
ANN_KNOCKS_WITH_10, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
EVERY = "button, summary, label.segment, .actions a, .top a, thead a, .match a, .house a, .choice__link"

FORMS = ("/hands/new", "/hands/new?by=deadwood", "/hands/4/correct", "/hands/1/correct")
"""The pages of a match that are another matter without scripts."""

OTHER_PAGES = ("", "/history", "/hands/4", "/hands/1")

looked_at = pytest.mark.parametrize(
    "javascript, everywhere",
    [
        (True, False),
        pytest.param(True, True, marks=pytest.mark.full),
        pytest.param(False, True, marks=pytest.mark.full),
    ],
    ids=["with scripts", "with scripts, everywhere", "without scripts, everywhere"],
)


def pages_of(app: Flask, names: tuple[str, str], scripts: bool, everywhere: bool) -> list[str]:
    """The pages on an evening of ten hands: one of each kind, or *everywhere* one goes."""
    rules = PRESETS["pagat"].but(target=5000)
    sheet = match_path(app, *FORTY[:10], rules=rules, names=names)
    if not scripts:
        return ["/judge", *(sheet + path for path in FORMS)]
    columns = match_path(app, *FORTY[:8], rules=rules.but(columns=3), names=names)
    over = match_path(app, *FORTY[:8], names=names)
    some = [*(sheet + path for path in (*OTHER_PAGES[:3], *FORMS[:3])), columns, over]
    if not everywhere:
        return ["/matches/new", "/houses/rummytalk", "/judge", *some]
    return [
        *("/", "/matches/new", "/houses", "/houses/rummytalk", "/judge", "/nowhere", columns, over),
        *(sheet + path for path in (*OTHER_PAGES, *FORMS)),
    ]


@looked_at
def test_nothing_reaches_over_the_side_of_a_small_phone_or_is_smaller_than_a_thumb(
    app: Flask, sit: Sit, subtests: pytest.Subtests, javascript: bool, everywhere: bool
) -> None:
    page = sit.down(javascript=javascript).page
    for path in pages_of(app, LONG_NAMES, javascript, everywhere):
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(path)
        with subtests.test(path):
            assert small_targets(page, EVERY) == []
        for width in (390, 360, 320):
            page.set_viewport_size({"width": width, "height": 700})
            with subtests.test(path, width=width):
                assert beyond_the_side(page) == []


@looked_at
def test_text_twice_as_large_is_all_there(
    app: Flask, sit: Sit, subtests: pytest.Subtests, javascript: bool, everywhere: bool
) -> None:
    page = sit.down(javascript=javascript).page
    for path in pages_of(app, ("Margaret", "Christopher"), javascript, everywhere):
        page.goto(path)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
        with subtests.test(path):
            assert (beyond_the_side(page), cut_off(page), overlapping(page)) == ([], [], [])
        draw_with_tall_lines(page)
        with subtests.test(path, typeface="with tall lines"):
            assert (beyond_the_side(page), cut_off(page), overlapping(page)) == ([], [], [])


def test_the_pack_and_all_that_is_laid_is_as_large_as_a_thumb(sit: Sit) -> None:
    ann = sit(at="/hands/new")
    ann.choose("Ann")
    assert small_targets(ann.page, ".pack button") == []
    ann.take(ANN_KNOCKS_WITH_10)
    bob = ann.page.get_by_role("button", name="Ann knocks with 10")
    expect(bob).to_be_visible()
    ann.take(BOB_UNDERCUTS)
    ann.sees("Bob undercuts")

    assert small_targets(ann.page, "button, summary") == []


def test_the_whole_pack_fits_beside_the_main_button(sit: Sit, subtests: pytest.Subtests) -> None:
    ann = sit(at="/hands/new")
    ann.choose("Ann")

    for width, height in [(390, 844), (390, 664), (360, 740)]:
        ann.page.set_viewport_size({"width": width, "height": height})
        with subtests.test(width=width, height=height):
            bar = ann.page.get_by_role("region", name="Actions").bounding_box()
            pack = ann.page.get_by_role("toolbar").bounding_box()
            assert pack["y"] + pack["height"] <= bar["y"] + 24, "the bar begins with a shade"
            assert ann.page.evaluate("() => document.scrollingElement.scrollHeight") <= height
