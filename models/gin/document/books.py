"""The document of a book: its players, its usual rules and its matches, read and written.

It is written as the lines of a file, a match on each, so that a long file needs no memory. The formats
are ``gin-book/1`` and ``gin-all/1``, described in docs/book-document.md.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from models.gin.document.json_reader import (
    Reader,
    a_day,
    a_list,
    a_moment,
    a_short_list,
    a_text,
    a_whole,
    an_id,
    an_object,
    wrong_format,
)
from models.gin.document.reading import match_of, name_of_rules, preset_of, rules_of
from models.gin.document.writing import Json, MatchDocument, write_match, write_moment, write_rules
from models.gin.hand.problems import Reason
from models.gin.player_names import LONGEST_NOTE, is_name, without_variants
from models.gin.rules.house_rules import HouseRules

BOOK_FORMAT = "gin-book/1"
ALL_FORMAT = "gin-all/1"
"""The format of a file with several books, and with matches that are in none."""


@dataclass(frozen=True, slots=True)
class BookPlayer:
    """A person in a book."""

    id: str
    """Identical in every file of the book, so that an import recognises the person."""
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class UsualRules:
    """The rules that a book usually plays by."""

    rules: HouseRules
    preset: str = field(default="", compare=False)
    """The preset that they are written with; "" for the nearest one."""
    name: str = ""
    """The players' own name for them."""


@dataclass(frozen=True, slots=True)
class BookHead:
    """Everything in the file of a book but the matches."""

    id: str
    """Identical in every file of the book."""
    name: str = ""
    started: datetime | None = None
    rules: UsualRules | None = None
    players: tuple[BookPlayer, ...] = ()
    pairs: int = field(default=0, compare=False)
    """How many pairs have usual rules of their own, in files from before version 1.0. These are left out."""


@dataclass(frozen=True, slots=True)
class BookMatch:
    """A match in a file of many, which has its day beside it."""

    match: MatchDocument
    players: tuple[int | None, ...] = ()
    """Who plays, by the places in the list of players; None for somebody who is no player of the book.

    Empty for a match that is in no book.
    """


ABOUT_BOOK = ("format", "id", "name", "started", "rules", "rules_name", "players", "pairs")
BOOK_FIELDS = (*ABOUT_BOOK, "matches", "left_out")
ALL_FIELDS = ("format", "books", "matches", "left_out")

MOST_PLAYERS = 1_000
"""In the list of a file."""


def check_all(reader: Reader, fields: Mapping[str, Json]) -> None:
    """Notes what is wrong with the fields of a file of several books."""
    if fields.get("format") != ALL_FORMAT:
        reader.wrong(wrong_format(fields.get("format")))
        return
    reader.only(fields, *ALL_FIELDS)
    for name in ("books", "matches"):
        reader.take(fields, name, a_list)
    reader.take(fields, "left_out", a_whole, default=0)


def head_of(reader: Reader, fields: Mapping[str, Json]) -> BookHead | None:
    """What a file says of a book, beside the matches; None, with every problem noted, if there is one."""
    if fields.get("format") != BOOK_FORMAT:
        reader.wrong(wrong_format(fields.get("format")))
        return None
    reader.only(fields, *BOOK_FIELDS)
    book_id = reader.take(fields, "id", an_id)
    name = reader.take(fields, "name", _name, default="")
    started = reader.take(fields, "started", a_moment, default=None)
    usual = _read_usual(reader, fields) if "rules" in fields else None
    listed = reader.take(fields, "players", a_list) or []
    if len(listed) > MOST_PLAYERS:
        reader.wrong(Reason.TOO_LARGE, "players")
        return None
    players = [_read_player(reader, each) for each in listed]
    reader.take(fields, "matches", a_list)
    reader.take(fields, "left_out", a_whole, default=0)
    if reader.problems:
        return None
    known_players = tuple(player for player in players if player)
    if not _differ(known_players):
        reader.wrong(Reason.FIELD_WRONG, "players")
    pairs = len(reader.take(fields, "pairs", a_list, default=[]) or [])
    return None if reader.problems else BookHead(book_id, name, started, usual, known_players, pairs)


def _differ(players: Sequence[BookPlayer]) -> bool:
    """Whether all players can be told apart. A hostile file has a hundred thousand of them."""
    ids = {each.id for each in players}
    called = {(without_variants(each.name), without_variants(each.note)) for each in players}
    return len(ids) == len(called) == len(players)


def _name(written: Json) -> str:
    """The name of a book, or a note; it can be blank."""
    name = " ".join(a_text(written).split())
    if name and not is_name(name):
        raise ValueError("not a name")
    return name


def _read_player(reader: Reader, written: Json) -> BookPlayer | None:
    if not isinstance(written, dict):
        reader.wrong(Reason.FIELD_WRONG, "players")
        return None
    before = len(reader.problems)
    reader.only(written, "id", "name", "note")
    player_id = reader.take(written, "id", an_id)
    name = reader.take(written, "name", _name)
    note = reader.take(written, "note", _name, default="")
    if name == "" or len(note or "") > LONGEST_NOTE:
        reader.wrong(Reason.FIELD_WRONG, "note" if name else "name")
    return BookPlayer(player_id, name, note) if len(reader.problems) == before else None


