"""Books written to files and imported again."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from models.gin.document import writing
from models.gin.rules.presets import PRESETS
from models.records.books.book_deletion import delete_book, delete_player
from models.records.books.book_matches import Chosen, join_book
from models.records.books.books import agree_on, books_of, start_book
from models.records.books.match_search import MatchFilter, find_matches
from models.records.books.players import MetError, add_player, merge_players, players_of, rename_player
from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.files.book_import import outlook_of
from models.records.files.import_matching import ConflictError, ImportState
from models.records.finding.earlier_sheets import history_before
from models.records.finding.matches import matches_of
from models.records.saving.deletion import delete_match
from models.records.saving.hand_writes import add_hand, remove_hand
from models.records.saving.pipeline import new_entry_id
from models.records.saving.seats import end_seat, take_seat
from models.records.tables.book import Book, BookChange, BookChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.player import NameTakenInBookError
from tests.databases import Database
from tests.gin.strategies import evenings, known_beside, matches
from tests.profiles import examples
from tests.records.files import brought_in, checked, everything_of, text_of
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_FORGOT_A_BOX,
    BOB_HAS_GIN,
    BOBS_PHONE,
    HANDS,
    a_match,
    deal,
    entry,
    form,
    import_match,
    on_day,
)

FRENCH = Agreement("french", "", PRESETS["french"])


def a_book(*ids: int, name: str = "Club") -> Book:
    """A book on Ann's phone."""
    return start_book(name, list(ids), device=ANNS_PHONE, entry=new_entry_id())


def a_played_book(matches: int = 2) -> Book:
    """A book with matches of Ann and Bob."""
    found = [a_match() for _nth in range(matches)]
    for match in found:
        deal(match, *HANDS)
    return a_book(*(match.id for match in found))


def inside(book: Book) -> list[Match]:
    """The matches of a book, the first one first."""
    return find_matches(book, MatchFilter(), limit=1000)[::-1]


def counts() -> dict[str, int]:
    """The number of rows of each table."""
    return {
        name: db.session.scalar(db.select(db.func.count()).select_from(table)) or 0
        for name, table in db.metadata.tables.items()
    }


# Any book, in any direction


@st.composite
def stories(draw: st.DrawFn) -> list[Any]:
    """Matches with any rules at any table, and what is done with the players."""
    evening = st.tuples(evenings(rounds=True), known_beside).map(lambda both: replace(both[0], **both[1]))
    played = draw(st.lists(st.one_of(matches(), evening), min_size=1, max_size=4))
    return [[replace(each, id="") if each.id else each for each in played], draw(ACTS)]


names, places = st.sampled_from(["Ann", "Ánn", "Bob", "=1+1", "Zoë 🂡"]), st.integers(0, 9)
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("rename"), places, names, st.sampled_from(["", "from Bern"])),
        st.tuples(st.just("merge"), places, places),
        st.tuples(st.just("add"), places, names, st.sampled_from(["", "club"])),
        st.tuples(st.just("delete"), places),
        st.tuples(st.just("rules"), places),
        st.tuples(st.just("play"), places),
        st.tuples(st.just("remove"), places),
    ),
    max_size=8,
)


def act(book: Book, kind: str, place: int, *what: Any) -> None:
    """Does one thing to a book."""
    players, played = players_of(book), inside(book)
    if not players:
        return
    who = players[place % len(players)]
    match kind, what:
        case "rename", (name, note):
            rename_player(book, who.id, name, note, form())
        case "merge", (other,):
            other = players[other % len(players)]
            if other is not who:
                merge_players(book, who.id, other.id, form())
        case "add", (name, note):
            add_player(book, name, note, form())
        case "delete", ():
            delete_player(book, who.id, form())
        case "rules", ():
            agree_on(book, FRENCH, form())
        case "play", ():
            match = played[place % len(played)]
            add_hand(match, BOB_FORGOT_A_BOX, entry(match))
        case "remove", ():
            match = played[place % len(played)]
            if match.on_sheet:
                remove_hand(match, match.on_sheet[0].id, entry(match))


