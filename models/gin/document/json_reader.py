"""Reads JSON values one by one and collects every problem."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

from models.gin.cards.cards import Card, Group, NotACardError, read_cards
from models.gin.cards.melds import laid_in_order
from models.gin.document.writing import Json
from models.gin.hand.problems import Problem, ProblemPlace, Reason, quoted, unreadable
from models.gin.rules.seating import TABLES, Table

LONGEST_DOCUMENT = 5_000_000
"""Characters; a match of ten thousand hands by cards has fewer."""

LONGEST_TEXT = 200
"""Characters of a text in it. A hand of cards is the longest."""

MOST_LISTED = 60
"""Entries of a list in a hand: there are 52 cards."""

FORMATS = frozenset({"gin-match", "gin-book", "gin-all"})
"""The formats that are read, without their versions."""

LATER_VERSION = re.compile(r"[2-9]|[1-9][0-9]{1,3}")

MOST_PROBLEMS = 50
"""After so many a document is read no further: as many are shown."""

EARLIEST_YEAR = 1900
"""Gin rummy is hardly older."""


@dataclass(frozen=True, slots=True)
class DocumentProblem:
    """A problem, and the number of its hand, from 1; None if it is in no hand."""

    hand: int | None
    problem: Problem


class InvalidDocumentError(ValueError):
    """Raised when a document is not valid. Holds every problem in it."""

    def __init__(self, problems: Iterable[DocumentProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(each.problem.reason for each in self.problems))


class EnoughProblemsError(Exception):
    """Raised when a reader has found as many problems as are shown."""


@dataclass(slots=True)
class Reader:
    """Reads a document part by part and collects its problems, not only the first."""

    problems: list[DocumentProblem] = field(default_factory=list)
    hand: int | None = None
    """The hand that is being read."""
    table: Table = Table.TWO
    """Two, three, or two against two."""

    def wrong(self, reason: Reason, text: str = "") -> None:
        """Notes a problem with the document itself."""
        self.note(Problem(reason, ProblemPlace.DOCUMENT, text=quoted(text)))

    def note(self, problem: Problem) -> None:
        """Notes a problem in the hand that is being read.

        :raises EnoughProblemsError: if nobody would see another one.
        """
        self.problems.append(DocumentProblem(self.hand, problem))
        if len(self.problems) >= MOST_PROBLEMS:
            raise EnoughProblemsError

    def take(
        self, written: Mapping[str, Json], name: str, read: Callable[[Json], Any], default: Any = ...
    ) -> Any:
        """The value of field *name*; None, with the problem noted, if it is missing or cannot be read."""
        if name not in written:
            if default is ...:
                self.wrong(Reason.FIELD_MISSING, name)
                return None
            return default
        try:
            return read(written[name])
        except NotACardError as error:
            self.note(unreadable(error, ProblemPlace.DOCUMENT))
        except ValueError:
            self.wrong(Reason.FIELD_WRONG, name)
        return None

    def only(self, written: Mapping[str, Json], *names: str) -> None:
        """Notes every field that is not among *names*."""
        for name in written:
            if name not in names:
                self.wrong(Reason.FIELD_UNKNOWN, name)


def parsed(reader: Reader, text: str) -> Json:
    """The JSON value of *text*; None, with the problem noted, if it is not JSON."""
    if len(text) > LONGEST_DOCUMENT:
        reader.wrong(Reason.TOO_LARGE)
        return None
    try:
        return json.loads(text, parse_constant=refuse_constant, object_pairs_hook=without_repetition)
    except (ValueError, RecursionError):
        reader.wrong(Reason.NOT_JSON)
        return None


def refuse_constant(constant: str) -> None:
    raise ValueError(f"not JSON: {constant}")


def without_repetition(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    if len(written := dict(pairs)) < len(pairs):
        raise ValueError("a field stands twice")
    return written


def wrong_format(written: Json) -> Reason:
    """Why *written* is no format that can be read: another one, or a later version of one of ours.

    >>> wrong_format("gin-match/2"), wrong_format("gin-sheet/1")
    (<Reason.NEWER_FORMAT: 'newer_format'>, <Reason.WRONG_FORMAT: 'wrong_format'>)
    """
    name, _slash, version = written.partition("/") if isinstance(written, str) else ("", "", "")
    is_newer = name in FORMATS and LATER_VERSION.fullmatch(version)
    return Reason.NEWER_FORMAT if is_newer else Reason.WRONG_FORMAT


def a_whole(written: Json) -> int:
    if not isinstance(written, int) or isinstance(written, bool):
        raise ValueError("not a whole number")
    return written


def a_whole_from(least: int, most: int, but: int | None = None) -> Callable[[Json], int]:
    """A reader of a whole number within limits."""

    def read(written: Json) -> int:
        if not least <= a_whole(written) <= most or written == but:
            raise ValueError(f"not from {least} to {most}")
        return int(written)

    return read


def one_of(players: Collection[int]) -> Callable[[Json], int]:
    """A reader of one of *players*."""

    def read(written: Json) -> int:
        if a_whole(written) not in players:
            raise ValueError("none of the players")
        return int(written)

    return read


def a_table(written: Json) -> Table:
    """Two, three, or two against two."""
    if written not in [table.value for table in TABLES]:
        raise ValueError(f"not a table: {written!r}")
    return Table(a_text(written))


def nobody(written: Json) -> None:
    if written is not None:
        raise ValueError("not nobody")


def a_text(written: Json) -> str:
    if not isinstance(written, str) or len(written) > LONGEST_TEXT:
        raise ValueError("not a text, or a longer one than any")
    return written


def a_moment(written: Json) -> datetime:
    """A moment in UTC, to the second: ``2021-04-03T19:30:00Z``. None is before 1900.

    Not every database and time zone can hold a moment in the year 1.
    """
    moment = datetime.strptime(a_text(written), "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    if moment.year < EARLIEST_YEAR:
        raise ValueError(f"too early: {written!r}")
    return moment


def a_day(written: Json) -> date:
    """A day: ``2021-04-03``. None is before 1900."""
    day = date.fromisoformat(a_text(written))
    if day.year < EARLIEST_YEAR or day.isoformat() != written:
        raise ValueError(f"not a day: {written!r}")
    return day


def a_yes_or_no(written: Json) -> bool:
    if not isinstance(written, bool):
        raise ValueError("neither true nor false")
    return written


def an_id(written: Json) -> str:
    """32 hexadecimal digits, as the document of a match is recognised by."""
    if not re.fullmatch("[0-9a-f]{32}", a_text(written)):
        raise ValueError("not an id")
    return str(written)


def a_list(written: Json) -> list[Json]:
    if not isinstance(written, list):
        raise ValueError("not a list")
    return written


def a_short_list(written: Json) -> list[Json]:
    """A list in a hand."""
    if len(a_list(written)) > MOST_LISTED:
        raise ValueError("longer than any")
    return list(written)


def short(read: Callable[[Json], Any]) -> Callable[[Json], Any]:
    """A reader of what is neither a long text nor a long list."""

    def read_short(written: Json) -> Any:
        return read(a_text(written) if isinstance(written, str) else _no_long_list(written))

    return read_short


def _no_long_list(written: Json) -> Json:
    return a_short_list(written) if isinstance(written, list) else written


def an_object(written: Json) -> dict[str, Json]:
    if not isinstance(written, dict):
        raise ValueError("not an object")
    return written


def cards_of(written: Json) -> Group:
    return read_cards(a_text(written))


def melds_of(written: Json) -> tuple[Group, ...]:
    """Groups of cards, each in the usual order."""
    return tuple([_meld_of(a_text(group)) for group in a_short_list(written)])


@lru_cache(maxsize=500)
def _meld_of(text: str) -> Group:
    """Cached, because there are few melds and a file has many hands."""
    return laid_in_order(read_cards(text))


def a_card(written: Json) -> Card | None:
    """One card, or none."""
    if written is None:
        return None
    cards = cards_of(written)
    if len(cards) != 1:
        raise ValueError("not one card")
    return cards[0]
