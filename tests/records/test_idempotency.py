"""Each entry is written once, and never on a version that its sender has not seen."""

import pytest

from models.gin.hand.problems import InvalidDeclarationError, Reason
from models.gin.rules.presets import PRESETS
from models.records.database.base import db
from models.records.finding.earlier_sheets import history
from models.records.finding.matches import find_match, find_seat
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, restore_hand
from models.records.saving.pipeline import Entry, StaleSheetError, Written, new_entry_id
from models.records.saving.seats import NoSeatError
from models.records.tables.change import ChangeKind
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.records.table import (
    ANN_KNOCKS,
    ANN_KNOCKS_TOO_HIGH,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_BIG_GIN,
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


def test_a_hand_comes_back_in_its_place(match: Match) -> None:
    _first, second, _third = deal(match, ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS, DEAD)

    remove_hand(match, second, entry(match))
    assert on_the_sheet(match) == [ANN_KNOCKS, DEAD]
    assert [match.number(record) for record in match.hands] == [1, 2, 2]

    deal(match, BOB_HAS_BIG_GIN)
    restore_hand(match, second, entry(match))
    assert on_the_sheet(match) == [ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS, DEAD, BOB_HAS_BIG_GIN]


def test_a_correction_re_opens_a_finished_game(match: Match) -> None:
    deal(match, BOB_HAS_GIN, BOB_HAS_GIN)
    (third,) = deal(match, BOB_HAS_GIN)  # 3 × 38 = 114
    deal(match, ANN_KNOCKS)
    assert [scored_hand.past_the_end for scored_hand in match.sheet.hands] == [False, False, False, True]
    assert match.snapshot.match_over

    correct_hand(match, third, ANN_KNOCKS, entry(match))

    sheet = match.sheet
    assert not sheet.match.over
    assert sheet.past_the_end == ()
    assert sheet.game.running == (24, 76)
    assert match.snapshot.totals == (24, 76)
    assert not match.snapshot.match_over


def test_a_preset_that_changes_later_changes_no_match(match: Match) -> None:
    deal(match, BOB_HAS_GIN)
    link = watch_token(match)
    db.session.remove()
    found = find_match(link)

    assert found is not None
    assert found.rules == PAGAT
    assert found.rules is not PAGAT


def test_the_seat_that_wrote_is_in_the_history(match: Match) -> None:
    deal(match, ANN_KNOCKS)
    seat = find_seat(match, ANNS_PHONE)

    assert seat is not None
    assert [change.seat_id for change in history(match)] == [seat.id]
