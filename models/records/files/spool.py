"""The matches of a file that were checked, as lines that need no checks when they are read again."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from typing import Any, NamedTuple, TextIO

from models.gin.counting.player_counts import Statistics
from models.gin.document import writing
from models.gin.document.reading_extra_lines import is_extra_line, load_line
from models.gin.document.writing import Json
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Table
from models.records.tables.column_types import load_hand, read_all, write_all
from models.records.tables.snapshot import Snapshot


class Spooled(NamedTuple):
    """A match that was checked, as it is read again to be written."""

    book: int | None
    """The place of its book in the file, from 0; None for a match in no book."""
    number: int
    """Its number in its book, from 1."""
    document: writing.MatchDocument
    snapshot: Snapshot
    statistics: tuple[Statistics, ...]
    """What each player did."""
    players: tuple[int | None, ...]
    played_on: date | None


def write_spooled(ready: Spooled) -> str:
    """A match as a line that needs no checks when it is read again."""
    document = ready.document
    told = {
        "book": ready.book,
        "number": ready.number,
        "players": ready.players,
        "played_on": ready.played_on and ready.played_on.isoformat(),
        "snapshot": [getattr(ready.snapshot, name) for name in SNAPSHOT],
        "statistics": ready.statistics,
        "names": document.players,
        "rules": _written(document.rules),
        "preset": document.preset,
        "rules_name": document.rules_name,
        "first_dealer": document.first_dealer,
        "table": document.table.value,
        "id": document.id,
        "started": document.started and document.started.isoformat(),
        "changed": document.changed and document.changed.isoformat(),
        "ends_after_last": document.ends_after_last,
        "remark": document.remark,
        "hands": writing.write_entries(document),
    }
    return json.dumps(told, ensure_ascii=False)


@lru_cache(maxsize=16)
def _written(rules: HouseRules) -> dict[str, Json]:
    """Every field of *rules*: most matches of a file have the same."""
    return write_all(rules)


SNAPSHOT = tuple(Snapshot.__slots__)


def spooled(spool: TextIO) -> Iterator[Spooled]:
    """The matches in a spool."""
    for line in spool:
        told = json.loads(line)
        yield Spooled(
            told["book"],
            told["number"],
            _document(told),
            Snapshot(**dict(zip(SNAPSHOT, told["snapshot"], strict=True))),
            tuple(Statistics(*each) for each in told["statistics"]),
            tuple(told["players"]),
            told["played_on"] and date.fromisoformat(told["played_on"]),
        )


def _document(told: dict[str, Any]) -> writing.MatchDocument:
    return writing.MatchDocument(
        tuple(told["names"]),
        read_all(told["rules"]),
        tuple(load_line(each) if is_extra_line(each) else load_hand(each) for each in told["hands"]),
        told["first_dealer"],
        Table(told["table"]),
        preset=told["preset"],
        rules_name=told["rules_name"],
        id=told["id"],
        started=told["started"] and datetime.fromisoformat(told["started"]),
        changed=told["changed"] and datetime.fromisoformat(told["changed"]),
        ends_after_last=told["ends_after_last"],
        remark=told["remark"],
        remarks={place: each["remark"] for place, each in enumerate(told["hands"]) if "remark" in each},
    )


def called(match: Spooled, names: tuple[str | None, ...]) -> writing.MatchDocument:
    """The document of a match with the names of its players in a book."""
    return replace(match.document, players=names)
