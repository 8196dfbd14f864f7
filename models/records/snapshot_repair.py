"""Renews snapshots that earlier versions have written in another way."""

from collections.abc import Collection
from contextlib import suppress

from sqlalchemy import JSON, select, type_coerce

from models.gin.problems import InvalidDeclarationError
from models.records.base import db
from models.records.match import Match
from models.records.snapshot import Snapshot
from models.records.transactions import once

COLUMNS = type_coerce(Match.rules, JSON)["columns"].as_integer()
"""How many columns the rules of a match have."""

AT_ONCE = 200
"""How many matches are written in one transaction."""


def renew_snapshots_of_columns() -> None:
    """Renews those of sheets with several columns, which once had the totals and not what the columns pay."""
    found = db.session.scalars(select(Match.id).where(COLUMNS > 1).order_by(Match.id)).all()
    for start in range(0, len(found), AT_ONCE):
        once(lambda some=found[start : start + AT_ONCE]: _renew(some))  # type: ignore[misc]
        db.session.expunge_all()


def _renew(match_ids: Collection[int]) -> None:
    for match in db.session.scalars(select(Match).where(Match.id.in_(match_ids)).with_for_update()):
        with suppress(InvalidDeclarationError):
            match.snapshot = Snapshot.of(match.sheet)
