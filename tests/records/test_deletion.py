"""Matches are deleted with all that belongs to them and nothing else, also those that nobody opens."""

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import monotonic

import pytest
from flask import Flask
from sqlalchemy import func, select, text

from models.records.books.rematches import start_rematch
from models.records.checking.audit import audit
from models.records.database import postgresql, sqlite
from models.records.database.base import Base, db, start_writing
from models.records.finding.matches import find_match, matches_of
from models.records.saving.deletion import (
    ChangedMeanwhileError,
    Extent,
    delete_match,
    delete_unopened,
    extent,
    months_ago,
    names_in,
    note_opening,
    overwrite_deleted,
    remove_name,
    unopened_since,
)
from models.records.saving.hand_writes import correct_hand, remove_hand, undo
from models.records.saving.rule_changes import change_rules
from models.records.saving.seats import NoSeatError, end_seat, renew_link, take_seat
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.place import shown
from models.records.tables.shared import Link, watch_token
from tests.faults.trials import seeded
from tests.queries import queries
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
    BOBS_PHONE,
    HANDS,
    PAGAT,
    a_match,
    deal,
    entry,
    match_at,
    path_of,
)


@pytest.fixture
def played(match: Match) -> Match:
    """A match in which everything was done that leaves something behind."""
    first, second, *_ = deal(match, *HANDS)
    correct_hand(match, first, BOB_HAS_GIN, entry(match))
    remove_hand(match, second, entry(match))
    change_rules(match, Agreement("pagat", "Ann’s rules", PAGAT.but(target=150)), entry(match))
    take_seat(match, BOBS_PHONE)
    renew_link(match, Link.VIEWING, ANNS_PHONE)
    return match


def rows() -> dict[str, int]:
    """How many rows each table has."""
    found = {
        each.name: db.session.scalar(select(func.count()).select_from(each)) or 0
        for each in Base.metadata.sorted_tables
    }
    db.session.rollback()
    return found


def test_what_goes_is_told_before(played: Match) -> None:
    start_rematch(played, ANNS_PHONE)

    assert extent(played) == Extent(hands=len(HANDS), changes=len(HANDS) + 3, phones=2, rematches=1)


@pytest.mark.engines
def test_a_match_is_deleted_with_all_that_belongs_to_it_and_nothing_else(match: Match) -> None:
    deal(match, ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS)
    before = rows()
    other = a_match()
    first, *_ = deal(other, *HANDS)
    correct_hand(other, first, BOB_HAS_GIN, entry(other))
    change_rules(other, Agreement("pagat", "", PAGAT.but(target=150)), entry(other))
    take_seat(other, BOBS_PHONE)
    renew_link(other, Link.VIEWING, ANNS_PHONE)
    watch = watch_token(other)

    delete_match(other, other.version_stamp, ANNS_PHONE)

    assert rows() == before
    assert find_match(watch) is None
    assert [proof.doubts for proof in audit()] == [()]


@pytest.mark.engines
def test_rematches_stay_and_go_on(played: Match) -> None:
    rematch = start_rematch(played, ANNS_PHONE)
    deal(rematch, ANN_KNOCKS)
    path = path_of(rematch)
    delete_match(played, played.version_stamp, ANNS_PHONE)

    kept = match_at(path)
    assert kept.rematch_of is None
    deal(kept, BOB_HAS_GIN)
    assert [proof for proof in audit() if proof.doubts] == []


def test_who_has_no_seat_deletes_nothing(played: Match) -> None:
    seat = next(seat for seat in played.live_seats if seat.id != played.live_seats[0].id)
    end_seat(played, seat.id, ANNS_PHONE)
    before = rows()

    for device in (None, "another phone", BOBS_PHONE):
        with pytest.raises(NoSeatError):
            delete_match(played, played.version_stamp, device)
    assert rows() == before


def test_what_was_changed_meanwhile_is_not_deleted(played: Match) -> None:
    seen = played.version_stamp
    undo(played, entry(played))
    before = rows()

    with pytest.raises(ChangedMeanwhileError):
        delete_match(played, seen, ANNS_PHONE)
    assert rows() == before


