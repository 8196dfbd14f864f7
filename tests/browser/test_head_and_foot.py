"""The head and the foot of pages, and the home page, as they are laid out."""

from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from tests.browser.layout import small_targets
from tests.browser.table import Phone, Sit, book_path, match_path

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
    going_on = match_path(app, names=("Cid", "Dan"))
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
