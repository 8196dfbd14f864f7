"""Hands of which only the points are known, in the database."""

from dataclasses import replace

import pytest

from models.gin.declaration import Points
from models.gin.seating import Table
from models.gin.sheet import Hand
from models.records import (
    Match,
    add_hand,
    audit,
    change_rules,
    correct_hand,
    find_match,
    history,
    new_entry_id,
    rate_next,
    remove_hand,
    renew_watching,
    restore_hand,
    start_book,
    start_rematch,
    statistics_of_players,
    undo,
    watch_token,
)
from models.records.audit import doubts
from models.records.base import db
from models.records.ratings.rating import Rating
from models.records.renewed_link import RenewedLink
from models.records.schema import downgrade, upgrade
from tests.records.rated import a_book, a_match_in, player, win
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

pytestmark = pytest.mark.both_databases


def test_it_is_kept_as_it_was_written(match: Match) -> None:
    deal(match, ANN_KNOCKS, BOB_WON_25)

    assert on_the_sheet(match) == [ANN_KNOCKS, BOB_WON_25]
    assert (match.snapshot.hands, match.snapshot.totals) == (2, (12, 25))
    assert list(doubts(match)) == []


def test_its_history_can_be_followed(match: Match) -> None:
    (hand_id,) = deal(match, BOB_WON_25)
    more = replace(BOB_WON_25, laid=Points(31))
    correct_hand(match, hand_id, more, entry(match))
    remove_hand(match, hand_id, entry(match))
    restore_hand(match, hand_id, entry(match))

    assert on_the_sheet(match) == [more]
    assert [change.after for change in history(match)[::-1]] == [BOB_WON_25, more, None, more]
    assert list(doubts(match)) == []


def test_it_can_become_a_hand_by_deadwood_and_back(match: Match) -> None:
    (hand_id,) = deal(match, BOB_WON_25)
    correct_hand(match, hand_id, BOB_HAS_GIN, entry(match))
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


def test_a_database_without_such_hands_loses_only_the_matches_that_have_had_some(app_context: None) -> None:
    with_one, with_one_before, without = a_match(), a_match(), a_match()
    deal(with_one, BOB_WON_25)
    (hand_id,) = deal(with_one_before, BOB_WON_25)
    correct_hand(with_one_before, hand_id, BOB_HAS_GIN, entry(with_one_before))
    deal(without, ANN_KNOCKS)
    kept = watch_token(without)
    db.session.remove()

    downgrade(revision="0013")
    upgrade()

    assert [watch_token(match) for match in db.session.query(Match)] == [kept]
    found = find_match(kept)
    assert found is not None
    assert list(doubts(found)) == []


@pytest.mark.own_app
@pytest.mark.parametrize("revision", ["0013", "0014", "0015"])
def test_nothing_is_left_of_the_matches_that_are_lost(app_context: None, revision: str) -> None:
    """Ann wins a game on paper, then one at the table: without the first, her rating rests on one game."""
    book = a_book("Ann", "Bob")
    paper = a_match_in(book, player(book, "Ann"), player(book, "Bob"))
    deal(paper, Hand(0, Points(40)))
    renew_watching(paper, ANNS_PHONE)
    again = start_rematch(paper, ANNS_PHONE)
    win(again, 0)
    book_id, kept = book.id, again.id
    db.session.remove()

    downgrade(revision=revision)
    upgrade()
    while rate_next(book_id):
        pass

    assert [(each.match_id, each.games) for each in db.session.query(Rating)] == [(kept, 1)] * 2
    assert [(match.id, match.rematch_of) for match in db.session.query(Match)] == [(kept, None)]
    assert db.session.query(RenewedLink).count() == 0
    assert [proof for proof in audit() if proof.doubts] == []
