"""Notices of what is not sent yet come when a page is already in use: nothing that can be tapped moves."""

import re
from itertools import product

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.rules.presets import PRESETS
from tests.browser.away import Away, stored
from tests.browser.network import Network
from tests.browser.table import Phone, Player, match_path, sit_down

LATE = """
const { match } = CacheStorage.prototype;
const mayCome = new Promise((resolve) => { window.letCome = resolve; });
CacheStorage.prototype.match = async function (...asked) {
  await mayCome;
  return match.apply(this, asked);
};
"""
"""Holds the sentences of notices back, as on a slow phone."""

Place = tuple[str, float, float]
"""What can be tapped, and where its corner is."""

ROUNDED = 1
"""Pixels."""

PLACES = """() => [...document.querySelectorAll(":is(main, .actions) :is(label, input, button, a, summary)")]
  .filter((each) => each.checkVisibility() && !each.closest(".offline-notices, .foot"))
  .map((each) => [each.name || each.textContent, each.getBoundingClientRect().toJSON()])
  .map(([name, { left, top }]) => [name, left, top])"""
"""Where everything is that can be tapped, except the link to the languages at the end."""

SEEN_BEFORE = ["lines/new?kind=penalty", "judge"]

SCREENS = [(320, 568), (390, 664), (844, 390)]


@pytest.fixture
def away(app: Flask, net: Network, phone: Phone) -> Away:
    """Ann's phone without a network, on which a hand waits, and notices come late."""
    page = sit_down(phone(service_workers="allow"), app, net.address)
    made = Away(Player(page), net, app, match_path(app, rules=PRESETS["oklahoma"], preset="oklahoma"))
    stored(page, made.path)
    for path in SEEN_BEFORE:
        page.goto(f"{made.path}/{path}")
    made.leave()
    page.goto(f"{made.path}/hands/new?by=deadwood")
    made.ann.press("Nobody – save a dead hand")
    page.wait_for_url(lambda url: "/hands/" not in url)
    page.add_init_script(LATE)
    return made


def come(page: Page) -> None:
    """Lets the notices come."""
    page.evaluate("() => letCome()")
    expect(page.locator("[data-notice=unsent]")).to_contain_text(re.compile("Waiting to be sent: 1|1 hand"))


def moved(before: list[Place], after: list[Place]) -> list[tuple[Place, Place]]:
    """What is elsewhere than before, by more than a scrolled part is rounded."""
    assert [name for name, _, _ in before] == [name for name, _, _ in after]
    pairs = zip(before, after, strict=True)
    return [(old, new) for old, new in pairs if max(abs(old[1] - new[1]), abs(old[2] - new[2])) > ROUNDED]


STEPS = {
    "who knocked": ("hands/new?by=deadwood", "", ""),
    "the upcard of a hand": ("hands/new?by=deadwood", "Bob", ""),
    "deadwood": ("hands/new?by=deadwood", "Bob", "KH"),
    "cards": ("hands/new?by=cards", "Bob", "KH"),
    "the upcard": ("upcard", "", ""),
    "a penalty": ("lines/new?kind=penalty", "", ""),
    "the judge": ("judge", "", ""),
    "the sheet": ("", "", ""),
}


def enter(away: Away, path: str, knocker: str, upcard: str) -> None:
    """Goes to a step of what is entered."""
    page = away.page
    page.evaluate("() => localStorage.clear()")  # What was started before would be taken up again.
    page.goto(f"{away.path}/{path}".rstrip("/"))
    if knocker:
        away.ann.choose(knocker)
    if upcard:
        away.ann.take(upcard)
    expect(page.locator("[aria-busy]")).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize("screens", [SCREENS[:1], SCREENS[1:]], ids=["on the smallest screen", "on others"])
def test_nothing_moves_when_a_notice_comes(
    away: Away, subtests: pytest.Subtests, screens: list[tuple[int, int]]
) -> None:
    page = away.page
    for (name, step), (width, height) in product(STEPS.items(), screens):
        page.set_viewport_size({"width": width, "height": height})
        enter(away, *step)
        places = page.evaluate(PLACES)
        come(page)
        with subtests.test(f"{name}, {width}x{height}"):
            assert moved(places, page.evaluate(PLACES)) == []


ALL_SENT = """() => new Promise((resolve) => {
  indexedDB.open("deadwood").onsuccess = ({ target: { result } }) => {
    const transaction = result.transaction("outbox", "readwrite");
    transaction.objectStore("outbox").clear();
    transaction.oncomplete = () => {
      result.close();
      dispatchEvent(new Event("pageshow"));
      resolve();
    };
  };
})"""
"""Empties the outbox, and has the page look at it again."""


def test_a_notice_comes_under_a_finger_and_none_of_what_was_sent_before_it_could_be_shown(
    away: Away,
) -> None:
    page = away.page
    page.goto(f"{away.path}/hands/new?by=deadwood")
    box = page.locator("#knocker-choice").get_by_text("Ann", exact=True).bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    place = {"x": box["x"], "y": box["y"]}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    come(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_role("radio", name="Ann")).to_be_checked()

    page.goto(away.path)
    page.evaluate(ALL_SENT)
    page.evaluate("() => letCome()")
    expect(page.locator("[data-notice=stored]")).to_be_visible()
    expect(page.locator("[data-notice=unsent]")).to_have_count(0)
