"""Waitress, set up for phones that follow a page for an evening."""

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
"""With these, two hundred phones that never finish their requests keep nobody waiting."""

M_ARENA_MAX = -8
"""The number of glibc's setting for how many heaps there are, in malloc.h."""


class OpenTask(WSGITask):  # type: ignore[misc]
    """Answers a request, and leaves the connection open after 304 too.

    Waitress closes it after every answer without a length. That of 304 is none by definition, and on weak
    wifi a new connection every two seconds is most of what a live page costs.
    """

    def set_close_on_finish(self) -> None:
        """Closes the connection after the answer, unless nothing but the missing length asks for that."""
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.version != "1.1" or self.wrote_header:
            super().set_close_on_finish()


def make_server(app: Any, host: str, port: int, **settings: object) -> Any:
    """A server that listens already, and answers once it is told to ``run()``.

    :raises OSError: if nobody can listen there.
    """
    share_one_heap()
    HTTPChannel.task_class = OpenTask
    # On a busy evening requests wait for a moment; that is no news.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    return create_server(app, host=host, port=port, **SETTINGS, **settings)


def share_one_heap() -> None:
    """Lets all threads take their memory from one heap, where the C library is glibc.

    It gives each thread one of its own, which spares locks between threads that run at once. Python's take
    turns anyhow, and eight heaps take eleven megabytes more than one.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def stop(_signal: int, _frame: object) -> NoReturn:
    """Ends the server as Ctrl-C would."""
    raise KeyboardInterrupt
