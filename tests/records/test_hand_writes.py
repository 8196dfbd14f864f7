"""Each entry is written once, also one that waited, and never on a version that its sender has not seen."""

import gc
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Thread

import pytest
from flask import Flask
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, event, select, text, update
from sqlalchemy.exc import IntegrityError

from models.gin.hand.problems import InvalidDeclarationError, Reason
from models.gin.hand.scoring import Hand
from models.gin.rules.presets import PRESETS
from models.gin.sheet.extra_lines import ExtraLine
from models.records.database import sqlite
from models.records.database.base import Base, db, start_writing
from models.records.finding.earlier_sheets import history, times_of_hands
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, restore_hand
from models.records.saving.pipeline import Entry, StaleSheetError, Written, new_entry_id
from models.records.saving.rule_changes import change_rules
from models.records.saving.seats import NoSeatError, take_seat
from models.records.tables.change import Change, ChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from tests.databases import Database, make_app
from tests.records.table import (
    ANN_KNOCKS,
    ANN_KNOCKS_TOO_HIGH,
    ANN_SHOWS_A_CARD,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
    BOBS_PHONE,
    DEAD,
    HANDS,
    PAGAT,
    a_match,
    deal,
    entry,
    on_the_sheet,
)

WRITERS = 4
WRITES = 25

TALLIES = Table("tallies", MetaData(), Column("id", Integer, primary_key=True), Column("count", Integer))
"""A table for these tests alone."""


@pytest.fixture
def tally(app: Flask) -> Flask:
    """Deadwood with a tally that stands at nought."""
    with app.app_context():
        TALLIES.create(db.engine)
        start_writing()
        db.session.execute(TALLIES.insert().values(id=1, count=0))
        db.session.commit()
    return app


def add_one() -> None:
    """Reads what the tally says, and writes one more."""
    start_writing()
    count = db.session.scalars(select(TALLIES.c.count).with_for_update()).one()
    db.session.execute(update(TALLIES).values(count=count + 1))
    db.session.commit()


@pytest.mark.engines
@pytest.mark.own_app
def test_what_devices_write_at_once_is_all_kept(tally: Flask) -> None:
    begin = Barrier(WRITERS)
    failures: list[Exception] = []

    def write() -> None:
        begin.wait()
        try:
            for _ in range(WRITES):
                with tally.app_context():
                    add_one()
        except Exception as failure:
            failures.append(failure)

    devices = [Thread(target=write) for _ in range(WRITERS)]
    for device in devices:
        device.start()
    for device in devices:
        device.join()

    assert failures == []
    with tally.app_context():
        assert db.session.scalars(select(TALLIES.c.count)).one() == WRITERS * WRITES


@pytest.mark.engines
@pytest.mark.own_app
def test_what_was_read_before_is_read_again(tally: Flask) -> None:
    with tally.app_context():
        before = db.session.scalars(select(TALLIES.c.count)).one()
        with tally.app_context():
            add_one()
        start_writing()
        after = db.session.scalars(select(TALLIES.c.count)).one()

    assert (before, after) == (0, 1)


def test_a_transaction_with_changes_is_not_restarted(app: Flask) -> None:
    class Note(Base):
        __tablename__ = "notes_of_this_test"
        __table__ = Table("notes_of_this_test", MetaData(), Column("id", Integer, primary_key=True))

    with app.app_context():
        db.session.add(Note(id=1))
        with pytest.raises(RuntimeError, match="before the first change"):
            start_writing()


