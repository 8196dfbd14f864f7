"""Statistics are read through indexes, and stay right when several phones write at once."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, text

from models.records.books.book_matches import leave_book
from models.records.books.books import open_book, start_book
from models.records.books.match_search import MatchFilter, find_matches
from models.records.books.players import merge_players, players_of
from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.finding.matches import find_match
from models.records.saving.deletion import delete_match
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import StaleSheetError, new_entry_id
from models.records.statistics import (
    Period,
    balances,
    matches_behind,
    results_in_order,
    statistics_of_book,
    statistics_of_pair,
    statistics_of_player,
    statistics_of_players,
    years_played,
)
from models.records.tables.shared import watch_token
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOB_HAS_GIN, entry, form, in_book
from tests.records.test_at_once import at_once

pytestmark = pytest.mark.engines

SOME_YEARS = Period.read("2015-03", "2030-02")

WHOLE_TABLE = re.compile(r"SCAN (?:matches|places)$|Seq Scan on", re.MULTILINE)
"""How each database says that it reads every row."""

Statement = tuple[str, Any]


@contextmanager
def statements() -> Iterator[list[Statement]]:
    """What is asked of the places meanwhile, with its values."""
    asked: list[Statement] = []

    def note(
        _connection: object, _cursor: object, statement: str, values: Any, _of: object, many: bool
    ) -> None:
        if "places" in statement and not many:
            asked.append((statement, values))

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(db.engine, "before_cursor_execute", note)


def plans(asked: Sequence[Statement]) -> list[str]:
    """How the database runs these statements; PostgreSQL reads small tables whole unless told not to."""
    lite = db.engine.dialect.name == "sqlite"
    if not lite:
        db.session.execute(text("SET LOCAL enable_seqscan = off"))
    explain = "EXPLAIN QUERY PLAN " if lite else "EXPLAIN "
    connection = db.session.connection()
    return [
        "\n".join(row[-1] for row in connection.exec_driver_sql(explain + statement, values))
        for statement, values in list(asked)
    ]


def test_statistics_are_read_through_indexes(app_context: None) -> None:
    book = start_book("", [], device=ANNS_PHONE, entry=new_entry_id())
    match = in_book(book, "Ann", "Bob")
    add_hand(match, BOB_HAS_GIN, entry(match))
    ann, bob = (player.id for player in players_of(book))
    with statements() as asked:
        for period in (Period(), SOME_YEARS):
            statistics_of_book(book, period)
            statistics_of_player(book, ann, period)
            statistics_of_players(book, period)
            statistics_of_pair(book, ann, bob, period)
            balances(book, ann, bob, period)
            results_in_order(book, ann, period)
            results_in_order(book, ann, period, bob)
            for number in ("gin_wins", "best_hand", "balance"):
                matches_behind(book, number, None, period)
                matches_behind(book, number, ann, period)
                matches_behind(book, number, ann, period, opponent=bob)
        years_played(book)

    for (statement, _values), plan in zip(asked, plans(asked), strict=True):
        assert not WHOLE_TABLE.search(plan), f"{statement}\n{plan}"
    assert len(asked) > 30


def test_two_phones_that_save_hands_of_the_same_players_lose_no_number(app: Flask) -> None:
    with app.app_context():
        book = start_book("", [], device=ANNS_PHONE, entry=new_entry_id())
        path = watch_token(book)
        links = [watch_token(in_book(book, "Ann", "Bob")) for _ in range(4)]

    def save(number: int) -> None:
        for _ in range(3):
            match = find_match(links[number])
            add_hand(match, ANN_KNOCKS, entry(match))

    assert at_once(app, 4, save) == [None] * 4
    with app.app_context():
        counted = statistics_of_book(open_book(path, None).book)
        assert (counted.hands, counted.hands_won) == (24, 12)
        assert [proof for proof in audit() if proof.doubts] == []


def test_saving_beside_changes_of_the_book_neither_waits_for_ever_nor_counts_wrong(app: Flask) -> None:
    for _ in range(3):
        save_and_change_at_once(app)


def save_and_change_at_once(app: Flask) -> None:
    """Two phones save, one merges two players, one takes a match out of the book, one deletes another."""
    with app.app_context():
        book = start_book("", [], device=ANNS_PHONE, entry=new_entry_id())
        path = watch_token(book)
        links = [watch_token(in_book(book, "Ann", other)) for other in ("Bob", "Cid", "Bob", "Cid")]
        for link in links:
            match = find_match(link)
            add_hand(match, BOB_HAS_GIN, entry(match))
        _ann, bob, cid = (player.id for player in players_of(book))

    def act(number: int) -> None:
        book, match = open_book(path, None).book, find_match(links[number % 4])
        if number < 2:
            add_hand(match, ANN_KNOCKS, entry(match))
        elif number == 2:
            leave_book(book, match, form())
        elif number == 3:
            delete_match(match, match.version_stamp, ANNS_PHONE)
        else:
            merge_players(book, cid, bob, form())

    answers = at_once(app, 5, act)

    assert [each for each in answers if each is not None and not isinstance(each, StaleSheetError)] == []
    with app.app_context():
        assert len(find_matches(open_book(path, None).book, MatchFilter())) == 2
        assert [proof for proof in audit() if proof.doubts] == []
