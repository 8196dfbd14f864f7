"""Addresses and forms of books that none of our pages has get an answer, and never an error of the server."""

import pytest

from tests.views.books.test_books import player, start_book
from tests.views.browser import Browser
from tests.views.table import Sit

pytestmark = pytest.mark.both_databases

NUMBERS = ("9" * 10, "9" * 30, "9" * 5000, "-" + "9" * 30, "٣", "²", "0")
"""More than a database can count to, more than Python reads, and digits that are not ours."""


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_of_nobody_are_not_found(browser: Browser, sit: Sit, number: str) -> None:
    match = sit(names=("Ann", "Bob")).path
    book = start_book(browser)
    for address in (
        f"{book}/players/{number}",
        f"{book}/players/{number}/delete",
        f"{book}/history?before={number}",
        f"{book}/matches?player={number}",
        f"{book}/rules/change?one={number}&two=1",
        f"{match}/book?to={number}",
    ):
        assert browser.client.get(address).status_code in (200, 404), address


@pytest.mark.parametrize("number", NUMBERS)
def test_choices_that_were_not_offered_are_refused(browser: Browser, sit: Sit, number: str) -> None:
    sit(names=("Ann", "Bob"))
    book = start_book(browser)
    match = sit(names=("Ann", "Cid")).path
    asked = {"csrf_token": browser.get(f"{book}/name").inputs["csrf_token"], "entry": "an-entry-0001"}
    to = browser.get(f"{match}/book").root.all("a")
    known = next(each["href"].partition("to=")[2] for each in to if "to=" in each["href"])
    for address, fields in (
        (f"{book}/matches/new", {"player_0": number, "player_1": number, "table": "two", "house": "usual"}),
        (f"{player(browser, book, 'Ann')}/merge", {"into": number}),
        (f"{match}/book", {"to": number}),
        (f"{match}/book", {"to": known, "player_0": number}),
    ):
        answer = browser.client.post(address, data=asked | fields)
        assert answer.status_code in (400, 404, 422), address


@pytest.mark.parametrize("asked", ["name=%00", "name=A%00nn", "rules=%00:%00", "from=%00", "state=%00"])
def test_a_search_for_what_no_database_holds_finds_nothing(browser: Browser, sit: Sit, asked: str) -> None:
    sit(names=("Ann", "Bob"))

    assert browser.client.get(f"{start_book(browser)}/matches?{asked}").status_code == 200
