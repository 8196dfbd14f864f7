"""A file is imported in portions that nobody sees before the last one, whatever happens meanwhile."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from models.records.books.book_deletion import delete_book, delete_player
from models.records.books.books import books_of
from models.records.books.players import players_of, rename_player
from models.records.checking.audit import audit
from models.records.database.base import db, once
from models.records.files import book_import
from models.records.files.book_import import OvertakenError, import_file
from models.records.files.documents import lines_of_everything
from models.records.files.file_checks import spooled
from models.records.files.unpublished import remove_unpublished
from models.records.finding.matches import matches_of
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.records.files import brought_in, checked, text_of
from tests.records.table import ANNS_PHONE, BOBS_PHONE, form
from tests.views.walking import rows_of

pytestmark = [pytest.mark.engines, pytest.mark.usefixtures("app_context")]

MATCHES, PART = 10, 3
HAND = {"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}}


@pytest.fixture(autouse=True)
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some matches at once instead of a hundred."""
    monkeypatch.setattr(book_import, "AT_ONCE", PART)


def a_book(matches: int = MATCHES, *others: str) -> dict[str, Any]:
    """The file of a book of Ann, Bob and perhaps others."""
    match = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": [HAND] * 2}
    players = [{"id": f"{nth:032x}", "name": name} for nth, name in enumerate(("Ann", "Bob", *others))]
    listed = [{"players": [0, 1], "match": match | {"id": f"a{nth:031x}"}} for nth in range(matches)]
    return {"format": "gin-book/1", "id": "0" * 32, "name": "Club", "players": players, "matches": listed}


def everything() -> str:
    """The file of a book, and of a match in none."""
    book = a_book()
    loose = {"match": book["matches"][0]["match"] | {"id": "f" * 32}}
    return json.dumps({"format": "gin-all/1", "books": [book], "matches": [loose]})


class Meanwhile:
    """Does something once, after the second portion or another."""

    def __init__(self, act: Callable[[], object], after: int = 2) -> None:
        self._act, self._after, self._times = act, after, 0

    def __call__(self, _done: int, _of: int) -> None:
        self._times += 1
        if self._times == self._after:
            self._act()


def imported(text: str, meanwhile: Callable[[int, int], object]) -> None:
    """Imports a file while something else happens."""
    found, spool = checked(text)
    import_file(found, spool, BOBS_PHONE, new_entry_id(), lambda done, of: void(meanwhile(done, of)))


def void(_value: object) -> None:
    """Nothing."""


def written() -> int:
    """How many matches there are in the database."""
    return db.session.scalar(select(func.count()).select_from(Match)) or 0


def visible() -> tuple[int, int, str]:
    """What the phone sees, and what an export of everything has in it."""
    return len(books_of(BOBS_PHONE)), len(matches_of(BOBS_PHONE)), "".join(lines_of_everything(None))


def doubts() -> list[object]:
    """What the audit doubts."""
    return [doubt for proof in audit() for doubt in proof.doubts]


def test_nobody_sees_anything_before_the_last_portion() -> None:
    before = visible()
    seen: list[tuple[int, bool]] = []
    imported(everything(), lambda _done, _of: seen.append((written(), visible() == before)))

    assert seen == [(3, True), (6, True), (9, True), (11, True)]
    assert visible()[:2] == (1, MATCHES + 1)
    assert doubts() == []


def kill_an_import(text: str) -> None:
    """Writes everything of a file but the last transaction."""
    found, spool = checked(text)
    works = book_import._Import(found, BOBS_PHONE, new_entry_id())
    once(works._stage)
    for nth, part in enumerate(book_import._in_parts(spooled(spool))):
        works._write(works._sorted(part), f"killed-{nth}")
    db.session.remove()


def test_what_a_killed_import_has_left_is_seen_by_nobody_and_removed(app: Flask) -> None:
    before, seen = rows_of(app), visible()
    kill_an_import(everything())
    assert written() == MATCHES + 1
    assert visible() == seen
    assert doubts() == []

    assert remove_unpublished() == 2
    assert rows_of(app) == before


def test_after_a_killed_import_the_file_is_imported_as_if_nothing_had_been() -> None:
    kill_an_import(everything())
    imported(everything(), lambda _done, _of: None)
    remove_unpublished()

    assert written() == MATCHES + 1
    assert visible()[:2] == (1, MATCHES + 1)
    assert doubts() == []


