"""Ratings follow from the games of a book, whatever is corrected, moved or deleted later."""

from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

import pytest
from flask import Flask, current_app
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event, select, text

from models.gin.rules.options import ThreePlayers
from models.gin.rules.seating import Table
from models.records.books.book_deletion import delete_book, delete_player
from models.records.books.book_matches import Chosen, join_book, leave_book
from models.records.books.books import books_of
from models.records.books.players import MetError, merge_players, players_of, split_player
from models.records.books.rematches import start_rematch
from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.ratings.rates import START, RatedGame, Skill, rates
from models.records.ratings.ratings import outdated, refresh_ratings
from models.records.saving.deletion import delete_match
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, restore_hand, undo
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.player import NameTakenInBookError
from models.records.tables.rating import RatedBook, Rating
from tests.profiles import examples
from tests.records.files import brought_in, text_of
from tests.records.rated import ONE_HAND, a_book, a_match_in, gin, plainly, same, stored, win
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, a_match, entry, form


@pytest.fixture
def book(app_context: None) -> Book:
    """A book with four players."""
    return a_book("Ann", "Bob", "Cid", "Dan")


@pytest.fixture
def ids(book: Book) -> list[int]:
    """Ann, Bob, Cid and Dan."""
    return [each.id for each in players_of(book)]


def doubtful() -> list[tuple[str, ...]]:
    """What the audit doubts, in a session of its own, which it empties."""
    with current_app.app_context():
        return [proof.doubts for proof in audit() if proof.doubts]


def is_right(book: Book) -> bool:
    """Whether the stored ratings are those of the games, and the audit agrees."""
    assert doubtful() == []
    return same(stored(book), plainly(book))


def test_a_game_is_rated_with_the_hand_that_ends_it(book: Book, ids: list[int]) -> None:
    match = a_match_in(book, *ids[:2])
    add_hand(match, ANN_KNOCKS, entry(match))
    assert stored(book) == {}

    win(match, 1)

    assert stored(book)[ids[1]][0] == pytest.approx(1527.295, abs=0.001)
    assert stored(book)[ids[0]][0] == pytest.approx(1472.705, abs=0.001)
    assert is_right(book)


def test_every_kind_of_table_is_rated(book: Book, ids: list[int]) -> None:
    win(a_match_in(book, *ids[:3], table=Table.THREE), 0, 1, 0)
    win(a_match_in(book, *ids[1:], days=1, table=Table.THREE, three=ThreePlayers.CAPTAIN), 0, 1, 0)
    win(a_match_in(book, *ids[:3], days=2, table=Table.THREE, three=ThreePlayers.WINNER_STAYS), 0, 1, 2)
    partners = a_match_in(book, *ids, days=3, table=Table.PARTNERSHIP)
    win(partners, 0, 2, 1, 3)

    assert len({deviation for _rating, deviation in stored(book).values()}) > 2
    assert is_right(book)


def test_an_old_match_is_corrected(book: Book, ids: list[int]) -> None:
    old = a_match_in(book, *ids[:2])
    [first] = win(old, 0)
    win(a_match_in(book, *ids[1:3], days=5), 0, 1)
    win(a_match_in(book, ids[2], ids[0], days=9), 0)
    before = stored(book)

    correct_hand(old, first, gin(old, 1), entry(old))

    assert stored(book) != before
    assert is_right(book)
    undo(old, entry(old))
    assert same(stored(book), before)


def test_a_match_from_paper_takes_its_place_in_time(book: Book, ids: list[int]) -> None:
    win(a_match_in(book, *ids[:2], days=9), 0)
    win(a_match_in(book, *ids[:2], days=2), 1, 1)

    assert is_right(book)


def test_a_match_joins_and_leaves(book: Book, ids: list[int]) -> None:
    win(a_match_in(book, *ids[:2], days=400), 0)
    match = a_match(ONE_HAND)
    win(match, 1)
    assert len(stored(book)) == 2

    join_book(book, match, [Chosen(ids[0]), Chosen(ids[2])], form())
    assert is_right(book)
    assert len(stored(book)) == 3

    leave_book(book, match, form())
    assert is_right(book)
    assert len(stored(book)) == 2
    assert db.session.scalars(select(Rating.id).where(Rating.match_id == match.id)).all() == []


