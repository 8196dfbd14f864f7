"""What `views/server` relies on in Waitress. Each failure says what to look at when Waitress changes."""

import inspect
import re
import socket
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from waitress import parser, wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from views.server.connections import Connection, OpenTask, RefusedTask
from views.server.request_parser import RequestParser
from views.server.request_queue import RequestQueue
from views.server.waitress_server import SETTINGS, Listener, WebServer, make_server

ROOT = Path(__file__).parents[3]

TRIED = "3.0.2"
"""The version of Waitress that `views/server` was written for."""

LOOK_AT = """
views/server was written for Waitress {tried}. Compare the new version with it, in this order:
- parser.py, rfc7230.py: HEADER_FIELD_RE and first_line_re. If they no longer backtrack, remove ours
  (views/server/request_parser.py); else ours must accept what the new ones accept.
- channel.py: service, received, readable, handle_read, handle_close, del_channel (connections.py); when
  it adds a task and pulls the trigger (event_loop.py, Listener.pull_trigger).
- task.py: set_close_on_finish and build_response_header (OpenTask); how ThreadedTaskDispatcher uses its
  queue (request_queue.py).
- server.py: readable, maintenance, handle_error, active_channels (waitress_server.py).
- wasyncore.py: readwrite, and what a closed socket leaves behind (event_loop.py).
- adjustments.py: the SETTINGS of waitress_server.py still mean the same.
Then `make test-all`, which attacks the server (tests/faults), and the new version in TRIED here."""

OVERRIDDEN = {
    (Connection, HTTPChannel): {
        "del_channel",
        "error_task_class",
        "handle_close",
        "handle_read",
        "parser_class",
        "readable",
        "received",
        "service",
        "task_class",
        "will_close",
    },
    (OpenTask, WSGITask): {"set_close_on_finish"},
    (RefusedTask, WSGITask): {"execute", "get_environment"},
    (RequestParser, HTTPRequestParser): {"adj", "parse_header"},
    (Listener, TcpWSGIServer): {"channel_class", "handle_error", "maintenance", "pull_trigger"},
}
"""What our classes replace in those of Waitress."""

READ = {
    "connection": (
        "addr adj connected handle_close recv request requests server socket total_outbufs_len will_close"
    ),
    "request": "adj command content_length error headers headers_finished parse_header path received version",
    "listener": "active_channels adj effective_host effective_port logger readable trigger",
    "trigger": "_fileno pull_trigger readable writable",
    "task": "channel close_on_finish execute get_environment has_body request version wrote_header",
    "dispatcher": "add_task queue set_thread_count shutdown",
}
"""What we read and call in objects of Waitress, ours among them."""


def look_at(what: str) -> str:
    """What to say if a test fails."""
    return what + LOOK_AT.format(tried=TRIED)


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    """A server that listens and does not run, with one connection."""
    server = make_server(lambda _environ, _start_response: [], "127.0.0.1", 0)
    with socket.create_connection(("127.0.0.1", server.effective_port)):
        server.listeners[0].handle_accept()
        yield server
        server.task_dispatcher.shutdown()
        server.close()


def test_waitress_is_the_version_that_was_tried() -> None:
    [pinned] = re.findall(r"^waitress==(\S+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE)

    assert pinned == version("waitress") == TRIED, look_at(f"Waitress is {pinned} now.")


@pytest.mark.parametrize("ours, theirs", OVERRIDDEN, ids=lambda each: each.__name__)
def test_what_we_replace_is_still_there(ours: type, theirs: Any) -> None:
    has = {*dir(theirs), *theirs.__init__.__code__.co_names}
    replaced = {name for name in {*vars(ours), *inspect.get_annotations(ours)} & has if name[:2] != "__"}

    assert replaced == OVERRIDDEN[ours, theirs], look_at(f"{theirs.__name__} has other names.")


def test_what_we_read_is_still_there(server: WebServer) -> None:
    [listener] = server.listeners
    [connection] = listener.active_channels.values()
    request = RequestParser(server.adj)
    request.received(b"GET / HTTP/1.1\r\n\r\n")
    objects = {
        "connection": connection,
        "request": request,
        "listener": listener,
        "trigger": listener.trigger,
        "task": OpenTask(connection, request),
        "dispatcher": server.task_dispatcher,
    }
    names = [(name, each) for name, read in READ.items() for each in read.split()]
    lost = [f"{name}.{each}" for name, each in names if not hasattr(objects[name], each)]

    assert not lost, look_at(f"Waitress no longer has {', '.join(lost)}.")


def test_the_queue_is_used_as_ours_can_be() -> None:
    used = set(re.findall(r"\bqueue\.(\w+)", inspect.getsource(ThreadedTaskDispatcher)))

    assert used == {"append", "popleft"}, look_at("The queue of requests is used in another way.")
    assert used <= set(vars(RequestQueue))


def test_the_patterns_that_we_replace_are_those_that_are_used() -> None:
    source = inspect.getsource(parser)

    assert "HEADER_FIELD_RE.match(line)" in source, look_at("Headers are read in another way.")
    assert "first_line_re.fullmatch(line)" in source, look_at("First lines are read in another way.")


def test_waitress_knows_our_settings_and_calls_us() -> None:
    assert set(SETTINGS) <= set(vars(Adjustments)), look_at("A setting has another name.")
    assert callable(wasyncore.readwrite), look_at("Events are handled in another way.")
    assert callable(wasyncore.loop), look_at("Waitress waits in another way.")
    assert "self.maintenance(now)" in inspect.getsource(TcpWSGIServer.readable), look_at(
        "Old connections are looked for in another way."
    )