def told(story: list[Any]) -> Book:
    """The book after a story."""
    played, acts = story
    ids = [import_match(each, ANNS_PHONE, new_entry_id()).match.id for each in played]
    book = a_book(*ids[1:])
    for kind, *what in acts:
        try:
            act(book, kind, *what)
        except (NameTakenInBookError, MetError, ValueError):
            db.session.rollback()
    return book


@given(story=stories())
@examples(4)
def test_any_book_is_the_same_in_an_empty_database_byte_for_byte(
    database: Database, story: list[Any]
) -> None:
    moves(story, database, database)


@pytest.mark.full
@pytest.mark.parametrize("source, target", [("sqlite", "postgresql"), ("postgresql", "sqlite")])
@given(story=stories())
@examples(4)
def test_any_book_is_the_same_in_a_database_of_another_kind(
    request: pytest.FixtureRequest, source: str, target: str, story: list[Any]
) -> None:
    moves(story, request.getfixturevalue(source), request.getfixturevalue(target))


def moves(story: list[Any], source: Database, target: Database) -> None:
    """Writes the file of a book in one database, and imports it into another one."""
    source.empty()
    with source.app.app_context():
        text, whole = text_of(told(story)), everything_of(ANNS_PHONE)
    for written in (text, whole):
        again_in(target, written)


def again_in(database: Database, written: str) -> None:
    """Imports a file into an empty database, and compares what it exports then."""
    database.empty()
    with database.app.app_context():
        brought_in(written, BOBS_PHONE)
        everything = everything_of(BOBS_PHONE)
        book = books_of(BOBS_PHONE)[0]
        assert written in (everything, text_of(book))
        assert everything_of(None) == everything
        before = counts()
        brought_in(written, BOBS_PHONE)
        assert counts() == before
        assert [proof for proof in audit() if proof.doubts] == []


# What an import adds


def test_somebody_else_with_the_file_gets_a_book_of_their_own(app_context: None) -> None:
    book = a_played_book()
    brought_in(text_of(book), BOBS_PHONE)

    [own] = books_of(BOBS_PHONE)
    assert own.id != book.id
    assert own.watch_hash != book.watch_hash
    assert {match.id for match in inside(own)} & {match.id for match in inside(book)} == set()
    assert [change.kind for change in history_before(BookChange, own, 99, 9)] == [
        BookChangeKind.IMPORTED,
        BookChangeKind.STARTED,
    ]


def test_the_same_file_adds_nothing_to_the_book_it_comes_from(app_context: None) -> None:
    book = a_played_book()
    before = counts()
    outlook = brought_in(text_of(book), ANNS_PHONE)

    assert not outlook.adds_anything
    assert counts() == before


@pytest.mark.engines
def test_a_newer_file_adds_only_what_is_missing(app_context: None) -> None:
    """Bob has a copy, Ann plays on: her next file adds the new match and the new player to his copy."""
    book = a_played_book()
    brought_in(text_of(book), BOBS_PHONE)
    add_player(book, "Cid", "", form())
    match = a_match()
    deal(match, ANN_KNOCKS)
    newer = text_of(book).replace("\n ]\n}", ",\n  " + json.dumps(in_a_book(match)) + "\n ]\n}")
    outlook = brought_in(newer, BOBS_PHONE)

    [own] = books_of(BOBS_PHONE)
    assert outlook.books[0].matches[ImportState.NEW] == 1
    assert outlook.books[0].matches[ImportState.HERE] == 2
    assert [player.name for player in players_of(own)] == ["Ann", "Bob", "Cid"]
    assert len(inside(own)) == 3
    assert history_before(BookChange, own, 99, 1)[0].match_ids == [inside(own)[-1].id]


def in_a_book(match: Match, players: tuple[int, ...] = (0, 1)) -> dict[str, Any]:
    """A match as an entry of a book."""
    document = writing.MatchDocument(
        match.players, match.rules, tuple(r.written for r in match.on_sheet), id="f" * 32
    )
    return {"players": list(players), "match": writing.write_match(document)}


