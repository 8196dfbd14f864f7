"""Checks a file of books match by match before anything is written, and notes what is ready to be."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple, TextIO

from models.gin.counting import Statistics, statistics
from models.gin.document import writing
from models.gin.document.books import BOOK_FORMAT, BookHead, BookMatch, book_match_of, check_all, head_of
from models.gin.document.json_reader import MOST_PROBLEMS, DocumentProblem, EnoughProblemsError, Reader
from models.gin.document.reading import is_extra_line, load_line
from models.gin.document.writing import Json
from models.gin.hand.problems import Problem, ProblemPlace, Reason, quoted
from models.gin.player_names import LONGEST_NAME
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Table
from models.records.files.documents import with_id
from models.records.files.import_rows import sheet_of
from models.records.files.json_stream import Field, JsonEntry, NotJsonError, TooLongError, parts_of
from models.records.saving.limits import MOST_HANDS, MOST_PLAYERS
from models.records.tables.column_types import load_hand, read_all, write_all
from models.records.tables.graphemes import cut_to
from models.records.tables.match import Snapshot
from models.records.tables.player import NameTakenInBookError, Player, names_in_match


class Spooled(NamedTuple):
    """A match that was checked, as it is read again to be written."""

    book: int | None
    """The place of its book in the file, from 0; None for a match in no book."""
    number: int
    """The number of the match in its book, from 1."""
    document: writing.MatchDocument
    snapshot: Snapshot
    statistics: tuple[Statistics, ...]
    """What each player did."""
    players: tuple[int | None, ...]


def write_spooled(ready: Spooled) -> str:
    """A match as a line that needs no checks when it is read again."""
    document = ready.document
    told = {
        "book": ready.book,
        "number": ready.number,
        "players": ready.players,
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
        "played_on": document.played_on and document.played_on.isoformat(),
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
        played_on=told["played_on"] and date.fromisoformat(told["played_on"]),
        ends_after_last=told["ends_after_last"],
        remark=told["remark"],
        remarks={place: each["remark"] for place, each in enumerate(told["hands"]) if "remark" in each},
    )


def called(match: Spooled, names: tuple[str | None, ...]) -> writing.MatchDocument:
    """The document of a match with the names of its players in a book."""
    return replace(match.document, players=names)


class Most(NamedTuple):
    """How much a file can have in it."""

    books: int
    matches: float = inf
    hands: float = inf
    """Hands and extra lines."""

    def allows(self, books: int, matches: int, hands: int) -> bool:
        """Whether a file can have so many."""
        return books <= self.books and matches <= self.matches and hands <= self.hands


ANY_SIZE = Most(books=1_000)
"""On the command line."""

IN_ONE_REQUEST = Most(books=50, matches=8_000, hands=75_000)
"""Through the page: what is read in five seconds. 8 MB are some four thousand matches of twenty hands."""


class FileProblem(NamedTuple):
    """Something that is wrong with a file, and where."""

    document_problem: DocumentProblem
    line: int
    book: str = ""
    """The name of the book, if the file has several."""
    match: int | None = None
    """The number of the match in its book, from 1."""
    is_cut_off: bool = False
    """Whether the end of the file is missing, as after a download that was interrupted."""
    most: Most | None = None
    """How much there can be, if it has more."""


@dataclass(slots=True)
class CheckedFile:
    """What a file has in it, or what is wrong with it."""

    books: list[BookHead] = field(default_factory=list)
    matches: int = 0
    hands: int = 0
    """Hands and extra lines."""
    wrong: list[FileProblem] = field(default_factory=list)
    heads: list[dict[str, Json]] = field(default_factory=list)
    """What the file says of each book, as it stands there."""


Progress = Callable[[int, int], None]
"""Told how many matches are done, and of how many."""


def check(file: TextIO, spool: TextIO, progress: Progress, most: Most = ANY_SIZE) -> CheckedFile:
    """Checks a file, and writes its matches into *spool* as :func:`spooled` reads them."""
    try:
        return _Check(file, spool, progress, most).checked()
    except NotJsonError as error:
        return CheckedFile(wrong=[_wrong(Reason.NOT_JSON, error.line)._replace(is_cut_off=error.cut_off)])
    except UnicodeDecodeError:
        return CheckedFile(wrong=[_wrong(Reason.NOT_JSON, 0)])
    except TooLongError as error:
        return CheckedFile(wrong=[_wrong(Reason.TOO_LARGE, error.line)])


def _wrong(reason: Reason, line: int, text: str = "") -> FileProblem:
    return FileProblem(DocumentProblem(None, Problem(reason, ProblemPlace.DOCUMENT, text=text)), line)


class _Check:
    """The check of one file: first what it says of its books, then every match."""

    def __init__(self, file: TextIO, spool: TextIO, progress: Progress, most: Most) -> None:
        self._file, self._spool, self._progress, self._most = file, spool, progress, most
        self._found = CheckedFile()
        self._total = 0
        self._sitting: dict[int | None, list[Player]] = {}
        self._has_several = False

    def checked(self) -> CheckedFile:
        self._read_heads()
        if not self._found.wrong and not self._found.matches:
            for part in self._parts():
                if isinstance(part, JsonEntry):
                    self._take(part)
                if len(self._found.wrong) >= MOST_PROBLEMS:
                    break
        return self._found

    def _parts(self) -> Iterator[Field | JsonEntry]:
        """The parts of the file, from its start."""
        self._file.seek(0)
        return parts_of(self._file)

    def _read_heads(self) -> None:
        """Reads all fields of the file and of its books. Matches are only counted."""
        fields: dict[int | None, dict[str, Field]] = {None: {}}
        hands = 0
        for part in self._parts():
            if isinstance(part, JsonEntry):
                self._total += 1
                hands += _number_of_hands(part.value)
            else:
                fields.setdefault(part.book, {})[part.name] = part
            if not self._most.allows(len(fields) - 1, self._total, hands):
                self._found.wrong.append(_wrong(Reason.TOO_LARGE, part.line)._replace(most=self._most))
                return
        whole = fields.pop(None)
        written = whole["format"].value if "format" in whole else None
        self._has_several = written != BOOK_FORMAT
        if written == writing.MATCH_FORMAT:
            self._total, match = 1, {name: part.value for name, part in whole.items()}
            self._take(JsonEntry(None, 1, {"match": match}, 1))
        elif self._has_several:
            reader = Reader()
            with suppress(EnoughProblemsError):
                check_all(reader, {name: part.value for name, part in whole.items()})
            self._note(reader, 1)
        else:
            fields = {0: whole}
        for each in fields.values():
            if len(self._found.wrong) < MOST_PROBLEMS:
                self._read_head(each)

    def _read_head(self, fields: dict[str, Field]) -> None:
        reader, head = Reader(), None
        with suppress(EnoughProblemsError):
            head = head_of(reader, {name: part.value for name, part in fields.items()})
        if head and len(head.players) > MOST_PLAYERS:
            reader.wrong(Reason.TOO_LARGE, "players")
        name = fields["name"].value if "name" in fields else ""
        line = min((part.line for part in fields.values()), default=1)
        self._note(reader, line, quoted(cut_to(name, LONGEST_NAME)) if isinstance(name, str) else "")
        if head:
            place = len(self._found.books)
            self._found.heads.append({name: part.value for name, part in fields.items()})
            self._sitting[place] = [Player(name=each.name, note=each.note) for each in head.players]
            self._found.books.append(head)

    def _take(self, entry: JsonEntry) -> None:
        """Checks a match."""
        book = entry.book if self._has_several else 0
        head = None if book is None else self._found.books[book]
        reader = Reader()
        match = None
        with suppress(EnoughProblemsError):
            match = book_match_of(reader, entry.value, None if head is None else len(head.players))
        if match and not reader.problems:
            self._check_limits(reader, match, self._sitting.get(book, []))
        self._note(reader, entry.line, head.name if head and self._has_several else "", entry.number)
        if match and not reader.problems:
            document = with_id(match.match)
            scored = sheet_of(document)
            of_file = (book, entry.number, document, Snapshot.of(scored), statistics(scored))
            self._spool.write(write_spooled(Spooled(*of_file, match.players)) + "\n")
            self._found.hands += len(document.hands)
        self._found.matches += 1
        self._progress(self._found.matches, self._total)

    def _check_limits(self, reader: Reader, match: BookMatch, players: Sequence[Player]) -> None:
        if len(match.match.hands) > MOST_HANDS:
            reader.wrong(Reason.TOO_LARGE, "hands")
        try:
            names_at_places(match, players)
        except NameTakenInBookError:
            reader.wrong(Reason.FIELD_WRONG, "players")

    def _note(self, reader: Reader, line: int, book: str = "", match: int | None = None) -> None:
        more = MOST_PROBLEMS - len(self._found.wrong)
        self._found.wrong += [FileProblem(problem, line, book, match) for problem in reader.problems[:more]]


def _number_of_hands(entry: Json) -> int:
    """How many hands and extra lines there are in a match that nobody has checked."""
    match = entry.get("match") if isinstance(entry, dict) else None
    hands = match.get("hands") if isinstance(match, dict) else None
    return len(hands) if isinstance(hands, list) else 0


def heads_again(heads: Sequence[dict[str, Json]]) -> list[BookHead]:
    """The books of a file that was checked, from what it says of them."""
    book_heads = (head_of(Reader(), fields) for fields in heads)
    return [head for head in book_heads if head]


def names_at_places(match: BookMatch | Spooled, players: Sequence[Player | None]) -> tuple[str | None, ...]:
    """The names of a match whose players are in a book: theirs, or that of the match for somebody else.

    A name with a note that is not needed is kept, as :func:`names_in_match` was right when it was written.

    :raises NameTakenInBookError: if it would have the same name twice.
    """
    document = match.match if isinstance(match, BookMatch) else match.document
    sitting = [None if place is None else players[place] for place in match.players]
    if not sitting:
        return document.players
    pairs = zip(document.players, sitting, strict=True)
    if all(each is None or name in (each.name, each.full_name) for name, each in pairs):
        return document.players
    return names_in_match([each or name for name, each in zip(document.players, sitting, strict=True)])
