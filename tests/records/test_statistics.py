"""Statistics of a book: added up by player, pair and period, and never out of step with the sheets."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import date

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from models.gin.counting import Statistics
from models.gin.hand.scoring import Hand
from models.records.books.book_deletion import delete_player
from models.records.books.book_matches import Chosen, InBookError, join_book, leave_book
from models.records.books.books import join_many, start_book
from models.records.books.players import (
    MetError,
    find_player,
    merge_players,
    players_of,
    rename_player,
    split_player,
)
from models.records.books.rematches import start_rematch
from models.records.checking.audit import Doubt, Proof, audit, count_everything, recount
from models.records.database.base import db
from models.records.finding.people import ListPosition
from models.records.ratings.ratings import outdate_ratings, ranking, refresh_ratings
from models.records.saving.deletion import delete_match, remove_name
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, restore_hand, undo
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.rule_changes import change_rules
from models.records.statistics import (
    Period,
    balances,
    matches_behind,
    monthly_balances,
    results_in_order,
    statistics_of_book,
    statistics_of_pair,
    statistics_of_player,
    statistics_of_players,
    years_played,
)
from models.records.tables.book import Book
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.player import NameTakenInBookError
from tests.profiles import examples
from tests.records.files import brought_in, text_of
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_FORGOT_A_BOX,
    BOB_HAS_GIN,
    DEAD,
    PAGAT,
    a_match,
    deal,
    entry,
    in_book,
    on_day,
)

TO_25 = PAGAT.but(target=25)
"""One hand of gin ends the game."""

FRENCH = Agreement("french", "", PAGAT.but(gin_bonus=10))


@pytest.fixture
def book(app_context: None) -> Book:
    """A book of Ann and Bob."""
    book = start_book("", [], device=ANNS_PHONE, entry=new_entry_id())
    play(book)
    return book


def play(book: Book, *hands: Hand, names: tuple[str, ...] = ("Ann", "Bob"), day: date | None = None) -> Match:
    """A match in *book* with these *hands*."""
    match = in_book(book, *names, agreed=Agreement("pagat", "", TO_25))
    if day:
        on_day(match, day)
    deal(match, *hands)
    return match


def ids(book: Book) -> list[int]:
    """The players by their names."""
    return [player.id for player in players_of(book)]


def doubts() -> list[Proof]:
    """What the audit doubts."""
    db.session.rollback()
    return [proof for proof in audit() if proof.doubts]


def test_nothing_is_counted_before_anything_is_written(book: Book) -> None:
    ann, bob = ids(book)
    assert statistics_of_players(book) == {}
    assert statistics_of_player(book, ann) == Statistics()
    assert statistics_of_pair(book, ann, bob) == (Statistics(), Statistics())
    assert (years_played(book), balances(book, ann, bob), results_in_order(book, ann)) == ([], [], "")


@pytest.mark.engines
def test_matches_are_added_up_for_players_pairs_and_the_book(book: Book) -> None:
    """Bob has gin with 18 twice (38 points: each ends a game to 25); Ann knocks for 12; Cid loses to Ann."""
    play(book, BOB_HAS_GIN)
    play(book, BOB_HAS_GIN, names=("Ann", "Bob"))
    play(book, ANN_KNOCKS, names=("Ann", "Cid"))
    ann, bob, cid = ids(book)

    assert statistics_of_player(book, bob).gin_points == 2 * 38
    assert (statistics_of_player(book, ann).hands, statistics_of_player(book, ann).matches) == (3, 2)
    assert statistics_of_players(book)[cid].caught == 1
    mine, theirs = statistics_of_pair(book, ann, bob)
    assert (mine.hands, mine.points, theirs.points, theirs.matches_won) == (2, 0, 76, 2)
    assert [each.hands for each in statistics_of_pair(book, cid, ann)] == [1, 1]
    whole = statistics_of_book(book)
    assert (whole.matches, whole.hands, whole.gin_wins, whole.knock_points) == (4, 6, 2, 12)
    assert (results_in_order(book, bob), results_in_order(book, ann)) == ("11", "00")
    assert results_in_order(book, ann, opponent=cid) == ""
    assert doubts() == []


@pytest.mark.engines
def test_a_period_is_whole_years_and_the_months_beside_them(book: Book) -> None:
    for day in ("2023-12-31", "2024-01-01", "2024-12-31", "2025-03-31", "2025-04-01"):
        play(book, BOB_HAS_GIN, day=date.fromisoformat(day))
    ann, bob = ids(book)

    def won(first: str, last: str) -> set[int]:
        period = Period.read(first, last)
        _mine, theirs = statistics_of_pair(book, ann, bob, period)
        asked = (
            statistics_of_player(book, bob, period).gin_wins,
            statistics_of_players(book, period).get(bob, Statistics()).gin_wins,
            statistics_of_book(book, period).gin_wins,
            theirs.gin_wins,
            len(results_in_order(book, bob, period)),
            len(balances(book, ann, bob, period)),
            len(monthly_balances(book, ann, bob, period)),
            len(matches_behind(book, "gin_wins", bob, period)),
        )
        return set(asked)

    assert won("", "") == {5}
    assert won("2024", "2024") == {2}
    assert won("2023-12", "2025-03") == {4}
    assert won("2024-02", "2025-03") == {2}
    assert won("2025-04", "") == {1}
    assert won("", "2024") == {3}
    assert won("2025-01", "2025-02") == {0}
    assert won("2025", "2024") == {0}
    assert years_played(book) == [2025, 2024, 2023]
    assert doubts() == []


@pytest.mark.engines
def test_balances_are_of_each_day_and_month_and_results_in_the_order_of_days(book: Book) -> None:
    """Ann knocks for 12 in three games that are not over; Bob once. Bob's gin is worth a game, Ann's too."""
    bob_knocks, ann_has_gin = replace(ANN_KNOCKS, knocker=1), replace(BOB_HAS_GIN, knocker=0)
    for day, hand in [
        ("2024-02-01", ANN_KNOCKS),
        ("2024-01-30", ANN_KNOCKS),
        ("2024-01-30", ANN_KNOCKS),
        ("2024-01-31", bob_knocks),
    ]:
        play(book, hand, day=date.fromisoformat(day))
    ann, bob = ids(book)

    assert balances(book, ann, bob) == [
        (date(2024, 1, 30), 24),
        (date(2024, 1, 31), -12),
        (date(2024, 2, 1), 12),
    ]
    assert balances(book, bob, ann, limit=1) == [(date(2024, 1, 30), -24)]
    assert monthly_balances(book, ann, bob) == [
        (date(2024, 1, 30), date(2024, 1, 31), 12),
        (date(2024, 2, 1), date(2024, 2, 1), 12),
    ]

    play(book, ann_has_gin, day=date(2023, 5, 2))
    play(book, BOB_HAS_GIN, day=date(2023, 5, 1))
    play(book, ann_has_gin, names=("Ann", "Cid"), day=date(2023, 5, 3))
    in_may = Period("2023-05", "2023-05")
    assert [each.day.day for each in balances(book, ann, bob, in_may)] == [1, 2]
    assert [each.last.day for each in monthly_balances(book, ann, bob, in_may)] == [2]
    assert results_in_order(book, ann) == "011"
    assert results_in_order(book, ann, opponent=bob) == "01"
    assert results_in_order(book, bob) == "10"


@pytest.mark.parametrize("said", ["2024-13", "24", "2024-1", "next year", "2024-01-01", "٢٠٢٤", "0000"])
def test_only_months_and_years_make_a_period(app_context: None, said: str) -> None:
    with pytest.raises(ValueError, match=r"month|year"):
        Period.read(said, "")


def test_the_matches_behind_a_number_are_the_newest_first(book: Book) -> None:
    first = play(book, BOB_HAS_GIN, day=date(2024, 5, 1))
    play(book, ANN_KNOCKS, day=date(2024, 5, 2))
    last = play(book, BOB_HAS_GIN, day=date(2024, 5, 3))
    ann, bob = ids(book)

    found = matches_behind(book, "gin_wins", bob)
    assert [(each.match.id, each.place, each.value) for each in found] == [(last.id, 1, 1), (first.id, 1, 1)]
    assert [each.match.id for each in matches_behind(book, "caught", ann, opponent=bob)] == [
        last.id,
        first.id,
    ]
    assert len(matches_behind(book, "knock_points")) == 1
    with pytest.raises(KeyError):
        matches_behind(book, "password")


def test_of_the_largest_only_the_largest_are_behind_it(book: Book) -> None:
    play(book, ANN_KNOCKS, names=("Ann", "Bob"))
    best = play(book, BOB_HAS_GIN, names=("Ann", "Bob"))
    assert [(each.match.id, each.value) for each in matches_behind(book, "best_hand")] == [(best.id, 38)]


@pytest.mark.engines
def test_the_largest_is_found_page_by_page_in_whatever_months_it_is(book: Book) -> None:
    days = [date(2023, 1, 31), date(2024, 2, 29), date(2024, 3, 1), date(2026, 12, 31)]
    best = [play(book, BOB_HAS_GIN, day=day) for day in days]
    play(book, ANN_KNOCKS, day=date(2025, 1, 1))
    first = matches_behind(book, "best_hand", limit=2)
    last = first[-1].match
    second = matches_behind(book, "best_hand", before=ListPosition(last.played_on, last.id), limit=2)

    assert [each.match.id for each in (*first, *second)] == [match.id for match in reversed(best)]
    in_february = matches_behind(book, "best_hand", ids(book)[1], Period("2024-02", "2024-02"))
    assert [each.match.id for each in in_february] == [best[1].id]
    assert matches_behind(book, "best_hand", period=Period("2022-01", "2022-12")) == []


def test_a_deleted_player_is_still_counted_for_the_book(book: Book) -> None:
    match = play(book, BOB_HAS_GIN)
    ann, bob = ids(book)
    delete_player(book, bob, entry(match, version=book.version, last=None))

    assert statistics_of_book(book).gin_wins == 1
    assert set(statistics_of_players(book)) == {ann, None}
    assert statistics_of_player(book, ann).caught == 1
    assert doubts() == []


WRONG = (
    *("places SET hands = hands + 1", "places SET played_on = '2020-01-01'", "places SET opponent_id = NULL"),
    "matches SET total_0 = 7",
)


@pytest.mark.engines
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_place_is_found_and_repaired(book: Book, wrong: str) -> None:
    play(book, BOB_HAS_GIN)
    db.session.execute(text(f"UPDATE {wrong}"))
    db.session.commit()
    assert doubts() != []
    count_everything()
    assert doubts() == []


COUNTED_OTHERWISE = (
    "UPDATE matches SET counting = 0, total_0 = 130, winner = 0, results = '0>1' WHERE winner = 1",
    "UPDATE places SET gin_wins = 0, games_won = 1 - games_won WHERE games > 0",
)
"""As if an earlier version had let Ann win."""


@pytest.mark.engines
def test_what_an_earlier_version_counted_otherwise_is_counted_again_once(app: Flask, book: Book) -> None:
    """Bob has gin in two matches; one of them can't be read any more. Three processes start at once."""
    book_id, right, unreadable = book.id, play(book, BOB_HAS_GIN).id, play(book, BOB_HAS_GIN).id
    ann, bob = ids(book)
    before = db.session.get_one(Match, right).snapshot
    refresh_ratings(book.id)
    rated = [(each.player.id, each.skill) for each in ranking(book)]
    for statement in COUNTED_OTHERWISE:
        db.session.execute(text(statement))
    db.session.execute(text(f"UPDATE matches SET preset = '', rules = '7' WHERE id = {unreadable}"))
    outdate_ratings(book.id)
    db.session.commit()
    refresh_ratings(book.id)
    assert ranking(book)[0].player.id == ann
    assert [proof.doubts for proof in doubts()] == [(Doubt.UNREADABLE,)]

    def start(_process: int) -> None:
        with app.app_context():
            recount()

    with ThreadPoolExecutor(3) as processes:
        list(processes.map(start, range(3)))

    db.session.rollback()
    assert db.session.get_one(Match, right, populate_existing=True).snapshot == before
    assert [proof.doubts for proof in doubts()] == [(Doubt.UNREADABLE,)]
    db.session.execute(text(f"DELETE FROM matches WHERE id = {unreadable}"))
    db.session.execute(text("UPDATE places SET best_hand = 7"))
    db.session.commit()
    recount()
    book = db.session.get_one(Book, book_id)
    assert [each.gin_wins for each in statistics_of_pair(book, ann, bob)] == [0, 1]
    assert {statistics_of_player(book, each).best_hand for each in (ann, bob)} == {7}, "it is counted once"
    assert refresh_ratings(book.id)
    assert [player for player, _skill in rated] == [each.player.id for each in ranking(book)] == [bob, ann]


