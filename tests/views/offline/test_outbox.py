"""What the outbox of a phone is told, the service worker, and the pages for a phone without a network."""

import json
import re
import struct
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from models.records.database.base import db
from models.records.finding.earlier_sheets import history
from models.records.saving.seats import renew_link
from models.records.tables.shared import Link, watch_token
from tests.records.table import match_at
from tests.views.browser import Browser
from tests.views.table import Table
from views.language.i18n import languages

KNOCK = {"knocker": "0", "outcome": "knock", "deadwood_0": "8", "deadwood_1": "20"}


def send(table: Table, *, ago: str = "0", path: str = "", **fields: str) -> TestResponse:
    """Sends the form for the next hand as an outbox does."""
    page = table.browser.get(table.way("deadwood"))
    return table.browser.client.post(
        path or table.way("deadwood"),
        data=page.inputs | KNOCK | {"save": "1"} | fields,
        headers={"X-Part": "outbox", "X-Seconds-Ago": ago},
    )


def test_a_written_form_is_told_where_to_go_on_and_what_it_led_to(table: Table) -> None:
    answer = send(table, entry="e1")

    assert answer.status_code == 200
    assert answer.headers["X-Outbox"] == "written"
    assert answer.json == {"location": table.path, "stamp": "1.e1"}


def test_the_same_form_is_told_the_same_again(table: Table) -> None:
    first = send(table, entry="e1", version="0.")
    table.knock(3, 30)

    assert send(table, entry="e1", version="0.").json == first.json


def test_a_hand_that_was_on_the_sheet_already_says_which_one_it_was(table: Table) -> None:
    table.knock(8, 20)

    answer = send(table, version="0.")

    assert answer.headers["X-Outbox"] == "written"
    assert answer.json["location"] == f"{table.path}?joined=1"


@pytest.mark.parametrize(
    "fields, status",
    [({"deadwood_1": ""}, 422), ({"version": "7.other"}, 409), ({"version": "now"}, 400)],
)
def test_a_refused_form_is_answered_with_the_page_for_its_player(
    table: Table, fields: dict[str, str], status: int
) -> None:
    answer = send(table, **fields)

    assert (answer.status_code, answer.headers["X-Outbox"]) == (status, "refused")
    assert answer.mimetype == "text/html"


def test_a_choice_says_which_form_it_replaces_even_if_it_is_changed_first(table: Table) -> None:
    table.knock(3, 30)
    answer = send(table, version="0.", entry="mine")

    assert '<input type="hidden" name="replaces" value="mine">' in answer.text
    again = send(table, version="0.", entry="second", replaces="mine", deadwood_1="")
    assert '<input type="hidden" name="replaces" value="mine">' in again.text


def test_a_token_of_another_session_is_said_to_be_the_only_trouble(table: Table) -> None:
    answer = send(table, csrf_token="of another session")

    assert answer.headers["X-Refused"] == "csrf"
    token = table.browser.client.get("/outbox/token").json["csrf_token"]
    assert send(table, csrf_token=token).headers["X-Outbox"] == "written"


def test_a_phone_without_a_seat_is_refused(table: Table) -> None:
    page = table.browser.get(table.way("deadwood"))
    table.browser.device = "another phone"

    answer = table.browser.client.post(
        table.way("deadwood"), data=page.inputs | KNOCK | {"save": "1"}, headers={"X-Part": "outbox"}
    )
    assert (answer.status_code, answer.headers["X-Outbox"]) == (403, "refused")


@pytest.mark.parametrize(
    "ago, kept",
    [("0", False), ("59", False), ("7200", True), ("-7200", False), ("9" * 30, False), ("soon", False)],
)
def test_the_time_of_play_is_believed_within_sense(app: Flask, table: Table, ago: str, kept: bool) -> None:
    with app.app_context():
        match = match_at(table.path)
        match.created_at = match.created_at.replace(year=match.created_at.year - 1)
        db.session.commit()
    send(table, ago=ago)

    with app.app_context():
        match = match_at(table.path)
        assert (history(match)[0].entered_at is not None) is kept
    assert (", sent today" in table.browser.get(f"{table.path}/history").text) is kept


def renew(table: Table) -> str:
    """Renews the viewing link of a match; returns the new one."""
    with table.browser.client.application.app_context():
        match = match_at(table.path)
        renew_link(match, Link.VIEWING, table.browser.device)
        return f"m/{watch_token(match)}"


def test_a_match_whose_link_was_renewed_is_found_by_a_phone_with_a_seat(table: Table) -> None:
    page = table.browser.get(table.way("deadwood"))
    moved = renew(table)

    answer = table.browser.client.post(
        table.way("deadwood"), data=page.inputs | KNOCK | {"save": "1"}, headers={"X-Part": "outbox"}
    )
    assert (answer.status_code, answer.headers["X-Moved"]) == (410, moved)


def test_nobody_else_learns_the_new_link(table: Table, another_phone: Callable[[], Browser]) -> None:
    renew(table)

    other = another_phone().client
    token = other.get("/outbox/token").json["csrf_token"]
    answer = other.post(table.way("deadwood"), data={"csrf_token": token}, headers={"X-Part": "outbox"})
    assert answer.status_code == 410
    assert "X-Moved" not in answer.headers


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
    table: Table, another_phone: Callable[[], Browser]
) -> None:
    path = table.path.removeprefix("/")
    renewed = renew(table)

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

    renew(table)
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
