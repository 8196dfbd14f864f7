"""Importing a book, or everything: a preview, and a button."""

import json
import re
from collections.abc import Callable
from io import BytesIO

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.database.passing import EXTENSION, execute
from models.records.tables.match import Match
from tests.gin.table import BOB, gin, knock
from tests.views.browser import Browser, Page
from tests.views.table import Table
from tests.views.walking import rows_of
from views.imports import book_routes
from views.shared.waiting_files import MOST, WaitingFile


@pytest.fixture
def book(table: Table) -> str:
    """The path of a book with a match."""
    table.play(knock(8, 20), gin(18, by=BOB))
    page = table.browser.get("/books/new")
    return table.browser._send(page, page.form_with({"name"}), {"name": "Club"}, 303).path


def text_of(table: Table, book: str) -> str:
    """The file of the book."""
    return str(table.browser.client.get(f"{book}/book.json").text)


def sent(browser: Browser, text: str | bytes, status: int = 200) -> Page:
    """Sends a file, and returns the preview, or what is wrong."""
    token = browser.get("/import").inputs["csrf_token"]
    data = text if isinstance(text, bytes) else text.encode()
    form = {"csrf_token": token, "text": "", "file": (BytesIO(data), "book.json")}
    answer = browser.client.post("/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == status, answer.text
    return Page(answer.text, "/import")


def address_of(page: Page) -> str:
    """Where the button of a preview leads."""
    return str(next(form.element["action"] for form in page.forms if "/import/" in form.element["action"]))


def press(browser: Browser, page: Page) -> TestResponse:
    """The answer to the button."""
    token = {"csrf_token": page.inputs["csrf_token"]}
    return browser.client.post(address_of(page), data=token)


def pressed(browser: Browser, page: Page) -> Page:
    """Presses "Import", and returns the page after it."""
    answer = press(browser, page)
    assert answer.status_code == 303, answer.text
    return browser.get(answer.location)


@pytest.mark.parametrize("accepts, day", [("en-GB", r"\d{1,2} \w+ \d{4}"), ("en-US", r"\w+ \d{1,2}, \d{4}")])
def test_the_preview_writes_days_as_the_reader_does(
    table: Table, book: str, viewer: Browser, accepts: str, day: str
) -> None:
    viewer.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = accepts
    page = sent(viewer, text_of(table, book))

    assert re.search(f"1 new match {day}", page.text)


@pytest.mark.engines
def test_a_book_is_previewed_and_imported(app: Flask, table: Table, book: str, viewer: Browser) -> None:
    before = rows_of(app)
    page = sent(viewer, text_of(table, book))
    for said in ("Preview", "Club", "new book", "2 players", "1 new match"):
        assert said in page.text
    assert rows_of(app) == before

    after = pressed(viewer, page)

    assert after.heading == "Club"
    assert after.path != book
    assert text_of(table, book) == viewer.client.get(f"{after.path}/book.json").text


def test_the_same_file_twice_adds_nothing(app: Flask, table: Table, book: str, viewer: Browser) -> None:
    text = text_of(table, book)
    pressed(viewer, sent(viewer, text))
    before = rows_of(app)
    page = sent(viewer, text)

    assert "All of it is here already." in page.text
    assert "1 match is here already" in page.text
    assert "Import" not in [button.text for form in page.forms for button in form.buttons]
    assert rows_of(app) == before


@pytest.mark.engines
def test_a_button_that_is_pressed_twice_imports_once(
    app: Flask, table: Table, book: str, viewer: Browser
) -> None:
    page = sent(viewer, text_of(table, book))
    first = press(viewer, page)
    before = rows_of(app)
    again = press(viewer, page)

    assert (again.status_code, again.location) == (303, first.location)
    assert rows_of(app) == before
    kept = "SELECT about, packed FROM waiting_files WHERE id = :id"
    assert execute(app.extensions[EXTENSION], {"id": page_id(page)}, kept) == [("", None)]


def test_whoever_presses_while_it_is_being_imported_is_led_there_too(
    app: Flask, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sent(browser, many(1))
    monkeypatch.setattr(book_routes, "WAITS", 0)
    with app.app_context(), WaitingFile(page_id(page), "").opened():
        assert WaitingFile(page_id(page), "").take()
        assert press(browser, page).status_code == 503
        assert press(browser, page).headers["Retry-After"]

    assert pressed(browser, page).heading == "Ann and Bob"


def page_id(page: Page) -> str:
    """The id of a file that waits."""
    return address_of(page).rpartition("/")[2]


def test_everything_is_imported(table: Table, book: str, viewer: Browser) -> None:
    text = table.browser.client.get("/everything.json").text
    page = pressed(viewer, sent(viewer, text))

    assert "The matches were imported." in page.text or page.heading == "Club"
    assert viewer.client.get("/everything.json").text == text


def test_everything_wrong_is_listed_and_nothing_imported(
    app: Flask, table: Table, book: str, viewer: Browser
) -> None:
    before = rows_of(app)
    text = text_of(table, book).replace('"knocker": 8', '"knocker": 12')
    page = sent(viewer, text, status=422)

    assert "Nothing was imported" in page.text
    assert "Match 1, Hand 1, Line" in page.text
    assert "limit 10" in page.text
    assert rows_of(app) == before


@pytest.mark.engines
def test_nobody_else_imports_the_file(app: Flask, table: Table, book: str, viewer: Browser) -> None:
    page, before = sent(viewer, text_of(table, book)), rows_of(app)
    for file in (page_id(page), "0" * 32, "..", "*"):
        token = {"csrf_token": table.browser.get("/import").inputs["csrf_token"]}
        assert table.browser.client.post(f"/import/{file}", data=token).status_code == 404

    assert rows_of(app) == before


def many(number: int) -> str:
    """A book of so many matches."""
    hand = {"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}}
    match = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": [hand] * 5}
    players = [{"id": "1" * 32, "name": "Ann"}, {"id": "2" * 32, "name": "Bob"}]
    matches = [{"players": [0, 1], "match": match | {"id": f"{nth:032x}"}} for nth in range(number)]
    return json.dumps({"format": "gin-book/1", "id": "0" * 32, "players": players, "matches": matches})


@pytest.mark.full
def test_a_book_larger_than_any_other_form_is_imported(browser: Browser) -> None:
    text = many(800)
    assert len(text) > 256 * 1024
    page = pressed(browser, sent(browser, text))

    assert page.heading == "Ann and Bob"
    assert "All 800 matches" in page.text


def test_a_file_that_is_too_large_is_refused_in_a_sentence(browser: Browser) -> None:
    token = browser.get("/import").inputs["csrf_token"]
    data = '{"format": "gin-book/1"' + " " * 8_000_000
    head = "--x\r\nContent-Disposition: form-data; name="
    body = (
        f'{head}"csrf_token"\r\n\r\n{token}\r\n{head}"file"; filename="book.json"\r\n\r\n{data}\r\n--x--\r\n'
    )
    kind = "multipart/form-data; boundary=x"
    answer = browser.client.post("/import", data=body.encode(), content_type=kind)

    assert answer.status_code == 422
    assert "up to 8 MB" in answer.text


def test_files_that_nobody_confirms_are_in_nobodys_way(
    app: Flask, another_phone: Callable[[], Browser]
) -> None:
    phones = [another_phone() for _nth in range(MOST + 1)]
    pages = [sent(phone, many(1)) for phone in phones]
    refused = press(phones[0], pages[0])
    assert refused.status_code == 404
    assert "Choose the file again." in refused.text
    assert pressed(phones[-1], pages[-1]).heading == "Ann and Bob"


def test_what_is_wrong_is_read_no_further_than_it_is_listed(browser: Browser) -> None:
    page = sent(browser, many(200).replace('"knock"', '"knack"'), status=422)

    assert page.text.count("Match ") == 50
    assert "There may be more: only the first 50 are listed." in page.text


@pytest.mark.parametrize(
    "text",
    [
        '{"format": "gin-book/1", "matches": [' + "{}," * 8_000 + "{}]}",
        '{"format": "gin-book/1", "matches": [{"match": {"hands": [' + "1," * 75_000 + "1]}}]}",
        '{"format": "gin-all/1", "books": [' + '{"id": "1"},' * 50 + '{"id": "1"}]}',
    ],
)
def test_a_file_with_more_than_is_read_at_once_is_refused_in_a_sentence(browser: Browser, text: str) -> None:
    assert "8,000 matches, 75,000 hands and 50 books" in sent(browser, text, status=422).text


def test_an_old_file_does_not_bring_back_a_deleted_player(app: Flask, table: Table, book: str) -> None:
    """Neither the player, nor the name in a match that comes back."""
    old = text_of(table, book)
    players = table.browser.get(f"{book}/players")
    ann = next(url for name, url in players.links.items() if name.startswith("Ann"))
    table.browser.press(f"{ann}/delete", "Yes, delete it for good")
    page = sent(table.browser, old)
    assert "new player" not in page.text

    lost = json.loads(old)
    lost["matches"][0]["match"] |= {"id": "9" * 32, "rules_name": "Ann’s rules"}
    page = sent(table.browser, json.dumps(lost))
    assert "1 new match" in page.text
    assert "new player" not in page.text
    pressed(table.browser, page)

    assert "Ann" not in table.browser.get(f"{book}/players").text
    with app.app_context():
        matches = list(db.session.scalars(select(Match).where(Match.document_id == "9" * 32)))
        assert [match.names for match in matches] == [(None, "Bob")]
        assert [match.rules_name for match in matches] == ["Player 1’s rules"]
        assert [match.player_ids[0] for match in matches] == [None]
        assert [proof.doubts for proof in audit()] == [()] * 3


def test_whoever_has_no_such_book_gets_the_player_of_a_file(table: Table, book: str, viewer: Browser) -> None:
    old = text_of(table, book)
    players = table.browser.get(f"{book}/players")
    ann = next(url for name, url in players.links.items() if name.startswith("Ann"))
    table.browser.press(f"{ann}/delete", "Yes, delete it for good")

    assert "2 players" in sent(viewer, old).text


@pytest.mark.parametrize("name", ["gin-match", "gin-book", "gin-all"])
def test_a_file_of_a_newer_version_is_called_that(browser: Browser, name: str) -> None:
    page = sent(browser, json.dumps({"format": f"{name}/2", "players": [], "matches": []}), status=422)

    assert "This file was written by a newer version of Deadwood." in page.text
