"""Matches: started once, found only by their links, with rules stored by value, of limited length."""

from dataclasses import fields, replace

import pytest
from flask import Flask
from sqlalchemy import inspect, text

from models.gin.cards.cards import Card
from models.gin.rules.field_types import Topic
from models.gin.rules.house_rules import STANDARD, TOPICS
from models.gin.rules.options import MatchBy, Shutout
from models.gin.rules.presets import PRESETS
from models.records.books.rematches import start_rematch
from models.records.checking.audit import doubts
from models.records.database.base import db
from models.records.finding.matches import find_match, find_seat, matches_of
from models.records.finding.page_state import state_of
from models.records.saving import hand_writes
from models.records.saving import pipeline as idempotency
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand
from models.records.saving.limits import Full, FullMatchError
from models.records.saving.pipeline import Entry
from models.records.saving.rule_changes import turn_up
from models.records.saving.seats import NoSeatError, name_seat, take_seat
from models.records.tables.column_types import read_all, write_all
from models.records.tables.match import Match, Snapshot
from models.records.tables.shared import watch_token
from tests.queries import queries
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
    BOBS_PHONE,
    DEAD,
    PAGAT,
    a_match,
    deal,
    entry,
    on_the_sheet,
)


@pytest.mark.parametrize("house", PRESETS)
def test_a_match_keeps_every_rule_by_value(app_context: None, house: str) -> None:
    match = a_match(PRESETS[house], preset=house)
    db.session.expire_all()

    assert match.rules == PRESETS[house]
    kept = db.session.scalar(text("SELECT rules FROM matches"))
    assert all(f'"{field.name}"' in kept for field in fields(STANDARD))


def test_rules_kept_before_a_field_was_known_have_its_usual_value() -> None:
    written = write_all(PRESETS["sydney"])
    del written["gin_extra_boxes"]

    assert read_all(written) == PRESETS["sydney"].but(gin_extra_boxes=STANDARD.gin_extra_boxes)


PLAY = [name for name, topic in TOPICS.items() if topic is Topic.PLAY]


@pytest.mark.parametrize("house", PRESETS)
def test_rules_kept_before_the_play_was_a_part_of_them_are_played_as_in_their_preset(house: str) -> None:
    for rules in (PRESETS[house], PRESETS[house].but(target=555, gin_bonus=33)):
        written = {name: value for name, value in write_all(rules).items() if name not in PLAY}

        assert read_all(written) == rules


def test_the_link_finds_the_match(match: Match) -> None:
    other = a_match()

    assert find_match(watch_token(match)) is match
    assert find_match(watch_token(other)) is other
    for wrong in ("", "x" * 24, match.watch_hash, match.watch_seed, watch_token(match)[:-1], "Æ\0🂡"):
        assert find_match(wrong) is None


def test_the_link_is_nowhere_in_the_database(match: Match) -> None:
    link = watch_token(match)
    tables = inspect(db.engine).get_table_names()
    everything = [row for table in tables for row in db.session.execute(text(f"SELECT * FROM {table}"))]

    assert len(link) >= 22, "128 bits in six-bit letters"
    assert link not in str(everything)
    assert ANNS_PHONE not in str(everything)


def test_the_link_needs_the_secret_key_too(app: Flask, match: Match) -> None:
    link = watch_token(match)
    app.secret_key = "another"

    assert watch_token(match) != link
    assert find_match(link) is match


@pytest.mark.parametrize(
    "changed",
    [
        {"first_dealer": 1},
        {"rules": PRESETS["palace"]},
        {"names": ("Ann", "Cid")},
        {"device": BOBS_PHONE},
        {"entry": "other"},
    ],
)
def test_another_form_starts_another_match(app_context: None, changed: dict[str, object]) -> None:
    form = {"entry": "the form"}

    assert a_match(**form) is not a_match(**form | changed)


def test_a_rematch_knows_what_it_follows(match: Match) -> None:
    again = start_rematch(match, ANNS_PHONE)

    assert again.rematch_of == match.id
    assert (again.players, again.rules, again.preset) == (match.players, match.rules, match.preset)
    assert (again.version, again.hands) == (0, ())


