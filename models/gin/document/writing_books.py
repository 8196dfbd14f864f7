"""Writes books as the lines of a file, a match on each, so that a long file needs no memory.

The formats are ``gin-book/1`` and ``gin-all/1``, described in docs/book-document.md.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from models.gin.document.books import ALL_FORMAT, BOOK_FORMAT, BookHead, BookMatch, BookPlayer, UsualRules
from models.gin.document.writing import Json, write_match, write_moment, write_rules


def book_lines(
    head: BookHead, matches: Iterable[BookMatch], left_out: Callable[[], int] = int
) -> Iterator[str]:
    """The file of a book. *matches* are asked for one after the other, and then how many are left out."""
    yield "{"
    for name, value in _head(head).items():
        yield f" {_json(name)}: {_json(value)},"
    yield from _list("players", map(_player, head.players), ",")
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
    return {
        **({"played_on": match.played_on.isoformat()} if match.played_on else {}),
        **({"players": list(match.players)} if match.players else {}),
        "match": write_match(match.match),
    }


def _head(head: BookHead) -> dict[str, Json]:
    values = {"name": head.name, "started": head.started and write_moment(head.started)}
    return {
        "format": BOOK_FORMAT,
        "id": head.id,
        **{name: value for name, value in values.items() if value},
        **(_usual(head.rules) if head.rules else {}),
    }


def _usual(usual: UsualRules) -> dict[str, Json]:
    named = {"rules_name": usual.name} if usual.name else {}
    return {"rules": write_rules(usual.rules, usual.preset), **named}


def _player(player: BookPlayer) -> Json:
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
