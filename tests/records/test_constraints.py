"""Database constraints refuse invalid rows."""

from typing import Any

import pytest
from sqlalchemy import CheckConstraint, insert, sql
from sqlalchemy.exc import IntegrityError

from models.records.base import Base, db

NOW = "2026-11-21 20:15:00+00:00"
TABLES = Base.metadata.tables
A_HAND = '{"outcome": "dead"}'
GOOD: dict[str, dict[str, Any]] = {
    "books": {
        "id": 1,
        "watch_hash": "a" * 64,
        "watch_seed": "b" * 32,
        "score_hash": "1" * 64,
        "score_seed": "2" * 32,
        "begun_with": "c" * 64,
        "name": "",
        "usual_rules": None,
        "version": 0,
        "created_at": NOW,
        "changed_at": NOW,
        "opened_on": "2026-11-21",
    },
    "book_seats": {
        "id": 1,
        "book_id": 1,
        "device_hash": "d" * 64,
        "label": "",
        "created_at": NOW,
        "ended_at": None,
    },
    "players": {
        "id": 1,
        "book_id": 1,
        "name": "Ann",
        "folded_name": "ann",
        "note": "",
        "created_at": NOW,
        "merged_into": None,
    },
    "matches": {
        "id": 1,
        "watch_hash": "a" * 64,
        "document_id": "a" * 32,
        "watch_seed": "b" * 32,
        "score_hash": "1" * 64,
        "score_seed": "2" * 32,
        "begun_with": "c" * 64,
        "name_0": "Ann",
        "name_1": "Bob",
        "house": "pagat",
        "rules": "{}",
        "first_dealer": 0,
        "rematch_of": None,
        "house_name": "",
        "upcard": None,
        "tells_missed": True,
        "version": 0,
        "created_at": NOW,
        "changed_at": NOW,
        "played_on": "2026-11-21",
        "book_id": 1,
        "player_0": 1,
        "player_1": None,
        "hands_played": 0,
        "total_0": 0,
        "total_1": 0,
        "game_over": False,
        "match_over": False,
        "winner": None,
    },
    "seats": {
        "id": 1,
        "match_id": 1,
        "device_hash": "d" * 64,
        "label": "",
        "created_at": NOW,
        "ended_at": None,
    },
    "hands": {
        "id": 1,
        "match_id": 1,
        "position": 1,
        "removed": False,
        "knocker": 0,
        "ending": "knock",
        "knocker_deadwood": 8,
        "defender_deadwood": 20,
        "upcard": None,
        "laid": None,
    },
    "changes": {
        "id": 1,
        "match_id": 1,
        "version": 1,
        "entry": "a form",
        "kind": "added",
        "hand_id": 1,
        "number": 1,
        "before": None,
        "after": A_HAND,
        "agreed_before": None,
        "agreed_after": None,
        "at": NOW,
        "seat_id": 1,
    },
    "book_changes": {
        "id": 1,
        "book_id": 1,
        "version": 1,
        "entry": "a form",
        "kind": "started",
        "player_id": None,
        "other_id": None,
        "name_before": "",
        "name_after": "",
        "match_ids": "[]",
        "agreed_before": None,
        "agreed_after": None,
        "at": NOW,
        "seat_id": 1,
    },
    "renewed_links": {"id": 1, "link_hash": "a" * 64, "match_id": 1, "book_id": None, "renewed_at": NOW},
}
"""A row of each table that may stand, in the order in which they need each other."""

AGAIN: dict[str, dict[str, Any]] = {
    "books": {"id": 2, "watch_hash": "e" * 64, "score_hash": "3" * 64, "begun_with": "f" * 64},
    "book_seats": {"id": 2, "device_hash": "e" * 64},
    "players": {"id": 2},
    "book_changes": {"id": 2, "version": 2, "entry": "another form"},
    "renewed_links": {"id": 2, "link_hash": "e" * 64},
    "matches": {"id": 2, "watch_hash": "e" * 64, "score_hash": "3" * 64, "begun_with": "f" * 64},
    "seats": {"id": 2, "device_hash": "e" * 64},
    "hands": {"id": 2, "position": 2},
    "changes": {"id": 2, "version": 2, "entry": "another form"},
}
"""What sets a second row apart from the first."""

THREE = {"seating": "three", "name_2": "Cid", "total_2": 0}
FOUR = {"seating": "partnership", "name_2": "Cid", "name_3": "Dan"}

