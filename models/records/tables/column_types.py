"""Column types for values of the game. A stored value that can't be read is UNREADABLE, and no error."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any

from sqlalchemy import JSON, BigInteger, Date, DateTime, Dialect, Enum, Integer, String
from sqlalchemy.types import TypeDecorator, TypeEngine

from models.gin.cards.cards import Card, Group
from models.gin.document.reading import is_extra_line, load_line
from models.gin.document.writing import Json, write_entry
from models.gin.hand.declaration import Count, Declaration, Ending, Laid, Layoff, Points, Spread
from models.gin.hand.scoring import Hand
from models.gin.rules.field_types import Topic
from models.gin.rules.house_rules import IGNORED, KINDS, STANDARD, TOPICS, HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.sheet.extra_lines import ExtraLine
from models.records.database.unreadable import READING, UNREADABLE, note_unreadable

SumOfPoints = BigInteger().with_variant(Integer(), "sqlite")
"""A column of points: a total has seven digits, but several columns that count double add up to more than
two billion. A whole number of SQLite is as large as it has to be."""


class Stored(TypeDecorator[Any]):
    """A column whose damaged values are read as UNREADABLE; by itself one of JSON."""

    impl: Any = JSON(none_as_null=True)
    cache_ok = True

    def __init_subclass__(cls) -> None:
        cls.cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        read = super().result_processor(dialect, coltype) or (lambda value: value)

        def read_carefully(value: Any) -> Any:
            try:
                return read(value)
            except READING:
                note_unreadable()
                return self.instead_of(value)

        return read_carefully

    def instead_of(self, _damaged: Any) -> Any:
        """What a damaged value is read as."""
        return UNREADABLE


class Spelled(Stored):
    """An enumeration, stored as text, with a named constraint for its values."""

    impl = Enum


def spelled(words: type[StrEnum], length: int) -> Spelled:
    """A column for an enumeration."""
    return Spelled(
        words,
        native_enum=False,
        create_constraint=False,
        length=length,
        values_callable=lambda every: [each.value for each in every],
    )


class Day(Stored):
    """A day."""

    impl = Date


class AsWritten(Stored):
    """JSON as it is stored; as text if it is none."""

    def instead_of(self, damaged: Any) -> Any:
        return damaged


def stored_as(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    """The type of a column without our values of the game: text and JSON are copied as they are."""
    if isinstance(kind, Spelled):
        return String()
    if isinstance(kind, Stored) and isinstance(kind.impl_instance, JSON):
        return AsWritten()
    return kind


class Instant(Stored):
    """A moment, stored in UTC whatever the database does with time zones."""

    impl = DateTime(timezone=True)

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and (value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC))


class FrozenRules(Stored):
    """House rules with every field, so that a later change of a preset changes no match."""

    def process_bind_param(self, value: HouseRules | None, dialect: Dialect) -> Json:
        return None if value is None else write_all(value)

    def process_result_value(self, value: Mapping[str, Json] | None, dialect: Dialect) -> HouseRules | None:
        return None if value is None else read_all(value)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The rules of a match."""

    preset: str
    """The preset that they were made from."""
    rules_name: str
    """The players' own name for changed rules; "" for those of a preset."""
    rules: HouseRules
    ends_after_last: bool = False
    """Whether the match ended after its last line. Only histories of matches say so."""


class WrittenAgreement(Stored):
    """An agreement as JSON."""

    def process_bind_param(self, value: Agreement | None, dialect: Dialect) -> Json:
        if value is None:
            return None
        ends = {"ends_after_last": True} if value.ends_after_last else {}
        return {
            "preset": value.preset,
            "rules_name": value.rules_name,
            "rules": write_all(value.rules),
            **ends,
        }

    def process_result_value(self, value: Mapping[str, Any] | None, dialect: Dialect) -> Agreement | None:
        if value is None:
            return None
        ends = value.get("ends_after_last", False)
        if not is_known_agreement(value["preset"], value["rules_name"]):
            raise LookupError(f"no preset {value['preset']!r}")
        return Agreement(value["preset"], value["rules_name"], read_all(value["rules"]), ends)


