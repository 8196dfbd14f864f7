"""A match of Ann and Bob, for tests of records."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from models.gin.cards.cards import Card
from models.gin.document.reading import read_hand
from models.gin.document.writing import MatchDocument as Played
from models.gin.hand.declaration import Count, Ending, Points
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import Fault, HouseRules
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
from models.records.books.book_matches import Chosen, start_in_book
from models.records.database.base import db
from models.records.files.documents import Imported, import_matches
from models.records.finding.matches import find_match
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.starting import start_match
from models.records.tables.book import Book
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.shared import watch_token

PAGAT = PRESETS["pagat"]
AS_PUBLISHED = Agreement("pagat", "", PAGAT)
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
    rules: HouseRules = PAGAT,
    *,
    names: Sequence[str | None] = (),
    device: str = ANNS_PHONE,
    table: Table = Table.TWO,
    **fields: Any,
) -> Match:
    """Starts a match of Ann and Bob, with Cid and Dan at larger tables."""
    asked = {"preset": "pagat", "first_dealer": 0, "entry": new_entry_id()} | fields
    return start_match(tuple(names) or PLAYERS[: table.people], rules, device=device, table=table, **asked)


def started(match: Played, device: str) -> Match:
    """Starts the match of a document, without its hands."""
    dealt = {"table": match.table, "first_dealer": match.first_dealer}
    return a_match(match.rules, names=match.players, device=device, **dealt)


def played(match: Played, device: str) -> str:
    """The address of the match of a document, played on a phone."""
    kept = started(match, device)
    deal(kept, *match.hands, device=device)
    return path_of(kept)


def import_match(document: Played, device: str, entry: str) -> Imported:
    """The match of a file, as a phone imports it."""
    return import_matches([document], device, entry)[0]


def path_of(match: Match) -> str:
    """The address of its sheet."""
    return f"/m/{watch_token(match)}"


def match_at(address: str) -> Match:
    """The match of a page, by its address."""
    match = find_match(urlsplit(address).path.strip("/").split("/")[1])
    assert match is not None
    return match


def entry(match: Match, **fields: Any) -> Entry:
    """A form that was just rendered for Ann's phone."""
    shown = {"version": match.version, "last": match.last_entry}
    return Entry(**{"id": new_entry_id(), "device": ANNS_PHONE, **shown} | fields)


def in_book(
    book: Book,
    *players: int | str,
    agreed: Agreement = AS_PUBLISHED,
    device: str = ANNS_PHONE,
    table: Table | None = None,
) -> Match:
    """Starts a match in a book, of players known by their ids and of new ones."""
    chosen = [Chosen(each) if isinstance(each, int) else Chosen(name=each) for each in players]
    asked = {"first_dealer": 0, "device": device, "entry": new_entry_id()}
    return start_in_book(book, chosen, agreed, table=table or list(Table)[len(players) - 2], **asked)


def form(device: str = ANNS_PHONE) -> Entry:
    """A form of a page of a book."""
    return Entry(new_entry_id(), 0, device)


def deal(match: Match, *hands: Hand | ExtraLine, device: str = ANNS_PHONE) -> list[int]:
    """Adds *hands* one after another; returns their ids."""
    return [add_hand(match, hand, entry(match, device=device)).row_id for hand in hands]


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
