"""Phones that save hands on a server in a process of its own, one after another as fast as it answers."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from time import sleep
from urllib.parse import urlencode

from flask import Flask
from itsdangerous import URLSafeTimedSerializer

from models.gin.rules.presets import PRESETS
from models.records.finding.matches import start_match
from models.records.saving.pipeline import new_entry_id
from models.records.tables.shared import watch_token
from tests.databases import dispose, make_app
from views.web import access

DEVICE = "the phone on the table"
CSRF = "f" * 40
LONG = PRESETS["pagat"].but(target=10_000)
"""Rules under which no match is ever over."""


PAUSE = 0.01
"""Seconds between two hands: the server is busy, and others on this machine get on as well."""


@dataclass
class Table:
    """A match, the phone that plays it, and how many of its hands the server has acknowledged."""

    port: int
    path: str
    cookie: str
    token: str
    saved: int = 0

    def save(self) -> None:
        """Saves the next hand.

        :raises AssertionError: if the server answers with anything but the way to the sheet.
        """
        hand = {
            "csrf_token": self.token,
            "entry": new_entry_id(),
            "version": self.saved,
            "by": "deadwood",
            "knocker": 0,
            "outcome": "knock",
            "deadwood_0": 5,
            "deadwood_1": 6 + self.saved % 60,
            "save": 1,
        }
        status, _ = self.ask("POST", f"{self.path}/hands/new", hand)
        assert status == 303, f"the server answers {status} to hand {self.saved + 1}"
        self.saved += 1

    def ask(self, method: str, path: str, fields: dict[str, object] | None = None) -> tuple[int, str]:
        """The status and the text of an answer."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Cookie": self.cookie}
        if fields:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line.request(method, path, urlencode(fields or {}), headers)
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        finally:
            line.close()


def lay_tables(instance: Path, url: str, port: int, secret: str, how_many: int) -> list[Table]:
    """Starts so many matches in the database at *url*, for a server with the key *secret* on *port*."""
    app = make_app(instance, url, SECRET_KEY=secret)
    with app.app_context():
        started = [
            start_match(
                ("Ann", "Bob"),
                LONG,
                preset="pagat",
                first_dealer=0,
                device=DEVICE,
                entry=new_entry_id(),
            )
            for _ in range(how_many)
        ]
        paths = [f"/m/{watch_token(match)}" for match in started]
    dispose(app)
    return [Table(port, path, cookie(app), csrf_token(secret)) for path in paths]


def csrf_token(secret: str) -> str:
    """What the forms of every phone contain."""
    return str(URLSafeTimedSerializer(secret, salt="wtf-csrf-token").dumps(CSRF))


def cookie(app: Flask, device: str = DEVICE) -> str:
    """What the phone *device*, which plays, sends along."""
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    today = datetime.now(UTC).date().isoformat()
    signed = serializer.dumps({access.DEVICE: device, access.PLAYED: today, "csrf_token": CSRF})
    return f"{app.config['SESSION_COOKIE_NAME']}={signed}"


@dataclass
class Evening:
    """Players who save hands until they are stopped, each at the *tables* of a group in turn."""

    groups: Sequence[Sequence[Table]]
    wrong: list[str] = field(default_factory=list)
    _over: Event = field(default_factory=Event)

    def play(self, tables: Sequence[Table]) -> None:
        """Saves a hand at each of these tables, again and again."""
        try:
            while not self._over.is_set():
                for table in tables:
                    table.save()
                    sleep(PAUSE)
        except Exception as error:
            self.wrong.append(repr(error))

    def stop(self) -> None:
        """Lets everybody finish."""
        self._over.set()


@contextmanager
def playing(*groups: Sequence[Table]) -> Iterator[Evening]:
    """Each group of tables is played by one phone, meanwhile."""
    evening = Evening(groups)
    threads = [Thread(target=evening.play, args=(tables,)) for tables in groups]
    for thread in threads:
        thread.start()
    try:
        yield evening
    finally:
        evening.stop()
        for thread in threads:
            thread.join()
    assert not evening.wrong, evening.wrong
