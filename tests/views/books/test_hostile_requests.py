"""Addresses and forms of books that none of our pages has get an answer, and never an error of the server."""

import pytest

from tests.views.books.test_books import player, start_book
from tests.views.browser import Browser
from tests.views.table import Sit

pytestmark = pytest.mark.engines

NUMBERS = ("9" * 10, "9" * 30, "9" * 5000, "-" + "9" * 30, "٣", "²", "0")
"""More than a database can count to, more than Python reads, and digits that are not ours."""


@pytest.fixture
def match(sit: Sit) -> str:
    """The path of a match in a book."""
    return sit(names=("Ann", "Bob")).path


@pytest.fixture
def book(browser: Browser, match: str) -> str:
    """The path of the book."""
    return start_book(browser)


def test_numbers_of_nobody_are_not_found(browser: Browser, match: str, book: str) -> None:
    for number in NUMBERS:
        for address in (
            f"{book}/players/{number}",
            f"{book}/players/{number}/delete",
            f"{book}/history?before={number}",
            f"{book}/matches?player={number}",
            f"{book}/rules/change?one={number}&two=1",
            f"{match}/book?to={number}",
        ):
            assert browser.client.get(address).status_code in (200, 404), address


def test_choices_that_were_not_offered_are_refused(browser: Browser, book: str, sit: Sit) -> None:
    match = sit(names=("Ann", "Cid")).path
    asked = {"csrf_token": browser.get(f"{book}/name").inputs["csrf_token"], "entry": "an-entry-0001"}
    to = browser.get(f"{match}/book").root.all("a")
    known = next(each["href"].partition("to=")[2] for each in to if "to=" in each["href"])
    merge = f"{player(browser, book, 'Ann')}/merge"
    new = {"table": "two", "house": "usual"}
    for number in NUMBERS:
        for address, fields in (
            (f"{book}/matches/new", new | {"player_0": number, "player_1": number}),
            (merge, {"into": number}),
            (f"{match}/book", {"to": number}),
            (f"{match}/book", {"to": known, "player_0": number}),
        ):
            answer = browser.client.post(address, data=asked | fields)
            assert answer.status_code in (400, 404, 422), (address, number)


def test_a_search_for_what_no_database_holds_finds_nothing(browser: Browser, book: str) -> None:
    for asked in ("name=%00", "name=A%00nn", "rules=%00:%00", "from=%00", "state=%00"):
        assert browser.client.get(f"{book}/matches?{asked}").status_code == 200, asked
