"""The audit: verifies that stored data is consistent, and counts matches anew."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import chain
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.exc import NoResultFound

from models.gin.counting import COUNTING, Statistics, statistics
from models.gin.hand.problems import InvalidDeclarationError
from models.records.checking.rating_repair import is_rated
from models.records.database.base import db, once
from models.records.database.unreadable import (
    READING,
    UnreadableError,
    any_damaged,
    forget_unreadable,
    met_unreadable,
)
from models.records.files.unpublished import is_published
from models.records.finding.earlier_sheets import history
from models.records.saving.pipeline import _stored, work_out
from models.records.tables.book import Book, BookChange
from models.records.tables.change import Change, ChangeKind, RebuiltHand, rebuild
from models.records.tables.match import Match, Snapshot, readable
from models.records.tables.place import PLACES, opponents
from models.records.tables.player import Player

AT_ONCE = 200
"""How many matches are counted in one transaction."""


def is_counted(match: Match) -> bool:
    """Whether the places of *match* are what the match and its sheet say."""
    query = select(PLACES).where(PLACES.c.match_id == match.id).order_by(PLACES.c.place)
    stored = [dict(row) for row in db.session.execute(query).mappings()]
    people = range(match.table.people)
    if [row["place"] for row in stored] != list(people):
        return False
    others = opponents([row["player_id"] for row in stored])
    rows = zip(stored, others, statistics(match.sheet), strict=True)
    return all(_follows(row, match, opponent, counted) for row, opponent, counted in rows)


def _follows(row: dict[str, Any], match: Match, opponent: int | None, counted: Statistics) -> bool:
    """Whether the row of a place is what it has to be."""
    copied = {"book_id": match.book_id, "played_on": match.played_on, "opponent_id": opponent}
    return all(row[name] == value for name, value in (copied | _stored(counted)).items())


def count_everything() -> None:
    """Counts all matches anew that can be read, some in each transaction."""
    ids = db.session.scalars(select(Match.id).order_by(Match.id)).all()
    for start in range(0, len(ids), AT_ONCE):
        once(lambda some=ids[start : start + AT_ONCE]: _count_some(some))  # type: ignore[misc]
        db.session.expunge_all()


def _count_some(match_ids: list[int]) -> None:
    query = select(Match).where(Match.id.in_(match_ids)).order_by(Match.id).with_for_update(key_share=True)
    for match in readable(db.session.scalars(query), with_sheets=True):
        match.place_players(match.names, match.player_ids)
        for place in match.places:
            place.played_on = match.played_on
        work_out(match)


def recount() -> None:
    """Counts every match again that was counted in an earlier way, also if other processes do so too.

    Each in a transaction of its own, so that nobody waits for long. One that can't be read is left as it is.
    """
    ids = db.session.scalars(select(Match.id).where(Match.counting < COUNTING).order_by(Match.id)).all()
    db.session.rollback()
    for match_id in ids:
        once(lambda which=match_id: _recount(which))  # type: ignore[misc]


def _recount(match_id: int) -> None:
    """Counts a match again, unless it was deleted or counted meanwhile."""
    query = select(Match).where(Match.id == match_id, Match.counting < COUNTING)
    for match in readable(db.session.scalars(query.with_for_update(key_share=True)), with_sheets=True):
        work_out(match)


class Doubt(StrEnum):
    """A kind of inconsistency."""

    HANDS = auto()
    """The hands differ from those that the history leads to."""
    VERSION = auto()
    """The history has gaps, or does not lead to the current version."""
    SNAPSHOT = auto()
    """The snapshot for lists differs from the sheet."""
    RULES = auto()
    """The rules differ from those that the history leads to."""
    SHEET = auto()
    """A hand on the sheet is not valid."""
    PLAYERS = auto()
    """The names differ from those of the players in the book, or these are in another one."""
    STATISTICS = auto()
    """The statistics differ from what the sheet says."""
    RATINGS = auto()
    """The ratings of a book don't follow from its games."""
    UNREADABLE = auto()
    """Something stored is not what it should be: the file was damaged."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of checking one match or one book."""

    what: type[Match | Book]
    id: int
    doubts: tuple[Doubt, ...]


