"""A hand by cards in WebKit, the engine of every iPhone, and in Firefox, each seen on a second phone."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.browser.finding import find_firefox, find_webkit
from tests.browser.table import said
from tests.browser.webdriver import OtherPhone, firefox_phone, webkit_phone
from tests.conftest import missing

ANN_KNOCKS, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
"""From OpenSpiel's gin_rummy_test.cc, which plays it out: Bob breaks his eights and keeps nine."""

BROWSERS: dict[str, tuple[Callable[[], object], Callable[[Path], AbstractContextManager[OtherPhone]]]] = {
    "WebKit": (find_webkit, webkit_phone),
    "Firefox": (find_firefox, firefox_phone),
}


@pytest.mark.parametrize("name", BROWSERS)
def test_a_hand_by_cards_is_saved_and_seen_on_a_second_phone(server: str, tmp_path: Path, name: str) -> None:
    find, phone = BROWSERS[name]
    if find() is None:
        missing(name)
    folders = [tmp_path / "ann", tmp_path / "bob"]
    for folder in folders:
        folder.mkdir()

    with phone(folders[0]) as ann:
        ann.open(f"{server}/")
        ann.tap("a[href='/matches/new']")
        ann.write("input[name=name_0]", "Ann")
        ann.write("input[name=name_1]", "Bob")
        ann.tap(".button--main")
        ann.sees("Ann deals.")
        sheet = ann.url()
        ann.tap(".button--main")
        ann.tap("label:has(input[name=knocker][value='0'])")
        for card in f"{ANN_KNOCKS} {BOB_UNDERCUTS}".split():
            ann.tap(f".pack [aria-label='{said(card)}']")
        ann.sees("Bob undercuts, +11.")
        ann.tap(".button--main")
        ann.sees("Bob 11")
        with phone(folders[1]) as bob:
            bob.open(sheet)
            bob.sees("Bob undercuts, +11.")
