"""Reads a match document: its values, or every problem in it."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import combinations
from typing import Any

from models.gin.document.json_reader import (
    LONGEST_DOCUMENT,
    DocumentProblem,
    EnoughProblemsError,
    InvalidDocumentError,
    Reader,
    a_list,
    a_moment,
    a_short_list,
    a_table,
    a_text,
    a_yes_or_no,
    an_id,
    one_of,
    parsed,
    short,
    wrong_format,
)
from models.gin.document.reading_extra_lines import is_extra_line, line_of
from models.gin.document.reading_hands import hand_of, remark_of
from models.gin.document.writing import MATCH_FORMAT, Json, MatchDocument
from models.gin.hand.hand import Hand
from models.gin.hand.problems import Problem, ProblemPlace, Reason
from models.gin.player_names import LONGEST_NAME, is_name, is_same_name
from models.gin.rules.fields import InvalidRulesError
from models.gin.rules.house_rules import IGNORED, KINDS, HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import ExtraLine, OpeningScores

__all__ = [
    "LONGEST_DOCUMENT",
    "LONGEST_NAME",
    "DocumentProblem",
    "InvalidDocumentError",
    "is_name",
    "is_same_name",
    "read_hand",
    "read_match",
    "read_rules",
]

MOST_HANDS = 10_000

FIELDS = (
    "format",
    "id",
    "started",
    "changed",
    "table",
    "players",
    "rules",
    "rules_name",
    "ends_after_last",
    "remark",
    "first_dealer",
    "hands",
)
"""The fields of a document."""


def read_match(text: str) -> MatchDocument:
    """The match in a document.

    :raises InvalidDocumentError: with the problems in it, up to fifty.
    """
    reader, match = Reader(), None
    with suppress(EnoughProblemsError):
        written = parsed(reader, text)
        match = None if reader.problems else match_of(reader, written)
    if reader.problems or match is None:
        raise InvalidDocumentError(reader.problems)
    return match


def read_hand(written: Json, rules: HouseRules, table: Table = Table.TWO) -> Hand:
    """The hand in one entry of a document.

    :raises InvalidDocumentError: with the problems in it, up to fifty.
    """
    reader, hand = Reader(table=table), None
    with suppress(EnoughProblemsError):
        hand = hand_of(reader, written, rules)
    if reader.problems or hand is None:
        raise InvalidDocumentError(reader.problems)
    return hand


def read_rules(written: Json) -> HouseRules:
    """The rules of a preset's name, or of a preset with some fields changed.

    :raises InvalidDocumentError: with the problems in them, up to fifty.
    """
    reader, rules = Reader(), None
    with suppress(EnoughProblemsError):
        rules = rules_of(reader, written)
    if reader.problems or rules is None:
        raise InvalidDocumentError(reader.problems)
    return rules


def match_of(reader: Reader, written: Json) -> MatchDocument | None:
    """The match in a value of JSON; None, with every problem noted, if there is one.

    *reader* has found nothing yet.
    """
    if not isinstance(written, dict) or written.get("format") != MATCH_FORMAT:
        said = written.get("format") if isinstance(written, dict) else None
        reader.wrong(wrong_format(said))
        return None
    reader.only(written, *FIELDS)
    # How many play decides how the rest is read: with an unknown table nothing else can be checked.
    if (table := reader.take(written, "table", a_table, default=Table.TWO)) is None:
        return None
    reader.table = table
    players = reader.take(written, "players", lambda names: _players(names, table))
    first_dealer = reader.take(written, "first_dealer", one_of(range(table.sides)), default=0)
    rules = reader.take(written, "rules", lambda value: rules_of(reader, value))
    reader.table = rules.seated_at(table) if rules else table
    hands = reader.take(written, "hands", a_list)
    if hands is not None and len(hands) > MOST_HANDS:
        reader.wrong(Reason.TOO_LARGE, "hands")
        return None
    particulars = _known(reader, written)
    read = list(_numbered_hands(reader, hands or [], rules))
    if reader.problems:
        return None
    return MatchDocument(
        players,
        rules,
        tuple(hand for hand, _remark in read if hand),
        first_dealer,
        table,
        preset=preset_of(written["rules"]),
        remarks={place: remark for place, (_hand, remark) in enumerate(read) if remark},
        **particulars,
    )


def _known(reader: Reader, written: Mapping[str, Json]) -> dict[str, Any]:
    """What a document may say beside the facts of the match."""
    return {
        "id": reader.take(written, "id", an_id, default=""),
        "started": reader.take(written, "started", a_moment, default=None),
        "changed": reader.take(written, "changed", a_moment, default=None),
        "rules_name": reader.take(written, "rules_name", name_of_rules, default=""),
        "ends_after_last": reader.take(written, "ends_after_last", a_yes_or_no, default=False),
        "remark": remark_of(reader, written),
    }


def name_of_rules(written: Json) -> str:
    """A name of rules, under the same rules as that of a player."""
    name = " ".join(a_text(written).split())
    if not is_name(name):
        raise ValueError("not a name")
    return name


def preset_of(rules: Json) -> str:
    """The preset that valid rules are made from."""
    return str(rules if isinstance(rules, str) else rules["preset"])


def _numbered_hands(
    reader: Reader, written: list[Json], rules: HouseRules | None
) -> Iterable[tuple[Hand | ExtraLine | None, str]]:
    """The hands and extra lines, with their remarks. A problem names the place of its entry in the list."""
    openings = 0
    for number, each in enumerate(written, 1):
        reader.hand = number
        is_line = is_extra_line(each)
        read = line_of(reader, each, rules) if is_line else hand_of(reader, each, rules)
        openings += isinstance(read, OpeningScores)
        if isinstance(read, OpeningScores) and openings > 1:
            reader.note(Problem(Reason.OPENING_TWICE, ProblemPlace.OPENING))
        yield read, "" if is_line else remark_of(reader, each)
    reader.hand = None


def rules_of(reader: Reader, written: Json) -> HouseRules | None:
    """The rules; None, with the problems noted, if they cannot be read."""
    before = len(reader.problems)
    fields = {"preset": written} if isinstance(written, str) else written
    if not isinstance(fields, dict):
        reader.wrong(Reason.FIELD_WRONG, "rules")
        return None
    name = reader.take(fields, "preset", a_text)
    if name is not None and name not in PRESETS:
        reader.wrong(Reason.HOUSE_UNKNOWN, name)
    reader.only(fields, "preset", *KINDS, *IGNORED)
    changed = {
        name: reader.take(fields, name, short(kind.read)) for name, kind in KINDS.items() if name in fields
    }
    if len(reader.problems) > before:
        return None
    try:
        return PRESETS[name].but(**changed) if changed else PRESETS[name]
    except InvalidRulesError as error:
        for field in error.fields:
            reader.wrong(Reason.FIELD_WRONG, field)
        return None


def _players(written: Json, table: Table) -> tuple[str | None, ...]:
    """The names; None for a place without one."""
    names = [None if name is None else " ".join(a_text(name).split()) for name in a_short_list(written)]
    known_names = [name for name in names if name is not None]
    twice = any(is_same_name(*two) for two in combinations(known_names, 2))
    if len(names) != table.people or not all(map(is_name, known_names)) or twice:
        raise ValueError(f"not {table.people} names")
    return tuple(names)