def test_renamed_and_merged_players_stay_as_the_book_has_them(app_context: None) -> None:
    """An older file knows Bob and Robert; by now they are one person called Bobby, and Ann has a note."""
    book = a_played_book(1)
    other = a_match(entry="with Robert")
    deal(other, ANN_KNOCKS)
    document = replace(in_memory(other), players=("Ann", "Robert"))
    robert = import_match(document, ANNS_PHONE, new_entry_id()).match
    join_book(book, robert, [Chosen(name="Ann"), Chosen(name="Robert")], form())
    text = text_of(book)
    ann, bob, rob = players_of(book)
    merge_players(book, rob.id, bob.id, form())
    rename_player(book, bob.id, "Bobby", "", form())
    rename_player(book, ann.id, "Ann", "from Bern", form())
    delete_match(robert, robert.version_stamp, ANNS_PHONE)
    brought_in(text, ANNS_PHONE)

    assert [player.full_name for player in players_of(book)] == ["Ann (from Bern)", "Bobby"]
    assert [match.players for match in inside(book)] == [("Ann", "Bobby")] * 2
    assert [proof for proof in audit() if proof.doubts] == []


def in_memory(match: Match) -> writing.MatchDocument:
    """The document of a match with another id."""
    return writing.MatchDocument(match.players, match.rules, (ANN_KNOCKS,), id="a" * 32)


def test_two_who_are_one_person_by_now_can_not_play_each_other(app_context: None) -> None:
    book = a_played_book(1)
    text = text_of(book)
    [match] = inside(book)
    delete_match(match, match.version_stamp, ANNS_PHONE)
    ann, bob = players_of(book)
    merge_players(book, bob.id, ann.id, form())
    found, spool = checked(text)
    before = counts()

    assert [each.match for each in outlook_of(found, spool, ANNS_PHONE).conflicts] == [1]
    with pytest.raises(ConflictError):
        brought_in(text, ANNS_PHONE)
    assert counts() == before


def test_two_of_the_same_name_stay_two_people(app_context: None) -> None:
    book = a_book()
    add_player(book, "Ann", "", form())
    add_player(book, "Ann", "from Bern", form())
    brought_in(text_of(book), BOBS_PHONE)

    assert [player.full_name for player in players_of(books_of(BOBS_PHONE)[0])] == ["Ann", "Ann (from Bern)"]


def test_somebody_new_whose_name_is_taken_gets_a_number(app_context: None) -> None:
    """In the copy, Ann is Anna by now, and Cid is called Ann: the file's Ann is still the first of them."""
    book = a_book()
    add_player(book, "Ann", "", form())
    brought_in(text_of(book), BOBS_PHONE)
    [own] = books_of(BOBS_PHONE)
    [ann] = players_of(own)
    rename_player(own, ann.id, "Bob", "", form(BOBS_PHONE))
    add_player(book, "Bob", "", form())
    brought_in(text_of(book), BOBS_PHONE)

    assert [player.full_name for player in players_of(own)] == ["Bob", "Bob (2)"]


def test_usual_rules_come_with_a_new_book_and_never_change_one(app_context: None) -> None:
    book = a_played_book()
    agree_on(book, FRENCH, form())
    text = text_of(book)
    brought_in(text, BOBS_PHONE)
    [own] = books_of(BOBS_PHONE)
    assert own.usual_rules == FRENCH

    agree_on(book, None, form())
    brought_in(text, ANNS_PHONE)
    db.session.expire_all()
    assert book.usual_rules is None


def test_usual_rules_of_pairs_in_a_file_from_before_the_first_release_are_left_out(app_context: None) -> None:
    pairs = [{"players": [0, 1], "rules": "french", "rules_name": "Ours"}]
    added = brought_in(broken(pairs=pairs), BOBS_PHONE)

    assert [each.pairs_left_out for each in added.books] == [1]
    [own] = books_of(BOBS_PHONE)
    assert '"pairs"' not in text_of(own)


def test_matches_that_a_deleted_book_left_join_it_again(app_context: None) -> None:
    book = a_played_book()
    text, kept = text_of(book), {match.id for match in inside(book)}
    delete_book(book, ANNS_PHONE, with_matches=False)
    outlook = brought_in(text, ANNS_PHONE)

    [again] = books_of(ANNS_PHONE)
    assert outlook.books[0].matches[ImportState.JOINS] == 2
    assert {match.id for match in inside(again)} == kept
    assert text_of(again) == text


