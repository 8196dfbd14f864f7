"""Pictures of every page in every state, to be looked at by people. Not a test: ``make pictures`` takes them.

They are written to ``test-results/pictures``, a folder for each look. To take some of them, here the pages
with "cards" in their name in two looks: ``make pictures ONLY=cards LOOKS="390x664 320x568+dark"``.

In another language (``LOOKS=320x568+fr``) the pages of an evening are taken, from top to bottom.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.rules.presets import PRESETS
from tests.browser.away import Away, stored
from tests.browser.chart_gallery import show_gallery
from tests.browser.conftest import Phone
from tests.browser.network import Network
from tests.browser.story import tell
from tests.browser.table import LONG_NAMES, Player, Sit, match_path, sit_down
from tests.browser.test_ahead import LIST_SAYS
from tests.browser.test_every_page import ANN_WINS, EVERY_STATE, GOES_ON_FROM, NO_SCRIPTS, Act
from tests.browser.test_judge import SHOWDOWN
from tests.browser.waiting import wait_until
from tests.evening import ENDLESS
from tests.gin.table import BOB, DEAD, gin, knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS, BOB_HAS_GIN
from views.language.i18n import languages

FOLDER = Path("test-results/pictures")
TRANSLATED = [each for each in languages() if each != "en"]
LOOKS = os.environ.get("LOOKS") or " ".join(
    (
        "390x844 390x664 390x664+dark 390x664+no-scripts 390x664+large-text 360x640 320x568 844x390 1280x800",
        "320x568+very-large 360x640+very-large 844x390+dark",
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


def on_phone(phone: Phone, look: str, app: Flask, server: str, **options: Any) -> Player:
    """Ann's phone, which looks so."""
    size, *how = look.split("+")
    width, height = map(int, size.split("x"))
    screen = {"viewport": {"width": width, "height": height}, "device_scale_factor": 1}
    page = phone(
        javascript="no-scripts" not in how, dark="dark" in how, locale=language_of(look), **screen, **options
    )
    if "large-text" in how:
        page.add_init_script(LARGE_TEXT)
    if "very-large" in how:
        page.context.add_cookies([{"name": "display", "value": "auto.largest", "url": server}])
    return Player(sit_down(page, app, server))


def language_of(look: str) -> str:
    return next((each for each in look.split("+") if each in TRANSLATED), "en")


@pytest.mark.parametrize("look", LOOKS.split())
def test_take_pictures(app: Flask, server: str, phone: Phone, look: str) -> None:
    ann, scripts = on_phone(phone, look, app, server), "no-scripts" not in look
    page = ann.page
    if (language := language_of(look)) != "en":
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


def face_to_face(ann: Player, app: Flask) -> Iterator[str]:
    """A hand that both players enter, a wrong one, long names, and the end of a game."""
    page = ann.page

    def tap(*keys: str) -> None:
        for key in keys:
            ann.tap(page.locator(f"[data-{key}]:visible"))

    page.goto(match_path(app) + "/face-to-face")
    yield "blank"
    tap("knocker='1'][data-outcome=knock")
    yield "keypad"
    tap("digit='2'")
    yield "the other player"
    tap("digit='9'")
    expect(page.locator("#entry-1 .half__save")).to_be_visible()
    yield "the first may save"
    tap("act=next")
    yield "result"
    ann.tap(page.locator("#entry-1 .half__save"))
    expect(page.locator("#score-1 .screen__figure")).to_have_text("7")
    yield "in a game"
    tap("knocker='0'][data-outcome=knock", "digit='1'", "digit='1'")
    tap("digit='9'", "act=next")
    expect(page.locator("#entry-0 .half__wrong")).not_to_be_empty()
    yield "wrong"
    for kind, rules in {"long names": PRESETS["pagat"], "zero sum": PRESETS["sydney"]}.items():
        hands = [knock(2, 60), knock(9, 98, by=BOB)] * 2
        page.goto(match_path(app, *hands, rules=rules.but(target=500), names=LONG_NAMES) + "/face-to-face")
        yield kind
        tap("knocker='0'][data-outcome=knock")
        yield f"{kind}, keypad"
        tap("digit='2'", "digit='9'", "digit='8'")
        expect(page.locator("#entry-1 .half__save")).to_be_visible()
        yield f"{kind}, result"
    page.goto(match_path(app, BOB_HAS_GIN, BOB_BREAKS_HIS_EIGHTS, ANN_WINS) + "/face-to-face")
    yield "game over"


