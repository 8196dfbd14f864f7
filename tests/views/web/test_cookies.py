"""Cookies over https and over http."""

from http.cookies import SimpleCookie

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.databases import Database, make_app
from tests.views.browser import Page
from tests.views.table import Table

HTTP, HTTPS = "http://gin.example", "https://gin.example"


def cookie(answer: TestResponse, ends: str) -> tuple[str, str, bool]:
    """The name, path and security of the cookie whose name ends like this."""
    for line in answer.headers.getlist("Set-Cookie"):
        for name, morsel in SimpleCookie(line).items():
            assert morsel["max-age"], "for so long, by the clock of the device"
            assert not morsel["expires"], "the clock of the server may be wrong by years"
            if name.endswith(ends):
                assert not morsel["domain"]
                return name, morsel["path"], bool(morsel["secure"])
    raise LookupError(ends)


def choose(client: FlaskClient, base_url: str, **environ: str) -> TestResponse:
    """Chooses the dark theme."""
    page = Page(client.get("/settings", base_url=base_url, environ_overrides=environ).text, "/settings")
    fields = page.form_with({"theme"}).inputs | {"theme": "dark"}
    return client.post("/settings", base_url=base_url, data=fields, environ_overrides=environ)


def judge(client: FlaskClient, base_url: str, **environ: str) -> TestResponse:
    """Asks the judge something."""
    sent = {"question": "cards", "cards": "7S 7H 7D", "house": "sydney"}
    return client.post("/judge", base_url=base_url, data=sent, environ_overrides=environ)


BELOW = {"SCRIPT_NAME": "/deadwood"}

CASES = [
    (HTTP, {}, "{}", "/", False),
    (HTTP, BELOW, "{}", "/", False),
    (HTTPS, {}, "__Host-{}", "/", True),
    (HTTPS, BELOW, "__Secure-{}", "/deadwood", True),
]
"""Over http nothing is different from earlier versions."""


@pytest.mark.parametrize("base_url, environ, name, path, secure", CASES)
def test_each_cookie_is_bound_to_its_host_where_that_is_possible(
    app: Flask, base_url: str, environ: dict[str, str], name: str, path: str, secure: bool
) -> None:
    client = app.test_client(use_cookies=False)
    session = client.get("/matches/new", base_url=base_url, environ_overrides=environ)
    assert cookie(session, "deadwood") == (name.format("deadwood"), path, secure)

    client = app.test_client()
    assert cookie(choose(client, base_url, **environ), "display") == (name.format("display"), path, secure)
    assert cookie(judge(client, base_url, **environ), "judge_house") == (
        name.format("judge_house"),
        path,
        secure,
    )


@pytest.mark.parametrize("base_url, environ", [(HTTP, {}), (HTTPS, {}), (HTTPS, BELOW)])
def test_what_a_phone_was_given_is_read_again(app: Flask, base_url: str, environ: dict[str, str]) -> None:
    client = app.test_client()
    answer = choose(client, base_url, **environ)

    assert answer.status_code == 303
    assert 'data-theme="dark"' in client.get("/", base_url=base_url, environ_overrides=environ).text


def test_an_earlier_cookie_keeps_its_seat_and_settings_over_https(app: Flask, table: Table) -> None:
    mine = table.browser.client.get_cookie("deadwood")
    assert mine is not None
    client = app.test_client(use_cookies=False)
    page = client.get(
        f"{table.path}/share",
        base_url=HTTPS,
        headers={"Cookie": f"deadwood={mine.value}; display=dark.large; judge_house=sydney"},
    )

    assert "Whose phone is this?" in page.text
    assert 'data-theme="dark"' in page.text
    assert cookie(page, "deadwood") == ("__Host-deadwood", "/", True), "and then has the new name"


def test_a_cookie_that_another_site_planted_does_not_replace_that_of_the_host(
    app: Flask, table: Table
) -> None:
    """A site below the same domain, or anybody on plain http, can set the plain name."""
    mine = table.browser.client.get_cookie("deadwood")
    other = app.test_client()
    other.get("/matches/new")
    planted = other.get_cookie("deadwood")
    assert mine is not None
    assert planted is not None
    for order in (
        f"deadwood={planted.value}; __Host-deadwood={mine.value}",
        f"__Host-deadwood={mine.value}; deadwood={planted.value}",
    ):
        client = app.test_client(use_cookies=False)
        page = client.get(f"{table.path}/share", base_url=HTTPS, headers={"Cookie": order})
        assert "Whose phone is this?" in page.text


def test_a_name_that_only_https_may_set_is_not_read_over_http(app: Flask, table: Table) -> None:
    mine = table.browser.client.get_cookie("deadwood")
    assert mine is not None
    client = app.test_client(use_cookies=False)
    for base_url, seated in ((HTTPS, True), (HTTP, False), (HTTPS, True)):
        page = client.get(
            f"{table.path}/share", base_url=base_url, headers={"Cookie": f"__Host-deadwood={mine.value}"}
        )
        assert ("Whose phone is this?" in page.text) is seated


@pytest.mark.parametrize("path", ["/", "/nowhere", "/m/nothing", "/health"])
def test_browsers_stay_with_https(client: FlaskClient, path: str) -> None:
    over_https = client.get(path, base_url=HTTPS).headers

    assert over_https["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in client.get(path, base_url=HTTP).headers


def test_a_proxy_with_https_is_enough(instance: object, database: Database) -> None:
    client = make_app(instance, database.url, PROXIES=1).test_client()  # type: ignore[arg-type]
    answer = client.get("/matches/new", headers={"X-Forwarded-Proto": "https"})

    assert cookie(answer, "deadwood") == ("__Host-deadwood", "/", True)
