"""Databases of earlier versions: the migrations keep what is in them, and what can be worked out is."""

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from models.gin.declaration import Points
from models.gin.sheet import Hand
from models.records import (
    Book,
    Match,
    audit,
    correct_hand,
    find_match,
    new_entry_id,
    refresh_ratings,
    renew_watching,
    start_book,
    start_rematch,
    statistics_of_book,
    watch_token,
)
from models.records.audit import doubts
from models.records.base import db
from models.records.renewed_link import RenewedLink
from models.records.schema import downgrade, stamp, upgrade
from tests.databases import BOTH_ENGINES
from tests.records.migrating import differences
from tests.records.rated import a_book, a_match_in, player, win
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_FORGOT_A_BOX,
    BOB_HAS_GIN,
    BOB_WON_25,
    a_match,
    deal,
    entry,
)

pytestmark = [pytest.mark.full, pytest.mark.own_app, BOTH_ENGINES]

BEFORE_ROUNDS = "0006"


def tables() -> set[str]:
    """The tables there are."""
    return set(inspect(db.engine).get_table_names()) - {"alembic_version"}


def test_the_tables_can_be_unmade_and_made_again(app_context: None) -> None:
    before = tables()
    downgrade("base")
    assert tables() == set()

    upgrade()
    assert tables() == before
    assert differences() == []


def test_hands_from_before_there_were_rounds_stay_as_they_are(app_context: None) -> None:
    match = a_match()
    deal(match, ANN_KNOCKS, BOB_HAS_GIN)
    watch = watch_token(match)
    db.session.remove()
    downgrade(BEFORE_ROUNDS)
    upgrade()

    kept = find_match(watch)
    assert kept is not None
    assert [record.hand for record in kept.present] == [ANN_KNOCKS, BOB_HAS_GIN]
    assert differences() == []
    with pytest.raises(DBAPIError, match="the history is only ever added to"):
        db.session.execute(text("UPDATE changes SET version = 9"))


def test_rounds_that_were_there_already_are_no_trouble(app_context: None) -> None:
    """For an hour the migration before made them itself."""
    downgrade("0007")
    stamp(BEFORE_ROUNDS)
    upgrade()

    assert differences() == []


def test_a_database_without_hands_from_paper_loses_only_the_matches_that_have_had_some(
    app_context: None,
) -> None:
    with_one, with_one_before, without = a_match(), a_match(), a_match()
    deal(with_one, BOB_WON_25)
    (hand_id,) = deal(with_one_before, BOB_WON_25)
    correct_hand(with_one_before, hand_id, BOB_HAS_GIN, entry(with_one_before))
    deal(without, ANN_KNOCKS)
    kept = watch_token(without)
    db.session.remove()

    downgrade("0013")
    upgrade()

    assert [watch_token(match) for match in db.session.query(Match)] == [kept]
    found = find_match(kept)
    assert found is not None
    assert list(doubts(found)) == []


@pytest.mark.parametrize("revision", ["0013", "0014", "0015"])
def test_nothing_is_left_of_the_matches_that_are_lost(app_context: None, revision: str) -> None:
    book = a_book("Ann", "Bob")
    paper = a_match_in(book, player(book, "Ann"), player(book, "Bob"))
    deal(paper, Hand(0, Points(40)))
    renew_watching(paper, ANNS_PHONE)
    again = start_rematch(paper, ANNS_PHONE)
    win(again, 0)
    book_id, kept = book.id, again.id
    db.session.remove()

    downgrade(revision)
    upgrade()
    assert refresh_ratings(book_id)

    assert [(match.id, match.rematch_of) for match in db.session.query(Match)] == [(kept, None)]
    assert db.session.query(RenewedLink).count() == 0
    assert [proof for proof in audit() if proof.doubts] == []


def test_a_database_without_lines_loses_only_the_matches_with_some(app_context: None) -> None:
    with_lines, without = a_match(), a_match()
    deal(with_lines, ANN_KNOCKS, BOB_FORGOT_A_BOX)
    deal(without, ANN_KNOCKS)
    kept = without.id
    db.session.remove()

    downgrade("0009")
    upgrade()

    assert [match.id for match in db.session.query(Match)] == [kept]
    assert list(doubts(db.session.get_one(Match, kept))) == []


def test_a_database_of_an_earlier_version_is_counted_after_its_migration(match: Match) -> None:
    book_id = start_book("", [match.id], device=ANNS_PHONE, entry=new_entry_id()).id
    deal(match, BOB_HAS_GIN)
    db.session.remove()
    downgrade("0012")
    upgrade()

    assert statistics_of_book(db.session.get_one(Book, book_id)).gin_wins == 1
    assert [proof for proof in audit() if proof.doubts] == []
