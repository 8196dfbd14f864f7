"""Changing the rules of a match: written once, recorded, and undone."""

from dataclasses import replace

import pytest

from models.gin.cards.cards import Card
from models.gin.hand.problems import Reason
from models.records.books.rematches import start_rematch
from models.records.checking.audit import audit
from models.records.finding.earlier_sheets import history, moments
from models.records.saving.pipeline import Entry, StaleSheetError
from models.records.saving.rule_changes import CannotStandError, change_rules, turn_up
from models.records.saving.seats import NoSeatError
from models.records.tables.change import ChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_HAS_GIN,
    BOBS_PHONE,
    PAGAT,
    deal,
    entry,
)

OURS = Agreement("pagat", "Our kitchen", PAGAT.but(gin_bonus=30, target=150))


def test_every_hand_counts_by_the_new_rules(match: Match) -> None:
    deal(match, ANN_KNOCKS, BOB_HAS_GIN)
    change_rules(match, OURS, entry(match))

    assert match.agreement == OURS
    assert match.sheet.game.running == (12, 48)
    assert match.snapshot.totals == (12, 48)
    assert match.version == 3


@pytest.mark.engines
def test_it_stands_in_the_history_and_is_proved(match: Match) -> None:
    deal(match, ANN_KNOCKS)
    change_rules(match, OURS, entry(match))
    change = history(match)[0]

    assert (change.kind, change.row_id, change.number) == (ChangeKind.RULED, None, None)
    assert (change.agreed_before, change.agreed_after) == (Agreement("pagat", "", PAGAT), OURS)
    assert [proof.doubts for proof in audit()] == [()]


def test_each_change_is_told_with_the_rules_of_its_time(match: Match) -> None:
    for agreed in (OURS, replace(OURS, rules=PAGAT.but(gin_bonus=40))):
        deal(match, BOB_HAS_GIN)
        change_rules(match, agreed, entry(match))

    told = {each.change.version: each.after.rules.gin_bonus for each in moments(match, history(match))}
    assert (told[1], told[3]) == (20, 30)


def test_the_same_form_changes_them_once(match: Match) -> None:
    form = entry(match)
    change_rules(match, OURS, form)

    assert change_rules(match, OURS, form).again
    assert len(history(match)) == 1


def test_the_same_from_another_phone_is_one_change(match: Match) -> None:
    before = match.version
    change_rules(match, OURS, entry(match))

    assert change_rules(match, OURS, entry(match, version=before)).again
    assert len(history(match)) == 1


def test_on_an_old_sheet_nothing_changes(match: Match) -> None:
    before = match.version
    deal(match, ANN_KNOCKS)

    with pytest.raises(StaleSheetError) as stale:
        change_rules(match, OURS, entry(match, version=before))

    assert [change.kind for change in stale.value.changes] == [ChangeKind.ADDED]
    assert match.rules == PAGAT


def test_without_a_seat_nothing_changes(match: Match) -> None:
    with pytest.raises(NoSeatError):
        change_rules(match, OURS, entry(match, device=BOBS_PHONE))

    assert match.rules == PAGAT


def test_a_hand_that_could_not_have_been_played_so_is_named(match: Match) -> None:
    deal(match, BOB_HAS_GIN, ANN_KNOCKS)

    with pytest.raises(CannotStandError) as refused:
        change_rules(match, Agreement("pagat", "", PAGAT.but(knock_limit=7)), entry(match))

    [unfit] = refused.value.unfit
    assert unfit.number == 2
    assert [problem.reason for problem in unfit.problems] == [Reason.OVER_KNOCK_LIMIT]
    assert match.rules == PAGAT
    assert match.version == 2


def test_nothing_is_written_when_nothing_changes(match: Match) -> None:
    assert change_rules(match, match.agreement, entry(match)).again
    assert match.version == 0


def test_a_rematch_is_played_by_what_was_agreed_last(match: Match) -> None:
    change_rules(match, OURS, entry(match))

    assert start_rematch(match, ANNS_PHONE).agreement == OURS


def test_an_upcard_for_a_hand_that_is_over_is_refused(match: Match) -> None:
    before = match.version
    deal(match, ANN_KNOCKS)

    with pytest.raises(StaleSheetError):
        turn_up(match, Card.parse("7D"), Entry("upcard", before, ANNS_PHONE))
    with pytest.raises(NoSeatError):
        turn_up(match, Card.parse("7D"), Entry("upcard", match.version, BOBS_PHONE))

    assert match.upcard is None
