"""Every text and every number that anybody can send is limited before a page looks at it."""

import ast
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.routing import IntegerConverter

from tests.gin.table import knock
from tests.views.browser import Browser
from tests.views.table import Table
from tests.views.walking import addresses, ask
from views.web.numbers import LARGEST
from views.web.upload_limits import LONGEST_FIELD, TAKES_JSON

VIEWS = Path(__file__).parents[3] / "views"

LONG, HUGE = "x" * (LONGEST_FIELD + 1), "9" * 20


@pytest.mark.parametrize(
    "path", ["/judge?cards={}", "/houses/own?from={}", "/matches/new?house={}", "/?{}=1"]
)
def test_a_value_in_an_address_is_limited(browser: Browser, path: str) -> None:
    assert browser.client.get(path.format(LONG)).status_code == 414
    assert browser.client.get(path.format("x" * 500)).status_code != 414


@pytest.mark.parametrize("path", ["/judge", "/matches/new", "/settings", "/import", "/import/" + "0" * 32])
@pytest.mark.parametrize("name", ["a", "text_size", "csrf_token", "house"])
def test_a_field_of_a_form_is_limited(browser: Browser, path: str, name: str) -> None:
    form = {"csrf_token": browser.get("/import").inputs["csrf_token"], name: LONG}

    assert browser.client.post(path, data=form).status_code in (400, 413)


def test_only_the_text_of_a_file_may_be_long(browser: Browser) -> None:
    token = browser.get("/import").inputs["csrf_token"]

    assert browser.client.post("/import", data={"csrf_token": token, "text": LONG}).status_code == 422
    assert browser.client.post("/judge", data={"csrf_token": token, "text": LONG}).status_code == 413


def parts(*heads: str) -> bytes:
    """A form in parts with these heads."""
    return b"".join(f"--b\r\n{head}\r\n\r\nx\r\n".encode() for head in heads) + b"--b--\r\n"


def forms(app: Flask) -> list[str]:
    """The addresses of all forms."""
    return [each.path for each in addresses(app, "m" * 24, "s" * 24) if "POST" in (each.rule.methods or ())]


@pytest.mark.parametrize("head", ["form-data", 'form-data; filename="x"', "form-data; name", ""])
def test_a_field_without_a_name_is_refused_by_every_form(app: Flask, browser: Browser, head: str) -> None:
    token = browser.get("/import").inputs["csrf_token"]
    named = 'Content-Disposition: form-data; name="a"'
    sent = {"data": parts(named, f"Content-Disposition: {head}"), "headers": {"X-CSRFToken": token}}

    for path in forms(app):
        answer = ask(browser.client, "POST", path, content_type="multipart/form-data; boundary=b", **sent)
        assert answer.status_code == 400, path


@pytest.mark.parametrize("text", ["[" * 1_000 + "]" * 1_000, '"ab"', "NaN", "{}", '{"text_size": "1"}', "{"])
def test_no_form_is_read_from_json(app: Flask, browser: Browser, text: str) -> None:
    token = browser.get("/import").inputs["csrf_token"]
    sent = {"data": text, "content_type": "application/x+json", "headers": {"X-CSRFToken": token}}

    for path in forms(app):
        status = ask(browser.client, "POST", path, **sent).status_code
        assert status == (400 if path == TAKES_JSON else 415), path


def test_no_number_in_an_address_is_larger_than_a_column(app: Flask) -> None:
    numbers = [
        converter
        for rule in app.url_map.iter_rules()
        for converter in rule._converters.values()
        if isinstance(converter, IntegerConverter)
    ]

    assert numbers
    assert {converter.max for converter in numbers} == {LARGEST}


def test_no_field_is_read_as_a_number_without_bounds() -> None:
    for file in VIEWS.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            assert not (
                isinstance(node, ast.keyword)
                and node.arg == "type"
                and isinstance(node.value, ast.Name)
                and node.value.id == "int"
            ), f"{file}: type=whole, of views/web/numbers.py"


@pytest.fixture
def book(table: Table) -> str:
    """The path of a book with a match."""
    table.play(knock(8, 20))
    page = table.browser.get("/books/new")
    return table.browser._send(page, page.form_with({"name"}), {"name": "Club"}, 303).path


@pytest.mark.engines
@pytest.mark.parametrize(
    "path, name",
    [
        ("/matches/add", "match"),
        ("/players/1/merge", "into"),
        ("/players/1/split", "match"),
        ("/players/1/split", "merge"),
        ("/players/1/split", "against"),
        ("/matches/1/move", "to"),
    ],
)
def test_a_number_in_a_form_of_a_book_is_no_error(table: Table, book: str, path: str, name: str) -> None:
    token = table.browser.get("/import").inputs["csrf_token"]
    form = {"csrf_token": token, "entry": "an-entry-0001", name: HUGE}

    assert table.browser.client.post(book + path, data=form).status_code < 500


def test_a_group_of_players_with_a_number_of_any_length_is_no_error(browser: Browser) -> None:
    form = {"csrf_token": browser.get("/matches/new").inputs["csrf_token"], "players": "9" * 5_000}

    assert browser.client.post("/matches/new", data=form).status_code < 500


@pytest.mark.engines
@pytest.mark.parametrize(
    "path",
    [
        "/players/{}",
        "/players/{}/against/1",
        "/matches?player={}",
        "/history?before={}",
        "/matches/add?match={}",
        "/statistics/matches?player={}",
        "/rules?one={0}&two={0}",
        "/new?player={}",
        "/players/1/split?then={}",
        "/streaks?before={}",
    ],
)
def test_a_number_in_an_address_of_a_book_is_no_error(table: Table, book: str, path: str) -> None:
    assert table.browser.client.get(book + path.format(HUGE)).status_code < 500


@pytest.mark.engines
@pytest.mark.parametrize(
    "path",
    ["?joined={}", "/history?before={}", "/hands/{}", "/hands/{}/correct", "/lines/{}", "/hands/new?like={}"],
)
def test_a_number_in_an_address_of_a_match_is_no_error(table: Table, path: str) -> None:
    assert table.browser.client.get(table.path + path.format(HUGE)).status_code < 500


@pytest.mark.engines
@pytest.mark.parametrize("version", [HUGE, "1." + "x" * 65, "-1", "1" * 10])
def test_a_version_that_no_sheet_reaches_is_refused(table: Table, version: str) -> None:
    token = table.browser.get("/import").inputs["csrf_token"]
    form = {
        "csrf_token": token,
        "entry": "an-entry-0001",
        "version": version,
        "knocker": "0",
        "outcome": "gin",
    }

    assert table.browser.client.post(f"{table.path}/hands/new", data=form).status_code in (400, 409, 422)
