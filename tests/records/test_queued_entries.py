"""Entries that waited on a phone without a network: nothing is lost, and nothing is written twice.

Forms that were made on top of each other find the version that they were made for.
"""

from datetime import UTC, datetime, timedelta

import pytest

from models.gin.hand.scoring import Hand
from models.gin.sheet.extra_lines import ExtraLine
from models.records.database.base import db
from models.records.finding.earlier_sheets import history, times_of_hands
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, restore_hand
from models.records.saving.pipeline import Entry, StaleSheetError, Written, new_entry_id
from models.records.saving.rule_changes import change_rules
from models.records.saving.seats import take_seat
from models.records.tables.change import Change
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from tests.records.table import (
    ANN_KNOCKS,
    ANN_SHOWS_A_CARD,
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


def test_a_hand_that_was_sent_at_once_has_one_time(app_context: None) -> None:
    match = a_match()
    add_hand(match, DEAD, entry(match))

    assert history(match)[0].entered_at is None
