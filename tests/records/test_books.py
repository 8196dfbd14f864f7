"""Books: players are people, matches join and leave, phones with a seat in the book score in all matches."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, func, select, text, update

from models.gin.rules.options import ThreePlayers
from models.gin.rules.seating import Table
from models.records.books.book_deletion import book_extent, delete_book, delete_player
from models.records.books.book_matches import Chosen, InBookError, join_book, leave_book
from models.records.books.book_writes import rename_book
from models.records.books.books import (
    agree_on,
    book_of,
    books_of,
    join_many,
    standings_of,
    start_book,
    usual_rules,
)
from models.records.books.match_search import MatchFilter, find_matches, players_named, rules_played
from models.records.books.players import (
    MetError,
    add_player,
    find_player,
    matches_of_merge,
    merge_players,
    merges_into,
    players_of,
    rename_player,
    split_player,
)
from models.records.books.rematches import start_rematch
from models.records.checking.audit import audit
from models.records.copies.copying import copy_tables, reading_one_state
from models.records.database.base import db
from models.records.files.documents import document_of, import_matches
from models.records.finding.earlier_sheets import history_before
from models.records.finding.matches import find_seat, find_shared, open_match
from models.records.saving.deletion import (
    delete_match,
    delete_unopened,
    note_opening,
    remove_name,
    unopened_since,
)
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import new_entry_id
from models.records.saving.seats import NoSeatError, end_seat, renew_link, take_seat
from models.records.tables.book import Book, BookChange, BookChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.player import NameTakenInBookError, Player
from models.records.tables.shared import Link, scoring_token, watch_token
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_HAS_GIN,
    BOBS_PHONE,
    PAGAT,
    a_match,
    deal,
    entry,
    form,
    in_book,
)

CIDS_PHONE = "the cookie of Cid's phone"


def match_of(*names: str, device: str = ANNS_PHONE) -> Match:
    return a_match(names=names, table=list(Table)[len(names) - 2], device=device)


def book_with(*matches: Match, name: str = "") -> Book:
    """A book with these matches, started on Ann's phone."""
    return start_book(name, [match.id for match in matches], device=ANNS_PHONE, entry=new_entry_id())


def names(book: Book) -> list[str]:
    return [player.full_name for player in players_of(book)]


def id_of(book: Book, name: str) -> int:
    return next(player.id for player in players_of(book) if player.full_name == name)


def kinds(book: Book) -> list[BookChangeKind]:
    """What was done to a book, the oldest first."""
    return [change.kind for change in history_before(BookChange, book, 1000, 1000)][::-1]


@pytest.fixture(autouse=True)
def proved(app_context: None) -> Callable[[], None]:
    """The audit after each test has nothing to doubt."""
    yield
    db.session.remove()
    assert [proof for proof in audit() if proof.doubts] == []


@pytest.mark.engines
def test_the_same_name_is_the_same_player_in_the_matches_a_book_starts_with() -> None:
    first, second, third = match_of("Ann", "Bob"), match_of("BOB", "Cid"), match_of("Dan", "ann")
    book = book_with(first, second, third)

    assert names(book) == ["ann", "BOB", "Cid", "Dan"]
    assert [match.players for match in (third, second, first)] == [
        ("Dan", "ann"),
        ("BOB", "Cid"),
        ("ann", "BOB"),
    ]
    assert kinds(book) == [BookChangeKind.STARTED]


def test_the_same_form_starts_one_book() -> None:
    match, sent = match_of("Ann", "Bob"), new_entry_id()

    books = [start_book("Club", [match.id], device=ANNS_PHONE, entry=sent) for _ in range(2)]

    assert books[0] is books[1]
    assert books_of(ANNS_PHONE) == [books[0]]


def test_only_matches_that_the_phone_can_score_are_put_into_a_book() -> None:
    mine, bobs = match_of("Ann", "Bob"), match_of("Bob", "Cid", device=BOBS_PHONE)

    book = book_with(mine, bobs)

    assert find_matches(book, MatchFilter()) == [mine]


