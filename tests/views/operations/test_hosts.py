"""Which names Deadwood answers to."""

import logging
from pathlib import Path

import pytest
from click import ClickException
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from tests.databases import SQLite, make_app
from tests.views.browser import Browser

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
