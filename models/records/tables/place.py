"""The table of places: who sits where in each match, and what they did there, counted from its sheet."""

from collections.abc import Sequence
from datetime import date

from flask import current_app
from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
)
from sqlalchemy import text as sql
from sqlalchemy.orm import Mapped

from models.gin.counting import OF_POINTS, STORED
from models.gin.player_names import is_same_name
from models.records.database.base import Base
from models.records.tables.column_types import Day, SumOfPoints

PLACES = Table(
    "places",
    Base.metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    # In the order of the sheet, from 0.
    Column("place", Integer, nullable=False),
    # Empty for somebody whose name is not known, or was removed: pages call the place "Player 1".
    Column("name", String(40)),
    # The player of the book; empty in no book, and for somebody who was deleted from it.
    Column("player_id", ForeignKey("players.id", ondelete="SET NULL")),
    # The other player of a match of two.
    Column("opponent_id", ForeignKey("players.id", ondelete="SET NULL")),
    # Those of the match, so that an index finds the matches of a player or a book in their order.
    Column("book_id", ForeignKey("books.id", ondelete="SET NULL")),
    Column("played_on", Day, nullable=False),
    *(
        Column(
            number, SumOfPoints if number in OF_POINTS else Integer, nullable=False, server_default=sql("0")
        )
        for number in STORED
    ),
    UniqueConstraint("match_id", "place"),
    UniqueConstraint("match_id", "name"),
    UniqueConstraint("match_id", "player_id"),
    CheckConstraint("place BETWEEN 0 AND 3", name="place_is_at_the_table"),
    CheckConstraint("length(name) BETWEEN 1 AND 40", name="name_is_not_blank"),
    CheckConstraint("book_id IS NOT NULL OR player_id IS NULL", name="players_of_a_book"),
    CheckConstraint("opponent_id <> player_id", name="nobody_plays_alone"),
    Index(None, "book_id", "played_on", "match_id"),
    Index(None, "book_id", "best_hand"),
    # With all that is counted: sums over a book read no row.
    Index("ix_places_sums", "book_id", "player_id", "played_on", *STORED),
    Index("ix_places_results", "player_id", "played_on", "match_id", "matches", "matches_won"),
    Index("ix_places_pairs", "player_id", "opponent_id", "played_on", "match_id", "matches", "matches_won"),
    Index(None, "opponent_id", "player_id", "matches_won"),
)
"""A row for each seat at the table of each match. All statistics and standings are sums over these rows."""

SEATED = ("id", "match_id", "place", "name", "player_id", "opponent_id", "book_id", "played_on")
"""The columns that a match reads with its places. What is counted is read where it is added up."""

COUNTED = [PLACES.c[number] for number in STORED]


class Place(Base):
    """A place at the table of a match, without what is counted there."""

    __table__ = PLACES
    __mapper_args__ = {"include_properties": SEATED}  # noqa: RUF012 (read once, by SQLAlchemy)

    id: Mapped[int]
    match_id: Mapped[int]
    place: Mapped[int]
    name: Mapped[str | None]
    player_id: Mapped[int | None]
    opponent_id: Mapped[int | None]
    book_id: Mapped[int | None]
    played_on: Mapped[date]


def shown(names: Sequence[str | None]) -> tuple[str, ...]:
    """*names* as pages show them: "Player 1" in the reader's language where there is none.

    A number that somebody is called by is not used for another one.
    """
    if None not in names:
        return tuple(name for name in names if name is not None)
    called = current_app.extensions.get("nameless", "Player {}".format)
    taken = [name for name in names if name is not None]
    shown_names: list[str] = []
    for place, name in enumerate(names, 1):
        words = map(called, range(place, place + 2 * len(names)))
        free = (word for word in words if not any(is_same_name(word, other) for other in taken))
        shown_names.append(next(free) if name is None else name)
        taken.append(shown_names[-1])
    return tuple(shown_names)


def opponents(player_ids: Sequence[int | None]) -> Sequence[int | None]:
    """The opponent of each player: the other one of two, else nobody."""
    return player_ids[::-1] if len(player_ids) == 2 else (None,) * len(player_ids)
