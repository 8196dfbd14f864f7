"""Requests made to keep the server busy or to fill its disk. Others are answered meanwhile."""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.databases import SQLite
from tests.faults.trials import how_many, seeded, trials
from tests.faults.wire import Answer, ask, connect, exchange, get
from tests.views.cli.test_starting import free_port, serving
from views.server.waitress_server import LARGEST_BODY, LONGEST_HEAD
from views.web.security import HEADERS
from views.web.upload_limits import LARGEST_FILE, LARGEST_UPLOAD

SOON = 2.0
"""Seconds. Everything that is read in proportion to its length takes a thousandth."""

START = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = b"POST /judge HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"

HEADS: dict[str, Callable[[int], bytes]] = {
    "spaces after a value": lambda size: START + b"X-A: x" + b" " * size + b"\x01\r\n\r\n",
    "words in a value": lambda size: START + b"X-A: " + b"a " * (size // 2) + b"\x01\r\n\r\n",
    "a header on many lines": lambda size: START + b"X-A: a\r\n" + b" \r\n" * (size // 3) + b"\r\n",
    "one header many times": lambda size: START + b"A:b\r\n" * (size // 5) + b"\r\n",
    "empty lines": lambda size: b"\r\n" * (size // 2),
    "a long method": lambda size: b"G" * size + b"\x01 / HTTP/1.1\r\n\r\n",
    "a host in brackets": lambda size: b"GET http://[" + b":" * size + b"]/ HTTP/1.1\r\n\r\n",
    "half a host in brackets": lambda size: b"GET http://[" + b"1" * size + b"/ HTTP/1.1\r\n\r\n",
    "digits of a length": lambda size: START + b"Content-Length: " + b"9" * size + b"\r\n\r\n",
    "many encodings": lambda size: START + b"Transfer-Encoding: " + b"chunked," * (size // 8) + b"x\r\n\r\n",
    "many cookies": lambda size: START + b"Cookie: " + b"a=b; " * (size // 5) + b"\r\n\r\n",
    "many languages": lambda size: START + b"Accept-Language: " + b"a;q=1," * (size // 6) + b"\r\n\r\n",
}
"""Heads of about so many bytes."""

CHUNKS: dict[str, Callable[[int], bytes]] = {
    "extensions": lambda size: b"1;" + b"a;" * (size // 2) + b"\x01\r\n",
    "an extension without an end": lambda size: b'1;a="' + b"x" * size + b"\r\n",
    "extensions within extensions": lambda size: b"1;" + b'a="x' * (size // 4) + b"\r\n",
    "digits of a size": lambda size: b"f" * size + b"\r\n",
    "chunks of a byte": lambda size: b"1\r\nx\r\n" * (size // 6),
    "no chunks": lambda size: b"\r\n" * (size // 2),
    "a trailer without an end": lambda size: b"0\r\nX:" + b"y" * size,
}
"""Bodies in chunks, of about so many bytes."""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory, sqlite: SQLite) -> Iterator[int]:
    """The port of a server as `make run` starts it."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "gin.sqlite").write_bytes(sqlite.template.read_bytes())
    port = free_port()
    with serving(folder, port):
        yield port


def is_ours(answer: Answer) -> bool:
    """Whether it is a page of Deadwood, or nothing at all, rather than words of Waitress."""
    return not answer.status or all(answer.headers[name] == value for name, value in HEADERS.items())


def sent(port: int, request: bytes) -> tuple[Answer, float]:
    """The answer to *request*, if it gets one, and the seconds that another phone waits meanwhile."""
    with connect(port) as line:
        line.settimeout(SOON)
        with contextlib.suppress(OSError):
            line.sendall(request)
        waited = ask(port, get("/health")).seconds
        line.settimeout(0.1)
        return exchange(line, b""), waited


def keeps_waiting(port: int, request: bytes) -> bool:
    """Whether another phone waits each time that *request* is sent.

    A machine that does something else for a while does so once; what is read slowly does so always.
    """
    return all(sent(port, request)[1] >= SOON for _ in range(3))


def test_no_head_keeps_others_waiting(port: int) -> None:
    with trials("heads made to be read slowly") as counted:
        for name, head in HEADS.items():
            for size in (LONGEST_HEAD - 200, 40_000, *how_many_sizes(seeded())):
                answer, waited = sent(port, head(size))
                waits = waited >= SOON and keeps_waiting(port, head(size))
                counted.check(
                    answer.status < 500 or answer.status == 501, f"{name}, {size} bytes: {answer.status}"
                )
                counted.check(is_ours(answer), f"{name}, {size} bytes: {answer.body[:80]!r}")
                counted.check(not waits, f"{name}, {size} bytes: others waited {waited:.1f} s")


def how_many_sizes(random: Random) -> list[int]:
    """More sizes, for `make faults`."""
    return [random.randrange(100, 300_000) for _ in range(how_many(0, 20))]


def test_no_chunk_keeps_others_waiting(port: int) -> None:
    with trials("chunks made to be read slowly") as counted:
        for name, chunks in CHUNKS.items():
            for size in (LARGEST_BODY - 200, *how_many_sizes(seeded())):
                answer, waited = sent(port, CHUNKED + chunks(size))
                waits = waited >= SOON and keeps_waiting(port, CHUNKED + chunks(size))
                counted.check(answer.status < 500, f"{name}, {size} bytes: {answer.status}")
                counted.check(is_ours(answer), f"{name}, {size} bytes: {answer.body[:80]!r}")
                counted.check(not waits, f"{name}, {size} bytes: others waited {waited:.1f} s")


def test_the_longest_cookies_and_links_fit(port: int) -> None:
    link = "/judge?" + "x" * 4000
    assert ask(port, get(link, "Cookie: a=" + "b" * 4000, "Cookie: c=" + "d" * 4000)).status == 200


@pytest.mark.parametrize("length, status", [(6000, 414), (20_000, 431)])
def test_a_longer_link_gets_an_error_page(port: int, length: int, status: int) -> None:
    answer = ask(port, get("/judge?" + "x" * length))

    assert answer.status == status
    assert "That’s too much at once" in answer.body.decode()
    assert is_ours(answer)


@pytest.mark.parametrize(
    "request_, status",
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET http://[ HTTP/1.1\r\n\r\n", 400),
        (START + b"Content-Length: many\r\n\r\n", 400),
        (START + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", 400),
        (START + b"Transfer-Encoding: gzip\r\n\r\n", 501),
    ],
)
def test_what_cannot_be_read_gets_an_error_page(port: int, request_: bytes, status: int) -> None:
    answer = ask(port, request_)

    assert (answer.status, answer.headers["Connection"]) == (status, "close")
    assert is_ours(answer)
    assert b"<h1" in answer.body


# Bodies


def temporary_files(port: int) -> list[Path]:
    """The files without a name that the server on *port* has open."""
    [process] = [each for each in Path("/proc").glob("[0-9]*") if f"PORT={port}\0".encode() in environ(each)]
    links = (process / "fd").iterdir()
    # A file that was closed meanwhile has no link any more.
    targets = [os.path.realpath(link) for link in links]
    return [Path(target) for target in targets if "(deleted)" in target]


def environ(process: Path) -> bytes:
    """The environment of a process; empty if it isn't ours."""
    try:
        return (process / "environ").read_bytes()
    except OSError:
        return b""


def test_a_body_that_is_too_large_is_refused_at_its_head(port: int) -> None:
    head = f"POST /judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: {LARGEST_BODY + 1}\r\n\r\n"

    answer = ask(port, head.encode())

    assert answer.status == 413
    assert "That’s too much at once" in answer.body.decode()
    assert is_ours(answer)


def upload(path: str, size: int) -> bytes:
    """A form with a file of so many bytes, sent to *path*."""
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="book.json"\r\n\r\n'
    body = part + b"x" * size + b"\r\n--x--\r\n"
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


@pytest.mark.parametrize(
    "path, size, status",
    [
        ("/import", LARGEST_FILE, 400),
        ("/import", LARGEST_UPLOAD, 413),
        ("/judge", LARGEST_FILE, 413),
        ("/matches/new", LARGEST_FILE, 413),
        ("/imports", LARGEST_FILE, 413),
        ("/import/x", LARGEST_FILE, 413),
    ],
)
def test_only_the_form_that_imports_takes_a_large_file(port: int, path: str, size: int, status: int) -> None:
    """Without the token of the form, the file arrives, and then the form is refused."""
    answer = ask(port, upload(path, size))

    assert answer.status == status
    assert is_ours(answer)


def test_a_body_in_chunks_is_refused_when_it_gets_too_large(port: int) -> None:
    with connect(port) as line:
        line.sendall(CHUNKED)
        chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
        for _ in range(LARGEST_BODY // 0x4000 - 1):
            line.sendall(chunk)
        assert temporary_files(port) == []
        answer = exchange(line, chunk + chunk)

    assert answer.status == 413
    assert is_ours(answer)


def test_an_unfinished_body_stays_in_memory(port: int) -> None:
    head = f"POST /judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: {LARGEST_BODY}\r\n\r\n".encode()
    with connect(port) as line:
        line.sendall(head + b"x" * (LARGEST_BODY - 1))
        assert ask(port, get("/health")).status == 200
        assert temporary_files(port) == []
        answer = exchange(line, b"x")

    assert answer.status == 422
