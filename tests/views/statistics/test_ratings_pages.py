"""Ratings as players see them: the ranking of a book, a player's rating over time."""

from contextlib import closing
from sqlite3 import connect

import pytest
from flask import Flask

from models.records.books.players import players_of
from models.records.database import sqlite
from models.records.database.base import db
from models.records.saving.deletion import delete_match
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.records.rated import a_book, a_match_in, win
from tests.records.table import ANNS_PHONE
from tests.views.browser import Browser, Page
from tests.views.table import of_class


@pytest.fixture
def app_of(browser: Browser) -> Flask:
    """The application, on the phone that keeps the book."""
    browser.device = ANNS_PHONE
    return browser.client.application


def address(book: Book) -> str:
    return f"/b/{watch_token(book)}"


def rows(page: Page) -> list[str]:
    """The rows of the table of ratings, without its head."""
    return [row.text for row in page.root.all("tr") if not row["class"].startswith("standings__head")]


def names(page: Page) -> list[str]:
    """The players in their order."""
    return [row.split()[0] for row in rows(page)]


def test_an_empty_book_says_what_will_appear(app_of: Flask, browser: Browser) -> None:
    with app_of.app_context():
        book = a_book("Ann")
        path, ann = address(book), players_of(book)[0].id

    ranking = browser.get(f"{path}/ratings")
    assert "After the first game, this page shows how well each player plays" in ranking.text
    assert "Rating" not in browser.get(f"{path}/players/{ann}").text


def test_the_ranking_is_sorted_by_links(app_of: Flask, browser: Browser) -> None:
    with app_of.app_context():
        book = a_book("Ann", "Bob", "Cid")
        ann, bob, cid = (each.id for each in players_of(book))
        win(a_match_in(book, bob, ann), *[0] * 20)
        win(a_match_in(book, cid, ann, days=1), 0)
        path = f"{address(book)}/ratings"

    page = browser.get(path)
    # Cid has won the only game, but a single game says little.
    assert names(page) == ["Bob", "Ann", "Cid"]
    assert "provisional" in rows(page)[2]
    assert "since 2026" in rows(page)[0]
    assert (
        "A rating is provisional until it rests on 20 games. "
        "Players with a provisional rating come after the others." in page.text
    )
    assert "come after the others" not in browser.get(f"{path}?by=games").text
    assert "Everybody starts at 1500." in page.text
    assert names(browser.get(f"{path}?by=games")) == ["Ann", "Bob", "Cid"]
    assert names(browser.get(f"{path}?by=name")) == ["Ann", "Bob", "Cid"]
    sorts = [each["href"] for each in page.root.all("a") if "?by=" in each["href"]]
    assert sorts == [f"{path}?by={by}" for by in ("name", "rating", "games")]


def test_a_player_sees_every_game_that_changed_the_rating(app_of: Flask, browser: Browser) -> None:
    with app_of.app_context():
        book = a_book("Ann", "Bob")
        ann, bob = (each.id for each in players_of(book))
        win(a_match_in(book, ann, bob), 0)
        path = address(book)

    page = browser.get(f"{path}/players/{ann}")
    # 1500 + 27.3, and two deviations of 147.5 to each side: worked out in tests.records.test_ratings.py.
    assert "1527 (provisional) Probably" in page.text
    assert "Probably 1232–1822, after 1 game since January 1, 2026." in page.text
    assert "Won against Bob" in page.text
    assert "+27" in page.text
    games = [each["href"] for each in page.root.all("a") if each.text == "Won against Bob"]
    assert browser.get(games[0]).heading
    other = browser.get(f"{path}/players/{bob}")
    assert "1473 (provisional)" in other.text
    assert "Lost to Ann" in other.text
    assert browser.client.get(f"{path}/players/99999").status_code == 404


def test_many_games_are_a_page_at_a_time(app_of: Flask, browser: Browser) -> None:
    with app_of.app_context():
        book = a_book("Ann", "Bob")
        ann, bob = (each.id for each in players_of(book))
        for day in range(5):
            win(a_match_in(book, ann, bob, days=30 * day), *[0, 1] * 8)
        path = f"{address(book)}/players/{ann}"

    found = 0
    while path:
        page = browser.get(path)
        found += sum(
            each.text in ("Won against Bob", "Lost to Bob") and each.ancestors[0]["scope"] == "row"
            for each in page.root.all("a")
        )
        path = next((each["href"] for each in page.root.all("a") if each.text == "Older games"), "")
    assert found == 80
    assert of_class(page, "chart__svg")


def test_the_book_leads_to_the_ratings_and_they_to_the_one_page_of_each_player(
    app_of: Flask, browser: Browser
) -> None:
    with app_of.app_context():
        book = a_book("Ann", "Bob")
        ann, bob = (each.id for each in players_of(book))
        win(a_match_in(book, ann, bob), 0)
        path = address(book)

    assert browser.get(path).links["Ratings"] == f"{path}/ratings"
    ranking = browser.get(f"{path}/ratings")
    assert ranking.links["Ann"] == f"{path}/players/{ann}#rating"
    player = browser.get(ranking.links["Ann"])
    assert player.links["Ratings"] == f"{path}/ratings"
    assert [each.text for each in player.root.all("h2")][-2:] == ["Points by how the hand was won", "Rating"]


def test_ratings_are_worked_out_when_their_page_is_opened(app_of: Flask, browser: Browser) -> None:
    with app_of.app_context():
        book = a_book("Ann", "Bob")
        ann, bob = (each.id for each in players_of(book))
        matches = [a_match_in(book, ann, bob, days=day) for day in range(4)]
        for match in matches:
            win(match, 0)
        path, first = address(book), matches[0].id
    assert "after 4 games" in browser.get(f"{path}/players/{ann}").text

    with app_of.app_context():
        old = db.session.get_one(Match, first)
        delete_match(old, old.version_stamp, ANNS_PHONE)

    assert "after 3 games" in browser.get(f"{path}/players/{ann}").text


@pytest.mark.own_app
def test_ratings_that_cannot_be_saved_now_are_said_to_be_worked_out(
    app_of: Flask, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sqlite.PRAGMAS, "busy_timeout", "1")
    with app_of.app_context():
        db.engine.dispose()
        book = a_book("Ann", "Bob")
        win(a_match_in(book, *(each.id for each in players_of(book))), 0)
        path, file = f"{address(book)}/ratings", str(db.engine.url.database)

    said = "Ratings are being worked out."
    with closing(connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        page = browser.get(path)
        assert said in page.text
        assert "No ratings yet" not in page.text
        other.execute("ROLLBACK")
    assert said not in browser.get(path).text
    assert len(rows(browser.get(path))) == 2
