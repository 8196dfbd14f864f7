"""Lists of a book are read from indexes, however many matches it has: EXPLAIN says so on both databases.

A book of a thousand matches takes a second to fill, so that everything is one test.
"""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import Select, text

from models.records.books.books import standings_of
from models.records.books.match_search import MatchFilter, find_matches, rules_played, search
from models.records.books.players import players_of
from models.records.database.base import db
from models.records.finding.people import ListPosition
from models.records.tables.book import Book
from models.records.tables.match import Match
from tests.queries import queries
from tests.records.book_filling import fill

pytestmark = pytest.mark.engines

MATCHES, PEOPLE = 1000, 40

WHOLE_TABLE = re.compile(r"SCAN (?:matches|places)$|Seq Scan on", re.MULTILINE)
"""How each database says that it reads every row."""


@pytest.fixture
def book(app_context: None) -> Book:
    """A book of a thousand matches."""
    return fill(MATCHES, PEOPLE)


def plan(asked: str) -> str:
    """How the database reads what a query asks for. PostgreSQL would read a small table whole."""
    if db.engine.dialect.name == "sqlite":
        rows = db.session.execute(text(f"EXPLAIN QUERY PLAN {asked}"))
        return "\n".join(row.detail for row in rows)
    db.session.execute(text("SET LOCAL enable_seqscan = off"))
    return "\n".join(row[0] for row in db.session.execute(text(f"EXPLAIN {asked}")))


def written(asked: Select[Match]) -> str:
    """A query as text with its values."""
    compiled = asked.compile(db.engine, compile_kwargs={"literal_binds": True})
    return str(compiled).replace(":", "\\:")


def wanted(book: Book) -> Iterator[tuple[MatchFilter, str]]:
    """What people look for, and the index in which it is found."""
    often, other, *_, rare = (player.id for player in players_of(book))
    day = find_matches(book, MatchFilter(), limit=MATCHES // 2)[-1].played_on
    yield MatchFilter(), "ix_matches_by_day"
    yield MatchFilter(since=day - timedelta(days=30), until=day), "ix_matches_by_day"
    yield MatchFilter(over=False), "ix_matches_by_state"
    yield MatchFilter(rules=("palace", "")), "ix_matches_by_rules"
    yield MatchFilter((often,)), "ix_places_results"
    yield MatchFilter((rare,)), "ix_places_results"
    yield MatchFilter((often, other), rules=("palace", ""), since=day), "ix_places_results"
    yield MatchFilter(any_of=(other, rare)), "ix_places_results"


def a_page_is_read_from_an_index_and_not_from_the_table(book: Book) -> None:
    middle = find_matches(book, MatchFilter(), limit=MATCHES // 2)[-1]
    for asked, index in wanted(book):
        for before in (None, ListPosition(middle.played_on, middle.id)):
            said = plan(written(search(book, asked, before, 20)))

            assert index in said, f"{asked}:\n{said}"
            assert not re.search(r"SCAN (?:matches|places)$|Seq Scan on", said, re.MULTILINE), (
                f"{asked}:\n{said}"
            )


def matches_won_are_counted_in_indexes_alone(book: Book) -> None:
    with queries() as asked:
        standings = standings_of(book)
    statement = next(each for each in asked if "places" in each)
    if db.engine.dialect.name == "sqlite":
        said = plan(statement)
        assert "COVERING INDEX ix_places_sums" in said, said

    assert standings.matches == MATCHES
    assert sum(standings.played.values()) == 2 * MATCHES
    assert sum(standings.won.values()) == MATCHES - standings.unfinished


def pages_follow_each_other_without_a_gap(book: Book) -> None:
    player = players_of(book)[0].id
    everything = [match.id for match in find_matches(book, MatchFilter((player,)), limit=MATCHES)]
    found: list[int] = []
    before: ListPosition | None = None
    while page := find_matches(book, MatchFilter((player,)), before, 100):
        found += [match.id for match in page]
        before = ListPosition(page[-1].played_on, page[-1].id)

    assert found == everything
    assert len(found) == standings_of(book).played[player]


def the_rules_that_were_played_are_found_step_by_step(book: Book) -> None:
    with queries() as asked:
        assert [house for house, _name in rules_played(book)] == ["french", "oklahoma", "pagat", "palace"]

    assert len(asked) == 5


def a_list_takes_two_queries(book: Book) -> None:
    with queries() as asked:
        find_matches(book, MatchFilter())

    assert len(asked) == 2


CHECKS = (
    a_page_is_read_from_an_index_and_not_from_the_table,
    matches_won_are_counted_in_indexes_alone,
    pages_follow_each_other_without_a_gap,
    the_rules_that_were_played_are_found_step_by_step,
    a_list_takes_two_queries,
)


def test_lists_of_a_large_book(book: Book, subtests: pytest.Subtests) -> None:
    for check in CHECKS:
        with subtests.test(check.__name__.replace("_", " ")):
            check(book)
