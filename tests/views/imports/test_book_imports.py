"""Importing a book, or everything: it is checked and imported beside the pages, which show how far it is."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from tests.gin.table import BOB, gin, knock
from tests.views.browser import Browser, Page
from tests.views.table import Table
from tests.views.walking import rows_of
from views.imports import jobs
from views.imports.jobs import FOLDER, MOST_JOBS


@pytest.fixture
def book(table: Table) -> str:
    """The path of a book with a match."""
    table.play(knock(8, 20), gin(18, by=BOB))
    page = table.browser.get("/books/new")
    return table.browser._send(page, page.form_with({"name"}), {"name": "Club"}, 303).path


def text_of(table: Table, book: str) -> str:
    """The file of the book."""
    return str(table.browser.client.get(f"{book}/book.json").text)


def sent(browser: Browser, text: str | bytes) -> str:
    """Sends a file, waits until it was checked, and returns the address of its import."""
    path = start(browser, text)
    wait(browser, path)
    return path


def start(browser: Browser, text: str | bytes) -> str:
    """Sends a file, and returns the address of its import."""
    token = browser.get("/import").inputs["csrf_token"]
    data = text if isinstance(text, bytes) else text.encode()
    form = {"csrf_token": token, "text": "", "file": (BytesIO(data), "book.json")}
    answer = browser.client.post("/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def wait(browser: Browser, path: str) -> None:
    """Looks again until the page no longer asks for that."""
    for _nth in range(300):
        if "Refresh" not in browser.client.get(path).headers:
            return
        time.sleep(0.1)
    raise AssertionError("it never ends")


def pressed(browser: Browser, path: str) -> Page:
    """Presses "Import", and returns the page after it."""
    token = browser.get(path).inputs["csrf_token"]
    assert browser.client.post(path, data={"csrf_token": token}).status_code == 303
    wait(browser, path)
    return browser.get(browser.client.get(path).location)


@pytest.mark.parametrize("accepts, day", [("en-GB", r"\d{1,2} \w+ \d{4}"), ("en-US", r"\w+ \d{1,2}, \d{4}")])
def test_the_preview_writes_days_as_the_reader_does(
    table: Table, book: str, viewer: Browser, accepts: str, day: str
) -> None:
    viewer.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = accepts
    page = viewer.get(sent(viewer, text_of(table, book)))

    assert re.search(f"1 new match {day}", page.text)


@pytest.mark.engines
def test_a_book_is_previewed_and_imported(app: Flask, table: Table, book: str, viewer: Browser) -> None:
    before = rows_of(app)
    path = sent(viewer, text_of(table, book))
    page = viewer.get(path)
    for said in ("Preview", "Club", "new book", "2 players", "1 new match"):
        assert said in page.text
    assert rows_of(app) == before

    after = pressed(viewer, path)

    assert after.heading == "Club"
    assert after.path != book
    assert text_of(table, book) == viewer.client.get(f"{after.path}/book.json").text


def test_the_same_file_twice_adds_nothing(app: Flask, table: Table, book: str, viewer: Browser) -> None:
    text = text_of(table, book)
    pressed(viewer, sent(viewer, text))
    before = rows_of(app)
    page = viewer.get(sent(viewer, text))

    assert "All of it is here already." in page.text
    assert "1 match is here already" in page.text
    assert "Import" not in [button.text for form in page.forms for button in form.buttons]
    assert rows_of(app) == before


def test_a_button_that_is_pressed_twice_imports_once(
    app: Flask, table: Table, book: str, viewer: Browser
) -> None:
    path = sent(viewer, text_of(table, book))
    pressed(viewer, path)
    before = rows_of(app)
    token = viewer.get("/import").inputs["csrf_token"]
    assert viewer.client.post(path, data={"csrf_token": token}).location == path

    assert rows_of(app) == before


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
    page = viewer.get(sent(viewer, text), status=422)

    assert "Nothing was imported" in page.text
    assert "Match 1, Hand 1, Line" in page.text
    assert "limit 10" in page.text
    assert rows_of(app) == before


def test_a_download_that_was_cut_off_is_told(table: Table, book: str, viewer: Browser) -> None:
    text = text_of(table, book)
    page = viewer.get(sent(viewer, text[: len(text) - 30]), status=422)

    assert "The end of the file is missing. Download it again." in page.text


def test_nobody_else_sees_the_import(table: Table, book: str, viewer: Browser) -> None:
    path = sent(viewer, text_of(table, book))

    assert table.browser.client.get(path).status_code == 404
    assert viewer.client.get("/import/" + "0" * 32).status_code == 404
    assert viewer.client.get("/import/..").status_code == 404


def many(number: int) -> str:
    """A book of so many matches."""
    hand = {"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}}
    match = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": [hand] * 5}
    players = [{"id": "1" * 32, "name": "Ann"}, {"id": "2" * 32, "name": "Bob"}]
    matches = [{"players": [0, 1], "match": match | {"id": f"{nth:032x}"}} for nth in range(number)]
    return json.dumps({"format": "gin-book/1", "id": "0" * 32, "players": players, "matches": matches})


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


def test_only_so_many_files_wait(
    app: Flask, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "instance_path", str(tmp_path))
    for nth in range(MOST_JOBS):
        (tmp_path / FOLDER / str(nth)).mkdir(parents=True)
        (tmp_path / FOLDER / str(nth) / "text").write_text("{}")
    token = browser.get("/import").inputs["csrf_token"]
    answer = browser.client.post("/import", data={"csrf_token": token, "text": many(1)})

    assert answer.status_code == 503


def test_a_check_that_has_failed_is_told_and_made_again(app: Flask, browser: Browser) -> None:
    """The file can't be read when its turn comes, and is there again later."""
    with waiting():
        path = start(browser, many(1))
        file = Path(app.instance_path) / FOLDER / path.rpartition("/")[2] / "text"
        file.rename(file.with_name("elsewhere"))
    wait(browser, path)
    before, page = rows_of(app), browser.get(path)
    assert "This was interrupted." in page.text
    assert "Import" not in [button.text for form in page.forms for button in form.buttons]

    file.with_name("elsewhere").rename(file)
    assert browser.client.post(path, data={"csrf_token": page.inputs["csrf_token"]}).location == path
    wait(browser, path)
    assert "1 new match" in browser.get(path).text
    assert rows_of(app) == before


def test_whoever_waits_for_others_is_not_told_that_it_was_interrupted(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SILENT_FOR", jobs.FIRST_LOOK / 3)
    with waiting():
        path = start(browser, many(1))
        assert "Checking the file…" in browser.get(path).text
    monkeypatch.undo()
    wait(browser, path)
    assert "1 new match" in browser.get(path).text


@contextmanager
def waiting() -> Iterator[None]:
    """While somebody else's file is being imported."""
    with jobs.RUNNING:
        yield
