"""The server beside what it answers: where it listens, and what it does when something fails."""

from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest

from tests.faults.wire import ask, connect, exchange, get
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
