"""Access control: who is answered what at each route, and that every view asks for it."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from inspect import getsource, isfunction, unwrap
from itertools import product
from pathlib import Path
from textwrap import dedent
from types import FunctionType
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from app import GUEST
from models.gin.rules.house_rules import Fault
from models.gin.rules.seating import Table as Seating
from models.gin.sheet.extra_lines import Penalty
from models.records.books.book_matches import leave_book
from models.records.books.books import start_book
from models.records.database.base import db
from models.records.saving.hand_writes import add_hand, remove_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.seats import end_seat, name_seat, renew_link, require_looking_after, take_seat
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.saved_rules import save_rules
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, scoring_token, watch_token
from tests.databases import SQLite
from tests.gin.table import knock
from tests.records.table import a_match, match_at
from tests.views.browser import Form, Page
from tests.views.table import ANN_KNOCKS, BY_CARDS, Sit, Table, typed
from tests.views.walking import METHODS, Address, Rows, ask, commits, rows_of
from views.web import access
from views.web.access import DEVICE

NOWHERE = "x" * 24
"""A key of the right shape that opens nothing."""

OURS, CIDS = "the phone on the table", "Cid's phone"

CAME_IN = "a phone whose seat was ended"

GUEST_OF_MATCH, MEMBER = "a phone that opened the match's own link", "a phone that opened the book's link"

PENALTY = {"player": "1", "fault": "exposed_card"}


@dataclass(frozen=True)
class Keys:
    """What the match at the table is reached by, and what makes its keys."""

    watch: str
    score: str
    book: str
    book_score: str
    book_care: str
    old_watch: str
    old_score: str
    old_book: str
    old_book_score: str
    old_book_care: str
    version: str
    """How often the match was changed, as its forms say it."""
    secrets: frozenset[str]
    """Nothing of this is in any answer to who has no seat."""

    @property
    def unseen(self) -> frozenset[str]:
        """What nobody without a link may see."""
        return self.secrets | {self.watch, self.book}


@dataclass(frozen=True)
class Visitor:
    """Somebody in one of the roles, and the keys that he has."""

    client: FlaskClient
    watch: str
    score: str
    book: str
    book_score: str
    book_care: str = NOWHERE

    @property
    def keys(self) -> dict[str, str]:
        """The tokens that he has, by their names in routes."""
        return {name: getattr(self, name) for name in OPENING}

    @cached_property
    def token(self) -> str:
        """The token against forgery, good for every form."""
        return str(self.client.get("/outbox/token").get_json()["csrf_token"])


Visit = Callable[[str], Visitor]
TryEach = Callable[[str, list["Row"]], dict["Row", str]]


@pytest.fixture
def database(sqlite: SQLite) -> SQLite:
    """Who may do what is the same on every engine, and a file is quickly put back."""
    return sqlite


@pytest.fixture
def table(app: Flask, sit: Sit) -> Table:
    """A match with a hand by cards, one by counts, one that was removed, and a penalty."""
    table = sit()
    table.add(ANN_KNOCKS, knock(8, 20), knock(8, 9))
    with app.app_context():
        match = match_at(table.path)
        remove_hand(match, match.hands[2].id, entry(match))
        add_hand(match, Penalty(1, Fault.EXPOSED_CARD), entry(match))
    return table


def entry(match: Match) -> Entry:
    """A form that our phone sends."""
    return Entry(new_entry_id(), match.version, OURS)


@pytest.fixture
def keys(app: Flask, table: Table) -> Keys:
    """The keys of the table and of its book. Another phone took seats meanwhile, and they were ended."""
    old_watch = table.path.removeprefix("/m/")
    with app.app_context():
        match = match_at(table.path)
        book = start_book("", [match.id], device=OURS, entry="a book")
        old_book, old_book_score, old_book_care = watch_token(book), scoring_token(book), book.link(Link.CARE)
        take_seat(book, CAME_IN)
        save_rules(OURS, "Ann's house", "pagat", match.rules)
        mine = match.live_seats[0]
        old_score = scoring_token(match)
        take_seat(match, CAME_IN)
        [other] = [seat.id for seat in match_at(table.path).live_seats if seat.id != mine.id]
        end_seat(match, other, OURS)
        renew_link(match, Link.SCORING, OURS)
        renew_link(match, Link.VIEWING, OURS)
        renew_link(book, Link.SCORING, OURS)
        renew_link(book, Link.VIEWING, OURS)
        renew_link(book, Link.CARE, OURS)
        take_seat(match, GUEST_OF_MATCH)
        take_seat(book, MEMBER)
        score, book_score, book_care = scoring_token(match), scoring_token(book), book.link(Link.CARE)
        made = [
            each
            for one in (match, book)
            for each in (one.watch_hash, one.watch_seed, one.score_hash, one.score_seed)
        ] + [book.care_hash, book.care_seed]
        held = tuple(seat.device_hash for seat in db.session.query(Seat))
        secrets = frozenset({score, book_score, book_care, *made, *held, OURS})
        now = (watch_token(match), score, watch_token(book), book_score, book_care)
        old = (old_watch, old_score, old_book, old_book_score, old_book_care)
        return Keys(*now, *old, match.version_stamp, secrets)


@pytest.fixture
def visit(app: Flask, table: Table, keys: Keys) -> Visit:
    """Lets in somebody in one of the roles."""

    def phone(device: str) -> FlaskClient:
        client = app.test_client()
        with client.session_transaction() as session:
            session[DEVICE] = device
        return client

    def nobody() -> Visitor:
        return Visitor(app.test_client(), NOWHERE, NOWHERE, NOWHERE, NOWHERE)

    def viewer() -> Visitor:
        return Visitor(app.test_client(), keys.watch, NOWHERE, keys.book, NOWHERE)

    def removed() -> Visitor:
        old = (keys.old_book_score, keys.old_book_care)
        return Visitor(phone(CAME_IN), keys.watch, keys.old_score, keys.book, *old)

    def other() -> Visitor:
        with app.app_context():
            their = a_match(names=("Cid", "Dan"), device=CIDS)
            return Visitor(phone(CIDS), keys.watch, scoring_token(their), keys.book, NOWHERE)

    def former() -> Visitor:
        old = (keys.old_book_score, keys.old_book_care)
        return Visitor(app.test_client(), keys.old_watch, keys.old_score, keys.old_book, *old)

    def guest() -> Visitor:
        return Visitor(phone(GUEST_OF_MATCH), keys.watch, keys.score, keys.book, NOWHERE)

    def member() -> Visitor:
        return Visitor(phone(MEMBER), keys.watch, NOWHERE, keys.book, keys.book_score)

    def seated() -> Visitor:
        mine = (keys.book_score, keys.book_care)
        return Visitor(table.browser.client, keys.watch, keys.score, keys.book, *mine)

    roles = (nobody, viewer, removed, other, former, guest, member, seated)
    every = {each.__name__: each for each in roles}
    return lambda who: every[who]()


WITHOUT_SEATS = ["nobody", "viewer", "removed", "other", "former"]
"""Those without a seat: without a link; with the viewing link; whose seat was ended; with a seat in another
match; with the links from before they were renewed."""

SCORING = ["guest", "member", "seated"]
"""Those with a seat of their own in the match; in the book, through which they score in the match; in both,
who looks after the book."""

ROLES = [*WITHOUT_SEATS, *SCORING]


def leaks(answer: TestResponse, who: Visitor, keys: Keys) -> set[str]:
    """What an answer gives away, above and below the line."""
    hidden = keys.secrets if who.watch == keys.watch else keys.unseen
    told = f"{answer.status}\n{answer.headers}\n{answer.get_data().decode(errors='replace')}"
    return {secret for secret in hidden if secret in told}


def everything(token: str, version: str) -> dict[str, str]:
    """A form with all that any form has, each field well filled in."""
    return {
        **typed(knock(3, 30)),
        **PENALTY,
        "name_0": "Eve",
        "name_1": "Fay",
        "house": "pagat",
        "by": "deadwood",
        "csrf_token": token,
        "entry": "mine",
        "version": version,
        "position": "1",
        "what": "scoring",
        "others": "1",
        "label": "Eve",
        "name": "Ann",
        "remark": "At the lake",
        "tell": "0",
        "ask": "hand",
        "cards": "7S 7H 7D",
        "inside": "keep",
        "theme": "dark",
        "text_size": "large",
    }


TABLE = """
route                                           how  nobody viewer removed other former guest member seated
/                                               GET  200    200    200     200   200    200   200    200
/matches/new                                    GET  200    200    200     200   200    200   200    200
/matches/new                                    POST 303*   303*   303*    303*  303*   303*  303*   303*
/houses                                         GET  200    200    200     200   200    200   200    200
/houses/<preset>                                GET  200    200    200     200   200    200   200    200
/houses/<preset>/disputes                       GET  200    200    200     200   200    200   200    200
/houses/own                                     GET  200    200    200     200   200    200   200    200
/houses/own/disputes                            GET  200    200    200     200   200    200   200    200
/houses/own/save                                POST 303*   303*   303*    303*  303*   303*  303*   303*
/houses/own/use                                 POST 303*   303*   303*    303*  303*   303*  303*   303*
/houses/own/<int:rules_id>/delete               POST 404    404    404     404   404    404   404    303*
/houses/own/change                              GET  200    200    200     200   200    200   200    200
/houses/own/change                              POST 303*   303*   303*    303*  303*   303*  303*   303*
/import                                         GET  200    200    200     200   200    200   200    200
/import                                         POST 422    422    422     422   422    422   422    422
/import/<file>                                  POST 404    404    404     404   404    404   404    404
/import/plays/<file>                            POST 404    404    404     404   404    404   404    404
/export                                         GET  200    200    200     200   200    200   200    200
/everything.json                                GET  200    200    200     200   200    200   200    200
/score-sheet                                    GET  200    200    200     200   200    200   200    200
/judge                                          GET  200    200    200     200   200    200   200    200
/judge                                          POST 303    303    303     303   303    303   303    303
/how-often                                      GET  200    200    200     200   200    200   200    200
/settings                                       GET  200    200    200     200   200    200   200    200
/settings                                       POST 303    303    303     303   303    303   303    303
/health                                         GET  200    200    200     200   200    200   200    200
/ready                                          GET  200    200    200     200   200    200   200    200
/robots.txt                                     GET  200    200    200     200   200    200   200    200
/settings/privacy                               GET  200    200    200     200   200    200   200    200
/sw.js                                          GET  200    200    200     200   200    200   200    200
/manifest.webmanifest                           GET  200    200    200     200   200    200   200    200
/unsent                                         GET  200    200    200     200   200    200   200    200
/unreached                                      GET  200    200    200     200   200    200   200    200
/offline                                        GET  200    200    200     200   200    200   200    200
/outbox/token                                   GET  200    200    200     200   200    200   200    200
/outbox/matches                                 GET  200    200    200     200   200    200   200    200
/outbox/access                                  POST 400    400    400     400   400    400   400    400
/phone/                                         GET  200    200    200     200   200    200   200    200
/phone/build.json                               GET  404    404    404     404   404    404   404    404
/phone/files/<digest>/<name>                    GET  404    404    404     404   404    404   404    404
/phone/worker.js                                GET  200    200    200     200   200    200   200    200
/evening                                        GET  200    200    200     200   200    200   200    200
/m/<watch>                                      GET  404    200    200     200   410    200   200    200
/m/<watch>/disputes                             GET  404    200    200     200   410    200   200    200
/m/<watch>/rules                                GET  404    200    200     200   410    200   200    200
/m/<watch>/history                              GET  404    200    200     200   410    200   200    200
/m/<watch>/chart                                GET  404    200    200     200   410    200   200    200
/m/<watch>/result                               GET  404    200    200     200   410    200   200    200
/m/<watch>/result.svg                           GET  404    200    200     200   410    200   200    200
/m/<watch>/result.png                           GET  404    200    200     200   410    200   200    200
/m/<watch>/go-on                                POST 404    403    403     403   410    303   303*   303
/m/<watch>/undo                                 POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/redo                                 POST 404    403    403     403   410    409   409    409
/m/<watch>/rematch                              POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/hands/new                            GET  404    403    403     403   410    200   200    200
/m/<watch>/hands/new                            POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/hands/<int:number>/correct           GET  404    403    403     403   410    200   200    200
/m/<watch>/hands/<int:number>/correct           POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/hands/<int:number>/check             GET  404    403    403     403   410    200   200    200
/m/<watch>/hands/<int:number>/check             POST 404    403    403     403   410    422   422    422
/m/<watch>/hands/<int:number>                   GET  404    200    200     200   410    200   200    200
/m/<watch>/hands/removed/<int:position>         GET  404    200    200     200   410    200   200    200
/m/<watch>/hands/missed                         POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/hands/<int:number>/remove            POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/hands/<int:number>/remark            GET  404    403    403     403   410    200   200    200
/m/<watch>/hands/<int:number>/remark            POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/hands/removed/<int:position>/restore POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/lines/new                            GET  404    403    403     403   410    200   200    200
/m/<watch>/lines/new                            POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/lines/<int:position>                 GET  404    200    200     200   410    200   200    200
/m/<watch>/lines/<int:position>/correct         GET  404    403    403     403   410    200   200    200
/m/<watch>/lines/<int:position>/correct         POST 404    403    403     403   410    303   303*   303
/m/<watch>/lines/<int:position>/remove          POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/lines/<int:position>/restore         POST 404    403    403     403   410    303   303*   303
/m/<watch>/judge                                GET  404    200    200     200   410    200   200    200
/m/<watch>/judge                                POST 404    303    303     303   410    303   303    303
/s/<score>                                      GET  404    404    410     303   410    303   404    303
/s/<score>                                      POST 404    404    410     303   410    303   404    303
/m/<watch>/share                                GET  404    200    200     200   410    200   200    200
/m/<watch>/share/scoring                        GET  404    403    403     403   410    200   200    200
/m/<watch>/share/renew                          POST 404    403    403     403   410    303*  403    303*
/m/<watch>/share/seats/<int:seat_id>/end        POST 404    403    403     403   410    303*  403    303
/m/<watch>/share/name                           POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/face-to-face                         GET  404    200    200     200   410    200   200    200
/m/<watch>/outcomes.json                        GET  404    200    200     200   410    200   200    200
/m/<watch>/table                                GET  404    200    200     200   410    200   200    200
/m/<watch>/upcard                               GET  404    403    403     403   410    303   303    303
/m/<watch>/upcard                               POST 404    403    403     403   410    303   303    303
/m/<watch>/rules/change                         GET  404    403    403     403   410    200   200    200
/m/<watch>/rules/change                         POST 404    403    403     403   410    200   200    200
/m/<watch>/names                                GET  404    403    403     403   410    200   403    200
/m/<watch>/names                                POST 404    403    403     403   410    303*  403    303*
/m/<watch>/add-names                            GET  404    403    403     403   410    303   303    303
/m/<watch>/add-names                            POST 404    403    403     403   410    303   303    303
/m/<watch>/remark                               GET  404    403    403     403   410    200   200    200
/m/<watch>/remark                               POST 404    403    403     403   410    303*  303*   303*
/m/<watch>/along                                GET  404    403    403     403   410    200   200    200
/m/<watch>/take                                 GET  404    403    403     403   410    200   200    200
/m/<watch>/export                               GET  404    200    200     200   410    200   200    200
/m/<watch>/match.json                           GET  404    200    200     200   410    200   200    200
/m/<watch>/hands.csv                            GET  404    200    200     200   410    200   200    200
/m/<watch>/score-sheet                          GET  404    200    200     200   410    200   200    200
/m/<watch>/evening                              GET  404    200    200     200   410    200   200    200
/m/<watch>/delete                               GET  404    403    403     403   410    200   403    200
/m/<watch>/delete                               POST 404    403    403     403   410    303*  403    303*
/books/new                                      GET  200    200    200     200   200    200   200    200
/books/new                                      POST 303*   303*   303*    303*  303*   303*  303*   303*
/b/<book>                                       GET  404    200    200     200   410    200   200    200
/b/<book>/matches                               GET  404    200    200     200   410    200   200    200
/b/<book>/history                               GET  404    200    200     200   410    200   200    200
/b/<book>/players                               GET  404    200    200     200   410    200   200    200
/b/<book>/players                               POST 404    403    403     403   410    403   422    422
/b/<book>/players/<int:player_id>               GET  404    200    200     200   410    200   200    200
/b/<book>/players/<int:player_id>/change        GET  404    403    403     403   410    403   200    200
/b/<book>/players/<int:player_id>/change        POST 404    403    403     403   410    403   303    303
/b/<book>/players/<int:player_id>/merge         GET  404    403    403     403   410    403   403    200
/b/<book>/players/<int:player_id>/merge         POST 404    403    403     403   410    403   403    422
/b/<book>/players/<int:player_id>/split         GET  404    403    403     403   410    403   403    200
/b/<book>/players/<int:player_id>/split         POST 404    403    403     403   410    403   403    422
/b/<book>/players/<int:player_id>/delete        GET  404    403    403     403   410    403   403    200
/b/<book>/players/<int:player_id>/delete        POST 404    403    403     403   410    403   403    303*
/b/<book>/ratings                               GET  404    200    200     200   410    200   200    200
/b/<book>/statistics                            GET  404    200    200     200   410    200   200    200
/b/<book>/players/<int:player_id>/against/<int:other_id> GET 404 200 200 200   410    200   200    200
/b/<book>/statistics/figures/<figure>           GET  404    200    200     200   410    200   200    200
/b/<book>/rules                                 GET  404    200    200     200   410    200   200    200
/b/<book>/rules/change                          GET  404    403    403     403   410    403   200    200
/b/<book>/rules/change                          POST 404    403    403     403   410    403   303*   303*
/b/<book>/name                                  GET  404    403    403     403   410    403   200    200
/b/<book>/name                                  POST 404    403    403     403   410    403   303*   303*
/b/<book>/share                                 GET  404    200    200     200   410    200   200    200
/b/<book>/share/scoring                         GET  404    403    403     403   410    403   200    200
/b/<book>/share/care                            GET  404    403    403     403   410    403   403    200
/b/<book>/share/links                           POST 404    403    403     403   410    403   403    303
/b/<book>/share/seats/<int:seat_id>/care        POST 404    403    403     403   410    403   403    409
/b/<book>/share/renew                           POST 404    403    403     403   410    403   403    303*
/b/<book>/share/seats/<int:seat_id>/end         POST 404    403    403     403   410    403   403    303
/b/<book>/share/name                            POST 404    403    403     403   410    403   303*   303*
/b/<book>/matches/add                           GET  404    403    403     403   410    403   200    200
/b/<book>/matches/add                           POST 404    403    403     403   410    403   303    303
/b/<book>/matches/new                           GET  404    403    403     403   410    403   200    200
/b/<book>/matches/new                           POST 404    403    403     403   410    403   303*   303*
/b/<book>/export                                GET  404    200    200     200   410    200   200    200
/b/<book>/book.json                             GET  404    200    200     200   410    200   200    200
/b/<book>/hands.csv                             GET  404    200    200     200   410    200   200    200
/b/<book>/print                                 GET  404    200    200     200   410    200   200    200
/b/<book>/delete                                GET  404    403    403     403   410    403   403    200
/b/<book>/delete                                POST 404    403    403     403   410    403   403    303*
/bs/<book_score>                                GET  404    404    410     404   410    404   303    303
/bs/<book_score>                                POST 404    404    410     404   410    404   303    303
/bc/<book_care>                                 GET  404    404    410     404   410    404   404    303
/bc/<book_care>                                 POST 404    404    410     404   410    404   404    303
/m/<watch>/book/open                            GET  404    303    303     303   410    303   303    303
/m/<watch>/book                                 GET  404    403    403     403   410    200   403    200
/m/<watch>/book                                 POST 404    403    403     403   410    404   404    404
/m/<watch>/book/leave                           POST 404    403    403     403   410    403   403    303*
"""
"""What each role is answered at each route; with an asterisk, something was written."""


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    route: str
    method: str
    answers: tuple[str, ...]

    @property
    def key(self) -> str:
        """Which token the route has: ``watch``, ``score``, ``book``, or another of a book; or none."""
        return "".join(re.findall(r"<(watch|score|book|book_score|book_care)>", self.route))

    def answer(self, who: str) -> str:
        """What somebody in this role is answered."""
        return self.answers[ROLES.index(who)]

    def __str__(self) -> str:
        return f"{self.method} {self.route}"


OF_GUEST = ("/phone/", "/m/<watch>/along", "/m/<watch>/take")
"""Routes that are there only with the folder `phone`."""

ROWS = [
    Row(route, method, tuple(answers))
    for route, method, *answers in map(str.split, TABLE.strip().splitlines()[1:])
    if GUEST.folder or not route.startswith(OF_GUEST)
]
KNOWN = {(row.route, row.method): row for row in ROWS}

KINDS = list({(row.key, row.method, row.answers): row for row in reversed(ROWS)}.values())
"""One row of each kind: rows of the same kind have the same token, method and answers."""


# What the views ask


def test_every_route_has_a_row_for_each_of_its_methods(app: Flask) -> None:
    """A new route needs one: who may do what there?"""
    routes = [(rule.rule, method) for rule in app.url_map.iter_rules() for method in answering(rule)]

    assert sorted(KNOWN) == sorted(routes)
    assert len(KNOWN) == len(ROWS)
    assert TABLE.split()[2 : 2 + len(ROLES)] == ROLES


def answering(rule: Rule) -> set[str]:
    """The methods that the view of a route answers itself."""
    return set(rule.methods or ()) - {"HEAD", "OPTIONS"}


OPENING = {
    "watch": "opened_at(watch)",
    "book": "opened_book_at(book)",
    "score": "scored_at(Match, score)",
    "book_score": "scored_at(Book, book_score)",
    "book_care": "looked_after_with(book_care)",
}
"""The calls that open a link, by its name in routes."""

SEATING = {"watch": "seated_at(watch)", "book": "seated_book_at(book)"}
"""The calls that also ask for a seat."""

CARING = {"watch": "looked_after_at(watch)", "book": "looked_after_book_at(book)"}
"""The calls that also ask whether the phone looks after the match or the book."""

DELETING = "to_delete_at(watch)"
"""What opens the match of a view that deletes: the match need not be readable."""

CALLS = {*OPENING.values(), *SEATING.values(), *CARING.values(), DELETING}

WITHOUT_SEAT = re.compile(r"if \w+\.seat is None:\s+abort\(403\)")


@pytest.mark.parametrize("key", OPENING)
def test_every_view_opens_its_link_and_asks_for_the_seat_where_it_needs_one(app: Flask, key: str) -> None:
    """So what a role is answered at one route of a kind, it is answered at all of them."""
    rows = [row for row in ROWS if row.key == key]

    assert rows
    for row in rows:
        endpoint = rule_of(app, row).endpoint
        asked = asked_by(app.view_functions[endpoint])
        opening, seating, caring = OPENING[key], SEATING.get(key, ""), CARING.get(key, "")
        others = {OPENING[each.key] for each in ROWS if each.key and rule_of(app, each).endpoint == endpoint}
        assert asked & {opening, seating, caring}, row
        assert asked <= {opening, seating, caring, "the seat", "the care", *others}, row
        assert bool(asked & {seating, caring, "the seat"}) is (row.answer("viewer") == "403"), row
        assert bool(asked & {caring, "the care"}) is (row.answer("member") == "403"), row


def rule_of(app: Flask, row: Row) -> Rule:
    [found] = [r for r in app.url_map.iter_rules() if r.rule == row.route and row.method in answering(r)]
    return found


def asked_by(function: Callable[..., object]) -> set[str]:
    """What a view, and what it calls of its own module, asks about a link: each call as it is written."""
    plain = unwrap(function)
    nodes = list(ast.walk(ast.parse(dedent(getsource(plain)))))
    guarded = any(isinstance(node, ast.If) and WITHOUT_SEAT.fullmatch(ast.unparse(node)) for node in nodes)
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return set[str]({"the seat"} if guarded else ()).union(*(asked_in(each, plain) for each in calls))


def asked_in(call: ast.Call, function: FunctionType) -> set[str]:
    """What one call in a function asks."""
    called = function.__globals__.get(call.func.id)  # type: ignore[attr-defined]
    if not isfunction(called):
        return set()
    if called.__module__ == access.__name__ and ast.unparse(call) in CALLS:
        return {CARING["watch"] if ast.unparse(call) == DELETING else ast.unparse(call)}
    if called is require_looking_after:
        return {"the care"}
    return asked_by(called) if called.__module__ == function.__module__ else set()


# What they answer


@dataclass(frozen=True)
class Tried:
    """What somebody was answered at the address of a row, and the rows of the database around it."""

    row: Row
    answer: TestResponse
    before: Rows
    after: Rows

    @property
    def said(self) -> str:
        """The answer as the table writes it."""
        return f"{self.answer.status_code}{'*' if self.before != self.after else ''}"


def each_tried(app: Flask, visitor: Visitor, rows: list[Row], version: str) -> Iterator[Tried]:
    """What *visitor* is answered at the addresses of *rows*, one after the other; changes may be put back."""
    before = rows_of(app)
    with commits(app) as done:
        for row in rows:
            done.clear()
            answer = answered(app, row, visitor, version)
            after = rows_of(app) if done else before
            yield Tried(row, answer, before, after)
            before = rows_of(app) if done else before
    assert rows_of(app) == before


def answered(app: Flask, row: Row, visitor: Visitor, version: str) -> TestResponse:
    """What *visitor* is answered at the address of a row."""
    form = {}
    if row.method == "POST":
        form = everything(visitor.token, version) | {"entry": f"row-{ROWS.index(row)}"}
    query = {name: form[name] for name in ("entry", "version", "tell", "position") if form}
    path = address_of(app, row, visitor).path
    return ask(visitor.client, row.method, path, data=form, query_string=query)


def address_of(app: Flask, row: Row, visitor: Visitor, number: int = 1) -> Address:
    """The address of a row with the keys of a visitor, for the hand with this *number*."""
    rule, filled = rule_of(app, row), FILLED | visitor.keys | {"number": number}
    if "/lines/" in row.route:
        filled["position"] = 4
    if row.route.startswith("/b/"):
        filled["seat_id"] = 2
    values = {name: filled[name] for name in rule.arguments}
    return Address(rule, app.url_map.bind("localhost").build(rule.endpoint, values, row.method))


FILLED: dict[str, object] = {
    "position": 3,
    "seat_id": 1,
    "rules_id": 1,
    "player_id": 1,
    "other_id": 2,
    "figure": "gin",
    "preset": "pagat",
    "path": "page.css",
    "file": "0" * 32,
    "digest": "0" * 16,
    "name": "python.zip",
}
"""Values for the other variables of routes. The third hand was removed, the penalty is fourth.

