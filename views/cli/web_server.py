"""Waitress, configured for phones that poll a page for hours."""

import ctypes
import logging
from contextlib import suppress
from typing import Any, NoReturn

from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import WSGITask

SETTINGS = {
    "threads": 8,
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


def make_server(app: Any, host: str, port: int, **settings: object) -> Any:
    """A server that is listening, and answers after ``run()`` is called.

    :raises OSError: if the address is not available.
    """
    share_one_heap()
    HTTPChannel.task_class = OpenTask
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
