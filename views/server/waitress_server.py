"""Waitress, set up for a thousand phones that poll a page for hours, and for visitors that mean harm."""

import logging
from time import monotonic
from typing import Any, NoReturn

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from views.server.connection_limits import OpenConnections, limits
from views.server.connections import Connection, serving
from views.server.event_loop import HAS_EPOLL, LOOK_ROUND, EventLoop
from views.server.request_parser import replace_patterns
from views.server.request_queue import SPARED, RequestQueue
from views.web.upload_limits import LARGEST_BODY

THREADS = 8

LONGEST_HEAD = 16 * 1024
"""Bytes of the first line and the headers. Links to rules and verdicts have up to 4 KB, cookies 8 KB."""

LARGEST_ANSWER = 1_000_000_000
"""Bytes that are made before somebody receives them: an export of half a million matches."""

SETTINGS = {
    "max_request_header_size": LONGEST_HEAD,
    # As much as the application accepts, so that what is refused is never stored. Waitress refuses from
    # this size on, the application above its own limit. Files to import: request_parser.py.
    "max_request_body_size": LARGEST_BODY + 1,
    # A body that is accepted stays in memory.
    "inbuf_overflow": LARGEST_BODY + 1,
    # An answer is made as fast as it can be, and what was not received yet is kept on the disk: nobody who
    # reads slowly keeps a thread, and a transaction of the database, for longer. Of forms and pages, less
    # than a megabyte is kept, in memory.
    "outbuf_high_watermark": LARGEST_ANSWER,
    # Connections are limited in connection_limits.py.
    "connection_limit": 1_000_000,
    "cleanup_interval": LOOK_ROUND,
    "asyncore_use_poll": True,
    "ident": None,
}


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """Accepts connections on one address of this machine."""

    channel_class = Connection

    def __init__(
        self, app: Any, connections: OpenConnections, loop: EventLoop | None, proxies: int, **given: Any
    ) -> None:
        self.connections, self.loop, self.proxies = connections, loop, proxies
        super().__init__(app, **given)
        if loop:
            loop.add(self)
            loop.add(self.trigger)

    def opened(self, connection: Connection) -> None:
        """Counts and watches a new connection, and closes another if there are too many."""
        if self.loop:
            self.loop.add(connection)
        if too_many := self.connections.add(connection):
            too_many.handle_close()

    def closed(self, connection: Connection) -> None:
        self.connections.remove(connection)

    def handle_error(self) -> None:
        """Logs what went wrong with a new connection, and goes on listening: Waitress would stop."""
        self.logger.exception("A connection could not be accepted")

    def pull_trigger(self) -> None:
        """Goes on with the connection whose request this thread answers."""
        if self.loop:
            self.loop.arm(serving.connection)
        else:
            super().pull_trigger()

    def maintenance(self, now: float) -> None:
        """Cuts off everyone who makes the server wait for too long."""
        now = monotonic()
        for connection in [each for each in self.active_channels.values() if each.is_late(now)]:
            connection.handle_close()


class WebServer:
    """A server that listens, and answers once it runs."""

    def __init__(self, app: Any, adj: Adjustments, proxies: int) -> None:
        connections = limits(behind_proxy=proxies > 0)
        self.sockets: dict[int, Any] = {}
        self.adj = adj
        self.loop = EventLoop(self.sockets) if HAS_EPOLL else None
        self.task_dispatcher = ThreadedTaskDispatcher()
        self.task_dispatcher.queue = RequestQueue(adj.threads - SPARED)
        self.task_dispatcher.set_thread_count(adj.threads)
        self.listeners = [
            Listener(
                app,
                connections,
                self.loop,
                proxies,
                map=self.sockets,
                dispatcher=self.task_dispatcher,
                adj=adj,
                sockinfo=each,
            )
            for each in adj.listen
        ]
        self.effective_port = int(self.listeners[0].effective_port)

    def run(self) -> None:
        """Answers requests until it is stopped."""
        try:
            if self.loop:
                self.loop.run(self.look_round)
            else:
                wasyncore.loop(LOOK_ROUND, use_poll=True, map=self.sockets)
        except KeyboardInterrupt:
            self.task_dispatcher.shutdown()

    def look_round(self) -> None:
        """Lets each listener look at its connections."""
        for listener in self.listeners:
            listener.readable()

    def stop(self) -> None:
        """Ends ``run()`` in another thread, once all requests have been answered."""
        self.task_dispatcher.shutdown()
        self.listeners[0].trigger.pull_trigger(self._close_all)

    def close(self) -> None:
        """Closes every connection."""
        self._close_all()
        if self.loop:
            self.loop.close()

    def _close_all(self) -> None:
        for each in list(self.sockets.values()):
            each.close()


def make_server(app: Any, host: str, port: int, *, proxies: int = 0, threads: int = THREADS) -> WebServer:
    """A server that is listening, and answers after ``run()`` is called.

    Forwarded headers reach *app* only from behind *proxies*, where all connections have the proxy's address.

    :raises OSError: if the address is not available.
    :raises ValueError: if it is none.
    """
    replace_patterns()
    # Requests queue for a moment when it is busy; no warning is needed.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    adj = Adjustments(
        host=host,
        port=port,
        threads=threads,
        clear_untrusted_proxy_headers=not proxies,
        **SETTINGS,
    )
    return WebServer(app, adj, proxies)


def stop(_signal: int, _frame: object) -> NoReturn:
    """Ends the server as Ctrl-C would."""
    raise KeyboardInterrupt