def test_the_first_rematch_starts_a_book_with_ratings(app_context: None) -> None:
    match = a_match(ONE_HAND)
    win(match, 0)
    again = start_rematch(match, ANNS_PHONE)
    book = db.session.get_one(Book, again.book_id)
    assert len(stored(book)) == 2

    win(again, 1)

    assert is_right(book)


def test_players_are_merged_and_split(book: Book, ids: list[int]) -> None:
    ann, bob, cid, dan = ids
    win(a_match_in(book, ann, bob), 0, 0)
    other = a_match_in(book, cid, bob, days=1)
    win(other, 0)
    win(a_match_in(book, dan, bob, days=2), 1)

    merge_players(book, cid, ann, form())
    assert is_right(book)
    assert cid not in stored(book)

    split_player(book, ann, [other.id], "Cid", "the other", form())
    assert is_right(book)
    assert len(stored(book)) == 4


def test_games_against_somebody_who_was_deleted_no_longer_count(book: Book, ids: list[int]) -> None:
    win(a_match_in(book, *ids[:2]), 0)
    win(a_match_in(book, *ids[1:3], days=1), 0)

    delete_player(book, ids[0], form())

    assert stored(book).keys() == set(ids[1:3])
    assert is_right(book)


@pytest.mark.parametrize("with_matches", [True, False])
def test_a_book_is_deleted_with_its_ratings(book: Book, ids: list[int], with_matches: bool) -> None:
    win(a_match_in(book, *ids[:2]), 0)

    delete_book(book, ANNS_PHONE, with_matches=with_matches)

    assert db.session.scalars(select(Rating.id)).all() == []
    assert db.session.scalars(select(RatedBook.id)).all() == []


def by_name(book: Book) -> dict[str, tuple[float, float]]:
    """The ratings of the players by their names."""
    names = {each.id: each.name for each in players_of(book)}
    return {names[each]: rated for each, rated in stored(book).items()}


@pytest.mark.engines
def test_ratings_are_the_same_after_export_and_import(book: Book, ids: list[int]) -> None:
    win(a_match_in(book, *ids[:2], days=3), 0, 1, 0)
    win(a_match_in(book, *ids[1:3], days=1), 1, 1)
    for _ in range(4):  # on one day, some within a second
        win(a_match_in(book, ids[3], ids[0], days=2), 1, 0)
    before, text_of_book = by_name(book), text_of(book)
    delete_book(book, ANNS_PHONE, with_matches=True)

    brought_in(text_of_book, ANNS_PHONE)

    [again] = books_of(ANNS_PHONE)
    assert by_name(again) == before
    assert is_right(again)


@pytest.mark.engines
def test_only_games_from_the_day_of_a_change_on_are_rated_again(book: Book, ids: list[int]) -> None:
    matches = [a_match_in(book, ids[0], ids[1 + day % 3], days=day) for day in range(5)]
    hands = [win(match, day % 2)[0] for day, match in enumerate(matches)]
    assert is_right(book)
    before = rows_of(matches)

    remove_hand(matches[3], hands[3], entry(matches[3]))
    win(matches[4], 0)

    assert outdated(book.id)[0] == matches[3].played_on
    assert rows_of(matches) == before
    assert is_right(book)
    assert outdated(book.id) is None
    after = rows_of(matches)
    assert [after[place] == before[place] for place in range(5)] == [True, True, True, False, False]


def rows_of(matches: list[Match]) -> list[list[int]]:
    """The numbers of the stored ratings of each match."""
    return [
        sorted(db.session.scalars(select(Rating.id).where(Rating.match_id == match.id))) for match in matches
    ]


