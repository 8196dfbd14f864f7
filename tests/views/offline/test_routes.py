"""The service worker, the app to install, and the pages for a phone without a network."""

import json
import re
import struct
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from models.records.saving.seats import renew_link
from models.records.tables.shared import Link, watch_token
from tests.records.table import match_at
from tests.views.browser import Browser
from tests.views.table import Table
from views.language.i18n import languages
from views.web.access import DEVICE


def test_every_file_that_the_service_worker_stores_is_there(client: FlaskClient) -> None:
    worker = client.get("/sw.js")
    files = re.findall(r'"(/static/[^"]+)"', worker.text)

    assert worker.mimetype == "text/javascript"
    assert {path.rpartition("/")[2] for path in files} >= {"page.css", "entry.js", "offline.js", "icon.svg"}
    for path in files:
        with client.get(path) as answer:
            assert answer.status_code == 200, path
    assert not any(path.endswith((".gz", "/sw.js")) for path in files)


def test_every_page_names_the_manifest(browser: Browser) -> None:
    (link,) = [each for each in browser.get("/").root.all("link") if each["rel"] == "manifest"]

    assert link["href"] == "/manifest.webmanifest"


def test_the_manifest_describes_an_app_that_can_be_installed(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest")
    manifest = answer.json

    assert answer.mimetype == "application/manifest+json"
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Deadwood", "/", "standalone")
    assert [each["url"] for each in manifest["shortcuts"]] == ["/matches/new", "/judge"]
    for shortcut in manifest["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200


def test_its_icons_have_the_sizes_that_they_claim(client: FlaskClient) -> None:
    icons = client.get("/manifest.webmanifest").json["icons"]
    for icon in icons:
        with client.get(icon["src"]) as answer:
            content = answer.get_data()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"

    assert {(icon["sizes"], icon["purpose"]) for icon in icons} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }


def test_a_phone_learns_what_it_can_still_open(
    table: Table, another_phone: Callable[[], Browser], client: FlaskClient
) -> None:
    path = table.path.removeprefix("/")
    asked = {"paths": [path, "m/deleted", "b/none", "elsewhere"]}

    assert client.post("/outbox/access", json=asked).json == {path: "score"}
    assert another_phone().client.post("/outbox/access", json=asked).json == {path: "view"}


def test_a_phone_with_a_seat_learns_the_new_link_of_a_match(
    table: Table, another_phone: Callable[[], Browser], app: Flask
) -> None:
    path = table.path.removeprefix("/")
    with table.browser.client.session_transaction() as session:
        device = session[DEVICE]
    with app.app_context():
        match = match_at(path)
        renew_link(match, Link.VIEWING, device)
        renewed = f"m/{watch_token(match)}"

    assert table.browser.client.post("/outbox/access", json={"paths": [path]}).json == {path: renewed}
    assert another_phone().client.post("/outbox/access", json={"paths": [path]}).json == {}


def test_it_asks_for_a_list_of_no_more_than_it_stores(client: FlaskClient) -> None:
    for asked in ({"paths": ["m/x"] * 101}, {"paths": "m/x"}, ["m/x"], {}):
        assert client.post("/outbox/access", json=asked).status_code == 400
    assert client.post("/outbox/access", data="paths").status_code == 400


@pytest.mark.parametrize("entry", ["[" * 1_000 + "]" * 1_000, "[" * 900 + "]" * 900, "9" * 5_000, "null"])
def test_what_is_no_list_of_links_is_refused(client: FlaskClient, entry: str) -> None:
    for text in (f'{{"paths": [{entry}]}}', f'{{"paths": {entry}}}', entry):
        answer = client.post("/outbox/access", data=text, content_type="application/json")
        assert answer.status_code == 400


@pytest.mark.engines
@pytest.mark.parametrize("odd", ["m/\ud800", "b/\udfff", "m/\0", "m/é", "m/" + "x" * 9_000, "\ud800"])
def test_an_odd_link_opens_nothing_and_the_others_are_answered(table: Table, odd: str) -> None:
    path = table.path.removeprefix("/")
    answer = table.browser.client.post("/outbox/access", json={"paths": [odd, path]})

    assert answer.json == {path: "score"}


def test_links_cannot_be_guessed_this_way(client: FlaskClient) -> None:
    for number in range(3):
        answer = client.post("/outbox/access", json={"paths": [f"m/{number}.{each}" for each in range(100)]})

    assert answer.status_code == 429


def test_a_page_says_whether_this_phone_can_score(table: Table, viewer: Browser, client: FlaskClient) -> None:
    assert client.get(table.path).headers["X-Access"] == "score"
    assert viewer.client.get(table.path).headers["X-Access"] == "view"


def test_a_phone_is_told_what_is_gone_and_every_answer_is_known_as_ours(table: Table, app: Flask) -> None:
    path, client = table.path, table.browser.client
    etag = client.get(path).headers["ETag"]
    unchanged = client.get(path, headers={"If-None-Match": etag})
    assert (unchanged.status_code, unchanged.headers["X-Access"]) == (304, "score")
    for missing in (f"{path}/hands/99", "/nowhere", "/health", "/sw.js"):
        assert client.get(missing).headers["X-Access"] in ("score", "view"), missing

    with table.browser.client.session_transaction() as session:
        device = session[DEVICE]
    with app.app_context():
        match = match_at(path)
        renew_link(match, Link.VIEWING, device)
    for moved in (path, f"{path}/hands/new"):
        assert client.get(moved).status_code == 307, moved
        assert app.test_client().get(moved).headers["X-Access"] == "gone", moved
    assert client.get("/m/deleted").headers["X-Access"] == "gone"


def test_the_service_worker_has_a_few_sentences_in_every_language(client: FlaskClient) -> None:
    """They are for a phone that has lost everything that it had stored."""
    words = json.loads(re.findall(r"self.WORDS = (.*);", client.get("/sw.js").text)[0])

    assert words["en"]["unsent"] == "Waiting to be sent"
    assert set(words) == set(languages())
    assert all(set(each) == set(words["en"]) for each in words.values())


def test_the_pages_without_a_network_are_there(browser: Browser) -> None:
    for path, heading in {
        "/unsent": "Waiting to be sent",
        "/unreached": "No connection",
        "/offline": "Offline",
    }.items():
        assert next(browser.get(path).root.all("h1")).text == heading


def test_without_javascript_the_page_about_this_device_promises_nothing(browser: Browser) -> None:
    page = browser.get("/offline")
    [module] = [each for each in page.root.all() if each["data-module"].startswith("this_device")]

    assert "hidden" in module.attributes
    assert "Without JavaScript, everything is sent as soon as you save it." in page.text
