"""The log and the metrics: what happened, enough to find a failure, and nothing that opens a match."""

import json
import logging
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from click import ClickException
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app import create_app
from models.records.database.base import db
from models.records.tables.shared import scoring_token
from tests.databases import SQLite, make_app
from tests.faults.phones import Phone, Reply
from tests.records.table import match_at
from tests.views.cli.test_starting import environment, free_port, serving, start, stop
from tests.views.table import Table
from views.operations.observing import REQUEST_ID
from views.operations.request_log import AsJson


def an_evening(phone: Phone) -> tuple[str, list[Reply]]:
    """Starts a match, saves a hand twice with one form, and asks for a page that is not there."""
    sheet = phone.start_match()
    form = phone.hand_form(sheet)
    way = f"{sheet}/hands/new"
    first = phone.ask("POST", way, form)
    again = phone.ask("POST", way, form)
    stale = phone.ask("POST", way, form | {"entry": "another", "deadwood_1": "30"})
    assert [reply.status for reply in (first, again, stale)] == [303, 303, 409]
    style = re.search(r'href="(/static/[^"]+\.css)"', phone.get("/").text)
    assert style is not None
    return sheet, [phone.get(sheet), phone.get(style[1]), phone.get("/nowhere"), phone.ask("DEAL", "/")]


def test_each_request_is_one_line_without_secrets_and_counted(home: Path) -> None:
    phone = Phone(f"http://127.0.0.1:{(port := free_port())}")
    with serving(home, port, LOG="json", METRICS=str(metrics := free_port())) as process:
        sheet, replies = an_evening(phone)
        with urlopen(f"http://127.0.0.1:{metrics}/metrics") as answer:
            text = answer.read().decode()
        assert phone.get("/metrics").status == 404
        # Three lines greet.
        lines = stop(process, signal.SIGTERM).said.splitlines()[3:]

    assert_logged([json.loads(line) for line in lines], replies)
    assert_counted(text)
    for secret in (sheet.removeprefix("/m/"), "Ann", "Bob", *phone.cookies.values()):
        assert not any(secret in line for line in (*lines, text))
    assert not any("127.0.0.1" in line for line in lines)


