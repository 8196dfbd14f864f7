"""The rate limit on wrong links."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from models.records import find_match, scoring_token
from tests.databases import Database, make_app
from tests.views.browser import Page
from tests.views.table import Table

ENOUGH = 60
"""So many wrong links in a minute are a mistake; one more is a search."""

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def open_link(client: FlaskClient, path: str, where: str = HERE, **sent: object) -> TestResponse:
    """What *client* is answered there."""
    return client.get(path, environ_overrides={"REMOTE_ADDR": where}, **sent)


def guess(client: FlaskClient, times: int, kind: str = "m", where: str = HERE) -> set[int]:
    """How *client* is answered who tries so many links."""
    return {
        open_link(client, f"/{kind}/guess-{number}", where.format(number)).status_code
        for number in range(times)
    }


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    """A phone that was never here."""
    return app.test_client()


@pytest.fixture
def join(app: Flask, table: Table) -> str:
    """The scoring link of the match."""
    with app.app_context():
        match = find_match(table.path.removeprefix("/m/"))
        assert match is not None
        return f"/s/{scoring_token(match)}"


@pytest.mark.parametrize("kind", ["m", "s"])
def test_sixty_wrong_links_lead_nowhere_and_the_next_is_not_answered(visitor: FlaskClient, kind: str) -> None:
    assert guess(visitor, ENOUGH, kind) == {404}

    answer = open_link(visitor, f"/{kind}/guess")

    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    page = Page(answer.text, "")
    assert page.heading == "Too many wrong links"
    assert page.links["To the home page"] == "/"
    assert not page.faults


@pytest.mark.parametrize("page", ["", "/history", "/hands/new"])
def test_a_right_link_is_then_refused_like_a_wrong_one(visitor: FlaskClient, table: Table, page: str) -> None:
    guess(visitor, ENOUGH)

    right, wrong = open_link(visitor, table.path + page), open_link(visitor, "/m/guess" + page)

    assert (right.status_code, right.text) == (wrong.status_code, wrong.text)
    assert right.status_code == 429


def test_a_right_link_that_gives_a_seat_gives_none_then(visitor: FlaskClient, join: str) -> None:
    guess(visitor, ENOUGH, "s")

    assert open_link(visitor, join).status_code == 429


def test_both_kinds_of_links_are_counted_together(visitor: FlaskClient) -> None:
    guess(visitor, ENOUGH // 2, "m")
    guess(visitor, ENOUGH // 2, "s")

    assert open_link(visitor, "/m/guess").status_code == 429


def test_a_phone_that_plays_is_never_locked_out(visitor: FlaskClient, table: Table, join: str) -> None:
    guess(visitor, ENOUGH + 1)
    mine = table.browser.client

    assert open_link(mine, table.path).status_code == 200
    assert open_link(mine, f"{table.path}/hands/new").status_code == 200
    assert open_link(mine, join).status_code == 303


def test_who_plays_and_guesses_is_refused_like_anyone_but_not_at_his_own_table(table: Table) -> None:
    mine = table.browser.client
    guess(mine, ENOUGH)

    assert open_link(mine, "/m/guess").status_code == 429
    assert open_link(mine, table.path).status_code == 200


def test_whoever_is_elsewhere_is_answered(visitor: FlaskClient, table: Table) -> None:
    guess(visitor, ENOUGH + 1)

    assert open_link(visitor, table.path, ELSEWHERE).status_code == 200
    assert open_link(visitor, "/m/guess", ELSEWHERE).status_code == 404


def test_a_network_of_the_new_addresses_is_one_place(visitor: FlaskClient) -> None:
    guess(visitor, ENOUGH, where="2001:db8::{:x}")

    assert open_link(visitor, "/m/guess", "2001:db8::ffff").status_code == 429
    assert open_link(visitor, "/m/guess", "2001:db8:0:1::1").status_code == 404


def test_right_links_and_other_pages_are_not_counted(visitor: FlaskClient, table: Table) -> None:
    for _ in range(ENOUGH):
        open_link(visitor, table.path)
        open_link(visitor, "/nowhere")
    guess(visitor, ENOUGH - 1)

    assert open_link(visitor, table.path).status_code == 200


def test_each_application_counts_for_itself(
    visitor: FlaskClient, app: Flask, instance: Path, database: Database
) -> None:
    guess(visitor, ENOUGH + 1)

    assert open_link(app.test_client(), "/m/guess").status_code == 429
    assert open_link(make_app(instance, database.url).test_client(), "/m/guess").status_code == 404
