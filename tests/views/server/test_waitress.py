"""What `views/server` relies on in Waitress. Each failure says what to look at when Waitress changes."""

import importlib.util
import inspect
import re
import socket
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from waitress import parser, wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from views.server.connections import Connection, OpenTask, RefusedTask
from views.server.request_parser import RequestParser, replace_patterns
from views.server.request_queue import RequestQueue
from views.server.waitress_server import SETTINGS, Listener, WebServer, make_server

ROOT = Path(__file__).parents[3]

TRIED = "3.0.2"
"""The version of Waitress that `views/server` was written for."""

LOOK_AT = """
views/server was written for Waitress {tried}. Compare the new version with it, in this order:
- parser.py, rfc7230.py: HEADER_FIELD_RE and first_line_re. Ours (views/server/request_parser.py) must accept
  what they accept (test_requests_are_read_as_by_waitress). If they are linear (tests/patterns.py), remove
  ours.
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


def waitress_itself() -> Any:
    """The parser of Waitress with its own patterns."""
    spec = importlib.util.find_spec(parser.__name__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def what_is_read(of: type[HTTPRequestParser], head: bytes) -> object:
    """What a parser reads in the head of a request; the status if it refuses it."""
    request = of(Adjustments())
    try:
        request.received(head)
    except ValueError:
        return 400
    if request.error or request.empty:
        return request.error and request.error.code
    headers = {name: text for name, text in request.headers.items() if name != "CONNECTION"}
    read = request.command, request.request_uri, request.path, request.query, request.version
    return *read, headers, request.content_length, request.chunked, request.completed


ITSELF = waitress_itself().HTTPRequestParser
LINES = st.one_of(
    st.text("Ga:/?#[]1 HTP.%2", max_size=12).map("GET {} HTTP/1.1".format),
    st.text("Ga:/?#1 HTP.\x01\xff", max_size=12),
    st.sampled_from(["GET / HTTP/1.1", "POST http://a/b?c HTTP/1.0", "GET /a", "get * HTTP/1.1"]),
)
HEADERS = st.lists(
    st.one_of(
        st.text(" \t:a-_;\x01\x7f\xff\r\n", max_size=12),
        st.sampled_from(
            [
                "Host: a",
                "Content-Length: 5",
                "Content-Length: x",
                "Transfer-Encoding: chunked",
                " b",
                "X: \xe9",
            ]
        ),
    ),
    max_size=4,
)


@given(LINES, HEADERS)
def test_requests_are_read_as_by_waitress(line: str, headers: list[str]) -> None:
    """Short ones: that ours also read long ones in time is held by tests/test_patterns.py."""
    replace_patterns()
    head = "\r\n".join([line, *headers, "", ""]).encode("latin-1")

    assert what_is_read(RequestParser, head) == what_is_read(ITSELF, head)


def test_waitress_knows_our_settings_and_calls_us() -> None:
    assert set(SETTINGS) <= set(vars(Adjustments)), look_at("A setting has another name.")
    assert callable(wasyncore.readwrite), look_at("Events are handled in another way.")
    assert callable(wasyncore.loop), look_at("Waitress waits in another way.")
    assert "self.maintenance(now)" in inspect.getsource(TcpWSGIServer.readable), look_at(
        "Old connections are looked for in another way."
    )
