"""Many fingers on one sheet, over the wire: a hand is counted once, and nobody goes without an answer."""

import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from threading import Barrier
from urllib.parse import urlencode, urlsplit

import pytest

from tests.gin.table import gin, knock
from tests.views.browser import Browser, Page
from tests.views.table import Table, how_many, totals, typed, words

TAPS = 50
PHONES = 20

FOR_GIN = 20
"""What gin pays at Pagat's table, beside the deadwood that is left to the other."""

Answer = tuple[int, str]
"""The status, and the page."""


def at_once(times: int, send: Callable[[int], Answer]) -> list[Answer]:
    """What *send* answers for each number, when all begin together."""
    begin = Barrier(times, timeout=30)

    def one(number: int) -> Answer:
        begin.wait()
        return send(number)

    with ThreadPoolExecutor(times) as fingers:
        return list(fingers.map(one, range(times)))


def post(server: str, path: str, fields: dict[str, str], cookie: str) -> Answer:
    """Sends a form as a phone does, on a connection of its own."""
    connection = HTTPConnection(urlsplit(server).netloc, timeout=60)
    try:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"deadwood={cookie}"}
        connection.request("POST", path, urlencode(fields), headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def begun(browser: Browser) -> tuple[Table, str]:
    """A match of Ann and Bob, and the cookie of the phone that began it."""
    table = Table(
        browser, browser.send("/matches/new", {"name_0": "Ann", "name_1": "Bob", "house": "pagat"}).path
    )
    cookie = browser.client.get_cookie("deadwood")
    assert cookie is not None
    return table, cookie.value


def points_beside(page: Page) -> list[int]:
    """What each hand is worth that a page shows beside another, in its order."""
    return [int(found[0]) for head in words(page, "headline") if (found := re.findall(r"\+(\d+)", head))]


@pytest.mark.both_databases
def test_one_entry_sent_fifty_times_is_one_hand(browser: Browser, server: str) -> None:
    table, cookie = begun(browser)
    path = table.way("counts")
    fields = browser.get(path).form_with({"save"}).inputs | typed(knock(8, 20))

    answers = at_once(TAPS, lambda _: post(server, path, fields, cookie))

    assert Counter(status for status, _ in answers) == {303: TAPS}
    assert how_many(table.sheet()) == 1
    assert totals(table.sheet()) == ["12", "0"]


@pytest.mark.both_databases
def test_twenty_entries_for_one_place_are_one_hand_and_nineteen_beside_it(
    browser: Browser, server: str
) -> None:
    table, cookie = begun(browser)
    path = table.way("counts")
    forms = [browser.get(path).form_with({"save"}).inputs | typed(gin(1 + each)) for each in range(PHONES)]

    answers = at_once(PHONES, lambda number: post(server, path, forms[number], cookie))

    assert Counter(status for status, _ in answers) == {303: 1, 409: PHONES - 1}
    assert how_many(table.sheet()) == 1
    [written] = [number for number, (status, _) in enumerate(answers) if status == 303]
    assert totals(table.sheet()) == [str(FOR_GIN + 1 + written), "0"]
    for number, (status, page) in enumerate(answers):
        if status == 409:
            assert points_beside(Page(page, path)) == [FOR_GIN + 1 + written, FOR_GIN + 1 + number]


def test_without_the_token_against_forgery_nothing_is_written(browser: Browser, server: str) -> None:
    table, cookie = begun(browser)
    path = table.way("counts")
    fields = browser.get(path).form_with({"save"}).inputs | typed(gin(5)) | {"csrf_token": ""}

    status, _ = post(server, path, fields, cookie)

    assert status == 400
    assert how_many(table.sheet()) == 0