The first seat is that of our phone in the match, the second that in the book.
"""


LOOKING = ("viewer", "nobody", "removed")
"""Those who are answered at more than one route of each kind, to see what pages give away: the viewer at all,
the others where there is no link."""


@pytest.mark.parametrize("who", WITHOUT_SEATS)
def test_without_a_seat_everybody_is_answered_as_the_table_says(
    app: Flask, keys: Keys, visit: Visit, who: str
) -> None:
    """On one match, since nothing of it changes. Where the address is no key, anybody may keep his own."""
    visitor, found, initial = visit(who), {}, rows_of(app)
    rows = [row for row in ROWS if row in KINDS or (who in LOOKING and (who == "viewer" or not row.key))]
    for each in each_tried(app, visitor, rows, keys.version):
        found[each.row] = each.said
        assert all(initial[name] <= each.after[name] for name in initial), each.row
        assert not leaks(each.answer, visitor, keys), each.row
        if each.row.key:
            assert each.before == each.after, each.row
            assert stays_here(each.answer), each.row
    assert found == {row: row.answer(who) for row in rows}


ADDRESS = re.compile(r"""(?:"|http://localhost)(/[^<>"\s]*)["<\s]""")


def test_below_a_path_of_the_host_every_address_begins_with_it(app: Flask, sit: Sit, visit: Visit) -> None:
    visitor, larger = visit("seated"), sit(names=("Ann", "Bob", "Cid"), table=Seating.THREE)
    rows = [row for row in ROWS if row.method == "GET" and row.answer("seated") in {"200", "303"}]
    pages = [address_of(app, row, visitor).path for row in rows if not row.route.endswith(".js")]
    for path in (*pages, f"{larger.path}/hands/new"):
        answer = ask(visitor.client, "GET", path, base_url="http://localhost/gin/")
        found = ADDRESS.findall(answer.get_data().decode(errors="replace"))
        assert [each for each in found if not each.startswith("/gin/")] == [], path


