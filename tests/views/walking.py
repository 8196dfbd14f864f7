"""A walk over every address by every method: built from the map itself, so that none is left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, product

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import IntegerConverter, PathConverter, Rule, UnicodeConverter
from werkzeug.test import TestResponse

from models.records.base import db

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "DEAL")
"""Every method that a browser can send, and one that nobody knows."""

KEYS = {"watch", "score"}
"""What an address says that is a key."""

ORDINARY: dict[type, tuple[object, ...]] = {
    IntegerConverter: (1, 2),
    UnicodeConverter: ("pagat",),
    PathConverter: ("app.css",),
}
"""What stands in an address beside the keys, by its kind: the first two of a table, a house, a file."""

Rows = dict[str, set[tuple[object, ...]]]
"""Everything that is kept, table by table."""

places = map("10.{0[0]}.{0[1]}.{0[2]}".format, ((n >> 16, n >> 8 & 255, n & 255) for n in count(1)))
"""Where visitors ask from: each time elsewhere, or the sixty-first wrong link would get no answer."""


@dataclass(frozen=True)
class Address:
    """A rule of the map with something in every place."""

    rule: Rule
    path: str

    @property
    def is_secret(self) -> bool:
        """Whether it is reached by a key only."""
        return bool(self.rule.arguments & KEYS)

    def __str__(self) -> str:
        return self.rule.rule


def addresses(app: Flask, watch: str, score: str) -> Iterator[Address]:
    """The addresses of every rule of *app*, with these keys."""
    fill = app.url_map.bind("localhost")
    keys = {"watch": (watch,), "score": (score,)}
    for rule in app.url_map.iter_rules():
        names = sorted(rule.arguments)
        values = [keys.get(name) or ORDINARY[type(rule._converters[name])] for name in names]
        for chosen in product(*values):
            yield Address(rule, fill.build(rule.endpoint, dict(zip(names, chosen, strict=True))))


def ask(client: FlaskClient, method: str, path: str, **sent: object) -> TestResponse:
    """What *client* is answered, from a place where nobody asked before."""
    return client.open(path, method=method, environ_overrides={"REMOTE_ADDR": next(places)}, **sent)


def rows_of(app: Flask) -> Rows:
    """Everything that is kept, as it is kept."""
    with app.app_context():
        return {
            table.name: {tuple(map(repr, row)) for row in db.session.execute(table.select())}
            for table in db.metadata.sorted_tables
        }