def test_a_match_that_is_in_a_book_by_now_starts_no_other_and_joins_none() -> None:
    free, taken = match_of("Ann", "Bob"), match_of("Ann", "Dan")
    books = [book_with(taken), book_with(match_of("Ann", "Bob"))]

    with pytest.raises(InBookError, match="is in book"):
        book_with(free, taken)
    with pytest.raises(InBookError, match="is in book"):
        join_many(books[1], [free.id, taken.id], form())
    join_many(books[0], [free.id, taken.id], form())

    assert sorted(book.id for book in books_of(ANNS_PHONE)) == [book.id for book in books]
    assert [book_of(match) for match in (free, taken)] == [books[0]] * 2


def test_renaming_a_player_renames_him_in_all_matches_and_on_phones() -> None:
    first, second = match_of("Ann", "Bob"), match_of("Cid", "Bob")
    take_seat(first, BOBS_PHONE)
    first.seats[1].label = "Bob"
    db.session.commit()
    book = book_with(first, second)
    seen = first.unversioned_changes

    rename_player(book, id_of(book, "Bob"), "  Robert ", "", form())

    assert first.players == ("Ann", "Robert")
    assert second.players == ("Cid", "Robert")
    assert {seat.label for seat in first.seats} == {"", "Robert"}
    assert first.unversioned_changes > seen
    [change, _started] = history_before(BookChange, book, 1000, 10)
    assert (change.kind, change.name_before, change.name_after) == (
        BookChangeKind.PLAYER_RENAMED,
        "Bob",
        "Robert",
    )


def test_two_anns_are_two_players_told_apart_by_a_note_where_they_meet() -> None:
    book = book_with(match_of("Ann", "Bob"))
    with pytest.raises(NameTakenInBookError):
        add_player(book, "ANN", "", form())
    add_player(book, "Ann", "from Bern", form())
    one, other, bob = id_of(book, "Ann"), id_of(book, "Ann (from Bern)"), id_of(book, "Bob")

    met = in_book(book, one, other)
    alone = in_book(book, other, bob)

    assert met.players == ("Ann", "Ann (from Bern)")
    assert alone.players == ("Ann", "Bob")
    rename_player(book, one, "Anna", "", form())
    assert met.players == ("Anna", "Ann")


@pytest.mark.engines
def test_a_merge_moves_the_matches_and_a_split_takes_them_out_again() -> None:
    first, second = match_of("Ann", "Bob"), match_of("Annie", "Bob")
    book = book_with(first, second)
    annie, ann = id_of(book, "Annie"), id_of(book, "Ann")

    merge_players(book, annie, ann, form())

    assert names(book) == ["Ann", "Bob"]
    assert second.players == ("Ann", "Bob")
    assert standings_of(book).played[ann] == 2
    [merged, *_] = history_before(BookChange, book, 1000, 1000)
    assert (merged.player_id, merged.other_id, merged.match_ids) == (annie, ann, [second.id])
    kept = find_player(book, ann)
    [merge] = merges_into(book, kept)
    assert (merge.version, merge.player.name, merge.matches) == (merged.version, "Annie", 1)
    assert matches_of_merge(book, kept, merge.version) == [second.id]

    split_player(book, ann, merged.match_ids, "Annie", "", form())

    assert names(book) == ["Ann", "Annie", "Bob"]
    assert (first.players, second.players) == (("Ann", "Bob"), ("Annie", "Bob"))
    assert merges_into(book, find_player(book, ann)) == []
    assert kinds(book)[1:] == [BookChangeKind.PLAYERS_MERGED, BookChangeKind.PLAYER_SPLIT]


def test_two_who_met_are_not_one() -> None:
    match = match_of("Ann", "Annie")
    book = book_with(match)

    with pytest.raises(MetError) as refused:
        merge_players(book, id_of(book, "Annie"), id_of(book, "Ann"), form())

    assert refused.value.matches == 1
    assert match.players == ("Ann", "Annie")


def test_the_same_form_changes_a_book_once() -> None:
    book, sent = book_with(match_of("Ann", "Bob")), form()

    for _ in range(2):
        add_player(book, "Cid", "", sent)

    assert names(book) == ["Ann", "Bob", "Cid"]


def test_many_matches_join_at_once() -> None:
    book, sent = book_with(match_of("Ann", "Bob")), form()
    two, another = [match_of("Bob", "Ann"), match_of("Ann", "Eve")], match_of("Cid", "Dan")

    for _ in range(2):
        join_many(book, [match.id for match in two], sent)

    assert [book_of(match) for match in (*two, another)] == [book, book, None]
    assert names(book) == ["Ann", "Bob", "Eve"]
    assert standings_of(book).played == {id_of(book, "Ann"): 3, id_of(book, "Bob"): 2, id_of(book, "Eve"): 1}
    assert kinds(book)[1:] == [BookChangeKind.MATCHES_JOINED]