def test_a_match_in_another_book_of_the_phone_stays_there(app_context: None) -> None:
    book = a_played_book(1)
    text = text_of(book).replace(book.document_id, "0" * 32)
    outlook = brought_in(text, ANNS_PHONE)

    assert outlook.books[0].matches[ImportState.ELSEWHERE] == 1
    assert len(inside(book)) == 1


def test_a_phone_that_was_removed_gets_a_book_of_its_own(app_context: None) -> None:
    book = a_played_book()
    take_seat(book, BOBS_PHONE)
    text = text_of(book)
    brought_in(text, BOBS_PHONE)
    assert len(books_of(BOBS_PHONE)) == 1
    [bob] = [seat for seat in book.live_seats if seat.id != min(each.id for each in book.live_seats)]
    end_seat(book, bob.id, ANNS_PHONE)
    brought_in(text, BOBS_PHONE)

    [own] = books_of(BOBS_PHONE)
    assert own.id != book.id
    assert len(inside(own)) == 2


def test_a_phone_with_two_copies_of_a_book_keeps_both(app_context: None) -> None:
    book = a_played_book(1)
    brought_in(text_of(book), BOBS_PHONE)
    take_seat(book, BOBS_PHONE)
    whole = everything_of(BOBS_PHONE)
    brought_in(whole, "a new phone")

    assert len(books_of("a new phone")) == 2
    assert everything_of("a new phone") == whole


def test_guests_export_a_match_without_its_book(match: Match) -> None:
    take_seat(match, BOBS_PHONE)
    a_book(match.id)
    written = json.loads(everything_of(BOBS_PHONE))

    assert written["books"] == []
    assert [set(each) for each in written["matches"]] == [{"played_on", "match"}]


def test_no_link_and_no_phone_is_in_the_file(app_context: None) -> None:
    book = a_played_book()
    text = everything_of(ANNS_PHONE)
    secret = [book.watch_hash, book.watch_seed, book.score_hash, book.score_seed, ANNS_PHONE]
    secret += [value for match in inside(book) for value in (match.watch_seed, match.score_seed)]

    assert [each for each in secret if each in text] == []


def test_the_day_of_a_match_is_kept(app_context: None) -> None:
    """The day where it was played: in another time zone, the same moment is another day."""
    book = a_played_book(1)
    [match] = inside(book)
    on_day(match, date(1999, 12, 31))
    brought_in(text_of(book), BOBS_PHONE)

    assert inside(books_of(BOBS_PHONE)[0])[0].played_on == date(1999, 12, 31)


def test_the_day_may_also_stand_in_the_match(app_context: None) -> None:
    match = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": []}
    entry_of_book = {"players": [0, 1], "match": match | {"played_on": "1999-12-31"}}
    brought_in(broken(matches=[entry_of_book]), BOBS_PHONE)
    [book] = books_of(BOBS_PHONE)

    assert inside(book)[0].played_on == date(1999, 12, 31)
    assert text_of(book).count("1999-12-31") == 1


def test_matches_that_were_imported_are_played_on(app_context: None) -> None:
    brought_in(text_of(a_played_book(1)), BOBS_PHONE)
    [match] = inside(books_of(BOBS_PHONE)[0])
    before = len(match.on_sheet)
    add_hand(match, BOB_HAS_GIN, entry(match, device=BOBS_PHONE))

    assert len(match.on_sheet) == before + 1
    assert matches_of(BOBS_PHONE)[0].live_seats[0].through_book


# What is wrong


def broken(**changed: Any) -> str:
    """A file of a book with something else in it."""
    match = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": []}
    written = {
        "format": "gin-book/1",
        "id": "0" * 32,
        "players": [{"id": "1" * 32, "name": "Ann"}, {"id": "2" * 32, "name": "Bob"}],
        "matches": [{"players": [0, 1], "match": match}],
    }
    return json.dumps(written | changed)


