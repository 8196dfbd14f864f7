"""A hand by cards in WebKit, the engine of every iPhone, and in Firefox, each seen on a second phone."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from itertools import product
from pathlib import Path

import pytest
from flask import Flask

from tests.browser.finding import find_firefox, find_webkit
from tests.browser.forged import (
    FORGERIES,
    HAS_SECRET,
    SAME_SITE,
    SHORT,
    WHERE,
    BookEvening,
    an_evening,
    another_site,
)
from tests.browser.network import NOT_FOUND, network
from tests.browser.table import said
from tests.browser.webdriver import PATIENCE, OtherPhone, firefox_phone, wait_until, webkit_phone
from tests.conftest import missing
from tests.views.walking import rows_of

pytestmark = [pytest.mark.full, pytest.mark.long]

ANN_KNOCKS, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
"""From OpenSpiel's gin_rummy_test.cc, which plays it out: Bob breaks his eights and keeps nine."""

BROWSERS: dict[str, tuple[Callable[[], object], Callable[[Path], AbstractContextManager[OtherPhone]]]] = {
    "WebKit": (find_webkit, webkit_phone),
    "Firefox": (find_firefox, firefox_phone),
}


def start_match(ann: OtherPhone) -> str:
    """Starts a match of Ann and Bob, and returns the address of its sheet."""
    ann.write("input[name=name_0]", "Ann")
    ann.write("input[name=name_1]", "Bob")
    ann.tap(".button--main")
    ann.sees("Play the hand, then enter it here.")
    return ann.url()


def enter_by_cards(ann: OtherPhone) -> None:
    """Enters a hand with the pack, and saves it."""
    ann.tap(".button--main[href*='by=cards']")
    ann.tap("label:has(input[name=knocker][value='0'])")
    for card in f"{ANN_KNOCKS} {BOB_UNDERCUTS}".split():
        ann.tap(f".pack [aria-label='{said(card)}']")
    ann.sees("Bob undercuts, +11.")
    ann.tap(".button--main")
    ann.sees("Bob Points: 11")


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
        sheet = start_match(ann)
        enter_by_cards(ann)
        with phone(folders[1]) as bob:
            bob.open(sheet)
            bob.sees("Bob undercuts, +11.")


@pytest.mark.parametrize("name", BROWSERS)
def test_a_hand_waits_until_the_server_answers_again(app: Flask, tmp_path: Path, name: str) -> None:
    find, phone = BROWSERS[name]
    if find() is None:
        missing(name)

    with network(app) as net, phone(tmp_path) as ann:
        ann.open(f"{net.address}/matches/new")
        sheet = start_match(ann)
        open_until_stored(ann, net.address)
        ann.open(sheet)
        ann.open(f"{sheet}/hands/new?by=deadwood")
        ann.has_stored("/hands/new?by=deadwood")
        net.stop()
        ann.open(f"{sheet}/hands/new?by=deadwood")
        ann.sees("No connection. Last updated", "body")
        ann.tap("label:has(input[name=knocker][value='0'])")
        ann.write("input[name=deadwood_0]", "1")
        ann.write("input[name=deadwood_1]", "20")
        ann.tap("[name=save]:not([aria-busy])")
        ann.sees("Saved on this phone: 1 hand.", "body")
        net.start(app)
        ann.sees("Ann knocks, +19.")


def open_until_stored(ann: OtherPhone, server: str) -> None:
    """Opens the page that says whether pages are stored, again and again, as it asks for."""
    stored = "can be opened again offline"

    def is_stored() -> bool:
        ann.open(f"{server}/offline")
        return wait_until(lambda: stored in ann.text(), PATIENCE / 10)

    assert wait_until(is_stored), ann.text("body")


def without_worker(request: bytes) -> bytes | None:
    """Answers that there is no service worker."""
    return NOT_FOUND if request.startswith(b"GET /sw.js") else None


def sit_down(ann: OtherPhone, evening: BookEvening, server: str) -> None:
    """Gives a phone a seat in the match and the book of an evening."""
    for link in evening.scoring_links:
        ann.open(server + link)
        # WebKit's driver may never answer while a form opens a page. From then on the link leads in at once.
        with suppress(TimeoutError):
            ann.tap(".actions .button--main")
            ann.waits_for(".menu", PATIENCE)
        ann.open(server + link)
        ann.waits_for(".menu", PATIENCE)


@pytest.mark.parametrize("has_worker", [True, False])
@pytest.mark.parametrize("name", BROWSERS)
def test_no_form_of_another_site_does_anything(
    app: Flask, tmp_path: Path, name: str, *, has_worker: bool
) -> None:
    """With a service worker, and as in a browser that has none."""
    find, phone = BROWSERS[name]
    if find() is None:
        missing(name)

    succeeded = []
    with another_site() as other, network(app) as net, phone(tmp_path) as ann:
        net.proxy = None if has_worker else without_worker
        for case in product(SHORT, WHERE):
            evening = an_evening(app)
            sit_down(ann, evening, net.address)
            if has_worker:
                open_until_stored(ann, net.address)
            path, fields = evening.sent(FORGERIES[case[0]])
            before = rows_of(app)
            other.sends(net.address + path, {"csrf_token": "guessed", **fields}, case[1])
            ann.open(other.address(SAME_SITE))
            assert wait_until(lambda: ann.is_answered(other.address(SAME_SITE))), case
            ann.open(f"{net.address}/health")
            if rows_of(app) != before:
                succeeded.append(case)
        net.proxy = None
        ann.open(f"{net.address}/settings")
        ann.runs_until(HAS_SECRET)
        ann.tap("label:has([name=theme][value=dark])")
        ann.tap(".button--main")
        ann.waits_for("html[data-theme=dark]", PATIENCE)
    assert succeeded == []
