"""Starts Deadwood on a phone, and answers its requests without a server.

The worker (`phone/static/js/python_worker.js`) calls these functions. Values pass as JSON and bytes.
"""

import json
import os
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import Any, cast
from urllib.parse import urlencode, urljoin

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin
from jinja2 import ModuleLoader
from sqlalchemy import delete, select
from sqlalchemy.exc import DBAPIError
from werkzeug.datastructures import Headers
from werkzeug.http import parse_cookie
from werkzeug.test import EnvironBuilder, run_wsgi_app
from werkzeug.wrappers import Response

from app import create_app
from models.records.checking.audit import recount
from models.records.database import schema, sqlite
from models.records.database.base import db
from models.records.files.unpublished import remove_unpublished
from models.records.finding.matches import find_match
from models.records.tables.local_time import Offset
from models.records.tables.match import Match
from models.records.tables.shared import Link, hashed
from phone.clocks import with_later
from phone.compiled import TEMPLATES
from phone.copies import Copy, store_copy
from views.matches.sheet_content import CONTENTS
from views.web.display import COOKIE
from views.web.security import DEVICE

PASSED_ON = ("accept-language", "content-type", "if-none-match", "x-part", "x-seconds-ago")
"""The headers of a request that pages depend on."""

NOT_PASSED_ON = ("set-cookie", "content-length")
"""The headers of an answer that a service worker can't pass on."""

OK = 200

Given = list[tuple[str, str]]
"""The headers of an answer."""


@dataclass
class Kept:
    """What this phone keeps beside its database: a key of its own, its session, its settings, known links."""

    key: str = field(default_factory=lambda: token_urlsafe(32))
    session: dict[str, Any] = field(
        default_factory=lambda: {DEVICE: token_urlsafe(24), "csrf_token": token_hex(20)}
    )
    """The session: the device, and what form tokens are made from. A page may outlive its Python."""
    display: str = ""
    links: dict[str, str] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)
    """The version stamp of each copy of a match that was stored, by the hash of its viewing link."""
    offsets: list[Offset] = field(default_factory=list)
    """Local time where the server is, as copies have told it."""

    @property
    def device(self) -> str:
        """What this phone is known by in its own database."""
        return str(self.session[DEVICE])

    def __str__(self) -> str:
        return json.dumps(self.__dict__)


class OneSession(SessionInterface):
    """The session of the only phone that ever asks: answers of a service worker can't set cookies."""

    def __init__(self, state: Kept) -> None:
        self.state = state

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        return SecureCookieSession(self.state.session)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        self.state.session = dict(session)


