"""Seats: which phones can score, what viewers see, and who looks after a book."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from flask import Flask

from models.records.finding.matches import find_shared
from models.records.tables.book import Book
from models.records.tables.shared import Link
from tests.gin.table import BOB, gin, knock
from tests.queries import queries
from tests.views.browser import Browser, Page
from tests.views.table import (
    ANN_KNOCKS,
    BY_CARDS,
    Sit,
    Table,
    of_class,
    press_on,
    typed,
    words,
)
from tests.views.walking import Address, addresses, ask, rows_of

FOR_EVERYONE = {
    "evening.of_match",
    "matches.show",
    "matches.rules",
    "matches.history",
    "hands.show",
    "hands.show_removed",
    "extra_lines.show",
    "sharing.show",
    "face_to_face.show",
    "screens.show",
    "charts.show",
    "results.show",
    "exports.show",
    "exports.score_sheet",
}
"""The pages that whoever has the address may open. All others of a match are for the phones with a seat."""


@pytest.fixture
def played(table: Table) -> Table:
    """A match with a hand by counts and one by cards."""
    table.add(knock(8, 20))
    table.add(ANN_KNOCKS)
    return table


def pages(app: Flask, table: Table) -> Iterator[Address]:
    """Everything that can be opened of the match at *table*."""
    for each in addresses(app, table.path.removeprefix("/m/"), "x"):
        is_judge = each.rule.endpoint.startswith("judge.")  # It writes nothing, and answers whoever asks.
        is_of_book = each.rule.endpoint == "books.of_match"  # The way to a book in which the match is not.
        if is_judge or is_of_book:
            continue
        if each.is_page and "watch" in each.rule.arguments and "GET" in (each.rule.methods or ()):
            yield each


def test_a_viewer_reads_everything_and_sees_no_button(app: Flask, played: Table, viewer: Browser) -> None:
    for each in pages(app, played):
        page = Page(viewer.client.get(each.path, follow_redirects=True).text, each.path)
        assert not page.faults, each
        if page.heading == "This phone can only view":
            assert each.rule.endpoint not in FOR_EVERYONE, each
            assert page.links["To the score sheet"] == played.path, each
            continue

        seated = Page(played.browser.client.get(each.path, follow_redirects=True).text, each.path)
        assert page.heading == seated.heading, each
        assert [form.element for form in page.forms if form.element["method"] == "post"] == [], each
        forms = (f"{played.path}/hands/new", f"{played.path}/lines/new", "/correct")
        assert not any(form in url for form in forms for url in page.links.values()), each


@pytest.mark.parametrize("watch", ["%00", "é", "x" * 2000, "..", "%2e%2e%2f", "'; --"])
def test_an_address_of_anything_leads_nowhere(browser: Browser, watch: str) -> None:
    assert browser.client.get(f"/m/{watch}").status_code in (404, 308)


def test_looking_changes_nothing(app: Flask, played: Table) -> None:
    before = rows_of(app)

    played.preview(typed(knock(8, 20)))
    played.preview(BY_CARDS, by="cards")
    played.enter(typed(knock(11, 20)), status=422)

    assert rows_of(app) == before


def test_a_form_without_its_token_writes_nothing(app: Flask, played: Table) -> None:
    before = rows_of(app)

    for each in addresses(app, played.path.removeprefix("/m/"), "x"):
        is_judge = each.rule.endpoint.startswith("judge.")
        if each.is_secret and "POST" in (each.rule.methods or ()) and not is_judge:
            query = {"entry": "x", "version": "2"}
            answer = ask(
                played.browser.client, "POST", each.path, data=typed(knock(3, 30)), query_string=query
            )

            assert answer.status_code == 400, each
    assert rows_of(app) == before


# What it costs


def asked(app: Flask, browser: Browser, path: str) -> list[str]:
    """What the database is asked for a page."""
    with app.app_context(), queries() as asked:
        browser.get(path)
    return asked


@pytest.mark.parametrize("count", [0, 30])
def test_a_sheet_takes_five_queries_however_long_it_is(app: Flask, sit: Sit, count: int) -> None:
    """Two of them for the first phone that scores: the latest entries, and what the series brings to mind."""
    table = sit(target=10_000)
    table.add(*[knock(8, 20)] * count)

    assert len(asked(app, table.browser, table.path)) <= 5
    assert len(asked(app, table.browser, table.path)) <= 3


def test_a_hand_and_the_history_take_five(app: Flask, played: Table) -> None:
    for path in (f"{played.path}/history", played.hand(1), played.way("cards")):
        assert len(asked(app, played.browser, path)) <= 5


def test_the_first_page_takes_three_queries_however_many_matches(app: Flask, sit: Sit) -> None:
    for _ in range(5):
        sit().add(gin(17, by=BOB))

    assert len(asked(app, sit().browser, "/")) == 3


Phone = Callable[[], Browser]


@pytest.fixture
def book(table: Table) -> str:
    """The address of a book that the phone on the table has started, with its match."""
    path = table.browser.send("/books/new", {"name": "Club"}).path.partition("?")[0]
    table.browser.press(f"{path}/share", "Save the name", {"label": "Ann"})
    return path


def shown(browser: Browser, path: str) -> str:
    """The path of the link that a page shows."""
    [link] = words(browser.get(path), "link__address")
    return urlsplit(link).path


@pytest.fixture
def member(table: Table, book: str, another_phone: Phone) -> Browser:
    """A phone that opened the scoring link of the book."""
    phone = another_phone()
    phone.join(shown(table.browser, f"{book}/share/scoring"))
    return phone


def phones(page: Page) -> list[str]:
    """The phones and since when, without what can be done to them."""
    return [" ".join(each.text for each in list(phone.all("p"))[:2]) for phone in of_class(page, "phone")]


def sent(browser: Browser, path: str, **fields: str) -> int:
    """The status of the answer to a form that no page shows."""
    token = browser.client.get("/outbox/token").get_json()["csrf_token"]
    return browser.client.post(path, data=fields | {"csrf_token": token}).status_code


# The third link


def test_a_phone_that_opens_the_third_link_looks_after_the_book(
    table: Table, book: str, another_phone: Phone
) -> None:
    cid, page = another_phone(), table.browser.get(f"{book}/share")
    link = shown(table.browser, page.links["A link to look after this book"])
    assert link.startswith("/bc/")

    opened = cid.join(link)

    assert "This phone now looks after this book." in opened.text
    assert "It can renew its links, delete it, merge players, and remove players and phones." in opened.text
    assert "Delete this book" in opened.links
    assert shown(cid, f"{book}/share/care") == link


def test_it_can_be_renewed(table: Table, book: str, another_phone: Phone) -> None:
    old = shown(table.browser, f"{book}/share/care")

    page = table.browser.press(f"{book}/share/care", "Turn off the old link")

    assert "This link is new." in page.text
    assert another_phone().client.get(old).status_code == 410
    assert another_phone().join(shown(table.browser, page.path.partition("?")[0])).path.startswith(book)


# Who looks after it


def test_the_right_is_given_and_taken(table: Table, book: str, member: Browser) -> None:
    member.press(f"{book}/share", "Save the name", {"label": "Bob"})
    assert [text.endswith("looks after the book") for text in phones(member.get(f"{book}/share"))] == [
        True,
        False,
    ]
    assert "Delete this book" not in member.get(book).links

    table.browser.press(f"{book}/share", "Yes, let it")
    assert "Delete this book" in member.get(book).links

    page = member.press(f"{book}/share", "Yes, only keep score")
    assert [text.endswith("looks after the book") for text in phones(page)] == [True, False]
    assert "Delete this book" not in member.get(book).links
    member.get(f"{book}/matches/new")


def test_the_last_one_is_told_to_choose_another_first(app: Flask, table: Table, book: str) -> None:
    page = table.browser.get(f"{book}/share")
    assert "Yes, only keep score" not in page.text
    with app.app_context():
        [mine] = found(book).live_seats
        path = f"{book}/share/seats/{mine.id}/care"

    token = page.inputs["csrf_token"]
    answer = table.browser.client.post(path, data={"csrf_token": token, "may": "0"})

    assert answer.status_code == 409
    assert "One phone has to look after the book." in answer.text
    assert "Delete this book" in table.browser.get(book).links


def found(book: str) -> Book:
    """The book at an address."""
    opened = find_shared(Book, Link.VIEWING, book.removeprefix("/b/"))
    assert opened is not None
    return opened


def test_others_are_told_who_does(table: Table, book: str, member: Browser) -> None:
    page = member.get(f"{book}/delete", status=403)

    assert page.heading == "This phone doesn’t look after the book"
    assert "can do this: Ann’s phone." in page.text
    assert page.links["To the book"] == book
    page = member.get(f"{table.path}/delete", status=403)
    assert "can do this: Ann’s phone." in page.text
    assert page.links["To the score sheet"] == table.path


def test_a_right_that_ends_between_page_and_press_is_worth_nothing(
    table: Table, book: str, another_phone: Phone
) -> None:
    cid = another_phone()
    cid.join(shown(table.browser, f"{book}/share/care"))
    delete = cid.get(f"{book}/delete")
    table.browser.press(f"{book}/share", "Yes, only keep score")

    page = press_on(cid, delete, "Yes, delete it for good", {"inside": "delete"}, status=403)

    assert page.heading == "This phone doesn’t look after the book"
    assert table.browser.get(book).heading == "Club"


# A phone that scores through the book


def test_it_lets_others_score_by_the_link_of_the_book(
    table: Table, book: str, member: Browser, another_phone: Phone
) -> None:
    """With the link of the match, anybody could delete the match."""
    link, cid = shown(member, f"{table.path}/share/scoring"), another_phone()
    assert link == shown(member, f"{book}/share/scoring")
    cid.join(link)
    Table(cid, table.path).add(knock(8, 20))

    assert sent(cid, f"{table.path}/share/renew", what="watching") == 403
    assert shown(table.browser, f"{table.path}/share/scoring").startswith("/s/")


def test_the_menu_of_a_sheet_follows_the_right(table: Table, book: str, member: Browser) -> None:
    """Also on a phone that asks whether its page is still current."""
    answer = member.client.get(table.path)
    assert "Delete this match" not in answer.text

    table.browser.press(f"{book}/share", "Yes, let it")

    again = member.client.get(table.path, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 200
    assert "Delete this match" in again.text


def test_a_name_is_removed_everywhere_but_in_matches_that_others_look_after(
    table: Table, book: str, member: Browser, sit: Sit
) -> None:
    Table(member, table.path).add(knock(8, 20))
    mine = member.send("/matches/new", {"name_0": "Ann", "name_1": "Eve"}).path

    member.send(f"{mine}/names", {"name": "Ann", "everywhere": "y"})

    assert "Ann" not in member.get(mine).heading
    assert "Ann" in table.sheet().heading


def test_removing_a_phone_from_a_match_says_what_it_does_to_the_book(
    table: Table, book: str, member: Browser
) -> None:
    """Nothing, unless the one who removes looks after the book."""
    link = shown(table.browser, f"{table.path}/share/scoring")
    said = "It can no longer keep score in the other matches of the book either."
    member.join(link)

    assert said in table.browser.get(f"{table.path}/share").text
    page = member.get(f"{table.path}/share")
    assert "Yes, remove it" in page.text
    assert said not in page.text


# A book that began with a rematch


@pytest.fixture
def series(sit: Sit) -> str:
    """The address of the book of a rematch."""
    table = sit(target=10)
    table.add(knock(8, 20))
    again = table.browser.press(table.path, "Rematch")
    return table.browser.get(f"{again.path}/book/open").path


@pytest.mark.parametrize("path", ["/share", "/share/scoring", "/share/care"])
def test_its_links_are_given_out_after_a_word(browser: Browser, series: str, path: str) -> None:
    page = browser.get(series + path)
    assert "only this phone looks after the book from now on." in page.text
    assert "Make a new link" not in page.text
    assert words(page, "link__address") == []

    page = press_on(browser, page, "Show the links")

    assert "This phone now looks after this book." in page.text
    assert shown(browser, series + path)


def test_until_then_everybody_who_scores_looks_after_it(
    app: Flask, browser: Browser, series: str, another_phone: Phone
) -> None:
    with app.app_context():
        scoring = found(series).link(Link.SCORING)
    bob = another_phone()
    bob.join(f"/bs/{scoring}")
    assert "Delete this book" in bob.get(series).links
    assert not any("looks after" in each for each in phones(bob.get(f"{series}/share")))

    browser.press(f"{series}/share", "Show the links")

    assert "Delete this book" not in bob.get(series).links
    assert sent(bob, f"{series}/share/links") == 403


def test_a_viewer_sees_its_viewing_link(series: str, viewer: Browser) -> None:
    assert shown(viewer, f"{series}/share") == series
