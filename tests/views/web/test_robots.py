"""Search engines find the start page and the rules, and no match."""

from urllib.robotparser import RobotFileParser

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.views.table import Table


def permitted(robots: str, path: str, agent: str = "Googlebot") -> bool:
    """Whether *path* may be asked for. The parser of Python knows no dollar sign, so that is tried here."""
    parser = RobotFileParser()
    parser.parse(robots.replace("Allow: /$", "Allow: /only-the-start").splitlines())
    return parser.can_fetch(agent, "/only-the-start" if path == "/" else path)


@pytest.mark.parametrize("path", ["/", "/houses", "/houses/pagat", "/static/0123/page.css"])
def test_the_start_page_and_the_rules_may_be_found(client: FlaskClient, path: str) -> None:
    assert permitted(client.get("/robots.txt").text, path)


@pytest.mark.parametrize("path", ["/matches/new", "/judge?cards=7S", "/settings", "/health"])
def test_nothing_else_is_asked_for(client: FlaskClient, path: str) -> None:
    assert not permitted(client.get("/robots.txt").text, path)


def test_a_link_is_never_asked_for_nor_listed(app: Flask, table: Table, client: FlaskClient) -> None:
    robots = client.get("/robots.txt")

    assert robots.mimetype == "text/plain"
    for path in (table.path, f"{table.path}/history", "/s/key"):
        assert not permitted(robots.text, path)
        assert client.get(path).headers["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("agent", ["Twitterbot/1.0", "facebookexternalhit/1.1", "WhatsApp/2.2"])
def test_messengers_may_show_what_a_link_opens_but_never_take_a_seat(
    table: Table, client: FlaskClient, agent: str
) -> None:
    robots = client.get("/robots.txt").text

    assert permitted(robots, table.path, agent)
    assert permitted(robots, f"{table.path}/result.png?v=1", agent)
    assert not permitted(robots, "/s/key", agent)