class Phone:
    """Deadwood on this phone."""

    def __init__(self, folder: Path, empty: Path, settings: Mapping[str, Any]) -> None:
        """*empty* is a database without matches.

        *settings* are those of `on_phone.py` and `views/web/guest.py`, and ``SITE``: the address of the app,
        with a slash.
        """
        self.file = folder / "gin.sqlite"
        self.empty = empty.read_bytes()
        self.site = str(settings["SITE"])
        self.state = Kept()
        self.kept: tuple[str, bytes] | None = None
        """What was kept last, by this Python or the one before."""
        self.prepare_folder()
        self.app = create_app(
            {
                **{name: value for name, value in settings.items() if name != "SITE"},
                "INSTANCE_PATH": str(folder),
                "SECRET_KEY": self.state.key,
                "IS_SERVER": False,
                "PHONE_BUILD": "",
                "LINKS": self.state.links,
                "OFFSETS": self.state.offsets,
                # With a server, the service worker looks at forms: static/js/offline/our_forms.js.
                "WTF_CSRF_CHECK_DEFAULT": settings.get("ALONE", False),
            }
        )
        self.app.session_interface = OneSession(self.state)
        templates = Path(self.app.root_path) / TEMPLATES
        if templates.exists():
            self.app.jinja_env.loader = ModuleLoader(str(templates))

    def prepare_folder(self) -> None:
        """Makes the folder, with a database without matches, unless it is there."""
        if not self.file.exists():
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_bytes(self.empty)

    def restore(self, state: str, database: bytes) -> None:
        """Goes on with what was kept, by the Python before or in another tab. An older database is migrated.

        One that can't be used, such as one from before the first release, is replaced by an empty one: what
        was in it comes from the copies and from what waits. Not where there is no server, because nothing
        else has it there.
        """
        try:
            self._restore(state, database)
            self.kept = state, database
        except (schema.OtherSchemaError, DBAPIError):
            if self.app.config["ALONE"]:
                raise
            self._restore(str(Kept()), self.empty)

    def _restore(self, state: str, database: bytes) -> None:
        self.state.__dict__.update(json.loads(state))
        self.app.config.update(SECRET_KEY=self.state.key, LINKS=self.state.links, OFFSETS=self.state.offsets)
        # Its hands may have other ids.
        self.app.extensions.pop(CONTENTS, None)
        with self.app.app_context():
            db.engine.dispose()
            for end in sqlite.BESIDE:
                self.file.with_name(self.file.name + end).unlink(missing_ok=True)
            self.file.write_bytes(database)
            if not schema.is_current():
                schema.upgrade()
            recount()
            remove_unpublished()

    def is_as_kept(self) -> bool:
        """Whether nothing has changed since: SQLite writes first to the file beside the database."""
        log = self.file.with_name(f"{self.file.name}-wal")
        has_log = log.exists() and log.stat().st_size > 0
        return not has_log and self.kept == (str(self.state), self.file.read_bytes())

    def keep(self) -> tuple[str, bytes]:
        """What has to be kept: as JSON, and the database with everything that was written."""
        with self.app.app_context():
            sqlite.overwrite_deleted(db.engine)
            db.session.remove()
            db.engine.dispose()
        self.kept = str(self.state), self.file.read_bytes()
        return self.kept

    def take(self, copy: Copy) -> None:
        """Stores the copy of a match that the server gave."""
        self.state.links.update(copy["links"])
        self.state.copies[copy["match"]["watch_hash"]] = copy["stamp"]
        self.state.display = copy["display"]
        if told := copy.get("offsets"):  # Older copies have none.
            self.state.offsets[:] = with_later(self.state.offsets, told)
        # Its hands have other ids now.
        self.app.extensions.pop(CONTENTS, None)
        with self.app.app_context():
            store_copy(copy, self.state.device)

    def retain(self, links: Iterable[str]) -> None:
        """Deletes every match but those of these viewing links."""
        hashes = {hashed(link) for link in links}
        with self.app.app_context():
            db.session.execute(delete(Match).where(Match.watch_hash.not_in(hashes)))
            db.session.commit()
            seeds = db.session.execute(select(Match.watch_seed, Match.score_seed)).all()
        _keep_only(self.state.copies, hashes)
        names = {f"{link}:{seed}" for both in seeds for link, seed in zip(Link, both, strict=False)}
        _keep_only(self.state.links, names)

    def knows(self, link: str) -> bool:
        """Whether the match of this viewing link is in the database."""
        with self.app.app_context():
            return find_match(link) is not None

    def move(self, link: str, other: str) -> None:
        """Gives the match of a viewing link another one, unless a match has that already."""
        with self.app.app_context():
            match = find_match(link)
            if match is None or find_match(other) is not None:
                return
            match.watch_hash = hashed(other)
            self.state.links[f"{Link.VIEWING}:{match.watch_seed}"] = other
            db.session.commit()

    def has(self, copy: Copy) -> bool:
        """Whether *copy* was stored before."""
        return bool(self.state.copies.get(copy["match"]["watch_hash"]) == copy["stamp"])

    def answer(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes = b""
    ) -> tuple[int, Given, bytes]:
        """The status, headers and body that this phone answers."""
        path = "/" + url.removeprefix(self.site)
        builder = EnvironBuilder(method=method, headers=Headers(self._headers(headers)), data=body or None)
        builder.base_url = self.site
        builder.path, _, builder.query_string = path.partition("?")
        chunks, status, given = run_wsgi_app(self.app.wsgi_app, builder.get_environ(), buffered=True)
        self._remember_display(given.getlist("Set-Cookie"))
        passed = [(name, value) for name, value in given if name.lower() not in NOT_PASSED_ON]
        return int(status[:3]), passed, b"".join(chunks)

    def _headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        passed = {name: value for name, value in headers.items() if name.lower() in PASSED_ON}
        return passed | ({"Cookie": f"{COOKIE}={self.state.display}"} if self.state.display else {})

    def _remember_display(self, cookies: Iterable[str]) -> None:
        """Remembers the settings that a page has just set."""
        for cookie in cookies:
            for name, value in parse_cookie(cookie.partition(";")[0]).items():
                if name.endswith(COOKIE):
                    self.state.display = value

    def apply(self, item: Mapping[str, Any], seconds_ago: int) -> tuple[int, bytes]:
        """Sends a form that waits for the server also to this phone; returns the status and the answer.

        A match that the form has started before gets the address that it had then: other forms wait for it
        there, and the database with it may not have been kept.
        """
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Part": "outbox",
            "X-Seconds-Ago": str(seconds_ago),
        }
        body = urlencode([(name, value) for name, value in item["fields"]]).encode()
        status, _headers, content = self.answer("POST", urljoin(self.site, item["url"]), headers, body)
        if status == OK and item.get("local"):
            return status, self._moved(json.loads(content), item["local"])
        return status, content

    def _moved(self, redirect: dict[str, str], local: str) -> bytes:
        """Gives the match that was started its address on this phone; returns the answer for that."""
        folder, _, path = redirect["location"].rpartition("/m/")
        self.move(path.partition("?")[0], local.removeprefix("m/"))
        return json.dumps(redirect | {"location": f"{folder}/{local}"}).encode()


def _keep_only(values: dict[str, str], names: Container[str]) -> None:
    for name in [name for name in values if name not in names]:
        del values[name]


class Called:
    """The functions that the worker calls."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def answer(self, request: str, body: Any) -> tuple[str, bytes]:
        """Answers a request: ``{"method", "url", "headers"}``."""
        fields = json.loads(request)
        given = self.phone.answer(fields["method"], fields["url"], fields["headers"], bytes(body))
        return json.dumps({"status": given[0], "headers": given[1]}), given[2]

    def restore(self, state: str, database: Any) -> None:
        self.phone.restore(state, bytes(database))

    def is_as_kept(self) -> bool:
        return self.phone.is_as_kept()

    def keep(self) -> tuple[str, bytes]:
        return self.phone.keep()

    def retain(self, links: str) -> None:
        self.phone.retain(json.loads(links))

    def take(self, copy: str) -> None:
        """Stores the copy of a match, unless it was stored before."""
        read = json.loads(copy)
        if not self.phone.has(read):
            self.phone.take(read)

    def knows(self, link: str) -> bool:
        return self.phone.knows(link)

    def move(self, link: str, other: str) -> None:
        self.phone.move(link, other)

    def apply(self, item: str, seconds_ago: int) -> tuple[int, bytes]:
        return self.phone.apply(json.loads(item), seconds_ago)


def start(settings: str) -> Called:
    """Starts Deadwood in the folder of the application, as it was unpacked."""
    here = Path(__file__).parent.parent
    os.chdir(here)
    return Called(Phone(Path("/data"), here / "empty.sqlite", cast("dict[str, Any]", json.loads(settings))))
