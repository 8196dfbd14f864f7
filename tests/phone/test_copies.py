"""A match that a phone takes along: what the phone gets, and that its pages are those of the server."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from phone.boot import Phone
from tests.phone.phones import SITE
from tests.views.browser import Browser
from tests.views.table import ANN, BOB, BY_CARDS, Sit, Table, words
from views.web.access import WAY

NAMED_PARTS = {
    "CSRF token": re.compile(r'(?<=csrf_token" value=")[^"]*|(?<=csrf_token" type="hidden" value=")[^"]*'),
    "new entry id": re.compile(
        r'(?<=entry" value=")[\w-]*|(?<=[?;]entry=)[\w-]*|(?<=entry" type="hidden" value=")[\w-]*'
    ),
    "form saved last": re.compile(r' saved_hand| data-saved="[^"]*"'),
    "ETag": re.compile(r'(?<=data-etag=)("[^"]*"|\'[^\']*\')'),
}
"""What differs between a page of the server and the same page on a phone."""


def taken(table: Table) -> dict:
    """The copy of the match that the phone on the table gets."""
    return json.loads(table.browser.client.get(f"{table.path}/take").data)


def without_named_parts(page: bytes) -> str:
    text = page.decode()
    for part in NAMED_PARTS.values():
        text = part.sub("", text)
    return text


PAGES = (
    "",
    "/hands/new?by=cards",
    "/hands/new?by=deadwood",
    "/hands/1",
    "/hands/2",
    "/hands/2/correct",
    "/history",
    "/rules",
    "/chart",
    "/table",
    "/judge",
    "/share",
    "/export",
    "/match.json",
    "/hands.csv",
    "/score-sheet",
    "/result",
    "/result.svg",
    "/lines/new?kind=penalty",
    "/upcard",
    "/rules/change",
    "/delete",
    "/names",
    "/along",
)
"""What a phone may open of a match."""

ELSEWHERE = (
    "/",
    "/judge",
    "/houses",
    "/houses/pagat",
    "/matches/new",
    "/score-sheet",
    "/settings",
    "/import",
)
"""Pages that are about no match."""


def play(table: Table) -> None:
    """Two hands, one of them with cards, a penalty, a correction and a removal."""
    table.knock(4, 20)
    table.enter(BY_CARDS, "cards")
    table.gin(31, by=BOB)


def compared(table: Table, phone: Phone, path: str) -> tuple[str, str]:
    """A page of the server, and the same of the phone."""
    of_server = table.browser.client.get(path)
    status, _headers, of_phone = phone.answer("GET", SITE + path, {})
    assert status == of_server.status_code, path
    return without_named_parts(of_server.data), without_named_parts(of_phone)


@pytest.mark.parametrize("house", ["pagat", "oklahoma", "palace"])
def test_pages_on_a_phone_are_those_of_the_server(phone: Phone, sit: Sit, house: str) -> None:
    table = sit(house)
    play(table) if house == "pagat" else table.dead()
    phone.take(taken(table))
    phone.state.session[WAY] = "deadwood"  # Each remembers by itself how it was used last.

    for path in PAGES:
        of_server, of_phone = compared(table, phone, table.path + path)
        assert of_phone == of_server, path


def test_pages_about_no_match_are_those_of_the_server(phone: Phone, table: Table) -> None:
    phone.take(taken(table))

    for path in ELSEWHERE:
        of_server, of_phone = compared(table, phone, path)
        assert of_phone == of_server, path


def test_a_hand_entered_on_a_phone_is_on_its_sheet_and_later_on_the_servers(
    phone: Phone, table: Table
) -> None:
    play(table)
    phone.take(taken(table))
    form = table.browser.get(table.way("deadwood")).inputs | {
        "knocker": ANN, "outcome": "knock", "deadwood_0": "3", "deadwood_1": "13"
    }  # fmt: skip
    item = {"url": f"{table.path}/hands/new?by=deadwood", "fields": [list(field) for field in form.items()]}

    assert phone.apply(item, seconds_ago=0)[0] == 200
    here = phone.answer("GET", SITE + table.path, {})[2].decode()
    assert "Ann knocks, +10" in here
    assert "Ann knocks, +10" not in table.sheet().text
    table.browser.send(f"{table.path}/hands/new?by=deadwood", form)

    of_server, of_phone = compared(table, phone, table.path)
    assert of_phone == of_server


def test_the_same_form_twice_is_one_hand(phone: Phone, table: Table) -> None:
    phone.take(taken(table))
    form = table.browser.get(table.way("deadwood")).inputs | {
        "knocker": ANN, "outcome": "knock", "deadwood_0": "3", "deadwood_1": "13"
    }  # fmt: skip
    item = {"url": f"{table.path}/hands/new?by=deadwood", "fields": [list(field) for field in form.items()]}

    assert [phone.apply(item, 0)[0] for _ in range(2)] == [200, 200]
    assert phone.answer("GET", f"{SITE}{table.path}/hands/1", {})[0] == 200
    assert phone.answer("GET", f"{SITE}{table.path}/hands/2", {})[0] == 404


def test_a_phone_goes_on_with_what_it_kept(phone: Phone, table: Table, tmp_path: Path) -> None:
    play(table)
    phone.take(taken(table))
    kept, database = phone.keep()
    again = Phone(tmp_path / "again", phone.file, {"SITE": f"{SITE}/", "ASSETS": "x", "SOURCE_DIGEST": "x"})
    again.restore(kept, database)

    assert again.has(taken(table))
    assert again.answer("GET", f"{SITE}{table.path}/hands/3", {})[0] == 200
    assert b"Whose phone is this?" in again.answer("GET", f"{SITE}{table.path}/share", {})[2]


def test_pages_look_as_they_were_set_on_the_server(phone: Phone, table: Table) -> None:
    table.browser.client.set_cookie("display", "dark.largest")
    phone.take(taken(table))

    assert b'data-theme="dark" data-text-size="largest"' in phone.answer("GET", SITE + table.path, {})[2]


def test_a_copy_is_only_sent_if_something_has_changed(table: Table) -> None:
    stamp = taken(table)["stamp"]
    ask = f"{table.path}/take?stamp={stamp}"

    assert table.browser.client.get(ask).status_code == 204
    table.browser.client.set_cookie("display", "dark.normal")
    assert table.browser.client.get(ask).status_code == 200
    table.dead()
    assert stamp != taken(table)["stamp"]


def test_what_a_phone_may_no_longer_see_is_deleted_from_its_database(phone: Phone, sit: Sit) -> None:
    stays, goes = sit(), sit(names=("Dee", "Eve"))
    for table in (stays, goes):
        phone.take(taken(table))
    phone.retain([stays.path.removeprefix("/m/")])
    kept, database = phone.keep()

    assert phone.knows(stays.path.removeprefix("/m/"))
    assert not phone.knows(goes.path.removeprefix("/m/"))
    assert b"Dee" not in database
    assert not [link for link in taken(goes)["links"].values() if link in kept]
    assert not phone.has(taken(goes))


def test_a_phone_that_scores_through_the_book_gets_no_scoring_link_of_the_match(
    table: Table, viewer: Browser
) -> None:
    book = table.browser.send("/books/new", {"name": "Club"}).path.partition("?")[0]
    [link] = words(table.browser.get(f"{book}/share/scoring"), "link__address")
    viewer.join(urlsplit(link).path)

    assert len(taken(table)["links"]) == 2
    assert len(taken(Table(viewer, table.path))["links"]) == 1


def test_a_viewer_gets_no_copy(table: Table, viewer: Browser) -> None:
    viewer.get(table.path)

    assert viewer.client.get(f"{table.path}/take").status_code == 403
