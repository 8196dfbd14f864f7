"""Matches as documents: written for a file, and imported from one."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import exists, or_, select

from models.gin.counting.player_counts import statistics
from models.gin.document import writing
from models.gin.rules.presets import PRESETS
from models.records.database.base import db, once
from models.records.files.import_rows import (
    ReadyMatch,
    SeatToGive,
    lock_imports,
    matches_by_id,
    sheet_of,
    unused,
    write_ready,
)
from models.records.finding.matches import is_book_seat, is_seat
from models.records.saving.limits import MOST_HANDS, Full, FullMatchError
from models.records.tables.match import Match
from models.records.tables.snapshot import Snapshot
from models.records.tables.tokens import hashed


def document_of(match: Match) -> writing.MatchDocument:
    """*match* as a document: everything on its sheet. No link, no phone, no history."""
    return writing.MatchDocument(
        match.names,
        match.rules,
        tuple(record.written for record in match.on_sheet),
        match.first_dealer,
        match.seating,
        preset=match.preset if match.preset in PRESETS else "",
        rules_name=match.rules_name,
        id=match.document_id,
        started=match.created_at,
        changed=match.changed_at,
        ends_after_last=match.ends_after_last,
        remark=match.remark,
        remarks={place: each.remark for place, each in enumerate(match.on_sheet) if each.remark},
    )


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a document."""

    match: Match
    is_new: bool
    """False if it was there before: nothing was added."""


def import_matches(documents: Sequence[writing.MatchDocument], device: str, entry: str) -> list[Imported]:
    """Adds the matches of *documents*, in which *device* gets a seat. Those that it has stay as they are.

    All or none are written, in one transaction. *entry* is the id of the form. Somebody else with the same
    file gets matches of their own: a file gives nobody a seat.

    :raises FullMatchError: if one has more hands than a match can hold.
    :raises InvalidDeclarationError: if a hand is not valid under the rules.
    """
    if any(len(document.hands) > MOST_HANDS for document in documents):
        raise FullMatchError(Full.HANDS)
    documents_by_id = {document.id: document for document in map(with_id, documents)}
    # Everything is worked out before others have to wait.
    ready = {each: _ready(document) for each, document in documents_by_id.items()}
    return once(lambda: _imported(documents_by_id, ready, device, entry))


def with_id(document: writing.MatchDocument) -> writing.MatchDocument:
    """*document* with an id. If it has none, the id follows from what it says."""
    if document.id:
        return document
    text = json.dumps(writing.write_match(document), sort_keys=True)
    return replace(document, id=hashed("a match document", text)[:32])


def imported_among(documents: Iterable[writing.MatchDocument], device: str | None) -> dict[str, Match]:
    """The matches of *documents* in which *device* can score, also through a book, by their ids."""
    ids = [with_id(document).id for document in documents]
    if device is None:
        return {}
    own, in_book = (exists().where(is_mine(hashed(device))) for is_mine in (is_seat, is_book_seat))
    query = select(Match).where(Match.document_id.in_(ids), or_(own, in_book))
    matches = db.session.scalars(query.order_by(Match.id.desc()))
    return {match.document_id: match for match in matches}


def _ready(document: writing.MatchDocument) -> ReadyMatch:
    scored = sheet_of(document)
    return ReadyMatch(document, Snapshot.of(scored), statistics(scored))


def _imported(
    documents: Mapping[str, writing.MatchDocument], ready: Mapping[str, ReadyMatch], device: str, entry: str
) -> list[Imported]:
    """What became of each document. New matches are written together: a file can have hundreds of them."""
    lock_imports(device)
    here = imported_among(documents.values(), device)
    new = [each for each in documents if each not in here]
    free = unused(((each, device, each) for each in new), entry)
    written = [replace(ready[each], begun_with=free[each]) for each in new]
    ids = write_ready(written, SeatToGive(hashed(device)))
    matches = here | {match.document_id: match for match in matches_by_id(ids)}
    return [Imported(matches[each], is_new=each in new) for each in documents]
