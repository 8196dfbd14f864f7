"""What the pages of a book cost with 100,000 matches in it: ``python -m benchmarks.books``.

``DATABASE_URL=postgresql://…`` measures an empty database there; without it, a new SQLite file. The figure is
the CPU of this process and of PostgreSQL's for each page, the median of several requests.
"""

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert, text

from app import create_app
from models.gin.presets import PRESETS
from models.gin.seating import Table
from models.records import Book, Match, book_token, new_entry_id, start_book
from models.records.base import db
from models.records.match import PLAYERS
from models.records.player import Player, folded
from models.records.rating_repair import rate_everything
from models.records.schema import upgrade
from models.records.tokens import WATCHING, hashed, new_seed, token
from views.web.access import DEVICE

MATCHES = 100_000
PEOPLE = 200
YEARS = 20
REQUESTS = 21
PROMISE = 60.0
"""Milliseconds of CPU that a page may take at the median."""

PHONE = "the phone on the table"
AT_ONCE = 1000
RULES = ("pagat", "french", "palace", "oklahoma")

RESULTS = {0: "0>1 1>0 0>1", 1: "1>0 0>1 1>0", None: "0>1"}
"""Who won the games of a match, by its winner."""

PAGES = {
    "the book": "",
    "the book by matches played": "?by=played",
    "all matches": "/matches",
    "a page in the middle": "/matches?before={middle}.999999999",
    "of one player": "/matches?player={often}",
    "of a player who plays rarely": "/matches?player={rare}",
    "of two players": "/matches?player={often}&player={other}",
    "unfinished": "/matches?state=open",
    "unfinished of a player": "/matches?state=open&player={often}",
    "by rules": "/matches?rules=oklahoma:",
    "of two players by rules in a year": "/matches?rules=palace:&player={often}&player={other}&from={middle}",
    "by name": "/matches?name=player+1",
    "ratings": "/ratings",
    "ratings by name": "/ratings?by=name",
    "the rating of a player": "/ratings/{often}",
    "older games of a player": "/ratings/{often}?before={middle}.999999",
    "the rating of a player who plays rarely": "/ratings/{rare}",
    "players": "/players",
    "a player": "/players/{often}",
    "usual rules": "/rules",
    "history": "/history",
    "a new match": "/matches/new",
    "deleting": "/delete",
    "statistics": "/statistics",
    "statistics by deadwood, all players": "/statistics?show=deadwood&by=average-caught&all=1",
    "statistics of some months": "/statistics?from={middle_month}&to={last_month}",
    "statistics of a player": "/statistics/players/{often}",
    "statistics of a player in some months": "/statistics/players/{often}?from={middle_month}",
    "head to head": "/statistics/players/{often}/against/{other}",
    "head to head in some months": "/statistics/players/{often}/against/{other}?from={middle_month}",
    "hands behind a figure": "/statistics/figures/gin?player={often}",
    "missed lay-offs of a player": "/statistics/figures/missed?player={often}",
    "the best hand of the book": "/statistics/figures/best-hand",
    "the best hand of a player": "/statistics/figures/best-hand?player={often}",
    "matches won against another": "/statistics/figures/matches-won?player={often}&against={other}",
}
"""The pages, with the players and the day that are asked for."""


def fill(matches: int, people: int = PEOPLE, years: int = YEARS) -> Book:
    """A book with so many *matches* in the current database: some play often, most rarely."""
    book = start_book("Club", [], device=PHONE, entry=new_entry_id())
    book_id = book.id
    now = datetime.now(UTC)
    names = [f"Player {number}" for number in range(people)]
    with db.engine.begin() as connection:
        connection.execute(
            insert(Player),
            [
                {"book_id": book_id, "name": name, "folded_name": folded(name), "created_at": now}
                for name in names
            ],
        )
    ids = list(db.session.scalars(db.select(Player.id).order_by(Player.id)))
    with db.engine.begin() as connection:
        for rows in in_parts(_matches(book_id, ids, names, matches, years), AT_ONCE):
            connection.execute(insert(Match.__table__), rows)
    rate_everything()
    with db.engine.begin() as connection:
        connection.execute(text("ANALYZE"))
    db.session.rollback()
    return db.session.get_one(Book, book_id)


