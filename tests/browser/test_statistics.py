"""The statistics of a book on a phone, read at any size."""

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.layout import beyond_the_side, small_targets
from tests.browser.table import LONG_NAMES, Sit, book_path
from tests.browser.test_charts import show
from tests.gin.table import BOB, DEAD, gin, knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS
from views.language.i18n import languages

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


def pages_of(page: Page, book: str) -> dict[str, str]:
    """An address of each page of statistics, with long names."""
    page.goto(f"{book}/statistics")
    player = str(page.get_by_role("link", name=LONG_NAMES[1]).get_attribute("href"))
    page.goto(player)
    pair = str(page.get_by_role("link", name=LONG_NAMES[0]).get_attribute("href"))
    return {
        "book": f"{book}/statistics",
        "player": player,
        "two": pair,
        "hands": f"{book}/statistics/figures/gin",
        "hands won": f"{book}/statistics?show=hands",
        "play": f"{book}/statistics?show=play&by=gin",
    }


@pytest.mark.full
@pytest.mark.parametrize(
    "names",
    [("book", "player", "two", "hands"), ("hands won", "play")],
    ids=["each kind", "other columns"],
)
def test_statistics_can_be_read_at_any_size(
    app: Flask, sit: Sit, subtests: pytest.Subtests, names: tuple[str, ...]
) -> None:
    page = sit.down().page
    paths = pages_of(page, book_path(app, *CLUB, name="Thursday club"))
    for name in names:
        page.goto(paths[name])
        for way, look in WAYS.items():
            with subtests.test(name, way=way):
                show(page, **look)
                wide = [each for each in beyond_the_side(page) if "chart__" not in each]
                assert [each for each in wide if "<path" not in each and "<text" not in each] == []
                if look["width"] == 390:
                    assert small_targets(page, ".main a, .main summary") == []


def test_no_name_is_broken_in_the_table(app: Flask, sit: Sit) -> None:
    page = sit.down().page
    page.goto(book_path(app, (("Annemarie", "Bob"), EVENING)) + "/statistics?show=games")
    name = page.locator(".ranking").get_by_role("link", name="Annemarie")

    lines = """each => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return range.getClientRects().length;
    }"""
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert name.evaluate(lines) == 1, width


NAMES_OF_24 = ("Bartholomew-Maximilian Q", "WilhelminaAlexandrinaVon")

IN_A_LINE = """() => [...document.querySelectorAll(".ranking tr:not(.standings__head)")].every(row => {
  const cells = [...row.children];
  const middles = cells.map(each => each.getBoundingClientRect()).map(({ top, bottom }) => top + bottom);
  const isLine = row.offsetHeight < 56 && new Set(middles).size === 1;
  return isLine && cells.slice(1).every(each => each.scrollWidth <= each.clientWidth);
})"""


@pytest.mark.parametrize("language", languages())
def test_a_player_takes_one_line_on_a_phone(app: Flask, sit: Sit, language: str) -> None:
    """Long names are cut, figures are whole."""
    page = sit.down(viewport={"width": 390, "height": 664}, locale=language).page
    page.goto(book_path(app, (NAMES_OF_24, EVENING), *[(NAMES_OF_24, (gin(98),))] * 11) + "/statistics")

    assert page.evaluate(IN_A_LINE)
    assert beyond_the_side(page) == []
