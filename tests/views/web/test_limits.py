"""What anybody can send is limited, in size and number; half a long file is never taken for a whole one."""

import ast
from collections.abc import Iterator
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import IntegerConverter
from werkzeug.test import TestResponse

from models.records.database.passing import FILE, beside, execute
from models.records.tables.shared import scoring_token
from tests.databases import Database, make_app
from tests.gin.table import knock
from tests.records.table import match_at
from tests.views.browser import Browser, Page
from tests.views.table import Table
from tests.views.walking import addresses, ask
from views.web.access import DEVICE
from views.web.downloads import BLOCK, long_file
from views.web.numbers import LARGEST
from views.web.rate_limit import NEW_MATCHES, SAVED_RULES, WRONG_LINKS, Counters, Limit, count
from views.web.upload_limits import LONGEST_FIELD, TAKES_JSON

VIEWS = Path(__file__).parents[3] / "views"

LONG, HUGE = "x" * (LONGEST_FIELD + 1), "9" * 20


@pytest.mark.parametrize(
    "path", ["/judge?cards={}", "/houses/own?from={}", "/matches/new?house={}", "/?{}=1"]
)
def test_a_value_in_an_address_is_limited(browser: Browser, path: str) -> None:
    assert browser.client.get(path.format(LONG)).status_code == 414
    assert browser.client.get(path.format("x" * 500)).status_code != 414


@pytest.mark.parametrize("path", ["/judge", "/matches/new", "/settings", "/import", "/import/" + "0" * 32])
@pytest.mark.parametrize("name", ["a", "text_size", "csrf_token", "house"])
def test_a_field_of_a_form_is_limited(browser: Browser, path: str, name: str) -> None:
    form = {"csrf_token": browser.get("/import").inputs["csrf_token"], name: LONG}

    assert browser.client.post(path, data=form).status_code in (400, 413)


def test_only_the_text_of_a_file_may_be_long(browser: Browser) -> None:
    token = browser.get("/import").inputs["csrf_token"]

    assert browser.client.post("/import", data={"csrf_token": token, "text": LONG}).status_code == 422
    assert browser.client.post("/judge", data={"csrf_token": token, "text": LONG}).status_code == 413


def parts(*heads: str) -> bytes:
    """A form in parts with these heads."""
    return b"".join(f"--b\r\n{head}\r\n\r\nx\r\n".encode() for head in heads) + b"--b--\r\n"


def forms(app: Flask) -> list[str]:
    """The addresses of all forms."""
    return [each.path for each in addresses(app, "m" * 24, "s" * 24) if "POST" in (each.rule.methods or ())]


@pytest.mark.parametrize("head", ["form-data", 'form-data; filename="x"', "form-data; name", ""])
def test_a_field_without_a_name_is_refused_by_every_form(app: Flask, browser: Browser, head: str) -> None:
    token = browser.get("/import").inputs["csrf_token"]
    named = 'Content-Disposition: form-data; name="a"'
    sent = {"data": parts(named, f"Content-Disposition: {head}"), "headers": {"X-CSRFToken": token}}

    for path in forms(app):
        answer = ask(browser.client, "POST", path, content_type="multipart/form-data; boundary=b", **sent)
        assert answer.status_code == 400, path


@pytest.mark.parametrize("text", ["[" * 1_000 + "]" * 1_000, '"ab"', "NaN", "{}", '{"text_size": "1"}', "{"])
def test_no_form_is_read_from_json(app: Flask, browser: Browser, text: str) -> None:
    token = browser.get("/import").inputs["csrf_token"]
    sent = {"data": text, "content_type": "application/x+json", "headers": {"X-CSRFToken": token}}

    for path in forms(app):
        status = ask(browser.client, "POST", path, **sent).status_code
        assert status == (400 if path == TAKES_JSON else 415), path


def test_no_number_in_an_address_is_larger_than_a_column(app: Flask) -> None:
    numbers = [
        converter
        for rule in app.url_map.iter_rules()
        for converter in rule._converters.values()
        if isinstance(converter, IntegerConverter)
    ]

    assert numbers
    assert {converter.max for converter in numbers} == {LARGEST}


def test_no_field_is_read_as_a_number_without_bounds() -> None:
    for file in VIEWS.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            assert not (
                isinstance(node, ast.keyword)
                and node.arg == "type"
                and isinstance(node.value, ast.Name)
                and node.value.id == "int"
            ), f"{file}: type=whole, of views/web/numbers.py"


@pytest.fixture
def book(table: Table) -> str:
    """The path of a book with a match."""
    table.play(knock(8, 20))
    page = table.browser.get("/books/new")
    return table.browser._send(page, page.form_with({"name"}), {"name": "Club"}, 303).path


