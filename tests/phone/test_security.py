"""What a phone takes along gives nothing away, and opens nothing that was closed."""

import gzip
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from models.gin.sheet.extra_lines import Adjustment
from models.records.books.books import start_book
from models.records.database.base import db
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.shared import scoring_token, watch_token
from phone.boot import Phone
from phone.program import EXTENSION, Build, File
from tests.phone.test_copies import compared, taken
from tests.records.table import match_at
from tests.views.browser import Browser
from tests.views.table import BOB, Sit, Table
from tests.views.walking import addresses, ask
from views.web.security import POLICY

HOSTILE = (
    "</script><script>hit()</script>",
    '"},"links":{"x":"y"}}//',
    "'; DROP TABLE matches; --\\",
    "line\u2028and\u2029paragraph",
    "bell\x07 escape\x1b[31m delete\x7f",
    "\u202eright\u202c ]]> <!-- {{ 7 * 7 }}",
)
"""What could end a string, a script or a line before its end. Each is no longer than a name may be."""


def match_of(table: Table) -> Match:
    return match_at(table.path)


def links_of(book: Book) -> set[str]:
    """All that opens a book, or that its links are made of."""
    made = {book.watch_hash, book.watch_seed, book.score_hash, book.score_seed}
    return made | {watch_token(book), scoring_token(book)}


def test_a_copy_has_no_key_no_phone_no_other_match_and_no_book(
    app: Flask, sit: Sit, another_phone: Callable[[], Browser]
) -> None:
    other, table, bob = sit(names=("Dee", "Eve")), sit(), another_phone()
    with app.app_context():
        bob.join(f"/s/{scoring_token(match_of(table))}")
    table.knock(4, 20)
    with app.app_context():
        mine, theirs = match_of(table), match_of(other)
        book = start_book("Thursdays", [mine.id, theirs.id], device=table.browser.device, entry="a book")
        hidden = {str(app.secret_key), table.browser.device, bob.device, mine.begun_with, "Thursdays", "Dee"}
        hidden |= links_of(book) | {seat.device_hash for seat in (*mine.seats, *book.seats)}
        hidden |= {theirs.watch_hash, theirs.watch_seed, theirs.score_seed, theirs.document_id}
        hidden |= {watch_token(theirs), scoring_token(theirs)}
        assert len(mine.seats) == 2

    copy = table.browser.client.get(f"{table.path}/take").text
    assert not [secret for secret in hidden if secret in copy]
    assert not {"book_id", "rematch_of"} & json.loads(copy)["match"].keys()
    for place in json.loads(copy)["places"]:
        assert not {"book_id", "player_id", "opponent_id"} & place.keys()


@pytest.mark.parametrize("text", HOSTILE)
def test_names_and_notes_arrive_on_the_phone_as_they_were_written(
    app: Flask, phone: Phone, table: Table, text: str
) -> None:
    """Also those that no form accepts."""
    with app.app_context():
        match = match_of(table)
        note = Adjustment(int(BOB), 5, text)
        add_hand(match, note, Entry(new_entry_id(), match.version, table.browser.device))
        match.places[0].name = match.rules_name = match.seats[0].label = text
        db.session.commit()
    copy = taken(table)
    assert [copy["places"][0]["name"], copy["match"]["rules_name"], copy["seats"][0]["label"]] == [text] * 3
    assert copy["hands"][0]["extra_line"]["adjustment"]["reason"] == text

    phone.take(copy)
    for path in ("", "/history", "/rules", "/share"):
        table.browser.get(table.path + path)
        of_server, of_phone = compared(table, phone, table.path + path)
        assert of_phone == of_server, path


def rule(answer: TestResponse) -> str:
    """The Content-Security-Policy of an answer."""
    [policy] = answer.headers.getlist("Content-Security-Policy")
    return str(policy)


