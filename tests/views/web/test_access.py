"""Access control: every address with every method, with the wrong link or none."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from models.records import (
    Match,
    Seat,
    book_scoring_token,
    book_token,
    end_seat,
    find_match,
    renew_book_scoring,
    renew_book_viewing,
    renew_scoring,
    renew_watching,
    save_rules,
    scoring_token,
    start_book,
    take_book_seat,
    take_seat,
    watch_token,
)
from models.records.base import db
from tests.gin.table import knock
from tests.views.browser import Form, Page
from tests.views.table import BY_CARDS, Sit, Table, typed
from tests.views.walking import METHODS, Address, Rows, addresses, ask, rows_of
from views.web.access import DEVICE

NOWHERE = "x" * 24
"""A key of the right shape that opens nothing."""

PENALTY = {"player": "1", "fault": "exposed_card"}

CAME_IN = "a phone whose seat was ended"


@dataclass(frozen=True)
class Keys:
    """What the match at the table is reached by, and what makes its keys."""

    watch: str
    score: str
    book: str
    book_score: str
    old_watch: str
    old_score: str
    old_book: str
    old_book_score: str
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

    @property
    def keys(self) -> tuple[str, str, str, str]:
        """The tokens that he has for addresses."""
        return self.watch, self.score, self.book, self.book_score

    @cached_property
    def token(self) -> str:
        """The token against forgery, as anybody gets it with a form; as good for every other form."""
        return Page(self.client.get("/matches/new").text, "").inputs["csrf_token"]


Visit = Callable[[str], Visitor]


@pytest.fixture
def table(sit: Sit) -> Table:
    """A match with a hand by cards, one by counts, one that was removed, and a penalty."""
    table = sit()
    table.enter(BY_CARDS, by="cards")
    table.play(knock(8, 20), knock(8, 9))
    table.browser.press(table.hand(3), "Remove")
    table.browser.send(f"{table.path}/lines/new", PENALTY)
    return table


@pytest.fixture
def keys(app: Flask, table: Table) -> Keys:
    """Its keys, and those of its book. Another phone took seats meanwhile, and they were ended."""
    old_watch, device = table.path.removeprefix("/m/"), "the phone on the table"
    with app.app_context():
        match = opened(old_watch)
        book = start_book("", [match.id], device=device, entry="a book")
        old_book, old_book_score = book_token(book), book_scoring_token(book)
        take_book_seat(book, CAME_IN)
        save_rules(device, "Ann's house", "pagat", match.rules)
        mine = match.live_seats[0]
        old_score = scoring_token(match)
        take_seat(match, CAME_IN)
        [other] = [seat.id for seat in opened(old_watch).live_seats if seat.id != mine.id]
        end_seat(match, other, device)
        renew_scoring(match, device)
        renew_watching(match, device)
        renew_book_scoring(book, device)
        renew_book_viewing(book, device)
        score, book_score = scoring_token(match), book_scoring_token(book)
        made = [
            each
            for one in (match, book)
            for each in (one.watch_hash, one.watch_seed, one.score_hash, one.score_seed)
        ]
        held = tuple(seat.device_hash for seat in db.session.query(Seat))
        secrets = frozenset({score, book_score, *made, *held, device})
        old = (old_watch, old_score, old_book, old_book_score)
        return Keys(watch_token(match), score, book_token(book), book_score, *old, secrets)


def opened(watch: str) -> Match:
    """The match at *watch*."""
    match = find_match(watch)
    assert match is not None
    return match


@pytest.fixture
def visit(app: Flask, table: Table, keys: Keys) -> Visit:
    """Lets in somebody in one of the roles."""

    def nobody() -> Visitor:
        return Visitor(app.test_client(), NOWHERE, NOWHERE, NOWHERE, NOWHERE)

    def viewer() -> Visitor:
        return Visitor(app.test_client(), keys.watch, NOWHERE, keys.book, NOWHERE)

    def removed() -> Visitor:
        client = app.test_client()
        with client.session_transaction() as session:
            session[DEVICE] = CAME_IN
        return Visitor(client, keys.watch, keys.old_score, keys.book, keys.old_book_score)

    def elsewhere() -> Visitor:
        client = app.test_client()
        fields = {"name_0": "Cid", "name_1": "Dan", "house": "pagat"}
        page = Page(client.get("/matches/new").text, "/matches/new")
        answer = client.post("/matches/new", data=page.form_with(set(fields)).inputs | fields)
        with app.app_context():
            own = scoring_token(opened(answer.location.removeprefix("/m/")))
        return Visitor(client, keys.watch, own, keys.book, NOWHERE)

    def former() -> Visitor:
        return Visitor(app.test_client(), keys.old_watch, keys.old_score, keys.old_book, keys.old_book_score)

    def seated() -> Visitor:
        return Visitor(table.browser.client, keys.watch, keys.score, keys.book, keys.book_score)

    every = {each.__name__: each for each in (nobody, viewer, removed, elsewhere, former, seated)}
    return lambda who: every[who]()


VISITORS = ["nobody", "viewer", "removed", "elsewhere", "former"]
"""Those without a seat: without a link; with the viewing link; whose seat was ended; with a seat in another
match; with the links from before they were renewed."""

ROLES = [*VISITORS, "seated"]

everyone = pytest.mark.parametrize("who", VISITORS)


def tell(answer: TestResponse) -> str:
    """All that an answer says, above and below the line."""
    return f"{answer.status}\n{answer.headers}\n{answer.get_data().decode(errors='replace')}"


def leaks(answer: TestResponse, who: Visitor, keys: Keys) -> set[str]:
    """What an answer gives away."""
    hidden, told = keys.secrets if who.watch == keys.watch else keys.unseen, tell(answer)
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
        "tell": "0",
        "ask": "hand",
        "cards": "7S 7H 7D",
        "inside": "keep",
        "theme": "dark",
        "text_size": "large",
    }


def untouched(initial: Rows, before: Rows, after: Rows, address: Address) -> bool:
    """Whether nothing was changed; where the address is no key, anybody may keep what is his own."""
    if address.is_secret:
        return before == after
    return all(initial[name] <= after[name] for name in initial)


TABLE = """
route                                           method nobody viewer removed elsewhere former seated
/                                               GET    200    200    200     200       200    200
/matches/new                                    GET    200    200    200     200       200    200
/matches/new                                    POST   303*   303*   303*    303*      303*   303*
/houses                                         GET    200    200    200     200       200    200
/houses/<preset>                                GET    200    200    200     200       200    200
/houses/own                                     GET    200    200    200     200       200    200
/houses/own/save                                POST   303*   303*   303*    303*      303*   303*
/houses/own/use                                 POST   303*   303*   303*    303*      303*   303*
/houses/own/<int:rules_id>/delete               POST   404    404    404     404       404    303*
/houses/own/change                              GET    200    200    200     200       200    200
/houses/own/change                              POST   303*   303*   303*    303*      303*   303*
/import                                         GET    200    200    200     200       200    200
/import                                         POST   422    422    422     422       422    422
/import/<job>                                   GET    404    404    404     404       404    404
/import/<job>                                   POST   404    404    404     404       404    404
/export                                         GET    200    200    200     200       200    200
/everything.json                                GET    200    200    200     200       200    200
/score-sheet                                    GET    200    200    200     200       200    200
/judge                                          GET    200    200    200     200       200    200
/judge                                          POST   303    303    303     303       303    303
/settings                                       GET    200    200    200     200       200    200
/settings                                       POST   303    303    303     303       303    303
/health                                         GET    200    200    200     200       200    200
/ready                                          GET    200    200    200     200       200    200
/robots.txt                                     GET    200    200    200     200       200    200
/settings/privacy                               GET    200    200    200     200       200    200
/sw.js                                          GET    200    200    200     200       200    200
/manifest.webmanifest                           GET    200    200    200     200       200    200
/unsent                                         GET    200    200    200     200       200    200
/unreached                                      GET    200    200    200     200       200    200
/offline                                        GET    200    200    200     200       200    200
/outbox/token                                   GET    200    200    200     200       200    200
/outbox/access                                  POST   400    400    400     400       400    400
/phone/                                         GET    200    200    200     200       200    200
/phone/build.json                               GET    404    404    404     404       404    404
/phone/files/<digest>/<name>                    GET    404    404    404     404       404    404
/phone/worker.js                                GET    200    200    200     200       200    200
/evening                                        GET    200    200    200     200       200    200
/m/<watch>                                      GET    404    200    200     200       410    200
/m/<watch>/rules                                GET    404    200    200     200       410    200
/m/<watch>/history                              GET    404    200    200     200       410    200
/m/<watch>/chart                                GET    404    200    200     200       410    200
/m/<watch>/result                               GET    404    200    200     200       410    200
/m/<watch>/result.svg                           GET    404    200    200     200       410    200
/m/<watch>/result.png                           GET    404    200    200     200       410    200
/m/<watch>/undo                                 POST   404    403    403     403       410    303*
/m/<watch>/rematch                              POST   404    403    403     403       410    303*
/m/<watch>/hands/new                            GET    404    403    403     403       410    200
/m/<watch>/hands/new                            POST   404    403    403     403       410    303*
/m/<watch>/hands/<int:number>/correct           GET    404    403    403     403       410    200
/m/<watch>/hands/<int:number>/correct           POST   404    403    403     403       410    303*
/m/<watch>/hands/<int:number>/check             GET    404    403    403     403       410    200
/m/<watch>/hands/<int:number>/check             POST   404    403    403     403       410    422
/m/<watch>/hands/<int:number>                   GET    404    200    200     200       410    200
/m/<watch>/hands/removed/<int:position>         GET    404    200    200     200       410    200
/m/<watch>/hands/missed                         POST   404    403    403     403       410    303*
/m/<watch>/hands/<int:number>/remove            POST   404    403    403     403       410    303*
/m/<watch>/hands/removed/<int:position>/restore POST   404    403    403     403       410    303*
/m/<watch>/lines/new                            GET    404    403    403     403       410    200
/m/<watch>/lines/new                            POST   404    403    403     403       410    303*
/m/<watch>/lines/<int:position>                 GET    404    200    200     200       410    200
/m/<watch>/lines/<int:position>/correct         GET    404    403    403     403       410    200
/m/<watch>/lines/<int:position>/correct         POST   404    403    403     403       410    303
/m/<watch>/lines/<int:position>/remove          POST   404    403    403     403       410    303*
/m/<watch>/lines/<int:position>/restore         POST   404    403    403     403       410    303
/m/<watch>/judge                                GET    404    200    200     200       410    200
/m/<watch>/judge                                POST   404    303    303     303       410    303
/s/<score>                                      GET    404    404    410     303       410    303
/m/<watch>/share                                GET    404    200    200     200       410    200
/m/<watch>/share/scoring                        GET    404    403    403     403       410    200
/m/<watch>/share/renew                          POST   404    403    403     403       410    303*
/m/<watch>/share/seats/<int:seat_id>/end        POST   404    403    403     403       410    303*
/m/<watch>/share/name                           POST   404    403    403     403       410    303*
/m/<watch>/table                                GET    404    200    200     200       410    200
/m/<watch>/upcard                               GET    404    403    403     403       410    303
/m/<watch>/upcard                               POST   404    403    403     403       410    303
/m/<watch>/rules/change                         GET    404    403    403     403       410    200
/m/<watch>/rules/change                         POST   404    403    403     403       410    200
/m/<watch>/names                                GET    404    403    403     403       410    200
/m/<watch>/names                                POST   404    403    403     403       410    303*
/m/<watch>/along                                GET    404    403    403     403       410    200
/m/<watch>/take                                 GET    404    403    403     403       410    200
/m/<watch>/export                               GET    404    200    200     200       410    200
/m/<watch>/match.json                           GET    404    200    200     200       410    200
/m/<watch>/hands.csv                            GET    404    200    200     200       410    200
/m/<watch>/score-sheet                          GET    404    200    200     200       410    200
/m/<watch>/evening                              GET    404    200    200     200       410    200
/m/<watch>/delete                               GET    404    403    403     403       410    200
/m/<watch>/delete                               POST   404    403    403     403       410    303*
/books/new                                      GET    200    200    200     200       200    200
/books/new                                      POST   303*   303*   303*    303*      303*   303*
/b/<book>                                       GET    404    200    200     200       410    200
/b/<book>/matches                               GET    404    200    200     200       410    200
/b/<book>/history                               GET    404    200    200     200       410    200
/b/<book>/players                               GET    404    200    200     200       410    200
/b/<book>/players                               POST   404    403    403     403       410    422
/b/<book>/players/<int:player_id>               GET    404    200    200     200       410    200
/b/<book>/players/<int:player_id>               POST   404    403    403     403       410    303
/b/<book>/players/<int:player_id>/merge         GET    404    403    403     403       410    200
/b/<book>/players/<int:player_id>/merge         POST   404    403    403     403       410    422
/b/<book>/players/<int:player_id>/split         GET    404    403    403     403       410    200
/b/<book>/players/<int:player_id>/split         POST   404    403    403     403       410    422
/b/<book>/players/<int:player_id>/delete        GET    404    403    403     403       410    200
/b/<book>/players/<int:player_id>/delete        POST   404    403    403     403       410    303*
/b/<book>/ratings                               GET    404    200    200     200       410    200
/b/<book>/ratings/<int:player_id>               GET    404    200    200     200       410    200
/b/<book>/statistics                            GET    404    200    200     200       410    200
/b/<book>/statistics/players/<int:player_id>    GET    404    200    200     200       410    200
/b/<book>/statistics/players/<int:player_id>/against/<int:other_id> GET 404 200 200    200       410    200
/b/<book>/statistics/figures/<figure>           GET    404    200    200     200       410    200
/b/<book>/rules                                 GET    404    200    200     200       410    200
/b/<book>/rules/change                          GET    404    403    403     403       410    200
/b/<book>/rules/change                          POST   404    403    403     403       410    303*
/b/<book>/name                                  GET    404    403    403     403       410    200
/b/<book>/name                                  POST   404    403    403     403       410    303*
/b/<book>/share                                 GET    404    200    200     200       410    200
/b/<book>/share/scoring                         GET    404    403    403     403       410    200
/b/<book>/share/renew                           POST   404    403    403     403       410    303*
/b/<book>/share/seats/<int:seat_id>/end         POST   404    403    403     403       410    303
/b/<book>/share/name                            POST   404    403    403     403       410    303*
/b/<book>/matches/add                           GET    404    403    403     403       410    200
/b/<book>/matches/add                           POST   404    403    403     403       410    303
/b/<book>/matches/new                           GET    404    403    403     403       410    200
/b/<book>/matches/new                           POST   404    403    403     403       410    303*
/b/<book>/export                                GET    404    200    200     200       410    200
/b/<book>/book.json                             GET    404    200    200     200       410    200
/b/<book>/hands.csv                             GET    404    200    200     200       410    200
/b/<book>/print                                 GET    404    200    200     200       410    200
/b/<book>/delete                                GET    404    403    403     403       410    200
/b/<book>/delete                                POST   404    403    403     403       410    303*
/bs/<book_score>                                GET    404    404    410     404       410    303
/m/<watch>/book/open                            GET    404    303    303     303       410    303
/m/<watch>/book                                 GET    404    403    403     403       410    200
/m/<watch>/book                                 POST   404    403    403     403       410    404
/m/<watch>/book/leave                           POST   404    403    403     403       410    303*
"""
"""What each role is answered at each route; with an asterisk, something was written."""


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    route: str
    method: str
    answers: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.method} {self.route}"


ROWS = [
    Row(route, method, tuple(answers))
    for route, method, *answers in map(str.split, TABLE.strip().splitlines()[1:])
]


def address_of(app: Flask, row: Row, visitor: Visitor) -> Address:
    """The address of a route for a visitor."""
    [rule] = [each for each in app.url_map.iter_rules() if (row.route, row.method) in methods_of(each)]
    given = zip(("watch", "score", "book", "book_score"), visitor.keys, strict=True)
    filled = FILLED | dict(given)
    if "/lines/" in row.route:
        filled["position"] = 4
    values = {name: filled[name] for name in rule.arguments}
    return Address(rule, app.url_map.bind("localhost").build(rule.endpoint, values, row.method))


def methods_of(rule: Rule) -> list[tuple[str, str]]:
    """A route with each method for which the table needs a row."""
    return [(rule.rule, method) for method in ("GET", "POST") if method in (rule.methods or ())]


FILLED = {
    "number": 1,
    "position": 3,
    "seat_id": 1,
    "rules_id": 1,
    "player_id": 1,
    "other_id": 2,
    "figure": "gin",
    "preset": "pagat",
    "path": "page.css",
    "job": "0" * 32,
    "digest": "0" * 16,
    "name": "python.zip",
}
"""Values for the other variables of routes. The third hand was removed, the penalty is fourth."""


def test_every_route_has_a_row_for_each_of_its_methods(app: Flask) -> None:
    """A new route needs one: who may do what there?"""
    routes = [each for rule in app.url_map.iter_rules() for each in methods_of(rule)]

    assert sorted((row.route, row.method) for row in ROWS) == sorted(routes)
    assert TABLE.split()[2 : 2 + len(ROLES)] == ROLES


POSTS = {str(row): [row] for row in ROWS if row.method == "POST"}
CASES = POSTS | {"GET": [row for row in ROWS if row.method == "GET"]}
"""Rows that are tried on one match where there is a seat: what is only read can be read together."""


def answered(app: Flask, row: Row, visitor: Visitor, version: str) -> tuple[TestResponse, Address]:
    """What *visitor* is answered at the address of a row, and that address."""
    form = (
        everything(visitor.token, version) | {"entry": f"row-{ROWS.index(row)}"}
        if row.method == "POST"
        else {}
    )
    query = {name: form[name] for name in ("entry", "version", "tell", "position") if form}
    address = address_of(app, row, visitor)
    return ask(visitor.client, row.method, address.path, data=form, query_string=query), address


@pytest.fixture
def version(table: Table, keys: Keys) -> str:
    """The number of changes of the match."""
    page = Page(table.browser.client.get(f"/m/{keys.watch}/hands/new?by=deadwood").text, "")
    return page.inputs["version"]


@everyone
def test_without_a_seat_everybody_is_answered_as_the_table_says(
    app: Flask, keys: Keys, visit: Visit, version: str, who: str
) -> None:
    """At all routes on one match, since nothing of it changes."""
    visitor, found = visit(who), {}
    initial = before = rows_of(app)
    for row in ROWS:
        answer, address = answered(app, row, visitor, version)
        after = rows_of(app)

        found[str(row)] = f"{answer.status_code}{'*' if before != after else ''}"
        assert untouched(initial, before, after, address), f"{row}: {answer.status}"
        assert not leaks(answer, visitor, keys), f"{row}: {answer.status}"
        before = after
    assert found == {str(row): row.answers[ROLES.index(who)] for row in ROWS}


@pytest.mark.parametrize("case", CASES)
def test_with_a_seat_everything_is_answered_as_the_table_says(
    app: Flask, visit: Visit, version: str, case: str
) -> None:
    visitor, found = visit("seated"), {}
    before = rows_of(app)
    for row in CASES[case]:
        answer, _ = answered(app, row, visitor, version)
        after = rows_of(app)
        found[str(row)] = f"{answer.status_code}{'*' if before != after else ''}"
        before = after
    assert found == {str(row): row.answers[ROLES.index("seated")] for row in CASES[case]}


@pytest.mark.parametrize("who", ROLES)
def test_other_methods_do_nothing(app: Flask, keys: Keys, visit: Visit, who: str) -> None:
    visitor = visit(who)
    form = everything(visitor.token, "2")
    known = {pair for rule in app.url_map.iter_rules() for pair in methods_of(rule)}
    before = rows_of(app)

    for method, address in product(METHODS, addresses(app, *visitor.keys)):
        route = address.rule.rule
        if (route, method) in known or address.rule.build_only:
            continue
        answer = ask(visitor.client, method, address.path, data=form)

        if method == "HEAD" and (route, "GET") in known:
            page = ask(visitor.client, "GET", address.path)
            assert (answer.status_code < 400) is (page.status_code < 400), f"{method} {address}"
        else:
            expected = 200 if method == "OPTIONS" else 405
            assert answer.status_code == expected, f"{method} {address}: {answer.status}"
        assert who == "seated" or not leaks(answer, visitor, keys), f"{method} {address}"
    assert rows_of(app) == before


@dataclass(frozen=True)
class Sent:
    """A form of a page of the one who plays, ready to be sent by another."""

    page: str
    action: str
    fields: tuple[tuple[str, str], ...]

    def by(self, visitor: Visitor, keys: Keys) -> TestResponse:
        """What *visitor* is answered who sends it with his own token."""
        path, _, query = self.action.replace(keys.watch, visitor.watch).partition("?")
        fields = dict(self.fields) | {"csrf_token": visitor.token}
        return ask(visitor.client, "POST", path, data=fields, query_string=query)

    def __str__(self) -> str:
        return f"{self.page} → {self.action} {dict(self.fields)}"


def forms_of(app: Flask, table: Table, keys: Keys) -> list[Sent]:
    """Every form on every page of the match, pressed by each of its buttons; what ends links comes last."""
    found = []
    for address in addresses(app, keys.watch, keys.score, keys.book, keys.book_score):
        if address.rule.endpoint.startswith("judge."):
            continue  # It writes nothing, and answers whoever asks.
        if (
            address.is_page
            and address.is_secret
            and "watch" in address.rule.arguments
            and "GET" in (address.rule.methods or ())
        ):
            page = Page(table.browser.client.get(address.path).text, address.path)
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


REFUSED = dict.fromkeys(VISITORS, 403) | {"nobody": 404, "former": 410}


@everyone
def test_the_forms_of_the_one_who_plays_are_worth_nothing_without_the_seat(
    app: Flask, table: Table, keys: Keys, visit: Visit, who: str
) -> None:
    before = rows_of(app)
    visitor = visit(who)
    initial = rows_of(app)
    sent = forms_of(app, Table(table.browser, f"/m/{keys.watch}"), keys)
    assert {"/hands/new", "/undo", "/hands/1/remove", "/hands/2/check"} <= {
        urlsplit(each.action).path.removeprefix(f"/m/{keys.watch}") for each in sent
    }

    for each in sent:
        answer = each.by(visitor, keys)

        assert answer.status_code == REFUSED[who], each
        assert rows_of(app) == initial, each
        assert not leaks(answer, visitor, keys), each
    assert all(before[name] <= initial[name] for name in before)


def test_those_forms_are_good_where_the_seat_is(app: Flask, table: Table, keys: Keys) -> None:
    mine = Visitor(table.browser.client, keys.watch, keys.score, keys.book, keys.book_score)
    for each in forms_of(app, Table(table.browser, f"/m/{keys.watch}"), keys):
        before = rows_of(app) if "renew" in each.action else {}
        status = each.by(mine, keys).status_code
        assert status in (200, 303, 409), f"{each}: {status}"
        if "renew" in each.action:
            assert rows_of(app) != before
            break


def test_a_wrong_link_and_a_match_that_is_not_there_answer_alike(
    app: Flask, keys: Keys, visit: Visit
) -> None:
    visitor = visit("nobody")
    form = {"csrf_token": visitor.token}
    wrong = [
        (NOWHERE,) * 4,
        ("x",) * 4,
        (keys.score, keys.watch, keys.book_score, keys.book),
        (keys.book, keys.book_score, keys.watch, keys.score),
    ]

    walks = [list(addresses(app, *keys_of)) for keys_of in wrong]

    for method, alike in product(METHODS, zip(*walks, strict=True)):
        if not alike[0].is_secret:
            continue
        answers = [ask(visitor.client, method, each.path, data=form) for each in alike]
        assert len({(answer.status, answer.text, tuple(dict(answer.headers))) for answer in answers}) == 1
        assert answers[0].status_code in ({405, 404} if method != "OPTIONS" else {200}), alike[0]
        if method in ("GET", "POST") and method in (alike[0].rule.methods or ()):
            assert answers[0].status_code == 404, alike[0]


@pytest.mark.parametrize("who", ROLES)
def test_no_page_of_a_match_is_passed_on(
    app: Flask, table: Table, keys: Keys, visit: Visit, who: str
) -> None:
    visitor = visit(who)

    for method, address in product(METHODS, addresses(app, *visitor.keys)):
        headers = ask(visitor.client, method, address.path).headers
        if address.is_secret:
            assert headers["Referrer-Policy"] == "no-referrer", f"{method} {address}"
            assert headers["Cache-Control"] in ("private, no-cache", "no-store"), f"{method} {address}"
            assert headers["X-Robots-Tag"] == "noindex", f"{method} {address}"


def test_a_match_is_found_by_its_keys_alone(app: Flask) -> None:
    """Whatever speaks of a match speaks of it by its link: no address counts matches."""
    for rule in app.url_map.iter_rules():
        about_a_match = rule.arguments & {"hand_id", "seat_id", "match_id"}
        assert not about_a_match or rule.arguments & {"watch", "book"}, rule
        assert not re.search(r"<[^>]*(score)[^>]*>.*<[^>]*(watch)", rule.rule), rule
