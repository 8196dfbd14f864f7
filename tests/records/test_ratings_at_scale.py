"""Ratings are read from indexes, however many games there are, and written by one at a time."""

from threading import Barrier, Thread

import pytest
from flask import Flask
from sqlalchemy import Select, text

from models.records.books.players import players_of
from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.finding.people import ListPosition
from models.records.ratings.ratings import (
    games_before,
    matches_from,
    ranked,
    rated_games,
    rating_curve,
    refresh_ratings,
)
from models.records.saving.hand_writes import add_hand
from models.records.tables.book import Book
from models.records.tables.match import Match
from tests.queries import queries
from tests.records.rated import DAY, a_book, a_match_in, gin, plainly, same, stored, win
from tests.records.table import entry


def plan(asked: Select) -> str:
    """How the database would run a query. PostgreSQL reads and sorts small tables unless told not to."""
    statement = asked.compile(db.engine, compile_kwargs={"literal_binds": True})
    if db.engine.dialect.name == "sqlite":
        rows = db.session.execute(text(f"EXPLAIN QUERY PLAN {statement}"))
        return "\n".join(row.detail for row in rows)
    for way in ("seqscan", "bitmapscan", "mergejoin", "hashjoin", "sort"):
        db.session.execute(text(f"SET LOCAL enable_{way} = off"))
    return "\n".join(row[0] for row in db.session.execute(text(f"EXPLAIN {statement}")))


@pytest.mark.engines
def test_games_of_a_player_are_read_from_an_index(app_context: None) -> None:
    for before in (None, ListPosition(DAY, 3)):
        found = plan(games_before(1, before, 20))

        assert "ix_ratings_player_id_played_on_games" in found
        assert "TEMP B-TREE" not in found
        assert "Sort" not in found


def test_matches_are_rated_in_the_order_of_an_index(app_context: None) -> None:
    book = a_book("Ann", "Bob")
    with queries() as asked:
        matches_from(book.id, DAY)
    if db.engine.dialect.name == "sqlite":
        rows = db.session.execute(text(f"EXPLAIN QUERY PLAN {asked[-1]}")).all()
        assert "ix_matches_in_order" in rows[0].detail


@pytest.mark.engines
def test_a_chart_of_many_games_ends_with_the_last_one(
    app_context: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.records.ratings.ratings.POINTS", 4)
    book = a_book("Ann", "Bob")
    ann, bob = players_of(book)
    for day in (0, 10, 20, 30, 100):
        win(a_match_in(book, ann.id, bob.id, days=day), 0, 1)

    refresh_ratings(book.id)
    curve = rating_curve(ranked(ann))

    # Quarters of a hundred days: the last games up to days 25, 50, 75 and 100.
    assert [each.skill.games for each in curve] == [6, 8, 10]
    assert curve[-1].skill == rated_games(ann, limit=1)[0].after


@pytest.mark.engines
def test_games_that_end_at_once_are_all_rated(app: Flask) -> None:
    with app.app_context():
        book = a_book("Ann", "Bob", "Cid")
        ann, bob, cid = (each.id for each in players_of(book))
        pairs = [(ann, bob), (bob, cid), (cid, ann), (ann, bob), (bob, cid), (cid, ann)]
        matches = [a_match_in(book, *pair, days=day).id for day, pair in enumerate(pairs)]
        book_id = book.id
    start, wrong = Barrier(len(matches) + 1), []

    def end_a_game(match_id: int) -> None:
        with app.app_context():
            match = db.session.get_one(Match, match_id)
            hand = gin(match, 0)
            form = entry(match)
            start.wait()
            try:
                add_hand(match, hand, form)
            except Exception as error:
                wrong.append(error)

    def open_ratings() -> None:
        with app.app_context():
            start.wait()
            try:
                refresh_ratings(book_id)
            except Exception as error:
                wrong.append(error)

    threads = [Thread(target=end_a_game, args=(match_id,)) for match_id in matches] + [
        Thread(target=open_ratings)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []
    with app.app_context():
        book = db.session.get_one(Book, book_id)
        assert same(stored(book), plainly(book))
    with app.app_context():
        assert [proof for proof in audit() if proof.doubts] == []
