"""What the pages of a book cost with 20,000 matches and 400,000 hands: ``python -m benchmarks.books``.

``DATABASE_URL=postgresql://…`` measures an empty database there; without it, a new SQLite file. The figure is
the CPU of this process and of PostgreSQL's for each page, the median of several requests. Filling the book
takes some minutes.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Integer, column, select, text

from app import create_app
from benchmarks.book_filling import PHONE, fill, today
from benchmarks.pages import DEADWOOD
from models.gin.rules.presets import PRESETS
from models.records.books.book_matches import Chosen, start_in_book
from models.records.books.match_search import MatchFilter, find_matches
from models.records.database.base import db, once
from models.records.database.schema import upgrade
from models.records.ratings.ratings import outdate_ratings
from models.records.saving.pipeline import new_entry_id
from models.records.saving.starting import start_match
from models.records.tables.book import Book
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.player import Player
from models.records.tables.shared import watch_token
from views.web.access import DEVICE

MATCHES = 20_000
PEOPLE = 200
YEARS = 20
REQUESTS = 21
PROMISE = 60.0
"""Milliseconds of CPU that a page may take at the median."""

RATED = 2_000
"""How many matches are rated again."""

PAGES = {
    "the book": "/b/{book}",
    "the book by matches played": "/b/{book}?by=played",
    "all matches": "/b/{book}/matches",
    "a page in the middle": "/b/{book}/matches?before={middle}.999999999",
    "of one player": "/b/{book}/matches?player={often}",
    "of a player who plays rarely": "/b/{book}/matches?player={rare}",
    "of two players": "/b/{book}/matches?player={often}&player={other}",
    "unfinished": "/b/{book}/matches?state=open",
    "unfinished of a player": "/b/{book}/matches?state=open&player={often}",
    "by rules": "/b/{book}/matches?rules=oklahoma:",
    "of two by rules in ten years": (
        "/b/{book}/matches?rules=palace:&player={often}&player={other}&from={middle}"
    ),
    "by name": "/b/{book}/matches?name=player+1",
    "ratings": "/b/{book}/ratings",
    "ratings by name": "/b/{book}/ratings?by=name",
    "older games of a player": "/b/{book}/players/{often}?before={middle}.999999",
    "players": "/b/{book}/players",
    "usual rules": "/b/{book}/rules",
    "history": "/b/{book}/history",
    "a new match": "/b/{book}/matches/new",
    "deleting": "/b/{book}/delete",
    "statistics": "/b/{book}/statistics",
    "statistics of play, all players": "/b/{book}/statistics?show=play&by=average-caught&all=1",
    "statistics of some months": "/b/{book}/statistics?from={middle_month}&to={last_month}",
    "statistics of a player": "/b/{book}/players/{often}",
    "statistics of a player in months": "/b/{book}/players/{often}?from={middle_month}",
    "head to head": "/b/{book}/players/{often}/against/{other}",
    "head to head in some months": ("/b/{book}/players/{often}/against/{other}?from={middle_month}"),
    "hands behind a figure": "/b/{book}/statistics/figures/gin?player={often}",
    "missed lay-offs of a player": "/b/{book}/statistics/figures/missed?player={often}",
    "the best hand of the book": "/b/{book}/statistics/figures/best-hand",
    "the best hand of a player": "/b/{book}/statistics/figures/best-hand?player={often}",
    "matches won against another": (
        "/b/{book}/statistics/figures/matches-won?player={often}&against={other}"
    ),
    "deleting a player": "/b/{book}/players/{often}/delete",
    "splitting a player": "/b/{book}/players/{often}/split",
    "export": "/b/{book}/export",
    "to print": "/b/{book}/print",
    "import": "/import",
    "export of everything": "/export",
    "a sheet": "/m/{match}",
    "its history": "/m/{match}/history",
    "its chart": "/m/{match}/chart",
    "its result": "/m/{match}/result",
    "its result card": "/m/{match}/result.svg",
    "its export": "/m/{match}/export",
    "its hands": "/m/{match}/hands.csv",
    "its document": "/m/{match}/match.json",
    "a match to print": "/m/{match}/score-sheet",
    "its book": "/m/{match}/book",
}
"""The pages, with the book, the match, the players and the day that are asked for."""


def cpu(app: Flask) -> float:
    """Seconds of CPU of this process, and of PostgreSQL's processes for our connections."""
    with app.app_context():
        return process_time() + _cpu_of_backends()


