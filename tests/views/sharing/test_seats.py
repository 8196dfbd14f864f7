"""Seats: which phones can score, and what viewers see."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.gin.table import BOB, gin, knock
from tests.queries import queries
from tests.views.browser import Browser, Page
from tests.views.table import ANN_KNOCKS, BY_CARDS, Sit, Table, hands, of_class, totals, typed
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


def test_a_viewer_sees_the_same_figures(played: Table, viewer: Browser) -> None:
    seen = viewer.get(played.path)

    assert totals(seen) == totals(played.sheet()) == ["12", "11"]
    assert hands(seen) == hands(played.sheet())
    assert of_class(seen, "actions") == []


def test_a_seat_in_one_match_is_none_in_another(app: Flask, played: Table) -> None:
    bob = Browser(app.test_client())
    bob.send("/matches/new", {"name_0": "Bob", "name_1": "Cid"})

    assert bob.client.get(f"{played.path}/hands/new").status_code == 403
    assert len({url for url in bob.get("/").links.values() if url.startswith("/m/")}) == 1


def test_a_phone_that_lost_its_cookie_is_a_viewer(app: Flask, played: Table) -> None:
    assert app.test_client().get(f"{played.path}/hands/new").status_code == 403


def test_a_cookie_that_was_made_up_is_no_seat(app: Flask, played: Table) -> None:
    client = app.test_client()
    client.set_cookie("deadwood", "eyJkZXZpY2UiOiJ0aGUgcGhvbmUgb24gdGhlIHRhYmxlIn0.made.up")

    assert client.get(f"{played.path}/hands/new").status_code == 403


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
def test_a_sheet_takes_four_queries_however_long_it_is(app: Flask, sit: Sit, count: int) -> None:
    table = sit(target=10_000)
    table.add(*[knock(8, 20)] * count)

    assert len(asked(app, table.browser, table.path)) <= 4


def test_a_hand_and_the_history_take_five(app: Flask, played: Table) -> None:
    for path in (f"{played.path}/history", played.hand(1), played.way("cards")):
        assert len(asked(app, played.browser, path)) <= 5


def test_the_first_page_takes_three_queries_however_many_matches(app: Flask, sit: Sit) -> None:
    for _ in range(5):
        sit().add(gin(17, by=BOB))

    assert len(asked(app, sit().browser, "/")) == 3
