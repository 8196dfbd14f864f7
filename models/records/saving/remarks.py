"""Writes remarks on hands and matches. They have no history: the last one written stands."""

from sqlalchemy import update

from models.gin.player_names import is_remark
from models.records.database.base import db, once
from models.records.saving.seats import require_seat
from models.records.tables.match import Match
from models.records.tables.shared import lock_row
from models.records.tables.sheet_row import HandRecord, SheetRow


def write_remark(match: Match, remark: str, device: str | None, row_id: int | None = None) -> None:
    """Writes *remark* on *match*, or on its hand *row_id*, in the place of the one before; "" removes it.

    :raises ValueError: if it is too long, or has characters that can't be shown.
    :raises NoSeatError: if the device has no seat in the match.
    :raises LookupError: if the match has no such hand.
    """
    if not is_remark(remark):
        raise ValueError(f"not a remark: {remark!r}")
    match_id = match.id

    def write() -> None:
        locked = lock_row(Match, match_id)
        require_seat(locked, device)
        if row_id is None:
            locked.remark = remark
        else:
            _write_on_hand(locked, row_id, remark)
        locked.unversioned_changes += 1

    once(write)


def _write_on_hand(match: Match, row_id: int, remark: str) -> None:
    record = match.record(row_id)
    if not isinstance(record, HandRecord):
        raise LookupError(f"{row_id} is no hand")
    statement = update(SheetRow).where(SheetRow.id == row_id).values(remark=remark)
    db.session.execute(statement, execution_options={"synchronize_session": False})
    match.put(record._replace(remark=remark))