@pytest.mark.engines
def test_what_another_phone_has_deleted_is_not_found(app: Flask, played: Match) -> None:
    path, stamp = path_of(played), played.version_stamp
    db.session.commit()
    with app.app_context():
        delete_match(match_at(path), stamp, ANNS_PHONE)

    with pytest.raises(LookupError):
        delete_match(played, stamp, ANNS_PHONE)


@pytest.mark.engines
def test_a_name_is_replaced_on_the_sheet_in_the_history_and_on_phones(played: Match) -> None:
    undo(played, entry(played))
    seats = [seat.id for seat in played.live_seats]
    db.session.execute(text("UPDATE seats SET label = 'ANN' WHERE id = :id"), {"id": seats[0]})
    db.session.execute(text("UPDATE seats SET label = 'Zoe' WHERE id = :id"), {"id": seats[1]})
    db.session.commit()
    path, version = path_of(played), played.version
    db.session.expire_all()
    assert names_in(played) == ("Ann", "Bob", "Zoe")

    for name in ("Ann", "Zoe", "Nobody"):
        remove_name(played, name, ANNS_PHONE)

    kept = match_at(path)
    assert kept.names == (None, "Bob")
    assert kept.players == ("Player 1", "Bob")
    assert [seat.label for seat in kept.live_seats] == ["", ""]
    assert names_in(kept) == ("Bob",)
    assert kept.version == version
    assert "Ann" not in everything()
    assert "Player 1’s rules" in everything()
    assert [proof.doubts for proof in audit()] == [()]


def everything() -> str:
    """All rows of all tables as text."""
    stored = [db.session.execute(select(each)).all() for each in Base.metadata.sorted_tables]
    raw = db.session.execute(text("SELECT agreed_before, agreed_after FROM changes")).all()
    db.session.rollback()
    return repr(stored) + repr([str(row) for row in raw])


def test_a_place_without_a_name_is_called_like_nobody_else(app_context: None) -> None:
    assert shown(["Ann", None]) == ("Ann", "Player 2")
    assert shown([None, "Player 1"]) == ("Player 2", "Player 1")
    assert shown([None, "Player 2", None]) == ("Player 1", "Player 2", "Player 3")
    assert shown([None, "Player 1", None, "Player 2"]) == ("Player 3", "Player 1", "Player 4", "Player 2")


@pytest.mark.own_app
@pytest.mark.seeded
def test_nothing_of_a_deleted_match_is_left_in_the_files(app_context: None, tmp_path: Path) -> None:
    """Not even in parts of them that are free: rows are moved when others are added."""
    random = seeded()
    matches = {number: a_match(names=(f"Person{number:03}", f"Friend{number:03}")) for number in range(24)}
    for _ in range(120):
        deal(random.choice(list(matches.values())), random.choice(HANDS))
    gone = random.sample(list(matches), 18)
    for number in gone[:12]:
        delete_match(matches[number], matches[number].version_stamp, ANNS_PHONE)
    for number in gone[12:]:
        remove_name(matches[number], f"Person{number:03}", ANNS_PHONE)
    overwrite_deleted()
    db.session.remove()

    stored = b"".join(path.read_bytes() for path in tmp_path.glob("own.sqlite*"))
    assert [number for number in gone if f"Person{number:03}".encode() in stored] == []
    assert [number for number in gone[:12] if f"Friend{number:03}".encode() in stored] == []
    assert all(f"Friend{number:03}".encode() in stored for number in matches if number not in gone[:12])


