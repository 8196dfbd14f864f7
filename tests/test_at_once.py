"""Many requests at once, over HTTP: a hand is counted once, and every request is answered."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from threading import Barrier
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask

from models.gin.hand.declaration import Declaration
from models.records.checking.audit import doubts
from models.records.finding.earlier_sheets import history
from models.records.finding.matches import find_match
from models.records.tables.change import ChangeKind
from models.records.tables.match import Match
from models.records.tables.shared import scoring_token
from tests.gin.table import knock
from tests.views.browser import Browser, Page
from tests.views.table import BY_CARDS, Table, how_many, totals, typed

TAPS = 50
PHONES = 20

Answer = tuple[int, str]
"""The status, and the page."""


def at_once(times: int, send: Callable[[int], Answer]) -> list[Answer]:
    """What *send* returns for each number, all started at once."""
    begin = Barrier(times, timeout=30)

    def one(number: int) -> Answer:
        begin.wait()
        return send(number)

    with ThreadPoolExecutor(times) as fingers:
        return list(fingers.map(one, range(times)))


def post(server: str, path: str, fields: dict[str, str], cookie: str) -> Answer:
    """Sends a form on a connection of its own."""
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"deadwood={cookie}"}
    status, _, page = ask(server, "POST", path, urlencode(fields), headers)
    return status, page


def ask(
    server: str, method: str, path: str, body: str = "", headers: dict[str, str] | None = None
) -> tuple[int, str, str]:
    """The status, the cookie and the page that come back."""
    connection = HTTPConnection(urlsplit(server).netloc, timeout=60)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        given = SimpleCookie(answer.getheader("Set-Cookie", ""))
        cookie = given["deadwood"].value if "deadwood" in given else ""
        return answer.status, cookie, answer.read().decode()
    finally:
        connection.close()


def started(browser: Browser) -> tuple[Table, str]:
    """A match of Ann and Bob, and the cookie of the phone that started it."""
    table = Table(
        browser, browser.send("/matches/new", {"name_0": "Ann", "name_1": "Bob", "house": "pagat"}).path
    )
    cookie = browser.client.get_cookie("deadwood")
    assert cookie is not None
    return table, cookie.value


@pytest.mark.engines
def test_one_entry_sent_fifty_times_is_one_hand(browser: Browser, server: str) -> None:
    table, cookie = started(browser)
    path = table.way("deadwood")
    fields = browser.get(path).form_with({"save"}).inputs | typed(knock(8, 20))

    answers = at_once(TAPS, lambda _: post(server, path, fields, cookie))

    assert Counter(status for status, _ in answers) == {303: TAPS}
    assert how_many(table.sheet()) == 1
    assert totals(table.sheet()) == ["12", "0"]


# Twenty phones, each with a seat of its own


@dataclass(frozen=True)
class Party:
    """Many phones in one match."""

    app: Flask
    server: str
    watch: str
    cookies: list[str]
    """The cookie of each phone, as last set."""

    @property
    def sheet(self) -> str:
        """The path of the sheet."""
        return f"/m/{self.watch}"

    def form(self, number: int, path: str, action: str) -> dict[str, str]:
        """The fields of a form as one of the phones would send it unchanged."""
        mine = {"Cookie": f"deadwood={self.cookies[number]}"}
        _, given, html = ask(self.server, "GET", path, headers=mine)
        self.cookies[number] = given or self.cookies[number]
        [form] = [each for each in Page(html, path).forms if action in (each.element["action"] or path)]
        return form.inputs

    def all_send(self, path: str, forms: list[dict[str, str]]) -> Counter[int]:
        """How often each status is returned when all phones send their forms at once."""
        answers = at_once(len(forms), lambda each: post(self.server, path, forms[each], self.cookies[each]))
        return Counter(status for status, _ in answers)

    def match(self) -> Match:
        """The stored match, after verifying it."""
        match = find_match(self.watch)
        assert match is not None
        assert list(doubts(match)) == []
        return match


@pytest.fixture
def party(app: Flask, browser: Browser, server: str) -> Party:
    """Twenty phones that open the scoring link of a match at once."""
    table, _ = started(browser)
    watch = table.path.removeprefix("/m/")
    with app.app_context():
        match = find_match(watch)
        assert match is not None
        link = f"/s/{scoring_token(match)}"
    phones = Party(app, server, watch, [""] * PHONES)
    forms = [phones.form(each, link, link) for each in range(PHONES)]
    assert phones.all_send(link, forms) == {303: PHONES}
    return phones


@pytest.mark.engines
def test_twenty_phones_that_join_at_once_have_twenty_seats(party: Party) -> None:
    with party.app.app_context():
        seats = party.match().live_seats

    assert len(set(party.cookies)) == PHONES
    assert len({seat.device_hash for seat in seats}) == PHONES + 1


def test_the_same_hand_from_twenty_phones_is_one_hand(party: Party) -> None:
    path = f"{party.sheet}/hands/new?by=deadwood"
    forms = [party.form(each, path, "/hands/new") | typed(knock(8, 20)) for each in range(PHONES)]
    assert len({form["entry"] for form in forms}) == PHONES

    assert party.all_send(path, forms) == {303: PHONES}

    with party.app.app_context():
        match = party.match()
        assert [record.hand for record in match.hands] == [knock(8, 20)]
        assert [change.kind for change in history(match)] == [ChangeKind.ADDED]
        assert match.snapshot.totals == (12, 0)


def test_the_same_hand_by_counts_and_by_cards_is_one_hand_with_its_cards(party: Party) -> None:
    way = f"{party.sheet}/hands/new"
    both = [typed(knock(10, 9)) | {"by": "deadwood"}, BY_CARDS | {"by": "cards"}]
    forms = [
        party.form(each, f"{way}?by={both[each % 2]['by']}", "/hands/new") | both[each % 2]
        for each in range(PHONES)
    ]

    assert party.all_send(way, forms) == {303: PHONES}

    with party.app.app_context():
        match = party.match()
        [record] = match.hands
        assert isinstance(record.hand.laid, Declaration)
        assert match.snapshot.totals == (0, 11)


@pytest.mark.engines
def test_one_change_is_undone_once_however_many_press(party: Party) -> None:
    path = f"{party.sheet}/hands/new?by=deadwood"
    for left in (20, 25):
        form = party.form(0, path, "/hands/new") | typed(knock(8, left))
        assert post(party.server, path, form, party.cookies[0])[0] == 303
    forms = [party.form(each, party.sheet, "/undo") for each in range(PHONES)]

    assert party.all_send(f"{party.sheet}/undo?version=2", forms) == {303: PHONES}

    with party.app.app_context():
        match = party.match()
        assert [record.hand for record in match.present] == [knock(8, 20)]
        changes = [(change.version, change.kind) for change in history(match)]
        assert changes == [(3, ChangeKind.REMOVED), (2, ChangeKind.ADDED), (1, ChangeKind.ADDED)]
