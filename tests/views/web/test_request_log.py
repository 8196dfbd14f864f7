"""The log as JSON, and the metrics: what happened, and nothing that opens a match or names somebody."""

import json
import logging
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from click import ClickException
from flask import Flask

from app import create_app
from tests.faults.phones import Phone, Reply
from tests.views.cli.test_starting import environment, free_port, serving, start, stop
from views.web.observing import REQUEST_ID
from views.web.request_log import AsJson


@contextmanager
def measured(
    home: Path, monkeypatch: pytest.MonkeyPatch, **settings: str
) -> Iterator[tuple[Phone, list[str]]]:
    """A phone at a server with these settings; the list has the server's lines when it has ended."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    port = free_port()
    lines: list[str] = []
    with serving(home, port) as process:
        yield Phone(f"http://127.0.0.1:{port}"), lines
        # Three lines greet.
        lines += stop(process, signal.SIGTERM).said.splitlines()[3:]


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


def test_each_request_is_one_line_without_secrets(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with measured(home, monkeypatch, LOG="json") as (phone, lines):
        sheet, replies = an_evening(phone)
    said = [json.loads(line) for line in lines]

    by_id = {line["request"]: line for line in said}
    assert len(by_id) == len(said)
    shown, style, nowhere, deal = (by_id[reply.headers["X-Request-ID"]] for reply in replies)
    assert (shown["method"], shown["route"], shown["status"]) == ("GET", "/m/<watch>", 200)
    assert 0 < shown["ms"] < 60_000
    assert shown["bytes"] == int(replies[0].headers["Content-Length"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", shown["time"])
    assert (style["route"], style["status"]) == ("/static/<path:path>", 200)
    assert (nowhere["route"], nowhere["status"]) == ("-", 404)
    assert (deal["method"], deal["status"]) == ("-", 405)
    posted = [line["status"] for line in said if line["method"] == "POST" and line["route"].startswith("/m/")]
    assert posted == [303, 303, 409]
    for secret in (sheet.removeprefix("/m/"), "Ann", "Bob", "127.0.0.1", *phone.cookies.values()):
        assert not any(secret in line for line in lines)


def test_addresses_are_logged_if_they_are_asked_for(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"LOG": "json-with-addresses", "PROXIES": "1"}
    with measured(home, monkeypatch, **settings) as (phone, lines):
        phone.get("/health", X_Forwarded_For="203.0.113.9", X_Request_ID="given-by-the-proxy")
        phone.get("/health", X_Forwarded_For="203.0.113.9", X_Request_ID='"}, {')
    said = [json.loads(line) for line in lines]

    assert said[-2]["address"] == "203.0.113.9"
    assert said[-2]["request"] == "given-by-the-proxy"
    assert re.fullmatch("[0-9a-f]{32}", said[-1]["request"])


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


METRIC = re.compile(r"^(deadwood_\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)


def test_prometheus_counts_requests_saves_and_conflicts(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    with measured(home, monkeypatch, METRICS=str(port)) as (phone, _lines):
        sheet, _ = an_evening(phone)
        with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            text = answer.read().decode()
        assert phone.get("/metrics").status == 404
    counted = {(name, labels): float(figure) for name, labels, figure in METRIC.findall(text)}

    assert counted["deadwood_saves_total", ""] == 1, "the same form twice is one hand"
    assert counted["deadwood_conflicts_total", ""] == 1
    assert counted["deadwood_unavailable_total", ""] == 0
    shown = 'method="GET",route="/m/<watch>",status="200"'
    assert counted["deadwood_requests_total", shown] == 1
    assert counted["deadwood_requests_total", 'method="-",route="-",status="405"'] == 1
    assert counted["deadwood_request_seconds_count", 'route="/m/<watch>/hands/new"'] == 4
    assert "process_resident_memory_bytes" in text
    assert sheet.removeprefix("/m/") not in text


def test_by_default_nothing_is_measured(app: Flask, home: Path) -> None:
    with serving(home, port := free_port()):
        assert "X-Request-ID" not in Phone(f"http://127.0.0.1:{port}").get("/").headers
    assert "observers" not in app.extensions


@pytest.mark.parametrize("name, written", [("LOG", "xml"), ("METRICS", "yes"), ("METRICS", "70000")])
def test_a_wrong_setting_is_said_in_a_sentence(tmp_path: Path, name: str, written: str) -> None:
    with pytest.raises(ClickException, match=rf"^{name} must be .*{written}"):
        create_app({"INSTANCE_PATH": str(tmp_path), name: written})


def test_two_processes_cannot_answer_prometheus_on_one_port(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METRICS", str(free_port()))
    with serving(home, free_port()):
        second = start(environment(home, free_port()))

    assert second.code == 1
    assert "for METRICS is in use" in second.stderr