def test_only_the_worker_may_compile_and_no_page_may_be_framed(app: Flask, table: Table) -> None:
    table.knock(4, 20)
    with app.app_context():
        watch, score = table.path.removeprefix("/m/"), scoring_token(match_of(table))
    asked = [each for each in addresses(app, watch, score) if "GET" in (each.rule.methods or ())]
    rules = {each.path: rule(ask(table.browser.client, "GET", each.path)) for each in asked}

    worker = rules.pop("/phone/worker.js")
    assert "script-src 'self' 'wasm-unsafe-eval';" in worker
    assert worker.count("unsafe") == 1
    assert "frame-ancestors 'none'" in worker
    assert len(rules) > 80
    assert {path: policy for path, policy in rules.items() if policy != POLICY} == {}


def test_the_phone_itself_allows_its_pages_no_more_than_the_server(phone: Phone, table: Table) -> None:
    phone.take(taken(table))

    for path in (table.path, "/judge", "/nowhere"):
        _status, headers, _body = phone.answer("GET", f"http://localhost{path}", {})
        assert dict(headers)["Content-Security-Policy"] == POLICY


ELSEWHERE = {
    "Origin": "https://evil.example",
    "Sec-Fetch-Site": "cross-site",
    "Sec-Fetch-Mode": "cors",
    "Access-Control-Request-Method": "GET",
}
"""What a browser says when a page of another site asks."""


@pytest.mark.parametrize("method", ["GET", "OPTIONS"])
@pytest.mark.parametrize("path", ["take", "along"])
def test_a_page_of_another_site_can_not_read_a_copy(table: Table, method: str, path: str) -> None:
    """Another site could, if the answer said so. No cookie is sent: tests/views/web/test_security.py."""
    answer = table.browser.client.open(f"{table.path}/{path}", method=method, headers=ELSEWHERE)

    assert not [name for name, _ in answer.headers if name.lower().startswith("access-control")]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_copy_is_no_script_and_no_cache_keeps_it(table: Table) -> None:
    answer = table.browser.client.get(f"{table.path}/take")

    assert answer.mimetype == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.text.startswith("{")


@pytest.fixture
def built(app: Flask, tmp_path: Path) -> File:
    """The only file of a build, beside another one that is not in its list."""
    folder = tmp_path / "build"
    folder.mkdir()
    (folder / "library.zip.gz").write_bytes(gzip.compress(b"the library"))
    (folder / "private.zip.gz").write_bytes(gzip.compress(b"private"))
    (tmp_path / "above.gz").write_bytes(gzip.compress(b"private"))
    listed = File("library.zip", sha256(b"the library").hexdigest()[:16], 31, 11)
    app.extensions[EXTENSION] = Build(folder, "1", (listed,))
    return listed


def test_the_files_of_the_build_are_served(app: Flask, built: File) -> None:
    answer = ask(app.test_client(), "GET", f"/phone/files/{built.digest}/{built.name}")

    assert gzip.decompress(answer.data) == b"the library"


@pytest.mark.parametrize(
    "name",
    [
        "private.zip",
        "library.zip.gz",
        "build.json",
        "../above",
        "..%2fabove",
        "%2e%2e%2fabove",
        "..%5cabove",
        "library.zip%00",
        "library.zip/../private.zip",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "LIBRARY.ZIP",
        "",
    ],
)
def test_nothing_but_the_files_of_the_build_is_served(app: Flask, built: File, name: str) -> None:
    answer = ask(app.test_client(), "GET", f"/phone/files/{built.digest}/{name}")

    assert answer.status_code in {308, 404}, answer.status
    assert b"private" not in gzip_or_plain(answer.data)


def test_a_file_has_one_address(app: Flask, built: File) -> None:
    for digest in ("0" * 16, built.digest[:-1], built.digest.upper() + "0", "..", "*"):
        assert ask(app.test_client(), "GET", f"/phone/files/{digest}/{built.name}").status_code == 404


def gzip_or_plain(data: bytes) -> bytes:
    """What *data* says, unpacked if it is compressed."""
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
