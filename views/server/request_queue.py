"""The requests that wait for a thread. Visitors take turns, and writers never take all threads.

So a reader always finds one, and whoever sends a thousand requests makes others wait for one of them.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from threading import Lock
from typing import Any

SPARED = 2
"""Threads that never write."""


class Turns:
    """Requests that wait, those of each address in the order in which they came. The addresses take turns."""

    def __init__(self) -> None:
        self._number = 0
        self._of: OrderedDict[str, deque[Any]] = OrderedDict()

    def __len__(self) -> int:
        return self._number

    def append(self, connection: Any) -> None:
        """Adds the request that is first on *connection*."""
        self._of.setdefault(connection.visitor, deque()).append(connection)
        self._number += 1

    def popleft(self) -> Any:
        """The next request.

        :raises IndexError: if there is none.
        """
        if not self._of:
            raise IndexError("no request waits")
        visitor, waiting = self._of.popitem(last=False)
        connection = waiting.popleft()
        if waiting:
            self._of[visitor] = waiting
        self._number -= 1
        return connection


class RequestQueue:
    """Requests in two queues: those that may write, and those that only read.

    It replaces the queue of Waitress, which calls it under a lock. While the database is locked, writers wait
    in their threads, and further writers here.
    """

    def __init__(self, most_writers: int) -> None:
        self.most_writers = most_writers
        self.writing = 0
        """Requests that are being answered and may write."""
        self._lock = Lock()
        self._writers, self._readers = Turns(), Turns()

    def __len__(self) -> int:
        """How many requests can be answered now."""
        return len(self._readers) + min(len(self._writers), self.most_writers - self.writing)

    def append(self, connection: Any) -> None:
        """Adds the request that is first on *connection*."""
        (self._writers if connection.requests[0].may_write else self._readers).append(connection)

    def popleft(self) -> Any:
        """The next request. Writers come first: they are few, and somebody waits for each of them.

        :raises IndexError: if none can be answered now.
        """
        if not self._writers or self.writing >= self.most_writers:
            return self._readers.popleft()
        self._count(1)
        return Writer(self._writers.popleft(), self)

    def _count(self, change: int) -> None:
        with self._lock:
            self.writing += change


class Writer:
    """A request that may write, and gives its place back when it has been answered."""

    def __init__(self, connection: Any, queue: RequestQueue) -> None:
        self.connection, self.queue = connection, queue

    def service(self) -> None:
        """Answers it. The thread then looks for the next request, so that no other one need be woken."""
        try:
            self.connection.service()
        finally:
            self.queue._count(-1)

    def cancel(self) -> None:
        """Does not answer it, because the server stops."""
        self.queue._count(-1)
        self.connection.cancel()
