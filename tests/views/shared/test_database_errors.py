"""A database that can't be used for a moment: reads go on, and no entry is lost."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from models.records.database import sqlite
from models.records.database.base import db
from models.records.database.sqlite import DatabaseMovedError
from tests.databases import dispose
from tests.views.browser import Browser, Page
from tests.views.table import ANN, Table, totals

pytestmark = pytest.mark.own_app

KNOCK = {"knocker": ANN, "outcome": "knock", "deadwood_0": "8", "deadwood_1": "20"}


@pytest.fixture
def file(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database file. Nobody waits long for its lock."""
    monkeypatch.setitem(sqlite.PRAGMAS, "busy_timeout", "1")
    with app.app_context():
        db.engine.dispose()
        return Path(str(db.engine.url.database))


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process writes for a long time."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def moved(file: Path) -> Iterator[None]:
    """Somebody moves the file away."""
    elsewhere = file.with_name("elsewhere.sqlite")
    file.rename(elsewhere)
    yield
    assert not file.exists()
    elsewhere.rename(file)


def send(table: Table) -> TestResponse:
    """Sends a hand; returns the answer."""
    page = table.browser.get(table.way("deadwood"))
    form = page.form_with(set(KNOCK))
    return table.browser.client.post(page.path, data=form.inputs | KNOCK | {"save": "1"})


def send_again(client: FlaskClient, answer: TestResponse) -> TestResponse:
    """Presses the button on the page that keeps the form."""
    page = Page(answer.text, "")
    form = next(form for form in page.forms if "entry" in form.inputs)
    return client.post(form.element["action"], data=form.inputs)


def test_a_hand_is_kept_while_the_database_is_locked(table: Table, file: Path) -> None:
    with locked(file):
        refused = send(table)
        assert table.sheet()

    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) >= 1
    page = Page(refused.text, table.path)
    assert "Not saved yet" in page.text
    assert "Ann knocks, +12." in page.text
    assert KNOCK.items() <= page.inputs.items()
    assert not page.faults

    path = table.way("deadwood")
    answers = [table.browser.client.post(path, data=page.inputs | {"save": "1"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert totals(table.sheet()) == ["12", "0"]


def test_a_new_match_is_kept_too(browser: Browser, file: Path) -> None:
    form = browser.get("/matches/new").form_with({"name_0"})
    with locked(file):
        refused = browser.client.post("/matches/new", data=form.inputs | {"name_0": "Ann", "name_1": "Bob"})

    page = Page(refused.text, "")
    assert refused.status_code == 503
    assert (page.inputs["name_0"], page.inputs["entry"]) == ("Ann", form.inputs["entry"])
    assert "Not saved yet" in page.text
    assert browser.client.post("/matches/new", data=page.inputs).status_code == 303


def test_a_button_without_a_form_can_be_pressed_again(table: Table, file: Path) -> None:
    table.knock(8, 20)
    sheet = table.sheet()
    undo = next(form for form in sheet.forms if "/undo" in form.element["action"])
    with locked(file):
        refused = table.browser.client.post(undo.element["action"], data=undo.inputs)
    assert refused.status_code == 503
    assert Page(refused.text, "").heading == "Not saved yet"

    [again] = [form for form in Page(refused.text, "").forms if form.element["id"] == "again"]
    assert table.browser.client.post(again.element["action"], data=again.inputs).status_code == 303
    assert totals(table.sheet()) == ["0", "0"]


def test_below_a_path_of_the_host_it_is_sent_again_there(table: Table, file: Path) -> None:
    table.knock(8, 20)
    undo = next(form for form in table.sheet().forms if "/undo" in form.element["action"])
    way, below = undo.element["action"], {"SCRIPT_NAME": "/gin"}
    with locked(file):
        refused = table.browser.client.post(way, data=undo.inputs, environ_overrides=below)

    [again] = [form for form in Page(refused.text, "").forms if form.element["id"] == "again"]
    assert again.element["action"] == f"/gin{way}"


def hands_in(file: Path) -> int:
    """How many hands are in a file, without those beside it."""
    with closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as connection:
        [(found,)] = connection.execute("SELECT count(*) FROM sheet_rows").fetchall()
    return int(found)


def test_a_file_that_was_moved_is_noticed_before_a_hand_is_saved(
    app: Flask, table: Table, file: Path
) -> None:
    """The hands before are in it, and none is saved until Deadwood is started again."""
    table.knock(8, 20)
    page = table.browser.get(table.way("deadwood"))
    with moved(file):
        form = page.form_with(set(KNOCK))
        refused = table.browser.client.post(page.path, data=form.inputs | KNOCK | {"save": "1"})
        assert refused.status_code == 503
        assert hands_in(file.with_name("elsewhere.sqlite")) == 1
        sheet = table.browser.client.get(table.path)
        assert (sheet.status_code, Page(sheet.text, "").heading) == (503, "Not available right now")
    assert send_again(table.browser.client, refused).status_code == 503

    dispose(app)

    assert send_again(table.browser.client, refused).status_code == 303
    assert totals(table.sheet()) == ["24", "0"]


def test_a_file_that_is_moved_while_a_writer_waits_is_noticed(app: Flask, file: Path) -> None:
    with app.app_context(), db.engine.connect() as connection, moved(file):
        writing = connection.execution_options(writing=True)
        with pytest.raises(DatabaseMovedError):
            writing.begin()


def test_a_file_that_replaces_it_is_used_after_the_next_start(app: Flask, table: Table, file: Path) -> None:
    """Until then it is not written to, and the newest hands of the other one don't get into it."""
    table.knock(8, 20)
    sqlite.vacuum_into(file, backup := file.with_name("backup.sqlite"))
    table.knock(1, 20)
    content = backup.read_bytes()

    file.rename(elsewhere := file.with_name("elsewhere.sqlite"))
    backup.rename(file)

    assert table.browser.client.get(table.path).status_code == 503
    assert (hands_in(elsewhere), file.read_bytes()) == (2, content)
    dispose(app)
    assert totals(table.sheet()) == ["12", "0"]


def test_a_backup_that_is_copied_into_the_file_is_noticed(table: Table, file: Path) -> None:
    table.knock(8, 20)
    sqlite.vacuum_into(file, backup := file.with_name("backup.sqlite"))
    page = table.browser.get(table.way("deadwood"))
    form = page.form_with(set(KNOCK))

    file.write_bytes(content := backup.read_bytes())

    for _ in range(2):
        answer = table.browser.client.post(page.path, data=form.inputs | KNOCK | {"save": "1"})
        assert answer.status_code == 503
    assert file.read_bytes() == content
