"""Pictures of every page in every state, to be looked at by people. Not a test: ``make pictures`` takes them.

They are written to ``test-results/pictures``, a folder for each look. To take some of them, here the pages
with "cards" in their name in two looks: ``make pictures ONLY=cards LOOKS="390x664 320x568+dark"``.

In another language (``LOOKS=320x568+fr``) the pages of an evening are taken, from top to bottom.
"""

import os
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

from models.gin.rules.presets import PRESETS
from tests.browser.chart_gallery import show_gallery
from tests.browser.conftest import Phone
from tests.browser.story import tell
from tests.browser.table import LONG_NAMES, Player, Sit, match_path, sit_down
from tests.browser.test_every_page import EVERY_STATE, GOES_ON_FROM, NO_SCRIPTS, Act
from tests.browser.test_judge import SHOWDOWN
from tests.gin.table import BOB, DEAD, gin, knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS
from views.language.i18n import languages

FOLDER = Path("test-results/pictures")
TRANSLATED = [each for each in languages() if each != "en"]
LOOKS = os.environ.get("LOOKS") or " ".join(
    (
        "390x844 390x664 390x664+dark 390x664+no-scripts 390x664+large-text 360x640 320x568 844x390 1280x800",
        *(f"390x844+{language} 320x568+{language}" for language in TRANSLATED),
    )
)
ONLY = os.environ.get("ONLY", "")
LARGE_TEXT = (
    "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%' })"
)


def forty_hands(ann: Player, app: Flask) -> None:
    """A long match between long names."""
    ann.page.goto(match_path(app, *[knock(8, 20), gin(9, by=BOB)] * 20, names=LONG_NAMES))


def long_names(ann: Player, app: Flask) -> None:
    """Long names over the cards."""
    ann.page.goto(match_path(app, names=LONG_NAMES) + "/hands/new")


def charts_of_a_book(ann: Player, app: Flask) -> None:
    """Charts from made-up figures."""
    show_gallery(ann.page, app)


PAGES: dict[str, Act] = {
    **EVERY_STATE,
    "forty hands": forty_hands,
    "cards, long names": long_names,
    "charts of a book": charts_of_a_book,
}


def way_to(name: str) -> list[str]:
    """The pages that lead to the one of this name, and that one."""
    before = GOES_ON_FROM.get(name)
    return [*way_to(before), name] if before else [name]


@pytest.mark.parametrize("look", LOOKS.split())
def test_take_pictures(app: Flask, server: str, phone: Phone, look: str) -> None:
    size, *how = look.split("+")
    width, height = map(int, size.split("x"))
    scripts = "no-scripts" not in how
    language = next((each for each in how if each in TRANSLATED), "en")
    screen = {"viewport": {"width": width, "height": height}, "device_scale_factor": 1, "locale": language}
    page = phone(javascript=scripts, dark="dark" in how, **screen)
    ann = Player(sit_down(page, app, server))
    if "large-text" in how:
        page.add_init_script(LARGE_TEXT)
    (FOLDER / look).mkdir(parents=True, exist_ok=True)
    if language != "en":
        take_an_evening(page, app, language, look)
        return
    wanted = [name for name in PAGES if ONLY in name and (scripts or name.startswith(NO_SCRIPTS))]
    needed = {step for name in wanted for step in way_to(name)}
    for name, show in PAGES.items():
        if name in needed:
            show(ann, app)
        if name in wanted:
            page.screenshot(path=path_of(look, name))


def take_an_evening(page: Page, app: Flask, language: str, look: str) -> None:
    """Takes a picture at each step of an evening in a language."""
    for number, (name, _) in enumerate(tell(page, language, app), 1):
        if ONLY in name:
            page.screenshot(path=path_of(look, f"{number:02} {name}"), full_page=True)


def path_of(look: str, name: str) -> Path:
    """Where a picture is written."""
    return FOLDER / look / f"{name.replace(' ', '-').replace(',', '')}.png"


def sheet_in_the_readme(ann: Player, app: Flask) -> None:
    """A hand of each kind."""
    hands = (knock(5, 37), gin(16, by=BOB), knock(8, 20), DEAD, gin(18), BOB_BREAKS_HIS_EIGHTS)
    ann.page.goto(match_path(app, *hands, rules=PRESETS["modern"], preset="modern"))


def verdict_in_the_readme(ann: Player, app: Flask) -> None:
    """The defender breaks a set to lay off more."""
    ann.page.goto(SHOWDOWN)


def hollywood_in_the_readme(ann: Player, app: Flask) -> None:
    """Three columns, one of them a shutout, at the end."""
    hands = (knock(5, 45), knock(5, 40), knock(8, 30, by=BOB), gin(38), knock(10, 25, by=BOB))
    ann.page.goto(match_path(app, *hands, knock(2, 40), rules=PRESETS["pagat"].but(columns=3)))
    ann.page.locator(".hollywood").first.evaluate("each => each.scrollIntoView()")


README: dict[str, Act] = {
    "sheet": sheet_in_the_readme,
    "verdict": verdict_in_the_readme,
    "hollywood": hollywood_in_the_readme,
}


@pytest.mark.parametrize("name", README)
def test_take_pictures_for_the_readme(app: Flask, sit: Sit, name: str) -> None:
    """Written to ``docs/pictures`` if README is set: ``README=1 make pictures ONLY=nothing``."""
    if not os.environ.get("README"):
        return
    ann = sit.down(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    README[name](ann, app)
    ann.page.screenshot(path=Path("docs/pictures") / f"{name}.png")
