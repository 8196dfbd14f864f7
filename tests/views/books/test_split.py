"""One player who is two people: which matches are those of the other one."""

from datetime import date

import pytest
from flask import Flask

from models.records.checking.audit import audit
from tests.views.books.test_books import has_link, link, player, send, sheets, start_book
from tests.views.browser import Browser, Page
from tests.views.statistics.test_statistics import played_on
from tests.views.table import Sit


@pytest.fixture(autouse=True)
def proved(browser: Browser) -> None:
    """After each test, the audit has nothing to doubt."""
    yield
    with browser.client.application.app_context():
        assert [proof for proof in audit() if proof.doubts] == []


def take_out(browser: Browser, page: Page, status: int = 303, **fields: object) -> Page:
    """Sends the form with what the page has filled in and *fields*."""
    form = next(form for form in page.forms if "which" in form.names)
    response = browser.client.post(page.path, data=form.inputs | fields)
    assert response.status_code == status, response.text
    return browser.get(response.location) if status == 303 else browser._checked(response, page.path, status)


def matches_of(browser: Browser, book: str, name: str) -> list[str]:
    return sheets(browser.get(link(browser.get(player(browser, book, name)), "All ")))


def test_all_matches_from_a_day_on_are_the_other_persons(app: Flask, browser: Browser, sit: Sit) -> None:
    tables = [sit(names=("Ann", "Bob")) for _ in range(3)]
    for day, table in enumerate(tables, 1):
        played_on(app, table, date(2026, 1, day))
    book = start_book(browser)
    page = browser.get(f"{player(browser, book, 'Ann')}/split")

    take_out(browser, page, which="since", since="2026-01-02", name="Annie")

    assert set(matches_of(browser, book, "Annie")) == {table.path for table in tables[1:]}
    assert matches_of(browser, book, "Ann") == [tables[0].path]


def test_all_matches_against_one_player_are_the_other_persons(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob"))
    table = sit(names=("Ann", "Cid"))
    book = start_book(browser)
    page = browser.get(f"{player(browser, book, 'Ann')}/split")
    cid = next(each["value"] for each in page.root.all("option") if each.text == "Cid")

    take_out(browser, page, which="against", against=cid, note="Cid’s sister")

    assert "Ann (Cid’s sister)" in browser.get(f"{book}/players").text
    assert matches_of(browser, book, "Ann (Cid’s sister)") == [table.path]


def test_a_wrong_merge_is_undone_with_one_tap(browser: Browser, sit: Sit) -> None:
    first = sit(names=("Ann", "Bob"))
    merged = [sit(names=("Annie", "Bob")) for _ in range(21)]
    book = start_book(browser)
    annie, ann = player(browser, book, "Annie"), player(browser, book, "Ann")
    browser.send(f"{annie}/merge", {"into": ann.rpartition("/")[2]})

    page = browser.get(f"{ann}/split")
    assert "All 21 matches that came from Annie" in page.text
    assert page.inputs["name"] == "Annie"
    form = page.forms[-1].inputs
    answers = [browser.client.post(f"{ann}/split", data=form) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert "Annie" not in first.sheet().text
    assert all("Annie" in table.sheet().text for table in merged)
    assert "came from" not in browser.get(f"{ann}/split").text


def test_the_address_of_a_player_leads_to_the_same_player_after_a_merge_was_undone(
    browser: Browser, sit: Sit
) -> None:
    for name in ("Ann", "Annie"):
        sit(names=(name, "Bob"))
    book = start_book(browser)
    annie, ann = player(browser, book, "Annie"), player(browser, book, "Ann")
    browser.send(f"{annie}/merge", {"into": ann.rpartition("/")[2]})
    assert browser.client.get(annie).status_code == 404

    take_out(browser, browser.get(f"{ann}/split"))

    assert player(browser, book, "Annie") == annie
    assert "Annie" in browser.get(annie).text
    assert len(matches_of(browser, book, "Annie")) == 1


def test_each_merge_can_be_undone_also_one_into_somebody_who_was_merged_later(
    browser: Browser, sit: Sit
) -> None:
    """Annie turned out to be Anna, and Anna to be Ann. Annie is somebody else after all."""
    [annies, annas, anns] = [sit(names=(name, "Bob")) for name in ("Annie", "Anna", "Ann")]
    book = start_book(browser)
    annie, anna, ann = (player(browser, book, name) for name in ("Annie", "Anna", "Ann"))
    browser.send(f"{annie}/merge", {"into": anna.rpartition("/")[2]})
    browser.send(f"{anna}/merge", {"into": ann.rpartition("/")[2]})
    page = browser.get(f"{ann}/split")

    offered = [each for each in page.root.all("label") if "came from" in each.text]
    assert [each.text for each in offered] == [
        "All 2 matches that came from Anna",
        "The 1 match that came from Annie",
    ]
    [older] = [each["value"] for each in offered[1].all("input")]
    take_out(browser, page, which=older)

    assert "Annie" in annies.sheet().text
    assert "Annie" not in annas.sheet().text + anns.sheet().text


def test_a_merge_that_was_undone_and_made_again_is_offered_once(browser: Browser, sit: Sit) -> None:
    for name in ("Annie", "Ann"):
        sit(names=(name, "Bob"))
    book = start_book(browser)
    ann = player(browser, book, "Ann")
    for _ in range(2):
        browser.send(f"{player(browser, book, 'Annie')}/merge", {"into": ann.rpartition("/")[2]})
        page = browser.get(f"{ann}/split")
        assert page.text.count("came from Annie") == 1
        take_out(browser, page)


NO_MATCH: list[dict[str, object]] = [
    {"which": ""},
    {"which": "1"},
    {"which": "99"},
    {"which": "9" * 30},
    {"which": "since", "since": "2999-01-01"},
    {"which": "since", "since": "yesterday"},
    {"which": "against", "against": "x"},
    {"which": "against", "against": "999999999999"},
]


@pytest.mark.parametrize("fields", NO_MATCH)
def test_nobody_is_split_without_a_match(browser: Browser, sit: Sit, fields: dict[str, object]) -> None:
    sit(names=("Ann", "Bob"))
    book = start_book(browser)
    page = browser.get(f"{player(browser, book, 'Ann')}/split")
    refused = take_out(browser, page, 422, **fields, name="")

    assert "There is no such match. Choose others." in refused.text
    assert "Enter a name." in refused.text
    assert {"#matches", "#name"} <= {each["href"] for each in refused.root.all("a")}
    assert not has_link(browser.get(f"{book}/players"), "Annie")


def test_others_of_the_same_name_come_next(browser: Browser, sit: Sit) -> None:
    for _ in range(2):
        sit(names=("Ann", "Bob"))
    page = send(browser, "/books/new", {"name": "", "two": ["ann", "bob"]})
    second = take_out(browser, page, name="Anna")

    assert second.path.endswith("/split")
    assert second.path != page.path.partition("?")[0]