DEAD = {"knocker": None, "ending": "dead", "knocker_deadwood": None, "defender_deadwood": None}
BY_CARDS = {"ending": None, "knocker_deadwood": None, "defender_deadwood": None, "laid": '{"knocker": {}}'}

A_LINE = {
    **BY_CARDS,
    "knocker": None,
    "laid": None,
    "other_line": '{"adjustment": {"player": 0, "points": 5}}',
}

RULED = {
    "kind": "ruled",
    "hand_id": None,
    "number": None,
    "after": None,
    "agreed_before": "{}",
    "agreed_after": "{}",
}

REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("matches", "watching_link_is_hashed", {"watch_hash": "the link itself"}),
    ("matches", "scoring_link_is_hashed", {"score_hash": "the link itself"}),
    ("matches", "first_player_has_a_name", {"name_0": ""}),
    ("matches", "second_player_has_a_name", {"name_1": ""}),
    ("matches", "names_differ", {"name_1": "Ann"}),
    ("matches", "names_differ", THREE | {"name_2": "Bob"}),
    ("matches", "names_differ", FOUR | {"name_3": "Cid"}),
    ("matches", "third_player_has_a_name", THREE | {"name_2": ""}),
    ("matches", "fourth_player_has_a_name", FOUR | {"name_3": ""}),
    ("matches", "seating_is_known", THREE | {"seating": "five", "total_2": None}),
    ("matches", "third_player_at_the_table", {"name_2": "Cid"}),
    ("matches", "third_player_at_the_table", THREE | {"name_2": None}),
    ("matches", "fourth_player_at_the_table", THREE | {"name_3": "Dan"}),
    ("matches", "fourth_player_at_the_table", FOUR | {"name_3": None}),
    ("matches", "third_side_at_the_table", THREE | {"total_2": None}),
    ("matches", "third_side_at_the_table", FOUR | {"total_2": 0}),
    ("matches", "first_dealer_plays_in_the_match", {"first_dealer": 2}),
    ("matches", "first_dealer_plays_in_the_match", FOUR | {"first_dealer": 2}),
    ("matches", "first_dealer_plays_in_the_match", THREE | {"first_dealer": 3}),
    ("matches", "document_has_an_id", {"document_id": "7"}),
    ("matches", "versions_from_nought", {"version": -1}),
    ("matches", "hands_from_nought", {"hands_played": -1}),
    ("matches", "winner_plays_in_the_match", {"winner": 2}),
    ("matches", "winner_plays_in_the_match", FOUR | {"winner": 2}),
    ("seats", "device_is_hashed", {"device_hash": "the cookie itself"}),
    ("hands", "positions_from_one", {"position": 0}),
    ("hands", "two_play_it", DEAD | {"faced_1": 0}),
    ("hands", "two_play_it", DEAD | {"faced_0": -1}),
    ("hands", "two_play_it", {"faced_1": 4}),
    ("hands", "rounds_from_nought", {"round": -1}),
    ("hands", "knocker_plays_it", {"knocker": 2}),
    ("hands", "knocker_plays_it", {"faced_0": 1, "faced_1": 2}),
    ("hands", "ending_is_known", {"ending": "draw"}),
    ("hands", "other_line_is_no_hand", {"other_line": "{}"}),
    ("hands", "other_line_is_no_hand", A_LINE | {"laid": "{}"}),
    ("hands", "other_line_is_no_hand", A_LINE | {"knocker": 0}),
    ("hands", "other_line_is_no_hand", A_LINE | {"upcard": "7D"}),
    ("hands", "other_line_is_no_hand", A_LINE | {"round": 1}),
    ("hands", "by_cards_or_by_counts", {"laid": '{"knocker": {}}'}),
    ("hands", "by_cards_or_by_counts", BY_CARDS | {"laid": None}),
    ("hands", "nobody_knocks_in_a_dead_hand", DEAD | {"knocker": 0}),
    ("hands", "nobody_knocks_in_a_dead_hand", {"knocker": None}),
    ("hands", "nobody_knocks_in_a_dead_hand", BY_CARDS | {"knocker": None}),
    ("hands", "knocker_counts", {"knocker_deadwood": None}),
    ("hands", "knocker_counts", DEAD | {"knocker_deadwood": 8}),
    ("hands", "knocker_counts", BY_CARDS | {"knocker_deadwood": 8}),
    ("hands", "defender_counts", {"defender_deadwood": None}),
    ("hands", "defender_counts", DEAD | {"defender_deadwood": 8}),
    ("hands", "defender_counts", BY_CARDS | {"defender_deadwood": 8}),
    ("hands", "knocker_deadwood_can_be", {"knocker_deadwood": -1}),
    ("hands", "knocker_deadwood_can_be", {"knocker_deadwood": 111}),
    ("hands", "defender_deadwood_can_be", {"defender_deadwood": -1}),
    ("hands", "defender_deadwood_can_be", {"defender_deadwood": 111}),
    ("hands", "gin_leaves_nothing", {"ending": "gin"}),
    ("hands", "gin_leaves_nothing", {"ending": "big_gin"}),
    ("hands", "upcard_is_one_card", {"upcard": "Q"}),
    ("changes", "versions_from_one", {"version": 0}),
    ("changes", "numbers_from_one", {"number": 0}),
    ("changes", "entry_is_an_id", {"entry": ""}),
    ("changes", "kind_is_known", {"kind": "undone", "before": A_HAND}),
    ("changes", "before", {"before": A_HAND}),
    ("changes", "before", {"kind": "corrected"}),
    ("changes", "after", {"after": None}),
    ("changes", "after", {"kind": "removed", "before": A_HAND}),
    ("changes", "about_a_hand", {"hand_id": None}),
    ("changes", "about_a_hand", RULED | {"hand_id": 1}),
    ("changes", "hand_has_a_number", {"number": None}),
    ("changes", "hand_has_a_number", RULED | {"number": 1}),
    ("changes", "agreed_before", {"agreed_before": A_HAND}),
    ("changes", "agreed_before", RULED | {"agreed_before": None}),
    ("changes", "agreed_after", {"agreed_after": A_HAND}),
    ("changes", "agreed_after", RULED | {"agreed_after": None}),
    ("matches", "upcard_is_one_card", {"upcard": "Q"}),
    ("matches", "players_of_a_book", {"book_id": None}),
    ("matches", "players_differ", {"player_1": 1}),
    ("books", "viewing_link_is_hashed", {"watch_hash": "the link itself"}),
    ("books", "scoring_link_is_hashed", {"score_hash": "the link itself"}),
    ("books", "versions_from_nought", {"version": -1}),
    ("book_seats", "device_is_hashed", {"device_hash": "the cookie itself"}),
    ("players", "player_has_a_name", {"name": ""}),
    ("players", "merged_into_another", {"merged_into": 2}),
    ("book_changes", "versions_from_one", {"version": 0}),
    ("book_changes", "entry_is_an_id", {"entry": ""}),
    ("book_changes", "kind_is_known", {"kind": "burnt"}),
    ("renewed_links", "link_is_hashed", {"link_hash": "the link itself"}),
    ("renewed_links", "of_a_match_or_of_a_book", {"book_id": 1}),
    ("renewed_links", "of_a_match_or_of_a_book", {"match_id": None}),
]
"""What each check says no to."""

