"""Database constraints refuse invalid rows."""

from math import inf, nan
from typing import Any

import pytest
from sqlalchemy import CheckConstraint, func, insert, select, sql
from sqlalchemy.exc import IntegrityError

from models.records.database.base import Base, db
from models.records.tables.book import BookChangeKind
from tests.records.good_rows import A_HAND, AGAIN, BESIDES, GOOD, NOW

TABLES = Base.metadata.tables

THREE = {"seating": "three", "total_2": 0}
FOUR = {"seating": "partnership"}

DEAD = {"knocker": None, "ending": "dead", "knocker_deadwood": None, "defender_deadwood": None}
BY_CARDS = {"ending": None, "knocker_deadwood": None, "defender_deadwood": None, "laid": '{"knocker": {}}'}

A_LINE = {
    **BY_CARDS,
    "knocker": None,
    "laid": None,
    "extra_line": '{"adjustment": {"player": 0, "points": 5}}',
}


RULED = {
    "kind": "ruled",
    "row_id": None,
    "number": None,
    "after": None,
    "agreed_before": "{}",
    "agreed_after": "{}",
}

REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("matches", "viewing_link_is_hashed", {"watch_hash": "the link itself"}),
    ("matches", "scoring_link_is_hashed", {"score_hash": "the link itself"}),
    ("matches", "seating_is_known", THREE | {"seating": "five", "total_2": None}),
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
    ("sheet_rows", "positions_from_one", {"position": 0}),
    ("sheet_rows", "two_play_it", DEAD | {"faced_1": 0}),
    ("sheet_rows", "two_play_it", DEAD | {"faced_0": -1}),
    ("sheet_rows", "two_play_it", {"faced_1": 4}),
    ("sheet_rows", "rounds_from_nought", {"round": -1}),
    ("sheet_rows", "knocker_plays_it", {"knocker": 2}),
    ("sheet_rows", "knocker_plays_it", {"faced_0": 1, "faced_1": 2}),
    ("sheet_rows", "ending_is_known", {"ending": "draw"}),
    ("sheet_rows", "extra_line_is_no_hand", {"extra_line": "{}"}),
    ("sheet_rows", "extra_line_is_no_hand", A_LINE | {"laid": "{}"}),
    ("sheet_rows", "extra_line_is_no_hand", A_LINE | {"knocker": 0}),
    ("sheet_rows", "extra_line_is_no_hand", A_LINE | {"upcard": "7D"}),
    ("sheet_rows", "extra_line_is_no_hand", A_LINE | {"round": 1}),
    ("sheet_rows", "by_cards_or_by_counts", {"laid": '{"knocker": {}}'}),
    ("sheet_rows", "by_cards_or_by_counts", BY_CARDS | {"laid": None}),
    ("sheet_rows", "nobody_knocks_in_a_dead_hand", DEAD | {"knocker": 0}),
    ("sheet_rows", "nobody_knocks_in_a_dead_hand", {"knocker": None}),
    ("sheet_rows", "nobody_knocks_in_a_dead_hand", BY_CARDS | {"knocker": None}),
    ("sheet_rows", "knocker_counts", {"knocker_deadwood": None}),
    ("sheet_rows", "knocker_counts", DEAD | {"knocker_deadwood": 8}),
    ("sheet_rows", "knocker_counts", BY_CARDS | {"knocker_deadwood": 8}),
    ("sheet_rows", "defender_counts", {"defender_deadwood": None}),
    ("sheet_rows", "defender_counts", DEAD | {"defender_deadwood": 8}),
    ("sheet_rows", "defender_counts", BY_CARDS | {"defender_deadwood": 8}),
    ("sheet_rows", "knocker_deadwood_can_be", {"knocker_deadwood": -1}),
    ("sheet_rows", "knocker_deadwood_can_be", {"knocker_deadwood": 111}),
    ("sheet_rows", "defender_deadwood_can_be", {"defender_deadwood": -1}),
    ("sheet_rows", "defender_deadwood_can_be", {"defender_deadwood": 111}),
    ("sheet_rows", "gin_leaves_nothing", {"ending": "gin"}),
    ("sheet_rows", "gin_leaves_nothing", {"ending": "big_gin"}),
    ("sheet_rows", "upcard_is_one_card", {"upcard": "Q"}),
    ("changes", "versions_from_one", {"version": 0}),
    ("changes", "numbers_from_one", {"number": 0}),
    ("changes", "entry_is_an_id", {"entry": ""}),
    ("changes", "kind_is_known", {"kind": "undone", "before": A_HAND}),
    ("changes", "before", {"before": A_HAND}),
    ("changes", "before", {"kind": "corrected"}),
    ("changes", "after", {"after": None}),
    ("changes", "after", {"kind": "removed", "before": A_HAND}),
    ("changes", "about_a_hand", {"row_id": None}),
    ("changes", "about_a_hand", RULED | {"row_id": 1}),
    ("changes", "hand_has_a_number", {"number": None}),
    ("changes", "hand_has_a_number", RULED | {"number": 1}),
    ("changes", "agreed_before", {"agreed_before": A_HAND}),
    ("changes", "agreed_before", RULED | {"agreed_before": None}),
    ("changes", "agreed_after", {"agreed_after": A_HAND}),
    ("changes", "agreed_after", RULED | {"agreed_after": None}),
    ("matches", "upcard_is_one_card", {"upcard": "Q"}),
    ("places", "place_is_at_the_table", {"place": 4}),
    ("places", "place_is_at_the_table", {"place": -1}),
    ("places", "name_is_not_blank", {"name": ""}),
    ("places", "players_of_a_book", {"book_id": None}),
    ("places", "nobody_plays_alone", {"opponent_id": 4}),
    ("books", "viewing_link_is_hashed", {"watch_hash": "the link itself"}),
    ("books", "scoring_link_is_hashed", {"score_hash": "the link itself"}),
    ("books", "care_link_is_hashed", {"care_hash": "the link itself"}),
    ("books", "versions_from_nought", {"version": -1}),
    ("seats", "in_a_match_or_in_a_book", {"book_id": 1}),
    ("seats", "in_a_match_or_in_a_book", {"match_id": None}),
    ("players", "player_has_a_name", {"name": ""}),
    ("players", "merged_into_another", {"merged_into": 2}),
    ("book_changes", "versions_from_one", {"version": 0}),
    ("book_changes", "entry_is_an_id", {"entry": ""}),
    ("book_changes", "kind_is_known", {"kind": "burnt"}),
    ("renewed_links", "link_is_hashed", {"link_hash": "the link itself"}),
    ("renewed_links", "of_a_match_or_of_a_book", {"book_id": 1}),
    ("renewed_links", "of_a_match_or_of_a_book", {"match_id": None}),
    ("books", "document_has_an_id", {"document_id": "7"}),
    ("players", "document_has_an_id", {"document_id": "7"}),
    ("ratings", "games_from_one", {"game": 0}),
    ("ratings", "rests_on_a_game", {"games": 0}),
    ("ratings", "deviation_above_nought", {"deviation": 0.0}),
    ("ratings", "rating_is_finite", {"rating": inf}),
    ("ratings", "rating_is_finite", {"rating": -inf}),
    ("ratings", "deviation_is_finite", {"deviation": inf}),
    ("saved_rules", "device_is_hashed", {"device_hash": "the cookie itself"}),
    ("saved_rules", "house_has_a_name", {"name": ""}),
]
"""What each check says no to."""