@pytest.mark.engines
def test_ratings_that_are_outdated_while_they_are_worked_out_are_not_kept(
    app: Flask, book: Book, ids: list[int]
) -> None:
    """The next one who opens them works them out."""
    first, other = a_match_in(book, *ids[:2]), a_match_in(book, *ids[:2], days=1)
    win(first, 0)
    other_id = other.id

    def win_the_other() -> None:
        with app.app_context():
            win(db.session.get_one(Match, other_id), 1)

    threads = [Thread(target=win_the_other)]

    def meanwhile(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if "FROM matches" in statement and threads:
            (thread := threads.pop()).start()
            thread.join()

    event.listen(db.engine, "after_cursor_execute", meanwhile)
    try:
        assert not refresh_ratings(book.id)
    finally:
        event.remove(db.engine, "after_cursor_execute", meanwhile)
    assert threads == []
    assert doubtful() == []
    assert len(stored(book)) == 2
    assert is_right(book)


def test_what_is_tampered_with_is_found_and_repaired(app: Flask, book: Book, ids: list[int]) -> None:
    win(a_match_in(book, *ids[:2]), 0)
    assert is_right(book)
    for tampering in (
        "UPDATE ratings SET rating = rating + 1",
        "UPDATE ratings SET games = 7",
        "DELETE FROM ratings",
    ):
        db.session.execute(text(tampering))
        db.session.commit()
        assert doubtful() == [("ratings",)]

        with app.app_context():
            said = app.test_cli_runner().invoke(args=["audit", "--repair"])

        assert said.exit_code == 0
        assert is_right(book)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.permutations(range(4)), st.integers(0, 9), st.integers(0, 4)),
        st.tuples(st.just("win"), st.integers(0, 9), st.integers(0, 3)),
        st.tuples(st.just("correct"), st.integers(0, 9), st.integers(0, 3), st.integers(0, 3)),
        st.tuples(st.just("remove"), st.integers(0, 9), st.integers(0, 3)),
        st.tuples(st.just("restore"), st.integers(0, 9)),
        st.tuples(st.just("undo"), st.integers(0, 9)),
        st.tuples(st.just("merge"), st.integers(0, 9), st.integers(0, 9)),
        st.tuples(st.just("split"), st.integers(0, 9), st.integers(0, 9)),
        st.tuples(st.just("leave"), st.integers(0, 9)),
        st.tuples(st.just("delete"), st.integers(0, 9)),
        st.tuples(st.just("forget"), st.integers(0, 9)),
        st.tuples(st.just("open")),
    ),
    max_size=25,
)

TABLES = [
    (Table.TWO, ThreePlayers.LOSER_SITS_OUT),
    (Table.THREE, ThreePlayers.LOSER_SITS_OUT),
    (Table.THREE, ThreePlayers.CAPTAIN),
    (Table.THREE, ThreePlayers.WINNER_STAYS),
    (Table.PARTNERSHIP, ThreePlayers.LOSER_SITS_OUT),
]


def matches_of(book: Book) -> list[Match]:
    db.session.rollback()
    return list(db.session.scalars(select(Match).where(Match.book_id == book.id).order_by(Match.id)))


def some_match(book: Book, at: int) -> Match | None:
    found = matches_of(book)
    return found[at % len(found)] if found else None


def some_player(book: Book, at: int) -> int:
    found = players_of(book)
    return found[at % len(found)].id


def do_play(book: Book, order: list[int], day: int, kind: int) -> None:
    """A match at some table, on some day."""
    table, three = TABLES[kind]
    people = [each.id for each in players_of(book)]
    chosen = [people[place] for place in order if place < len(people)]
    if len(chosen) >= table.people:
        match = a_match_in(book, *chosen[: table.people], days=day, table=table, three=three)
        win(match, 0, 1)


def do_win(book: Book, at: int, winner: int) -> None:
    """One more game."""
    if match := some_match(book, at):
        win(match, winner % match.table.people)


def hand_of(match: Match, at: int, *, removed: bool = False) -> int | None:
    """One of its hands."""
    found = [hand.id for hand in match.hands if hand.removed is removed]
    return found[at % len(found)] if found else None


def do_correct(book: Book, at: int, which: int, winner: int) -> None:
    """Somebody else won a game."""
    match = some_match(book, at)
    if match and (row_id := hand_of(match, which)) is not None:
        hand = match.record(row_id).hand
        other = sum(hand.faced) - hand.knocker if winner % 2 else hand.knocker
        correct_hand(match, row_id, type(hand)(other, hand.laid, hand.faced, hand.round), entry(match))