STANDS: list[tuple[str, dict[str, Any]]] = [
    ("matches", THREE | {"first_dealer": 2, "winner": 2}),
    ("matches", FOUR | {"first_dealer": 1, "winner": 1}),
    ("hands", {"faced_0": 2, "faced_1": 3, "knocker": 2}),
    ("hands", DEAD),
    ("hands", DEAD | {"upcard": "QS"}),
    ("hands", BY_CARDS),
    ("hands", A_LINE),
    ("hands", {"ending": "gin", "knocker_deadwood": 0, "defender_deadwood": 110}),
    ("changes", {"kind": "corrected", "before": A_HAND}),
    ("changes", {"kind": "removed", "before": A_HAND, "after": None}),
    ("changes", {"kind": "restored"}),
    ("changes", RULED),
    ("matches", {"upcard": "QS"}),
    ("matches", {"rematch_of": 1}),
]
ONLY_ONE = [
    ("matches", "watch_hash"),
    ("matches", "score_hash"),
    ("matches", "begun_with"),
    ("seats", "device_hash"),
    ("hands", "position"),
    ("changes", "version"),
    ("changes", "entry"),
    ("books", "watch_hash"),
    ("books", "score_hash"),
    ("books", "begun_with"),
    ("book_seats", "device_hash"),
    ("book_changes", "version"),
    ("book_changes", "entry"),
    ("renewed_links", "link_hash"),
]
"""What no two rows share: of all, or of one match."""


