"""The place on the sheet that a hand is entered for."""

from flask import Flask

from models.gin.rules.seating import Table
from models.records.database.base import db
from tests.gin.table import gin, knock
from tests.gin.test_seating import won
from tests.records.table import a_match, deal
from views.entry.slot import HandSlot


def test_a_corrected_hand_keeps_its_place_though_the_sheet_is_read_anew(app: Flask) -> None:
    with app.test_request_context():
        match = a_match()
        deal(match, knock(8, 20), gin(5))
        slot = HandSlot.for_correcting(match, match.numbered(1))
        db.session.refresh(match)

        assert slot.hands_with(knock(8, 30)) == [knock(8, 30), gin(5)]


def test_a_corrected_hand_of_a_file_stays_in_its_round(app: Flask) -> None:
    """Files need not say in which round a hand was played."""
    ann, bob, cid, dan = range(4)
    with app.test_request_context():
        match = a_match(names=("Ann", "Bob", "Cid", "Dan"), table=Table.PARTNERSHIP)
        deal(match, *[won(*two) for two in 2 * [(ann, 12, bob), (cid, 9, dan)]])
        slot = HandSlot.for_correcting(match, match.numbered(1))
        sheet = slot.sheet_with(slot.seated(knock(8, 30)))

        assert slot.round == 1
        assert [scored_hand.round for scored_hand in sheet.hands] == [1, 1, 2, 2]
