"""A match knows the day on which it was last opened; those that nobody opens any more can be deleted."""

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import text

from models.records.database import base, sqlite
from models.records.database.base import db, start_writing
from models.records.finding.matches import find_match
from models.records.saving.deletion import delete_unopened, months_ago, note_opening, unopened_since
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.queries import queries
from tests.records.table import ANN_KNOCKS, a_match, deal


def today() -> date:
    """Today, also in a run of the tests that goes on after midnight."""
    return datetime.now(UTC).date()


WAITS, SOON = 120, 60
"""Seconds that whoever writes waits for others in a test, and in which one who doesn't wait is done."""


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes waits much longer than anything takes on a slow machine."""
    monkeypatch.setitem(sqlite.PRAGMAS, "busy_timeout", f"{WAITS}000")
    monkeypatch.setitem(base.POSTGRESQL["connect_args"], "options", f"-c lock_timeout={WAITS}s")


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
