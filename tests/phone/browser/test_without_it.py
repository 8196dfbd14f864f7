"""Deadwood without the folder `phone`: everything is there but taking matches along."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from phone.packages import ROOT
from tests.browser.away import NOTHING_WAITS, stored
from tests.browser.table import Phone, Player
from tests.browser.waiting import wait_until
from tests.faults.servers import Server, running

FOLDERS = ("models", "static", "templates", "views")

ALONG = ("Use this match offline", "To use a match offline", "No match can be saved for offline use")
"""What pages say of it."""


@pytest.fixture
def app_alone(tmp_path: Path) -> Iterator[Server]:
    """A server whose checkout has no folder `phone`."""
    checkout, instance = tmp_path / "checkout", tmp_path / "instance"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app.py", checkout)
    instance.mkdir()
    with running(instance, f"sqlite:///{instance / 'gin.sqlite'}", root=checkout) as server:
        yield server


@pytest.fixture
def server(app_alone: Server) -> str:
    """The address that phones know."""
    return app_alone.address


def offers_nothing(page: Page) -> None:
    """A page that says nothing of what only the guest can do."""
    said = page.content()
    assert [words for words in ALONG if words in said] == []
    assert "/along" not in said


def start_match(ann: Player) -> str:
    """Starts a match of Ann and Bob; returns the address of its sheet."""
    ann.page.goto("/matches/new")
    ann.write(name_0="Ann", name_1="Bob")
    ann.page.locator(".button--main").tap()
    ann.sees("Play the hand, then enter it here.")
    return ann.page.url


def enter(ann: Player, sheet: str, deadwood: int) -> None:
    """Enters a hand that Ann knocks with."""
    ann.page.goto(f"{sheet}/hands/new?by=deadwood")
    ann.choose("Ann")
    ann.write(deadwood_0=str(deadwood), deadwood_1="20")
    save = ann.page.locator("[name=save]")
    expect(save).not_to_have_attribute("aria-busy", "true")
    ann.tap(save)
    ann.page.wait_for_url(lambda url: "/hands/" not in url)


def test_deadwood_is_whole_without_it(phone: Phone, app_alone: Server) -> None:
    ann = Player(phone(service_workers="allow"))
    page = ann.page
    sheet = start_match(ann)
    enter(ann, sheet, 1)
    ann.sees("Ann knocks, +19.")
    for path in ("/", "/offline", "/settings", "/judge", "/houses", "/privacy", f"{sheet}/share", sheet):
        page.goto(path)
        expect(page.locator("main")).to_be_visible()
        offers_nothing(page)
    assert page.request.get("/phone/").status == 404
    assert page.request.get("/phone/build.json").status == 404

    stored(page, sheet)
    app_alone.kill()
    enter(ann, sheet, 2)
    expect(page.locator(".offline-notices")).to_contain_text("Saved on this phone: 1 hand.")
    expect(page.locator(".offline-notices")).to_contain_text("No connection. Last updated")
    page.goto("/")
    ann.sees("Ann")
    app_alone.start()
    page.goto(sheet)
    wait_until(page, NOTHING_WAITS)
    page.goto(sheet)
    expect(ann.hands).to_have_count(2)
    ann.sees("Ann knocks, +18.")

    page.goto("/settings")
    ann.choose("Dark")
    ann.press("Save")
    page.wait_for_url(lambda url: "/settings" not in url)
    page.goto(sheet)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert app_alone.tracebacks() == []
