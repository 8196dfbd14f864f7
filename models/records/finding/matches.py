"""Creates and finds matches."""

import hmac
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import combinations
from typing import Any, TypeVar

from sqlalchemy import BindParameter, ColumnElement, Select, and_, bindparam, func, select
from sqlalchemy.orm import aliased, contains_eager, lazyload

from models.gin.player_names import is_name, is_same_name
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Player, Table
from models.gin.sheet.sheet import sheet
from models.records.database import schema
from models.records.database.base import db
from models.records.saving.seats import find_seat, seat_through_book
from models.records.saving.transactions import once
from models.records.tables.book import Book
from models.records.tables.change import Change
from models.records.tables.column_types import write_all
from models.records.tables.match import Match, day_of, readable
from models.records.tables.place import Place
from models.records.tables.renewed_link import RenewedLink
from models.records.tables.seat import Seat
from models.records.tables.shared import SharedRecord, watch_token
from models.records.tables.snapshot import Snapshot
from models.records.tables.tokens import Link, hashed, token


def start_match(
    players: Sequence[str | None],
    rules: HouseRules,
    *,
    preset: str,
    first_dealer: Player,
    device: str,
    entry: str,
    rules_name: str = "",
    table: Table = Table.TWO,
) -> Match:
    """Starts a match in which *device* has a seat; the same form sent twice starts one match.

    *entry* is the id of the form. With other values in the form, it is another match. *rules_name* is the
    players' own name for rules that they made from the preset *preset*. Of *players*, None has no name.

    :raises ValueError: if *players* does not fit the *table*.
    """
    agreed = {
        "seating": table,
        "preset": preset,
        "rules_name": rules_name,
        "first_dealer": first_dealer,
        "rematch_of": None,
        "tells_missed": True,
    }
    names = names_at(table, players)
    begun_with = hashed(device, entry, json.dumps([names, agreed, write_all(rules)]))
    seats = {hashed(device): ""}
    return once(lambda: match_begun_with(begun_with) or create_match(begun_with, names, rules, agreed, seats))


def match_begun_with(begun_with: str) -> Match | None:
    """The match that the form of this hash has created."""
    return db.session.scalar(select(Match).where(Match.begun_with == begun_with))


def create_match(
    begun_with: str,
    names: Sequence[str | None],
    rules: HouseRules,
    agreed: Mapping[str, Any],
    seats: Mapping[str, str],
    player_ids: Sequence[int | None] = (),
) -> Match:
    """A new match; *seats* are the labels of the devices that can score in it.

    In a book, *player_ids* are its players.
    """
    # To the second, as in files: games are rated in this order.
    now = datetime.now(UTC).replace(microsecond=0)
    match = Match(
        begun_with=begun_with,
        rules=rules,
        version=0,
        snapshot=Snapshot.of(sheet((), rules, table=agreed["seating"])),
        created_at=now,
        played_on=day_of(now),
        changed_at=now,
        opened_on=now.date(),
        **Match.new_links(),
        **agreed,
    )
    match.places = [Place(place=place, played_on=match.played_on) for place in range(len(names))]
    match.place_players(names, player_ids or [None] * len(names))
    match.seats += [Seat(device_hash=each, label=label, created_at=now) for each, label in seats.items()]
    db.session.add(match)
    return match


def names_at(table: Table, players: Sequence[str | None]) -> tuple[str | None, ...]:
    """The names of the players at *table*, with single spaces; None for a place without a name.

    :raises ValueError: if they are not valid.
    """
    names = tuple(None if name is None else " ".join(name.split()) for name in players)
    known_names = [name for name in names if name is not None]
    alike = any(is_same_name(one, other) for one, other in combinations(known_names, 2))
    if len(names) != table.people or alike or not all(map(is_name, known_names)):
        raise ValueError(f"not the names of {table} players: {players!r}")
    return names


S = TypeVar("S", bound=SharedRecord)


@dataclass(frozen=True, slots=True)
class Opened:
    """A match as a device sees it at its viewing link."""

    match: Match
    seat: Seat | None
    """The device's own seat, or the one that it gets through the book; None for a viewer."""
    last_change: Change | None
    """The last change; None if there is none."""
    rematch: str | None
    """The viewing link of the rematch that was started last."""


def open_match(watch: str, device: str | None) -> Opened | None:
    """The match of a viewing link, with everything its sheet needs except the hands: one query."""
    key = hashed(watch)
    values = {"watch": key, "device": hashed(device or "")}
    row = db.session.execute(_opening(), values).unique().first()
    if row is None or not hmac.compare_digest(row[0].watch_hash, key):
        return None
    match, seat, change, _writer, seed = row
    own_seat = seat or seat_through_book(match, device)
    return Opened(match, own_seat, change, seed and token(Link.VIEWING, seed))


