"""Phones that read a sheet and change it through its pages, as people do, and what they were told."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Flask
from itsdangerous import URLSafeTimedSerializer

from models.records.saving.pipeline import new_entry_id
from tests.databases import dispose, make_app
from tests.evening import ENDLESS, Evening, cookie_of
from tests.faults.servers import SECRET
from tests.views.browser import Page
from views.web import access

CSRF = "f" * 40

UNREACHED = (OSError, HTTPException)
"""What a phone gets from a server that is away, or goes away while it answers."""


class Deadwood(NamedTuple):
    """A hand in which Ann knocked: her deadwood, and Bob's."""

    ann: int
    bob: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered, and between which two moments it did."""

    status: int
    headers: Mapping[str, str]
    text: str
    asked_at: float
    at: float
    """In seconds of :func:`time.monotonic`, like the other."""

    @property
    def seconds(self) -> float:
        return self.at - self.asked_at

    @property
    def stamp(self) -> tuple[int, str]:
        """The version of the sheet on the page, and the entry id of its last change."""
        found = re.search(
            r'(?:(?:undo|redo)\?version=|name="version" type="hidden" value=")(\d+)\.([\w-]*)', self.text
        )
        return (int(found[1]), found[2]) if found else (0, "")

    @property
    def hands(self) -> tuple[Deadwood, ...]:
        """The hands on the sheet, the oldest first."""
        found = re.findall(r"<i>(\d+) v (\d+)", self.text.partition("<tbody>")[2])
        return tuple(Deadwood(int(ann), int(bob)) for ann, bob in reversed(found))

    @property
    def fields(self) -> dict[str, str]:
        """The hidden fields of the form on the page."""
        return dict(re.findall(r'<input[^>]* ?name="(\w+)" type="hidden" value="([^"]*)"', self.text))

    @property
    def form_kept(self) -> dict[str, str]:
        """What is sent again from the page with a form that could not be saved."""
        return Page(self.text, "").form_with({"entry"}).inputs | {"save": "1"}


@dataclass
class ScoringPhone:
    """A phone that can score in some matches."""

    port: int
    device: str
    cookie: str
    token: str
    timeout: float = 60

    def get(self, path: str, etag: str = "") -> Answer:
        """Opens a page, or asks whether it has changed since it had the *etag*."""
        return self.ask("GET", path, headers={"If-None-Match": etag} if etag else {})

    def post(self, path: str, fields: Mapping[str, object] | None = None) -> Answer:
        body = urlencode({"csrf_token": self.token, **(fields or {})})
        return self.ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def ask(self, method: str, path: str, body: str = "", headers: Mapping[str, str] | None = None) -> Answer:
        """The answer to a request on a connection of its own.

        :raises OSError: or an HTTPException, if there is none.
        """
        asked_at = time.monotonic()
        line = HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            line.request(method, path, body or None, {"Cookie": self.cookie, **(headers or {})})
            answer = line.getresponse()
            text = answer.read().decode()
            return Answer(answer.status, answer.headers, text, asked_at, time.monotonic())
        finally:
            line.close()

    def save(self, path: str, hand: Deadwood, version: str, entry: str = "") -> Answer:
        """Adds a hand to the sheet at *path*, of which the phone has seen the version stamp *version*."""
        sent = {"entry": entry or new_entry_id(), "version": version}
        return self.post(f"{path}/hands/new", sent | fields_of(hand))


def fields_of(hand: Deadwood) -> dict[str, object]:
    """What is entered on the form of a hand."""
    return {
        "by": "deadwood",
        "knocker": 0,
        "outcome": "knock",
        "deadwood_0": hand.ann,
        "deadwood_1": hand.bob,
        "save": 1,
    }


def start_matches(
    folder: Path, url: str, port: int, phones: int, matches: int = 1
) -> tuple[list[ScoringPhone], list[str]]:
    """New matches in the database at *url*, their paths, and the phones that can score in all of them."""
    devices = [f"phone {number}" for number in range(phones)]
    app = make_app(folder, url, SECRET_KEY=SECRET)
    asked = {"device": devices[0], "others": devices[1:]}
    started = [Evening.begin(app, ENDLESS, **asked).path for _ in range(matches)]
    cookies = [cookie(app, device) for device in devices]
    dispose(app)
    token = csrf_token(SECRET)
    return [ScoringPhone(port, *each, token) for each in zip(devices, cookies, strict=True)], started


def csrf_token(secret: str) -> str:
    """What the forms of every phone contain."""
    return str(URLSafeTimedSerializer(secret, salt="wtf-csrf-token").dumps(CSRF))


def cookie(app: Flask, device: str) -> str:
    """What the phone *device*, which plays, sends along."""
    today = datetime.now(UTC).date().isoformat()
    made = cookie_of(app, {access.DEVICE: device, access.PLAYED: today, "csrf_token": CSRF})
    return f"{made['name']}={made['value']}"
