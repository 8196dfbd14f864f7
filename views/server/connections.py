"""A connection to a phone: kept open while it polls, and cut off if it makes the server wait."""

import socket
from threading import local
from time import monotonic
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, Task, WSGITask

from views.server.request_parser import RequestParser
from views.web.rate_limit import source_of
from views.web.upload_limits import UNREADABLE

FOR_THE_HEAD = 10.0
"""Seconds from the first byte of a request, or from opening the connection, until its head is complete."""
SLOWEST = 100_000
"""Bytes in a second, with which a long answer must be received. Sixty seconds come on top."""
FOR_THE_ANSWER = 60.0
"""Seconds in which an answer must have been received."""
BETWEEN_REQUESTS = 75.0
"""Seconds. Phones poll every ten seconds at least; nginx keeps its connections for sixty."""
FOR_THE_REST = 5.0
"""Seconds in which the rest of a refused request is read and forgotten, so that the answer arrives."""

serving = local()
"""The connection whose request this thread answers."""


class OpenTask(WSGITask):  # type: ignore[misc]
    """Keeps the connection open after a 304.

    Waitress closes it after every response without a Content-Length. A 304 never has one, and on weak wifi
    a new connection every two seconds is most of the cost of a live page.
    """

    def set_close_on_finish(self) -> None:
        """Closes the connection after the response, unless only the missing length requires it."""
        wants_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or wants_close or self.version != "1.1" or self.wrote_header:
            super().set_close_on_finish()


class RefusedTask(OpenTask):
    """Lets the application answer a request that can't be parsed or is too large, with its error page.

    The request itself doesn't reach it, apart from the languages of the phone.
    """

    def __init__(self, connection: "Connection", request: RequestParser) -> None:
        plain = RequestParser(connection.adj)
        # No page has this address, so that logs and metrics don't count it for one.
        plain.parse_header(b"GET /refused HTTP/1.1\r\n")
        names = ("ACCEPT_LANGUAGE", "HOST")
        plain.headers = {name: request.headers[name] for name in names if name in request.headers}
        super().__init__(connection, plain)
        self.code = request.error.code

    def get_environment(self) -> dict[str, Any]:
        """What the application is asked: only to refuse."""
        return {**super().get_environment(), UNREADABLE: self.code}

    def execute(self) -> None:
        """Answers, and closes the connection: the rest of the request may still be on its way."""
        self.set_close_on_finish()
        self.channel.has_refused = True
        super().execute()


def error_task(connection: "Connection", request: RequestParser) -> Task:
    """The answer to a request that Waitress refuses, or that the application failed to answer."""
    return (ErrorTask if request.error.code == 500 else RefusedTask)(connection, request)


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection. Its server is a ``Listener`` (waitress_server.py)."""

    parser_class = RequestParser
    task_class = OpenTask
    error_task_class = staticmethod(error_task)

    source = ""
    """The address that it is counted for."""
    started = 0.0
    """When the request began that isn't complete yet, like all times here on a clock that nobody sets."""
    answered = 0.0
    """When the last request was answered."""
    made = 0
    """How many bytes of the last answer were still to be sent then."""
    has_refused = False
    forgetting = 0.0
    """Since when the rest of a refused request is read and forgotten."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:  # noqa: A002
        super().__init__(server, sock, addr, adj, map)
        self.opened = monotonic()
        server.opened(self)

    def del_channel(self, map: Any = None) -> None:  # noqa: A002
        """Called when it is closed."""
        super().del_channel(map)
        self.server.closed(self)

    @property
    def visitor(self) -> str:
        """The address from which the first request comes; behind proxies, as the outermost of them says."""
        proxies = self.server.proxies
        passed_on = self.requests[0].headers.get("X_FORWARDED_FOR", "").split(",")
        is_said = 0 < proxies <= len(passed_on)
        return (is_said and source_of(passed_on[-proxies].strip())) or self.source

    def received(self, data: bytes) -> bool:
        """Takes in what has arrived."""
        before = self.request
        taken = bool(super().received(data))
        if self.request is not before:
            self.started = monotonic()
        if self.requests:
            self.server.connections.move_to_end(self)
        return taken

    def service(self) -> None:
        """Answers a request."""
        serving.connection = self
        # Also before: the other thread may look at the connection as soon as the answer is there.
        self.answered = monotonic()
        super().service()
        self.answered, self.made = monotonic(), self.total_outbufs_len

    def is_late(self, now: float) -> bool:
        """Whether it makes the server wait for too long."""
        if self.forgetting:
            return now - self.forgetting > FOR_THE_REST
        if self.requests:
            return False
        if self.total_outbufs_len:
            return now - self.answered > FOR_THE_ANSWER + self.made / SLOWEST
        if self.request is not None:
            return now - self.started > (
                self.request.seconds if self.request.headers_finished else FOR_THE_HEAD
            )
        return now - self.answered > BETWEEN_REQUESTS if self.answered else now - self.opened > FOR_THE_HEAD

    # What is still sent after the answer

    will_close: bool

    def handle_close(self) -> None:
        """Closes the connection; after a refused request, only the way out at first."""
        if self.has_refused and self.will_close and self.connected and not self.forgetting:
            self.forgetting = monotonic()
            self.will_close = False
            self.socket.shutdown(socket.SHUT_WR)
        else:
            super().handle_close()

    def readable(self) -> bool:
        return bool(self.forgetting or super().readable())

    def handle_read(self) -> None:
        if self.forgetting:
            self.recv(self.adj.recv_bytes)
        else:
            super().handle_read()
