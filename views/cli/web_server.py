"""Waitress, configured for phones that poll a page for hours."""

import ctypes
import logging
from contextlib import suppress
from typing import Any, NoReturn

from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import ErrorTask, Task, WSGITask

from views.cli.request_parser import RequestParser, replace_patterns
from views.web.errors import REFUSED

LONGEST_HEAD = 16 * 1024
"""Bytes of the first line and the headers. Links to rules and verdicts have up to 4 KB, cookies 8 KB."""

LARGEST_BODY = 256 * 1024
"""Bytes. As much as the application accepts, so that what is refused is never stored."""

SETTINGS = {
    "threads": 8,
    "max_request_header_size": LONGEST_HEAD,
    # Waitress refuses from this size on, the application above its own limit.
    "max_request_body_size": LARGEST_BODY + 1,
    # A body that is accepted stays in memory.
    "inbuf_overflow": LARGEST_BODY + 1,
    "connection_limit": 2000,
    "asyncore_use_poll": True,
    "channel_timeout": 10,
    "ident": None,
}
"""With these settings, two hundred clients that never finish their requests block nobody."""

M_ARENA_MAX = -8
"""The constant in malloc.h of the setting for the number of heaps in glibc."""


class OpenTask(WSGITask):  # type: ignore[misc]
    """Keeps the connection open after a 304.

    Waitress closes it after every response without a Content-Length. A 304 never has one, and on weak wifi
    a new connection every two seconds is most of the cost of a live page.
    """

    def set_close_on_finish(self) -> None:
        """Closes the connection after the response, unless only the missing length requires it."""
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.version != "1.1" or self.wrote_header:
            super().set_close_on_finish()


class RefusedTask(OpenTask):
    """Lets the application answer a request that can't be parsed or is too large, with its error page.

    The request itself doesn't reach it, apart from the languages of the phone.
    """

    def __init__(self, channel: HTTPChannel, request: RequestParser) -> None:
        plain = RequestParser(channel.adj)
        plain.parse_header(b"GET / HTTP/1.1\r\n")
        names = ("ACCEPT_LANGUAGE", "HOST")
        plain.headers = {name: request.headers[name] for name in names if name in request.headers}
        plain.connection_close = True
        super().__init__(channel, plain)
        self.code = request.error.code

    def get_environment(self) -> dict[str, Any]:
        """What the application is asked: only to refuse."""
        return {**super().get_environment(), REFUSED: self.code}

    def execute(self) -> None:
        """Answers, and closes the connection: the rest of the request may still be on its way."""
        self.set_close_on_finish()
        super().execute()


def error_task(channel: HTTPChannel, request: RequestParser) -> Task:
    """The answer to a request that Waitress refuses, or that the application failed to answer."""
    return (ErrorTask if request.error.code == 500 else RefusedTask)(channel, request)


def make_server(app: Any, host: str, port: int, **settings: object) -> Any:
    """A server that is listening, and answers after ``run()`` is called.

    :raises OSError: if the address is not available.
    """
    share_one_heap()
    replace_patterns()
    HTTPChannel.parser_class = RequestParser
    HTTPChannel.task_class = OpenTask
    HTTPChannel.error_task_class = staticmethod(error_task)
    # Requests queue for a moment when it is busy; no warning is needed.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    return create_server(app, host=host, port=port, **SETTINGS, **settings)


def share_one_heap() -> None:
    """Makes glibc use one heap for all threads.

    By default each thread has its own, which avoids lock contention. Python threads take turns anyway, and
    eight heaps take eleven megabytes more than one.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def stop(_signal: int, _frame: object) -> NoReturn:
    """Ends the server as Ctrl-C would."""
    raise KeyboardInterrupt