def is_known_agreement(preset: str, rules_name: str) -> bool:
    """Whether pages can say what was agreed: rules with a name of their own outlive their preset."""
    return preset in PRESETS or bool(rules_name)


class UsualAgreement(WrittenAgreement):
    """The agreement of a book; None also if it can't be read."""

    def instead_of(self, _damaged: Any) -> Any:
        return None


class WrittenEntry(Stored):
    """A hand or an extra line as in the match document."""

    def process_bind_param(self, value: Hand | ExtraLine | None, dialect: Dialect) -> Json:
        return None if value is None else write_entry(value)

    def process_result_value(
        self, value: Mapping[str, Json] | None, dialect: Dialect
    ) -> Hand | ExtraLine | None:
        if value is None:
            return None
        return load_line(value) if is_extra_line(value) else load_hand(value)


def write_all(rules: HouseRules) -> dict[str, Json]:
    """Every field of *rules*, as in the match document."""
    return {name: kind.write(getattr(rules, name)) for name, kind in KINDS.items()}


def read_all(written: Mapping[str, Json]) -> HouseRules:
    """The rules written by :func:`write_all`. A field that did not exist then gets its default, and
    one that is ignored by now is left out.

    What decides no score, only how the cards are played, is taken from the preset with most in common.
    """
    return _read_fields(tuple(written.items()))


@lru_cache(maxsize=100)
def _read_fields(written: tuple[tuple[str, Json], ...]) -> HouseRules:
    """Cached, because every page of a match reads the same rules."""
    read = {name: KINDS[name].read(value) for name, value in written if name not in IGNORED}
    return HouseRules(**(_missing_play(read) | read))


def _missing_play(read: Mapping[str, Any]) -> dict[str, Any]:
    """How the cards are played by rules that were saved before that was a part of them."""
    missing = [name for name, topic in TOPICS.items() if topic is Topic.PLAY and name not in read]
    if not missing:
        return {}

    def in_common(preset: HouseRules) -> int:
        return sum(getattr(preset, name) == value for name, value in read.items())

    nearest = max((STANDARD, *PRESETS.values()), key=in_common)
    return {name: getattr(nearest, name) for name in missing}


def load_hand(written: Mapping[str, Any]) -> Hand:
    """The hand written by :func:`write_hand`. It was valid then, and is not validated again."""
    upcard = Card.parse(written["upcard"]) if written.get("upcard") else None
    first, second = written.get("faced", (0, 1))
    knocker = written.get("knocker", written.get("winner"))
    return Hand(knocker, _laid(written, upcard), (first, second), written.get("round", 0))


def _laid(written: Mapping[str, Any], upcard: Card | None) -> Laid:
    if "points" in written:
        return Points(written["points"])
    if laid := written.get("laid"):
        return load_declaration(laid, upcard)
    ending = Ending(written["outcome"])
    if ending is Ending.DEAD:
        return Count(ending, upcard=upcard)
    left = written["deadwood"]
    return Count(ending, left["knocker"], left["defender"], upcard)


def load_declaration(written: Mapping[str, Any], upcard: Card | None) -> Declaration:
    """The cards written by :func:`write_declaration`."""
    defender = written["defender"]
    layoffs = tuple(Layoff(_cards(each["cards"]), _cards(each["onto"])) for each in defender["layoffs"])
    return Declaration(_spread(written["knocker"]), _spread(defender), layoffs, upcard)


def _spread(written: Mapping[str, Any]) -> Spread:
    return Spread(tuple(map(_cards, written["melds"])), _cards(written["unmatched"]))


def _cards(written: str) -> Group:
    return tuple(map(Card.parse, written.split()))
