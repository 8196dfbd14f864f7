"""The place on the sheet that a hand is entered for."""

from flask import Flask

from models.records.database.base import db
from tests.gin.table import gin, knock
from tests.records.table import a_match, deal
from views.hands.hand_slot import HandSlot


def test_a_corrected_hand_keeps_its_place_though_the_sheet_is_read_anew(app: Flask) -> None:
    with app.test_request_context():
        match = a_match()
        deal(match, knock(8, 20), gin(5))
        slot = HandSlot.for_correcting(match, match.numbered(1))
        db.session.refresh(match)

        assert slot.hands_with(knock(8, 30)) == [knock(8, 30), gin(5)]
