"""Logs have enough to find a failure, and never contain a link."""

import logging
import sqlite3
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from models.records.database.base import db
from models.records.tables.shared import scoring_token
from tests.records.table import match_at
from tests.views.table import Table


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
