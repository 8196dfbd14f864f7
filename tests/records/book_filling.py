"""Fills a book with the matches of twenty years: their hands, their history and their statistics.

A few matches are played as on a phone. All others are copies of them with other players on other days, made
by the database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Integer, MetaData, Table, case, insert, select, text

from models.gin.cards.cards import PACK
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.presets import PRESETS
from models.records.books.book_matches import Chosen, start_in_book
from models.records.books.books import start_book
from models.records.database.base import db
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.tables.book import Book
from models.records.tables.change import Change
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.place import PLACES
from models.records.tables.player import Player, folded
from models.records.tables.shared import Link, hashed, new_seed, token
from models.records.tables.sheet_row import SheetRow
from tests.records.table import BOB_BREAKS_HIS_EIGHTS

PHONE = "the phone on the table"
YEARS = 20
RULES = ("pagat", "french", "palace", "oklahoma")
UNFINISHED = 0.01
"""How many of the matches were left open."""

COPIES = Table(
    "copies",
    MetaData(),
    Column("match_id", Integer, primary_key=True),
    Column("played_id", Integer, nullable=False),
    Column("one", Integer, nullable=False),
    Column("other", Integer, nullable=False),
    prefixes=["TEMPORARY"],
)
"""Of which match that was played each other one is a copy, and who plays in it."""

MATCHES: Table = Match.__table__  # type: ignore[assignment]
HANDS: Table = SheetRow.__table__  # type: ignore[assignment]
CHANGES: Table = Change.__table__  # type: ignore[assignment]


def fill(matches: int, people: int) -> Book:
    """A book with so many *matches* in the current database: some play often, most rarely."""
    random = Random(7)
    over = [_play(house, random) for house in RULES]
    left_open = [_play(house, random, most=4) for house in RULES]
    book = start_book("Club", [], device=PHONE, entry=new_entry_id())
    book_id = book.id
    db.session.rollback()
    with db.engine.begin() as connection:
        players = _add_players(connection, book_id, [f"Player {number}" for number in range(people)])
        copies = Copies(book_id, players, start=today() - timedelta(days=365 * YEARS), random=random)
        copies.make(connection, matches, over, left_open)
        _copy_what_was_played(connection)
    with db.engine.begin() as connection:
        connection.execute(text("ANALYZE"))
    return db.session.get_one(Book, book_id)


def today() -> date:
    """The day by which everything is counted."""
    return datetime.now(UTC).date()


def _play(house: str, random: Random, most: int = 60) -> int:
    """Plays a match until it is over, in a book of its own; returns its number."""
    book = start_book("Played", [], device=PHONE, entry=new_entry_id())
    agreed = Agreement(house, "", PRESETS[house].but(games_to_win=1))
    chosen = Chosen(name="Ann"), Chosen(name="Bob")
    match = start_in_book(book, chosen, agreed, first_dealer=0, device=PHONE, entry=new_entry_id())
    while not match.snapshot.match_over and match.version < most:
        add_hand(match, _hand(random), Entry(new_entry_id(), match.version, PHONE, match.last_entry))
    return match.id


def _hand(random: Random) -> Hand:
    """A knock, gin, a hand by cards, or one that nobody won."""
    knocker, upcard = random.randrange(2), random.choice([card for card in PACK if card.points >= 9])
    defender = random.randrange(1, 35)
    return random.choices(
        (
            Hand(knocker, Count(Ending.KNOCK, random.randrange(1, 10), defender, upcard)),
            Hand(knocker, Count(Ending.GIN, 0, defender, upcard)),
            BOB_BREAKS_HIS_EIGHTS,
            Hand(None, Count(Ending.DEAD, upcard=upcard)),
        ),
        (14, 6, 2, 1),
    )[0]


def _add_players(connection: Connection, book: int, names: Sequence[str]) -> dict[int, str]:
    """Adds players; returns their names by their ids."""
    now = datetime.now(UTC)
    rows = [{"book_id": book, "name": name, "folded_name": folded(name), "created_at": now} for name in names]
    connection.execute(insert(Player), rows)
    asked = select(Player.id, Player.name).where(Player.book_id == book).order_by(Player.id)
    return {row.id: row.name for row in connection.execute(asked)}


@dataclass(frozen=True, slots=True)
class Copies:
    """Matches of a book that are copies of others."""

    book: int
    players: Mapping[int, str]
    start: date
    random: Random

    def make(
        self, connection: Connection, matches: int, over: Sequence[int], left_open: Sequence[int]
    ) -> None:
        """Adds so many *matches*, and remembers whose copies they are."""
        days = (today() - self.start).days
        played = [
            self.random.choice(left_open if self.random.random() < UNFINISHED else over)
            for _ in range(matches)
        ]
        rows = {each: _row(connection, each) for each in set(played)}
        copies = [rows[each] | self._own(nth * days // matches) for nth, each in enumerate(played)]
        connection.execute(insert(MATCHES), copies)
        self._remember(connection, played)

    def _own(self, day: int) -> dict[str, Any]:
        """What a match has for itself."""
        seed, when = new_seed(), self.start + timedelta(days=day)
        moment = datetime(when.year, when.month, when.day, 20, tzinfo=UTC)
        return {
            "watch_seed": seed,
            "watch_hash": hashed(token(Link.VIEWING, seed)),
            "score_seed": seed,
            "score_hash": hashed(seed),
            "begun_with": hashed("filled", seed),
            "document_id": seed,
            "created_at": moment,
            "changed_at": moment,
            "opened_on": when,
            "played_on": when,
            "book_id": self.book,
        }

    def _two(self) -> tuple[int, int]:
        """Two different people, those with more weight more often."""
        weights = [1 / (1 + place) for place in range(len(self.players))]
        one, other = self.random.choices(list(self.players), weights, k=2)
        return (one, other) if one != other else self._two()

    def _remember(self, connection: Connection, played: Sequence[int]) -> None:
        """Writes down which match that was played each of them is a copy of, and who plays in it."""
        copies = connection.scalars(
            select(MATCHES.c.id).where(MATCHES.c.book_id == self.book).order_by(MATCHES.c.id)
        )
        COPIES.create(connection)
        rows = [
            dict(zip(("match_id", "played_id", "one", "other"), (each, of, *self._two()), strict=True))
            for each, of in zip(copies, played, strict=True)
        ]
        connection.execute(insert(COPIES), rows)


def _row(connection: Connection, match_id: int) -> dict[str, Any]:
    """A match as it is in its table, without its number."""
    found = connection.execute(select(MATCHES).where(MATCHES.c.id == match_id)).mappings().one()
    return {name: value for name, value in found.items() if name != "id"}


def _copy_what_was_played(connection: Connection) -> None:
    """Copies hands, changes and places."""
    _copy(connection, HANDS, {})
    hand = HANDS.alias("the_hand")
    same = select(hand.c.position).where(hand.c.id == CHANGES.c.row_id).correlate(CHANGES)
    mine = HANDS.c.match_id == COPIES.c.match_id, HANDS.c.position == same.scalar_subquery()
    copied = select(HANDS.c.id).where(*mine).correlate(COPIES, CHANGES)
    _copy(connection, CHANGES, {"row_id": copied.scalar_subquery()})
    is_first = PLACES.c.place == 0
    one = case((is_first, COPIES.c.one), else_=COPIES.c.other)
    other = case((is_first, COPIES.c.other), else_=COPIES.c.one)
    copy = MATCHES.alias("copy")
    changed = {
        name: select(copy.c[name]).where(copy.c.id == COPIES.c.match_id).scalar_subquery()
        for name in ("book_id", "played_on")
    }
    named = select(Player.name).where(Player.id == one).correlate(COPIES, PLACES).scalar_subquery()
    _copy(connection, PLACES, {**changed, "player_id": one, "opponent_id": other, "name": named})


def _copy(connection: Connection, table: Table, changed: Mapping[str, ColumnElement[Any]]) -> None:
    """Copies the rows of the matches that were played, with *changed* columns."""
    own = {"match_id": COPIES.c.match_id, **changed}
    names = [column.name for column in table.columns if column.name != "id"]
    rows = select(*(own.get(name, table.c[name]) for name in names))
    connection.execute(
        insert(table).from_select(
            names, rows.join_from(COPIES, table, table.c.match_id == COPIES.c.played_id)
        )
    )
