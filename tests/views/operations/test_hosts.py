"""Which names Deadwood answers to, also behind a proxy, which tells visitors apart."""

import logging
import re
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from click import ClickException
from flask import Flask, request
from flask.testing import FlaskClient

from app import create_app
from tests.databases import Database, SQLite, make_app
from tests.views.browser import Browser
from tests.views.cli.test_starting import free_port, serving

HOSTS = "Club.example.org, .gin.example,192.0.2.7, [2001:db8::1],müller.example"

ALLOWED = [
    "club.example.org",
    "CLUB.example.org:8443",
    "club.example.org.",
    "gin.example",
    "monday.gin.example:80",
    "192.0.2.7:8000",
    "[2001:db8::1]",
    "[2001:DB8::1]:8000",
    "xn--mller-kva.example",
    "localhost:8000",
    "127.0.0.1:8000",
    "[::1]:8000",
]

NOT_ALLOWED = [
    "example.org",
    "notgin.example",
    "club.example.org.evil.example",
    "192.0.2.70",
    "[2001:db8::2]",
]

NOT_VALID = [
    "",
    "a b",
    "a..b",
    "[",
    "[::1",
    "x:",
    "x:0",
    "x:99999",
    "x:abc",
    "a/b",
    "ann@x",
    "é.example",
    "x" * 64,
    "a,b",
    ".example",
    "<script>",
]


@pytest.fixture(scope="module")
def limited_app(instance: Path, sqlite: SQLite) -> Flask:
    """Deadwood for some host names."""
    return make_app(instance, sqlite.url, HOSTS=HOSTS, PROXIES=1)


@pytest.fixture
def limited(limited_app: Flask) -> FlaskClient:
    """A client of it."""
    return limited_app.test_client()


@pytest.mark.parametrize("host", ALLOWED)
def test_allowed_hosts_are_answered_on_any_port(limited: FlaskClient, host: str) -> None:
    assert limited.get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", NOT_ALLOWED + NOT_VALID)
@pytest.mark.parametrize("path", ["/", "/nowhere", "/m/nothing"])
def test_other_hosts_get_one_page_and_leave_no_trace(
    limited: FlaskClient, caplog: pytest.LogCaptureFixture, host: str, path: str
) -> None:
    caplog.set_level(logging.DEBUG)
    answer = limited.get(path, headers={"Host": host})

    assert answer.status_code == 400
    assert "Deadwood isn’t at this address" in answer.text
    assert "/static/" in answer.text, "it is the page with a style sheet, not the plain one"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert not host or len(host) < 3 or host not in answer.text
    assert caplog.text == ""


@pytest.mark.parametrize("host", NOT_VALID)
def test_without_a_list_only_invalid_hosts_are_refused(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 400
    assert client.post("/matches/new", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("host", ALLOWED + NOT_ALLOWED)
def test_without_a_list_any_host_is_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/health", headers={"Host": host}).status_code == 200


def test_the_host_that_the_proxy_names_counts(limited: FlaskClient) -> None:
    def ask(forwarded: str) -> int:
        return limited.get(
            "/health", headers={"Host": "gin.example", "X-Forwarded-Host": forwarded}
        ).status_code

    assert [ask("club.example.org"), ask("evil.example"), ask("a..b")] == [200, 400, 400]


def test_the_page_that_refuses_is_a_page_like_others(limited: FlaskClient) -> None:
    limited.environ_base["HTTP_X_FORWARDED_HOST"] = "evil.example"
    page = Browser(limited).get("/", status=400)

    assert page.links["To the home page"] == "/"


@pytest.mark.parametrize(
    "written", ["https://club.example.org", "club.example.org:8000", "a b", "club..org", "x" * 100, "*"]
)
def test_what_is_no_host_is_said_in_a_sentence(instance: Path, written: str) -> None:
    with pytest.raises(ClickException, match=r"^HOSTS must be host names or IP addresses") as refusal:
        create_app({"INSTANCE_PATH": str(instance), "HOSTS": f"gin.example,{written}"})

    assert written[:80] in refusal.value.format_message()


def test_the_setting_comes_from_the_environment(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", "gin.example")

    assert create_app({"INSTANCE_PATH": str(instance)}).config["HOSTS"] == ("gin.example",)


FORWARDED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "gin.example",
    "X-Forwarded-Prefix": "/deadwood",
}
"""What a proxy adds for a visitor at 203.0.113.9 who asked for https://gin.example/deadwood/."""


def client(instance: Path, database: Database, **settings: object) -> FlaskClient:
    """Deadwood with a page that says what it takes the request for."""
    app = make_app(instance, database.url, **settings)
    app.add_url_rule("/echo", "echo", lambda: f"{request.remote_addr} {request.url}")
    return app.test_client()


@pytest.mark.parametrize("written", [1, " 1 "])
def test_a_proxy_is_believed_who_asks_for_what(instance: Path, database: Database, written: object) -> None:
    answer = client(instance, database, PROXIES=written).get("/echo", headers=FORWARDED).text

    assert answer == "203.0.113.9 https://gin.example/deadwood/echo"


def test_forwarded_headers_are_ignored_by_default(instance: Path, database: Database) -> None:
    answer = client(instance, database).get("/echo", headers=FORWARDED).text

    assert answer == "127.0.0.1 http://localhost/echo"


def test_a_proxy_that_nobody_named_is_warned_of_once(
    instance: Path, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    named, unnamed = client(instance, database, PROXIES=1), client(instance, database)
    for visitor in (named, unnamed, unnamed):
        visitor.get("/health", headers=FORWARDED)
    unnamed.get("/health")

    [said] = [record.getMessage() for record in caplog.records if "PROXIES" in record.getMessage()]
    assert "all visitors look like one" in said


def test_what_a_visitor_says_before_the_proxy_is_not_believed(instance: Path, database: Database) -> None:
    lied = FORWARDED | {"X-Forwarded-For": "192.0.2.66, 203.0.113.9"}

    assert client(instance, database, PROXIES=1).get("/echo", headers=lied).text.startswith("203.0.113.9 ")


def test_behind_two_proxies_the_first_of_them_saw_the_visitor(instance: Path, database: Database) -> None:
    twice = {name: f"{value}, 10.0.0.1" for name, value in FORWARDED.items()}

    assert client(instance, database, PROXIES=2).get("/echo", headers=twice).text.startswith("203.0.113.9 ")


def test_clients_behind_one_proxy_are_distinguished(instance: Path, database: Database) -> None:
    visitors = client(instance, database, PROXIES=1)
    for number in range(60):
        visitors.get(f"/m/guess-{number}", headers=FORWARDED)

    assert visitors.get("/m/guess", headers=FORWARDED).status_code == 429
    assert (
        visitors.get("/m/guess", headers=FORWARDED | {"X-Forwarded-For": "203.0.113.10"}).status_code == 404
    )


@pytest.mark.parametrize("written", ["one", "-1", "1.5", "10", "1 2", "١"])
def test_what_is_no_number_is_said_in_a_sentence(instance: Path, written: str) -> None:
    with pytest.raises(ClickException, match=r"^PROXIES must be the number of proxies") as refusal:
        create_app({"INSTANCE_PATH": str(instance), "PROXIES": written})

    assert written in refusal.value.format_message()


def test_the_server_hands_on_what_the_proxy_says(home: Path) -> None:
    asked = Request(f"http://127.0.0.1:{(port := free_port())}/", headers=FORWARDED)
    with serving(home, port, PROXIES="1"), urlopen(asked) as page:
        [begin] = re.findall(r'href="([^"]*/matches/new)"', page.read().decode())

    assert begin == "/deadwood/matches/new"