def test_a_match_joins_and_leaves() -> None:
    book, match = book_with(match_of("Ann", "Bob")), match_of("Ann", "Eve")
    join_book(book, match, [Chosen(id_of(book, "Ann")), Chosen(name="Eve", note="her sister")], form())

    assert book_of(match) is book
    assert names(book) == ["Ann", "Bob", "Eve (her sister)"]
    leave_book(book, match, form())
    assert (match.book_id, match.player_ids, match.players) == (None, (None, None), ("Ann", "Eve"))
    assert kinds(book)[1:] == [BookChangeKind.MATCHES_JOINED, BookChangeKind.MATCH_LEFT]


def test_nobody_plays_himself() -> None:
    book = book_with(match_of("Ann", "Bob"))

    with pytest.raises(ValueError, match="not 2 different players"):
        in_book(book, id_of(book, "Ann"), "ann")
    with pytest.raises(ValueError, match="not the players"):
        join_book(
            book, match_of("Ann", "Eve"), [Chosen(id_of(book, "Ann")), Chosen(id_of(book, "Ann"))], form()
        )


def test_a_phone_with_a_seat_in_the_book_scores_in_each_match_from_its_first_write_on() -> None:
    match = match_of("Ann", "Bob")
    book = book_with(match)
    take_seat(book, BOBS_PHONE)

    opened = open_match(watch_token(match), BOBS_PHONE)
    assert opened is not None
    assert opened.seat is not None
    assert find_seat(match, BOBS_PHONE) is None, "looking writes nothing"

    add_hand(match, ANN_KNOCKS, entry(match, device=BOBS_PHONE))
    seat = find_seat(match, BOBS_PHONE)
    assert seat is not None
    assert seat.through_book
    with pytest.raises(NoSeatError):
        add_hand(match, ANN_KNOCKS, entry(match, device=CIDS_PHONE))


def test_ending_a_seat_in_the_book_ends_those_that_came_with_it() -> None:
    first, second = match_of("Ann", "Bob"), match_of("Ann", "Cid")
    book = book_with(first, second)
    take_seat(book, BOBS_PHONE)
    take_seat(second, BOBS_PHONE)
    deal(first, ANN_KNOCKS)
    add_hand(first, BOB_HAS_GIN, entry(first, device=BOBS_PHONE))
    old = book.score_hash

    end_seat(book, book.live_seats[1].id, ANNS_PHONE)

    assert find_seat(first, BOBS_PHONE) is None
    assert find_seat(second, BOBS_PHONE) is not None, "its own seat stays"
    assert book.score_hash != old
    for match in (first, match_of("Ann", "Dan")):
        with pytest.raises(NoSeatError):
            add_hand(match, ANN_KNOCKS, entry(match, device=BOBS_PHONE))
    take_seat(book, BOBS_PHONE)
    add_hand(first, ANN_KNOCKS, entry(first, device=BOBS_PHONE))


def test_a_guest_of_one_match_removes_nobody_from_the_book() -> None:
    match = match_of("Ann", "Bob")
    book = book_with(match)
    take_seat(match, CIDS_PHONE)
    mine = find_seat(match, ANNS_PHONE)
    assert mine is not None

    end_seat(match, mine.id, CIDS_PHONE)

    assert len(book.live_seats) == 1


def test_the_first_rematch_starts_a_book_of_the_same_players() -> None:
    match = match_of("Ann", "Bob")
    take_seat(match, BOBS_PHONE)
    again = start_rematch(match, BOBS_PHONE)
    third = start_rematch(again, ANNS_PHONE)

    [book] = books_of(ANNS_PHONE)
    assert books_of(BOBS_PHONE) == [book]
    assert find_matches(book, MatchFilter()) == [third, again, match]
    assert names(book) == ["Ann", "Bob"]
    assert start_rematch(match, ANNS_PHONE) is again
    assert len(books_of(ANNS_PHONE)) == 1


def test_the_next_series_of_the_same_players_goes_on_in_their_book() -> None:
    start_rematch(match_of("Ann", "Bob"), ANNS_PHONE)
    start_rematch(match_of("BOB", "Ann"), ANNS_PHONE)
    start_rematch(match_of("Ann", "Cid"), ANNS_PHONE)

    assert sorted(len(find_matches(book, MatchFilter())) for book in books_of(ANNS_PHONE)) == [2, 4]


