"""Files of books that somebody has made to do harm, and files that other programs have made."""

import json
from typing import Any

import pytest

from models.records.books.books import books_of
from models.records.database.base import db
from models.records.tables.match import Match
from tests.records.files import brought_in, checked
from tests.records.table import BOBS_PHONE

ANN, BOB = {"id": "1" * 32, "name": "Ann"}, {"id": "2" * 32, "name": "Bob"}
MATCH = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": []}
HALF = "\ud83d"
"""Half a character, which no page can be written with."""


def a_file(**fields: Any) -> str:
    """The file of a book with one match."""
    matches = [{"players": [0, 1], "match": MATCH}]
    book = {"format": "gin-book/1", "id": "0" * 32, "players": [ANN, BOB], "matches": matches}
    return json.dumps(book | fields)


@pytest.mark.parametrize(
    "number, same, reason",
    [
        (20_000, False, "too_large"),
        (20_000, True, "too_large"),
        (800, False, "too_large"),
        (800, True, "field_wrong"),
    ],
)
def test_a_file_with_very_many_players_is_refused_without_comparing_each_with_each(
    app_context: None, number: int, same: bool, reason: str
) -> None:
    """Each with each would be two hundred million comparisons."""
    players = [{"id": f"{nth:032x}", "name": f"{nth // 2 if same else nth}"} for nth in range(number)]
    wrong = checked(a_file(players=players, matches=[]))[0].wrong

    assert [str(each.document_problem.problem.reason) for each in wrong] == [reason]


def test_half_characters_are_not_repeated(app_context: None) -> None:
    wrong = checked(a_file(name=f"Club {HALF}", **{HALF: 1}))[0].wrong

    assert {each.book for each in wrong} == {"Club ?"}
    assert [each.document_problem.problem.text.encode() for each in wrong] == [b"?", b"name"]


def test_matches_whose_time_is_not_known_are_kept_to_the_second(app_context: None) -> None:
    """As in files: games are rated in this order, and it must be the same after another export."""
    brought_in(a_file(), BOBS_PHONE)

    assert books_of(BOBS_PHONE)
    assert {each.created_at.microsecond for each in db.session.scalars(db.select(Match))} == {0}
