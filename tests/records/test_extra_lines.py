"""Extra lines, in the database: penalties, adjustments, opening scores."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from models.gin.hand.problems import InvalidDeclarationError
from models.gin.sheet.extra_lines import Adjustment, Penalty
from models.records.checking.audit import doubts
from models.records.database.base import db, start_writing
from models.records.finding.earlier_sheets import history
from models.records.saving.deletion import remove_name
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, restore_hand
from models.records.saving.limits import FullMatchError
from models.records.tables.match import Match
from tests.records.table import (
    ANN_KNOCKS,
    ANN_SHOWS_A_CARD,
    ANNS_PHONE,
    BOB_FORGOT_A_BOX,
    BOB_HAS_GIN,
    FROM_PAPER,
    LINES,
    deal,
    entry,
)


def written(match: Match) -> list[object]:
    """All that is on the sheet, read anew."""
    db.session.rollback()
    db.session.expire_all()
    return [record.written for record in match.on_sheet]


@pytest.mark.engines
def test_lines_are_kept_as_they_were_written(match: Match) -> None:
    deal(match, ANN_KNOCKS, *LINES, BOB_HAS_GIN)

    assert written(match) == [ANN_KNOCKS, *LINES, BOB_HAS_GIN]
    assert [record.hand for record in match.hands] == [ANN_KNOCKS, BOB_HAS_GIN]
    assert [match.number(record) for record in match.records] == [1, 2, 2, 2, 2]
    assert match.snapshot.hands == 2
    assert [change.after for change in history(match)[::-1]] == [ANN_KNOCKS, *LINES, BOB_HAS_GIN]
    assert list(doubts(match)) == []


def test_a_hand_never_becomes_an_extra_line(match: Match) -> None:
    row_id, line_id = deal(match, ANN_KNOCKS, ANN_SHOWS_A_CARD)

    for about, other in ((row_id, ANN_SHOWS_A_CARD), (line_id, ANN_KNOCKS)):
        with pytest.raises(LookupError):
            correct_hand(match, about, other, entry(match))
    assert written(match) == [ANN_KNOCKS, ANN_SHOWS_A_CARD]


def test_opening_scores_are_written_only_once(match: Match) -> None:
    [first] = deal(match, FROM_PAPER)
    remove_hand(match, first, entry(match))
    deal(match, FROM_PAPER)

    with pytest.raises(InvalidDeclarationError):
        restore_hand(match, first, entry(match))
    assert written(match) == [FROM_PAPER]
    assert list(doubts(match)) == []


def test_a_line_for_nobody_at_the_table_is_refused(match: Match) -> None:
    for line in (Penalty(2, ANN_SHOWS_A_CARD.fault), Adjustment(2, 5)):
        with pytest.raises(ValueError, match="not for a table"):
            add_hand(match, line, entry(match))


def test_the_upcard_waits_for_the_next_hand(match: Match) -> None:
    match.upcard = "7D"
    db.session.commit()
    deal(match, ANN_SHOWS_A_CARD)
    assert match.upcard == "7D"

    deal(match, ANN_KNOCKS)
    assert match.upcard is None


def test_lines_take_room_like_hands(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.records.saving.hand_writes.MOST_HANDS", 2)
    deal(match, ANN_KNOCKS, ANN_SHOWS_A_CARD)

    with pytest.raises(FullMatchError):
        add_hand(match, BOB_FORGOT_A_BOX, entry(match))


@pytest.mark.engines
def test_a_name_is_removed_from_the_words_of_players(match: Match) -> None:
    deal(match, BOB_FORGOT_A_BOX, ANN_SHOWS_A_CARD)
    remove_name(match, "Bob", ANNS_PHONE)

    db.session.expire_all()
    assert [record.line.reason for record in match.extra_lines] == ["Player 2’s box", ""]
    assert [change.after.reason for change in history(match)[::-1]] == ["Player 2’s box", ""]
    assert list(doubts(match)) == []


KEPT = (
    'UPDATE changes SET after = \'{"adjustment": {"player": 0, "points": 9, "reason": "x"}}\'',
    "UPDATE changes SET before = after",
)


@pytest.mark.engines
def test_nothing_but_the_words_of_players_can_be_changed_in_the_history(match: Match) -> None:
    deal(match, BOB_FORGOT_A_BOX)

    for statement in KEPT:
        start_writing()
        with pytest.raises(DBAPIError, match="the history is only ever added to"):
            db.session.execute(text(statement))
        db.session.rollback()