def test_a_rematch_is_in_the_book_of_the_match() -> None:
    match = match_of("Ann", "Bob")
    book = book_with(match, name="Our club")
    again = start_rematch(match, ANNS_PHONE)

    assert (again.book_id, again.player_ids) == (book.id, match.player_ids)
    assert kinds(book) == [BookChangeKind.STARTED]


def test_two_go_on_with_the_rules_of_their_last_match_unless_those_of_the_book_were_changed_since() -> None:
    before = match_of("Ann", "Bob")
    before.created_at -= timedelta(minutes=1)
    db.session.commit()
    book = book_with(before)
    french, modern = (Agreement(name, "", PAGAT) for name in ("french", "modern"))
    assert usual_rules(book) == before.agreement

    agree_on(book, modern, form())
    ann, bob = id_of(book, "Ann"), id_of(book, "Bob")
    add_player(book, "Cid", "", form())
    cid = id_of(book, "Cid")
    assert usual_rules(book, [ann, bob]) == modern

    since = in_book(book, ann, bob, agreed=french)
    since.created_at += timedelta(minutes=1)
    db.session.commit()
    assert usual_rules(book, [bob, ann]) == usual_rules(book, [ann, bob]) == french
    assert usual_rules(book, [ann, cid]) == usual_rules(book, [ann, bob, cid]) == usual_rules(book) == modern

    agree_on(book, None, form())
    assert usual_rules(book, [ann, cid]) == usual_rules(book) == french
    assert kinds(book)[1:] == [BookChangeKind.RULES, BookChangeKind.PLAYER_ADDED, BookChangeKind.RULES]


@pytest.mark.engines
def test_names_are_found_without_case_and_accents() -> None:
    book = book_with(match_of("Zoë", "Bob"), match_of("Bjørn", "Müller"))

    assert [player.name for player in players_named(book, " ZOE")] == ["Zoë"]
    assert [player.name for player in players_named(book, "b")] == ["Bjørn", "Bob"]
    assert list(players_named(book, "%")) == list(players_named(book, " ")) == []


@pytest.mark.engines
def test_matches_are_found_by_players_rules_state_and_date() -> None:
    first, second, third = match_of("Ann", "Bob"), match_of("Cid", "Ann"), match_of("Bob", "Cid")
    book = book_with(first, second, third)
    deal(second, BOB_HAS_GIN, BOB_HAS_GIN, BOB_HAS_GIN)
    ann, bob = id_of(book, "Ann"), id_of(book, "Bob")
    day = first.played_on

    def found(**wanted: object) -> list[Match]:
        return find_matches(book, MatchFilter(**wanted))

    assert found() == [third, second, first]
    assert found(players=(ann,)) == [second, first]
    assert found(players=(ann, bob)) == [first]
    assert found(any_of=(ann, bob)) == [third, second, first]
    assert found(over=True) == [second]
    assert found(players=(ann,), over=False) == [first]
    assert found(rules=("pagat", "")) == [third, second, first]
    assert found(rules=("french", "")) == found(since=day.replace(year=day.year + 1)) == []
    assert found(since=day, until=day) == [third, second, first]
    assert rules_played(book) == [("pagat", "")]
    assert standings_of(book).won == {ann: 1}


@pytest.mark.engines
def test_deleting_a_player_takes_the_name_away_everywhere() -> None:
    match = match_of("Annemarie", "Bob")
    take_seat(match, BOBS_PHONE)
    match.seats[1].label = "Annemarie"
    db.session.commit()
    book = book_with(match, match_of("Anne-Marie", "Cid"), name="Annemarie and Bob")
    agree_on(book, Agreement("pagat", "Annemarie’s rules", PAGAT), form())
    merge_players(book, id_of(book, "Anne-Marie"), id_of(book, "Annemarie"), form())
    rename_player(book, id_of(book, "Annemarie"), "Anna", "", form())

    rename_player(book, id_of(book, "Anna"), "Annemarie", "", form())
    delete_player(book, id_of(book, "Annemarie"), form())

    assert match.players == ("Player 1", "Bob")
    assert names(book) == ["Bob", "Cid"]
    everything = [row for table in db.metadata.sorted_tables for row in db.session.execute(table.select())]
    assert "annemarie" not in str(everything).casefold()


