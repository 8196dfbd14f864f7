"""One player who is two people: the matches of the other one, a page at a time."""

import pytest

from models.records import audit
from tests.views.books.test_books import has_link, player, send, sheets, start_book
from tests.views.browser import Browser, Page
from tests.views.table import Sit

SHOWN = 20
"""How many matches a page has."""


@pytest.fixture(autouse=True)
def proved(browser: Browser) -> None:
    """After each test, the audit has nothing to doubt."""
    yield
    with browser.client.application.app_context():
        assert [proof for proof in audit() if proof.doubts] == []


def ticks(page: Page, *, ticked: bool = False) -> list[str]:
    """The matches that can be ticked on a page, or only those that are."""
    boxes = [each for each in page.root.all("input") if each["name"] == "match"]
    return [each["value"] for each in boxes if not ticked or "checked" in each.attributes]


def value_of(page: Page, button: str) -> tuple[str, str]:
    """The name and the value of the button with this text."""
    return next((each["name"], each["value"]) for each in page.root.all("button") if each.text == button)


def press(browser: Browser, page: Page, button: str, status: int = 200, **fields: object) -> Page:
    """Presses a button of the form, with what the page has filled in and *fields*."""
    form = next(form for form in page.forms if "kept" in form.names)
    inputs = form.inputs | {"match": ticks(page, ticked=True)} | fields
    name, value = value_of(page, button)
    response = browser.client.post(page.path, data=inputs | ({name: value} if name else {}))
    assert response.status_code == status, response.text
    return browser.get(response.location) if status == 303 else browser._checked(response, page.path, status)


def test_ticks_are_kept_while_paging(browser: Browser, sit: Sit) -> None:
    tables = [sit(names=("Ann", "Bob")) for _ in range(SHOWN + 2)]
    book = start_book(browser)
    ann = player(browser, book, "Ann")
    newest = browser.get(f"{ann}/split")
    assert len(ticks(newest)) == SHOWN

    first, second = ticks(newest)[:2]
    earlier = press(browser, newest, "Earlier matches", match=[first, second], name="Annie")
    assert len(ticks(earlier)) == 2
    assert "2 more matches are ticked on other pages." in earlier.text
    assert earlier.inputs["name"] == "Annie"
    assert not any(each.text == "Earlier matches" for each in earlier.root.all("button"))

    again = press(browser, earlier, "Newest", match=ticks(earlier)[-1:])
    assert ticks(again, ticked=True) == [first, second]
    assert "1 more match is ticked on another page." in again.text

    press(browser, again, "Take these matches out", 303, match=[first])
    annie = browser.get(player(browser, book, "Annie"))
    assert set(sheets(annie)) == {tables[-1].path, tables[0].path}


def test_all_matches_of_a_page_are_ticked_at_once(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob"))
    table = sit(names=("Ann", "Cid"))
    book = start_book(browser)
    page = browser.get(f"{player(browser, book, 'Ann')}/split")
    cid = next(each["value"] for each in page.root.all("option") if each.text == "Cid")

    with_cid = press(browser, page, "Show", against=cid)
    assert len(ticks(with_cid)) == 1
    nobody = press(browser, page, "Show", against=cid, year="1999")
    assert "No match was found." in nobody.text
    both = press(browser, page, "Tick all of these")
    assert len(ticks(both, ticked=True)) == 2

    press(browser, with_cid, "Take these matches out", 303, match=ticks(with_cid), note="Cid’s sister")
    assert "Ann (Cid’s sister)" in browser.get(f"{book}/players").text
    assert sheets(browser.get(player(browser, book, "Ann (Cid’s sister)"))) == [table.path]


def test_a_wrong_merge_is_undone_with_one_tick(browser: Browser, sit: Sit) -> None:
    first = sit(names=("Ann", "Bob"))
    merged = [sit(names=("Annie", "Bob")) for _ in range(SHOWN + 1)]
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
    press(browser, page, "Take these matches out", 303, merge=older)

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
        press(browser, page, "Take these matches out", 303)


def test_some_matches_of_a_merge_can_stay(browser: Browser, sit: Sit) -> None:
    stays, goes = sit(names=("Annie", "Bob")), sit(names=("Annie", "Bob"))
    sit(names=("Ann", "Bob"))
    book = start_book(browser)
    annie, ann = player(browser, book, "Annie"), player(browser, book, "Ann")
    browser.send(f"{annie}/merge", {"into": ann.rpartition("/")[2]})
    page = browser.get(f"{ann}/split")

    press(browser, page, "Take these matches out", 303, merge="", match=ticks(page)[1:2], name="Anna")

    assert "Anna" in goes.sheet().text
    assert "Anna" not in stays.sheet().text
    assert "The 1 match that came from Annie" in browser.get(f"{ann}/split").text


@pytest.mark.parametrize("merge", ["", "1", "99", "9" * 30])
def test_nobody_is_split_without_a_match(browser: Browser, sit: Sit, merge: str) -> None:
    sit(names=("Ann", "Bob"))
    book = start_book(browser)
    ann = player(browser, book, "Ann")
    page = browser.send(f"{ann}/split", {"name": "Annie", "note": ""}, 422)
    refused = press(browser, page, "Take these matches out", 422, merge=merge, name="")

    assert "Choose at least one match." in page.text
    assert "Enter a name." in refused.text
    assert {"#matches", "#name"} <= {each["href"] for each in refused.root.all("a")}
    assert not has_link(browser.get(f"{book}/players"), "Annie")


def test_others_of_the_same_name_come_next(browser: Browser, sit: Sit) -> None:
    for _ in range(2):
        sit(names=("Ann", "Bob"))
    page = send(browser, "/books/new", {"name": "", "two": ["ann", "bob"]})
    second = press(browser, page, "Take these matches out", 303, match=ticks(page)[:1], name="Anna")

    assert second.path.endswith("/split")
    assert second.path != page.path.partition("?")[0]