def do_remove(book: Book, at: int, which: int) -> None:
    """A game was none."""
    match = some_match(book, at)
    if match and (row_id := hand_of(match, which)) is not None:
        remove_hand(match, row_id, entry(match))


def do_restore(book: Book, at: int) -> None:
    """A game was one after all."""
    match = some_match(book, at)
    if match and (row_id := hand_of(match, 0, removed=True)) is not None:
        restore_hand(match, row_id, entry(match))


def do_undo(book: Book, at: int) -> None:
    match = some_match(book, at)
    if match:
        with suppress(LookupError):  # Nothing is left to undo.
            undo(match, entry(match))


def do_merge(book: Book, one: int, other: int) -> None:
    gone, kept = some_player(book, one), some_player(book, other)
    if gone != kept:
        merge_players(book, gone, kept, form())


def do_split(book: Book, at: int, which: int) -> None:
    one = some_player(book, at)
    mine = [match.id for match in matches_of(book) if one in match.player_ids]
    if mine:
        split_player(book, one, [mine[which % len(mine)]], f"New {len(players_of(book))} {which}", "", form())


def do_leave(book: Book, at: int) -> None:
    if match := some_match(book, at):
        leave_book(book, match, form())


def do_delete(book: Book, at: int) -> None:
    if match := some_match(book, at):
        delete_match(match, match.version_stamp, ANNS_PHONE)


def do_forget(book: Book, at: int) -> None:
    """A player is deleted."""
    if len(players_of(book)) > 2:
        delete_player(book, some_player(book, at), form())


def do_open(book: Book) -> None:
    """Somebody opens the ratings."""
    assert refresh_ratings(book.id)


ACTS: dict[str, Callable[..., None]] = {
    name.removeprefix("do_"): act for name, act in list(globals().items()) if name.startswith("do_")
}


@given(steps=STEPS)
@examples(15)
def test_whatever_happens_in_a_book_its_ratings_follow(
    app_context: None, steps: list[tuple[Any, ...]]
) -> None:
    book = a_book("Ann", "Bob", "Cid", "Dan")
    for act, *what in steps:
        try:
            ACTS[act](book, *what)
        except (MetError, NameTakenInBookError):
            db.session.rollback()
    assert is_right(book)


ANN, BOB, CID, DAN = 1, 2, 3, 4

SIDES = [
    ((ANN,), (BOB,)),
    ((BOB,), (ANN,)),
    ((CID,), (ANN,)),
    ((ANN,), (BOB,), (CID,)),
    ((CID,), (BOB,), (DAN,)),
    ((ANN,), (BOB, CID)),
    ((BOB, CID), (ANN,)),
    ((ANN, CID), (BOB, DAN)),
    ((BOB, DAN), (CID, ANN)),
]


def test_the_first_win_worked_out_by_hand() -> None:
    # Two new players: deviation √(150² + 3²) = 150.03, c = √(2 · 150.03² + 2 · 250²) = 412.33.
    # Level, so each wins half of the games: the winner gains 150.03² / 412.33 / 2 = 27.295,
    # and both deviations shrink to 150.03 · √(1 − 150.03² / 412.33² / 4) = 147.53.
    [after] = rates([RatedGame(((ANN,), (BOB,)), won=True)], {})

    assert after[ANN] == Skill(pytest.approx(1527.295, abs=0.001), pytest.approx(147.53, abs=0.01), 1)
    assert after[BOB] == Skill(pytest.approx(1472.705, abs=0.001), pytest.approx(147.53, abs=0.01), 1)


def test_of_three_the_winner_gains_what_both_others_lose() -> None:
    # c = √(3 · 150.03² + 3 · 250²) = 505.0; each wins a third of the games, and the others are level:
    # +150.03² / 505.0 · 2/3 = 29.715 for the winner, half of that for each loser.
    [after] = rates([RatedGame(((CID,), (ANN,), (BOB,)), won=True)], {})

    assert after[CID].rating == pytest.approx(1529.715, abs=0.001)
    assert after[ANN] == after[BOB]
    assert after[ANN].rating == pytest.approx(1485.142, abs=0.001)


