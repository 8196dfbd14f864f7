"""Clients that never finish what they send, and the phones that are answered meanwhile."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import pytest

from benchmarks.tables import SECRET, Seated, seat
from tests.databases import SQLite
from tests.faults.servers import new_file
from tests.faults.trials import FULL, how_many, trials
from tests.faults.wire import ask, connect, exchange, get
from tests.views.cli.test_starting import ROOT, free_port, serving
from views.server import connections, event_loop, request_parser, waitress_server

SOON = 5.0
"""Seconds. A server without a place or a thread answers after ten at best."""

USUAL = 10.0
"""Seconds that the server waits for a head outside of these tests; for all else it waits longer."""

SLOWER = 2.0
"""How many times longer a poll may take, on a machine that does nothing else."""

POLLS = how_many(20, 200)


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory, sqlite: SQLite) -> tuple[Path, Seated]:
    """The folder of a database with a match of thirty hands, and the phone that plays in it."""
    folder = tmp_path_factory.mktemp("home")
    new_file(sqlite, folder)
    (folder / "secret_key").write_text(SECRET)
    return folder, seat(folder)


@pytest.fixture(scope="module")
def port(seated: tuple[Path, Seated]) -> Iterator[int]:
    """The port of a server as `make run` starts it."""
    port = free_port()
    with serving(seated[0], port):
        yield port


@contextmanager
def dribbling(port: int, kind: str, number: int) -> Iterator[None]:
    """So many clients that never finish, all from 127.0.0.1."""
    command = [sys.executable, "-m", "tests.faults.dribble", str(port), kind, str(number)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield
        process.communicate()


class Poller:
    """A phone that has the sheet and asks again whether it has changed, on one connection."""

    def __init__(self, line: socket.socket, path: str) -> None:
        self.line = line
        etag = exchange(self.line, get(path)).headers["ETag"]
        self.request = get(path, f"If-None-Match: {etag}")

    def seconds(self) -> float:
        """The median of many answers, in the best of five rounds: other tests run at the same time."""
        return min(median(self._answer() for _ in range(POLLS)) for _ in range(5))

    def _answer(self) -> float:
        answer = exchange(self.line, self.request)
        assert answer.status == 304
        return answer.seconds


@pytest.mark.parametrize("kind, number", [("heads", 250), ("bodies", 250), ("idle", 1000)])
def test_a_poll_is_hardly_slower_beside_many_slow_clients(
    port: int, seated: tuple[Path, Seated], kind: str, number: int
) -> None:
    with trials(f"polls beside {number} {kind}") as counted, connect(port, "127.0.0.2") as line:
        phone = Poller(line, seated[1].path)
        before = phone.seconds()
        with dribbling(port, kind, number):
            beside = phone.seconds()
        alone = median([before, phone.seconds()])
        print(f"\n{kind}: {1000 * alone:.2f} ms alone, {1000 * beside:.2f} ms beside {number}")
        # On a busy machine only a wait is a fault of ours; make faults has the machine for itself.
        most = SLOWER * alone if FULL else SOON
        counted.check(beside <= most, f"{beside / alone:.1f} times slower")


def test_many_connections_from_one_address_lock_nobody_out(port: int, seated: tuple[Path, Seated]) -> None:
    with (
        trials("others beside 2,300 connections from one address") as counted,
        connect(port, "127.0.0.2") as line,
    ):
        phone = Poller(line, seated[1].path)
        with dribbling(port, "heads", 2300):
            for source in ("127.0.0.1", "127.0.0.2", "127.0.0.3") * how_many(1, 20):
                answer = ask(port, get("/health"), source)
                counted.check(answer.status == 200, f"{source}: {answer.status}")
                counted.check(answer.seconds < SOON, f"{source} waited {answer.seconds:.1f} s")
            counted.check(phone.seconds() < SOON, "the phone that was there before waited")


# Time limits. A server in this process, with limits that a test can wait for.


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits of tenths of a second."""
    monkeypatch.setattr(connections, "FOR_THE_HEAD", 0.3)
    monkeypatch.setattr(request_parser, "FOR_THE_BODY", 0.6)
    monkeypatch.setattr(connections, "FOR_THE_REST", 0.3)
    monkeypatch.setattr(connections, "BETWEEN_REQUESTS", 1.2)
    monkeypatch.setattr(event_loop, "LOOK_ROUND", 0.05)
    monkeypatch.setitem(waitress_server.SETTINGS, "cleanup_interval", 0.05)


@pytest.fixture
def limited(fast: None, server: str) -> int:
    """The port of a server with these limits."""
    return int(server.rpartition(":")[2])


@pytest.fixture
def elsewhere(fast: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> int:
    """The port of a server that waits for connections as it does where there is no epoll."""
    monkeypatch.setattr(waitress_server, "HAS_EPOLL", False)
    monkeypatch.setattr(waitress_server, "LOOK_ROUND", 0.05)
    return int(request.getfixturevalue("server").rpartition(":")[2])


def cut_off(port: int, first: bytes, then: bytes) -> float:
    """Seconds until the server closes a connection on which *then* is sent again and again."""
    started = time.perf_counter()
    with connect(port) as line:
        line.sendall(first)
        line.settimeout(0.05)
        while time.perf_counter() - started < USUAL:
            try:
                if then:
                    line.sendall(then)
                if not line.recv(65536):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
    return time.perf_counter() - started


@pytest.mark.parametrize(
    "first, then, least",
    [
        (b"GET / HTTP/1.1\r\n", b"X-A: b\r\n", 0.3),
        (b"", b"\r\n\r\n", 0.3),
        (b"", b"", 0.3),
        (b"POST /judge HTTP/1.1\r\nContent-Length: 100000\r\n\r\n", b"x", 0.6),
        (b"POST /judge HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", 0.6),
        (get("/health"), b"", 1.2),
    ],
    ids=["head", "empty lines", "nothing", "body", "chunks", "idle"],
)
def test_whoever_makes_the_server_wait_is_cut_off(
    limited: int, first: bytes, then: bytes, least: float
) -> None:
    lasted = cut_off(limited, first, then)

    assert least <= lasted < USUAL


def test_a_phone_that_polls_keeps_its_connection(limited: int) -> None:
    with connect(limited) as line:
        for _ in range(5):
            assert exchange(line, get("/health")).status == 200
            time.sleep(0.3)


def test_a_refusal_arrives_while_the_body_is_still_sent(limited: int) -> None:
    head = b"POST /judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n"

    answer = ask(limited, head + b"x" * 3_000_000)

    assert answer.status == 413
    assert b"</html>" in answer.body


def test_without_epoll_everything_works_too(elsewhere: int) -> None:
    test_a_phone_that_polls_keeps_its_connection(elsewhere)
    test_a_refusal_arrives_while_the_body_is_still_sent(elsewhere)
    test_requests_sent_together_are_all_answered(elsewhere)
    assert 0.3 <= cut_off(elsewhere, b"GET / HTTP/1.1\r\n", b"X-A: b\r\n") < USUAL


def test_requests_sent_together_are_all_answered(limited: int) -> None:
    with connect(limited) as line:
        line.sendall(get("/health") * 5)
        received = b""
        while received.count(b"\r\n\r\nok") < 5:
            received += line.recv(65536)
