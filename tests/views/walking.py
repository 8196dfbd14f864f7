"""Requests every address with every method, generated from the URL map."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, product

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from werkzeug.routing import PathConverter, Rule, UnicodeConverter
from werkzeug.test import TestResponse

from models.records.database.base import db
from views.web.numbers import BoundedInteger

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "DEAL")
"""Every method that a browser can send, and an unknown one."""

KEYS = {"watch", "score", "book", "book_score"}

NO_BOOK = "n" * 24
"""The tokens in addresses."""

ORDINARY: dict[type, tuple[object, ...]] = {
    BoundedInteger: (1, 2),
    UnicodeConverter: ("pagat",),
    PathConverter: ("page.css",),
}
"""Values for other variables in addresses, by their converter."""

NAMED: dict[str, tuple[object, ...]] = {"figure": ("gin",), "other_id": (2,)}
"""Values for variables in addresses that need others, by their name."""

FILES = {"results.png", "results.svg", "exports.document", "exports.table", "outcomes.show"}
"""What is no page."""

Rows = dict[str, set[tuple[object, ...]]]
"""All rows of the database, by table."""

places = map("10.{0[0]}.{0[1]}.{0[2]}".format, ((n >> 16, n >> 8 & 255, n & 255) for n in count(1)))
"""Client addresses: a new one for each request, so that the rate limit does not apply."""


@dataclass(frozen=True)
class Address:
    """A rule of the URL map with a value for every variable."""

    rule: Rule
    path: str

    @property
    def is_secret(self) -> bool:
        """Whether it contains a token."""
        return bool(self.rule.arguments & KEYS)

    @property
    def is_page(self) -> bool:
        return self.rule.endpoint not in FILES

    def __str__(self) -> str:
        return self.rule.rule


def addresses(
    app: Flask, watch: str, score: str, book: str = NO_BOOK, book_score: str = NO_BOOK
) -> Iterator[Address]:
    """The addresses of every rule of *app*, with these tokens."""
    fill = app.url_map.bind("localhost")
    keys = {"watch": (watch,), "score": (score,), "book": (book,), "book_score": (book_score,)}
    for rule in app.url_map.iter_rules():
        names = sorted(rule.arguments)
        values = [
            keys.get(name) or NAMED.get(name) or ORDINARY[type(rule._converters[name])] for name in names
        ]
        for chosen in product(*values):
            yield Address(rule, fill.build(rule.endpoint, dict(zip(names, chosen, strict=True))))


def ask(client: FlaskClient, method: str, path: str, **sent: object) -> TestResponse:
    """The response to *client*, from a new client address, received to its end."""
    place = {"REMOTE_ADDR": next(places)}
    return client.open(path, method=method, environ_overrides=place, buffered=True, **sent)


def rows_of(app: Flask) -> Rows:
    """All rows of the database, as the driver gives them: converting them would take twice as long."""
    with app.app_context():
        read = db.session.connection().exec_driver_sql
        return {
            table: {tuple(map(repr, row)) for row in read(f"SELECT * FROM {table}")}
            for table in db.metadata.tables
        }


@contextmanager
def commits(app: Flask) -> Iterator[list[object]]:
    """The transactions that are committed meanwhile: without one, no row is different."""
    done: list[object] = []
    note = done.append
    with app.app_context():
        engine = db.engine
    event.listen(engine, "commit", note)
    try:
        yield done
    finally:
        event.remove(engine, "commit", note)
