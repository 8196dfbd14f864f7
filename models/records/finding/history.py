"""Reads the histories of matches and of books."""

from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, select

from models.records.database.base import db
from models.records.tables.change import Change, ChangeKind
from models.records.tables.history_row import HistoryRow
from models.records.tables.match import Match
from models.records.tables.shared import SharedRecord
from models.records.tables.unreadable import any_damaged

H = TypeVar("H", bound=HistoryRow)


def history(match: Match) -> list[Change]:
    """All changes of *match*, newest first."""
    return list(db.session.scalars(_changes(match)))


def history_before(of: type[H], shared: SharedRecord, version: int, limit: int) -> list[H]:
    """The last changes of a match or a book before *version*, at most *limit*, newest first."""
    conditions = getattr(of, shared.key) == shared.id, of.version < version
    return list(db.session.scalars(select(of).where(*conditions).order_by(of.version.desc()).limit(limit)))


def changes_of(match: Match, row_id: int) -> list[Change]:
    """The changes of one hand, newest first."""
    return list(db.session.scalars(_changes(match, Change.row_id == row_id)))


def times_of_hands(match: Match) -> dict[int, datetime]:
    """When each hand was first entered, by its id; not of hands that came with the import of a match."""
    added = select(Change.row_id, Change.at, Change.entered_at).where(
        Change.match_id == match.id, Change.kind == ChangeKind.ADDED
    )
    return {
        row_id: entered_at or at
        for row_id, at, entered_at in db.session.execute(added)
        if row_id and at != match.imported_at and not any_damaged((at, entered_at))
    }


def _changes(match: Match, *conditions: ColumnElement[bool]) -> Select[Any]:
    return select(Change).where(Change.match_id == match.id, *conditions).order_by(Change.version.desc())
