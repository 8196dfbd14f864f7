"""Persistence: the facts of matches, in database tables."""

from models.records.audit import Doubt, Proof, prove
from models.records.change import Change, ChangeKind, RebuiltHand, rebuild
from models.records.column_types import Agreement
from models.records.database_file import DatabaseMovedError
from models.records.deletion import ChangedMeanwhileError, Extent, delete_match, extent, overwrite_deleted
from models.records.expiry import delete_unopened, months_ago, note_opening, unopened_since
from models.records.hand import HandRecord, LineRecord, Record
from models.records.hand_writes import (
    add_hand,
    correct_hand,
    remove_hand,
    restore_hand,
    tell_missed,
)
from models.records.history import changes_of, history, history_before, times_of_hands, with_rules
from models.records.idempotency import Entry, StaleSheetError, Written, new_entry_id
from models.records.limits import MOST_HANDS, Full, FullMatchError
from models.records.match import Match, Snapshot
from models.records.match_documents import (
    Imported,
    document_of,
    find_imported,
    import_match,
    import_matches,
    imported_among,
    with_id,
)
from models.records.matches import (
    Opened,
    find_by_scoring,
    find_match,
    matches_at,
    matches_of,
    open_match,
    open_to_write,
    opens_newest_match,
    scoring_token,
    start_match,
    start_rematch,
    watch_token,
    won_before,
)
from models.records.name_removal import names_in, remove_name
from models.records.page_state import State, state_of
from models.records.renewed_link import was_renewed
from models.records.rule_changes import CannotStandError, change_rules, turn_up
from models.records.saved_rules import (
    MOST_SAVED_RULES,
    NameTakenError,
    SavedRules,
    TooManySavedRulesError,
    delete_rules,
    mark_rules_used,
    save_rules,
    saved_rules_of,
)
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
from models.records.undo import undo

__all__ = [
    "MOST_HANDS",
    "MOST_SAVED_RULES",
    "Agreement",
    "CannotStandError",
    "Change",
    "ChangeKind",
    "ChangedMeanwhileError",
    "DatabaseMovedError",
    "Doubt",
    "Entry",
    "Extent",
    "Full",
    "FullMatchError",
    "HandRecord",
    "Imported",
    "LineRecord",
    "Match",
    "NameTakenError",
    "NoSeatError",
    "Opened",
    "Proof",
    "RebuiltHand",
    "Record",
    "SavedRules",
    "Seat",
    "Snapshot",
    "StaleSheetError",
    "State",
    "TooManySavedRulesError",
    "Written",
    "add_hand",
    "change_rules",
    "changes_of",
    "correct_hand",
    "delete_match",
    "delete_rules",
    "delete_unopened",
    "document_of",
    "end_seat",
    "extent",
    "find_by_scoring",
    "find_imported",
    "find_match",
    "find_seat",
    "history",
    "history_before",
    "import_match",
    "import_matches",
    "imported_among",
    "mark_rules_used",
    "matches_at",
    "matches_of",
    "months_ago",
    "name_seat",
    "names_in",
    "new_entry_id",
    "note_opening",
    "open_match",
    "open_to_write",
    "opens_newest_match",
    "overwrite_deleted",
    "prove",
    "rebuild",
    "remove_hand",
    "remove_name",
    "renew_scoring",
    "renew_watching",
    "restore_hand",
    "save_rules",
    "saved_rules_of",
    "scoring_token",
    "start_match",
    "start_rematch",
    "state_of",
    "take_seat",
    "tell_missed",
    "times_of_hands",
    "turn_up",
    "undo",
    "unopened_since",
    "was_renewed",
    "watch_token",
    "with_id",
    "with_rules",
    "won_before",
]