@pytest.mark.own_app
def test_a_write_is_on_the_disk_before_it_is_answered(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        asked = ("foreign_keys", "journal_mode", "synchronous")
        answers = [connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in asked]

    assert answers == [1, "wal", 2]


def test_a_reader_does_not_wait_for_the_writer(tally: Flask) -> None:
    with tally.app_context():
        start_writing()
        db.session.execute(update(TALLIES).values(count=7))
        with tally.app_context():
            assert db.session.scalars(select(TALLIES.c.count)).one() == 0
        db.session.commit()


def test_a_table_can_be_rebuilt_without_losing_what_points_at_it(tmp_path: Path) -> None:
    engine = create_engine(sqlite.url(tmp_path))
    sqlite.prepare(engine)
    sqlite.create(engine)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE sheets (id INTEGER PRIMARY KEY)"))
        connection.execute(text("CREATE TABLE lines (sheet_id REFERENCES sheets ON DELETE CASCADE)"))
        connection.execute(text("INSERT INTO sheets VALUES (1)"))
        connection.execute(text("INSERT INTO lines VALUES (1)"))

    with engine.connect() as connection, sqlite.rebuilding_tables(connection):
        connection.execute(text("DROP TABLE sheets"))
        connection.execute(text("CREATE TABLE sheets (id INTEGER PRIMARY KEY)"))
        connection.execute(text("INSERT INTO sheets VALUES (1)"))
        connection.commit()

    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM lines")).scalar_one() == 1
        with pytest.raises(IntegrityError):
            connection.execute(text("INSERT INTO lines VALUES (2)"))
    engine.dispose()


def test_connections_are_closed_where_their_application_ends(
    database: Database, instance: Path, tmp_path: Path
) -> None:
    closed = []
    with database.copy(tmp_path) as url:
        app = make_app(instance, url)
        with app.app_context():
            event.listen(db.engine, "close", lambda *_: closed.append(True))
            db.session.execute(text("SELECT 1"))
        assert not closed
        del app
        gc.collect()

    assert closed


@pytest.mark.engines
def test_hands_are_kept_as_they_were_laid_each_after_those_before_it(match: Match) -> None:
    deal(match, *HANDS)

    assert on_the_sheet(match) == list(HANDS)
    assert [change.after for change in history(match)[::-1]] == list(HANDS)
    assert [record.position for record in match.hands] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert match.version == len(HANDS)


def test_an_entry_sent_twice_is_one_hand(match: Match) -> None:
    form = entry(match)
    first = add_hand(match, BOB_BREAKS_HIS_EIGHTS, form)
    deal(match, ANN_KNOCKS)
    second = add_hand(match, BOB_BREAKS_HIS_EIGHTS, form)

    assert second == Written(first.row_id, first.version, again=True)
    assert on_the_sheet(match) == [BOB_BREAKS_HIS_EIGHTS, ANN_KNOCKS]


def test_every_act_sent_twice_is_done_once(match: Match) -> None:
    (row_id,) = deal(match, ANN_KNOCKS)
    correction, removal, restoration = (Entry(new_entry_id(), version, ANNS_PHONE) for version in (1, 2, 3))

    assert not correct_hand(match, row_id, BOB_HAS_GIN, correction).again
    assert correct_hand(match, row_id, BOB_HAS_GIN, correction).again
    assert not remove_hand(match, row_id, removal).again
    assert remove_hand(match, row_id, removal).again
    assert not restore_hand(match, row_id, restoration).again
    assert restore_hand(match, row_id, restoration).again
    assert on_the_sheet(match) == [BOB_HAS_GIN]
    assert match.version == 4


def test_a_hand_for_an_old_sheet_is_not_written(match: Match) -> None:
    old = entry(match)
    deal(match, ANN_KNOCKS, DEAD)

    with pytest.raises(StaleSheetError) as stale:
        add_hand(match, BOB_HAS_GIN, old)

    assert [(change.kind, change.after) for change in stale.value.changes] == [
        (ChangeKind.ADDED, ANN_KNOCKS),
        (ChangeKind.ADDED, DEAD),
    ]
    assert stale.value.version == 2
    assert on_the_sheet(match) == [ANN_KNOCKS, DEAD]

    add_hand(match, BOB_HAS_GIN, Entry(old.id, stale.value.version, ANNS_PHONE))
    assert on_the_sheet(match) == [ANN_KNOCKS, DEAD, BOB_HAS_GIN]


def test_only_what_came_after_the_seen_sheet_is_shown(match: Match) -> None:
    (row_id,) = deal(match, ANN_KNOCKS)
    old = entry(match)
    correct_hand(match, row_id, BOB_HAS_GIN, entry(match))

    with pytest.raises(StaleSheetError) as stale:
        remove_hand(match, row_id, old)

    (change,) = stale.value.changes
    assert (change.kind, change.before, change.after) == (ChangeKind.CORRECTED, ANN_KNOCKS, BOB_HAS_GIN)


def test_another_hand_in_a_form_already_sent_is_neither_written_nor_lost(match: Match) -> None:
    form = entry(match)
    add_hand(match, ANN_KNOCKS, form)

    for version in (form.version, match.version):
        with pytest.raises(StaleSheetError) as stale:
            add_hand(match, BOB_HAS_GIN, Entry(form.id, version, ANNS_PHONE))
        assert [change.after for change in stale.value.changes] == [ANN_KNOCKS]

    assert on_the_sheet(match) == [ANN_KNOCKS]


@pytest.mark.parametrize("version", [-(10**30), -1, 1, 10**30])
def test_a_version_that_never_was_is_not_the_sheet(match: Match, version: int) -> None:
    with pytest.raises(StaleSheetError) as stale:
        add_hand(match, ANN_KNOCKS, entry(match, version=version))

    assert (stale.value.changes, stale.value.version) == ((), 0)
    assert on_the_sheet(match) == []


@pytest.mark.parametrize("name", ["", "x" * 65, "a b", "a\n", "\0", "é", "' OR 1"])
def test_what_is_no_id_is_no_entry(name: str) -> None:
    with pytest.raises(ValueError, match="not the id of an entry"):
        Entry(name, 0, ANNS_PHONE)


@pytest.mark.parametrize("device", [BOBS_PHONE, None])
def test_who_has_no_seat_writes_nothing(match: Match, device: str | None) -> None:
    (row_id,) = deal(match, ANN_KNOCKS)
    a_match(device=BOBS_PHONE)

    with pytest.raises(NoSeatError):
        add_hand(match, BOB_HAS_GIN, entry(match, device=device))
    with pytest.raises(NoSeatError):
        correct_hand(match, row_id, BOB_HAS_GIN, entry(match, device=device))
    with pytest.raises(NoSeatError):
        remove_hand(match, row_id, entry(match, device=device))
    with pytest.raises(NoSeatError):
        restore_hand(match, row_id, entry(match, device=device))

    assert on_the_sheet(match) == [ANN_KNOCKS]
    assert len(history(match)) == 1


@pytest.mark.engines
def test_only_hands_of_the_match_can_be_changed(match: Match) -> None:
    other = a_match()
    (elsewhere,) = deal(other, ANN_KNOCKS)

    for row_id in (elsewhere, 0, -1, 10**30):
        with pytest.raises(LookupError):
            correct_hand(match, row_id, BOB_HAS_GIN, entry(match))
        with pytest.raises(LookupError):
            remove_hand(match, row_id, entry(match))
        with pytest.raises(LookupError):
            restore_hand(match, row_id, entry(match))

    assert history(match) == []
    assert on_the_sheet(other) == [ANN_KNOCKS]


def test_a_hand_that_cannot_stand_is_not_written(match: Match) -> None:
    (row_id,) = deal(match, ANN_KNOCKS)

    with pytest.raises(InvalidDeclarationError) as added:
        add_hand(match, ANN_KNOCKS_TOO_HIGH, entry(match))
    with pytest.raises(InvalidDeclarationError) as corrected:
        correct_hand(match, row_id, ANN_KNOCKS_TOO_HIGH, entry(match))

    for refused in (added, corrected):
        assert [problem.reason for problem in refused.value.problems] == [Reason.OVER_KNOCK_LIMIT]
    assert on_the_sheet(match) == [ANN_KNOCKS]


def test_a_hand_is_judged_by_the_rules_of_its_match(app_context: None) -> None:
    oklahoma = a_match(PRESETS["oklahoma"])

    with pytest.raises(InvalidDeclarationError) as refused:
        add_hand(oklahoma, ANN_KNOCKS, entry(oklahoma))

    assert [problem.reason for problem in refused.value.problems] == [Reason.UPCARD_MISSING]


def test_what_changes_nothing_is_no_change(match: Match) -> None:
    row_id, removed = deal(match, BOB_BREAKS_HIS_EIGHTS, ANN_KNOCKS)
    remove_hand(match, removed, entry(match))

    written = [
        correct_hand(match, row_id, BOB_BREAKS_HIS_EIGHTS, entry(match)),
        restore_hand(match, row_id, entry(match)),
        remove_hand(match, removed, entry(match)),
    ]

    assert written == [Written(row_id, 3), Written(row_id, 3), Written(removed, 3)]
    assert len(history(match)) == 3


def test_a_removed_hand_is_brought_back_before_it_is_corrected(match: Match) -> None:
    (row_id,) = deal(match, ANN_KNOCKS)
    remove_hand(match, row_id, entry(match))

    with pytest.raises(LookupError):
        correct_hand(match, row_id, BOB_HAS_GIN, entry(match))

    restore_hand(match, row_id, entry(match))
    correct_hand(match, row_id, BOB_HAS_GIN, entry(match))
    assert on_the_sheet(match) == [BOB_HAS_GIN]


EIGHTS_BY_DEADWOOD = Hand(0, BOB_BREAKS_HIS_EIGHTS.laid.count(PAGAT))
LATER = timedelta(hours=2)


def queued(match: Match, stamp: str = "", **fields: object) -> Entry:
    """A form of Bob's phone that waited, made for the current sheet or for that of *stamp*."""
    take_seat(match, BOBS_PHONE)
    return Entry.stamped(new_entry_id(), stamp or match.version_stamp, BOBS_PHONE, is_queued=True, **fields)


def send(match: Match, hand: Hand, stamp: str) -> Written:
    """Adds a hand from the outbox of Bob's phone."""
    return add_hand(match, hand, queued(match, stamp))


def test_a_hand_made_on_top_of_an_unsent_one_finds_its_version(match: Match) -> None:
    first = send(match, ANN_KNOCKS, "0.")
    second = send(match, BOB_HAS_GIN, first.stamp)

    assert on_the_sheet(match) == [ANN_KNOCKS, BOB_HAS_GIN]
    assert second.stamp == match.version_stamp


def test_a_hand_whose_answer_was_lost_has_the_version_that_it_led_to(match: Match) -> None:
    form = queued(match)
    stamp = add_hand(match, ANN_KNOCKS, form).stamp
    deal(match, DEAD)

    assert add_hand(match, ANN_KNOCKS, form).stamp == stamp == f"1.{form.id}"


def test_a_hand_on_top_of_it_is_then_refused_if_somebody_else_wrote_meanwhile(match: Match) -> None:
    first = send(match, ANN_KNOCKS, "0.")
    deal(match, DEAD)

    with pytest.raises(StaleSheetError):
        send(match, BOB_HAS_GIN, first.stamp)
    assert on_the_sheet(match) == [ANN_KNOCKS, DEAD]


def test_two_phones_that_wrote_the_same_evening_apart_have_each_hand_once(match: Match) -> None:
    deal(match, ANN_KNOCKS, DEAD, BOB_HAS_GIN)

    stamp = "0."
    for hand in (ANN_KNOCKS, DEAD, BOB_HAS_GIN):
        written = send(match, hand, stamp)
        assert written.joined
        stamp = written.stamp

    assert on_the_sheet(match) == [ANN_KNOCKS, DEAD, BOB_HAS_GIN]
    assert stamp == match.version_stamp


@pytest.mark.parametrize("added", [BOB_HAS_GIN, EIGHTS_BY_DEADWOOD, ANN_SHOWS_A_CARD])
def test_what_another_phone_has_added_unseen_is_asked_about(match: Match, added: Hand | ExtraLine) -> None:
    """Bob's phone opened both forms upon the blank sheet; he was asked about the first, and added it."""
    deal(match, added)
    chosen = send(match, DEAD, match.version_stamp)

    with pytest.raises(StaleSheetError) as refused:
        add_hand(match, added, queued(match, chosen.stamp, unseen_since="0."))
    assert [change.after for change in refused.value.changes] == [added]
    assert match.version == 2


def test_cards_of_a_hand_that_another_phone_has_added_unseen_are_asked_about(match: Match) -> None:
    deal(match, EIGHTS_BY_DEADWOOD)

    with pytest.raises(StaleSheetError):
        add_hand(match, BOB_BREAKS_HIS_EIGHTS, queued(match, unseen_since="0."))


def test_what_another_phone_has_added_unseen_and_corrected_is_asked_about(match: Match) -> None:
    [row_id] = deal(match, BOB_HAS_GIN)
    correct_hand(match, row_id, ANN_KNOCKS, entry(match))

    with pytest.raises(StaleSheetError) as refused:
        add_hand(match, BOB_HAS_GIN, queued(match, unseen_since="0."))
    assert [change.after for change in refused.value.changes] == [BOB_HAS_GIN, ANN_KNOCKS]


def test_what_another_phone_brought_back_unseen_is_asked_about(match: Match) -> None:
    [row_id] = deal(match, BOB_HAS_GIN)
    remove_hand(match, row_id, entry(match))
    seen = match.version_stamp
    restore_hand(match, row_id, entry(match))

    with pytest.raises(StaleSheetError):
        add_hand(match, BOB_HAS_GIN, queued(match, unseen_since=seen))


def test_hands_that_are_not_the_same_are_added_without_a_question(match: Match) -> None:
    """Another hand, one that was removed, one that was seen, one of this phone itself."""
    deal(match, BOB_HAS_GIN, ANN_KNOCKS)
    remove_hand(match, match.hands[0].id, entry(match))
    send(match, EIGHTS_BY_DEADWOOD, match.version_stamp)
    seen = match.version_stamp

    for hand in (DEAD, BOB_HAS_GIN, EIGHTS_BY_DEADWOOD):
        add_hand(match, hand, queued(match, unseen_since="0."))
    add_hand(match, ANN_KNOCKS, queued(match, unseen_since=seen))
    assert len(on_the_sheet(match)) == 6


def test_a_hand_that_was_sent_before_is_not_asked_about(match: Match) -> None:
    deal(match, BOB_HAS_GIN)
    form = queued(match, unseen_since="0.")
    stamp = add_hand(match, DEAD, form).stamp
    deal(match, DEAD)

    assert add_hand(match, DEAD, form).stamp == stamp


def test_two_equal_hands_in_a_row_are_two_however_they_arrive(match: Match) -> None:
    deal(match, DEAD)

    first = send(match, DEAD, "0.")
    second = send(match, DEAD, first.stamp)

    assert (first.joined, second.joined) == (True, False)
    assert on_the_sheet(match) == [DEAD, DEAD]


def test_a_hand_is_not_taken_for_one_that_came_after_something_else(match: Match) -> None:
    """Bob's phone may have a second, equal hand on top: nobody could tell them apart."""
    deal(match, ANN_KNOCKS, DEAD)

    with pytest.raises(StaleSheetError):
        correct_hand(match, match.hands[1].id, DEAD, queued(match, "0."))
    with pytest.raises(StaleSheetError):
        add_hand(match, ANN_KNOCKS, queued(match, "9.unknown"))


def test_cards_that_join_a_hand_by_deadwood_are_known_to_their_sender(match: Match) -> None:
    deal(match, EIGHTS_BY_DEADWOOD)

    written = send(match, BOB_BREAKS_HIS_EIGHTS, "0.")

    assert written.joined
    assert on_the_sheet(match) == [BOB_BREAKS_HIS_EIGHTS]
    assert not send(match, DEAD, written.stamp).joined


def test_deadwood_that_joins_a_hand_by_cards_leaves_its_cards(match: Match) -> None:
    deal(match, BOB_BREAKS_HIS_EIGHTS)

    assert send(match, EIGHTS_BY_DEADWOOD, "0.").joined
    assert on_the_sheet(match) == [BOB_BREAKS_HIS_EIGHTS]


def test_cards_that_join_an_older_hand_do_not_hide_the_next_one(match: Match) -> None:
    deal(match, EIGHTS_BY_DEADWOOD, DEAD)

    written = send(match, BOB_BREAKS_HIS_EIGHTS, "0.")

    with pytest.raises(StaleSheetError):
        send(match, BOB_HAS_GIN, written.stamp)


def test_equal_rules_of_another_phone_do_not_hide_what_else_it_wrote(match: Match) -> None:
    deal(match, DEAD)
    same = Agreement(match.preset, match.rules_name, match.rules)

    assert change_rules(match, same, queued(match, "0.")).stamp == "0."


@pytest.mark.engines
def test_the_time_of_play_is_kept_beside_the_time_of_sending(match: Match) -> None:
    match.created_at -= 2 * LATER
    db.session.commit()
    played = datetime.now(UTC).replace(microsecond=0) - LATER
    written = add_hand(match, DEAD, queued(match, entered_at=played))

    change: Change = history(match)[0]
    assert change.entered_at == played
    assert change.at - played > timedelta(hours=1)
    assert times_of_hands(match) == {written.row_id: played}


def test_a_hand_is_never_entered_before_its_match_was_started(match: Match) -> None:
    add_hand(match, DEAD, queued(match, entered_at=match.created_at - LATER))

    assert history(match)[0].entered_at is None