@pytest.mark.own_app
def test_what_was_deleted_while_somebody_read_is_overwritten_after_a_later_request(
    app: Flask, tmp_path: Path
) -> None:
    with app.app_context():
        a_match(names=("Persephone", "Bob"))
    with closing(sqlite3.connect(tmp_path / "own.sqlite")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM matches").fetchall()
        with app.app_context():
            [match] = matches_of(ANNS_PHONE)
            delete_match(match, match.version_stamp, ANNS_PHONE)
        assert b"Persephone" in stored_in(tmp_path)
    app.test_client().get("/health")

    assert b"Persephone" not in stored_in(tmp_path)


def stored_in(folder: Path) -> bytes:
    """What is in the files of the database."""
    return b"".join(path.read_bytes() for path in folder.glob("own.sqlite*"))


def today() -> date:
    """Today, also in a run of the tests that goes on after midnight."""
    return datetime.now(UTC).date()


WAITS, SOON = 120, 60
"""Seconds that whoever writes waits for others in a test, and in which one who doesn't wait is done."""


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes waits much longer than anything takes on a slow machine."""
    monkeypatch.setitem(sqlite.PRAGMAS, "busy_timeout", f"{WAITS}000")
    monkeypatch.setattr(postgresql, "LIMITS", f"SET LOCAL lock_timeout = '{WAITS}s'")


def untouched(match: Match, days: int, opened: int | None = None) -> None:
    """Makes a match look as if it was changed so many days ago, and last opened then or on another day."""
    last = today() - timedelta(days=days if opened is None else opened)
    changed = datetime.now(UTC) - timedelta(days=days)
    start_writing()
    db.session.execute(
        Match.__table__.update().where(Match.id == match.id).values(opened_on=last, changed_at=changed)
    )
    db.session.commit()
    db.session.rollback()
    db.session.expire_all()


@pytest.mark.engines
def test_a_match_is_opened_when_it_is_started_and_then_once_a_day(match: Match) -> None:
    assert match.opened_on == today()
    untouched(match, 3)
    note_opening(match)

    db.session.rollback()
    db.session.expire_all()
    assert match.opened_on == today()
    db.session.commit()
    with queries() as asked:
        note_opening(match)
    assert not [each for each in asked if "UPDATE" in each]


def test_a_clock_that_was_wrong_is_no_reason_to_write(match: Match) -> None:
    untouched(match, -400)
    note_opening(match)

    db.session.rollback()
    db.session.expire_all()
    assert match.opened_on == today() + timedelta(days=400)


@pytest.mark.own_app
def test_nobody_waits_while_the_database_is_locked(patient: None, match: Match, tmp_path: Path) -> None:
    untouched(match, 3)
    with closing(sqlite3.connect(tmp_path / "own.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert match.opened_on is not None
        started = monotonic()
        note_opening(match)
        assert monotonic() - started < SOON, "it waited for the lock"
        other.execute("ROLLBACK")
    db.session.rollback()
    db.session.expire_all()
    assert match.opened_on == today() - timedelta(days=3)
    db.session.commit()

    (waits,) = db.session.execute(text("PRAGMA busy_timeout")).one()
    assert waits == WAITS * 1000, "writers wait as before"


@pytest.mark.engines
@pytest.mark.own_app
def test_nobody_waits_for_another_writer_of_the_match(patient: None, match: Match) -> None:
    untouched(match, 3)
    with db.engine.connect().execution_options(writing=True) as other, other.begin():
        other.execute(text("UPDATE matches SET upcard = NULL"))
        started = monotonic()
        note_opening(match)
        assert monotonic() - started < SOON, "it waited for the lock"


@pytest.mark.engines
def test_matches_that_nobody_opens_are_deleted(app_context: None) -> None:
    ages = {"new": (10, None), "old": (400, None), "opened": (400, 10), "changed": (10, 400)}
    matches = {}
    for name, (days, opened) in ages.items():
        matches[name] = a_match()
        deal(matches[name], ANN_KNOCKS)
        untouched(matches[name], days, opened)
    links = {name: watch_token(match) for name, match in matches.items()}
    old = matches["old"].id

    day = months_ago(6)
    assert unopened_since(day) == [old]
    assert [*delete_unopened([old], day)] == [True]
    assert [name for name, link in links.items() if find_match(link) is None] == ["old"]


def test_one_that_is_opened_at_the_last_moment_stays(match: Match) -> None:
    untouched(match, 400)
    found = unopened_since(months_ago(6))
    note_opening(match)

    assert [*delete_unopened(found, months_ago(6))] == [False]


def test_months_are_those_of_the_calendar() -> None:
    assert months_ago(0) <= today()
    assert months_ago(12).replace(year=today().year) <= today()
    assert months_ago(12).year == today().year - 1
    assert {months_ago(months).month for months in range(12)} == set(range(1, 13))
