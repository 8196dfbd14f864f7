"""Requests that wait for a thread: those that may write, and those that only read."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from waitress.adjustments import Adjustments

from views.server.request_parser import RequestParser
from views.server.request_queue import RequestQueue


@dataclass(eq=False)
class Waiting:
    """A connection with a request, and what has been done with it."""

    may_write: bool
    done: list[str] = field(default_factory=list)

    @property
    def requests(self) -> list[Any]:
        """Its one request."""
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
