"""Somebody else keeps the database locked: nobody's form is lost, and readers don't notice."""

import socket
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from select import select
from threading import Event, Thread
from urllib.parse import urlencode

import psycopg
import pytest

from app import create_app
from benchmarks.pages import DEADWOOD
from benchmarks.tables import HANDS, SECRET, Seated, seat
from models.records.database.sqlite import PRAGMAS
from models.records.saving.pipeline import new_entry_id
from tests.conftest import serving
from tests.databases import PostgreSQL, SQLite, dispose
from tests.faults.scoring_phones import Answer, Deadwood, ScoringPhone, start_matches
from tests.faults.servers import new_database, new_file, running
from tests.faults.tables import is_to_be_sent_again
from tests.faults.trials import FULL, Trials, how_many, trials
from tests.faults.wire import connect, exchange, get

KINDS = ["sqlite", "postgresql"] if FULL else ["sqlite"]
LOCKED_FOR = [12, 60] if FULL else [5.5]
"""Seconds. A writer waits for five."""
WRITERS = 10
SOON = 4.0
"""Seconds. A reader that waited for writers would wait for five."""
BETWEEN_ROUNDS = 0.05 if FULL else 0.5
"""Seconds between two rounds of the reader."""
HAND = Deadwood(5, 20)


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Somebody writes to the database, for a long time."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
    else:
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE matches IN EXCLUSIVE MODE")
            yield


class Writer:
    """A phone that sends a hand, and sends it again as often as it is asked to."""

    def __init__(self, phone: ScoringPhone, path: str) -> None:
        self.phone, self.path, self.entry = phone, path, new_entry_id()
        self.answers: list[Answer] = []

    def save(self) -> None:
        """Sends the hand until it is saved."""
        answer = self.phone.save(self.path, HAND, "0.", self.entry)
        self.answers.append(answer)
        while answer.status == 503:
            time.sleep(int(answer.headers["Retry-After"]))
            answer = self.phone.post(f"{self.path}/hands/new", answer.form_kept)
            self.answers.append(answer)

    def check(self, counted: Trials) -> None:
        """Checks that the hand was refused politely, and saved once."""
        for answer in self.answers[:-1]:
            counted.check(is_to_be_sent_again(answer, self.entry), f"refused: {answer}")
        counted.check(self.answers[-1].status == 303, f"answered: {self.answers[-1].status}")
        hands = self.phone.get(self.path).hands
        counted.check(hands == (HAND,), f"saved: {hands}")


def pages_of(path: str) -> tuple[str, ...]:
    """What the reader opens; the match is at *path*."""
    return path, f"{path}/history", f"{path}/hands/new", "/", "/judge", "/health"


def read(counted: Trials, phone: ScoringPhone, path: str, over: Event) -> None:
    """Opens pages, one after another."""
    while not over.wait(BETWEEN_ROUNDS):
        for page in pages_of(path):
            answer = phone.get(page)
            counted.check(answer.status in (200, 303), f"{page}: {answer.status}")
            counted.check(answer.seconds < SOON, f"{page} took {answer.seconds:.1f} s")


@pytest.mark.parametrize("seconds", LOCKED_FOR)
@pytest.mark.parametrize("kind", KINDS)
def test_a_locked_database_loses_no_form_and_stops_no_reader(
    tmp_path: Path, sqlite: SQLite, postgresql: PostgreSQL, kind: str, seconds: float
) -> None:
    with (
        new_database(kind, sqlite, postgresql, tmp_path) as url,
        trials(f"{WRITERS} writers and a reader beside a lock of {seconds} s on {kind}") as counted,
        running(tmp_path, url) as server,
    ):
        [phone], [shown, *paths] = start_matches(tmp_path, url, server.port, 1, 1 + WRITERS)
        for page in pages_of(shown):
            phone.get(page)  # the first time, a server compiles its templates
        writers, over = [Writer(phone, path) for path in paths], Event()
        threads = [Thread(target=writer.save) for writer in writers]
        reader = Thread(target=read, args=(counted, phone, shown, over))
        with locked(url):
            for thread in (reader, *threads):
                thread.start()
            time.sleep(seconds)
        for thread in threads:
            thread.join(60)
        over.set()
        reader.join(60)
        for writer in writers:
            writer.check(counted)
        refused = sum(len(writer.answers) - 1 for writer in writers)
        counted.check(refused, "nobody had to wait")
        counted.check(not server.tracebacks(), str(server.tracebacks()))


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
