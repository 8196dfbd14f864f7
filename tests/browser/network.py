"""A network between phones and a server: it can be cut at any moment, and the server can be stopped."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from threading import Thread

from flask import Flask

from views.server.waitress_server import WebServer, make_server

HERE = "127.0.0.1"
FROM_OUTBOX = b"x-part: outbox"


Proxy = Callable[[bytes], bytes | None]
"""What stands between phones and the server: its own answer to a request, or None if it passes that on."""


def plain(status: str, text: str) -> bytes:
    """An answer that has none of our headers."""
    body = f"<!doctype html><title>{text}</title><h1>{text}</h1>".encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Connection: close\r\n\r\n".encode() + body


NOT_FOUND = plain("404 Not Found", "nginx")
REPLACED = plain("410 Gone", "nginx")
HOTEL = plain("200 OK", "Welcome to our hotel")
OVERLOADED = plain("503 Service Unavailable", "nginx")


def is_from_outbox(request: bytes) -> bool:
    """Whether an outbox sends a form."""
    return request.startswith(b"POST ") and FROM_OUTBOX in request.lower()


class Cut(Enum):
    """When the network fails while an unsent form is being sent."""

    BEFORE = auto()
    DURING = auto()
    AFTER = auto()
    """The server has written it, and its answer is lost."""


@dataclass
class Network:
    """Passes everything on to the server of an application, at an address that stays the same."""

    listener: socket.socket
    served: WebServer | None = None
    thread: Thread | None = None
    cuts: list[Cut | None] = field(default_factory=list)
    """What happens to the next forms that an outbox sends; None if they are passed on."""
    proxy: Proxy | None = None

    @property
    def address(self) -> str:
        """The URL under which phones know the server."""
        return f"http://{HERE}:{self.listener.getsockname()[1]}"

    def start(self, app: Flask) -> None:
        self.served = make_server(app, HERE, 0, threads=4)
        self.thread = Thread(target=self.served.run)
        self.thread.start()

    def stop(self) -> None:
        """Stops the server: nobody answers at its port any more."""
        if self.served is not None and self.thread is not None:
            self.served.stop()
            self.thread.join()
            self.served.close()
        self.served = None

    def accept(self) -> None:
        """Serves one connection after another until the network is taken down."""
        with suppress(OSError):
            while True:
                phone, _ = self.listener.accept()
                Thread(target=self.connect, args=[phone], daemon=True).start()

    def connect(self, phone: socket.socket) -> None:
        """Passes on what *phone* sends."""
        served = self.served
        with phone, suppress(OSError):
            if served is None:
                return
            with socket.create_connection((HERE, int(served.effective_port))) as server:
                line = Line(phone, server)
                Thread(target=line.answer, daemon=True).start()
                line.ask(self)


@dataclass
class Line:
    """A connection of a phone with the server."""

    phone: socket.socket
    server: socket.socket
    loses_answer: bool = False

    def ask(self, network: Network) -> None:
        """Passes on requests until the connection ends, is cut, or the proxy answers."""
        while sent := self.phone.recv(65536):
            if network.proxy is not None and (answer := network.proxy(sent)) is not None:
                self.phone.sendall(answer)
                return
            cuts = network.cuts
            cut = cuts.pop(0) if cuts and is_from_outbox(sent) else None
            if cut is Cut.BEFORE:
                return
            if cut is Cut.DURING:
                self.server.sendall(sent[: len(sent) // 2])
                return
            self.loses_answer |= cut is Cut.AFTER
            self.server.sendall(sent)

    def answer(self) -> None:
        """Passes on answers; a server that breaks off leaves no phone waiting."""
        with suppress(OSError):
            while (answered := self.server.recv(65536)) and not self.loses_answer:
                self.phone.sendall(answered)
        with suppress(OSError):
            self.phone.shutdown(socket.SHUT_RDWR)


@contextmanager
def listening() -> Iterator[Network]:
    """A network without a server that runs."""
    with socket.create_server((HERE, 0)) as listener:
        made = Network(listener)
        Thread(target=made.accept, daemon=True).start()
        try:
            yield made
        finally:
            # Only this wakes a thread that waits for a connection.
            listener.shutdown(socket.SHUT_RDWR)


@contextmanager
def network(app: Flask) -> Iterator[Network]:
    """A network with a server that runs."""
    with listening() as made:
        made.start(app)
        try:
            yield made
        finally:
            made.stop()
