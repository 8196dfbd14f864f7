"""Reads books from a file: what it says of each, and its matches one by one, or every problem."""

from collections.abc import Mapping, Sequence
from datetime import date

from models.gin.document.books import ALL_FORMAT, BOOK_FORMAT, BookHead, BookMatch, BookPlayer, UsualRules
from models.gin.document.json_reader import (
    EARLIEST_YEAR,
    Reader,
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
from models.gin.document.writing import Json
from models.gin.hand.problems import Reason
from models.gin.player_names import LONGEST_NOTE, is_name, without_variants

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
    usual = _usual(reader, fields) if "rules" in fields else None
    listed = reader.take(fields, "players", a_list) or []
    if len(listed) > MOST_PLAYERS:
        reader.wrong(Reason.TOO_LARGE, "players")
        return None
    players = [_player(reader, each) for each in listed]
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


def _player(reader: Reader, written: Json) -> BookPlayer | None:
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


def _usual(reader: Reader, written: Mapping[str, Json]) -> UsualRules | None:
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
    played_on = reader.take(written, "played_on", _day, default=None)
    places = () if players is None else reader.take(written, "players", lambda value: _places(value, players))
    inside = reader.take(written, "match", an_object)
    if reader.problems or inside is None:
        return None
    match = match_of(reader, inside)
    if match is None or reader.problems:
        return None
    if players is not None and len(places) != len(match.players):
        reader.wrong(Reason.FIELD_WRONG, "players")
    return BookMatch(match, places, played_on)


def _day(written: Json) -> date:
    day = date.fromisoformat(a_text(written))
    if day.year < EARLIEST_YEAR or day.isoformat() != written:
        raise ValueError(f"not a day: {written!r}")
    return day