def today() -> date:
    """The day by which everything is counted."""
    return datetime.now(UTC).date()


def in_parts(rows: Iterator[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    """*rows* in lists of this *size*."""
    part: list[dict[str, Any]] = []
    for row in rows:
        part.append(row)
        if len(part) == size:
            yield part
            part = []
    if part:
        yield part


def _matches(
    book: int, ids: Sequence[int], names: Sequence[str], matches: int, years: int
) -> Iterator[dict[str, Any]]:
    random, start = Random(7), today() - timedelta(days=365 * years)
    weights = [1 / (1 + place) for place in range(len(ids))]
    for number in range(matches):
        one, other = _two(random, weights)
        day = start + timedelta(days=number * 365 * years // matches)
        moment = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
        is_over = random.random() < 0.99
        seed = new_seed()
        yield {
            "watch_seed": seed,
            "watch_hash": hashed(token(WATCHING, seed)),
            "score_seed": seed,
            "score_hash": hashed(seed),
            "begun_with": hashed("filled", seed),
            "document_id": seed,
            "name_0": names[one],
            "name_1": names[other],
            "seating": Table.TWO,
            "house": (house := random.choice(RULES)),
            "house_name": "",
            "rules": PRESETS[house],
            "first_dealer": 0,
            "tells_missed": True,
            "version": 0,
            "last_entry": "",
            "created_at": moment,
            "changed_at": moment,
            "opened_on": day,
            "played_on": day,
            "names_removed": 0,
            "hands_played": 0,
            "total_0": 120,
            "total_1": 80,
            "game_over": is_over,
            "match_over": is_over,
            "winner": (winner := random.randrange(2) if is_over else None),
            "results": RESULTS[winner],
            "book_id": book,
            PLAYERS[0]: ids[one],
            PLAYERS[1]: ids[other],
        }


def _two(random: Random, weights: Sequence[float]) -> tuple[int, int]:
    """Two different people, those with more weight more often."""
    one, other = random.choices(range(len(weights)), weights, k=2)
    return (one, other) if one != other else _two(random, weights)


def cpu(app: Flask) -> float:
    """Seconds of CPU of this process, and of PostgreSQL's process for our connection."""
    with app.app_context():
        return process_time() + _cpu_of_backend()


def _cpu_of_backend() -> float:
    if db.engine.dialect.name == "sqlite":
        return 0.0
    pid = db.session.scalar(text("SELECT pg_backend_pid()"))
    db.session.rollback()
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(app: Flask, client: FlaskClient, path: str) -> float:
    """Milliseconds of CPU for a page: with PostgreSQL the mean, because its clock ticks are coarse."""
    _ask(client, path)
    if str(app.config["SQLALCHEMY_DATABASE_URI"]).startswith("postgresql"):
        before = cpu(app)
        for _ in range(REQUESTS):
            _ask(client, path)
        return 1000 * (cpu(app) - before) / REQUESTS
    taken = []
    for _ in range(REQUESTS):
        before = process_time()
        _ask(client, path)
        taken.append(1000 * (process_time() - before))
    return median(taken)


def _ask(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status}")


def main() -> int:
    """Measures every page; 1 if one takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE_PATH": folder, "SECRET_KEY": "for a benchmark", "TESTING": True})
        with app.app_context():
            upgrade()
            book = fill(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES)
            link, first = f"/b/{book_token(book)}", db.session.scalars(db.select(Player.id)).first() or 0
        middle = today() - timedelta(days=365 * YEARS // 2)
        asked = {
            "often": first,
            "other": first + 1,
            "rare": first + PEOPLE - 1,
            "middle": middle,
            "middle_month": f"{middle:%Y-%m}",
            "last_month": f"{today():%Y-%m}",
        }
        client, slow = app.test_client(), 0
        with client.session_transaction() as session:
            session[DEVICE] = PHONE
        for name, path in PAGES.items():
            taken = measure(app, client, link + path.format(**asked))
            slow += taken > PROMISE
            print(f"{name:<36}{taken:>8.1f} ms  {'' if taken <= PROMISE else 'BROKEN'}")
        with app.app_context():
            db.engine.dispose()
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