@cache
def _opening() -> Select[Match, Seat, Change, Seat, str]:
    """The query of :func:`open_match`, built once.

    The seat of the last change is selected beside it: SQLAlchemy finds it among the records of the session,
    which takes less than to load it as part of the change.
    """
    rematch, any_rematch, writer = aliased(Match), aliased(Match), aliased(Seat)
    newest = select(func.max(any_rematch.id)).where(any_rematch.rematch_of == Match.id).correlate(Match)
    return (
        select(Match, Seat, Change, writer, rematch.watch_seed)
        .join(Match.places)
        .options(contains_eager(Match.places), lazyload(Change.seat))
        .outerjoin(Seat, is_seat(bindparam("device")))
        .outerjoin(Change, and_(Change.match_id == Match.id, Change.version == Match.version))
        .outerjoin(writer, writer.id == Change.seat_id)
        .outerjoin(rematch, rematch.id == newest.scalar_subquery())
        .where(Match.watch_hash == bindparam("watch"))
        .order_by(Place.place)
    )


def is_live_seat(device_hash: str | BindParameter[Any], seat: type[Seat] = Seat) -> ColumnElement[bool]:
    """The condition that finds the seats of a device."""
    return and_(seat.device_hash == device_hash, seat.ended_at.is_(None))


def is_seat(device_hash: str | BindParameter[Any]) -> ColumnElement[bool]:
    """The condition that finds a device's own seat."""
    return and_(Seat.match_id == Match.id, is_live_seat(device_hash))


def is_book_seat(device_hash: str | BindParameter[Any], seat: type[Seat] = Seat) -> ColumnElement[bool]:
    """The condition that finds a device's own seat in the book of a match."""
    return and_(seat.book_id == Match.book_id, is_live_seat(device_hash, seat))


def open_to_write(watch: str, device: str | None) -> Opened | None:
    """The match for a device that wants to change something, without what only the sheet needs."""
    key = hashed(watch)
    asked = {"watch": key, "device": hashed(device or "")}
    row = db.session.execute(_writing(), asked).unique().first()
    if row is None or not hmac.compare_digest(row[0].watch_hash, key):
        return None
    return Opened(row[0], row[1] or seat_through_book(row[0], device), None, None)


@cache
def _writing() -> Select[Match, Seat]:
    """The query of :func:`open_to_write`, built once."""
    return (
        select(Match, Seat)
        .join(Match.places)
        .options(contains_eager(Match.places))
        .outerjoin(Seat, is_seat(bindparam("device")))
        .where(Match.watch_hash == bindparam("watch"))
        .order_by(Place.place)
    )


def find_match(watch: str) -> Match | None:
    """The match of a viewing link."""
    return find_shared(Match, Link.VIEWING, watch)


def find_shared(of: type[S], link: Link, text: str) -> S | None:
    """The match or the book that a link opens, without its path."""
    column, key = f"{link}_hash", hashed(text)
    record = db.session.scalar(select(of).where(getattr(of, column) == key))
    return record if record and hmac.compare_digest(getattr(record, column), key) else None


def find_renewed(watch: str, device: str | None) -> Match | None:
    """The match that a viewing link opened until it was renewed, if *device* has a seat in it."""
    opened = RenewedLink.link_hash == hashed(watch)
    query = select(Match).join(RenewedLink, RenewedLink.match_id == Match.id).where(opened)
    match = db.session.scalar(query)
    return match if match and find_seat(match, device) else None


def opens_newest_match() -> bool:
    """Whether the newest match was started with the secret key that is used now.

    True if there is no match, or the database still has to be migrated.
    """
    if not schema.is_current():
        return True
    newest = db.session.scalar(select(Match).order_by(Match.id.desc()).limit(1))
    return newest is None or hashed(watch_token(newest)) == newest.watch_hash


def matches_of(device: str | None, limit: int | None = 100) -> list[Match]:
    """The matches in which *device* has a seat, the one changed last first; all of them without a *limit*."""
    if device is None:
        return []
    query = select(Match).join(Seat, is_seat(hashed(device)))
    return readable(db.session.scalars(query.order_by(Match.changed_at.desc(), Match.id.desc()).limit(limit)))


def newest_in(books: Collection[Book], limit: int = 100) -> list[Match]:
    """The matches of *books*, the one changed last first."""
    mine = select(Match).where(Match.book_id.in_([book.id for book in books]))
    return readable(db.session.scalars(mine.order_by(Match.changed_at.desc(), Match.id.desc()).limit(limit)))


def matches_at(watched: Iterable[str]) -> list[Match]:
    """The matches of these viewing links, the one changed last first."""
    keys = [hashed(watch) for watch in watched]
    shown = select(Match).where(Match.watch_hash.in_(keys))
    newest = shown.order_by(Match.changed_at.desc(), Match.id.desc())
    return readable(db.session.scalars(newest)) if keys else []
