"""Three players, and two against two: names, totals, who played each hand, and pairs that do not wait."""

from dataclasses import replace

import pytest

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.seating import TABLES, Table
from models.records.books.rematches import start_rematch
from models.records.database.base import db
from models.records.finding.earlier_sheets import history
from models.records.saving.hand_writes import add_hand, correct_hand
from models.records.saving.pipeline import StaleSheetError
from models.records.tables.change import rebuild
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, a_match, entry, match_at, path_of

BOB_KNOCKS_CID = Hand(1, Count(Ending.KNOCK, 5, 15), (1, 2))
CID_KNOCKS_DAN = Hand(2, Count(Ending.KNOCK, 2, 32), (2, 3))
DAN_KNOCKS_CID = Hand(3, Count(Ending.KNOCK, 6, 16), (2, 3))


def test_three_play_each_for_himself(app_context: None) -> None:
    match = a_match(table=Table.THREE)
    add_hand(match, ANN_KNOCKS, entry(match))
    add_hand(match, BOB_KNOCKS_CID, entry(match))

    kept = match_at(path_of(match))
    assert kept.players == kept.sides == ("Ann", "Bob", "Cid")
    assert [record.hand for record in kept.present] == [ANN_KNOCKS, BOB_KNOCKS_CID]
    assert kept.sheet.game.running == kept.snapshot.totals == (12, 10, 0)


def test_pairs_do_not_wait_for_each_other(app_context: None) -> None:
    """Both forms were made for the empty sheet; each hand is written, in whatever order they come."""
    match = a_match(table=Table.PARTNERSHIP)
    ours, theirs = entry(match), entry(match)

    add_hand(match, CID_KNOCKS_DAN, theirs)
    written = add_hand(match, ANN_KNOCKS, ours)

    assert not written.joined
    assert match.version == 2
    assert match.snapshot.totals == (42, 0)
    assert add_hand(match, ANN_KNOCKS, ours).again
    assert match.version == 2


def test_another_account_of_ones_own_hand_is_asked_about(app_context: None) -> None:
    match = a_match(table=Table.PARTNERSHIP)
    add_hand(match, CID_KNOCKS_DAN, entry(match))
    add_hand(match, ANN_KNOCKS, entry(match))

    with pytest.raises(StaleSheetError):
        add_hand(match, replace(ANN_KNOCKS, knocker=1), entry(match, version=0))
    same = add_hand(match, ANN_KNOCKS, entry(match, version=0))
    assert same.joined
    assert match.version == 2


def test_a_hand_beside_does_not_excuse_a_correction(app_context: None) -> None:
    match = a_match(table=Table.PARTNERSHIP)
    written = add_hand(match, ANN_KNOCKS, entry(match))
    add_hand(match, CID_KNOCKS_DAN, entry(match))
    correct_hand(match, written.row_id or 0, replace(ANN_KNOCKS, knocker=1), entry(match))

    with pytest.raises(StaleSheetError):
        add_hand(match, DAN_KNOCKS_CID, entry(match, version=1))


@pytest.mark.parametrize("table", TABLES)
def test_who_cannot_face_each_other_is_refused(app_context: None, table: Table) -> None:
    match = a_match(table=table)
    across = {Table.TWO: (1, 2), Table.THREE: (0, 3), Table.PARTNERSHIP: (0, 2)}[table]

    with pytest.raises(ValueError, match="not played at a table of"):
        add_hand(match, Hand(None, Count(Ending.DEAD), across), entry(match))
    assert match.version == 0


@pytest.mark.parametrize("table", [Table.THREE, Table.PARTNERSHIP])
def test_the_history_alone_makes_the_same_hands(app_context: None, table: Table) -> None:
    match = a_match(table=table)
    add_hand(match, ANN_KNOCKS, entry(match))
    other = BOB_KNOCKS_CID if table is Table.THREE else CID_KNOCKS_DAN
    written = add_hand(match, other, entry(match))
    correct_hand(match, written.row_id or 0, replace(other, knocker=other.faced[1]), entry(match))
    db.session.expire_all()

    rebuilt = [kept.hand for kept in rebuild(reversed(history(match)))]
    assert rebuilt == [record.hand for record in match.present]
    assert rebuilt[1].faced == other.faced


def test_a_rematch_is_played_by_the_same_people(app_context: None) -> None:
    match = a_match(table=Table.THREE)
    add_hand(match, BOB_KNOCKS_CID, entry(match))

    again = start_rematch(match, ANNS_PHONE)
    assert (again.table, again.players) == (Table.THREE, ("Ann", "Bob", "Cid"))
    assert again.first_dealer == 2  # Cid has lost: he sits out and deals


@pytest.mark.parametrize("players", [("Ann", "Bob"), ("Ann", "Bob", "ann"), ("Ann", "Bob", "Cid", "Dan")])
def test_a_table_of_three_has_three_names(app_context: None, players: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="not the names of three players"):
        a_match(names=players, table=Table.THREE)
