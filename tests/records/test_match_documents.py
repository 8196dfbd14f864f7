"""Matches written to files and imported again, also hands of which only the points are known."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from flask import Flask
from hypothesis import given

from models.gin.document import writing
from models.gin.document.reading import read_match
from models.gin.hand.declaration import Points
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.records.checking.audit import doubts, doubts_about
from models.records.database.base import db
from models.records.files.documents import document_of, imported_among
from models.records.files.import_rows import sheet_of
from models.records.finding.earlier_sheets import Stop, history, undo_steps
from models.records.finding.matches import matches_of
from models.records.saving.deletion import delete_match
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, restore_hand, undo
from models.records.saving.limits import FullMatchError
from models.records.saving.pipeline import new_entry_id
from models.records.saving.rule_changes import change_rules
from models.records.saving.seats import end_seat, take_seat
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.gin.strategies import evenings, known_beside, matches
from tests.gin.table import knock
from tests.profiles import examples
from tests.records.table import (
    ANN_KNOCKS,
    ANN_LAYS_GIN,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
    BOB_WON_25,
    BOBS_PHONE,
    DEAD,
    HANDS,
    PAGAT,
    a_match,
    deal,
    entry,
    import_match,
    on_the_sheet,
)


def text_of(match: Match) -> str:
    return "\n".join(writing.write_lines(document_of(match)))


def brought_in(text: str, device: str = BOBS_PHONE) -> Match:
    """The match in a file, imported by *device*."""
    return import_match(read_match(text), device, new_entry_id()).match


@pytest.mark.engines
def test_a_match_is_the_same_after_an_export_and_an_import(match: Match) -> None:
    deal(match, *HANDS)
    text = text_of(match)

    again = brought_in(text)

    assert text_of(again) == text
    assert again.sheet == match.sheet
    assert again.snapshot == match.snapshot
    assert (again.created_at, again.changed_at) == tuple(
        moment.replace(microsecond=0) for moment in (match.created_at, match.changed_at)
    )


def test_removed_hands_are_not_in_the_file(match: Match) -> None:
    first, *_ = deal(match, ANN_KNOCKS, BOB_HAS_GIN, DEAD)
    remove_hand(match, first, entry(match))
    text = text_of(match)

    again = brought_in(text)

    assert [record.hand for record in again.hands] == [BOB_HAS_GIN, DEAD]
    assert text_of(again) == text


@examples(20)
@given(match=matches(), evening=evenings(rounds=True), beside=known_beside)
def test_any_match_is_the_same_after_an_import_and_an_export(
    app: Flask, match: writing.MatchDocument, evening: writing.MatchDocument, beside: dict[str, object]
) -> None:
    """By cards and by deadwood, at any table, with any rules: byte for byte."""
    with app.app_context():
        for document in (match, replace(evening, **beside)):
            kept = import_match(document, new_entry_id(), new_entry_id()).match
            first = text_of(kept)
            again = brought_in(first, device=new_entry_id())
            assert text_of(again) == first
            assert again.sheet == kept.sheet == sheet_of(document)
            db.session.remove()


def test_the_history_of_an_imported_match_leads_to_its_sheet(match: Match) -> None:
    deal(match, *HANDS)
    again = brought_in(text_of(match))

    assert [change.number for change in history(again)] == list(range(len(HANDS), 0, -1))
    assert {change.at for change in history(again)} == {again.imported_at}
    assert doubts_about(again.id) == ()


def test_an_imported_match_is_scored_on_undone_and_deleted(match: Match) -> None:
    deal(match, ANN_KNOCKS, BOB_HAS_GIN)
    again = brought_in(text_of(match))

    add_hand(again, DEAD, entry(again, device=BOBS_PHONE))
    undo(again, entry(again, device=BOBS_PHONE))
    with pytest.raises(LookupError):
        undo(again, entry(again, device=BOBS_PHONE))
    assert undo_steps(again, history(again)[0]).stop is Stop.IMPORT
    assert len(again.on_sheet) == 2
    change_rules(
        again, Agreement("pagat", "", PRESETS["pagat"].but(target=150)), entry(again, device=BOBS_PHONE)
    )
    assert doubts_about(again.id) == ()

    delete_match(again, again.version_stamp, BOBS_PHONE)
    assert matches_of(BOBS_PHONE) == []


def test_the_same_file_twice_adds_nothing(app_context: None) -> None:
    text = text_of(a_match())
    first = import_match(read_match(text), BOBS_PHONE, new_entry_id())
    add_hand(first.match, ANN_KNOCKS, entry(first.match, device=BOBS_PHONE))
    second = import_match(read_match(text), BOBS_PHONE, new_entry_id())

    assert (first.is_new, second.is_new) == (True, False)
    assert second.match.id == first.match.id
    assert len(second.match.hands) == 1


def test_the_file_of_a_match_on_this_phone_leads_to_it(match: Match) -> None:
    found = import_match(read_match(text_of(match)), ANNS_PHONE, new_entry_id())

    assert (found.match.id, found.is_new) == (match.id, False)


def test_a_file_without_an_id_is_recognised_by_what_it_says(app_context: None) -> None:
    document = writing.MatchDocument(("Ann", "Bob"), PRESETS["pagat"], (ANN_KNOCKS,), preset="pagat")
    other = replace(document, hands=(BOB_HAS_GIN,))
    first, again, another = (
        import_match(each, BOBS_PHONE, new_entry_id()) for each in (document, document, other)
    )

    assert first.match.id == again.match.id != another.match.id
    assert imported_among([other], BOBS_PHONE)
    assert not imported_among([other], ANNS_PHONE)


def test_a_file_gives_nobody_a_seat(match: Match) -> None:
    """Whoever has the file, and has followed the match, gets a match of their own."""
    other = brought_in(text_of(match), BOBS_PHONE)

    assert other.id != match.id
    assert watch_token(other) != watch_token(match)
    assert [seat.device_hash for seat in match.live_seats] != [seat.device_hash for seat in other.live_seats]
    assert len(match.live_seats) == len(other.live_seats) == 1


def test_a_phone_that_was_removed_gets_a_match_of_its_own(app_context: None) -> None:
    text = text_of(a_match())
    match = brought_in(text, BOBS_PHONE)
    take_seat(match, ANNS_PHONE)
    bobs = match.live_seats[0]
    end_seat(match, bobs.id, ANNS_PHONE)

    again = import_match(read_match(text), BOBS_PHONE, new_entry_id())

    assert again.is_new
    assert again.match.id != match.id


def test_the_same_form_sent_twice_imports_once(app_context: None) -> None:
    document, form = writing.MatchDocument(("Ann", "Bob"), PRESETS["pagat"], preset="pagat"), new_entry_id()
    first, second = (import_match(document, BOBS_PHONE, form) for _ in range(2))

    assert first.match.id == second.match.id


def test_a_file_with_more_hands_than_a_match_can_hold_is_refused(app_context: None) -> None:
    document = writing.MatchDocument(("Ann", "Bob"), PRESETS["pagat"], (knock(8, 20),) * 501, preset="pagat")
    with pytest.raises(FullMatchError):
        import_match(document, BOBS_PHONE, new_entry_id())

    assert matches_of(BOBS_PHONE) == []


def test_a_match_from_the_future_was_started_now(app_context: None) -> None:
    later = datetime(9000, 1, 1, tzinfo=UTC)
    document = writing.MatchDocument(
        ("Ann", "Bob"), PRESETS["pagat"], preset="pagat", started=later, changed=later
    )
    match = import_match(document, BOBS_PHONE, new_entry_id()).match

    assert match.created_at == match.changed_at == match.imported_at


def test_a_file_has_nothing_of_the_links(app_context: None) -> None:
    match = a_match(table=Table.THREE)
    deal(match, ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS, ANN_LAYS_GIN)
    text = text_of(match)

    for secret in (
        match.watch_seed,
        match.watch_hash,
        match.score_seed,
        match.score_hash,
        match.begun_with,
        watch_token(match),
    ):
        assert secret not in text


def test_it_is_kept_as_it_was_written(match: Match) -> None:
    deal(match, ANN_KNOCKS, BOB_WON_25)

    assert on_the_sheet(match) == [ANN_KNOCKS, BOB_WON_25]
    assert (match.snapshot.hands, match.snapshot.totals) == (2, (12, 25))
    assert list(doubts(match)) == []


def test_its_history_can_be_followed(match: Match) -> None:
    (row_id,) = deal(match, BOB_WON_25)
    more = replace(BOB_WON_25, laid=Points(31))
    correct_hand(match, row_id, more, entry(match))
    remove_hand(match, row_id, entry(match))
    restore_hand(match, row_id, entry(match))

    assert on_the_sheet(match) == [more]
    assert [change.after for change in history(match)[::-1]] == [BOB_WON_25, more, None, more]
    assert list(doubts(match)) == []


def test_it_can_become_a_hand_by_deadwood_and_back(match: Match) -> None:
    (row_id,) = deal(match, BOB_WON_25)
    correct_hand(match, row_id, BOB_HAS_GIN, entry(match))
    assert on_the_sheet(match) == [BOB_HAS_GIN]

    undo(match, entry(match))
    assert on_the_sheet(match) == [BOB_WON_25]


def test_a_pair_of_partners_enters_it_beside_the_other(app_context: None) -> None:
    match = a_match(table=Table.PARTNERSHIP)
    seen = entry(match)
    deal(match, replace(ANN_KNOCKS, faced=(0, 1), round=1))
    add_hand(match, replace(BOB_WON_25, knocker=3, faced=(2, 3), round=1), seen)

    assert match.sheet.game.running == (0, 13)


def test_other_rules_count_it_again(match: Match) -> None:
    deal(match, BOB_WON_25)
    change_rules(match, replace(match.agreement, rules=PAGAT.but(loser_negative=True)), entry(match))

    assert match.sheet.game.running == (-25, 25)
    assert list(doubts(match)) == []
