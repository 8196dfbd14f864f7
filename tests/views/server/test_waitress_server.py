"""The server beside what it answers: where it listens, and what it does when something fails."""

from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest

from tests.faults.wire import ask, connect, exchange, get
from views.server.connections import Connection
from views.server.waitress_server import WebServer, make_server


def say_hello(_environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """A page without Flask."""
    start_response("200 OK", [("Content-Length", "5")])
    return [b"hello"]


@pytest.fixture
def running() -> Iterator[WebServer]:
    """A server that answers."""
    server = make_server(say_hello, "127.0.0.1", 0, threads=3)
    thread = Thread(target=server.run)
    thread.start()
    yield server
    server.stop()
    thread.join()
    server.close()


@pytest.mark.parametrize(
    "head, body",
    [
        ("POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        ("POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\ncontent-length: 5", "0\r\n\r\n"),
        ("POST / HTTP/1.1\r\nTransfer-Encoding:\r\nContent-Length: 5", "hello"),
        ("POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: x\r\nContent-Length: 5", "hello"),
        ("GET / HTTP/1.1\r\nX-A: b\r\n c", ""),
        ("GET / HTTP/1.1\r\nConnection: keep-alive\r\nX-A:\r\n\tc", ""),
    ],
)
def test_a_request_that_can_be_read_in_two_ways_is_answered_and_closed(
    running: WebServer, head: str, body: str
) -> None:
    with connect(running.effective_port) as line:
        answer = exchange(line, f"{head}\r\n\r\n{body}".encode())

        assert (answer.status, answer.body, answer.headers["Connection"]) == (200, b"hello", "close")
        assert line.recv(1) == b""


@pytest.mark.full
def test_a_connection_that_cannot_be_accepted_does_not_end_the_server(
    running: WebServer, caplog: pytest.LogCaptureFixture
) -> None:
    [listener] = running.listeners
    accepted, failures = listener.connections.add, [OSError("no memory left")]

    def fail_once(connection: Any) -> Any:
        if failures:
            raise failures.pop()
        return accepted(connection)

    listener.connections.add = fail_once  # type: ignore[method-assign]

    with connect(running.effective_port):
        assert ask(running.effective_port, get("/")).body == b"hello"
    assert "could not be accepted" in caplog.text


@pytest.mark.full
def test_the_connection_that_has_waited_longest_is_closed_for_a_new_one(running: WebServer) -> None:
    running.listeners[0].connections.most_of_one = 2
    port = running.effective_port
    with connect(port) as first, connect(port) as second, connect(port) as third:
        assert exchange(third, get("/")).body == b"hello"
        assert exchange(second, get("/")).body == b"hello"
        assert first.recv(1) == b""


def test_a_name_with_several_addresses_is_served_on_all_of_them() -> None:
    server = make_server(say_hello, "localhost", 0, threads=3)
    thread = Thread(target=server.run)
    thread.start()
    try:
        for listener in server.listeners:
            if listener.effective_host == "127.0.0.1":
                assert ask(int(listener.effective_port), get("/")).body == b"hello"
    finally:
        server.stop()
        thread.join()
        server.close()
    assert not server.sockets


LONG = 24_000_000
"""Bytes: more than a socket and Waitress's usual settings take before somebody receives them."""


@pytest.mark.full
def test_a_long_answer_is_made_to_its_end_before_it_is_received() -> None:
    """So a slow phone keeps no thread, and no transaction of the database."""
    made = Event()

    def app(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Length", str(LONG))])
        for _nth in range(LONG // 32_000):
            yield b"x" * 32_000
        made.set()

    server = make_server(app, "127.0.0.1", 0, threads=3)
    thread = Thread(target=server.run)
    thread.start()
    try:
        with connect(server.effective_port) as line:
            line.sendall(get("/"))
            assert made.wait(60)
            assert exchange(line, b"").body == b"x" * LONG
    finally:
        server.stop()
        thread.join()
        server.close()


@pytest.mark.parametrize(
    "size, seconds, late",
    [(1_000, 59, False), (1_000, 61, True), (7_300_000, 130, False), (7_300_000, 134, True)],
)
def test_a_longer_answer_may_be_received_for_longer(size: int, seconds: float, late: bool) -> None:
    """Sixty seconds, and one for every 100 KB."""
    connection = Connection.__new__(Connection)
    connection.requests, connection.total_outbufs_len = [], 1
    connection.answered, connection.made = 1000.0, size

    assert connection.is_late(1000 + seconds) is late