PLACES = st.integers(0, 5)
ACTS = (
    "play three four add add add correct remove restore undo rules leave join join_all delete rematch "
    "merge split forget rename exchange unname unname bring"
).split()
"""Twenty kinds of change: of sheets, of players, and of who sits where."""
STEPS = st.lists(st.tuples(st.sampled_from(ACTS), PLACES, PLACES), min_size=4, max_size=16)
HANDS = (BOB_HAS_GIN, ANN_KNOCKS, DEAD, BOB_BREAKS_HIS_EIGHTS, BOB_FORGOT_A_BOX)
NAMES = ("Ann", "Bob", "Cid")


class Story:
    """Everything that changes sheets, players or places, done in any order."""

    def __init__(self) -> None:
        self.book = start_book("", [], device=ANNS_PHONE, entry=new_entry_id())
        loose = a_match()
        self.first = loose.id
        deal(loose, BOB_HAS_GIN)
        self.play(0, 1)

    def one_of(self, place: int) -> Match:
        """One of the matches, in the book or not."""
        found = self.matches()
        return found[place % len(found)]

    def matches(self) -> Sequence[Match]:
        """The matches of the test, in the book or not."""
        return db.session.scalars(db.select(Match).where(Match.id >= self.first).order_by(Match.id)).all()

    def record(self, match: Match, place: int) -> int:
        """A hand or an extra line of a match; adds one if there is none."""
        if not match.records:
            deal(match, ANN_KNOCKS)
        return match.records[place % len(match.records)].id

    def player(self, place: int) -> int:
        players = ids(self.book)
        if not players:
            raise LookupError("everybody was deleted")
        return players[place % len(players)]

    def form(self) -> Entry:
        """A form of a page of the book."""
        return Entry(new_entry_id(), self.book.version, ANNS_PHONE)

    def play(self, one: int, other: int) -> None:
        """Starts a match of two."""
        play(self.book, HANDS[one % 4], names=(NAMES[one % 3], NAMES[(one + 1 + other % 2) % 3]))

    def three(self, one: int, _other: int) -> None:
        """Starts a match of three."""
        play(self.book, HANDS[one % 3], names=NAMES)

    def four(self, one: int, _other: int) -> None:
        """Starts a match of partners."""
        play(self.book, HANDS[one % 3], names=(*NAMES, "Dan"))

    def add(self, one: int, other: int) -> None:
        """Adds a hand or an extra line."""
        match = self.one_of(one)
        add_hand(match, HANDS[other % len(HANDS)], entry(match))

    def correct(self, one: int, other: int) -> None:
        match = self.one_of(one)
        correct_hand(match, self.record(match, other), HANDS[one % 4], entry(match))

    def remove(self, one: int, other: int) -> None:
        match = self.one_of(one)
        remove_hand(match, self.record(match, other), entry(match))

    def restore(self, one: int, other: int) -> None:
        match = self.one_of(one)
        restore_hand(match, self.record(match, other), entry(match))

    def undo(self, one: int, _other: int) -> None:
        match = self.one_of(one)
        with suppress(LookupError):  # Nothing is left to undo.
            undo(match, entry(match))

    def rules(self, one: int, _other: int) -> None:
        match = self.one_of(one)
        change_rules(match, FRENCH, entry(match))

    def leave(self, one: int, _other: int) -> None:
        leave_book(self.book, self.one_of(one), self.form())

    def join(self, one: int, _other: int) -> None:
        match = self.one_of(one)
        join_book(self.book, match, [Chosen(name=name) for name in match.players], self.form())

    def join_all(self, _one: int, _other: int) -> None:
        """Puts all matches into the book that are in none."""
        join_many(self.book, [match.id for match in self.matches()], self.form())

    def delete(self, one: int, _other: int) -> None:
        match = self.one_of(one)
        if match.id != self.first:
            delete_match(match, match.version_stamp, ANNS_PHONE)

    def rematch(self, one: int, other: int) -> None:
        """Starts a rematch, which is in the same book."""
        again = start_rematch(self.one_of(one), ANNS_PHONE)
        deal(again, HANDS[other % 4])

    def merge(self, one: int, other: int) -> None:
        merge_players(self.book, self.player(one), self.player(other), self.form())

    def split(self, one: int, other: int) -> None:
        chosen = [self.one_of(other).id]
        split_player(self.book, self.player(one), chosen, f"Dan{one}", "", self.form())

    def forget(self, one: int, _other: int) -> None:
        """Deletes a player."""
        delete_player(self.book, self.player(one), self.form())

    def rename(self, one: int, other: int) -> None:
        """Gives a player another name, or that of somebody else with a note."""
        rename_player(self.book, self.player(one), (*NAMES, "Eve")[other % 4], f"{one}", self.form())

    def exchange(self, one: int, other: int) -> None:
        """Two players exchange their names."""
        players = [find_player(self.book, self.player(each)) for each in (one, other)]
        (mine, its), (theirs, yours) = ((each.name, each.note) for each in players)
        for player, name, note in ((0, "Zoe", "z"), (1, mine, its), (0, theirs, yours)):
            rename_player(self.book, players[player].id, name, note, self.form())

    def unname(self, one: int, other: int) -> None:
        """Removes a name from a match."""
        match = self.one_of(one)
        name = match.names[other % len(match.names)]
        if name is not None:
            remove_name(match, name, ANNS_PHONE)

    def bring(self, _one: int, _other: int) -> None:
        """Imports the book as it is now; matches that are gone from it come again."""
        written = text_of(self.book)
        db.session.rollback()
        brought_in(written, ANNS_PHONE)


@pytest.mark.full
@given(steps=STEPS)
@examples(8)
def test_whatever_is_done_the_audit_has_nothing_to_doubt(app_context: None, steps: list[tuple]) -> None:
    story = Story()
    book_id = story.book.id
    for act, one, other in steps:
        try:
            getattr(story, act)(one, other)
        except (LookupError, ValueError, InBookError, MetError, NameTakenInBookError):
            db.session.rollback()
        assert doubts() == [], act
        story.book = db.session.get_one(Book, book_id)
