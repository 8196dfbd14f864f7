"""Exporting a book, and everything that a phone has."""

import json
from collections import Counter
from contextlib import ExitStack

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from models.records.books.books import start_book
from models.records.books.players import players_of, rename_player
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.statistics import statistics_of_player
from models.records.tables.book import Book
from models.records.tables.shared import watch_token
from tests.gin.table import BOB, DEAD, gin, knock
from tests.records.table import a_match
from tests.views.books.test_books import start_book as start_on_page
from tests.views.browser import Browser
from tests.views.exports.test_exports import rows
from tests.views.table import BY_CARDS, Sit, Table
from views.exports import book_print
from views.web.downloads import AT_ONCE


@pytest.fixture
def book(table: Table) -> str:
    """The path of a book with a match of four hands, and its rematch without any."""
    table.play(knock(8, 20), gin(18, by=BOB), DEAD)
    table.enter(BY_CARDS, by="cards")
    page = table.browser.get(table.browser.get("/").links["Start a book"])
    form = page.form_with({"name"})
    return table.browser._send(page, form, {"name": "=Club"}, 303).path


def test_everything_is_one_tap_from_the_menu_of_the_book(table: Table, book: str) -> None:
    page = table.browser.get(table.browser.get(book).links["Export"])

    for link in ("Book to print", "Download all hands", "Download the book"):
        assert table.browser.client.get(page.links[link]).status_code == 200
    assert "1 match, 4 hands, about 1 KB" in page.text


def test_a_viewer_exports_what_they_see(table: Table, book: str, viewer: Browser) -> None:
    page = viewer.get(f"{book}/export")
    answer = viewer.client.get(page.links["Download the book"])
    written = json.loads(answer.text)

    assert written["format"] == "gin-book/1"
    assert [player["name"] for player in written["players"]] == ["Ann", "Bob"]
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "Club" not in answer.headers["Content-Disposition"]


def test_everything_of_a_phone_is_reached_from_the_home_page(table: Table, book: str) -> None:
    page = table.browser.get(table.browser.get("/").links["Export"])
    assert page.links["=Club"] == f"{book}/export"
    written = json.loads(table.browser.client.get(page.links["Download everything"]).text)

    assert written["format"] == "gin-all/1"
    assert [each["name"] for each in written["books"]] == ["=Club"]
    assert written["matches"] == []


def test_somebody_else_has_nothing(book: str, viewer: Browser) -> None:
    written = json.loads(viewer.client.get("/everything.json").text)

    assert (written["books"], written["matches"]) == ([], [])


def test_the_table_has_a_row_for_each_hand_with_its_match(table: Table, book: str) -> None:
    found = rows(table.browser, book)

    assert [(row["Match"], row["Hand"], row["Outcome"]) for row in found] == [
        ("1", "1", "knock"), ("1", "2", "gin"), ("1", "3", "dead"), ("1", "4", "undercut"),
    ]  # fmt: skip
    assert {(row["Player 1"], row["Player 2"], row["Player 3"]) for row in found} == {("Ann", "Bob", "")}
    assert [(row["Winner"], row["Points"], row["Loser’s points"]) for row in found] == [
        ("Ann", "12", "0"), ("Bob", "38", "0"), ("", "0", "0"), ("Bob", "11", "0"),
    ]  # fmt: skip
    assert [(row["Total 1"], row["Total 2"], row["Total 3"]) for row in found] == [
        ("12", "0", ""), ("12", "38", ""), ("12", "38", ""), ("12", "49", ""),
    ]  # fmt: skip
    assert {(row["Match over"], row["Match won by"], row["Game over"]) for row in found} == {("no", "", "no")}
    assert {row["Table"] for row in found} == {"two"}
    assert {row["Match id"] for row in found} == {found[0]["Match id"]}


def test_a_finished_match_says_who_won_it(table: Table) -> None:
    """Pagat: 100 points, a game bonus of 100, 20 for a box."""
    table.play(gin(80), gin(50, by=BOB))
    page = table.browser.get(table.browser.get("/").links["Start a book"])
    path = table.browser._send(page, page.form_with({"name"}), {"name": ""}, 303).path
    last = rows(table.browser, path)[0]

    assert (last["Match over"], last["Match won by"], last["Game won by"]) == ("yes", "Ann", "Ann")
    assert last["Game shut out by"] == "Ann"