@pytest.mark.engines
@pytest.mark.parametrize(
    "path, name",
    [
        ("/matches/add", "match"),
        ("/players/1/merge", "into"),
        ("/players/1/split", "match"),
        ("/players/1/split", "merge"),
        ("/players/1/split", "against"),
        ("/matches/1/move", "to"),
    ],
)
def test_a_number_in_a_form_of_a_book_is_no_error(table: Table, book: str, path: str, name: str) -> None:
    token = table.browser.get("/import").inputs["csrf_token"]
    form = {"csrf_token": token, "entry": "an-entry-0001", name: HUGE}

    assert table.browser.client.post(book + path, data=form).status_code < 500


def test_a_group_of_players_with_a_number_of_any_length_is_no_error(browser: Browser) -> None:
    form = {"csrf_token": browser.get("/matches/new").inputs["csrf_token"], "players": "9" * 5_000}

    assert browser.client.post("/matches/new", data=form).status_code < 500


@pytest.mark.engines
@pytest.mark.parametrize(
    "path",
    [
        "/players/{}",
        "/players/{}/against/1",
        "/matches?player={}",
        "/history?before={}",
        "/matches/add?match={}",
        "/statistics/matches?player={}",
        "/rules?one={0}&two={0}",
        "/new?player={}",
        "/players/1/split?then={}",
        "/streaks?before={}",
    ],
)
def test_a_number_in_an_address_of_a_book_is_no_error(table: Table, book: str, path: str) -> None:
    assert table.browser.client.get(book + path.format(HUGE)).status_code < 500


@pytest.mark.engines
@pytest.mark.parametrize(
    "path",
    ["?joined={}", "/history?before={}", "/hands/{}", "/hands/{}/correct", "/lines/{}", "/hands/new?like={}"],
)
def test_a_number_in_an_address_of_a_match_is_no_error(table: Table, path: str) -> None:
    assert table.browser.client.get(table.path + path.format(HUGE)).status_code < 500


@pytest.mark.engines
@pytest.mark.parametrize("version", [HUGE, "1." + "x" * 65, "-1", "1" * 10])
def test_a_version_that_no_sheet_reaches_is_refused(table: Table, version: str) -> None:
    token = table.browser.get("/import").inputs["csrf_token"]
    form = {
        "csrf_token": token,
        "entry": "an-entry-0001",
        "version": version,
        "knocker": "0",
        "outcome": "gin",
    }

    assert table.browser.client.post(f"{table.path}/hands/new", data=form).status_code in (400, 409, 422)


@pytest.mark.own_app
def test_a_file_that_breaks_off_does_not_look_complete(app: Flask, server: str) -> None:
    def lines() -> Iterator[str]:
        yield "x" * BLOCK
        raise LookupError("the database is gone")

    app.add_url_rule("/half", view_func=lambda: long_file(lines, "text/csv", "half.csv"))
    connection = HTTPConnection(urlsplit(server).netloc, timeout=30)
    connection.request("GET", "/half")
    answer = connection.getresponse()

    assert answer.status == 200
    with pytest.raises(IncompleteRead):
        answer.read()
    connection.close()


HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def open_link(client: FlaskClient, path: str, where: str = HERE, **sent: object) -> TestResponse:
    """What *client* is answered there."""
    return client.get(path, environ_overrides={"REMOTE_ADDR": where}, **sent)


def tried(
    app: Flask, times: int, limit: Limit = WRONG_LINKS, where: str = HERE, phone: str | None = None
) -> None:
    """Counts as if a visitor without a cookie or a phone had tried that so often there."""
    with app.test_request_context(environ_base={"REMOTE_ADDR": where}):
        count(limit, phone, times)


def device_of(client: FlaskClient) -> str:
    """The token of a phone."""
    with client.session_transaction() as session:
        return str(session.setdefault(DEVICE, "a phone"))


def renew(table: Table) -> str:
    """Renews the viewing link; returns the new one."""
    return table.browser.press(f"{table.path}/share", "Turn off the old link").path.partition("/share")[0]


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    """A phone that was never here."""
    return app.test_client()


@pytest.fixture
def join(app: Flask, table: Table) -> str:
    """The scoring link of the match."""
    with app.app_context():
        match = match_at(table.path)
        return f"/s/{scoring_token(match)}"


def test_sixty_wrong_links_lead_nowhere_and_the_next_is_not_answered(
    app: Flask, visitor: FlaskClient
) -> None:
    wrong = ("/m/guess", "/s/guess", "/b/guess", "/bs/guess", "/bc/guess")
    tried(app, WRONG_LINKS.of_device - len(wrong))
    assert {open_link(visitor, each).status_code for each in wrong} == {404}

    answer = open_link(visitor, "/m/guess")

    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    page = Page(answer.text, "")
    assert page.heading == "Too many wrong links"
    assert page.links["To the home page"] == "/"
    assert not page.faults


def test_whoever_guesses_locks_nobody_out(app: Flask, visitor: FlaskClient, table: Table, join: str) -> None:
    tried(app, WRONG_LINKS.of_device)
    assert open_link(visitor, "/m/guess").status_code == 429

    assert open_link(visitor, table.path).status_code == 200
    assert open_link(visitor, join).status_code == 200
    assert open_link(table.browser.client, table.path).status_code == 200


