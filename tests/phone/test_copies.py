"""A match that a phone takes along: its pages are those of the server, also in another time zone."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import current_app

from models.records.tables.local_time import local_time, today
from phone.boot import Phone
from phone.clocks import offsets_since
from tests.phone.phones import SITE
from tests.time_zones import BERLIN, NEW_YORK, in_zone
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


SET = {
    BERLIN: [("2026-03-29 01:00", 2), ("2026-10-25 01:00", 1), ("2027-03-28 01:00", 2)],
    NEW_YORK: [("2026-03-08 07:00", -4), ("2026-11-01 06:00", -5), ("2027-03-14 07:00", -4)],
}
"""When clocks are set, in UTC, and how many hours they are ahead of it from then on. From calendars."""


def seconds(moment: str) -> int:
    return int(datetime.fromisoformat(f"{moment}+00:00").timestamp())


@pytest.mark.parametrize("zone, hours", [(BERLIN, 1), (NEW_YORK, -5)])
def test_a_copy_says_to_the_second_when_clocks_are_set(app_context: None, zone: str, hours: int) -> None:
    with in_zone(zone):
        told = offsets_since(2026)

    written = [[seconds(moment), ahead * 3600] for moment, ahead in SET[zone]]
    assert told[:4] == [[seconds("2026-01-01 00:00"), hours * 3600], *written]


def test_ten_years_are_told(app_context: None) -> None:
    with in_zone(BERLIN):
        told = offsets_since(today().year)
        years = {local_time(datetime.fromtimestamp(second, UTC)).year for second, _ahead in told}

    assert years >= set(range(today().year + 1, today().year + 10))


def test_where_clocks_are_never_set_one_offset_is_told(app_context: None) -> None:
    with in_zone("<+0545>-5:45"):
        assert offsets_since(2026) == [[seconds("2026-01-01 00:00"), 5 * 3600 + 45 * 60]]


@pytest.mark.parametrize(
    "moment, said",
    [
        ("2026-03-29 00:59:59", "2026-03-29T01:59:59+01:00"),
        ("2026-03-29 01:00:00", "2026-03-29T03:00:00+02:00"),
        ("2026-07-31 22:30:00", "2026-08-01T00:30:00+02:00"),
        ("2026-10-25 00:30:00", "2026-10-25T02:30:00+02:00"),
        ("2026-10-25 01:30:00", "2026-10-25T02:30:00+01:00"),
        ("2025-07-01 12:00:00", "2025-07-01T13:00:00+01:00"),
    ],
)
def test_a_phone_in_new_york_tells_the_time_of_its_server_in_berlin(
    app_context: None, moment: str, said: str
) -> None:
    with in_zone(BERLIN):
        told = offsets_since(2026)

    current_app.config["OFFSETS"] = told
    with in_zone(NEW_YORK):
        assert local_time(datetime.fromisoformat(f"{moment}+00:00")).isoformat() == said


def test_a_start_that_no_match_has_does_no_harm(app_context: None) -> None:
    with in_zone(BERLIN):
        assert offsets_since(1)[0] == [0, 3600]
        assert offsets_since(9999) == offsets_since(today().year)
