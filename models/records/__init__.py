"""What is kept: facts, in tables."""

from models.records.change import Change, ChangeKind, Kept, rebuild
from models.records.hand import HandRecord
from models.records.match import Match, Snapshot
from models.records.matches import (
    begin_match,
    find_match,
    find_seat,
    history,
    matches_of,
    waiting_rematch,
    watch_token,
)
from models.records.proof import Doubt, Proof, prove
from models.records.seat import Seat
from models.records.writing import (
    Entry,
    NoSeatError,
    StaleSheetError,
    Written,
    add_hand,
    correct_hand,
    new_entry_id,
    remove_hand,
    restore_hand,
    tell_missed,
)

__all__ = [
    "Change",
    "ChangeKind",
    "Doubt",
    "Entry",
    "HandRecord",
    "Kept",
    "Match",
    "NoSeatError",
    "Proof",
    "Seat",
    "Snapshot",
    "StaleSheetError",
    "Written",
    "add_hand",
    "begin_match",
    "correct_hand",
    "find_match",
    "find_seat",
    "history",
    "matches_of",
    "new_entry_id",
    "prove",
    "rebuild",
    "remove_hand",
    "restore_hand",
    "tell_missed",
    "waiting_rematch",
    "watch_token",
]
