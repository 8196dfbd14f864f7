"""Copies of a match for a phone that takes it along: written on a server, stored in the phone's database.

A copy has everything on the sheet with its history, and nothing that opens or tells more: no key of the
server, no hash of another phone, no other match and no book. Hands are referred to by their position and
phones by their place in the list, because ids differ in each database.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, cast

from sqlalchemy import (
    Connection,
    Date,
    DateTime,
    Table,
    TableClause,
    column,
    delete,
    insert,
    or_,
    select,
    table,
)

from models.records.copies.copying import reading_one_state
from models.records.database.base import Base, db, once
from models.records.saving.seats import looks_after
from models.records.tables.change import Change
from models.records.tables.column_types import stored_as
from models.records.tables.match import Match
from models.records.tables.place import Place
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, hashed
from models.records.tables.sheet_row import SheetRow

Row = dict[str, Any]
Copy = dict[str, Any]
"""A copy as JSON."""

OTHER_MATCHES = ("id", "begun_with", "rematch_of", "book_id")
"""Columns of a match that are not copied."""

OF_MATCH = ("id", "match_id")
"""Columns of its rows that are not copied."""

OF_SEAT = ("book_id", "device_hash", "through_book", "looks_after")
"""Columns of its seats that are not copied."""

OF_BOOK = ("player_id", "opponent_id", "book_id")
"""Columns of its places that are not copied."""


def copy_of(match: Match, mine: Seat) -> Copy:
    """The copy of *match* for the phone with the seat *mine*, which it may not have stored yet."""
    match_id, device_hash, label = match.id, mine.device_hash, mine.label
    shown = (Link.VIEWING, Link.SCORING) if looks_after(match, mine) else (Link.VIEWING,)
    links = {f"{link}:{getattr(match, f'{link}_seed')}": match.link(link) for link in shown}
    kept = reading_one_state()
    [copied] = _rows(kept, Match, "id", match_id)
    seats = _rows(kept, Seat, "match_id", match_id)
    hands = _rows(kept, SheetRow, "match_id", match_id)
    places = {row["id"]: place for place, row in enumerate(seats)}
    positions = {row["id"]: row["position"] for row in hands}
    return {
        "match": _without(OTHER_MATCHES, copied),
        "places": [_without((*OF_MATCH, *OF_BOOK), row) for row in _rows(kept, Place, "match_id", match_id)],
        "seats": _seats(seats, device_hash, label),
        "hands": [_without(OF_MATCH, row) for row in hands],
        "changes": [
            _without(OF_MATCH, row)
            | {"row_id": positions.get(row["row_id"]), "seat_id": places[row["seat_id"]]}
            for row in _rows(kept, Change, "match_id", match_id)
        ],
        "links": links,
    }


def store_copy(copy: Copy, device: str) -> None:
    """Stores *copy* in the database of this phone, in the place of an earlier copy of the same match."""
    once(lambda: _store(copy, device))


def _store(copy: Copy, device: str) -> None:
    run = db.session.connection().execute
    watch_hash = copy["match"]["watch_hash"]
    # It may be here by the link that it had before.
    same = or_(Match.watch_hash == watch_hash, Match.score_hash == copy["match"]["score_hash"])
    run(delete(Match).where(same))
    [match_id] = _insert(Match, [copy["match"] | {"begun_with": hashed("taken along", watch_hash)}])
    _insert(Place, [place | {"match_id": match_id} for place in copy["places"]])
    seat_ids = _insert(
        Seat, [_stored_seat(seat, place, match_id, device) for place, seat in enumerate(copy["seats"])]
    )
    hand_ids = _insert(SheetRow, [hand | {"match_id": match_id} for hand in copy["hands"]])
    by_position = dict(zip((hand["position"] for hand in copy["hands"]), hand_ids, strict=True))
    _insert(
        Change,
        [
            change
            | {
                "match_id": match_id,
                "row_id": by_position.get(change["row_id"]),
                "seat_id": seat_ids[change["seat_id"]],
            }
            for change in copy["changes"]
        ],
    )


def _seat(row: Row, is_mine: bool) -> Row:
    """A phone, without what it is known by."""
    return _without((*OF_MATCH, *OF_SEAT), row) | {"mine": is_mine}


def _seats(rows: Sequence[Row], device_hash: str, label: str) -> list[Row]:
    """All phones. One that will only get its seat through the book with its first write has it already."""
    seats = [_seat(row, row["device_hash"] == device_hash) for row in rows]
    mine = {"label": label, "ended_at": None, "mine": True}
    if any(seat["mine"] for seat in seats):
        return [seat | mine if seat["mine"] else seat for seat in seats]
    return [*seats, mine | {"created_at": datetime.now(UTC).isoformat()}]


def _stored_seat(seat: Row, place: int, match_id: int, device: str) -> Row:
    """A seat in the database of a phone. Others are known by nothing but their place."""
    device_hash = hashed(device) if seat["mine"] else hashed("another phone", str(place))
    return _without(("mine",), seat) | {"match_id": match_id, "device_hash": device_hash}


def _without(names: Iterable[str], row: Mapping[str, Any]) -> Row:
    return {name: value for name, value in row.items() if name not in names}


def _rows(connection: Connection, record: type[Base], key: str, match_id: int) -> list[Row]:
    """The rows of a match in the table of *record*, the oldest first. *key* is the column with its id."""
    kept = _table(record)
    found = connection.execute(select(kept).where(kept.c[key] == match_id).order_by(kept.c.id)).mappings()
    return [{name: _written(value) for name, value in row.items()} for row in found]


def _insert(record: type[Base], rows: Sequence[Row]) -> list[int]:
    """Inserts *rows*, and returns their ids. A column that is unknown here is left out."""
    kept = _table(record)
    run = db.session.connection().execute
    stored = [{name: _read(kept, name, row[name]) for name in row if name in kept.c} for row in rows]
    return [run(insert(kept).values(row).returning(kept.c.id)).scalar_one() for row in stored]


def _table(record: type[Base]) -> TableClause:
    """The table of *record*, with its columns as they are stored: text and JSON are copied as they are."""
    named = cast("Table", record.__table__)
    return table(named.name, *(column(each.name, stored_as(each.type)) for each in named.columns))


def _written(value: Any) -> Any:
    """A value as JSON has it."""
    return value.isoformat() if isinstance(value, date) else value


def _read(kept: TableClause, name: str, value: Any) -> Any:
    """The value that was written, for the column *name*."""
    kind = getattr(kept.c[name].type, "impl_instance", kept.c[name].type)
    if value is None:
        return None
    if isinstance(kind, Date):
        return date.fromisoformat(value)
    return datetime.fromisoformat(value) if isinstance(kind, DateTime) else value
