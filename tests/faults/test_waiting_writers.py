"""A locked database: writers wait, and readers are answered meanwhile."""

import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from benchmarks.pages import DEADWOOD
from benchmarks.tables import HANDS, SECRET, Seated, seat
from models.records import new_entry_id
from tests.faults.trials import how_many, trials
from tests.faults.wire import connect, exchange, get
from tests.views.cli.test_starting import free_port, serving

WRITERS = 10
SOON = 1.5
"""Seconds. A reader that waited for a writer would wait for as long as writers do."""


@pytest.fixture
def seated(tmp_path: Path) -> Seated:
    """A match of thirty hands, and the phone that plays in it."""
    (tmp_path / "secret_key").write_text(SECRET)
    return seat(tmp_path)


@pytest.fixture
def port(tmp_path: Path, seated: Seated) -> Iterator[int]:
    """The port of a server as `make run` starts it."""
    port = free_port()
    with serving(tmp_path, port):
        yield port


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
    readers = how_many(20, 500)
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
            counted.check(answer.seconds < SOON, f"{path} took {answer.seconds:.1f} s")
        other.execute("ROLLBACK")
        answers = Counter(exchange(line, b"").status for line in writers)
        counted.check(sum(answers.values()) == WRITERS and not answers[0], f"answers to writers: {answers}")
        counted.check(not answers[500], f"answers to writers: {answers}")
        counted.check(answers[303] == 1 or answers[503], f"answers to writers: {answers}")
