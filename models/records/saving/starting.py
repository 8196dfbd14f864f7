"""Starts matches: the same form sent twice starts one."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import combinations
from typing import Any

from sqlalchemy import select

from models.gin.player_names import is_name, is_same_name
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Player, Table
from models.gin.sheet.sheet import sheet
from models.records.database.base import db, once
from models.records.tables.column_types import write_all
from models.records.tables.match import Match, Snapshot, day_of
from models.records.tables.place import Place
from models.records.tables.seat import Seat
from models.records.tables.shared import hashed


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