HAND = {"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 12, "defender": 20}}
MATCH = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": [HAND]}
ANN, BOB = {"id": "1" * 32, "name": "Ann"}, {"id": "2" * 32, "name": "Bob"}


@pytest.mark.parametrize(
    "text, reason, match, hand",
    [
        ("", "not_json", None, None),
        ("{", "not_json", None, None),
        ("[]", "not_json", None, None),
        (broken() + "}", "not_json", None, None),
        (broken(format="gin-book/2"), "newer_format", None, None),
        (broken(id="x"), "field_wrong", None, None),
        (broken(colour="red"), "field_unknown", None, None),
        (broken(name="\u202e"), "field_wrong", None, None),
        (broken(started="yesterday"), "field_wrong", None, None),
        (broken(rules="bridge"), "house_unknown", None, None),
        (broken(players="Ann"), "field_wrong", None, None),
        (broken(players=[ANN, ANN]), "field_wrong", None, None),
        (broken(players=[ANN, {"id": "2" * 32, "name": "ann"}]), "field_wrong", None, None),
        (broken(players=[ANN, BOB | {"note": "x" * 21}]), "field_wrong", None, None),
        (broken(players=[ANN, {"name": "Bob"}]), "field_missing", None, None),
        (broken(pairs={}), "field_wrong", None, None),
        (broken(matches={}), "field_wrong", None, None),
        (broken(matches=[1]), "field_wrong", 1, None),
        (broken(matches=[{"players": [0, 2], "match": MATCH}]), "field_wrong", 1, None),
        (broken(matches=[{"players": [0], "match": MATCH | {"hands": []}}]), "field_wrong", 1, None),
        (broken(matches=[{"players": [0, 1], "match": MATCH}]), "over_knock_limit", 1, 1),
        (broken(matches=[MATCH]), "field_unknown", 1, None),
        (broken(matches=[{"players": [0, 1], "played_on": "2001-02-30"}]), "field_wrong", 1, None),
    ],
)  # fmt: skip
def test_everything_wrong_is_told_with_its_place(
    app_context: None, text: str, reason: str, match: int | None, hand: int | None
) -> None:
    wrong = checked(text)[0].wrong

    assert (reason, match, hand) in [
        (str(each.document_problem.problem.reason), each.match, each.document_problem.hand) for each in wrong
    ]


def test_a_file_that_was_cut_off_is_told_from_one_that_is_wrong(app_context: None) -> None:
    text = text_of(a_played_book())

    assert checked(text[: len(text) // 2])[0].wrong[0].is_cut_off
    assert not checked(text.replace('"format"', "format", 1))[0].wrong[0].is_cut_off
    assert not checked("[1, 2]")[0].wrong[0].is_cut_off


def test_the_line_of_what_is_wrong_is_known(app_context: None) -> None:
    text = text_of(a_played_book())
    lines = text.splitlines()
    [line] = [nth for nth, each in enumerate(lines, 1) if '"played_on"' in each][-1:]
    lines[line - 1] = lines[line - 1].replace('"outcome": "knock"', '"outcome": "knocked"')

    assert [each.line for each in checked("\n".join(lines))[0].wrong] == [line]


def test_the_order_of_the_fields_does_not_matter(app_context: None) -> None:
    text = json.dumps(json.loads(text_of(a_played_book())), sort_keys=True, indent=3)
    brought_in(text, BOBS_PHONE)

    assert len(inside(books_of(BOBS_PHONE)[0])) == 2


KEYS = st.sampled_from(["format", "books", "matches", "players", "id", "match"])
VALUES = st.recursive(
    st.none() | st.integers() | st.sampled_from(["gin-book/1", "gin-all/1"]) | st.text(max_size=9),
    lambda inside: st.lists(inside) | st.dictionaries(KEYS, inside),
    max_leaves=20,
)


@given(text=st.text(max_size=80) | VALUES.map(json.dumps))
@examples(200)
def test_no_text_breaks_the_check(app: Flask, text: str) -> None:
    with app.app_context():
        assert checked(text)[0].wrong or json.loads(text)["format"] in ("gin-all/1", "gin-book/1")
