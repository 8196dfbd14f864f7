"""The statistics of a book on a phone: read at any size, sorted and followed to a hand."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.layout import beyond_the_side, small_targets
from tests.browser.table import LONG_NAMES, Phone, Player, book_path, sit_down
from tests.browser.test_charts import LARGE
from tests.gin.table import BOB, DEAD, gin, knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS

EVENING = (knock(8, 20), DEAD, gin(30, by=BOB), BOB_BREAKS_HIS_EIGHTS, gin(60))
"""Ann 12 and 80, Bob 50 and an undercut."""
CLUB = (
    (("Ann", "Bob"), EVENING),
    (("Ann", "Bob"), (gin(98),)),
    (LONG_NAMES, (*EVENING, gin(98))),
    ((LONG_NAMES[1], "Bob"), (gin(98),)),
)
WAYS = {
    "on a phone": {"width": 390},
    "on a narrow phone": {"width": 360},
    "on a small phone": {"width": 320},
    "with large letters": {"width": 390, "large": True},
    "on a wide screen": {"width": 1280},
    "on paper": {"width": 794, "media": "print"},
}


def shown(page: Page, width: int, *, large: bool = False, media: str = "screen") -> None:
    """Shows *page* in one of the ways."""
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(media=media)
    page.reload()
    if large:
        page.evaluate(LARGE)


def pages_of(page: Page, book: str) -> dict[str, str]:
    """An address of each page of statistics, with long names."""
    page.goto(f"{book}/statistics")
    player = str(page.get_by_role("link", name=LONG_NAMES[1]).get_attribute("href"))
    page.goto(player)
    pair = str(page.get_by_role("link", name=LONG_NAMES[0]).get_attribute("href"))
    return {
        "book": f"{book}/statistics",
        "games": f"{book}/statistics?show=games",
        "deadwood": f"{book}/statistics?show=deadwood",
        "ways to win": f"{book}/statistics?show=ways&by=gin",
        "player": player,
        "two": pair,
        "hands": f"{book}/statistics/figures/gin",
    }


def test_statistics_can_be_read_at_any_size(
    app: Flask, server: str, phone: Phone, subtests: pytest.Subtests
) -> None:
    page = sit_down(phone(), app, server)
    for name, path in pages_of(page, book_path(app, *CLUB, name="Thursday club")).items():
        page.goto(path)
        for way, look in WAYS.items():
            with subtests.test(name, way=way):
                shown(page, **look)
                wide = [each for each in beyond_the_side(page) if "chart__" not in each]
                assert [each for each in wide if "<path" not in each and "<text" not in each] == []
                if look["width"] == 390:
                    assert small_targets(page, ".main a, .main summary") == []


@pytest.mark.parametrize("width", [390, 360, 320])
def test_no_name_is_broken_in_the_table(app: Flask, server: str, phone: Phone, width: int) -> None:
    page = sit_down(phone(viewport={"width": width, "height": 844}), app, server)
    page.goto(book_path(app, (("Annemarie", "Bob"), EVENING)) + "/statistics?show=games")
    name = page.locator(".ranking").get_by_role("link", name="Annemarie")

    letters = """each => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return range.getClientRects().length;
    }"""
    assert name.evaluate(letters) == 1


@pytest.mark.parametrize("javascript", [True, False])
def test_a_figure_leads_to_its_hand(app: Flask, server: str, phone: Phone, javascript: bool) -> None:
    ann = Player(sit_down(phone(javascript=javascript), app, server))
    ann.page.goto(book_path(app, (("Ann", "Bob"), EVENING), (("Ann", "Bob"), (gin(98),))))
    ann.tap(ann.page.get_by_role("link", name="Statistics", exact=True).last)
    ann.tap(ann.page.get_by_role("link", name="2 of 3 3 hands won"))
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Won by gin")
    ann.tap(ann.page.get_by_role("link", name="Hand 5: Ann goes gin, +80."))

    ann.page.wait_for_url("**/m/*/hands/5")
    assert ann.taps == 3


def test_the_table_is_sorted_without_scripts(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(javascript=False), app, server))
    ann.page.goto(book_path(app, *CLUB, name="Thursday club") + "/statistics")
    players = ann.page.locator(".ranking th[scope=row]")

    ann.tap(ann.page.get_by_role("columnheader", name="Player").get_by_role("link"))
    expect(players.first).to_have_text("Ann")
    expect(ann.page.get_by_role("columnheader", name="Player")).to_have_attribute("aria-sort", "ascending")
    ann.tap(ann.page.get_by_role("columnheader", name="Player").get_by_role("link"))
    expect(players.last).to_have_text("Ann")
    expect(ann.page.get_by_text("Sorted by name, from Z to A.").last).to_be_visible()


def test_a_period_is_chosen_without_scripts(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(javascript=False), app, server))
    ann.page.goto(book_path(app, *CLUB, name="Thursday club") + "/statistics")
    ann.tap(ann.page.get_by_text("Other period"))
    ann.page.get_by_label("Until").fill("2001-12")
    ann.press("Show")

    expect(ann.page.get_by_text("Nothing was played then")).to_be_visible()
    ann.tap(ann.page.get_by_role("link", name="Show all time"))
    expect(ann.page.get_by_role("heading", name="Players")).to_be_visible()
