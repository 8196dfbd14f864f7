"""Hands of which only the points are known, in the database."""

from dataclasses import replace

from models.gin.hand.declaration import Points
from models.gin.rules.seating import Table
from models.records.books.books import start_book
from models.records.checking.audit import doubts
from models.records.finding.earlier_sheets import history
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand, restore_hand, undo
from models.records.saving.pipeline import new_entry_id
from models.records.saving.rule_changes import change_rules
from models.records.statistics import statistics_of_players
from models.records.tables.match import Match
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_HAS_GIN,
    BOB_WON_25,
    PAGAT,
    a_match,
    deal,
    entry,
    on_the_sheet,
)


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


def test_a_book_counts_it(app_context: None) -> None:
    match = a_match()
    book = start_book("", [match.id], device=ANNS_PHONE, entry=new_entry_id())
    deal(match, ANN_KNOCKS, BOB_WON_25)
    bob = statistics_of_players(book)[match.player_ids[1] or 0]

    assert (bob.hands, bob.hands_won, bob.paper_wins, bob.paper_points) == (2, 1, 1, 25)