@pytest.mark.engines
@pytest.mark.own_app
def test_a_player_who_was_merged_is_deleted_whichever_is_the_first_to_go() -> None:
    """PostgreSQL goes by the names of its own triggers, which end with a number of five digits or of six."""
    if db.engine.dialect.name == "postgresql":
        name = "fk_players_merged_into_players"
        again = "FOREIGN KEY (merged_into) REFERENCES players (id) ON DELETE CASCADE"
        for change in (f"DROP CONSTRAINT {name}", f"ADD CONSTRAINT {name} {again}"):
            db.session.execute(text(f"ALTER TABLE players {change}"))
        db.session.commit()
    book = book_with(match_of("Ann", "Bob"), match_of("Anne", "Cid"))
    merge_players(book, id_of(book, "Anne"), id_of(book, "Ann"), form())

    delete_player(book, id_of(book, "Ann"), form())

    assert names(book) == ["Bob", "Cid"]


@pytest.mark.engines
def test_a_deleted_book_leaves_its_matches_or_takes_them_along() -> None:
    kept, gone = match_of("Ann", "Bob"), match_of("Ann", "Cid")
    book, other = book_with(kept), book_with(gone)
    take_seat(book, BOBS_PHONE)
    started = in_book(book, id_of(book, "Ann"), "Dan", device=BOBS_PHONE)
    assert book_extent(book).matches == 2

    delete_book(book, ANNS_PHONE, with_matches=False)
    delete_book(other, ANNS_PHONE, with_matches=True)

    assert books_of(ANNS_PHONE) == []
    assert {match.id for match in db.session.scalars(select(Match))} == {kept.id, started.id}
    assert (started.book_id, started.player_ids) == (None, (None, None))
    assert find_seat(started, ANNS_PHONE) is not None
    assert find_seat(started, BOBS_PHONE) is not None


def test_only_a_phone_with_a_seat_in_the_book_changes_it() -> None:
    match = match_of("Ann", "Bob")
    book = book_with(match)
    take_seat(match, BOBS_PHONE)
    ann, bob = id_of(book, "Ann"), id_of(book, "Bob")

    for act in (
        lambda: add_player(book, "Cid", "", form(BOBS_PHONE)),
        lambda: rename_player(book, ann, "Cid", "", form(BOBS_PHONE)),
        lambda: merge_players(book, ann, bob, form(BOBS_PHONE)),
        lambda: split_player(book, ann, [match.id], "Cid", "", form(BOBS_PHONE)),
        lambda: rename_book(book, "Mine", form(BOBS_PHONE)),
        lambda: agree_on(book, None, form(BOBS_PHONE)),
        lambda: leave_book(book, match, form(BOBS_PHONE)),
        lambda: delete_player(book, ann, form(BOBS_PHONE)),
        lambda: delete_book(book, BOBS_PHONE, with_matches=True),
        lambda: in_book(book, ann, bob, device=BOBS_PHONE),
    ):
        with pytest.raises(NoSeatError):
            act()
    assert book.version == 1


def test_the_name_of_one_match_can_still_be_removed() -> None:
    match = match_of("Ann", "Bob")
    book = book_with(match)

    remove_name(match, "Ann", ANNS_PHONE)

    assert match.player_ids == (None, id_of(book, "Bob"))
    assert names(book) == ["Ann", "Bob"]


def test_a_deleted_match_leaves_its_book() -> None:
    match = match_of("Ann", "Bob")
    book = book_with(match)

    delete_match(match, match.version_stamp, ANNS_PHONE)

    assert find_matches(book, MatchFilter()) == []


@pytest.mark.engines
def test_a_match_in_a_book_expires_with_the_book_alone() -> None:
    first, second = match_of("Ann", "Bob"), match_of("Ann", "Cid")
    book = book_with(first, second)
    long_ago, day = date(2001, 2, 3), date(2011, 2, 3)
    db.session.execute(update(Match).values(opened_on=long_ago, changed_at=datetime(2001, 2, 3, tzinfo=UTC)))
    db.session.commit()
    assert unopened_since(day) == []

    db.session.execute(update(Book).values(opened_on=long_ago))
    db.session.commit()
    assert unopened_since(day) == [first.id, second.id]
    db.session.refresh(second)
    note_opening(second)
    db.session.rollback()
    assert unopened_since(day) == []

    db.session.execute(update(Book).values(opened_on=long_ago))
    db.session.execute(update(Match).values(opened_on=long_ago))
    db.session.commit()
    book_id = book.id
    assert list(delete_unopened(unopened_since(day), day)) == [True, True]
    assert db.session.get(Book, book_id) is None