def test_two_of_the_same_name_are_told_apart(app: Flask, browser: Browser) -> None:
    with app.app_context():
        book = two_anns()
        path = f"/b/{watch_token(book)}"
    [row] = rows(browser, path)

    assert (row["Player 1"], row["Player 2"], row["Hand"]) == ("Ann", "Ann (from Bern)", "")


def two_anns() -> Book:
    """A book with a match of two people called Ann."""
    phone = "a phone"
    match = a_match(device=phone)
    book = start_book("", [match.id], device=phone, entry=new_entry_id())
    [_ann, bob] = players_of(book)
    rename_player(book, bob.id, "Ann", "from Bern", Entry(new_entry_id(), 0, phone))
    return book


def test_the_printed_book_has_players_and_results(table: Table, book: str) -> None:
    page = table.browser.get(f"{book}/print")

    assert "unfinished, 12 : 49" in page.text
    assert "Ann – Bob" in page.text
    assert "Standard" in page.text


def test_the_printed_book_says_how_many_matches_are_not_on_it(
    browser: Browser, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _nth in range(3):
        sit(names=("Ann", "Bob"))
    path = start_on_page(browser)
    assert "not on this printout" not in browser.get(f"{path}/print").text

    monkeypatch.setattr(book_print, "MOST_PRINTED", 2)
    first = browser.get(f"{path}/print")

    assert "1 match of this book is not on this printout." in first.text
    earlier = browser.get(first.links["Earlier matches"])
    assert "2 matches of this book are not on this printout." in earlier.text


def test_an_empty_book_is_printed_and_exported_too(browser: Browser) -> None:
    page = browser.get("/books/new")
    path = browser._send(page, page.form_with({"name"}), {"name": "New"}, 303).path

    assert "No matches yet" in browser.get(f"{path}/print").text
    assert rows(browser, path) == []
    assert json.loads(browser.client.get(f"{path}/book.json").text)["matches"] == []


def test_long_files_wait_for_each_other(table: Table, book: str) -> None:
    with ExitStack() as others:
        for _nth in range(3):
            others.enter_context(AT_ONCE)
        answer = table.browser.client.get(f"{book}/hands.csv")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")

    assert table.browser.client.get(f"{book}/hands.csv").status_code == 200


@pytest.mark.parametrize("file", ["book.json", "hands.csv"])
def test_a_file_is_of_the_moment_in_which_the_server_begins_to_send_it(
    app: Flask, table: Table, book: str, file: str
) -> None:
    """A server asks for the first line only after the view has answered: others can write in between."""
    sent = app.wsgi_app(EnvironBuilder(f"{book}/{file}").get_environ(), lambda *_head: lambda _data: None)
    table.browser.send(f"{book}/matches/new", {"name_0": "Eve", "name_1": "Dan", "first_dealer": "0"})

    assert b"".join(sent).decode().count("Eve") == (2 if file == "book.json" else 1)


def test_whoever_asks_only_for_the_head_takes_no_place(table: Table, book: str) -> None:
    for _nth in range(5):
        answer = table.browser.client.head(f"{book}/book.json")
        assert answer.status_code == 200
        answer.close()


def test_before_a_book_is_deleted_it_can_be_downloaded(table: Table, book: str) -> None:
    page = table.browser.get(f"{book}/delete")

    assert page.links["Download the book"] == f"{book}/book.json"


def test_points_and_hands_won_in_the_table_are_those_of_the_statistics(
    app: Flask, table: Table, book: str
) -> None:
    found = rows(table.browser, book)
    won = Counter(row["Winner"] for row in found if row["Winner"])
    points = Counter[str]()
    for row in found:
        points[row["Winner"]] += int(row["Points"])
    with app.app_context():
        from models.records.books.books import open_book

        opened = open_book(book.removeprefix("/b/"), None)
        assert opened is not None
        for player in players_of(opened.book):
            counted = statistics_of_player(opened.book, player.id)
            assert (counted.hands_won, counted.points) == (won[player.name], points[player.name])