def test_whoever_asks_first_all_play_one_rematch(match: Match) -> None:
    take_seat(match, BOBS_PHONE)
    name_seat(match, BOBS_PHONE, "Bob")
    again = start_rematch(match, ANNS_PHONE)
    deal(again, ANN_KNOCKS)

    assert start_rematch(match, BOBS_PHONE) is again
    seat = find_seat(again, BOBS_PHONE)
    assert seat is not None
    assert seat.label == "Bob"


def test_who_could_not_score_yet_takes_part_in_a_rematch_that_has_been_started(match: Match) -> None:
    again = start_rematch(match, ANNS_PHONE)
    take_seat(match, BOBS_PHONE)

    assert start_rematch(match, BOBS_PHONE) is again
    assert find_seat(again, BOBS_PHONE) is not None


def test_only_a_phone_with_a_seat_starts_a_rematch(match: Match) -> None:
    with pytest.raises(NoSeatError):
        start_rematch(match, BOBS_PHONE)

    assert len(matches_of(ANNS_PHONE)) == 1


def test_names_lose_needless_spaces(app_context: None) -> None:
    match = a_match(names=("  Ann  Lee ", "Bób 👩‍👧"))

    assert match.players == ("Ann Lee", "Bób 👩‍👧")


@pytest.mark.parametrize(
    "names",
    [
        ("Ann", "Ann"),
        ("Ann", " Ann "),
        ("Ann", ""),
        (" ", "Bob"),
        ("Ann", "B" * 41),
        ("Ann", "B\0b"),
        ("A\ud800", "Bob"),
    ],
    ids=ascii,
)
def test_invalid_names_start_no_match(app_context: None, names: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="not the names of two players"):
        a_match(names=names)

    assert matches_of(ANNS_PHONE) == []


def test_the_device_that_began_has_a_seat_and_others_have_none(match: Match) -> None:
    other = a_match(device=BOBS_PHONE)
    seat = find_seat(match, ANNS_PHONE)

    assert seat is not None
    assert seat.created_at == match.created_at
    assert find_seat(match, BOBS_PHONE) is None
    assert find_seat(match, None) is None
    assert find_seat(other, ANNS_PHONE) is None


@pytest.mark.engines
def test_a_device_finds_its_matches_the_one_last_changed_first(app_context: None) -> None:
    first, second, _bobs = a_match(), a_match(), a_match(device=BOBS_PHONE)

    assert matches_of(ANNS_PHONE) == [second, first]
    deal(first, ANN_KNOCKS)
    assert matches_of(ANNS_PHONE) == [first, second]
    assert matches_of(ANNS_PHONE, limit=1) == [first]
    assert matches_of(None) == []


def test_what_was_just_saved_is_not_read_again(match: Match) -> None:
    deal(match, ANN_KNOCKS)

    with queries() as asked:
        assert match.snapshot.hands == len(match.hands) == len(match.sheet.hands) == 1

    assert asked == []


def test_a_sheet_of_thirty_hands_asks_four_times(app_context: None) -> None:
    match = a_match(PAGAT.but(games_to_win=None))
    deal(match, *[ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS] * 15)
    link = watch_token(match)
    db.session.remove()

    with queries() as asked:
        found = find_match(link)
        assert found is not None
        hands = found.sheet.hands
        paired = list(zip(hands, found.present, strict=True))
        assert find_seat(found, ANNS_PHONE)

    assert [scored_hand.hand for scored_hand, record in paired] == [
        record.hand for scored_hand, record in paired
    ]
    assert len(hands) == 30
    assert len(asked) == 4, asked


def test_the_snapshot_says_how_the_match_stands(match: Match) -> None:
    assert match.snapshot == Snapshot(0, 0, 0, game_over=False, match_over=False, winner=None, results="")

    deal(match, BOB_HAS_GIN)  # 18 + 20
    assert match.snapshot == Snapshot(1, 0, 38, game_over=False, match_over=False, winner=None, results="")

    deal(match, BOB_HAS_GIN, BOB_HAS_GIN)  # 114 + 3 boxes of 20 + 100 for the game + 100 for the shutout
    assert match.snapshot == Snapshot(3, 0, 374, game_over=True, match_over=True, winner=1, results="1>0")