def assert_logged(said: list[dict[str, Any]], replies: list[Reply]) -> None:
    """Each request has a line with its own id."""
    by_id = {line["request"]: line for line in said}
    assert len(by_id) == len(said)
    shown, style, nowhere, deal = (by_id[reply.headers["X-Request-ID"]] for reply in replies)
    assert (shown["method"], shown["route"], shown["status"]) == ("GET", "/m/<watch>", 200)
    assert shown["ms"] >= 0
    assert shown["bytes"] == int(replies[0].headers["Content-Length"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", shown["time"])
    assert (style["route"], style["status"]) == ("/static/<path:path>", 200)
    assert (nowhere["route"], nowhere["status"]) == ("-", 404)
    assert (deal["method"], deal["status"]) == ("-", 405)
    posted = [line["status"] for line in said if line["method"] == "POST" and line["route"].startswith("/m/")]
    assert posted == [303, 303, 409]


METRIC = re.compile(r"^(deadwood_\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)


def assert_counted(text: str) -> None:
    """Prometheus is told of each request, of what was saved, and of conflicts."""
    counted = {(name, labels): float(figure) for name, labels, figure in METRIC.findall(text)}

    assert counted["deadwood_saves_total", ""] == 1, "the same form twice is one hand"
    assert counted["deadwood_conflicts_total", ""] == 1
    assert counted["deadwood_unavailable_total", ""] == 0
    shown = 'method="GET",route="/m/<watch>",status="200"'
    assert counted["deadwood_requests_total", shown] == 1
    assert counted["deadwood_requests_total", 'method="-",route="-",status="405"'] == 1
    assert counted["deadwood_request_seconds_count", 'route="/m/<watch>/hands/new"'] == 4
    assert "process_resident_memory_bytes" in text


@pytest.fixture
def log_as_it_was() -> Iterator[None]:
    """The handlers of the log are afterwards those from before."""
    root = logging.getLogger()
    before = root.handlers[:]
    root.handlers.clear()
    yield
    root.handlers[:] = before


def test_addresses_are_logged_if_they_are_asked_for(
    instance: Path, sqlite: SQLite, log_as_it_was: None, capsys: pytest.CaptureFixture[str]
) -> None:
    client = make_app(instance, sqlite.url, LOG="json-with-addresses", PROXIES=1).test_client()
    for given in ("given-by-the-proxy", '"}, {'):
        client.get("/health", headers={"X-Forwarded-For": "203.0.113.9", "X-Request-ID": given})
    first, second = map(json.loads, capsys.readouterr().out.splitlines())

    assert first["address"] == "203.0.113.9"
    assert first["request"] == "given-by-the-proxy"
    assert re.fullmatch("[0-9a-f]{32}", second["request"])


def test_an_error_is_one_line_with_its_request_and_no_key(app: Flask) -> None:
    try:
        raise LookupError("/m/AnotherKeyOfTwentyFour_- failed")
    except LookupError:
        error = sys.exc_info()
    record = logging.makeLogRecord(
        {
            "name": "app",
            "levelname": "ERROR",
            "msg": "Exception on %s",
            "args": ("/s/Key",),
            "exc_info": error,
        }
    )
    with app.test_request_context(environ_overrides={REQUEST_ID: "this one"}):
        [line] = AsJson().format(record).splitlines()
    said = json.loads(line)

    assert (said["level"], said["logger"], said["request"]) == ("error", "app", "this one")
    assert said["message"] == "Exception on /s/…"
    assert "LookupError: /m/… failed" in said["traceback"]
    assert "AnotherKey" not in line


def test_by_default_nothing_is_measured(app: Flask, client: FlaskClient) -> None:
    assert "X-Request-ID" not in client.get("/").headers
    assert "observers" not in app.extensions


@pytest.mark.parametrize("name, written", [("LOG", "xml"), ("METRICS", "yes"), ("METRICS", "70000")])
def test_a_wrong_setting_is_said_in_a_sentence(instance: Path, name: str, written: str) -> None:
    with pytest.raises(ClickException, match=rf"^{name} must be .*{written}"):
        create_app({"INSTANCE_PATH": str(instance), name: written})


def test_a_port_for_prometheus_that_is_in_use_is_said_in_a_sentence(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        started = start(environment(home, free_port()) | {"METRICS": str(held.getsockname()[1])})

    assert started.code == 1
    assert "for METRICS is in use" in started.stderr


@pytest.fixture
def broken(app: Flask, table: Table) -> FlaskClient:
    """The phone on the table, after the tables of the database are gone."""
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with app.app_context():
        path = db.engine.url.database
        db.engine.dispose()
    assert path is not None
    with sqlite3.connect(path) as connection:
        for name in ("changes", "sheet_rows", "seats", "matches"):
            connection.execute(f"DROP TABLE {name}")
    connection.close()
    return table.browser.client


@pytest.mark.parametrize("page", ["", "/history", "/hands/new", "/hands/1"])
def test_a_page_that_fails_is_written_down_without_its_key(
    broken: FlaskClient, table: Table, caplog: pytest.LogCaptureFixture, page: str
) -> None:
    answer = broken.get(table.path + page)

    assert answer.status_code == 503
    assert f"The database failed on /m/…{page} [GET]" in caplog.text
    assert "no such table" in caplog.text
    assert table.path.removeprefix("/m/") not in caplog.text


def test_a_link_that_fails_to_give_a_seat_is_not_written_down(
    app: Flask, table: Table, broken: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    key = "AnotherKeyOfTwentyFour_-"
    assert broken.get(f"/s/{key}").status_code == 503

    assert "The database failed on /s/… [GET]" in caplog.text
    assert key not in caplog.text


def test_a_query_that_fails_does_not_say_what_it_asked_for(app_context: None) -> None:
    with pytest.raises(DBAPIError) as failure:
        db.session.execute(text("SELECT :seed FROM nowhere"), {"seed": "a seed"})

    assert "nowhere" in str(failure.value)
    assert "a seed" not in str(failure.value)


@pytest.mark.own_app
@pytest.mark.parametrize("kind", ["m", "s"])
def test_the_server_itself_writes_no_key_down(
    app: Flask, server: str, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    """An answer that breaks off is the server's to report, with the address that was asked for."""
    app.add_url_rule("/m/<watch>/broken", "broken_m", lambda watch: iter(broken_off()))
    app.add_url_rule("/s/<score>/broken", "broken_s", lambda score: iter(broken_off()))
    key = "AnotherKeyOfTwentyFour_-"

    connection = HTTPConnection(urlsplit(server).netloc, timeout=30)
    connection.request("GET", f"/{kind}/{key}/broken")
    connection.getresponse().read()
    connection.close()

    assert f"/{kind}/…/broken" in caplog.text
    assert key not in caplog.text


def broken_off() -> object:
    """The beginning of an answer."""
    raise RuntimeError("no more of it")
    yield b""


@pytest.mark.parametrize(
    "said, written",
    [
        ('"GET /m/KEY HTTP/1.1" 200 -', '"GET /m/… HTTP/1.1" 200 -'),
        ('"GET /m/KEY/hands/new?by=cards HTTP/1.1"', '"GET /m/…/hands/new?by=cards HTTP/1.1"'),
        ("/deadwood/s/KEY", "/deadwood/s/…"),
        ("/bs/KEY and /bc/KEY", "/bs/… and /bc/…"),
        ("http://gin.example/m/KEY#hands and /s/KEY.", "http://gin.example/m/…#hands and /s/…"),
        ("GET /judge?cards=7S HTTP/1.1", "GET /judge?cards=7S HTTP/1.1"),
        ("/matches/new", "/matches/new"),
    ],
)
@pytest.mark.parametrize("server", ["werkzeug", "waitress"])
def test_no_server_writes_a_key_down(
    app: Flask, caplog: pytest.LogCaptureFixture, server: str, said: str, written: str
) -> None:
    logging.getLogger(server).error("%s asked: %s", "192.0.2.1", said)

    assert caplog.messages == [f"192.0.2.1 asked: {written}"]


def test_a_key_that_is_shown_again_is_in_no_log(
    app: Flask, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with app.app_context():
        match = match_at(table.path)
        score = scoring_token(match)
    table.sheet()
    app.test_client().get(f"/s/{score}")

    assert score not in caplog.text
    assert table.path not in caplog.text