def test_a_club_behind_one_address_opens_a_renewed_link(app: Flask, table: Table) -> None:
    """Seventy phones open the old link, then the new one: none of them is a guesser."""
    old, new = table.path, renew(table)
    phones = [app.test_client() for _ in range(70)]

    assert {open_link(phone, old).status_code for phone in phones} == {410}
    assert {open_link(phone, new).status_code for phone in phones} == {200}
    assert open_link(phones[0], "/m/mistyped").status_code == 404


def test_a_replaced_link_says_so(visitor: FlaskClient, table: Table) -> None:
    old = table.path
    renew(table)

    page = Page(open_link(visitor, old).text, "")

    assert page.heading == "This link has been replaced"
    assert not page.faults


def test_the_phones_at_an_address_are_counted_apart_and_together(app: Flask) -> None:
    phones = WRONG_LINKS.of_address // WRONG_LINKS.of_device
    for number in range(phones - 1):
        tried(app, WRONG_LINKS.of_device, phone=f"phone {number}")
    last = app.test_client()
    tried(app, WRONG_LINKS.of_device - 1, phone=device_of(last))

    assert open_link(last, "/m/guess").status_code == 404
    assert open_link(app.test_client(), "/m/guess").status_code == 429


def test_whoever_is_elsewhere_is_answered(app: Flask, visitor: FlaskClient) -> None:
    tried(app, WRONG_LINKS.of_device)

    assert open_link(visitor, "/m/guess").status_code == 429
    assert open_link(visitor, "/m/guess", ELSEWHERE).status_code == 404


def test_a_network_of_the_new_addresses_is_one_place(app: Flask, visitor: FlaskClient) -> None:
    for number in range(2):
        tried(app, WRONG_LINKS.of_device // 2, where=f"2001:db8::{number:x}")

    assert open_link(visitor, "/m/guess", "2001:db8::ffff").status_code == 429
    assert open_link(visitor, "/m/guess", "2001:db8:0:1::1").status_code == 404


def test_the_count_is_shared_by_processes(app: Flask, instance: Path, database: Database) -> None:
    tried(app, WRONG_LINKS.of_device)

    assert open_link(make_app(instance, database.url).test_client(), "/m/guess").status_code == 429


def test_no_address_is_stored(app: Flask, visitor: FlaskClient) -> None:
    open_link(visitor, "/m/guess")

    assert HERE.encode() not in (Path(app.instance_path) / FILE).read_bytes()


def test_a_file_that_cannot_be_used_locks_nobody_out(
    app: Flask, visitor: FlaskClient, tmp_path: Path
) -> None:
    app.extensions["counters"] = Counters(beside(tmp_path / "none"))
    tried(app, WRONG_LINKS.of_device)

    assert open_link(visitor, "/m/guess").status_code == 404


@pytest.mark.engines
def test_a_window_ends_also_where_clocks_differ_or_are_set_back(app: Flask) -> None:
    counters: Counters = app.extensions["counters"]
    assert [counters.add("knock", "ann", 60).times for _ in range(3)] == [1, 2, 3]
    assert counters.add("knock", "bob", 60).times == 1
    assert [counters.add("gin", "ann", 0, 5).times for _ in range(3)] == [5, 5, 5]
    for seconds, times in ((30, 4), (-91, 1), (121, 1)):
        execute(counters.engine, {"by": seconds}, "UPDATE counters SET ends = ends + :by")
        assert counters.add("knock", "ann", 60).times == times
    assert execute(counters.engine, {}, "SELECT count(*) FROM counters") == [(1,)]


def test_too_many_saved_rules_are_refused(app: Flask, browser: Browser) -> None:
    page = browser.get("/houses/own?from=pagat&gin_bonus=30")
    form = next(form for form in page.forms if "save" in form.element["action"])
    action, inputs = form.element["action"], form.inputs
    tried(app, SAVED_RULES.of_device - 1, SAVED_RULES, "127.0.0.1", device_of(browser.client))

    assert browser.client.post(action, data=inputs).status_code == 303
    assert browser.client.post(action, data=inputs).status_code == 429


def test_too_many_new_matches_are_refused_and_the_form_is_kept(app: Flask, browser: Browser) -> None:
    counters: Counters = app.extensions["counters"]
    names = {"name_0": "Ann", "name_1": "Bob"}
    tried(app, NEW_MATCHES.of_device - 1, NEW_MATCHES, "127.0.0.1", device_of(browser.client))
    browser.send("/matches/new", names)

    refused = browser.send("/matches/new", names, status=429)
    assert refused.heading == "Too many tries"
    assert names.items() <= refused.inputs.items()

    counters.clear()
    [form] = refused.forms
    answer = browser.client.post("/matches/new", data=form.inputs)
    assert answer.status_code == 303
