"""Deadwood as static files (`make site`), below a path of any host: a score sheet for one phone."""

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from phone.packages import MissingError
from phone.site import write_site
from tests.browser.framed import COMPILING, STORAGE_IS_FULL, InFrame, started
from tests.browser.table import Phone
from tests.browser.test_a_game_by_cards import ANN_KNOCKS, BOB_UNDERCUTS
from tests.conftest import missing
from tests.views.browser import Browser
from tests.views.table import press_on, totals


class Files(SimpleHTTPRequestHandler):
    """Any host of static files, without a log."""

    def log_message(self, *_said: Any) -> None:
        """Says nothing."""


class Host(ThreadingHTTPServer):
    """A host of static files on this computer."""

    def start(self) -> None:
        """Serves them."""
        self.thread = Thread(target=self.serve_forever)
        self.thread.start()

    def stop(self) -> None:
        """Stops: nobody answers at its port any more."""
        if not self.thread.is_alive():
            return
        self.shutdown()
        self.thread.join()
        self.server_close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host that has the site in a folder."""
    try:
        write_site(tmp_path / "gin")
    except MissingError as error:
        missing(str(error))
    made = Host(("127.0.0.1", 0), partial(Files, directory=tmp_path))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def server(host: Host) -> str:
    """The address that phones know."""
    return f"http://127.0.0.1:{host.server_port}"


def set_up(page: Page) -> InFrame:
    """Sets the site up on this phone."""
    page.goto("/gin/")
    page.click("[data-act=set-up]")
    page.wait_for_url("**/phone/**", timeout=COMPILING)
    return started(page)


def exported(ann: InFrame, sheet: str) -> str:
    """The document of a match, downloaded."""
    ann.open(f"{sheet}/export")
    with ann.shell.expect_download() as downloaded:
        ann.follow("Download the match (JSON)")
    return downloaded.value.path().read_text(encoding="utf-8")


def play_an_evening(ann: InFrame) -> str:
    """A match with a hand by cards, one by deadwood, a correction, and one that is undone; its path."""
    ann.follow("New match")
    ann.field("name_0").fill("Ann")
    ann.field("name_1").fill("Bob")
    ann.press("Start")
    ann.sees("Ann deals.")
    sheet = ann.path
    ann.follow("Enter hand 1")
    ann.choose("Ann")
    ann.take(f"{ANN_KNOCKS} {BOB_UNDERCUTS}")
    ann.save("Save: Bob +11")
    for number, against in (("2", "20"), ("3", "5")):
        ann.open(f"{sheet}/hands/new?by=deadwood")
        ann.choose("Bob")
        ann.write(deadwood_1="4", deadwood_0=against)
        ann.save(f"Save: Bob +{int(against) - 4}")
        expect(ann.hands).to_have_count(int(number))
    ann.press("Undo")
    expect(ann.hands).to_have_count(2)
    ann.open(f"{sheet}/hands/2/correct")
    ann.write(deadwood_0="24")
    ann.save("Save: Bob +20")
    return sheet


@pytest.mark.long
def test_a_match_on_a_site_without_a_server_moves_to_a_shared_table(
    app: Flask, host: Host, phone: Phone
) -> None:
    ann = set_up(phone(service_workers="allow"))
    sheet = play_an_evening(ann)
    other = ann.shell.context.new_page()
    other.goto("/gin/")
    bobs = started(other)
    bobs.open(sheet)
    bobs.sees("Bob knocks, +20.")
    other.close()

    host.stop()
    ann.shell.context.set_offline(True)
    ann.shell.reload()
    ann = started(ann.shell)
    ann.sees("Bob knocks, +20.", "31")
    ann.open("judge")
    ann.sees("What do you want to check?")
    document = exported(ann, sheet)
    played = json.loads(document)
    assert (played["players"], len(played["hands"])) == (["Ann", "Bob"], 2)

    ann.open("import")
    ann.field("text").fill(json.dumps({**played, "id": "0" * 32, "players": ["Zoë", "Bob"]}))
    ann.press("Preview")
    ann.press("Import")
    ann.sees("Bob knocks, +20.")
    expect(ann.frame.locator("h1")).to_have_text("Zoë and Bob")

    shared = Browser(app.test_client())
    preview = shared.send("/import", {"text": document}, status=200)
    sheet_there = press_on(shared, preview, "Import")
    assert "Bob knocks, +20." in sheet_there.text
    assert totals(sheet_there) == ["0", "31"]


@pytest.mark.long
def test_a_phone_without_space_says_that_nothing_more_is_kept(phone: Phone) -> None:
    ann = set_up(phone(service_workers="allow"))
    [python] = ann.shell.workers
    python.evaluate(STORAGE_IS_FULL)
    ann.follow("New match")
    ann.press("Start")

    expect(ann.shell.locator("#said")).to_contain_text("There is no space left on this phone")
    expect(ann.shell.locator("#cancel")).to_be_hidden()
