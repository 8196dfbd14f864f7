"""A phone without any server does by itself what others leave to theirs."""

from collections.abc import Callable

import pytest

from phone.boot import Phone
from tests.views.browser import Browser
from tests.views.imports.test_book_imports import pressed, sent
from tests.views.table import Table, totals

GIN = {"knocker": "0", "outcome": "gin", "deadwood_1": "90"}
"""Ann wins 90 + 25, and with it a game to 100."""


@pytest.fixture
def alone(make_phone: Callable[..., Phone]) -> Browser:
    """A phone on a site without a server."""
    return Browser(make_phone(ALONE=True).app.test_client())


@pytest.fixture
def table(alone: Browser) -> Table:
    """A match that was started on it."""
    sheet = alone.send("/matches/new", {"name_0": "Ann", "name_1": "Bob"})
    return Table(alone, sheet.path.partition("?")[0])


def book_of(alone: Browser, table: Table) -> str:
    """The path of the book that the first rematch starts."""
    table.enter(GIN)
    alone.press(table.path, "Rematch")
    return str(alone.client.get(f"{table.path}/book/open").location).partition("?")[0]


def test_a_rematch_starts_a_book_with_ratings(alone: Browser, table: Table, threadless: None) -> None:
    page = alone.get(f"{book_of(alone, table)}/ratings")

    assert "Ann" in page.text


def test_a_book_is_exported_and_imported_again(
    alone: Browser, table: Table, threadless: None, make_phone: Callable[..., Phone]
) -> None:
    text = alone.client.get(f"{book_of(alone, table)}/book.json").text
    other = Browser(make_phone("other", ALONE=True).app.test_client())
    pressed(other, sent(other, text))

    assert "Ann and Bob" in other.get("/").text


def test_a_form_of_another_site_does_nothing(alone: Browser, table: Table) -> None:
    """The service worker passes on whatever a page sends in a frame."""
    forged = GIN | {"entry": "e1", "version": "0.", "by": "deadwood", "save": "1"}
    for token in ({}, {"csrf_token": "guessed"}):
        answer = alone.client.post(f"{table.path}/hands/new?by=deadwood", data=forged | token)
        assert answer.status_code == 400
        assert answer.headers["X-Refused"] == "csrf"
    assert totals(table.sheet()) == ["0", "0"]


def test_a_page_outlives_the_python_that_made_it(make_phone: Callable[..., Phone]) -> None:
    """The page's tab was closed before anything was saved; another one goes on with what was kept."""
    first, second = make_phone("first", ALONE=True), make_phone("second", ALONE=True)
    kept = first.keep()
    page = Browser(first.app.test_client()).get("/matches/new")
    second.restore(*kept)

    answer = second.app.test_client().post(
        "/matches/new", data=page.inputs | {"name_0": "Ann", "name_1": "Bob"}
    )
    assert answer.status_code == 303


def test_there_is_nobody_to_share_with_but_a_file(alone: Browser, table: Table) -> None:
    page = alone.get(f"{table.path}/share", status=403)

    assert "There is no server: what you enter stays on this phone." in page.text
    assert f"{table.path}/export" in [a["href"] for a in page.root.all("a")]


def test_nothing_there_removes_the_only_copy_of_a_match(alone: Browser) -> None:
    page = alone.get("/offline")

    assert "There is no server: what you enter stays on this phone." in page.text
    assert "When space is short, the browser may delete what you entered." in page.text
    assert "not sent yet" not in page.text
    assert "Remove it from this phone" not in page.text