def _cpu_of_backends() -> float:
    if db.engine.dialect.name == "sqlite":
        return 0.0
    ours = text("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
    pids = db.session.scalars(ours.columns(column("pid", Integer))).all()
    db.session.rollback()
    return sum(map(_cpu_of, pids))


def _cpu_of(pid: int) -> float:
    """Seconds of CPU of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(app: Flask, act: Callable[[], None]) -> float:
    """Milliseconds of CPU of an act: with PostgreSQL the mean, because its clock ticks are coarse."""
    act()
    if str(app.config["SQLALCHEMY_DATABASE_URI"]).startswith("postgresql"):
        before = cpu(app)
        for _ in range(REQUESTS):
            act()
        return 1000 * (cpu(app) - before) / REQUESTS
    taken = []
    for _ in range(REQUESTS):
        before = process_time()
        act()
        taken.append(1000 * (process_time() - before))
    return median(taken)


def ask(client: FlaskClient, path: str) -> None:
    """Asks for a page."""
    with client.get(path) as answer:
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status}")


class Saving:
    """A phone that saves hands in a match."""

    def __init__(self, client: FlaskClient, watch: str) -> None:
        self.client, self.path, self.versions = client, f"/m/{watch}/hands/new", count()

    def save(self) -> None:
        """Saves a hand."""
        version = next(self.versions)
        form = DEADWOOD | {"deadwood_1": 6 + version % 60, "entry": new_entry_id(), "position": "", "save": 1}
        with self.client.post(self.path, data=form | {"version": version}) as answer:
            if answer.status_code != 303:
                raise RuntimeError(f"{self.path}: {answer.status}")


def asked_for(book: Book) -> dict[str, object]:
    """What the pages are asked for."""
    often, other, *_others, rare = db.session.scalars(
        db.select(Player.id).where(Player.book_id == book.id).order_by(Player.id)
    )
    newest = find_matches(book, MatchFilter((often, other), over=True), limit=1)[0]
    return {
        "book": watch_token(book),
        "match": watch_token(newest),
        "often": often,
        "other": other,
        "rare": rare,
        "middle": (middle := today() - timedelta(days=365 * YEARS // 2)),
        "middle_month": f"{middle:%Y-%m}",
        "last_month": f"{today():%Y-%m}",
    }


def new_matches(book: Book) -> tuple[str, str]:
    """The links of two new matches: of two who play often in *book*, and of two outside it."""
    rules, asked = PRESETS["pagat"].but(target=10_000), {"first_dealer": 0, "device": PHONE}
    chosen = Chosen(name="Player 0"), Chosen(name="Player 1")
    inside = start_in_book(book, chosen, Agreement("pagat", "", rules), entry=new_entry_id(), **asked)
    outside = start_match(("Ann", "Bob"), rules, preset="pagat", entry=new_entry_id(), **asked)
    return watch_token(inside), watch_token(outside)


def pages_keep_their_promise(app: Flask, client: FlaskClient, asked: Mapping[str, object]) -> Iterator[bool]:
    """Measures every page, and says whether it is quick enough."""
    for name, path in PAGES.items():
        taken = measure(app, partial(ask, client, path.format(**asked)))
        print(f"{name:<40}{taken:>8.1f} ms  {'' if taken <= PROMISE else 'BROKEN'}", flush=True)
        yield taken <= PROMISE


def compare_saving(app: Flask, client: FlaskClient, inside: str, outside: str) -> None:
    """Measures saving a hand in the book, beside one in no book."""
    inside_it, outside_it = (measure(app, Saving(client, each).save) for each in (inside, outside))
    print(f"{'saving a hand in the book':<40}{inside_it:>8.1f} ms", flush=True)
    print(f"{'saving a hand outside any book':<40}{outside_it:>8.1f} ms  {inside_it / outside_it:.2f} times")


def open_outdated_ratings(app: Flask, client: FlaskClient, asked: Mapping[str, object]) -> None:
    """Measures the first opening of the ratings after a match was changed behind which many follow."""
    with app.app_context():
        days = db.session.scalars(select(Match.played_on).order_by(Match.played_on.desc()).limit(RATED)).all()
        book_id = db.session.scalar(select(Book.id).where(Book.name == "Club"))
        once(lambda: outdate_ratings(book_id, days[-1]))
    before = cpu(app)
    ask(client, PAGES["ratings"].format(**asked))
    taken = 1000 * (cpu(app) - before)
    print(f"{f'ratings of {len(days)} matches worked out again':<40}{taken:>8.1f} ms", flush=True)


def main() -> int:
    """Measures every page; 1 if one takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        config = {"INSTANCE_PATH": folder, "SECRET_KEY": "for a benchmark", "TESTING": True}
        app = create_app(config | {"WTF_CSRF_ENABLED": False})
        with app.app_context():
            upgrade()
            book = fill(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES, PEOPLE, years=YEARS)
            asked, (inside, outside) = asked_for(book), new_matches(book)
        client = app.test_client()
        with client.session_transaction() as session:
            session[DEVICE] = PHONE
        kept = list(pages_keep_their_promise(app, client, asked))
        compare_saving(app, client, inside, outside)
        open_outdated_ratings(app, client, asked)
        with app.app_context():
            db.engine.dispose()
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