STANDS: list[tuple[str, dict[str, Any]]] = [
    ("matches", THREE | {"first_dealer": 2, "winner": 2}),
    ("matches", FOUR | {"first_dealer": 1, "winner": 1}),
    ("sheet_rows", {"faced_0": 2, "faced_1": 3, "knocker": 2}),
    ("sheet_rows", DEAD),
    ("sheet_rows", DEAD | {"upcard": "QS"}),
    ("sheet_rows", BY_CARDS),
    ("sheet_rows", A_LINE),
    ("sheet_rows", {"ending": "gin", "knocker_deadwood": 0, "defender_deadwood": 110}),
    ("changes", {"kind": "corrected", "before": A_HAND}),
    ("changes", {"kind": "removed", "before": A_HAND, "after": None}),
    ("changes", {"kind": "restored"}),
    ("changes", RULED),
    ("matches", {"upcard": "QS"}),
    ("matches", {"rematch_of": 1}),
    ("matches", {"results": "0>1 1>0"}),
    ("changes", {"entered_at": NOW}),
    *[("book_changes", {"kind": kind.value}) for kind in BookChangeKind],
    ("renewed_links", {"match_id": None, "book_id": 1}),
    ("seats", {"match_id": None, "book_id": 1}),
    ("places", {"name": None}),
    ("places", {"player_id": None}),
    ("places", {"book_id": None, "player_id": None}),
    ("rated_books", {"outdated_from": None}),
]
ONLY_ONE = [
    ("matches", "watch_hash"),
    ("matches", "score_hash"),
    ("matches", "begun_with"),
    ("seats", "device_hash"),
    ("sheet_rows", "position"),
    ("changes", "version"),
    ("changes", "entry"),
    ("books", "watch_hash"),
    ("books", "score_hash"),
    ("books", "care_hash"),
    ("books", "begun_with"),
    ("deleted_players", "document_id"),
    ("book_changes", "version"),
    ("book_changes", "entry"),
    ("renewed_links", "link_hash"),
    ("places", "place"),
    ("places", "name"),
    ("places", "player_id"),
    ("ratings", "game"),
    ("rated_books", "book_id"),
    ("saved_rules", "name"),
]
"""What no two rows share: of all, or of one match, book, player or device."""

