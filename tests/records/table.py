"""A match of Ann and Bob, for tests of records."""

from datetime import date
from typing import Any

from models.gin.cards.cards import Card
from models.gin.document.reading import read_hand
from models.gin.hand.declaration import Count, Ending, Points
from models.gin.hand.hand import Hand
from models.gin.rules.faults import Fault
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import (
    Adjustment,
    ColumnScores,
    ExtraLine,
    OpeningKind,
    OpeningScores,
    Penalty,
)
from models.records.database.base import db
from models.records.finding.matches import start_match
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.tables.match import Match

PAGAT = PRESETS["pagat"]
PLAYERS = ("Ann", "Bob", "Cid", "Dan")
ANNS_PHONE = "the cookie of Ann's phone"
BOBS_PHONE = "the cookie of Bob's phone"

ANN_KNOCKS = Hand(0, Count(Ending.KNOCK, knocker=8, defender=20))
BOB_HAS_GIN = Hand(1, Count(Ending.GIN, defender=18))
BOB_HAS_BIG_GIN = Hand(1, Count(Ending.BIG_GIN, defender=40, upcard=Card.parse("QS")))
DEAD = Hand(None, Count(Ending.DEAD))
DEAD_UNDER_A_NINE = Hand(None, Count(Ending.DEAD, upcard=Card.parse("9D")))
ANN_KNOCKS_TOO_HIGH = Hand(0, Count(Ending.KNOCK, knocker=11, defender=20))
BOB_BREAKS_HIS_EIGHTS = read_hand(
    {
        "knocker": 0,
        "upcard": "QS",
        "laid": {
            "knocker": {"melds": ["KS KC KD", "5S 6S 7S", "9C TC JC"], "unmatched": "JD"},
            "defender": {
                "melds": ["2S 2C 2D 2H"],
                "unmatched": "AC 8D",
                "layoffs": [
                    {"cards": "8S 9S", "onto": "5S 6S 7S"},
                    {"cards": "8C 7C", "onto": "9C TC JC"},
                ],
            },
        },
    },
    PAGAT,
)
"""From OpenSpiel's gin_rummy_test.cc."""
ANN_LAYS_GIN = read_hand(
    {
        "knocker": 0,
        "laid": {
            "knocker": {"melds": ["KS KC KD", "5S 6S 7S", "9C TC JC QC"], "unmatched": ""},
            "defender": {"melds": [], "unmatched": "AS 3S 2H 4H 6H 8H TH QH AD 3D"},
        },
    },
    PAGAT,
)
BOB_WON_25 = Hand(1, Points(25))
"""From paper."""
ANN_SHOWS_A_CARD = Penalty(0, Fault.EXPOSED_CARD)
BOB_FORGOT_A_BOX = Adjustment(1, 20, "Bob’s box")
FROM_PAPER = OpeningScores(OpeningKind.CARRIED_OVER, (ColumnScores((30, 20), (2, 1)),), dealer=1)
LINES = (ANN_SHOWS_A_CARD, BOB_FORGOT_A_BOX, FROM_PAPER)
"""A line of each kind that is not a hand."""

HANDS = (
    ANN_KNOCKS,
    BOB_HAS_GIN,
    BOB_HAS_BIG_GIN,
    DEAD,
    DEAD_UNDER_A_NINE,
    BOB_BREAKS_HIS_EIGHTS,
    ANN_LAYS_GIN,
    BOB_WON_25,
)
"""A hand of each kind."""
EARLIER_HANDS = HANDS[:-1]
"""Those that a database of an earlier version can hold."""


def a_match(
    rules: HouseRules = PAGAT, *, device: str = ANNS_PHONE, table: Table = Table.TWO, **fields: Any
) -> Match:
    """Starts a match of Ann and Bob, with Cid and Dan at larger tables."""
    asked = {"preset": "pagat", "first_dealer": 0, "entry": new_entry_id()} | fields
    return start_match(PLAYERS[: table.people], rules, device=device, table=table, **asked)


def entry(match: Match, **fields: Any) -> Entry:
    """A form that was just rendered for Ann's phone."""
    shown = {"version": match.version, "last": match.last_entry}
    return Entry(**{"id": new_entry_id(), "device": ANNS_PHONE, **shown} | fields)


def deal(match: Match, *hands: Hand | ExtraLine) -> list[int]:
    """Adds *hands* one after another; returns their ids."""
    return [add_hand(match, hand, entry(match)).row_id for hand in hands]


def on_the_sheet(match: Match) -> list[Hand]:
    """The hands on the sheet, read anew."""
    db.session.rollback()
    return [record.hand for record in match.present]


def on_day(match: Match, day: date) -> None:
    """Has *match* played on another day."""
    match.played_on = day
    for place in match.places:
        place.played_on = day
    db.session.commit()
    db.session.refresh(match)
