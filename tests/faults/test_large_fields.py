"""Large fields and heads: reading them takes time that grows with their length, and never long."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.test import create_environ

from tests.faults.fuzzing import LARGEST, Fields, encoded, pressed, send
from tests.faults.trials import FULL, how_many, seeded, trials
from tests.faults.visitors import MAY_SCORE, Visitor, at_the_table
from tests.views.browser import Page

SIZES = tuple(LARGEST >> halved for halved in (3, 2, 1, 0))
"""Bytes: 8, 16, 32 and 64 KB."""

WORTH_COMPARING = 0.03
"""Seconds. What takes less is lost in the time of the rest of a page."""

LINEAR = 3
"""How much longer than in proportion to its size a request may take. Quadratic would be eight times."""

SHAPES = (
    "x",
    "9",
    " ",
    "-",
    "- ",
    " - ",
    ".",
    "/",
    " / ",
    "\n",
    "\t,;",
    "KS ",
    "KS",
    "10",
    "A-",
    "A-K ",
    "5S-",
    "2S/",
    "\u2660",
    "♠\ufe0f",
    "٣",
    "e\u0301",
    "ﷺ",
    "İ",
    "\u202e",
    "\0",
    "<a>",
    "&amp;",
    "%",
    "=&",
    "&a=",
    "from=pagat&",
    "gin_bonus=1&",
    "1,",
    "1.",
    "EUR ",
    "0.0",
    "own-",
    "_",
    "+",
)
"""What fields are filled with, again and again."""

HEADS: dict[str, Callable[[str], dict[str, str]]] = {
    "path": lambda text: {"PATH_INFO": "/houses/" + text},
    "link": lambda text: {"PATH_INFO": "/m/" + text},
    "query": lambda text: {"PATH_INFO": "/judge", "QUERY_STRING": text},
    "query of cards": lambda text: {"PATH_INFO": "/judge", "QUERY_STRING": "cards=" + quote(text)},
    "query of rules": lambda text: {"PATH_INFO": "/houses/own", "QUERY_STRING": text},
    "query of a new match": lambda text: {
        "PATH_INFO": "/matches/new",
        "QUERY_STRING": "house=" + quote(text),
    },
    "cookie": lambda text: {"HTTP_COOKIE": text},
    "our cookie": lambda text: {"HTTP_COOKIE": "deadwood=" + text},
    "languages": lambda text: {"HTTP_ACCEPT_LANGUAGE": text},
    "encodings": lambda text: {"HTTP_ACCEPT_ENCODING": text},
    "ETags": lambda text: {"HTTP_IF_NONE_MATCH": text},
    "host": lambda text: {"HTTP_HOST": text},
    "content type": lambda text: {"CONTENT_TYPE": "multipart/form-data; " + text},
    "range": lambda text: {"HTTP_RANGE": "bytes=" + text},
    "part": lambda text: {"HTTP_X_PART": text},
}
"""Places in the head of a request that anybody fills."""

PIECES = (
    "x",
    " ",
    "a=b; ",
    "a=b&",
    "a;",
    ",",
    "de,",
    "de;q=0.1,",
    '"a", ',
    "W/",
    "0-0,",
    "/",
    "%41",
    "a.b.",
    "=",
    '\\"',
    "-",
    ":",
    "KS",
    ";a*0=b",
)
"""What heads are filled with."""


@dataclass(frozen=True)
class Place:
    """Where something large is put, and with what."""

    name: str
    environ: Callable[[int], dict[str, Any]]


def filled(text: str, size: int) -> str:
    """*text* again and again, up to *size* bytes."""
    return text * (size // len(text.encode()))


def posted(path: str, fields: Fields, cookie: str) -> dict[str, Any]:
    """A form as it is sent."""
    body = encoded(fields)
    environ = create_environ(method="POST", input_stream=io.BytesIO(body))
    address, _, query = path.partition("?")
    return environ | {
        "PATH_INFO": address,
        "QUERY_STRING": query,
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_COOKIE": cookie,
    }


def fields_of_forms(visitor: Visitor, paths: list[str]) -> Iterator[Place]:
    """Every field of every form, with every shape."""
    token, cookie = visitor.token, visitor.cookie
    for path in paths:
        page = Page(visitor.client.get(path).text, path)
        sent = [
            each for form in page.forms if form.element["method"] == "post" for each in pressed(page, form)
        ]
        largest = dict(sorted(sent, key=lambda each: len(each[1])))
        for action, fields in largest.items():
            for name in dict(fields) if len(fields) > 1 else ():
                for shape in SHAPES:
                    yield field_of_form(
                        action.partition("#")[0], dict(fields) | {"csrf_token": token}, name, shape, cookie
                    )


def field_of_form(path: str, fields: dict[str, str], name: str, shape: str, cookie: str) -> Place:
    """One field of a form with one shape."""
    return Place(
        f"{path} {name} {shape!r}",
        lambda size: posted(path, [*(fields | {name: filled(shape, size)}).items()], cookie),
    )


def whole_bodies(visitor: Visitor) -> Iterator[Place]:
    """Forms with as many fields as fit."""
    token, cookie = visitor.token, visitor.cookie
    for path in ("/judge", "/houses/own/change?from=pagat", "/matches/new", f"/m/{visitor.watch}/hands/new"):
        for name in ("", "a", "cards", "gin_bonus", "knocker", "preview"):
            yield many_fields(path, name, token, cookie)


def many_fields(path: str, name: str, token: str, cookie: str) -> Place:
    """A form in which one field stands as often as it fits."""
    pair = (name, "")
    return Place(
        f"{path} many {name!r}",
        lambda size: posted(path, [("csrf_token", token), *[pair] * (size // (len(name) + 2))], cookie),
    )


def heads() -> Iterator[Place]:
    """Every place in a head, with every piece."""
    for name, head in HEADS.items():
        for piece in PIECES:
            yield Place(f"{name} {piece!r}", in_head(head, piece))


def in_head(head: Callable[[str], dict[str, str]], piece: str) -> Callable[[int], dict[str, Any]]:
    """A request with *piece* again and again in its head."""
    return lambda size: create_environ() | head(filled(piece, size))


def slow(app: Flask, place: Place) -> str:
    """How much work something large makes, if that is too much."""
    largest = send(app, place.environ(LARGEST))
    if largest.error or largest.status >= 500:
        return f"{largest.status} {largest.error}"
    if largest.too_much or not FULL or largest.seconds < WORTH_COMPARING:
        return largest.too_much
    times = [min(send(app, place.environ(size)).seconds for _ in range(3)) for size in SIZES]
    shown = ", ".join(f"{each * 1000:.0f}" for each in times)
    return f"{shown} ms for 8 to 64 KB" if times[-1] > times[0] * 8 * LINEAR else ""


PAGES = (
    "/judge",
    "/matches/new",
    "/settings",
    "/houses/own/change?from=pagat",
    "/m/{}/hands/new?by=cards",
    "/m/{}/hands/new?by=deadwood",
    "/m/{}/hands/1/correct?by=cards",
    "/m/{}/hands/2/check",
    "/m/{}/rules/change",
    "/m/{}/judge",
    "/m/{}/share",
    "/m/{}",
)
"""Pages with forms."""


@pytest.mark.seeded
def test_large_requests_are_read_in_proportion_to_their_size(app: Flask) -> None:
    mine = next(visitor for visitor in at_the_table(app) if visitor.role == MAY_SCORE)
    pages = [path.format(mine.watch) for path in PAGES]
    random = seeded()
    places = [*fields_of_forms(mine, pages), *whole_bodies(mine), *heads()]
    chosen = random.sample(places, min(how_many(40, 3000), len(places)))
    with trials("requests of 64 KB") as counted:
        for place in chosen:
            app.extensions["counters"].clear()
            said = slow(app, place)
            counted.check(not said, f"{place.name}: {said}")
