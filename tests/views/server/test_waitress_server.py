"""The server beside what it answers: where it listens, who waits, how many may connect, and what fails."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from waitress.adjustments import Adjustments
from werkzeug.middleware.proxy_fix import ProxyFix

from tests.faults.wire import ask, connect, exchange, get
from views.server import connection_limits
from views.server.connection_limits import OpenConnections, limits
from views.server.connections import Connection
from views.server.request_parser import RequestParser
from views.server.request_queue import RequestQueue
from views.server.waitress_server import WebServer, make_server
from views.web.rate_limit import source_of


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


@dataclass(eq=False)
class Waiting:
    """A connection with a request, and what has been done with it."""

    may_write: bool
    visitor: str = "192.0.2.1"
    done: list[str] = field(default_factory=list)

    @property
    def requests(self) -> list[Any]:
        """The one request of the connection."""
        return [SimpleNamespace(may_write=self.may_write)]

    def service(self) -> None:
        """Answers it."""
        self.done.append("answered")

    def cancel(self) -> None:
        """Does not answer it."""
        self.done.append("cancelled")


def queue_of(*waiting: Waiting) -> RequestQueue:
    """Requests that arrived in this order, of which two may write at once."""
    queue = RequestQueue(2)
    for each in waiting:
        queue.append(each)
    return queue


def test_readers_are_answered_in_the_order_in_which_they_came() -> None:
    readers = [Waiting(may_write=False) for _ in range(3)]
    queue = queue_of(*readers)

    assert [queue.popleft() for _ in range(len(queue))] == readers
    assert not queue


@pytest.mark.parametrize("may_write", [False, True])
def test_addresses_take_turns_and_each_keeps_its_order(may_write: bool) -> None:
    many, *others = (
        [Waiting(may_write, address) for _ in range(number)]
        for address, number in (("192.0.2.1", 4), ("192.0.2.2", 2), ("192.0.2.3", 1))
    )
    queue = queue_of(*many, *others[0], *others[1])
    queue.most_writers = 7
    taken = [queue.popleft() for _ in range(7)]

    [[second, fourth], [third]] = others
    in_turn = [many[0], second, third, many[1], fourth, many[2], many[3]]
    assert [each.connection if may_write else each for each in taken] == in_turn


def test_who_comes_later_waits_for_one_request_of_each_other_address() -> None:
    many = [Waiting(may_write=False) for _ in range(800)]
    queue = queue_of(*many)
    queue.popleft()
    queue.append(late := Waiting(may_write=False, visitor="192.0.2.2"))

    assert [queue.popleft() for _ in range(3)] == [many[1], late, many[2]]


@pytest.mark.parametrize(
    "proxies, said, visitor",
    [
        (0, "198.51.100.1", "192.0.2.1"),
        (1, "203.0.113.9, 198.51.100.1", "198.51.100.1"),
        (2, "203.0.113.9, 198.51.100.1,192.0.2.3", "198.51.100.1"),
        (2, "198.51.100.1", "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "2001:db8::7", "2001:db8::/64"),
    ],
)
def test_behind_proxies_a_visitor_has_the_address_that_the_limits_count(
    proxies: int, said: str, visitor: str
) -> None:
    connection = Connection.__new__(Connection)
    request = RequestParser(Adjustments())
    request.received(f"GET / HTTP/1.1\r\nX-Forwarded-For: {said}\r\n\r\n".encode())
    connection.requests, connection.source = [request], "192.0.2.1"
    connection.server = SimpleNamespace(proxies=proxies)

    def counted(environ: dict[str, Any], _start_response: object) -> list[bytes]:
        return [source_of(environ["REMOTE_ADDR"]).encode()]

    environ = {"REMOTE_ADDR": "192.0.2.1", "HTTP_X_FORWARDED_FOR": said}
    [limited] = ProxyFix(counted, x_for=proxies, x_proto=0, x_host=0)(environ, print)

    assert connection.visitor == visitor == limited.decode()


def test_writers_come_first_but_never_more_than_allowed() -> None:
    reader, *writers = Waiting(may_write=False), *(Waiting(may_write=True) for _ in range(3))
    queue = queue_of(reader, *writers)

    assert len(queue) == 3
    running = [queue.popleft(), queue.popleft()]
    assert [each.connection for each in running] == writers[:2]
    assert (len(queue), queue.popleft()) == (1, reader)
    assert not queue
    with pytest.raises(IndexError):
        queue.popleft()


@pytest.mark.parametrize("end, done", [("service", "answered"), ("cancel", "cancelled")])
def test_a_writer_gives_its_place_back(end: str, done: str) -> None:
    writers = [Waiting(may_write=True) for _ in range(3)]
    queue = queue_of(*writers)
    running = [queue.popleft(), queue.popleft()]

    getattr(running[0], end)()

    assert writers[0].done == [done]
    assert (len(queue), queue.popleft().connection) == (1, writers[2])


def test_a_writer_that_fails_gives_its_place_back() -> None:
    failing = Waiting(may_write=True)
    failing.service = lambda: 1 / 0  # type: ignore[method-assign,assignment,return-value]
    queue = queue_of(failing)

    with pytest.raises(ZeroDivisionError):
        queue.popleft().service()

    assert queue.writing == 0


@pytest.mark.parametrize(
    "head, may_write",
    [
        ("GET /m/abc HTTP/1.1", False),
        ("HEAD /m/abc HTTP/1.1", False),
        ("GET /s/abc HTTP/1.1", False),
        ("POST /s/abc HTTP/1.1", True),
        ("POST /m/abc/hands/new HTTP/1.1", True),
        ("DELETE /m/abc HTTP/1.1", True),
        ("nonsense", False),
    ],
)
def test_forms_may_write(head: str, may_write: bool) -> None:
    request = RequestParser(Adjustments())
    request.received(f"{head}\r\n\r\n".encode())

    assert request.completed
    assert request.may_write is may_write


@dataclass(eq=False)
class Phone:
    """A connection from an address."""

    ip: str
    requests: list[str] = field(default_factory=list)
    source: str = ""

    @property
    def addr(self) -> tuple[str, int]:
        """As the operating system says it."""
        return self.ip, 5000


HOME, CLUB = "192.0.2.1", "198.51.100.7"


def test_the_connection_that_has_waited_longest_makes_room() -> None:
    open_ = OpenConnections(most=10, most_of_one=2)
    first, second, third = Phone(CLUB), Phone(CLUB), Phone(CLUB)

    assert open_.add(first) is None
    assert open_.add(Phone(HOME)) is None
    assert open_.add(second) is None
    open_.move_to_end(first)
    assert open_.add(third) is second


def test_a_connection_whose_request_is_being_answered_stays() -> None:
    open_ = OpenConnections(most=10, most_of_one=1)
    busy, also, new = Phone(CLUB, ["GET /"]), Phone(CLUB), Phone(CLUB)
    open_.add(busy)

    assert open_.add(also) is also
    open_.remove(also)
    also.requests.append("GET /")
    assert open_.add(new) is new


def test_if_all_are_busy_the_newest_goes() -> None:
    open_ = OpenConnections(most=10, most_of_one=1)
    open_.add(Phone(CLUB, ["GET /"]))
    new = Phone(CLUB, ["GET /"])

    assert open_.add(new) is new


def test_where_there_are_too_many_in_all_the_address_with_the_most_makes_room() -> None:
    open_ = OpenConnections(most=4, most_of_one=4)
    first = Phone(CLUB)
    for phone in (Phone(HOME), first, Phone(CLUB), Phone(CLUB)):
        assert open_.add(phone) is None

    assert open_.add(Phone(HOME)) is first


def test_a_closed_connection_is_counted_no_more() -> None:
    open_ = OpenConnections(most=2, most_of_one=1)
    phone = Phone(CLUB)
    open_.add(phone)
    for _ in range(2):
        open_.remove(phone)

    assert len(open_) == 0
    assert open_.add(Phone(CLUB)) is None
    open_.move_to_end(phone)


def test_a_network_of_a_household_is_one_address() -> None:
    open_ = OpenConnections(most=10, most_of_one=1)
    first = Phone("2001:db8::1")
    open_.add(first)

    assert open_.add(Phone("2001:db8::2")) is first


def test_behind_a_proxy_no_address_is_limited() -> None:
    assert limits(behind_proxy=True).most_of_one == limits(behind_proxy=True).most
    assert limits(behind_proxy=False).most_of_one >= 6 * 200


@pytest.mark.parametrize("files, most, most_of_one", [(5000, 4000, 1200), (1000, 800, 400)])
def test_there_are_never_more_connections_than_files_may_be_open(
    monkeypatch: pytest.MonkeyPatch, files: int, most: int, most_of_one: int
) -> None:
    monkeypatch.setattr(connection_limits, "most_open_files", lambda: files)

    assert (limits(False).most, limits(False).most_of_one) == (most, most_of_one)
