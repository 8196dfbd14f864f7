"""Error pages: a sentence, and a link to continue."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask, abort
from jinja2 import FileSystemLoader
from sqlalchemy import delete, update

from models.records.database.base import db
from models.records.saving.seats import require_seat
from models.records.tables.match import Match
from models.records.tables.seat import Seat
from tests.records.table import a_match
from tests.views.browser import Browser

HEADINGS = {
    400: "Deadwood couldn’t read that",
    403: "This phone can only view",
    404: "Page not found",
    405: "Page not found",
    409: "Someone else got there first",
    413: "That’s too much at once",
    414: "That’s too much at once",
    418: "Deadwood couldn’t read that",
    500: "Something went wrong",
    503: "Not available right now",
}


@pytest.fixture
def failing(own_app: Flask) -> Flask:
    """Deadwood with pages that fail: ``/404`` is not there, ``/bug`` has one."""
    own_app.config["PROPAGATE_EXCEPTIONS"] = False
    own_app.add_url_rule("/<int:code>", "fail", lambda code: abort(code))
    own_app.add_url_rule("/bug", "bug", lambda: 1 // 0)
    return own_app


@pytest.mark.parametrize("code", HEADINGS)
def test_every_error_is_a_page_with_a_way_on(failing: Flask, code: int) -> None:
    page = Browser(failing.test_client()).get(f"/{code}", status=code)

    assert page.heading == HEADINGS[code]
    assert page.links["To the home page"] == "/"


def test_a_fault_of_ours_shows_nothing_of_the_program(failing: Flask) -> None:
    page = Browser(failing.test_client()).get("/bug", status=500)

    assert page.heading == HEADINGS[500]
    assert "ZeroDivisionError" not in page.html


@pytest.mark.parametrize("gone, status", [("ended_at", 403), ("", 404)])
def test_what_somebody_else_takes_away_meanwhile_is_no_fault(failing: Flask, gone: str, status: int) -> None:
    """A page that has read a match, and then meets that the phone was removed, or the match deleted."""

    def write() -> str:
        match, other = a_match(device="a"), db.session.connection().execute
        other(update(Seat).values(ended_at=datetime.now(UTC)) if gone else delete(Match))
        db.session.expire_all()
        return str(require_seat(match, "a"))

    failing.add_url_rule("/write", "write", write)

    Browser(failing.test_client()).get("/write", status=status)


@pytest.mark.own_app
def test_a_page_without_its_token_says_what_to_do(app: Flask) -> None:
    app.add_url_rule("/echo", "echo", lambda: "echo", methods=["POST"])
    client = app.test_client()
    client.get("/matches/new")
    answer = client.post("/echo")

    assert answer.status_code == 400
    assert "This page has expired" in answer.text


@pytest.mark.own_app
def test_a_wrong_method_says_which_would_be_right(app: Flask) -> None:
    app.add_url_rule("/read", "read", lambda: "read")
    app.config["WTF_CSRF_ENABLED"] = False
    answer = app.test_client().post("/read")

    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_an_error_is_said_even_when_no_page_can_be_drawn(failing: Flask, tmp_path: Path) -> None:
    failing.jinja_loader = FileSystemLoader(tmp_path)
    failing.jinja_env.cache.clear()
    failing.jinja_env.loader = failing.jinja_loader
    answer = failing.test_client().get("/404")

    assert answer.status_code == 404
    assert answer.text.startswith("<!doctype html>")
    assert "<h1>Page not found</h1>" in answer.text
    assert "Traceback" not in answer.text