def test_an_import_that_fails_leaves_nothing(app: Flask) -> None:
    before = rows_of(app)

    def fail() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        imported(everything(), Meanwhile(fail))
    assert rows_of(app) == before


def test_a_server_that_starts_meanwhile_only_makes_it_start_again() -> None:
    imported(everything(), Meanwhile(remove_unpublished))

    assert visible()[:2] == (1, MATCHES + 1)
    assert written() == MATCHES + 1
    assert doubts() == []


def test_the_same_file_twice_at_the_same_time_is_imported_once() -> None:
    imported(everything(), Meanwhile(lambda: brought_in(everything(), BOBS_PHONE)))

    assert visible()[:2] == (1, MATCHES + 1)
    assert written() == MATCHES + 1


def test_a_player_who_is_renamed_meanwhile_keeps_the_new_name() -> None:
    brought_in(json.dumps(a_book(2)), BOBS_PHONE)
    [book] = books_of(BOBS_PHONE)
    book_id = book.id

    def rename() -> None:
        here = db.session.get_one(Book, book_id)
        [ann] = [each for each in players_of(here) if each.name == "Ann"]
        rename_player(here, ann.id, "Anna", "", form(BOBS_PHONE))

    imported(json.dumps(a_book()), Meanwhile(rename))

    [book] = books_of(BOBS_PHONE)
    assert {match.players for match in matches_of(BOBS_PHONE)} == {("Anna", "Bob")}
    assert {player.name for player in players_of(book)} == {"Anna", "Bob"}
    assert len(matches_of(BOBS_PHONE)) == MATCHES
    assert doubts() == []


def the_book() -> Book:
    """The only book of the phone."""
    [book] = books_of(BOBS_PHONE)
    return book


@pytest.mark.parametrize("after", [1, 2, 3, 4])
def test_a_player_who_is_deleted_meanwhile_does_not_come_back(after: int) -> None:
    brought_in(json.dumps(a_book(2)), BOBS_PHONE)
    ann = players_of(the_book())[0].id

    imported(json.dumps(a_book()), Meanwhile(lambda: delete_player(the_book(), ann, form(BOBS_PHONE)), after))

    book = the_book()
    assert [player.name for player in players_of(book)] == ["Bob"]
    assert {match.names for match in matches_of(BOBS_PHONE)} == {(None, "Bob")}
    assert len(matches_of(BOBS_PHONE)) == MATCHES
    assert doubts() == []


@pytest.mark.parametrize("after", [1, 2, 3, 4])
def test_a_book_that_is_deleted_meanwhile_is_started_anew(after: int) -> None:
    brought_in(json.dumps(a_book(2)), BOBS_PHONE)
    before = watch_token(the_book())

    def delete() -> None:
        delete_book(the_book(), BOBS_PHONE, with_matches=True)

    imported(json.dumps(a_book()), Meanwhile(delete, after))

    assert watch_token(the_book()) != before
    assert len(matches_of(BOBS_PHONE)) == written() == MATCHES
    assert doubts() == []


def test_an_import_that_is_overtaken_again_and_again_leaves_nothing() -> None:
    brought_in(json.dumps(a_book(2, *"CDEF")), BOBS_PHONE)
    others = iter([player.id for player in players_of(the_book())[2:]])

    with pytest.raises(OvertakenError):
        imported(
            json.dumps(a_book(PART, *"CDEF")),
            lambda _done, _of: delete_player(the_book(), next(others), form(BOBS_PHONE)),
        )

    assert written() == 2
    assert doubts() == []


def test_a_book_that_is_here_gets_what_it_lacks_with_its_players() -> None:
    brought_in(json.dumps(a_book(2)), BOBS_PHONE)
    imported(json.dumps(a_book(5, "Cid")), lambda _done, _of: None)

    [book] = books_of(BOBS_PHONE)
    assert {player.name for player in players_of(book)} == {"Ann", "Bob", "Cid"}
    assert len(json.loads(text_of(book))["matches"]) == 5
    assert doubts() == []


def test_somebody_else_has_a_copy_of_their_own() -> None:
    brought_in(everything(), BOBS_PHONE)
    brought_in(everything(), ANNS_PHONE)

    assert written() == 2 * (MATCHES + 1)


def test_a_portion_is_small_however_long_the_matches_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_import, "AT_ONCE", 100)
    monkeypatch.setattr(book_import, "HANDS_AT_ONCE", 4)
    seen: list[int] = []
    imported(json.dumps(a_book()), lambda done, _of: seen.append(done))

    assert seen == [2, 4, 6, 8, 10]