@pytest.mark.engines
def test_a_merged_player_is_copied_before_the_one_he_was_merged_into(home: Path) -> None:
    book = book_with(match_of("Ann", "Bob"), match_of("Bill", "Bob"))
    merge_players(book, *sorted([id_of(book, "Ann"), id_of(book, "Bill")]), form())
    db.session.rollback()
    target = create_engine(f"sqlite:///{home / 'gin.sqlite'}")
    with target.begin() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
        copy_tables(reading_one_state(), connection)
        assert connection.scalar(select(func.count()).select_from(Player)) == 3
    target.dispose()


def test_partners_against_a_captain_win_together_and_the_next_is_captain() -> None:
    rules = PAGAT.but(three_players=ThreePlayers.CAPTAIN, target=10)
    match = a_match(rules, table=Table.THREE)
    book = book_with(match)
    deal(match, BOB_HAS_GIN)

    assert standings_of(book).won == {id_of(book, "Bob"): 1, id_of(book, "Cid"): 1}
    again = start_rematch(match, ANNS_PHONE)
    assert again.players == ("Bob", "Cid", "Ann")
    assert again.player_ids == tuple(id_of(book, name) for name in again.players)


@pytest.mark.parametrize("remove", ["one", "all"])
def test_a_phone_removed_from_a_match_cannot_return_to_the_book(remove: str) -> None:
    match = match_of("Ann", "Bob")
    book = book_with(match)
    take_seat(book, BOBS_PHONE)
    add_hand(match, ANN_KNOCKS, entry(match, device=BOBS_PHONE))
    old, seat = scoring_token(book), find_seat(match, BOBS_PHONE)
    assert seat is not None

    if remove == "one":
        end_seat(match, seat.id, ANNS_PHONE)
    else:
        renew_link(match, Link.VIEWING, ANNS_PHONE, end_others=True)

    assert find_shared(Book, Link.SCORING, old) is None
    assert find_shared(Book, Link.SCORING, scoring_token(book)) is book
    assert [each.label for each in book.live_seats] == [""]
    take_seat(book, BOBS_PHONE)
    with pytest.raises(NoSeatError):
        add_hand(match, ANN_KNOCKS, entry(match, device=BOBS_PHONE))


@pytest.mark.parametrize("remove", ["one", "all"])
def test_a_guest_who_is_removed_cannot_keep_the_match_in_a_book_of_their_own(remove: str) -> None:
    match = match_of("Ann", "Bob")
    take_seat(match, BOBS_PHONE)
    bobs_book = start_book("", [match.id], device=BOBS_PHONE, entry=new_entry_id())
    take_seat(bobs_book, CIDS_PHONE)
    add_hand(match, ANN_KNOCKS, entry(match, device=CIDS_PHONE))
    seat = find_seat(match, BOBS_PHONE)
    assert seat is not None
    assert book_of(match) is bobs_book

    if remove == "one":
        end_seat(match, seat.id, ANNS_PHONE)
    else:
        renew_link(match, Link.VIEWING, ANNS_PHONE, end_others=True)

    assert book_of(match) is None
    assert match.player_ids == (None, None)
    for removed in (BOBS_PHONE, CIDS_PHONE):
        with pytest.raises(NoSeatError):
            add_hand(match, BOB_HAS_GIN, entry(match, device=removed))
    add_hand(match, BOB_HAS_GIN, entry(match, device=ANNS_PHONE))


def test_a_file_of_a_match_in_the_book_adds_nothing_on_a_phone_of_the_book() -> None:
    match = match_of("Ann", "Bob")
    book = book_with(match)
    rename_player(book, id_of(book, "Ann"), "Zoe", "", form())
    take_seat(book, BOBS_PHONE)
    file = document_of(match)

    [ours] = import_matches([file], BOBS_PHONE, new_entry_id())
    [theirs] = import_matches([file], CIDS_PHONE, new_entry_id())

    assert (ours.match, ours.is_new) == (match, False)
    assert theirs.is_new
