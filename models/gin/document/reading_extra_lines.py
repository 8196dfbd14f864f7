"""Reads extra lines from a match document, and from the database."""

from collections.abc import Callable, Mapping
from typing import Any

from models.gin.document.json_reader import (
    Reader,
    a_list,
    a_short_list,
    a_text,
    a_whole_from,
    an_object,
    one_of,
)
from models.gin.document.writing import Json
from models.gin.player_names import is_name
from models.gin.rules.faults import Fault
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.extra_lines import (
    LARGEST_PENALTY,
    LARGEST_SCORE,
    MOST_BOXES,
    MOST_PLAYED,
    Adjustment,
    ColumnScores,
    ExtraLine,
    OpeningKind,
    OpeningScores,
    Penalty,
)
from models.gin.sheet.scored_extra_lines import problems_of

MOST_COLUMNS = 5


def line_of(reader: Reader, written: Mapping[str, Json], rules: HouseRules | None) -> ExtraLine | None:
    """An extra line, with all its problems noted; None if it cannot be read."""
    before = len(reader.problems)
    kind = next(kind for kind in READERS if kind in written)
    reader.only(written, kind)
    fields = reader.take(written, kind, an_object)
    line = READERS[kind](reader, fields) if fields is not None else None
    if len(reader.problems) > before or line is None:
        return None
    if rules is not None:
        for problem in problems_of(line, rules):
            reader.note(problem)
    return line


def is_extra_line(written: Json) -> bool:
    """Whether an entry of a document is an extra line."""
    return isinstance(written, dict) and any(kind in written for kind in READERS)


def _penalty(reader: Reader, written: Mapping[str, Json]) -> ExtraLine | None:
    reader.only(written, "player", "for", "points", "reason")
    before = len(reader.problems)
    player = reader.take(written, "player", one_of(range(reader.table.people)))
    fault = reader.take(written, "for", lambda value: Fault(a_text(value)))
    points = reader.take(written, "points", a_whole_from(0, LARGEST_PENALTY), default=None)
    reason = reader.take(written, "reason", _reason, default="")
    return Penalty(player, fault, points, reason) if len(reader.problems) == before else None


def _adjustment(reader: Reader, written: Mapping[str, Json]) -> ExtraLine | None:
    reader.only(written, "player", "points", "reason")
    before = len(reader.problems)
    player = reader.take(written, "player", one_of(range(reader.table.sides)))
    points = reader.take(written, "points", a_whole_from(-LARGEST_SCORE, LARGEST_SCORE, but=0))
    reason = reader.take(written, "reason", _reason, default="")
    return Adjustment(player, points, reason) if len(reader.problems) == before else None


def _opening(reader: Reader, written: Mapping[str, Json]) -> ExtraLine | None:
    reader.only(written, "kind", "columns", "dealer", "played", "games")
    before = len(reader.problems)
    kind = reader.take(written, "kind", lambda value: OpeningKind(a_text(value)))
    listed = reader.take(written, "columns", lambda value: _columns(value, kind))
    columns = tuple([_column(reader, each) for each in listed or ()])
    dealer = reader.take(written, "dealer", one_of(range(reader.table.sides)), default=None)
    played = reader.take(written, "played", a_whole_from(0, MOST_PLAYED), default=0)
    of_each = _for_each(reader.table.sides, a_whole_from(0, MOST_PLAYED))
    games = reader.take(written, "games", of_each, default=())
    return OpeningScores(kind, columns, dealer, played, games) if len(reader.problems) == before else None


READERS: Mapping[str, Callable[[Reader, Mapping[str, Json]], ExtraLine | None]] = {
    "penalty": _penalty,
    "adjustment": _adjustment,
    "opening": _opening,
}
"""The reader of each kind of line, by the name of its entry."""


def _columns(written: Json, kind: OpeningKind | None) -> list[Json]:
    """A handicap is one column; of a match on paper there may be more."""
    columns = [an_object(each) for each in a_short_list(written)]
    most = 1 if kind is OpeningKind.HANDICAP else MOST_COLUMNS
    if not 1 <= len(columns) <= most:
        raise ValueError("not that many columns")
    return columns


def _column(reader: Reader, written: Mapping[str, Json]) -> ColumnScores:
    reader.only(written, "points", "boxes")
    sides = reader.table.sides
    points = reader.take(written, "points", _for_each(sides, a_whole_from(-LARGEST_SCORE, LARGEST_SCORE)))
    boxes = reader.take(written, "boxes", _for_each(sides, a_whole_from(0, MOST_BOXES)), default=())
    return ColumnScores(points, boxes)


def _for_each(sides: int, read: Callable[[Json], int]) -> Callable[[Json], tuple[int, ...]]:
    """A reader of a number for each side."""

    def read_all(written: Json) -> tuple[int, ...]:
        if len(a_list(written)) != sides:
            raise ValueError("not a number for each side")
        return tuple(map(read, written))

    return read_all


def _reason(written: Json) -> str:
    """A few words of the players, under the same rules as a name."""
    text = " ".join(a_text(written).split())
    if text and not is_name(text):
        raise ValueError("not a short text")
    return text


def load_line(written: Mapping[str, Any]) -> ExtraLine:
    """The line written by :func:`write_line`. It was valid then, and is not validated again."""
    match written:
        case {"penalty": each}:
            return Penalty(each["player"], Fault(each["for"]), each.get("points"), each.get("reason", ""))
        case {"adjustment": each}:
            return Adjustment(each["player"], each["points"], each.get("reason", ""))
        case {"opening": each}:
            columns = tuple(
                ColumnScores(tuple(one["points"]), tuple(one.get("boxes", ()))) for one in each["columns"]
            )
            games = tuple(each.get("games", ()))
            return OpeningScores(
                OpeningKind(each["kind"]), columns, each.get("dealer"), each.get("played", 0), games
            )
    raise ValueError(f"no line: {written!r}")