@pytest.fixture
def try_each(app: Flask, sqlite: SQLite, keys: Keys, visit: Visit, tmp_path: Path) -> TryEach:
    """Answers what a role is answered at each of some rows, on the same match, which is put back after it."""

    def tried(who: str, rows: list[Row]) -> dict[Row, str]:
        visitor, found = visit(who), {}
        sqlite.save(saved := tmp_path / "saved.sqlite")
        for each in each_tried(app, visitor, rows, keys.version):
            found[each.row] = each.said
            assert not each.row.key or stays_here(each.answer), each.row
            if each.row.key and each.before != each.after:
                sqlite.load(saved)
        return found

    return tried


@pytest.mark.parametrize("who", SCORING)
def test_with_a_seat_everything_is_answered_as_the_table_says(try_each: TryEach, who: str) -> None:
    assert try_each(who, ROWS) == {row: row.answer(who) for row in ROWS}


OF_THOSE_WHO_LOOK_AFTER = [row for row in ROWS if row.key in SEATING and row.answer("member") == "403"]
"""What those do who look after the match or the book."""


def answers_of_who_looks_after(rows: list[Row]) -> dict[Row, str]:
    """What those are answered, but that the first phone can't remove itself and others can remove it."""
    return {row: "303*" if row.route.endswith("/end") else row.answer("seated") for row in rows}


