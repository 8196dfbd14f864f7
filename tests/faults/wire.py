"""Raw connections to a server: what no browser sends, and how long the answer takes."""

import contextlib
import socket
import time
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesHeaderParser

HERE = "127.0.0.1"
END_OF_HEADERS = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; the status is 0 if nothing did."""

    status: int
    headers: Message
    body: bytes
    seconds: float
    """From sending the request until the connection was closed, or the answer was complete."""


def connect(port: int, source: str = HERE, timeout: float = 60) -> socket.socket:
    """A connection from the address *source*; all of 127.0.0.0/8 is this machine."""
    return socket.create_connection((HERE, port), timeout=timeout, source_address=(source, 0))


def ask(port: int, sent: bytes, source: str = HERE) -> Answer:
    """The answer to *sent* on a connection of its own."""
    with connect(port, source) as line:
        return exchange(line, sent)


def exchange(line: socket.socket, sent: bytes) -> Answer:
    """The answer to *sent*, even if the server stops reading before its end."""
    started, received = time.perf_counter(), bytearray()
    with contextlib.suppress(OSError):
        line.sendall(sent)
    try:
        while not is_complete(received) and (more := line.recv(65536)):
            received += more
    except OSError:
        pass
    return answer_of(bytes(received), time.perf_counter() - started)


def get(path: str, *headers: str) -> bytes:
    """A request for a page."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def is_complete(received: bytearray) -> bool:
    """Whether the answer says how long it is, and is that long; a 304 has no body."""
    end = received.find(END_OF_HEADERS) + len(END_OF_HEADERS)
    if end < len(END_OF_HEADERS):
        return False
    head, size = answer_of(bytes(received[:end]), 0), len(received) - end
    return head.status == 304 or size >= int(head.headers.get("Content-Length", len(received)))


def answer_of(received: bytes, seconds: float) -> Answer:
    """What *received* says."""
    head, _, body = received.partition(END_OF_HEADERS)
    first, _, headers = head.partition(b"\r\n")
    status = int(first.split()[1]) if first else 0
    return Answer(status, BytesHeaderParser().parsebytes(headers + b"\r\n\r\n"), body, seconds)