NOWHERE: dict[tuple[str, str], dict[str, Any]] = {
    ("renewed_links", "book_id"): {"match_id": None},
    ("seats", "book_id"): {"match_id": None},
}
"""What else has to change for a check to let in a key that points nowhere."""


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
    """A good row in each table, and those that others refer to besides."""
    for table in GOOD:
        for fields in ({}, *BESIDES.get(table, [])):
            put(table, **fields)


def test_every_table_has_a_good_row() -> None:
    assert set(GOOD) == set(AGAIN) == set(TABLES)


@pytest.mark.engines
def test_what_cannot_be_is_refused(filled: None) -> None:
    for table, name, fields in REFUSED:
        assert f"ck_{table}_{name}" in refusal(table, **fields), fields


def test_every_check_has_a_case() -> None:
    constraints = [each for table in GOOD for each in TABLES[table].constraints]
    checks = {str(each.name) for each in constraints if isinstance(each, CheckConstraint)}

    assert checks == {f"ck_{table}_{name}" for table, name, _ in REFUSED}


@pytest.mark.engines
def test_what_can_be_is_let_in(filled: None) -> None:
    for table, fields in STANDS:
        assert refusal(table, **fields) == "", fields


@pytest.mark.engines
def test_what_only_one_may_have_is_not_given_twice(filled: None) -> None:
    for table, column in ONLY_ONE:
        assert "unique" in refusal(table, **{column: GOOD[table][column]}).lower(), column


@pytest.mark.engines
def test_what_is_no_number_is_no_rating(filled: None) -> None:
    """SQLite stores it as nothing, which it refuses."""
    for column in ("rating", "deviation"):
        said = refusal("ratings", **{column: nan})

        finite, open_ = f"ck_ratings_{column}_is_finite", f"NOT NULL constraint failed: ratings.{column}"
        assert finite in said or open_ in said


@pytest.mark.engines
def test_nothing_points_nowhere(filled: None) -> None:
    keys = [
        (table, key.parent.name)
        for table in GOOD
        for key in TABLES[table].foreign_keys
        if not key.deferrable  # checked at the end of the transaction
    ]
    for table, column in keys:
        fields = {column: 99} | NOWHERE.get((table, column), {})
        assert "foreign key" in refusal(table, **fields).lower(), column

    assert len(keys) == 23


@pytest.mark.engines
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
        "matches.total_2",
        "matches.rematch_of",
        "matches.winner",
        "matches.imported_at",
        "matches.undone_to",
        "seats.match_id",
        "seats.book_id",
        "seats.ended_at",
        "sheet_rows.knocker",
        "sheet_rows.ending",
        "sheet_rows.knocker_deadwood",
        "sheet_rows.defender_deadwood",
        "sheet_rows.upcard",
        "sheet_rows.laid",
        "sheet_rows.extra_line",
        "matches.upcard",
        "changes.row_id",
        "changes.number",
        "changes.agreed_before",
        "changes.agreed_after",
        "changes.before",
        "changes.after",
        "matches.book_id",
        "books.usual_rules",
        "players.merged_into",
        "book_changes.player_id",
        "book_changes.other_id",
        "book_changes.agreed_before",
        "book_changes.agreed_after",
        "renewed_links.match_id",
        "renewed_links.book_id",
        "matches.results",
        "changes.entered_at",
        "places.name",
        "places.player_id",
        "places.opponent_id",
        "places.book_id",
        "rated_books.outdated_from",
    }


@pytest.mark.engines
def test_a_match_goes_with_all_that_belongs_to_it(filled: None) -> None:
    put("matches", **AGAIN["matches"] | {"rematch_of": 1})
    db.session.execute(TABLES["matches"].delete().where(TABLES["matches"].c.id == 1))

    left = {table: db.session.scalar(select(func.count()).select_from(TABLES[table])) for table in GOOD}
    assert left == {
        "books": 2,
        "players": 3,
        "book_changes": 1,
        "renewed_links": 0,
        "deleted_players": 1,
        "matches": 1,
        "seats": 1,
        "sheet_rows": 0,
        "changes": 0,
        "places": 0,
        "ratings": 0,
        "rated_books": 1,
        "saved_rules": 1,
    }
    assert db.session.scalars(select(TABLES["matches"].c.rematch_of)).all() == [None]