def test_where_all_look_after_the_book_everybody_who_scores_in_it_does(
    app: Flask, keys: Keys, try_each: TryEach
) -> None:
    """A book that a rematch has started. Here the links are given out for the first time."""
    with app.app_context():
        only_book().all_look_after = True
        db.session.commit()

    found = try_each("member", OF_THOSE_WHO_LOOK_AFTER)

    expected = answers_of_who_looks_after(OF_THOSE_WHO_LOOK_AFTER)
    assert found == expected | {KNOWN["/b/<book>/share/links", "POST"]: "303*"}


def test_everybody_who_scores_looks_after_a_match_in_no_book(
    app: Flask, keys: Keys, try_each: TryEach
) -> None:
    """Also a phone that once came by the book: a lost phone must not lock the others out."""
    rows = [row for row in OF_THOSE_WHO_LOOK_AFTER if row.key == "watch" and "/book" not in row.route]
    with app.app_context():
        match = match_at(f"/m/{keys.watch}")
        name_seat(match, MEMBER, "Eve")
        leave_book(only_book(), match, entry(match))

    assert try_each("member", rows) == answers_of_who_looks_after(rows)


def only_book() -> Book:
    """The book of the match."""
    return db.session.scalars(select(Book)).one()


@pytest.mark.parametrize("who", SCORING)
def test_no_page_offers_what_its_reader_may_not(app: Flask, keys: Keys, visit: Visit, who: str) -> None:
    """Each link and each form of each page of the match and of the book."""
    visitor, offered = visit(who), set[tuple[str, str]]()
    for row in ROWS:
        if row.method == "GET" and row.key in SEATING:
            answer = ask(visitor.client, "GET", path := address_of(app, row, visitor).path)
            if answer.status_code == 200 and answer.mimetype == "text/html":
                page = Page(answer.text, path)
                offered |= {("GET", url) for url in page.links.values()}
                offered |= {
                    (form.element["method"].upper(), form.element["action"] or path) for form in page.forms
                }
    routes = app.url_map.bind("localhost")
    for method, url in offered:
        path = urlsplit(url).path
        if path.startswith(("/m/", "/b/")) and "/static/" not in path:
            rule, _values = routes.match(path, method, return_rule=True)
            assert KNOWN[rule.rule, method].answer(who) != "403", (method, url)
    assert len(offered) > len(ROWS) / 2


