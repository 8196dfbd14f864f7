"""A locked database: writers wait, and readers are answered meanwhile."""

import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from select import select
from urllib.parse import urlencode

import pytest

from app import create_app
from benchmarks.pages import DEADWOOD
from benchmarks.tables import HANDS, SECRET, Seated, seat
from models.records.database.sqlite import PRAGMAS
from models.records.saving.pipeline import new_entry_id
from tests.conftest import serving
from tests.databases import SQLite, dispose
from tests.faults.servers import new_file
from tests.faults.trials import how_many, trials
from tests.faults.wire import connect, exchange, get

WRITERS = 10


@pytest.fixture
def seated(tmp_path: Path, sqlite: SQLite) -> Seated:
    """A match of thirty hands, and the phone that plays in it."""
    new_file(sqlite, tmp_path)
    return seat(tmp_path)


@pytest.fixture
def port(tmp_path: Path, seated: Seated, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a server whose writers wait longer than any test takes."""
    monkeypatch.setitem(PRAGMAS, "busy_timeout", "600000")
    app = create_app({"INSTANCE_PATH": str(tmp_path), "SECRET_KEY": SECRET})
    with serving(app) as address:
        yield int(address.rpartition(":")[2])
    dispose(app)


def save(seated: Seated, number: int) -> bytes:
    """A request that saves a hand."""
    fields = {"csrf_token": seated.csrf, "entry": new_entry_id(), "version": HANDS, "position": "", "save": 1}
    body = urlencode(fields | DEADWOOD | {"deadwood_1": 10 + number})
    head = [
        f"POST {seated.path}/hands/new HTTP/1.1",
        "Host: localhost",
        f"Cookie: {seated.cookie}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*head, "", body]).encode()


def writing(port: int, seated: Seated, number: int) -> socket.socket:
    """A connection on which a hand has been sent."""
    line = connect(port)
    line.sendall(save(seated, number))
    return line


def test_a_reader_does_not_wait_for_ten_writers(tmp_path: Path, port: int, seated: Seated) -> None:
    readers = how_many(4, 500)
    with (
        trials("readers beside ten waiting writers") as counted,
        closing(sqlite3.connect(tmp_path / "gin.sqlite", isolation_level=None)) as other,
        ExitStack() as lines,
        connect(port) as reader,
    ):
        exchange(reader, get(seated.path))
        other.execute("BEGIN IMMEDIATE")
        writers = [lines.enter_context(writing(port, seated, number)) for number in range(WRITERS)]
        for path in (seated.path, f"{seated.path}/history", "/matches/new", "/judge", "/health") * readers:
            answer = exchange(reader, get(path))
            counted.check(answer.status == 200, f"{path}: {answer.status}")
        answered, _, _ = select(writers, [], [], 0)
        counted.check(not answered, "the reader waited for writers")
        other.execute("ROLLBACK")
        answers = Counter(exchange(line, b"").status for line in writers)
        counted.check(sum(answers.values()) == WRITERS and not answers[0], f"answers to writers: {answers}")
        counted.check(not answers[500], f"answers to writers: {answers}")
        counted.check(answers[303] == 1, f"answers to writers: {answers}")