def audit() -> Iterator[Proof]:
    """Checks every match and every book, one after another; not those of an import that has not ended."""
    books = select(Book.id).where(is_published())
    matches = select(Match.id).where(or_(Match.book_id.is_(None), Match.book_id.in_(books)))
    checks = ((Match, matches, doubts_about), (Book, books, doubts_about_book))
    for what, query, check in checks:
        for each in db.session.scalars(query.order_by(what.id)).all():
            yield Proof(what, each, check(each))
            db.session.rollback()
            db.session.expunge_all()


def doubts_about_book(book_id: int) -> tuple[Doubt, ...]:
    """The inconsistencies of a book, even if something of it can't be read."""
    forget_unreadable()
    book = db.session.get_one(Book, book_id)
    names = db.session.execute(select(Player.name, Player.note).where(Player.book_id == book_id))
    db.session.scalars(select(BookChange).where(BookChange.book_id == book_id)).all()
    is_unreadable = any_damaged([book.name, *chain(*names)]) or met_unreadable()
    doubts = {Doubt.UNREADABLE: is_unreadable, Doubt.RATINGS: not is_rated(book_id)}
    return tuple(doubt for doubt, is_so in doubts.items() if is_so)


def doubts_about(match_id: int) -> tuple[Doubt, ...]:
    """The inconsistencies of a match, even if it can't be read."""
    try:
        return tuple(doubts(db.session.get_one(Match, match_id)))
    except (*READING, NoResultFound, UnreadableError):
        return (Doubt.UNREADABLE,)


def doubts(match: Match) -> Iterator[Doubt]:
    """Yields the inconsistencies of *match*; nothing if there are none.

    What an earlier version has counted otherwise is counted again when Deadwood starts, and no inconsistency.

    :raises UnreadableError: if it can't be read.
    """
    if not match.is_readable:
        raise UnreadableError(f"match {match.id}")
    changes = history(match)[::-1]
    if not _leaves(changes, match):
        yield Doubt.HANDS
    if [change.version for change in changes] != list(range(1, match.version + 1)):
        yield Doubt.VERSION
    if not _agree(changes, match):
        yield Doubt.RULES
    if not _are_players(match):
        yield Doubt.PLAYERS
    try:
        is_recounted, sheet = match.counting == COUNTING, match.sheet
        if is_recounted and match.snapshot != Snapshot.of(sheet):
            yield Doubt.SNAPSHOT
        if is_recounted and not is_counted(match):
            yield Doubt.STATISTICS
    except InvalidDeclarationError:
        yield Doubt.SHEET


def _leaves(changes: Iterable[Change], match: Match) -> bool:
    """Whether *changes* lead to the stored hands and extra lines of *match*."""
    try:
        return rebuild(changes) == tuple(map(RebuiltHand.of, match.records))
    except LookupError:
        return False


def _agree(changes: Iterable[Change], match: Match) -> bool:
    """Whether each agreement in *changes* follows from the one before, and the last is that of *match*."""
    ruled = [change for change in changes if change.kind is ChangeKind.RULED]
    before = [change.agreed_before for change in ruled] + [match.whole_agreement]
    after = [change.agreed_after for change in ruled]
    return before[1:] == after


def _are_players(match: Match) -> bool:
    """Whether the players are those of the book, and the names are theirs, with or without their notes."""
    sitting = {each: name for each, name in zip(match.player_ids, match.names, strict=True) if each}
    if not sitting:
        return True
    players = db.session.scalars(select(Player).where(Player.id.in_(sitting))).all()
    return len(players) == len(sitting) and all(
        player.book_id == match.book_id
        and player.merged_into is None
        and sitting[player.id] in (player.name, player.full_name)
        for player in players
    )