def test_a_match_by_points_is_listed_with_its_points(app_context: None) -> None:
    """Each game is 158 for its winner: Bob has won both, or each of them one."""
    rules = PAGAT.but(target=38, match_by=MatchBy.POINTS, games_in_match=2, shutout=Shutout.NONE)
    won, drawn = a_match(rules), a_match(rules.but(match_by=MatchBy.GAME_POINTS))

    deal(won, BOB_HAS_GIN)
    assert won.snapshot == Snapshot(1, 0, 158, game_over=True, match_over=False, winner=1, results="1>0")
    deal(won, BOB_HAS_GIN)
    assert won.snapshot == Snapshot(2, 0, 316, game_over=True, match_over=True, winner=1, results="1>0 1>0")
    assert not list(doubts(won))

    deal(drawn, BOB_HAS_GIN, replace(BOB_HAS_GIN, knocker=0))
    assert drawn.snapshot == Snapshot(
        2, 2, 2, game_over=True, match_over=True, winner=None, results="1>0 0>1"
    )


def test_a_game_won_in_a_match_that_goes_on(app_context: None) -> None:
    match = a_match(PAGAT.but(games_to_win=2, target=38))

    deal(match, BOB_HAS_GIN)
    assert match.snapshot == Snapshot(1, 0, 258, game_over=True, match_over=False, winner=1, results="1>0")

    deal(match, ANN_KNOCKS)
    assert match.snapshot == Snapshot(2, 12, 0, game_over=False, match_over=False, winner=None, results="1>0")


@pytest.mark.engines
def test_it_takes_one_query(match: Match) -> None:
    watch = watch_token(match)

    with queries() as asked:
        assert state_of(watch, ANNS_PHONE)
    assert len(asked) == 1


@pytest.mark.engines
def test_a_link_that_leads_nowhere_has_none(match: Match) -> None:
    assert state_of(watch_token(match)[:-1] + "?", ANNS_PHONE) is None
    assert state_of("", None) is None


@pytest.mark.engines
def test_seats_and_viewers_have_different_states(match: Match) -> None:
    watch = watch_token(match)
    name_seat(match, ANNS_PHONE, "Ann’s")
    mine, theirs, nobodys = (state_of(watch, device) for device in (ANNS_PHONE, BOBS_PHONE, None))

    assert mine
    assert theirs
    assert (mine.match_id, mine.seat_label) == (match.id, "Ann’s")
    assert (theirs.match_id, theirs.seat_id, theirs.seat_label) == (match.id, None, None)
    assert theirs == nobodys

    take_seat(match, BOBS_PHONE)
    seated = state_of(watch, BOBS_PHONE)
    assert seated
    assert seated.seat_id not in (None, mine.seat_id)


def test_whatever_happens_to_the_match_makes_it_another_one(match: Match) -> None:
    watch, seen = watch_token(match), []
    happenings = (
        lambda: None,
        lambda: deal(match, ANN_KNOCKS),
        lambda: turn_up(match, Card.parse("7D"), Entry("upcard", match.version, ANNS_PHONE)),
        lambda: deal(match, BOB_HAS_GIN),
        lambda: name_seat(match, ANNS_PHONE, "Ann’s"),
        lambda: start_rematch(match, ANNS_PHONE),
    )
    for happen in happenings:
        happen()
        seen.append(state_of(watch, ANNS_PHONE))

    assert len(set(seen)) == len(happenings)
    assert [state and state.version for state in seen] == [0, 1, 1, 2, 2, 2]
    assert [state and state.upcard for state in seen] == [None, None, "7D", None, None, None]


def test_a_full_match_takes_no_more_hands(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_writes, "MOST_HANDS", 2)
    first, second = deal(match, ANN_KNOCKS, BOB_HAS_GIN)
    remove_hand(match, second, entry(match))

    with pytest.raises(FullMatchError) as full:
        add_hand(match, DEAD, entry(match))

    assert full.value.of is Full.HANDS
    correct_hand(match, first, BOB_HAS_GIN, entry(match))
    assert on_the_sheet(match) == [BOB_HAS_GIN]


def test_a_full_history_takes_no_more_changes(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "MOST_CHANGES", 2)
    (row_id,) = deal(match, ANN_KNOCKS)
    last = entry(match)
    correct_hand(match, row_id, BOB_HAS_GIN, last)

    with pytest.raises(FullMatchError) as full:
        remove_hand(match, row_id, entry(match))

    assert full.value.of is Full.CHANGES
    assert correct_hand(match, row_id, BOB_HAS_GIN, last).again
    assert on_the_sheet(match) == [BOB_HAS_GIN]