def without_a_network(away: Away) -> Iterator[str]:
    """Hands that wait on the phone, until a game is over, on each page that shows them."""
    stored(away.page, away.path)
    for hand in (knock(8, 20), gin(18, by=BOB)):
        away.bob_adds(hand)
    away.page.goto(f"{away.path}/face-to-face")
    away.page.goto(f"{away.path}?view=sheet")
    wait_until(away.page, LIST_SAYS, "12")
    away.leave()
    yield "offline"
    away.enter("Ann", 10, 9)
    yield "one hand waits"
    away.enter("Bob", 20, 3)
    away.enter("Ann", 2, 31)
    yield "three hands wait"
    for path in ("/", f"{away.path}/face-to-face"):
        away.page.goto(path)
        yield f"three hands wait, {'home' if path == '/' else 'face to face'}"
    away.enter("Ann", 1, 98)
    yield "game over ahead"
    away.enter("Bob", 20, 1)
    yield "not counted yet"
    away.page.goto(f"{away.path}/face-to-face")
    yield "not counted yet, face to face"


def sentences(ann: Player, app: Flask) -> Iterator[str]:
    """A verdict that is turned to the other player, and what a hand brings to mind."""
    ann.page.goto(SHOWDOWN)
    ann.page.locator(".turn-around").click()
    yield "turned verdict"
    ann.page.goto(match_path(app, *[knock(2, 5)] * 5, rules=ENDLESS))
    yield "remembered"


AT_THE_TABLE: dict[str, Callable[[Away], Iterator[str]]] = {
    "face to face": lambda away: face_to_face(away.ann, away.app),
    "without a network": without_a_network,
    "sentences": lambda away: sentences(away.ann, away.app),
}
"""Taken in every look and language; each stops at every page that is worth a look."""


@pytest.mark.parametrize("look", [each for each in LOOKS.split() if "no-scripts" not in each])
@pytest.mark.parametrize("story", AT_THE_TABLE)
def test_take_pictures_at_the_table(app: Flask, net: Network, phone: Phone, look: str, story: str) -> None:
    ann = on_phone(phone, look, app, net.address, service_workers="allow")
    for number, name in enumerate(AT_THE_TABLE[story](Away(ann, net, app, match_path(app))), 1):
        if ONLY in name:
            path = path_of(look, f"{story} {number:02} {name}")
            ann.page.screenshot(path=path, animations="disabled")


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


def face_to_face_in_the_readme(ann: Player, app: Flask) -> None:
    """Bob has knocked and may save, as soon as Ann has typed her number."""
    next(name for name in face_to_face(ann, app) if name == "the first may save")


README: dict[str, Act] = {
    "sheet": sheet_in_the_readme,
    "verdict": verdict_in_the_readme,
    "hollywood": hollywood_in_the_readme,
    "face-to-face": face_to_face_in_the_readme,
}


@pytest.mark.parametrize("name", README)
def test_take_pictures_for_the_readme(app: Flask, sit: Sit, name: str) -> None:
    """Written to ``docs/pictures`` if README is set: ``README=1 make pictures ONLY=nothing``."""
    if not os.environ.get("README"):
        return
    ann = sit.down(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    README[name](ann, app)
    ann.page.screenshot(path=Path("docs/pictures") / f"{name}.png")
