"""Beginning matches, and finding them again."""

import hmac
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from models.gin.columns import Player
from models.gin.reading import is_name, is_same_name
from models.gin.rules import HouseRules
from models.gin.sheet import sheet
from models.records.base import db
from models.records.change import Change
from models.records.links import hashed, new_seed, token
from models.records.match import Match, Snapshot
from models.records.once import once
from models.records.seat import Seat
from models.records.values import write_all

WATCHING = "watch"
"""The purpose of the link that shows a match."""


def begin_match(
    players: Sequence[str],
    rules: HouseRules,
    *,
    house: str,
    first_dealer: Player,
    device: str,
    entry: str,
    rematch_of: Match | None = None,
) -> Match:
    """A new match, in which *device* has a seat; the same form sent twice begins one match.

    *entry* is the id of the form. Once something in it was changed, it is another match.

    :raises ValueError: if these are not the names of two players.
    """
    name_0, name_1 = two_names(players)
    agreed = {
        "name_0": name_0,
        "name_1": name_1,
        "house": house,
        "first_dealer": first_dealer,
        "rematch_of": rematch_of.id if rematch_of else None,
        "tells_missed": rematch_of.tells_missed if rematch_of else True,
    }
    begun_with = hashed(device, entry, json.dumps([agreed, write_all(rules)]))
    return once(lambda: _begun(begun_with) or _begin(begun_with, device, rules, agreed))


def waiting_rematch(match: Match, device: str | None) -> Match | None:
    """The rematch of *match* that *device* has begun and in which no hand was dealt yet."""
    begun = select(Match).where(Match.rematch_of == match.id).order_by(Match.id.desc())
    waiting = (each for each in db.session.scalars(begun) if each.version == 0 and find_seat(each, device))
    return next(waiting, None)


def _begun(begun_with: str) -> Match | None:
    return db.session.scalar(select(Match).where(Match.begun_with == begun_with))


def _begin(begun_with: str, device: str, rules: HouseRules, agreed: Mapping[str, Any]) -> Match:
    seed, now = new_seed(), datetime.now(UTC)
    match = Match(
        begun_with=begun_with,
        watch_seed=seed,
        watch_hash=hashed(token(WATCHING, seed)),
        rules=rules,
        version=0,
        snapshot=Snapshot.of(sheet((), rules)),
        created_at=now,
        changed_at=now,
        **agreed,
    )
    match.seats.append(Seat(device_hash=hashed(device), label="", created_at=now))
    db.session.add(match)
    return match


def two_names(players: Sequence[str]) -> tuple[str, str]:
    """The names of two players, without needless spaces.

    :raises ValueError: if they are no such thing.
    """
    first, second = (" ".join(name.split()) for name in players)
    if is_same_name(first, second) or not is_name(first) or not is_name(second):
        raise ValueError(f"not the names of two players: {players!r}")
    return first, second


def find_match(watch: str) -> Match | None:
    """The match that a watching link shows."""
    key = hashed(watch)
    match = db.session.scalar(select(Match).where(Match.watch_hash == key))
    return match if match and hmac.compare_digest(match.watch_hash, key) else None


def watch_token(match: Match) -> str:
    """The watching link of *match*, as it stands in an address."""
    return token(WATCHING, match.watch_seed)


def find_seat(match: Match, device: str | None) -> Seat | None:
    """The seat that *device* has in *match*; a watcher has none."""
    if device is None:
        return None
    return db.session.scalar(
        select(Seat).where(Seat.match_id == match.id, Seat.device_hash == hashed(device))
    )


def matches_of(device: str | None, limit: int = 100) -> list[Match]:
    """The matches in which *device* has a seat, the one last changed first."""
    if device is None:
        return []
    mine = select(Match).join(Seat, Seat.match_id == Match.id).where(Seat.device_hash == hashed(device))
    return list(db.session.scalars(mine.order_by(Match.changed_at.desc(), Match.id.desc()).limit(limit)))


def history(match: Match) -> list[Change]:
    """Everything that was done to the sheet of *match*, newest first."""
    return list(
        db.session.scalars(select(Change).where(Change.match_id == match.id).order_by(Change.version.desc()))
    )
