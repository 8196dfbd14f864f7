"""The audit accepts stored matches, and finds whatever was tampered with."""

import json

import pytest
from flask import Flask
from sqlalchemy import text

from models.records.checking.audit import Doubt, audit
from models.records.database.base import db, start_writing
from models.records.migrations.history_triggers import unguard_history
from models.records.saving.hand_writes import correct_hand, remove_hand, restore_hand
from models.records.tables.match import Match
from tests.records.table import ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS, BOB_HAS_GIN, DEAD, a_match, deal, entry


@pytest.fixture
def played(match: Match) -> Match:
    """A match in which everything was done that can be done."""
    first, second, third = deal(match, BOB_BREAKS_HIS_EIGHTS, ANN_KNOCKS, DEAD)
    correct_hand(match, first, BOB_HAS_GIN, entry(match))
    remove_hand(match, second, entry(match))
    remove_hand(match, third, entry(match))
    restore_hand(match, second, entry(match))
    return match


def tamper(statement: str) -> None:
    """Does to the tables what no page does."""
    start_writing()
    unguard_history(db.session.connection())
    db.session.execute(text(statement))
    db.session.commit()


def test_what_was_played_is_proved(played: Match) -> None:
    deal(a_match(), ANN_KNOCKS)

    assert [proof.doubts for proof in audit()] == [(), ()]


@pytest.mark.parametrize(
    "statement, doubts",
    [
        (
            "UPDATE sheet_rows SET defender_deadwood = 21 WHERE position = 2",
            (Doubt.HANDS, Doubt.SNAPSHOT, Doubt.STATISTICS),
        ),
        (
            "UPDATE sheet_rows SET removed = TRUE WHERE position = 1",
            (Doubt.HANDS, Doubt.SNAPSHOT, Doubt.STATISTICS),
        ),
        ("UPDATE sheet_rows SET knocker_deadwood = 11 WHERE position = 2", (Doubt.HANDS, Doubt.SHEET)),
        ("UPDATE matches SET total_0 = total_0 + 1", (Doubt.SNAPSHOT,)),
        ("UPDATE matches SET winner = 0", (Doubt.SNAPSHOT,)),
        ("UPDATE matches SET version = 8", (Doubt.VERSION,)),
        ("DELETE FROM changes WHERE version = 7", (Doubt.HANDS, Doubt.VERSION)),
        ("DELETE FROM changes WHERE kind = 'added'", (Doubt.HANDS, Doubt.VERSION)),
        ("DELETE FROM changes", (Doubt.HANDS, Doubt.VERSION)),
    ],
)
def test_what_was_tampered_with_is_found(
    app: Flask, played: Match, statement: str, doubts: tuple[Doubt, ...]
) -> None:
    played_id = played.id
    deal(a_match(), ANN_KNOCKS)
    tamper(f"{statement} {'AND' if 'WHERE' in statement else 'WHERE'} {which(statement, played_id)}")

    assert [proof.doubts for proof in audit()] == [doubts, ()]

    said = app.test_cli_runner().invoke(args=["audit"])
    assert said.exit_code == 1
    assert json.loads(said.output) == {
        "matches": 2,
        "books": 0,
        "doubtful": [{"match": played_id, "doubts": list(doubts)}],
    }


def which(statement: str, match_id: int) -> str:
    """The rows of one match."""
    return f"id = {match_id}" if "UPDATE matches" in statement else f"match_id = {match_id}"


def test_the_command_says_that_all_is_well(app: Flask, played: Match) -> None:
    said = app.test_cli_runner().invoke(args=["audit"])

    assert (said.exit_code, json.loads(said.output)) == (0, {"matches": 1, "books": 0, "doubtful": []})
