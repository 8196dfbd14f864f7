"""The rate limits: on wrong links, and on new matches."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from models.records.tables.shared import scoring_token
from tests.databases import Database, make_app
from tests.records.table import match_at
from tests.views.browser import Browser, Page
from tests.views.table import Table
from views.web.access import DEVICE
from views.web.rate_limit import NEW_MATCHES, SAVED_RULES, WRONG_LINKS, Counters, Limit, count

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def open_link(client: FlaskClient, path: str, where: str = HERE, **sent: object) -> TestResponse:
    """What *client* is answered there."""
    return client.get(path, environ_overrides={"REMOTE_ADDR": where}, **sent)


def tried(
    app: Flask, times: int, limit: Limit = WRONG_LINKS, where: str = HERE, phone: str | None = None
) -> None:
    """Counts as if a visitor without a cookie or a phone had tried that so often there."""
    with app.test_request_context(environ_base={"REMOTE_ADDR": where}):
        count(limit, phone, times)


def device_of(client: FlaskClient) -> str:
    """The token of a phone."""
    with client.session_transaction() as session:
        return str(session.setdefault(DEVICE, "a phone"))


def renew(table: Table) -> str:
    """Renews the viewing link; returns the new one."""
    return table.browser.press(f"{table.path}/share", "Turn off the old link").path.partition("/share")[0]


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    """A phone that was never here."""
    return app.test_client()


@pytest.fixture
def join(app: Flask, table: Table) -> str:
    """The scoring link of the match."""
    with app.app_context():
        match = match_at(table.path)
        return f"/s/{scoring_token(match)}"


def test_sixty_wrong_links_lead_nowhere_and_the_next_is_not_answered(
    app: Flask, visitor: FlaskClient
) -> None:
    wrong = ("/m/guess", "/s/guess", "/b/guess", "/bs/guess", "/bc/guess")
    tried(app, WRONG_LINKS.of_device - len(wrong))
    assert {open_link(visitor, each).status_code for each in wrong} == {404}

    answer = open_link(visitor, "/m/guess")

    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    page = Page(answer.text, "")
    assert page.heading == "Too many wrong links"
    assert page.links["To the home page"] == "/"
    assert not page.faults


def test_whoever_guesses_locks_nobody_out(app: Flask, visitor: FlaskClient, table: Table, join: str) -> None:
    tried(app, WRONG_LINKS.of_device)
    assert open_link(visitor, "/m/guess").status_code == 429

    assert open_link(visitor, table.path).status_code == 200
    assert open_link(visitor, join).status_code == 200
    assert open_link(table.browser.client, table.path).status_code == 200


def test_a_club_behind_one_address_opens_a_renewed_link(app: Flask, table: Table) -> None:
    """Seventy phones open the old link, then the new one: none of them is a guesser."""
    old, new = table.path, renew(table)
    phones = [app.test_client() for _ in range(70)]

    assert {open_link(phone, old).status_code for phone in phones} == {410}
    assert {open_link(phone, new).status_code for phone in phones} == {200}
    assert open_link(phones[0], "/m/mistyped").status_code == 404


def test_a_replaced_link_says_so(visitor: FlaskClient, table: Table) -> None:
    old = table.path
    renew(table)

    page = Page(open_link(visitor, old).text, "")

    assert page.heading == "This link has been replaced"
    assert not page.faults


def test_the_phones_at_an_address_are_counted_apart_and_together(app: Flask) -> None:
    phones = WRONG_LINKS.of_address // WRONG_LINKS.of_device
    for number in range(phones - 1):
        tried(app, WRONG_LINKS.of_device, phone=f"phone {number}")
    last = app.test_client()
    tried(app, WRONG_LINKS.of_device - 1, phone=device_of(last))

    assert open_link(last, "/m/guess").status_code == 404
    assert open_link(app.test_client(), "/m/guess").status_code == 429


def test_whoever_is_elsewhere_is_answered(app: Flask, visitor: FlaskClient) -> None:
    tried(app, WRONG_LINKS.of_device)

    assert open_link(visitor, "/m/guess").status_code == 429
    assert open_link(visitor, "/m/guess", ELSEWHERE).status_code == 404


def test_a_network_of_the_new_addresses_is_one_place(app: Flask, visitor: FlaskClient) -> None:
    for number in range(2):
        tried(app, WRONG_LINKS.of_device // 2, where=f"2001:db8::{number:x}")

    assert open_link(visitor, "/m/guess", "2001:db8::ffff").status_code == 429
    assert open_link(visitor, "/m/guess", "2001:db8:0:1::1").status_code == 404


def test_the_count_is_shared_by_processes(app: Flask, instance: Path, database: Database) -> None:
    tried(app, WRONG_LINKS.of_device)

    assert open_link(make_app(instance, database.url).test_client(), "/m/guess").status_code == 429


def test_no_address_is_stored(app: Flask, visitor: FlaskClient) -> None:
    open_link(visitor, "/m/guess")

    counters: Counters = app.extensions["counters"]
    assert HERE.encode() not in counters.file.read_bytes()


def test_a_file_that_cannot_be_used_locks_nobody_out(
    app: Flask, visitor: FlaskClient, tmp_path: Path
) -> None:
    app.extensions["counters"] = Counters(tmp_path)
    tried(app, WRONG_LINKS.of_device)

    assert open_link(visitor, "/m/guess").status_code == 404


def test_a_window_that_has_ended_is_forgotten(tmp_path: Path) -> None:
    counters = Counters(tmp_path / "counters.sqlite")

    assert [counters.add("knock", "ann", 60).times for _ in range(3)] == [1, 2, 3]
    assert counters.add("knock", "bob", 60).times == 1
    assert [counters.add("gin", "ann", 0).times for _ in range(3)] == [1, 1, 1]


def test_too_many_saved_rules_are_refused(app: Flask, browser: Browser) -> None:
    page = browser.get("/houses/own?from=pagat&gin_bonus=30")
    form = next(form for form in page.forms if "save" in form.element["action"])
    action, inputs = form.element["action"], form.inputs
    tried(app, SAVED_RULES.of_device - 1, SAVED_RULES, "127.0.0.1", device_of(browser.client))

    assert browser.client.post(action, data=inputs).status_code == 303
    assert browser.client.post(action, data=inputs).status_code == 429


def test_too_many_new_matches_are_refused_and_the_form_is_kept(app: Flask, browser: Browser) -> None:
    counters: Counters = app.extensions["counters"]
    names = {"name_0": "Ann", "name_1": "Bob"}
    tried(app, NEW_MATCHES.of_device - 1, NEW_MATCHES, "127.0.0.1", device_of(browser.client))
    browser.send("/matches/new", names)

    refused = browser.send("/matches/new", names, status=429)
    assert refused.heading == "Too many tries"
    assert names.items() <= refused.inputs.items()

    counters.clear()
    [form] = refused.forms
    answer = browser.client.post("/matches/new", data=form.inputs)
    assert answer.status_code == 303
