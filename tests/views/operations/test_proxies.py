"""Behind a proxy: addresses with the proxy's name, and visitors told apart."""

import re
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from click import ClickException
from flask import request
from flask.testing import FlaskClient

from app import create_app
from tests.databases import Database, make_app
from tests.views.cli.test_starting import free_port, serving

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
