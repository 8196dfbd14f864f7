"""A phone that uses real servers: it keeps cookies, and sends forms as they were filled in."""

from __future__ import annotations

import gzip
import socket
import ssl
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPSConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from models.gin.hand.scoring import Hand
from tests.gin.table import knock
from tests.views.browser import Page
from tests.views.table import typed

NAMES = {"name_0": "Ann", "name_1": "Bob", "house": "pagat"}


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered."""

    status: int
    headers: Message
    body: bytes
    """Decompressed."""

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def location(self) -> str:
        """The path to which it redirects."""
        return urlsplit(self.headers["Location"]).path


@dataclass(frozen=True)
class Phone:
    """A phone, and the server that it asks."""

    server: str
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    trusts: ssl.SSLContext | None = None
    """What a server's certificate is checked with."""
    connects_to: str = ""
    """The address of the server, if its name is not found by asking the network."""

    def at(self, server: str) -> Phone:
        """This phone, asking another server of the same installation."""
        return replace(self, server=server)

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None, **headers: str) -> Reply:
        """The answer, on a connection of its own. Underscores in names of headers are hyphens."""
        connection = self._connection()
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if fields is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        sent |= self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, urlencode(fields) if fields else None, sent)
            answer = connection.getresponse()
            body = answer.read()
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie", []):
            self._keep(SimpleCookie(line))
        if answer.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        return Reply(answer.status, answer.headers, body)

    def _keep(self, sent: SimpleCookie) -> None:
        """Keeps a cookie, or drops it if it has ended. The phone's clock is right."""
        for name, morsel in sent.items():
            ends = parsedate_to_datetime(morsel["expires"]) if morsel["expires"] else None
            has_ended = (
                int(morsel["max-age"]) <= 0
                if morsel["max-age"]
                else ends is not None and ends <= datetime.now(UTC)
            )
            self.cookies[name] = morsel.value
            if has_ended:
                del self.cookies[name]

    def _connection(self) -> HTTPConnection:
        url = urlsplit(self.server)
        connection = (
            HTTPSConnection(url.netloc, timeout=60, context=self.trusts)
            if url.scheme == "https"
            else HTTPConnection(url.netloc, timeout=60)
        )
        if self.connects_to:
            address = (self.connects_to, url.port)
            connection._create_connection = lambda _address, *more: socket.create_connection(address, *more)
        return connection

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, **headers)

    def page(self, path: str) -> Page:
        """The page at *path*, which has to be there."""
        reply = self.get(path)
        assert reply.status == 200, f"{path}: {reply.status}"
        return Page(reply.text, path)

    def join(self, link: str) -> Reply:
        """The answer to the only button of a link that gives a seat; to the link, if there is none."""
        reply = self.get(link)
        return self.ask("POST", link, Page(reply.text, link).inputs) if reply.status == 200 else reply

    def start_match(self) -> str:
        """Starts a match of Ann and Bob; returns the path of its sheet."""
        form = self.page("/matches/new").form_with(set(NAMES)).inputs
        reply = self.ask("POST", "/matches/new", form | NAMES)
        assert reply.status == 303, reply.text
        return reply.location

    def hand_form(self, sheet: str, hand: Hand | None = None) -> dict[str, str]:
        """The form for the next hand, filled in."""
        return self.page(way(sheet)).form_with({"save"}).inputs | typed(hand or knock(8, 20))

    def save(self, sheet: str, hand: Hand | None = None) -> Reply:
        return self.ask("POST", way(sheet), self.hand_form(sheet, hand))


def way(sheet: str) -> str:
    """The address of the form for the next hand."""
    return f"{sheet}/hands/new?by=deadwood"
