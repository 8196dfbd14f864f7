"""Pages in a language that is 40 % longer, and in one from right to left, on the smallest phone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from tests.browser.layout import beyond_the_side, cut_off, overlapping
from tests.browser.table import Sit, book_path, match_path
from tests.browser.test_every_page import CID_KNOCKS_DAN, PAIR, STAKES
from tests.pseudo_languages import FROM_RIGHT, LONGER, english_on, write_pseudo_catalogues
from tests.records.table import ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS, BOB_FORGOT_A_BOX, BOB_HAS_GIN, DEAD
from views.language import i18n

PLAYED = (ANN_KNOCKS, BOB_HAS_GIN, DEAD, BOB_BREAKS_HIS_EIGHTS, BOB_FORGOT_A_BOX)
ASKED = "/judge?house=pagat&ask=hand&cards=2S+2C+2D+2H+8S+8C+8D+9S+7C+AC"

Opened = Callable[[Flask], str]


def at(path: str) -> Opened:
    """The address of a page that needs no match."""
    return lambda _app: path


def a_match(path: str = "", **fields: object) -> Opened:
    """The address of a page of a match."""
    return lambda app: match_path(app, *PLAYED, **fields) + path  # type: ignore[arg-type]


def a_book(path: str = "") -> Opened:
    """The address of a page of a book."""
    return lambda app: book_path(app, *PAIR, name="Thursday club") + path


PAGES: dict[str, Opened] = {
    "sheet": a_match(rules=PRESETS["pagat"].but(**STAKES)),
    "columns": a_match(rules=PRESETS["pagat"].but(columns=3)),
    "partners": lambda app: match_path(
        app, ANN_KNOCKS, CID_KNOCKS_DAN, names=("Ann", "Bob", "Cid", "Dan"), table=Table.PARTNERSHIP
    ),
    "hand by cards": a_match("/hands/new"),
    "hand by deadwood": a_match("/hands/new?by=deadwood"),
    "a hand": a_match("/hands/4"),
    "another line": a_match("/lines/new"),
    "history": a_match("/history"),
    "chart": a_match("/chart"),
    "scoreboard": a_match("/table"),
    "share": a_match("/share"),
    "result": a_match("/result"),
    "export": a_match("/export"),
    "rules of the match": a_match("/rules"),
    "evening": a_match("/evening"),
    "book": a_book(),
    "players": a_book("/players"),
    "statistics": a_book("/statistics"),
    "ratings": a_book("/ratings"),
    "find": a_book("/matches"),
    "new in a book": a_book("/matches/new"),
    "history of a book": a_book("/history"),
    "home": at("/"),
    "new match": at("/matches/new"),
    "all rules": at("/houses"),
    "rules": at("/houses/rummytalk"),
    "editing rules": at("/houses/own/change?from=pagat"),
    "judge": at("/judge"),
    "verdict": at(ASKED),
    "import": at("/import"),
    "settings": at("/settings"),
    "what is stored": at("/settings/privacy"),
    "without a network": at("/offline"),
    "not sent": at("/unsent"),
    "not found": at("/nowhere"),
}
"""The main pages."""


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of both catalogues."""
    folder = tmp_path_factory.mktemp("pseudo")
    write_pseudo_catalogues(folder)
    return folder


@pytest.fixture(autouse=True)
def spoken(catalogues: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages in these languages."""
    monkeypatch.setattr(i18n, "CATALOGUES", catalogues)


def faults(page: Page) -> dict[str, object]:
    """What is beyond the side, cut off or written over something else."""
    cut = [each for each in cut_off(page) if "game-tables" not in each]  # links reach over whole lines
    found = {"beyond": beyond_the_side(page), "cut off": cut, "overlapping": overlapping(page)}
    return {name: each for name, each in found.items() if each}


@pytest.mark.full
@pytest.mark.parametrize("language", [LONGER, FROM_RIGHT], ids=["longer", "from right to left"])
def test_another_language_has_room(app: Flask, sit: Sit, subtests: pytest.Subtests, language: str) -> None:
    page = sit.down(locale=language, viewport={"width": 320, "height": 568}).page
    for name, opened in PAGES.items():
        page.goto(opened(app))
        page.locator("details:not(.menu)").evaluate_all("all => all.forEach(each => { each.open = true })")
        with subtests.test(f"{name}: translated"):
            assert english_on(page.content()) == set()
            assert page.locator("html").get_attribute("dir") == ("rtl" if language == FROM_RIGHT else None)
        with subtests.test(f"{name}: room"):
            assert faults(page) == {}
        page.evaluate("() => { document.documentElement.style.fontSize = '32px' }")
        with subtests.test(f"{name}: room for large letters"):
            assert [each for each in beyond_the_side(page) if "chart__svg" not in each] == []
