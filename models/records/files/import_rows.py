"""Writes imported matches in a few statements, with their hands and histories.

This is the one place where an imported match gets its links, its book, its players and its seat.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeVar

from sqlalchemy import insert, select, text

from models.gin.counting import Statistics
from models.gin.document import writing
from models.gin.hand.scoring import Hand
from models.gin.sheet.sheet import Sheet, sheet
from models.records.database.base import db
from models.records.saving.starting import names_at
from models.records.tables.change import Change, ChangeKind
from models.records.tables.match import Match, Snapshot, day_of
from models.records.tables.place import PLACES, opponents
from models.records.tables.seat import Seat
from models.records.tables.shared import hashed
from models.records.tables.sheet_row import SheetRow, row_of

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ReadyMatch:
    """A match that was read and checked, with all that is written of it."""

    document: writing.MatchDocument
    """The match, with an id."""
    snapshot: Snapshot
    statistics: tuple[Statistics, ...]
    """What each player did."""
    begun_with: str = ""
    """What makes it the only one: see :func:`unused`."""
    book_id: int | None = None
    player_ids: tuple[int | None, ...] = ()
    """The ids of the players; empty in no book."""


@dataclass(frozen=True, slots=True)
class SeatToGive:
    """The seat of the phone that imports."""

    device_hash: str
    label: str = ""
    through_book: bool = False
    ended_at: datetime | None = None
    """Now, in a match that nobody shall see yet."""


def sheet_of(document: writing.MatchDocument) -> Sheet:
    """The score sheet of a document.

    :raises InvalidDeclarationError: if a hand is not valid under the rules.
    """
    return sheet(
        document.hands,
        document.rules,
        document.first_dealer,
        document.table,
        ends_after_last=document.ends_after_last,
    )


def lock_imports(device: str) -> None:
    """Makes other imports of *device* wait, which may write the same rows in another order.

    SQLite has only one writer anyway.
    """
    if db.engine.dialect.name == "postgresql":
        db.session.execute(text("SELECT pg_advisory_xact_lock(14, hashtext(:device))"), {"device": device})


def write_ready(matches: Sequence[ReadyMatch], seat: SeatToGive) -> list[int]:
    """Writes *matches* with their hands, in a transaction that writes; returns their ids, in the same order.

    Their histories begin with the import: each hand was added now.
    """
    if not matches:
        return []
    # To the second, as in files: games are rated in this order.
    now, connection = datetime.now(UTC).replace(microsecond=0), db.session.connection()
    connection.execute(insert(Match), [_row(each, now) for each in matches])
    ids = _ids_of_matches(matches)
    seats = [{**asdict(seat), "match_id": each, "created_at": now} for each in ids]
    connection.execute(insert(Seat), seats)
    pairs = list(zip(ids, matches, strict=True))
    connection.execute(insert(PLACES), [row for match_id, ready in pairs for row in _places(match_id, ready)])
    _write_hands(pairs, now)
    return ids


def _places(match_id: int, ready: ReadyMatch) -> Iterator[dict[str, Any]]:
    names = names_at(ready.document.table, ready.document.players)
    players = ready.player_ids or (None,) * len(names)
    rows = zip(names, players, opponents(players), ready.statistics, strict=True)
    for place, (name, player, opponent, counted) in enumerate(rows):
        yield {
            "match_id": match_id,
            "place": place,
            "name": name,
            "player_id": player,
            "opponent_id": opponent,
            "book_id": ready.book_id,
            "played_on": day_played(ready.document),
            **counted._asdict(),
        }


NAMES_OF_PAPER = ("On paper", "Auf Papier", "Sur papier", "En papel", "纸上记分")
"""What the rules of paper are called in the languages there were when ids began to follow from it."""


def is_from_paper(document: writing.MatchDocument) -> bool:
    """Whether a match is from paper, also if it goes on here, or has rules of another name now."""
    return document.ends_after_last or document.rules_name in NAMES_OF_PAPER


def noon(day: date, nth: int = 0) -> datetime:
    """When a match from paper is said to have started: paper has only a day. *nth* keeps several in order."""
    return datetime.combine(day, time(12, tzinfo=UTC)) + timedelta(seconds=nth)


def _is_noon(started: datetime) -> bool:
    """Whether this is one of the moments of :func:`noon`: a paper has at most 500 matches."""
    return timedelta() <= started - noon(started.date()) < timedelta(seconds=500)


def day_played(document: writing.MatchDocument) -> date:
    """The day of a match; if the file has none, the day on which it was started, as pages show it.

    Of a match from paper, noon in UTC stands for the day, as in files that don't have it yet.
    """
    if document.played_on:
        return document.played_on
    now = datetime.now(UTC)
    started = document.started or now
    in_utc = is_from_paper(document) and _is_noon(started)
    return started.date() if in_utc else day_of(min(started, now))


def _row(ready: ReadyMatch, now: datetime) -> dict[str, Any]:
    """The row of a match."""
    document, version = ready.document, len(ready.document.hands)
    started = min(document.started or now, now)
    return {
        **Match.new_links(),
        "begun_with": ready.begun_with,
        "book_id": ready.book_id,
        "seating": document.table,
        "preset": document.preset or writing.nearest_preset(document.rules),
        "rules_name": document.rules_name,
        "rules": document.rules,
        "first_dealer": document.first_dealer,
        "tells_missed": True,
        "ends_after_last": document.ends_after_last,
        "remark": document.remark,
        "version": version,
        "last_entry": _entry(document, version) if version else "",
        "document_id": document.id,
        "imported_at": now,
        "created_at": started,
        "changed_at": min(document.changed or now, now),
        "opened_on": now.date(),
        "played_on": day_played(document),
        "unversioned_changes": 0,
        **_snapshot(ready.snapshot),
    }


def _snapshot(snapshot: Snapshot) -> dict[str, Any]:
    columns = asdict(snapshot)
    return {"hands_played": columns.pop("hands"), **columns}


def _ids_of_matches(matches: Sequence[ReadyMatch]) -> list[int]:
    """The ids of matches that were just written."""
    keys = [each.begun_with for each in matches]
    query = select(Match.begun_with, Match.id).where(Match.begun_with.in_(keys))
    ids = {row.begun_with: row.id for row in db.session.execute(query)}
    return [ids[key] for key in keys]


def _entry(document: writing.MatchDocument, version: int) -> str:
    """The entry id of one of the hands that came with the import."""
    return f"{document.id[:16]}-{version}"


def _write_hands(pairs: Sequence[tuple[int, ReadyMatch]], now: datetime) -> None:
    """The hands with their history."""
    connection = db.session.connection()
    rows = [
        {
            "match_id": match_id,
            "position": position,
            "removed": False,
            "remark": ready.document.remarks.get(position - 1, ""),
            **row_of(written),
        }
        for match_id, ready in pairs
        for position, written in enumerate(ready.document.hands, 1)
    ]
    # Hands and extra lines fill different columns, so each kind has a statement of its own.
    for alike in ([row for row in rows if "laid" in row], [row for row in rows if "laid" not in row]):
        if alike:
            connection.execute(insert(SheetRow), alike)
    if rows:
        match_ids = [match_id for match_id, _ready in pairs]
        changes = _changes(pairs, _ids_of_hands(match_ids), _ids_of_seats(match_ids), now)
        connection.execute(insert(Change), list(changes))


def _ids_of_hands(match_ids: Sequence[int]) -> dict[tuple[int, int], int]:
    """The id of each hand, by its match and position."""
    query = select(SheetRow.match_id, SheetRow.position, SheetRow.id).where(SheetRow.match_id.in_(match_ids))
    return {(match_id, position): row_id for match_id, position, row_id in db.session.execute(query)}


def _ids_of_seats(match_ids: Sequence[int]) -> dict[int, int]:
    query = select(Seat.match_id, Seat.id).where(Seat.match_id.in_(match_ids))
    return {row.match_id: row.id for row in db.session.execute(query)}


def _changes(
    pairs: Iterable[tuple[int, ReadyMatch]],
    hands: Mapping[tuple[int, int], int],
    seats: Mapping[int, int],
    now: datetime,
) -> Iterator[dict[str, Any]]:
    for match_id, ready in pairs:
        number = 1
        for position, written in enumerate(ready.document.hands, 1):
            yield {
                "match_id": match_id,
                "version": position,
                "entry": _entry(ready.document, position),
                "kind": ChangeKind.ADDED,
                "row_id": hands[match_id, position],
                "number": number,
                "after": written,
                "at": now,
                "seat_id": seats[match_id],
            }
            number += isinstance(written, Hand)


def matches_by_id(ids: Sequence[int]) -> Sequence[Match]:
    """The matches with these ids, in the order of these."""
    return db.session.scalars(select(Match).where(Match.id.in_(ids)).order_by(Match.id)).all()


def unused(wanted: Iterable[tuple[Key, str, str]], entry: str) -> dict[Key, str]:
    """For each key the hash that makes its match the only one that *device* has imported from a document.

    *wanted* are keys with a device and the id of a document. Two forms with the same file, sent at once, have
    the same hashes: the database refuses the second. Where a match has the hash already, because the seat in
    it was ended or the file has the document twice, the hash depends on the form too.
    """
    listed = list(wanted)
    usual = {key: begun_with(device, document_id) for key, device, document_id in listed}
    taken = _taken(list(usual.values()))
    keys: dict[Key, str] = {}
    for nth, (key, device, document_id) in enumerate(listed):
        chosen = usual[key]
        if chosen in taken:
            chosen = begun_with(device, document_id, entry, *([str(nth)] if nth else []))
        taken.add(chosen)
        keys[key] = chosen
    return keys


def begun_with(*parts: str) -> str:
    """The hash of an import."""
    return hashed("an import", *parts)


def _taken(hashes: Sequence[str]) -> set[str]:
    """Which of *hashes* have created a match."""
    return set(db.session.scalars(select(Match.begun_with).where(Match.begun_with.in_(hashes))))