def put(table: str, **fields: Any) -> None:
    """Writes the good row of *table* with some *fields* changed, past the models."""
    row = GOOD[table] | fields
    db.session.execute(insert(sql.table(table, *map(sql.column, row))).values(row))


def refusal(table: str, **fields: Any) -> str:
    """What the database says to a second row in *table*; nothing if it may stand."""
    savepoint = db.session.begin_nested()
    try:
        put(table, **AGAIN[table] | fields)
    except IntegrityError as error:
        return str(error.orig)
    finally:
        savepoint.rollback()
    return ""


@pytest.fixture
def filled(app_context: None) -> None:
    """A good row in each table."""
    for table in GOOD:
        put(table)


@pytest.mark.both_databases
def test_what_cannot_be_is_refused(filled: None) -> None:
    for table, name, fields in REFUSED:
        assert f"ck_{table}_{name}" in refusal(table, **fields), fields


def test_every_check_has_a_case() -> None:
    constraints = [each for table in GOOD for each in TABLES[table].constraints]
    checks = {str(each.name) for each in constraints if isinstance(each, CheckConstraint)}

    assert checks == {f"ck_{table}_{name}" for table, name, _ in REFUSED}


@pytest.mark.both_databases
def test_what_can_be_is_let_in(filled: None) -> None:
    for table, fields in STANDS:
        assert refusal(table, **fields) == "", fields


@pytest.mark.both_databases
def test_what_only_one_may_have_is_not_given_twice(filled: None) -> None:
    for table, column in ONLY_ONE:
        assert "unique" in refusal(table, **{column: GOOD[table][column]}).lower(), column


@pytest.mark.both_databases
def test_nothing_points_nowhere(filled: None) -> None:
    keys = [
        (table, key.parent.name)
        for table in GOOD
        for key in TABLES[table].foreign_keys
        if not key.deferrable  # checked at the end of the transaction
    ]
    for table, column in keys:
        instead = {"match_id": None} if (table, column) == ("renewed_links", "book_id") else {}
        assert "foreign key" in refusal(table, **instead | {column: 99}).lower(), column

    assert len(keys) == 19


@pytest.mark.both_databases
def test_nothing_is_left_open(filled: None) -> None:
    for table in GOOD:
        for column in TABLES[table].columns:
            if not column.nullable and not column.primary_key:
                said = refusal(table, **{column.name: None})
                assert "not null" in said.lower().replace("-", " "), column


def test_what_may_be_left_open_is_little() -> None:
    open_ = {
        f"{table}.{column.name}" for table in GOOD for column in TABLES[table].columns if column.nullable
    }

    assert open_ == {
        "matches.name_2",
        "matches.name_3",
        "matches.total_2",
        "matches.rematch_of",
        "matches.winner",
        "matches.opened_on",
        "matches.imported_at",
        "seats.ended_at",
        "hands.knocker",
        "hands.ending",
        "hands.knocker_deadwood",
        "hands.defender_deadwood",
        "hands.upcard",
        "hands.laid",
        "hands.other_line",
        "matches.upcard",
        "changes.hand_id",
        "changes.number",
        "changes.agreed_before",
        "changes.agreed_after",
        "changes.before",
        "changes.after",
        "matches.book_id",
        "matches.player_0",
        "matches.player_1",
        "matches.player_2",
        "matches.player_3",
        "books.usual_rules",
        "book_seats.ended_at",
        "players.merged_into",
        "book_changes.player_id",
        "book_changes.other_id",
        "book_changes.agreed_before",
        "book_changes.agreed_after",
        "renewed_links.match_id",
        "renewed_links.book_id",
    }


@pytest.mark.both_databases
def test_a_match_goes_with_all_that_belongs_to_it(filled: None) -> None:
    put("matches", **AGAIN["matches"] | {"rematch_of": 1})
    db.session.execute(TABLES["matches"].delete().where(TABLES["matches"].c.id == 1))

    left = {table: db.session.execute(TABLES[table].select()).all() for table in GOOD}
    assert {table: len(rows) for table, rows in left.items()} == {
        "books": 1,
        "book_seats": 1,
        "players": 1,
        "book_changes": 1,
        "renewed_links": 0,
        "matches": 1,
        "seats": 0,
        "hands": 0,
        "changes": 0,
    }
    assert left["matches"][0].rematch_of is None