def test_nothing_waits_without_a_network_that_only_those_do_who_look_after(app: Flask, visit: Visit) -> None:
    """By the time it is sent, the right may have ended."""
    text = (Path(app.root_path) / "static/js/offline/outbox_forms.js").read_text()
    kept = re.findall(r"^  /\^(.*)\$/,$", text, re.MULTILINE)
    visitor = visit("seated")

    assert kept
    for row in OF_THOSE_WHO_LOOK_AFTER:
        path = address_of(app, row, visitor).path.removeprefix("/")
        assert not any(re.fullmatch(each.replace(r"\/", "/"), path) for each in kept), row


def stays_here(answer: TestResponse) -> bool:
    """Whether no proxy, other site or search engine is told the address, which is a key."""
    sent = answer.headers
    is_ours = sent["Cache-Control"] in ("private, no-cache", "no-store")
    return is_ours and sent["Referrer-Policy"] == "no-referrer" and sent["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("who", ["viewer", "seated"])
def test_other_methods_do_nothing(app: Flask, keys: Keys, visit: Visit, who: str) -> None:
    visitor, before = visit(who), rows_of(app)
    form = everything(visitor.token, keys.version)

    for method, row in product(METHODS, KINDS):
        if (row.route, method) in KNOWN:
            continue
        path = address_of(app, row, visitor).path
        answer = ask(visitor.client, method, path, data=form)

        if method == "HEAD" and (row.route, "GET") in KNOWN:
            read = ask(visitor.client, "GET", path)
            assert (answer.status_code < 400) is (read.status_code < 400), f"{method} {row}"
        else:
            assert answer.status_code == (200 if method == "OPTIONS" else 405), f"{method} {row}"
        assert who == "seated" or not leaks(answer, visitor, keys), f"{method} {row}"
        assert not row.key or stays_here(answer), f"{method} {row}"
    assert rows_of(app) == before


@dataclass(frozen=True)
class Sent:
    """A form of a page of the one who plays, ready to be sent by another."""

    page: str
    action: str
    fields: tuple[tuple[str, str], ...]

    def by(self, visitor: Visitor) -> TestResponse:
        """What *visitor* is answered who sends it with his own token."""
        path, _, query = self.action.partition("?")
        fields = dict(self.fields) | {"csrf_token": visitor.token}
        return ask(visitor.client, "POST", path, data=fields, query_string=query)

    def __str__(self) -> str:
        return f"{self.page} → {self.action} {dict(self.fields)}"


def forms_of(app: Flask, player: Visitor) -> list[Sent]:
    """Every form on every page of the match, pressed by each of its buttons; what ends links comes last."""
    found = []
    for row in ROWS:
        # The judge writes nothing, and answers whoever asks.
        if row.method != "GET" or row.key != "watch" or row.route.endswith("/judge"):
            continue
        # The first hand has its cards, the second could be checked by them.
        for number in (1, 2) if "<int:number>" in row.route else (1,):
            answer = player.client.get(path := address_of(app, row, player, number).path)
            if answer.mimetype == "text/html":
                page = Page(answer.text, path)
                found += [sent for form in page.forms for sent in pressed(page, form)]
    return sorted(set(found), key=lambda sent: ("/share" in sent.action, "renew" in sent.action, str(sent)))


def pressed(page: Page, form: Form) -> Iterator[Sent]:
    """*form* as each of its buttons sends it, everything filled in."""
    if form.element["method"] != "post":
        return
    hand = BY_CARDS if form.inputs.get("by") == "cards" else typed(knock(3, 30))
    typed_in = {
        name: value
        for name, value in (hand | PENALTY | {"label": "Eve", "name": "Zoe"}).items()
        if name in form.names
    }
    # Of many buttons of one name, such as those of the rule sets, two are enough.
    named = {(button["name"], button["formaction"]): button for button in form.buttons}
    first = {(button["name"], button["formaction"]): button for button in reversed(form.buttons)}
    for button in {*named.values(), *first.values()}:
        action = urljoin(page.path, button["formaction"] or form.element["action"]).partition("#")[0]
        by = {button["name"]: button["value"]} if button["name"] else {}
        yield Sent(page.path, action, tuple((form.inputs | typed_in | by).items()))


def test_the_forms_of_the_one_who_plays_are_good_there_and_worth_nothing_without_the_seat(
    app: Flask, keys: Keys, visit: Visit
) -> None:
    viewer, mine = visit("viewer"), visit("seated")
    sent, before = forms_of(app, mine), rows_of(app)
    assert {"/hands/new", "/undo", "/hands/1/remove", "/hands/2/check"} <= {
        urlsplit(each.action).path.removeprefix(f"/m/{keys.watch}") for each in sent
    }

    for each in sent:
        answer = each.by(viewer)
        assert answer.status_code == 403, each
        assert not leaks(answer, viewer, keys), each
    assert rows_of(app) == before

    for each in sent:
        assert each.by(mine).status_code in (200, 303, 409), each
        if "renew" in each.action:
            break
    assert rows_of(app) != before


def test_a_wrong_link_and_a_match_that_is_not_there_answer_alike(
    app: Flask, keys: Keys, visit: Visit
) -> None:
    nobody = visit("nobody")
    form = {"csrf_token": nobody.token}
    wrong = [
        (NOWHERE,) * 5,
        ("x",) * 5,
        (keys.score, keys.watch, keys.book_score, keys.book, keys.book_score),
        (keys.book, keys.book_score, keys.watch, keys.score, keys.score),
        (keys.book_care, keys.book_care, keys.book_care, keys.book_care, keys.book),
    ]

    for row in (row for row in KINDS if row.key):
        paths = [address_of(app, row, Visitor(nobody.client, *each)).path for each in wrong]
        answers = [ask(nobody.client, row.method, path, data=form) for path in paths]
        assert len({(answer.status, answer.text, tuple(dict(answer.headers))) for answer in answers}) == 1
        assert answers[0].status_code == 404, row


def test_a_match_is_found_by_its_keys_alone(app: Flask) -> None:
    """Whatever speaks of a match speaks of it by its link: no address counts matches."""
    for rule in app.url_map.iter_rules():
        about_a_match = rule.arguments & {"row_id", "seat_id", "match_id"}
        assert not about_a_match or rule.arguments & {"watch", "book"}, rule
        assert not re.search(r"<[^>]*(score)[^>]*>.*<[^>]*(watch)", rule.rule), rule