def _read_usual(reader: Reader, written: Mapping[str, Json]) -> UsualRules | None:
    """Rules with their name."""
    rules = reader.take(written, "rules", lambda value: rules_of(reader, value))
    name = reader.take(written, "rules_name", name_of_rules, default="")
    return None if rules is None or name is None else UsualRules(rules, preset_of(written["rules"]), name)


def _places(written: Json, players: int) -> tuple[int | None, ...]:
    """Places in the list of players; None for somebody who is not in it."""
    places = [None if each is None else a_whole(each) for each in a_short_list(written)]
    taken = [each for each in places if each is not None]
    if len(set(taken)) < len(taken) or not all(0 <= each < players for each in taken):
        raise ValueError("not players of the book")
    return tuple(places)


def book_match_of(reader: Reader, written: Json, players: int | None) -> BookMatch | None:
    """A match in the list of a book with so many *players*, or of no book if there is no list of players.

    None, with every problem noted, if there is one.
    """
    if not isinstance(written, dict):
        reader.wrong(Reason.FIELD_WRONG, "matches")
        return None
    reader.only(written, "played_on", "match", *([] if players is None else ["players"]))
    played_on = reader.take(written, "played_on", a_day, default=None)
    places = () if players is None else reader.take(written, "players", lambda value: _places(value, players))
    inside = reader.take(written, "match", an_object)
    if reader.problems or inside is None:
        return None
    match = match_of(reader, inside)
    if match is None or reader.problems:
        return None
    if players is not None and len(places) != len(match.players):
        reader.wrong(Reason.FIELD_WRONG, "players")
    return BookMatch(replace(match, played_on=played_on or match.played_on), places)


def book_lines(
    head: BookHead, matches: Iterable[BookMatch], left_out: Callable[[], int] = int
) -> Iterator[str]:
    """The file of a book. *matches* are asked for one after the other, and then how many are left out."""
    yield "{"
    for name, value in _head(head).items():
        yield f" {_json(name)}: {_json(value)},"
    yield from _list("players", map(_written_player, head.players), ",")
    yield from _list("matches", map(write_book_match, matches))
    yield from _left_out(left_out())
    yield "}"


def all_lines(
    books: Sequence[tuple[BookHead, Iterable[BookMatch]]],
    matches: Iterable[BookMatch],
    left_out: Callable[[], int] = int,
) -> Iterator[str]:
    """The file of several *books*, and of *matches* that are in none of them; then how many are left out."""
    yield "{"
    yield f' "format": {_json(ALL_FORMAT)},'
    yield ' "books": ['
    for number, (head, inside) in enumerate(books, 1):
        yield from _followed_by("" if number == len(books) else ",", book_lines(head, inside))
    yield " ],"
    yield from _list("matches", map(write_book_match, matches))
    yield from _left_out(left_out())
    yield "}"


def _left_out(number: int) -> Iterator[str]:
    """The field with how many matches are left out, if any are."""
    if number:
        yield f' ,"left_out": {number}'


def write_book_match(match: BookMatch) -> Json:
    """A match as an entry of a book."""
    day = match.match.played_on
    return {
        **({"played_on": day.isoformat()} if day else {}),
        **({"players": list(match.players)} if match.players else {}),
        "match": write_match(replace(match.match, played_on=None)),
    }


def _head(head: BookHead) -> dict[str, Json]:
    values = {"name": head.name, "started": head.started and write_moment(head.started)}
    return {
        "format": BOOK_FORMAT,
        "id": head.id,
        **{name: value for name, value in values.items() if value},
        **(_written_usual(head.rules) if head.rules else {}),
    }


def _written_usual(usual: UsualRules) -> dict[str, Json]:
    named = {"rules_name": usual.name} if usual.name else {}
    return {"rules": write_rules(usual.rules, usual.preset), **named}


def _written_player(player: BookPlayer) -> Json:
    note = {"note": player.note} if player.note else {}
    return {"id": player.id, "name": player.name, **note}


def _list(name: str, entries: Iterable[Json], then: str = "") -> Iterator[str]:
    """A field with a list, an entry on each line."""
    yield f" {_json(name)}: ["
    yield from _separated(f"  {_json(entry)}" for entry in entries)
    yield f" ]{then}"


def _separated(lines: Iterable[str]) -> Iterator[str]:
    """*lines* with a comma after each but the last."""
    before = None
    for line in lines:
        if before is not None:
            yield f"{before},"
        before = line
    if before is not None:
        yield before


def _followed_by(end: str, lines: Iterable[str]) -> Iterator[str]:
    """*lines* with *end* after the last."""
    before = ""
    for line in lines:
        if before:
            yield before
        before = line
    yield f"{before}{end}"


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
