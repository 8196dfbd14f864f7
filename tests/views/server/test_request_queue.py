"""Requests that wait for a thread: those that may write, and those that only read."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from waitress.adjustments import Adjustments
from werkzeug.middleware.proxy_fix import ProxyFix

from views.server.connections import Connection
from views.server.request_parser import RequestParser
from views.server.request_queue import RequestQueue
from views.web.rate_limit import source_of


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
