"""Waits for what happens on thousands of connections, most of which are silent.

Before each wait, Waitress asks every connection whether it wants to read or write: with a thousand of them,
that is most of the server's work. Here the kernel keeps the list (epoll). A connection is reported once, and
not again before ``arm`` is called. The thread that answers a request calls it, so that the thread that waits
need not be woken.
"""

import select
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from waitress import wasyncore

HAS_EPOLL = hasattr(select, "epoll")
"""Only Linux has it. Elsewhere, Waitress waits in its own way."""

LOOK_ROUND = 1.0
"""Seconds between two looks at all connections."""


class EventLoop:
    """The sockets of a server, by file descriptor, and what each of them waits for."""

    def __init__(self, sockets: dict[int, Any]) -> None:
        self.sockets = sockets
        self._epoll = select.epoll()

    def add(self, socket: Any) -> None:
        """Reports once when a new socket can be read."""
        self._epoll.register(socket._fileno, select.EPOLLIN | select.EPOLLONESHOT)

    def arm(self, socket: Any) -> None:
        """Reports once when a socket can go on, if it waits for anything. Any thread may call it."""
        if flags := wanted(socket):
            # It may have been closed meanwhile, or all of them.
            with suppress(OSError, TypeError, ValueError):
                self._epoll.modify(socket._fileno, flags | select.EPOLLONESHOT)

    def run(self, look_round: Callable[[], object]) -> None:
        """Lets sockets handle what happens, and looks round once a second, until there are no sockets."""
        due = time.monotonic()
        while self.sockets:
            for descriptor, flags in self._epoll.poll(LOOK_ROUND):
                self._handle(descriptor, flags)
            if time.monotonic() >= due:
                look_round()
                due = time.monotonic() + LOOK_ROUND

    def close(self) -> None:
        self._epoll.close()

    def _handle(self, descriptor: int, flags: int) -> None:
        """Lets a socket handle what happened, unless it has been closed by what happened just before."""
        if (socket := self.sockets.get(descriptor)) is None:
            return
        if not socket.readable():
            flags &= ~select.EPOLLIN
        wasyncore.readwrite(socket, flags)
        self.arm(socket)


def wanted(socket: Any) -> int:
    """What a socket waits for, in the flags of epoll."""
    return (select.EPOLLIN if socket.readable() else 0) | (select.EPOLLOUT if socket.writable() else 0)
