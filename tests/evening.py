"""An evening: a match that one phone has started, and the hands that are played there.

Hands get on its sheet in three ways: ``play`` saves them as a phone that no test looks at, a ``Table`` of
``tests/views/table.py`` types them into the forms of a client, and a ``Player`` of ``tests/browser/table.py``
taps them in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

from flask import Flask
from flask.testing import FlaskClient

from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.sheet.extra_lines import ExtraLine
from models.records.saving.seats import take_seat
from models.records.tables.match import Match
from tests.records.table import ANNS_PHONE, PAGAT, a_match, deal, match_at, path_of
from views.web.access import DEVICE

ENDLESS = PRESETS["pagat"].but(target=10_000)
"""Rules under which no match is ever over."""


@dataclass
class Evening:
    """A match at the table, and the phone that started it."""

    app: Flask
    path: str
    device: str = ANNS_PHONE

    @classmethod
    def begin(
        cls,
        app: Flask,
        rules: HouseRules = PAGAT,
        *,
        device: str = ANNS_PHONE,
        others: Sequence[str] = (),
        **asked: Any,
    ) -> Self:
        """Starts a match on *device*; *others* take a seat there."""
        with app.app_context():
            match = a_match(rules, device=device, **asked)
            for other in others:
                take_seat(match, other)
            return cls(app, path_of(match), device)

    @contextmanager
    def match(self) -> Iterator[Match]:
        """The match, as it is in the database now."""
        with self.app.app_context():
            yield match_at(self.path)

    @property
    def hands(self) -> list[Hand]:
        """The hands on its sheet."""
        with self.match() as match:
            return [record.hand for record in match.present]

    def play(self, *written: Hand | ExtraLine, device: str = "") -> Self:
        """Saves hands and lines as a phone would, one after another."""
        with self.match() as match:
            deal(match, *written, device=device or self.device)
        return self

    def client(self, device: str = "") -> FlaskClient:
        """The browser of a phone at the table, without a screen."""
        client = self.app.test_client()
        with client.session_transaction() as session:
            session[DEVICE] = device or self.device
        return client

    def cookie(self, device: str = "") -> dict[str, str]:
        """The cookie of a phone at the table."""
        return cookie_of(self.app, {DEVICE: device or self.device})


def cookie_of(app: Flask, session: dict[str, str]) -> dict[str, str]:
    """The cookie with a *session*."""
    signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return {"name": app.config["SESSION_COOKIE_NAME"], "value": signer.dumps(session)}
