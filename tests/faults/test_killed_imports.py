"""The server is killed while a book is imported, the button is pressed twice, and others save meanwhile."""

import sqlite3
import time
from contextlib import closing, suppress
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.databases import SQLite
from tests.faults.servers import Server, new_file, running
from tests.views.browser import Page
from tests.views.imports.test_book_imports import address_of, many

MATCHES = 400


class PhoneOverTheWire:
    """A phone that asks a server."""

    def __init__(self, server: Server) -> None:
        self._server, self._opener = server, build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> Page:
        """A page."""
        with self._opener.open(self._server.address + path, timeout=60) as answer:
            return Page(answer.read().decode(), path)

    def post(self, path: str, fields: dict[str, str]) -> tuple[str, Page]:
        """The page after a form, and its address."""
        part = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
        body = "".join(part.format(name, value) for name, value in fields.items()) + "--x--\r\n"
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        asked = Request(self._server.address + path, body.encode(), kind)
        with self._opener.open(asked, timeout=60) as answer:
            return answer.url, Page(answer.read().decode(), path)

    def status_of(self, path: str, fields: dict[str, str]) -> int:
        """The status of the answer to a form."""
        try:
            self.post(path, fields)
        except HTTPError as error:
            error.close()
            return error.code
        return 200

    def preview(self, text: str) -> Page:
        """What a text would add."""
        token = self.get("/import").inputs["csrf_token"]
        return self.post("/import", {"csrf_token": token, 'file"; filename="book.json': text})[1]

    def press(self, page: Page) -> str:
        """Presses "Import"; returns where that leads."""
        return self.post(address_of(page), {"csrf_token": page.inputs["csrf_token"]})[0]


def rows(folder: Path) -> dict[str, int]:
    """How many rows the tables have that an import writes."""
    with closing(sqlite3.connect(folder / "gin.sqlite")) as connection:
        tables = ("books", "players", "matches", "sheet_rows", "seats", "changes")
        return {each: connection.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in tables}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a server."""
    (tmp_path / "instance").mkdir()
    return tmp_path / "instance"


def test_a_killed_import_leaves_nothing_behind_the_next_start(sqlite: SQLite, folder: Path) -> None:
    with running(folder, new_file(sqlite, folder)) as server:
        phone, before = PhoneOverTheWire(server), rows(folder)
        page = phone.preview(many(MATCHES))

        def press() -> None:
            with suppress(OSError, HTTPException):
                phone.press(page)

        pressing = Thread(target=press)
        pressing.start()
        end = time.monotonic() + 60
        while rows(folder)["matches"] == before["matches"] and time.monotonic() < end:
            time.sleep(0.005)
        server.kill()
        pressing.join()
        left = rows(folder)["matches"]
        assert 0 < left < MATCHES

        server.start()
        assert rows(folder) == before
        phone = PhoneOverTheWire(server)
        assert "/b/" in phone.press(phone.preview(many(MATCHES)))
        assert rows(folder)["matches"] == MATCHES
        assert server.tracebacks() == []


def test_import_is_pressed_twice_at_the_same_time(sqlite: SQLite, folder: Path) -> None:
    with running(folder, new_file(sqlite, folder)) as server:
        phone = PhoneOverTheWire(server)
        page = phone.preview(many(MATCHES))
        led_to: list[str] = []
        pressing = [Thread(target=lambda: led_to.append(phone.press(page))) for _nth in range(2)]
        for each in pressing:
            each.start()
        for each in pressing:
            each.join()

        assert len(led_to) == 2
        assert len(set(led_to)) == 1
        assert rows(folder)["matches"] == MATCHES
        assert server.tracebacks() == []


def test_others_start_matches_while_a_book_is_imported(sqlite: SQLite, folder: Path) -> None:
    with running(folder, new_file(sqlite, folder)) as server:
        importer, other = PhoneOverTheWire(server), PhoneOverTheWire(server)
        page = importer.preview(many(3 * MATCHES))
        importing = Thread(target=lambda: importer.press(page))
        importing.start()
        statuses: list[int] = []
        while importing.is_alive():
            form = other.get("/matches/new")
            fields = {name: value for name, value in form.inputs.items() if isinstance(value, str)}
            statuses.append(other.status_of("/matches/new", fields | {"name_0": "Ann", "name_1": "Bob"}))
        importing.join()

        assert statuses
        assert set(statuses) <= {200}
