"""The log as JSON, and the metrics: what happened, and nothing that opens a match or names somebody."""

import json
import logging
import re
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from click import ClickException
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from tests.databases import SQLite, make_app
from tests.faults.phones import Phone, Reply
from tests.views.cli.test_starting import environment, free_port, serving, start, stop
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