def test_a_captain_is_no_weaker_than_two_who_take_turns() -> None:
    # Two against two, where the captain is both: c = √(4 · 150.03² + 2 · 250²) = 463.72.
    # Each side wins half of the games: 150.03² / 463.72 / 2 = 24.270 for everybody.
    [won] = rates([RatedGame(((ANN,), (BOB, CID)), won=True)], {})
    [lost] = rates([RatedGame(((BOB, CID), (ANN,)), won=True)], {})

    assert [won[each].rating - 1500 for each in (ANN, BOB, CID)] == pytest.approx(
        [24.270, -24.270, -24.270], abs=0.001
    )
    assert [lost[each].rating - 1500 for each in (ANN, BOB, CID)] == pytest.approx(
        [-24.270, 24.270, 24.270], abs=0.001
    )


def test_nobody_gains_from_a_game_of_equals_that_nobody_wins() -> None:
    [after] = rates([RatedGame(((ANN,), (BOB,)), won=False)], {})

    assert after[ANN].rating == after[BOB].rating == START.rating
    assert after[ANN].deviation < START.deviation


@pytest.mark.parametrize(
    "sides, won, ann, bob",
    [
        (((ANN,), (BOB,)), True, 1500 + 57.902 * 0.62586, 1700 - 9.283 * 0.62586),
        (((BOB,), (ANN,)), True, 1500 - 57.902 * 0.37414, 1700 + 9.283 * 0.37414),
        (((BOB,), (ANN,)), False, 1500 + 57.902 * 0.12586, 1700 - 9.283 * 0.12586),
    ],
)
def test_a_win_against_somebody_better_counts_for_more(
    sides: tuple, won: bool, ann: float, bob: float
) -> None:
    # Ann is new; Bob's deviation is √(60² + 3²) = 60.075: c = √(150.03² + 60.075² + 2 · 250²) = 388.739.
    # She is expected to win 1 / (1 + e^(200 / 388.739)) = 0.37414 of the games: a win is 0.62586 more, a
    # loss 0.37414 less, and half a win 0.12586 more. What one more is worth: 150.03² / 388.739 = 57.902 of
    # hers, 60.075² / 388.739 = 9.283 of his. Her deviation: 150.03 · √(1 − 150.03² / 388.739² · 0.23416).
    [after] = rates([RatedGame(sides, won)], {BOB: Skill(1700, 60, 200)})

    assert after[ANN].rating == pytest.approx(ann, abs=0.01)
    assert after[BOB].rating == pytest.approx(bob, abs=0.01)
    assert after[ANN].deviation == pytest.approx(147.39, abs=0.01)
    assert (after[ANN].games, after[BOB].games) == (1, 201)


def test_partners_are_rated_by_what_both_are_together() -> None:
    # Ann (1500 ± 150) and Cid (1600 ± 100) win against Bob (1700 ± 60) and Dan, who is new: 3100 to 3200.
    # c = √(2 · 150.03² + 100.045² + 60.075² + 2 · 250²) = 428.528; 1 / (1 + e^(100 / 428.528)) = 0.44192.
    # 0.55808 / 428.528 of each variance: 22509 · 0.0013023 = 29.314; 10009 of Cid 13.035, 3609 of Bob 4.700.
    before = {CID: Skill(1600, 100, 9), BOB: Skill(1700, 60, 9)}
    [after] = rates([RatedGame(((ANN, CID), (BOB, DAN)), won=True)], before)

    assert [after[each].rating for each in (ANN, CID, BOB, DAN)] == pytest.approx(
        [1529.314, 1613.035, 1695.300, 1470.686], abs=0.01
    )


games = st.lists(st.tuples(st.sampled_from(SIDES), st.booleans()), max_size=40)


@given(played=games, at=st.integers(0, 40))
@examples(30)
def test_games_can_be_rated_in_parts(played: list[tuple], at: int) -> None:
    rated = [RatedGame(sides, won) for sides, won in played]
    first = list(rates(rated[:at], {}))
    known = {player: skill for after in first for player, skill in after.items()}

    assert first + list(rates(rated[at:], known)) == list(rates(rated, {}))
