"""Remarks on hands and matches: who writes them, what they leave alone, and where they go."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from models.gin.document import writing
from models.gin.document.json_reader import InvalidDocumentError
from models.gin.document.reading import read_match
from models.records.books.book_deletion import delete_player
from models.records.books.books import start_book
from models.records.books.players import players_of
from models.records.checking.audit import doubts_about
from models.records.database.base import db
from models.records.files.documents import document_of
from models.records.finding.earlier_sheets import history
from models.records.finding.matches import matches_of
from models.records.saving.deletion import remove_name, without_name_in
from models.records.saving.hand_writes import correct_hand, remove_hand, restore_hand, undo
from models.records.saving.pipeline import new_entry_id
from models.records.saving.rule_changes import write_remark
from models.records.saving.seats import NoSeatError
from models.records.tables.match import Match
from tests.records.files import brought_in, everything_of
from tests.records.table import (
    ANN_KNOCKS,
    ANN_SHOWS_A_CARD,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
    BOB_WON_25,
    BOBS_PHONE,
    DEAD,
    a_match,
    deal,
    entry,
    form,
    import_match,
)
from tests.records.test_match_documents import text_of

WORDS = "Ann’s first gin"


@pytest.fixture
def match(app_context: None) -> Match:
    """Ann and Bob after a hand and a penalty."""
    match = a_match()
    deal(match, ANN_KNOCKS, ANN_SHOWS_A_CARD)
    return match


def remarks(match: Match) -> tuple[str, ...]:
    """The remark on the match, and those on its hands, as they are stored."""
    db.session.expire_all()
    return (match.remark, *(hand.remark for hand in match.hands))


@pytest.mark.engines
def test_the_last_remark_stands_and_the_sheet_stays_as_it_is(match: Match) -> None:
    before = match.version_stamp, match.changed_at, match.sheet, len(history(match))
    for words in ("x" * 200, WORDS):
        write_remark(match, words, ANNS_PHONE)
        write_remark(match, f"{words[1:]}!", ANNS_PHONE, match.hands[0].id)

    assert match.hands[0].remark == f"{WORDS[1:]}!"
    assert remarks(match) == (WORDS, f"{WORDS[1:]}!")
    assert (match.version_stamp, match.changed_at, match.sheet, len(history(match))) == before
    assert match.unversioned_changes == 4  # every page is another one
    assert doubts_about(match.id) == ()
    write_remark(match, "", ANNS_PHONE)
    assert remarks(match) == ("", f"{WORDS[1:]}!")


@pytest.mark.parametrize("words", ["x" * 201, "A\x07", "\u200d", "a\u202eb"])
def test_what_is_no_remark_is_refused(match: Match, words: str) -> None:
    with pytest.raises(ValueError, match="not a remark"):
        write_remark(match, words, ANNS_PHONE)


def test_only_phones_that_can_score_write_on_hands_of_their_match(match: Match) -> None:
    with pytest.raises(NoSeatError):
        write_remark(match, WORDS, BOBS_PHONE)
    with pytest.raises(NoSeatError):
        write_remark(match, WORDS, BOBS_PHONE, match.hands[0].id)
    with pytest.raises(LookupError):
        write_remark(match, WORDS, ANNS_PHONE, match.extra_lines[0].id)
    other = a_match()
    deal(other, DEAD)
    with pytest.raises(LookupError):
        write_remark(match, WORDS, ANNS_PHONE, other.hands[0].id)

    assert remarks(match) == ("", "")


def test_a_remark_stays_on_a_hand_that_is_corrected_removed_and_brought_back(match: Match) -> None:
    hand = match.hands[0].id
    write_remark(match, WORDS, ANNS_PHONE, hand)
    version = match.version
    correct_hand(match, hand, ANN_KNOCKS, entry(match))
    assert match.version == version  # the same hand again is no change

    acts: tuple[Callable[[], object], ...] = (
        lambda: correct_hand(match, hand, BOB_BREAKS_HIS_EIGHTS, entry(match)),
        lambda: undo(match, entry(match)),
        lambda: remove_hand(match, hand, entry(match)),
        lambda: restore_hand(match, hand, entry(match)),
    )
    for act in acts:
        act()
        assert match.hands[0].remark == WORDS
        assert remarks(match) == ("", WORDS)
    assert doubts_about(match.id) == ()


@pytest.mark.engines
def test_a_removed_name_goes_from_remarks(match: Match) -> None:
    write_remark(match, "Annika saw ANN win", ANNS_PHONE)
    write_remark(match, WORDS, ANNS_PHONE, match.hands[0].id)

    remove_name(match, "Ann", ANNS_PHONE)

    assert (match.remark, match.hands[0].remark) == ("Annika saw Player 1 win", "Player 1’s first gin")
    assert remarks(match) == ("Annika saw Player 1 win", "Player 1’s first gin")


@pytest.mark.engines
def test_the_name_of_a_deleted_player_goes_too_and_does_not_come_back_with_a_file(match: Match) -> None:
    book = start_book("", [match.id], device=ANNS_PHONE, entry=new_entry_id())
    write_remark(match, WORDS, ANNS_PHONE)
    write_remark(match, WORDS, ANNS_PHONE, match.hands[0].id)
    document = document_of(match)
    ann = next(player for player in players_of(book) if player.name == "Ann")
    delete_player(book, ann.id, form())

    words = "Player 1’s first gin"
    assert remarks(match) == (words, words)
    left = without_name_in(document, "Ann", "Player 1")
    assert (left.remark, left.remarks) == (words, {0: words})


# Files


@pytest.mark.engines
def test_remarks_are_the_same_after_an_export_and_an_import(app_context: None) -> None:
    match = a_match()
    deal(match, ANN_SHOWS_A_CARD, ANN_KNOCKS, DEAD, BOB_BREAKS_HIS_EIGHTS, BOB_HAS_GIN, BOB_WON_25)
    without = text_of(match)
    write_remark(match, "At the lake", ANNS_PHONE)
    for hand in (0, 1, 2, 4):
        write_remark(match, f"“{hand}” <b>", ANNS_PHONE, match.hands[hand].id)
    text = text_of(match)
    again = import_match(read_match(text), BOBS_PHONE, new_entry_id()).match

    assert remarks(again) == remarks(match) == ("At the lake", "“0” <b>", "“1” <b>", "“2” <b>", "", "“4” <b>")
    assert text_of(again) == text
    assert doubts_about(again.id) == ()
    assert "remark" not in without
    assert replace(read_match(text), remark="", remarks={}) == read_match(without)


def test_they_are_in_the_file_of_everything(match: Match) -> None:
    write_remark(match, WORDS, ANNS_PHONE)
    write_remark(match, "At the lake", ANNS_PHONE, match.hands[0].id)
    brought_in(everything_of(ANNS_PHONE), BOBS_PHONE)

    [again] = matches_of(BOBS_PHONE)
    assert remarks(again) == (WORDS, "At the lake")


@pytest.mark.parametrize("written", [["a remark"], "x" * 201, "a\u202eb", 7])
@pytest.mark.parametrize("of", ["match", "hand"])
def test_a_wrong_remark_in_a_file_is_refused(written: object, of: str) -> None:
    hand = writing.write_hand(DEAD)
    played = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": [hand]}
    (played if of == "match" else hand)["remark"] = written

    with pytest.raises(InvalidDocumentError):
        read_match(json.dumps(played))
