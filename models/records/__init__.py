"""What is kept: facts, in tables."""

from models.records.change import Change, ChangeKind, Kept, rebuild
from models.records.hand import HandRecord
from models.records.match import Match, Snapshot
from models.records.matches import (
    Opened,
    begin_match,
    begin_rematch,
    find_by_scoring,
    find_match,
    history,
    matches_at,
    matches_of,
    open_match,
    scoring_token,
    watch_token,
)
from models.records.proof import Doubt, Proof, prove
from models.records.seat import Seat
from models.records.seats import (
    NoSeatError,
    end_seat,
    find_seat,
    name_seat,
    renew_scoring,
    renew_watching,
    take_seat,
)
from models.records.states import State, state_of
from models.records.writing import (
    Entry,
    StaleSheetError,
    Written,
    add_hand,
    correct_hand,
    new_entry_id,
    remove_hand,
    restore_hand,
    tell_missed,
    undo,
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
    "Opened",
    "Proof",
    "Seat",
    "Snapshot",
    "StaleSheetError",
    "State",
    "Written",
    "add_hand",
    "begin_match",
    "begin_rematch",
    "correct_hand",
    "end_seat",
    "find_by_scoring",
    "find_match",
    "find_seat",
    "history",
    "matches_at",
    "matches_of",
    "name_seat",
    "new_entry_id",
    "open_match",
    "prove",
    "rebuild",
    "remove_hand",
    "renew_scoring",
    "renew_watching",
    "restore_hand",
    "scoring_token",
    "state_of",
    "take_seat",
    "tell_missed",
    "undo",
    "watch_token",
]
